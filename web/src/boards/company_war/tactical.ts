/** The tactical map: a field of hexagons around the mass, counters with their vectors. */

import type { CompanyWarTable } from "../../wire";
import type { Point } from "../kit";
import { centre, corners, el, group, path, text } from "../kit";
import type { Eye } from "./facts";
import { ahead, flatPoint, HEX, hexOf, hexPoint, MIDDLE, RIDER } from "./facts";

let grids = new Map<number, string>();

function gridPath(radius: number): string {
  const known = grids.get(radius);
  if (known) return known;
  let drawn = "";
  for (let q = -radius; q <= radius; q++)
    for (let r = Math.max(-radius, -q - radius); r <= Math.min(radius, -q + radius); r++) drawn += path(corners(HEX, flatPoint(hexOf(q, r))));
  grids = new Map([[radius, drawn]]);
  return drawn;
}

export function drawField(radius: number): SVGGElement {
  const mass = { x: 0, y: 0 };
  const made = group("cw-hexes", [el("path", { d: gridPath(radius), class: "cw-grid" })]);
  for (const ring of [5, 10, 15]) if (ring < radius) made.append(el("path", { d: ringPath(ring), class: "cw-ring-line" }), text(mass.x, mass.y - ring * 1.5 * HEX.size, String(ring), { class: "cw-ring-text", "font-size": 8 }));
  made.append(el("path", { d: ringPath(1.5), class: "cw-pull" }), el("circle", { cx: mass.x, cy: mass.y, r: 26, class: "cw-glow" }), el("circle", { cx: mass.x, cy: mass.y, r: 9, class: "cw-mass" }));
  return made;
}

function ringPath(ring: number): string {
  const turns: [number, number][] = [[ring, 0], [0, ring], [-ring, ring], [-ring, 0], [0, -ring], [ring, -ring]];
  return path(turns.map(([q, r]) => centre(HEX, q, r)));
}

export function hexButton(hex: number, kind: string, eye: Eye): SVGGElement {
  const made = group(`cw-hex cw-hex-${kind}`, [el("path", { d: path(corners(HEX, hexPoint(hex, eye), 0.9 * eye.scale)), class: "cw-hex-bed" })]);
  const at = hexPoint(hex, eye);
  if (kind === "coast") made.append(el("circle", { cx: at.x, cy: at.y, r: 3, class: "cw-hex-mark" }));
  if (kind === "overload") made.append(el("path", { d: `M${at.x - 3} ${at.y + 4}l4 -5h-3l3 -4`, class: "cw-hex-line" }));
  return made;
}

/** Hexes in the middle of each map edge, in the order of the edges: q, r, s at their most, then at their least. */
export function edgePoint(edge: number, radius: number): Point {
  const half = radius / 2;
  const [q, r] = ([[radius, -half], [-half, radius], [-half, -half], [-radius, half], [half, -radius], [half, half]] as [number, number][])[edge] ?? [0, 0];
  const at = centre(HEX, Math.round(q), Math.round(r));
  return { x: MIDDLE.x + at.x * 1.06, y: MIDDLE.y + at.y };
}

/** Where a unit drifts to if it does nothing: place, velocity and the gravity the table says it owes. */
export function drifted(table: CompanyWarTable, unit: number): number {
  return ahead(table.hex[unit] ?? 0, table.vel_q[unit] ?? 0, table.vel_r[unit] ?? 0) + (table.owed[unit] ?? 0);
}

/** Where each counter is drawn: those in one hexagon stand around its middle. */
export function stands(table: CompanyWarTable, eye: Eye): Map<number, Point> {
  const stacks = new Map<number, number[]>();
  for (const unit of table.force) stacks.set(table.hex[unit] ?? 0, [...(stacks.get(table.hex[unit] ?? 0) ?? []), unit]);
  const found = new Map<number, Point>();
  for (const [hex, units] of stacks) {
    const at = hexPoint(hex, eye);
    units.forEach((unit, i) => {
      const turn = (i * 2 * Math.PI) / units.length - Math.PI / 2;
      const far = units.length === 1 ? 0 : (6 + units.length * 2) * (1 + (eye.scale - 1) * 0.4);
      found.set(unit, { x: at.x + far * Math.cos(turn), y: at.y + far * Math.sin(turn) });
    });
  }
  return found;
}

/** The way a unit flew this turn, its velocity as an arrow, and the pull of the mass as a dotted step. */
export function drawVector(table: CompanyWarTable, unit: number, seat: number, from: Point, eye: Eye): SVGGElement {
  const made = group(`cw-vector cw-seat-${seat}${unit < RIDER ? "" : " cw-light"}`);
  const trail = (table.path[unit] ?? []).map((hex) => hexPoint(hex, eye));
  if (trail.length > 1) made.append(el("path", { d: path(trail, false), class: "cw-trail" }));
  const hex = table.hex[unit] ?? 0;
  const [q, r] = [table.vel_q[unit] ?? 0, table.vel_r[unit] ?? 0];
  if (q || r) {
    const to = hexPoint(ahead(hex, q, r), eye);
    const angle = Math.atan2(to.y - from.y, to.x - from.x);
    const tip = [-0.5, 0.5].map((turn) => `${(to.x - 7 * Math.cos(angle + turn)).toFixed(1)} ${(to.y - 7 * Math.sin(angle + turn)).toFixed(1)}`);
    made.append(el("path", { d: `M${from.x.toFixed(1)} ${from.y.toFixed(1)}L${to.x.toFixed(1)} ${to.y.toFixed(1)}M${tip[0]}L${to.x.toFixed(1)} ${to.y.toFixed(1)}L${tip[1]}`, class: "cw-velocity" }));
  }
  if (table.owed[unit]) {
    const [a, b] = [hexPoint(ahead(hex, q, r), eye), hexPoint(drifted(table, unit), eye)];
    made.append(el("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: "cw-owed" }), el("circle", { cx: b.x, cy: b.y, r: 3, class: "cw-owed" }));
  }
  return made;
}
