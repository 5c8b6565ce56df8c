/** A few choices beside a place, drawn as each board likes.  They are fields: keys reach them. */

import type { Action } from "../../wire";
import type { Fields } from "./fields";
import type { Point } from "./svg";
import { place } from "./svg";

export interface MenuItem {
  element: SVGElement;
  /** The corner it is drawn from, and its middle, where arrow keys look for it. */
  corner: Point;
  middle: Point;
}

export class Menu {
  private actions: Action[] = [];
  private elements: SVGElement[] = [];

  constructor(
    /** The id of its first field; the others follow. */
    readonly first: number,
    private layer: SVGGElement,
    private fields: Fields,
    private say: (action: Action) => string,
  ) {}

  /** Show actions, each as `draw` makes it from its label; returns the ids of their fields. */
  open(actions: Action[], draw: (labels: string[]) => (action: Action, index: number) => MenuItem): number[] {
    this.close();
    this.actions = actions;
    const labels = actions.map(this.say);
    const item = draw(labels);
    return actions.map((action, i) => {
      const { element, corner, middle } = item(action, i);
      place(element, corner.x, corner.y);
      this.layer.append(element);
      this.elements.push(element);
      this.fields.put(this.first + i, element, middle, labels[i]!);
      return this.first + i;
    });
  }

  at(id: number): Action | undefined {
    return id >= this.first ? this.actions[id - this.first] : undefined;
  }

  close(): void {
    this.actions.forEach((_, i) => this.fields.remove(this.first + i));
    for (const element of this.elements) element.remove();
    [this.actions, this.elements] = [[], []];
  }
}
