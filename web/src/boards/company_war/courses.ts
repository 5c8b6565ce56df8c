/** Courses of the ship or fleet in hand, as the page has found them: the best way to each destination stands first. */

import type { Action } from "../../wire";
import { CompanyWarVerb as V } from "../../wire";
import type { Gesture } from "../board";

export class Courses {
  private known: Gesture[] = [];
  private dropped = -1; // where a ship was let go whose courses are not known yet

  constructor(private perform: (actions: Action[], whole: boolean) => void) {}

  clear(): void {
    [this.known, this.dropped] = [[], -1];
  }

  know(gestures: Gesture[]): void {
    this.known = gestures.filter((gesture) => goalOf(gesture) > 0);
    if (this.dropped >= 0 && this.known.length) this.send(this.dropped);
  }

  get goals(): number[] {
    return this.known.map(goalOf);
  }

  to(point: number): Gesture[] {
    return this.known.filter((gesture) => goalOf(gesture) === point);
  }

  /** The best way there, as one message, all of it or nothing; alternatives stand in the list, and beside the point while it is pointed at. */
  send(point: number): void {
    this.dropped = -1;
    const best = this.to(point)[0];
    if (best) this.perform(best.actions, true);
  }

  drop(point: number): void {
    if (this.known.length) this.send(point);
    else this.dropped = point;
  }
}

/** The destination of a course that can be plotted, or 0. */
function goalOf({ kinds, operands, actions }: Gesture): number {
  return actions.some(([verb]) => verb === V.jump) ? (operands[kinds.indexOf("goal")] ?? 0) : 0;
}
