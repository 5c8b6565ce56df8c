/** A few choices above a place: which unit, against whom. */

import type { Action } from "../../wire";
import type { MenuItem, Point } from "../kit";
import { el, group, text } from "../kit";
import { BOX } from "./shapes";
import { figure } from "./troops";

export const MENU = 1000;
const WIDE = 34;

/** Plates side by side near a point, with the figure of a unit or a number. */
export const plates = (near: Point, unit: (action: Action) => number) => (labels: string[]) => {
  const total = labels.length * WIDE;
  const left = Math.min(Math.max(near.x - total / 2, BOX.x + 4), BOX.x + BOX.width - total - 4);
  const top = near.y > 70 ? near.y - 46 : near.y + 18;
  return (action: Action, i: number): MenuItem => {
    const which = unit(action);
    const sign = which >= 0 ? figure(which, WIDE / 2 - 1.5, 15, 1.9, "ld-plate-figure") : text(WIDE / 2 - 1.5, 15, String(action.at(-1)! + 1), { "font-size": 16 });
    return {
      element: group("ld-plate", [el("rect", { width: WIDE - 3, height: 30, rx: 6 }), sign]),
      corner: { x: left + i * WIDE, y: top },
      middle: { x: left + (i + 0.5) * WIDE, y: top + 15 },
    };
  };
};
