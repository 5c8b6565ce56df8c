/** Offers are lists of number tuples; boards ask them which verbs, and which operands come next. */

import type { Action, Event } from "../../wire";
import type { Handout, Shape } from "../board";

export function sameAction(a: Action, b: Action): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}

export function startsWith(action: Action, prefix: Action): boolean {
  return prefix.every((value, i) => action[i] === value);
}

export function operandKind(shape: Shape | undefined, index: number): string {
  if (!shape || !shape.operands.length) return "";
  return (shape.operands[Math.min(index, shape.operands.length - 1)] ?? "").replace("*", "");
}

/** An offer narrowed step by step: first the verb, then operand after operand, as people click. */
export class Choice {
  prefix: Action = [];

  constructor(
    public offer: Action[] = [],
    private verbs: Shape[] = [],
  ) {}

  reset(offer: Action[]): void {
    this.offer = offer;
    this.prefix = [];
  }

  /** What is still possible. */
  get left(): Action[] {
    return this.offer.filter((action) => startsWith(action, this.prefix));
  }

  /** The values that may come next after the prefix, ascending, with the actions behind each. */
  next(): Map<number, Action[]> {
    const found = new Map<number, Action[]>();
    for (const action of this.left) {
      const value = action[this.prefix.length];
      if (value !== undefined) found.set(value, [...(found.get(value) ?? []), action]);
    }
    return found;
  }

  /** Actions that name a value of a kind anywhere: "everything I can do with this piece". */
  about(kind: string, value: number): Action[] {
    return this.left.filter((action) =>
      action.slice(1).some((each, i) => each === value && operandKind(this.verbs[action[0] ?? -1], i) === kind),
    );
  }

  /** All values of a kind that occur in the offer. */
  values(kind: string): Set<number> {
    const found = new Set<number>();
    for (const action of this.left)
      action.slice(1).forEach((each, i) => {
        if (operandKind(this.verbs[action[0] ?? -1], i) === kind) found.add(each);
      });
    return found;
  }

  /** Extend the prefix; the finished action when nothing is left to choose, else null. */
  take(value: number): Action | null {
    const before = this.prefix;
    this.prefix = [...before, value];
    const left = this.left;
    if (!left.length) {
      this.prefix = before;
      return null;
    }
    const only = left[0];
    return left.length === 1 && only && only.length === this.prefix.length ? only : null;
  }

  /** Take back one step; false when there was none. */
  back(): boolean {
    if (!this.prefix.length) return false;
    this.prefix = this.prefix.slice(0, -1);
    return true;
  }
}

/** Ids of fields that events name: each kind of operand counts from its own number. */
export function namedIn(handout: Handout, events: Event[], from: Record<string, number>): Set<number> {
  const found = new Set<number>();
  for (const [kind = -1, ...values] of events) {
    const shape = handout.events[kind];
    values.forEach((value, i) => {
      const first = shape && from[operandKind(shape, i)];
      if (first !== undefined) found.add(first + value);
    });
  }
  return found;
}
