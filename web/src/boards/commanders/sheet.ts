/** The order sheet in the making: orders drawn but not yet sent, which can be taken back. */

import type { Action, CommandersHand, CommandersTable } from "../../wire";
import { CommandersVerb as V } from "../../wire";
import { ARMY, GARRISON, ROUTED } from "./layout";

export interface Order {
  unit: number;
  path: number[];
}

const GUNS = 2;

export class Sheet {
  orders: Order[] = [];

  constructor(
    private table: CommandersTable,
    private hand: CommandersHand,
    private offer: Action[],
    private extra: number,
    draft: string,
  ) {
    const [round, seat, ...lines] = draft.split(";");
    if (Number(round) !== table.round || Number(seat) !== hand.seat || !draft) return;
    for (const line of lines) {
      const [unit = -1, ...path] = line.split(",").map(Number);
      this.add(unit, path);
    }
  }

  /** Orders not yet given nor drawn. */
  get left(): number {
    return (this.table.orders[this.hand.seat] ?? 0) - this.given.length - this.orders.length;
  }

  get given(): Order[] {
    return this.hand.plan1.flatMap((first, i) => (first < 0 ? [] : [{ unit: this.hand.seat * ARMY + i, path: [first, this.hand.plan2[i] ?? -1].filter((sector) => sector >= 0) }]));
  }

  write(): string {
    return this.orders.length ? [this.table.round, this.hand.seat, ...this.orders.map(({ unit, path }) => [unit, ...path].join(","))].join(";") : "";
  }

  /** A unit without an order stands for itself; else the next one of its kind and place does; -1 when there is none. */
  standIn(unit: number): number {
    const free = this.alike(unit).filter((each) => !this.orders.some((order) => order.unit === each));
    return free.includes(unit) ? unit : (free[0] ?? -1);
  }

  /** Offered orders of units that have none yet. */
  offered(): Action[] {
    if (this.left + this.extra <= 0) return [];
    return this.offer.filter(([verb, unit]) => verb === V.order && !this.orders.some((order) => order.unit === unit));
  }

  private alike(unit: number): number[] {
    const { kind, place, status } = this.table;
    const found: number[] = [];
    for (let i = 0; i < ARMY; i++) {
      const each = this.hand.seat * ARMY + i;
      const same = kind[unit] === GUNS ? each === unit : kind[each] === kind[unit] && place[each] === place[unit];
      if (same && (this.hand.plan1[i] ?? -1) < 0 && !((status[each] ?? 0) & (ROUTED | GARRISON))) found.push(each);
    }
    return found;
  }

  /** The paths offered to a unit, or to the one it is alike. */
  paths(unit: number): number[][] {
    const group = this.alike(unit);
    return this.offer.filter(([verb, each]) => verb === V.order && group.includes(each!)).map((action) => action.slice(2));
  }

  /** Units an order can still be drawn for. */
  open(): number[] {
    if (this.left + this.extra <= 0) return [];
    const found = new Set<number>();
    for (const [verb, unit] of this.offer) if (verb === V.order) found.add(this.standIn(unit!));
    found.delete(-1);
    return [...found];
  }

  add(unit: number, path: number[]): boolean {
    const stand = this.standIn(unit);
    if (stand < 0 || this.left + this.extra <= 0 || !this.paths(unit).some((each) => each.join() === path.join())) return false;
    this.orders.push({ unit: stand, path });
    return true;
  }

  /** Whether all of these orders could be added, one after the other. */
  tries(actions: Action[]): boolean {
    const before = this.orders;
    this.orders = [...before];
    const fits = actions.every(([verb, unit = -1, ...path]) => verb === V.order && this.add(unit, path));
    this.orders = before;
    return fits;
  }

  drop(index: number): void {
    this.orders = this.orders.filter((_, i) => i !== index);
  }

  actions(): Action[] {
    return this.orders.map(({ unit, path }) => [V.order, unit, ...path]);
  }

  /** The path meant by dragging over sectors, the last of which is where it ended: as drawn, else straight there, else the first that ends there. */
  meant(unit: number, over: number[]): number[] | null {
    const paths = this.paths(unit);
    const end = over.at(-1);
    const here = this.table.place[unit];
    const drawn = over.filter((sector, i) => i > 0 || sector !== here);
    if (!drawn.length) return paths.find((path) => path.join() === String(here)) ?? null; // the unit's own sector: its building
    return (
      paths.find((path) => path.join() === drawn.join()) ??
      paths.find((path) => path.length === 1 && path[0] === end) ??
      paths.find((path) => path.at(-1) === end && drawn.includes(path[0]!)) ??
      paths.find((path) => path.at(-1) === end) ??
      null
    );
  }
}
