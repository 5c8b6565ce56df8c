/** A few choices beside a place: which unit, against whom.  Its plates are fields too: keys reach them. */

import type { Action } from "../../wire";
import type { Fields, Point } from "../kit";
import { el, group, place, text } from "../kit";
import { BOX } from "./shapes";
import { figure } from "./troops";

export const MENU = 1000;
const WIDE = 34;

export class Menu {
  private actions: Action[] = [];

  constructor(
    private layer: SVGGElement,
    private fields: Fields,
    private say: (action: Action) => string,
  ) {}

  /** Show plates above a point, with the figure of a unit or a number; returns their ids. */
  open(actions: Action[], near: Point, unit: (action: Action) => number): number[] {
    this.close();
    this.actions = actions;
    const total = actions.length * WIDE;
    const left = Math.min(Math.max(near.x - total / 2, BOX.x + 4), BOX.x + BOX.width - total - 4);
    const top = near.y > 70 ? near.y - 46 : near.y + 18;
    actions.forEach((action, i) => {
      const which = unit(action);
      const plate = group("ld-plate", [el("rect", { width: WIDE - 3, height: 30, rx: 6 })]);
      plate.append(which >= 0 ? figure(which, WIDE / 2 - 1.5, 15, 1.9, "ld-plate-figure") : text(WIDE / 2 - 1.5, 15, String(action.at(-1)! + 1), { "font-size": 16 }));
      place(plate, left + i * WIDE, top);
      this.layer.append(plate);
      this.fields.put(MENU + i, plate, { x: left + (i + 0.5) * WIDE, y: top + 15 }, this.say(action));
    });
    return actions.map((_, i) => MENU + i);
  }

  at(id: number): Action | undefined {
    return this.actions[id - MENU];
  }

  close(): void {
    this.actions.forEach((_, i) => this.fields.remove(MENU + i));
    this.actions = [];
    this.layer.replaceChildren();
  }
}
