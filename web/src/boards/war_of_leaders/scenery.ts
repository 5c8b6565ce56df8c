/** The table of War of Leaders and what stands on it: ground, start zones, obstacles, the Capture Point. */

import type { WarOfLeadersTable } from "../../wire";
import type { Point } from "../kit";
import { el, group, path, round, text, unique } from "../kit";

/** Millimetres of the table per unit of the drawing. */
export const SCALE = 2;

export function scaled(mm: number): number {
  return mm / SCALE;
}

/** The rim of the table, in units of the drawing. */
export const RIM = 9;

function surface(table: WarOfLeadersTable, className: string, more = 0): SVGElement {
  const [width = 0, height = 0, disc = 0] = table.size.map(scaled);
  if (disc) return el("circle", { cx: width / 2, cy: height / 2, r: disc + more, class: className });
  return el("rect", { x: -more, y: -more, width: width + 2 * more, height: height + 2 * more, rx: more ? 9 : 3, class: className });
}

/** Wood around, cloth inside, a line every 100 mm and a notch in the rim beside it. */
export function drawGround(table: WarOfLeadersTable): SVGGElement {
  const [width = 0, height = 0, disc = 0] = table.size.map(scaled);
  const made = group("wl-ground", [surface(table, "wl-rim", RIM), surface(table, "wl-table")]);
  const step = scaled(100);
  const chord = (far: number, length: number) => (disc ? length / 2 - Math.sqrt(Math.max(0, disc ** 2 - (far - length / 2) ** 2)) : 0);
  for (let x = step; x < width - 1; x += step) {
    const from = chord(x, width);
    made.append(el("line", { x1: x, y1: from, x2: x, y2: height - from, class: "wl-grid" }), el("line", { x1: x, y1: from - RIM + 3, x2: x, y2: from - 2, class: "wl-notch" }));
  }
  for (let y = step; y < height - 1; y += step) {
    const from = chord(y, height);
    made.append(el("line", { x1: from, y1: y, x2: width - from, y2: y, class: "wl-grid" }), el("line", { x1: from - RIM + 3, y1: y, x2: from - 2, y2: y, class: "wl-notch" }));
  }
  return made;
}

/** Start zones on the cloth, each in the colour of the seat whose corner it is. */
export function drawZones(table: WarOfLeadersTable): SVGGElement {
  const id = unique("wl-cloth");
  const made = group("wl-zones", [el("clipPath", { id }, [surface(table, "")])]);
  for (let i = 0; i * 3 + 2 < table.zone.length; i++) {
    const [x = 0, y = 0, r = 0] = table.zone.slice(i * 3, i * 3 + 3).map(scaled);
    const seat = table.corner.indexOf(i);
    const colour = seat >= 0 ? `var(--seat-${seat % 8})` : "var(--line)";
    made.append(el("circle", { cx: x, cy: y, r, class: `wl-zone${seat >= 0 ? ` seat-${seat}` : ""}`, stroke: colour, fill: colour, "clip-path": `url(#${id})` }));
  }
  return made;
}

/** Obstacles from above: outlines are buildings with a roof, circles are copses. */
export function drawObstacles(table: WarOfLeadersTable): SVGGElement {
  const made = group("wl-obstacles");
  table.wall_x.forEach((x, i) => {
    const outline = table.outline[i] ?? [];
    if (outline.length) {
      const corners = Array.from({ length: outline.length / 2 }, (_, k) => ({ x: scaled(outline[2 * k]!), y: scaled(outline[2 * k + 1]!) }));
      made.append(el("path", { d: path(corners), class: "wl-wall-shadow", transform: "translate(2.5 3.5)" }), el("path", { d: path(corners), class: "wl-wall" }), roof(corners));
    } else {
      const [cx, cy, r] = [scaled(x), scaled(table.wall_y[i]!), scaled(table.wall_r[i]!)];
      made.append(el("circle", { cx, cy, r, class: "wl-wall-shadow", transform: "translate(2.5 3.5)" }), el("circle", { cx, cy, r, class: "wl-wall wl-rock" }), ...crowns(cx, cy, r));
    }
  });
  return made;
}

/** Ridges of a roof: from every corner towards the long axis. */
function roof(corners: Point[]): SVGElement {
  const middle = { x: mean(corners.map(({ x }) => x)), y: mean(corners.map(({ y }) => y)) };
  if (corners.length !== 4) return el("path", { d: corners.map(({ x, y }) => `M${round(x)} ${round(y)}L${round(middle.x)} ${round(middle.y)}`).join(""), class: "wl-ridge" });
  const [a, b, c, d] = corners as [Point, Point, Point, Point];
  const long = Math.hypot(b.x - a.x, b.y - a.y) > Math.hypot(c.x - b.x, c.y - b.y);
  const [one, two] = long ? [between(a, d), between(b, c)] : [between(a, b), between(c, d)];
  const inset = (end: Point, other: Point): Point => {
    const [width, length] = [long ? Math.hypot(d.x - a.x, d.y - a.y) : Math.hypot(b.x - a.x, b.y - a.y), Math.hypot(other.x - end.x, other.y - end.y) || 1];
    const part = Math.min(0.5, width / 2 / length);
    return { x: end.x + (other.x - end.x) * part, y: end.y + (other.y - end.y) * part };
  };
  const [p, q] = [inset(one, two), inset(two, one)];
  const line = (from: Point, to: Point) => `M${round(from.x)} ${round(from.y)}L${round(to.x)} ${round(to.y)}`;
  const [nearP, nearQ] = long ? [[a, d], [b, c]] : [[a, b], [c, d]];
  return el("path", { d: line(p, q) + nearP!.map((each) => line(each, p)).join("") + nearQ!.map((each) => line(each, q)).join(""), class: "wl-ridge" });
}

/** Tree tops inside a circle. */
function crowns(cx: number, cy: number, r: number): SVGElement[] {
  return Array.from({ length: 7 }, (_, i) => {
    const [angle, far] = [i * 1.05, i === 6 ? 0 : r * 0.6];
    return el("circle", { cx: round(cx + far * Math.cos(angle)), cy: round(cy + far * Math.sin(angle)), r: round(r * 0.34), class: "wl-crown-top" });
  });
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
}

function between(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

export function drawPoint(table: WarOfLeadersTable, label: string): SVGGElement {
  const made = group("wl-point");
  const [x, y, r] = table.point.map(scaled);
  if (x === undefined || y === undefined || !r) return made;
  made.append(
    el("circle", { cx: x, cy: y, r, class: "wl-point-ring" }),
    el("circle", { cx: x, cy: y, r: r * 0.66, class: "wl-point-inner" }),
    el("path", { d: `M${x} ${y - 9}l2.6 5.6l6 .6l-4.5 4.1l1.3 6l-5.4 -3.1l-5.4 3.1l1.3 -6l-4.5 -4.1l6 -.6z`, class: "wl-star" }),
    text(x, y + r + 8, label, { class: "wl-point-name", "font-size": 9 }),
  );
  return made;
}
