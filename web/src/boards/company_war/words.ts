/** What is where, in words and looks: shared by all scenes. */

import type { CompanyWarHand, CompanyWarTable } from "../../wire";
import type { BoardContext, View } from "../board";
import { spoken } from "../kit";
import type { ShipLook } from "./counters";
import type { Facts } from "./facts";
import { classOf, RIDER, seatOf, SHIPS, STATION, UNPLACED } from "./facts";

export type WarView = View<CompanyWarTable, CompanyWarHand>;

export class Teller {
  letters: string[];

  constructor(
    private context: BoardContext,
    private facts: Facts,
  ) {
    this.letters = [0, 1].map((seat) => this.seat(seat).charAt(0).toUpperCase());
  }

  word(key: string): string {
    return this.context.texts["board"]?.[key] ?? key;
  }

  seat(seat: number): string {
    return spoken(this.context, "seat", seat);
  }

  unit(unit: number): string {
    return spoken(this.context, "unit", unit);
  }

  point(point: number): string {
    return spoken(this.context, "point", point);
  }

  /** Name and number of a point. */
  place(point: number): string {
    const name = this.point(point);
    return name === String(point) ? `${this.word("plain")} ${point}` : `${name} ${point}`;
  }

  /** The point of a ship: seen by all, or set up in secret by the viewer; 0 when destroyed, -1 when unknown. */
  where(view: WarView, ship: number): number {
    const open = view.table.place[ship] ?? UNPLACED;
    return open === UNPLACED ? (view.hand?.start[ship] ?? UNPLACED) : open;
  }

  shipsAt(view: WarView, point: number, seat = -1): number[] {
    return Array.from({ length: SHIPS }, (_, ship) => ship).filter((ship) => this.where(view, ship) === point && (seat < 0 || seatOf(ship, -1) === seat));
  }

  riders(view: WarView, ship: number, out: number): number {
    return view.table.rider_on.filter((on, i) => on === ship && view.table.rider_out[i] === out).length;
  }

  look(view: WarView, unit: number): ShipLook {
    const { table, hand } = view;
    const hurt = Boolean(table.hurt[unit]);
    const ship = this.facts.ships[unit];
    const seat = seatOf(unit, table.hauler_seat);
    const values = ship ? (hurt ? ship.back : ship.front) : unit < STATION ? (hurt ? this.facts.riders.back : this.facts.riders.front)[seat] : undefined;
    return {
      seat: Math.max(0, seat),
      kind: classOf(this.facts, unit),
      name: this.unit(unit),
      values: values?.join("-") ?? "",
      aboard: this.riders(view, unit, 0),
      out: this.riders(view, unit, 1),
      berths: ship?.riders ?? 0,
      hurt,
      fleeing: Boolean(table.fleeing[unit]),
      troop: Boolean(hand?.troop[unit]),
      done: Boolean(table.moved[unit] || table.spent[unit]),
      note: this.note(view, unit),
    };
  }

  private note(view: WarView, unit: number): string {
    const { table, hand } = view;
    if (unit >= SHIPS) return "";
    const order = table.order[unit] || hand?.order[unit] || 0;
    if (order) return spoken(this.context, "order", order);
    const end = hand?.course[unit]?.at(-1);
    if (end !== undefined && !table.moved[unit]) return `→ ${this.point(end)}`;
    return hand?.squad.includes(unit) ? "→ …" : "";
  }

  sayUnit(view: WarView, unit: number): string {
    const { table } = view;
    const look = this.look(view, unit);
    const seat = seatOf(unit, table.hauler_seat);
    const written = [look.name, look.kind, look.values, look.note].filter(Boolean).join(" ");
    const parts = [written, seat >= 0 ? this.seat(seat) : "", this.word(look.kind)];
    if (look.berths) parts.push(`${this.word("aboard")} ${look.aboard}/${look.berths}`);
    if (look.out) parts.push(`${this.word("out")} ${look.out}`);
    if (look.hurt) parts.push(this.word("damaged"));
    if (look.fleeing) parts.push(this.word("fleeing"));
    if (look.troop) parts.push(this.word("troops"));
    if (table.force.includes(unit)) {
      parts.push(spoken(this.context, "hex", table.hex[unit] ?? 0));
      const [q, r] = [table.vel_q[unit] ?? 0, table.vel_r[unit] ?? 0];
      if (unit !== STATION) parts.push(`${this.word("speed")} ${(Math.abs(q) + Math.abs(r) + Math.abs(q + r)) / 2}`);
      parts.push(`${this.word("hits")} ${unit === STATION ? table.station_hits[this.battlePoint(view)] : table.hits[unit]}/${this.facts.hull[look.kind] ?? 0}`);
      if (unit >= RIDER && unit !== STATION) parts.push(`${this.word("fuel")} ${table.fuel[unit]}`);
    }
    return parts.filter(Boolean).join(", ");
  }

  battlePoint(view: WarView): number {
    return view.table.stack.at(-1)?.regs[0] ?? 0;
  }

  sayPoint(view: WarView, point: number): string {
    const { table } = view;
    const kind = this.facts.points.get(point)?.kind ?? "plain";
    const parts = [this.place(point)];
    if (kind !== "plain") parts.push(this.word(kind === "union" ? "station-union" : kind));
    if (table.wrecked[point]) parts.push(this.word("wrecked"));
    else if (table.station_hits[point]) parts.push(`${this.word("hits")} ${table.station_hits[point]}/${this.facts.stationHits}`);
    if (table.garrison[point]) parts.push(this.word("garrison"));
    for (const seat of [0, 1]) {
      const ships = this.shipsAt(view, point, seat);
      if (ships.length) parts.push(`${this.seat(seat)}: ${ships.length > 8 ? `${ships.length} ${this.word("ships")}` : ships.map((ship) => this.unit(ship)).join(" · ")}`);
    }
    return parts.join(", ");
  }
}
