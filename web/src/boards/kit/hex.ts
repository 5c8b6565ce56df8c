/** Hexagons on the screen.  Coordinates are axial (q, r); which axis the rules use is the board's business. */

import type { Point } from "./svg";

export interface HexLayout {
  /** Corner up ("pointy") or side up ("flat"). */
  flat: boolean;
  /** Centre to corner. */
  size: number;
}

const ROOT3 = Math.sqrt(3);

export function centre(layout: HexLayout, q: number, r: number): Point {
  return layout.flat
    ? { x: layout.size * 1.5 * q, y: layout.size * ROOT3 * (r + q / 2) }
    : { x: layout.size * ROOT3 * (q + r / 2), y: layout.size * 1.5 * r };
}

/** Corners around a centre, clockwise; corner i and i+1 span side i. */
export function corners(layout: HexLayout, at: Point, scale = 1): Point[] {
  const start = layout.flat ? 0 : -30;
  return Array.from({ length: 6 }, (_, i) => {
    const angle = ((start + 60 * i) * Math.PI) / 180;
    return { x: at.x + layout.size * scale * Math.cos(angle), y: at.y + layout.size * scale * Math.sin(angle) };
  });
}

/** Offset rows ("odd-r", "even-r") or columns ("odd-q", "even-q") to axial. */
export function axial(kind: "odd-r" | "even-r" | "odd-q" | "even-q", column: number, row: number): { q: number; r: number } {
  const shift = kind.startsWith("odd") ? -1 : 1;
  return kind.endsWith("r")
    ? { q: column - (row + shift * (row & 1)) / 2, r: row }
    : { q: column, r: row - (column + shift * (column & 1)) / 2 };
}

/** The hexagon a point lies in. */
export function hexAt(layout: HexLayout, point: Point): { q: number; r: number } {
  const q = layout.flat ? ((2 / 3) * point.x) / layout.size : ((ROOT3 / 3) * point.x - point.y / 3) / layout.size;
  const r = layout.flat ? (-point.x / 3 + (ROOT3 / 3) * point.y) / layout.size : ((2 / 3) * point.y) / layout.size;
  return rounded(q, r);
}

function rounded(q: number, r: number): { q: number; r: number } {
  const s = -q - r;
  let [rq, rr] = [Math.round(q), Math.round(r)];
  const rs = Math.round(s);
  const [dq, dr, ds] = [Math.abs(rq - q), Math.abs(rr - r), Math.abs(rs - s)];
  if (dq > dr && dq > ds) rq = -rr - rs;
  else if (dr > ds) rr = -rq - rs;
  return { q: rq + 0, r: rr + 0 };
}

export function distance(a: { q: number; r: number }, b: { q: number; r: number }): number {
  return (Math.abs(a.q - b.q) + Math.abs(a.r - b.r) + Math.abs(a.q + a.r - b.q - b.r)) / 2;
}
