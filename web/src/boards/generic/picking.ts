/** From clicks to an action, without rules: what is clicked names operands, and narrows what is offered. */

import type { Action } from "../../wire";
import type { Shape } from "../board";
import { operandKind } from "../kit";

/** A value of a kind of operand: a place, a piece. */
export interface Name {
  kind: string;
  value: number;
}

const same = (a: Name | undefined, b: Name) => a?.kind === b.kind && a.value === b.value;

export class Picking {
  private offered: Action[] = [];
  /** What was clicked so far, in the order of the operands. */
  picked: Name[] = [];
  left: Action[] = [];

  constructor(
    private verbs: Shape[],
    /** Kinds of operands that can be seen on the board. */
    private kinds: ReadonlySet<string>,
  ) {}

  reset(offered: Action[]): void {
    this.offered = offered;
    this.start();
  }

  start(): void {
    this.left = this.offered;
    this.picked = [];
  }

  /** The operands of an action that can be clicked, in order. */
  names(action: Action): Name[] {
    return action
      .slice(1)
      .map((value, i) => ({ kind: operandKind(this.verbs[action[0] ?? -1], i), value }))
      .filter(({ kind }) => this.kinds.has(kind));
  }

  /** What can be clicked next. */
  next(): Name[] {
    return this.left.flatMap((action) => this.names(action)[this.picked.length] ?? []);
  }

  /**
   * Something was clicked that goes by these names, the likeliest first.  The action when that leaves one, with all its operands named; "more" when more is to be
   * chosen, here or in the list; null when it is none of what is offered.
   */
  take(names: Name[]): Action | "more" | null {
    for (const name of names) {
      const fits = this.left.filter((action) => same(this.names(action)[this.picked.length], name));
      if (fits.length) return this.narrow(fits, name);
    }
    if (this.picked.length) return null;
    for (const name of names) {
      const fits = this.left.filter((action) => this.names(action).some((each) => same(each, name)));
      const only = fits[0];
      if (fits.length === 1 && only) return only; // a goal that only one can reach
    }
    return null;
  }

  private narrow(fits: Action[], name: Name): Action | "more" {
    this.left = fits;
    this.picked.push(name);
    const only = fits[0];
    return fits.length === 1 && only && this.names(only).length === this.picked.length ? only : "more";
  }

  /** An action that is not offered, but was asked for: what is picked up, with this as its next operand.  The game says why not. */
  attempt(name: Name): Action | null {
    const model = this.left[0];
    if (!model || !this.picked.length) return null;
    const places = model.slice(1).map((_, i) => i).filter((i) => this.kinds.has(operandKind(this.verbs[model[0] ?? -1], i)));
    const at = places[this.picked.length];
    if (at === undefined || places.length !== this.picked.length + 1 || operandKind(this.verbs[model[0] ?? -1], at) !== name.kind) return null;
    return model.map((value, i) => (i === at + 1 ? name.value : value));
  }
}
