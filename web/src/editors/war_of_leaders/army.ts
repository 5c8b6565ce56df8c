/** The army of a sheet: a ready one, or an own one by numbers, drawn up in rows that fit a corner of the table. */

import type { Handout } from "../../boards/board";
import type { Toml } from "../toml";
import { html, picker, stepper } from "../parts";
import type { Stepper } from "../parts";
import type { Spot } from "./sheet";

/** Kind, leader (-1: none), millimetres forward of the corner and to the right. */
export type Row = [string, number, number, number];
export interface Counts { captains: number; tanks: number; soldiers: number; guards: number }

const MOST = 60;
const LIMITS: Counts = { captains: 8, tanks: 4, soldiers: 8, guards: 12 };
const FIRST = 90; // forward of the first row behind which the King stands at 50
const GAP = 36; // between pieces, in a row and from row to row
const EDGE = 30; // from the sides of the corner

export function rowsOf(handout: Handout, pieces: Toml): Row[] {
  const data = handout.data["scenarios"] as Record<string, { pieces?: Toml }>;
  const found = typeof pieces === "string" ? (data[pieces]?.pieces ?? data["standard"]?.pieces) : pieces;
  return Array.isArray(found) ? (found as Row[]) : typeof found === "string" ? rowsOf(handout, found) : [];
}

/** Tanks and soldiers of each captain, soldiers of the King; of uneven squads the mean. */
export function countsOf(rows: Row[]): Counts {
  const of = (kind: string, king: boolean) => rows.filter(([each, leader]) => each === kind && (leader === 0) === king).length;
  const captains = of("C", false);
  const each = (count: number) => (captains ? Math.round(count / captains) : 0);
  return { captains, tanks: each(of("T", false)), soldiers: each(of("S", false)), guards: of("S", true) };
}

export const sizeOf = ({ captains, tanks, soldiers, guards }: Counts): number => 1 + guards + captains * (1 + tanks + soldiers);

/** The King in the corner, his guards before him, then squad by squad, in rows as wide as the corner is there. */
export function drawnUp(counts: Counts): Row[] {
  const list: [string, number][] = Array.from({ length: counts.guards }, () => ["S", 0]);
  for (let squad = 0; squad < counts.captains; squad++) {
    const leader = 1 + list.length;
    list.push(["C", leader], ...Array.from({ length: counts.tanks }, (): [string, number] => ["T", leader]), ...Array.from({ length: counts.soldiers }, (): [string, number] => ["S", leader]));
  }
  const rows: Row[] = [["K", 0, 50, 0]];
  for (let forward = FIRST; rows.length <= list.length; forward += GAP) {
    const wide = Math.min(list.length + 1 - rows.length, 1 + Math.floor((2 * (forward - EDGE)) / (GAP * Math.SQRT2)));
    for (let i = 0; i < wide; i++) {
      const [kind, leader] = list[rows.length - 1]!;
      rows.push([kind, leader, forward, Math.round((i - (wide - 1) / 2) * GAP)]);
    }
  }
  return rows;
}

/** Where the rows stand on the table: they look across a corner or straight from an edge, else to the middle. */
export function placed(rows: Row[], corner: Spot, { width, height, disc }: { width: number; height: number; disc: number }, front?: number): (Spot & { kind: string })[] {
  const inward = (at: number, size: number) => (at === 0 ? 1 : at === size ? -1 : 0);
  let [dx, dy] = disc ? [0, 0] : [inward(corner.x, width), inward(corner.y, height)];
  if (front !== undefined) [dx, dy] = [Math.cos((front * Math.PI) / 2048), Math.sin((front * Math.PI) / 2048)];
  if (!dx && !dy) [dx, dy] = [width / 2 - corner.x, height / 2 - corner.y];
  const far = Math.hypot(dx, dy) || 1;
  [dx, dy] = [dx / far, dy / far];
  return rows.map(([kind, , forward, right]) => ({ kind, x: corner.x + dx * forward - dy * right, y: corner.y + dy * forward + dx * right }));
}

export class ArmyCard {
  readonly element: HTMLElement;
  private counts: Counts = { captains: 0, tanks: 0, soldiers: 0, guards: 0 };
  private steppers = {} as Record<keyof Counts, Stepper>;
  private total = html("p", "ed-note");
  private ready: HTMLSelectElement;

  constructor(private handout: Handout, private say: (key: string) => string, names: [string, string][], private change: (pieces: Toml) => void) {
    const choice = picker(say("army-ready"), [...names, ["", say("army-own")]], (name) => change(name || drawnUp(this.counts)));
    this.ready = choice.input;
    this.element = html("section", "ed-card wle-army", [html("h3", "", [say("army")]), choice.element]);
    for (const key of Object.keys(LIMITS) as (keyof Counts)[]) {
      this.steppers[key] = stepper(say(`army-${key}`), 0, LIMITS[key], (by) => this.step(key, by));
      this.element.append(this.steppers[key].element);
    }
    this.element.append(this.total);
  }

  show(pieces: Toml): void {
    this.counts = countsOf(rowsOf(this.handout, pieces));
    this.ready.value = typeof pieces === "string" ? pieces : "";
    for (const key of Object.keys(LIMITS) as (keyof Counts)[]) this.steppers[key].show(this.counts[key]);
    this.total.textContent = this.say("army-total").replace("{count}", String(rowsOf(this.handout, pieces).length)).replace("{most}", String(MOST));
  }
  private step(key: keyof Counts, by: number): void {
    const next = { ...this.counts, [key]: Math.min(LIMITS[key], Math.max(0, this.counts[key] + by)) };
    if (sizeOf(next) <= MOST) this.change(drawnUp(next));
  }
}
