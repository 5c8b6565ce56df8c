/** Symmetric brushes: where else a stroke falls, and which territory it means there. */

import type { Cells, Spot } from "./plan";
import { edges, spotOf } from "./plan";

export type Symmetry = "none" | "point" | "sides" | "ends" | "three";
export const SYMMETRIES: Symmetry[] = ["none", "point", "sides", "ends", "three"];

/** Territories change hands with the half, or the third, of the board. */
const HALVES: Record<string, string> = { a: "b", b: "a", c: "d", d: "c", e: "f", f: "e" };
const THIRDS: Record<string, string> = { a: "b", b: "c", c: "a", d: "e", e: "f", f: "d" };

export interface Image { spot: Spot; zone: (letter: string) => string }

/** All places a brush on one field means, that field first.  The centre follows from the board as it is. */
export function images(kind: Symmetry, cells: Cells): (spot: Spot) => Image[] {
  const self = (spot: Spot): Image => ({ spot, zone: (letter) => letter });
  if (kind === "none" || !cells.size) return (spot) => [self(spot)];
  const across = (letter: string) => HALVES[letter] ?? letter;
  const { left, right, top, bottom } = edges(cells);
  const even = (n: number) => n + (((n % 2) + 2) % 2);
  if (kind === "sides") {
    const sum = even(left + right);
    return (spot) => distinct([self(spot), { spot: { q: (sum - 2 * spot.q - spot.r - spot.r) / 2, r: spot.r }, zone: across }]);
  }
  if (kind === "ends") {
    const sum = even(top + bottom);
    return (spot) => distinct([self(spot), { spot: { q: (2 * spot.q + spot.r - (sum - spot.r)) / 2, r: sum - spot.r }, zone: across }]);
  }
  const spots = [...cells.keys()].map(spotOf);
  const middle = { q: spots.reduce((sum, { q }) => sum + q, 0) / spots.length, r: spots.reduce((sum, { r }) => sum + r, 0) / spots.length };
  if (kind === "point") {
    const sum = nearest(2 * middle.q, 2 * middle.r);
    return (spot) => distinct([self(spot), { spot: { q: sum.q - spot.q, r: sum.r - spot.r }, zone: across }]);
  }
  // turned by a third: q, r, s -> s, q, r; a centre between fields is as good as one on a field
  const turn = ({ q, r }: Spot): Spot => ({ q: -q - r, r: q });
  const turned = turn(middle);
  const by = nearest(middle.q - turned.q, middle.r - turned.r);
  const on = (spot: Spot): Spot => ({ q: turn(spot).q + by.q, r: turn(spot).r + by.r });
  const next = (letter: string) => THIRDS[letter] ?? letter;
  return (spot) => distinct([self(spot), { spot: on(spot), zone: next }, { spot: on(on(spot)), zone: (letter) => next(next(letter)) }]);
}

function distinct(found: Image[]): Image[] {
  return found.filter(({ spot }, i) => !found.slice(0, i).some((other) => other.spot.q === spot.q && other.spot.r === spot.r));
}

/** The lattice point nearest to one between fields. */
function nearest(q: number, r: number): Spot {
  let [rq, rr] = [Math.round(q), Math.round(r)];
  const rs = Math.round(-q - r);
  const [dq, dr, ds] = [Math.abs(rq - q), Math.abs(rr - r), Math.abs(rs + q + r)];
  if (dq > dr && dq > ds) rq = -rr - rs;
  else if (dr > ds) rr = -rq - rs;
  return { q: rq + 0, r: rr + 0 };
}
