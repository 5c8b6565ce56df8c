/** A small menu beside a unit, for what it can do in several ways. */

import type { Action } from "../../wire";
import type { MenuItem, Point } from "../kit";
import { el, group, text } from "../kit";
import { WIDTH } from "./layout";

export const MENU = 2000;
const HEIGHT = 28;

/** Lines under each other near a point, on the side with more room. */
export const lines = (near: Point) => (labels: string[]) => {
  const width = 24 + 7 * Math.max(...labels.map((label) => label.length));
  const left = Math.max(2, Math.min(WIDTH - width - 2, near.x + (near.x > WIDTH / 2 ? -width - 24 : 24)));
  const top = Math.max(2, near.y - (labels.length * HEIGHT) / 2);
  return (_: Action, i: number): MenuItem => ({
    element: group("cm-button", [el("rect", { width, height: HEIGHT - 2, rx: 6 }), text(width / 2, HEIGHT / 2 - 0.5, labels[i]!, { "font-size": 12 })]),
    corner: { x: left, y: top + i * HEIGHT },
    middle: { x: left + width / 2, y: top + (i + 0.5) * HEIGHT },
  });
};
