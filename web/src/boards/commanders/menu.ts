/** A small menu beside a unit, for what it can do in several ways.  Its lines are fields: keys reach them. */

import type { Action } from "../../wire";
import type { Fields, Point } from "../kit";
import { el, group, place, text } from "../kit";
import { WIDTH } from "./layout";

export const MENU = 2000;
const HEIGHT = 28;

export class Menu {
  private actions: Action[] = [];

  constructor(
    private layer: SVGGElement,
    private fields: Fields,
    private say: (action: Action) => string,
  ) {}

  /** Show the actions near a point; returns the ids of its lines. */
  open(actions: Action[], near: Point): number[] {
    this.close();
    this.actions = actions;
    const labels = actions.map(this.say);
    const width = 24 + 7 * Math.max(...labels.map((label) => label.length));
    const left = Math.max(2, Math.min(WIDTH - width - 2, near.x + (near.x > WIDTH / 2 ? -width - 24 : 24)));
    const top = Math.max(2, near.y - (actions.length * HEIGHT) / 2);
    labels.forEach((label, i) => {
      const line = group("cm-button", [el("rect", { width, height: HEIGHT - 2, rx: 6 }), text(width / 2, HEIGHT / 2 - 0.5, label, { "font-size": 12 })]);
      place(line, left, top + i * HEIGHT);
      this.layer.append(line);
      this.fields.put(MENU + i, line, { x: left + width / 2, y: top + (i + 0.5) * HEIGHT }, label);
    });
    return actions.map((_, i) => MENU + i);
  }

  at(id: number): Action | undefined {
    return id >= MENU ? this.actions[id - MENU] : undefined;
  }

  close(): void {
    this.actions.forEach((_, i) => this.fields.remove(MENU + i));
    this.layer.replaceChildren();
    this.actions = [];
  }
}
