/** Where sectors, battle zones and units lie.  The viewer's own reserve is below. */

import type { CommandersTable } from "../../wire";
import type { Point } from "../kit";

export const SIDE = 210; // of a sector
export const EDGE = 34; // depth of a battle zone within a sector
export const STRIP = 84; // height of a reserve
export const GAP = 8;
export const WIDTH = 3 * SIDE;
export const HEIGHT = 3 * SIDE + 2 * (STRIP + GAP);
export const SPACES = 5;
const PITCH = 28; // between the spaces of a zone
const BOX_WIDTH = 190; // of the rout box, beside the reserve

export const FULL = 1.08; // size of a counter in its sector
export const SMALL = 0.8; // and in a battle zone

export const SECTORS = 9;
export const RESERVE = 9;
export const BOX = 11;
export const CAPTURED = 12;
export const LOST = 13;
export const OFF = 14;
export const ARMY = 30;

export const SPENT = 1;
export const ROUTED = 2;
export const SQUARE = 4;
export const TIRED = 8;
export const ATTACK = 32;
export const CHARGE = 64;
export const GARRISON = 128;

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where a unit is drawn, whether in a zone (smaller), and its sector. */
export type Spots = Map<number, { at: Point; small: boolean; place: number }>;

export class Layout {
  /** Turned, Black sits below. */
  constructor(readonly turned: boolean) {}

  below(seat: number): boolean {
    return (seat === 1) === this.turned;
  }

  /** A sector or a reserve. */
  area(place: number): Area {
    if (place < SECTORS) {
      const [file, rank] = [place % 3, Math.floor(place / 3)];
      const [column, row] = this.turned ? [2 - file, rank] : [file, 2 - rank];
      return { x: column * SIDE, y: STRIP + GAP + row * SIDE, width: SIDE, height: SIDE };
    }
    return { x: 0, y: this.below(place - RESERVE) ? HEIGHT - STRIP : 0, width: WIDTH - BOX_WIDTH - GAP, height: STRIP };
  }

  box(seat: number): Area {
    return { x: WIDTH - BOX_WIDTH, y: this.below(seat) ? HEIGHT - STRIP : 0, width: BOX_WIDTH, height: STRIP };
  }

  middle(place: number): Point {
    const { x, y, width, height } = place === BOX ? this.box(0) : this.area(place);
    return { x: x + width / 2, y: y + height / 2 };
  }

  /** The sector or reserve at a point, or -1. */
  at(point: Point): number {
    for (let place = 0; place < RESERVE + 2; place++) {
      const { x, y, width, height } = this.area(place);
      if (point.x >= x && point.x < x + width && point.y >= y && point.y < y + height) return place;
    }
    return -1;
  }

  /** From one sector towards another: a unit vector along the line between them. */
  private way(from: number, to: number): Point {
    const [a, b] = [this.middle(from), this.middle(to)];
    if (from >= SECTORS || to >= SECTORS) return { x: 0, y: Math.sign(b.y - a.y) };
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    return { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
  }

  /** A space of the battle zone that lies in `from`, at its border with `to`. */
  space(from: number, to: number, index: number): Point {
    const [at, way] = [this.middle(from), this.way(from, to)];
    const aside = (Math.min(index, SPACES - 0.4) - (SPACES - 1) / 2) * PITCH;
    const ahead = SIDE / 2 - EDGE / 2;
    if (from === to) return { x: at.x + aside, y: at.y };
    return { x: at.x + way.x * ahead + Math.abs(way.y) * aside, y: at.y + way.y * ahead + Math.abs(way.x) * aside };
  }

  /** Beside the spaces of a zone, on the border: there its number covers nothing. */
  border(from: number, to: number): Point {
    const [at, way, end] = [this.middle(from), this.way(from, to), SIDE / 2 - 33];
    if (from === to) return { x: at.x - end, y: at.y };
    return { x: at.x + way.x * (SIDE / 2) - Math.abs(way.y) * end, y: at.y + way.y * (SIDE / 2) - Math.abs(way.x) * end };
  }

  /** Where an order from a point towards a sector ends: just across the border. */
  goal(from: Point, here: number, to: number): Point {
    const at = this.middle(to);
    if (here === to) return at;
    const way = this.way(here, to);
    const half = to >= SECTORS ? STRIP / 2 : SIDE / 2;
    const [mid, depth] = [{ x: at.x - way.x * half, y: at.y - way.y * half }, 22];
    if (to >= SECTORS) {
      const { x, width } = this.area(to);
      return { x: Math.max(x + 20, Math.min(x + width - 20, from.x)), y: mid.y + way.y * depth };
    }
    const source = here >= SECTORS ? { x: at.x + (from.x - WIDTH / 3) * 0.3, y: 0 } : from;
    const spread = (value: number, middle: number) => middle + Math.max(-70, Math.min(70, (value - middle) * 0.75));
    return { x: way.x ? mid.x + way.x * depth : spread(source.x, at.x), y: way.y ? mid.y + way.y * depth : spread(source.y, at.y) };
  }

  /** Places of all units that can be seen: in zones, in their sector, in a reserve or a rout box. */
  units(table: CommandersTable, spot: number[] | undefined, seat: number): Spots {
    const found: Spots = new Map();
    table.zones.forEach(([white = 0, black = 0, kind = -1], z) => {
      for (const side of [0, 1]) {
        const [own, other] = side === 0 ? [white, black] : [black, white];
        const facing = kind >= 0 ? kind : other;
        table.lines[2 * z + side]?.forEach((unit, k) => {
          if (table.zone[unit] !== z) return; // gone since the lines were drawn up
          const at = this.space(own, facing, k);
          if (own === facing) at.y += this.below(side) ? 16 : -16;
          found.set(unit, { at, small: true, place: table.place[unit] ?? OFF });
        });
      }
    });
    const groups = new Map<string, number[]>();
    table.place.forEach((where, unit) => {
      if (found.has(unit)) return;
      const side = Math.floor(unit / ARMY);
      const own = side === seat ? (spot?.[unit % ARMY] ?? -1) : -1;
      const place = where !== OFF || table.round ? where : own >= 0 ? own : RESERVE + side; // later on they belong to no army
      if (place > BOX) return;
      const key = `${side} ${place}`;
      groups.set(key, [...(groups.get(key) ?? []), unit]);
    });
    for (const [key, units] of groups) {
      const [side = 0, place = 0] = key.split(" ").map(Number);
      units.sort((a, b) => (table.kind[a] ?? 0) - (table.kind[b] ?? 0) || a - b);
      units.forEach((unit, i) => found.set(unit, { at: place < SECTORS ? this.rank(place, side, i) : this.row(side, place, i, units.length), small: false, place }));
    }
    return found;
  }

  /** Six units of a side in its half of a sector. */
  private rank(sector: number, side: number, i: number): Point {
    const { x, y } = this.middle(sector);
    const down = this.below(side) ? 1 : -1;
    return { x: x + ((i % 3) - 1) * 44, y: y + down * (19 + Math.min(2, Math.floor(i / 3)) * 36) };
  }

  private row(side: number, place: number, i: number, count: number): Point {
    const { x, y, width } = place === BOX ? this.box(side) : this.area(place);
    const perRow = Math.ceil(count / 2);
    const step = Math.min(40, (width - 50) / Math.max(1, perRow - 1));
    const [row, column] = count <= 4 ? [0.5, i] : [Math.floor(i / perRow), i % perRow];
    return { x: x + 26 + column * step, y: y + 27 + row * 35 };
  }
}
