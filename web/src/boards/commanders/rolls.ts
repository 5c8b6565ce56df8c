/** The rolls of the latest fight: all of its steps, kept until those of another fight come. */

import type { CommandersTable, Event } from "../../wire";
import { CommandersEvent as E } from "../../wire";

const ROLLS = new Set<number>([E.fired, E.fought, E.shelled, E.razed, E.reacted]);
const BREAKS = new Set<number>([E.round, E.phase]);

export class Rolls {
  told: Event[] = [];
  private over = true; // what comes next belongs to another fight
  private at: [number, number] | null = null; // round and phase they were last shown with

  hear(events: Event[], afresh: boolean): void {
    if (afresh) this.forget();
    for (const event of events) {
      const kind = event[0] ?? -1;
      if (BREAKS.has(kind) || (kind === E.front && this.told.at(-1)?.[0] === E.fought)) this.over = true;
      if (!ROLLS.has(kind)) continue;
      if (this.over) this.told = [];
      this.over = false;
      this.told.push(event);
      this.at = null;
    }
  }

  /** A table of another time (a replay, a take-back) knows nothing of them. */
  shownWith({ round, phase }: CommandersTable): void {
    const [then, part] = this.at ?? [round, phase];
    if (round < then || (round === then && phase < part) || round > then + 1) this.forget();
    else this.at ??= [round, phase];
  }

  private forget(): void {
    this.told = [];
    this.over = true;
    this.at = null;
  }
}
