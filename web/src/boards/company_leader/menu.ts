/** A small menu beside a field, for what can be done there in several ways.  Its lines are fields too: keys reach them. */

import type { Action } from "../../wire";
import type { Fields, Point } from "../kit";
import { el, group, place, text } from "../kit";

const IDS = 2000;
const HEIGHT = 19;

export class Menu {
  private actions: Action[] = [];

  constructor(
    private layer: SVGGElement,
    private fields: Fields,
    private choose_: (action: Action) => void,
    private say: (action: Action) => string,
  ) {}

  /** Show the actions near a point; returns the ids of its lines. */
  open(actions: Action[], near: Point): number[] {
    this.close();
    this.actions = actions;
    const labels = actions.map(this.say);
    const width = 20 + 5.4 * Math.max(...labels.map((label) => label.length));
    const left = near.x > 250 ? near.x - width - 24 : near.x + 24;
    const top = near.y - (actions.length * HEIGHT) / 2;
    labels.forEach((label, i) => {
      const line = group("cl-menu-line");
      line.append(el("rect", { width, height: HEIGHT - 2, rx: 5 }), text(width / 2, HEIGHT / 2 - 1, label, { "font-size": 10 }));
      place(line, left, top + i * HEIGHT);
      this.layer.append(line);
      this.fields.put(IDS + i, line, { x: left + width / 2, y: top + (i + 0.5) * HEIGHT }, label);
    });
    return actions.map((_, i) => IDS + i);
  }

  /** Whether an id is a line of the menu; it is chosen then. */
  choose(id: number): boolean {
    const action = id >= IDS ? this.actions[id - IDS] : undefined;
    if (action) this.choose_(action);
    return action !== undefined;
  }

  close(): void {
    this.actions.forEach((_, i) => this.fields.remove(IDS + i));
    this.actions = [];
  }
}
