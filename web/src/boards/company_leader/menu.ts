/** A small menu beside a field, for what can be done there in several ways. */

import type { Action } from "../../wire";
import type { MenuItem, Point } from "../kit";
import { el, group, text } from "../kit";

export const MENU = 2000;
const HEIGHT = 19;

/** Lines under each other near a point, on the side with more room. */
export const lines = (near: Point) => (labels: string[]) => {
  const width = 20 + 5.4 * Math.max(...labels.map((label) => label.length));
  const left = near.x > 250 ? near.x - width - 24 : near.x + 24;
  const top = near.y - (labels.length * HEIGHT) / 2;
  return (_: Action, i: number): MenuItem => ({
    element: group("cl-menu-line", [el("rect", { width, height: HEIGHT - 2, rx: 5 }), text(width / 2, HEIGHT / 2 - 1, labels[i]!, { "font-size": 10 })]),
    corner: { x: left, y: top + i * HEIGHT },
    middle: { x: left + width / 2, y: top + (i + 0.5) * HEIGHT },
  });
};

/** A single line on the field itself, below its piece: beside it, it would lie over fields the piece may go to. */
export const below = (near: Point) => (labels: string[]) => {
  const width = 14 + 5.2 * (labels[0]?.length ?? 0);
  return (): MenuItem => ({
    element: group("cl-menu-line", [el("rect", { width, height: HEIGHT - 2, rx: 5 }), text(width / 2, HEIGHT / 2 - 1, labels[0] ?? "", { "font-size": 10 })]),
    corner: { x: near.x - width / 2, y: near.y + 13 },
    middle: { x: near.x, y: near.y + 13 + HEIGHT / 2 },
  });
};
