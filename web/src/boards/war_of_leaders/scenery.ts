/** The table of War of Leaders and what stands on it: ground, start zones, obstacles, the Capture Point. */

import type { WarOfLeadersTable } from "../../wire";
import { el, group, path, text } from "../kit";

/** Millimetres of the table per unit of the drawing. */
export const SCALE = 2;

export function scaled(mm: number): number {
  return mm / SCALE;
}

export function drawGround(table: WarOfLeadersTable): SVGGElement {
  const [width = 0, height = 0, round = 0] = table.size.map(scaled);
  const made = group("wl-ground");
  made.append(
    round
      ? el("circle", { cx: width / 2, cy: height / 2, r: round, class: "wl-table" })
      : el("rect", { width, height, rx: 6, class: "wl-table" }),
  );
  const step = scaled(100);
  for (let x = step; x < width; x += step) made.append(el("line", { x1: x, y1: 0, x2: x, y2: height, class: "wl-grid" }));
  for (let y = step; y < height; y += step) made.append(el("line", { x1: 0, y1: y, x2: width, y2: y, class: "wl-grid" }));
  return made;
}

/** Start zones, each in the colour of the seat whose corner it is. */
export function drawZones(table: WarOfLeadersTable): SVGGElement {
  const made = group("wl-zones");
  for (let i = 0; i * 3 + 2 < table.zone.length; i++) {
    const [x = 0, y = 0, r = 0] = table.zone.slice(i * 3, i * 3 + 3).map(scaled);
    const seat = table.corner.indexOf(i);
    made.append(el("circle", { cx: x, cy: y, r, class: `wl-zone${seat >= 0 ? ` seat-${seat}` : ""}`, stroke: seat >= 0 ? `var(--seat-${seat})` : "var(--line)" }));
  }
  return made;
}

export function drawObstacles(table: WarOfLeadersTable): SVGGElement {
  const made = group("wl-obstacles");
  table.wall_x.forEach((x, i) => {
    const outline = table.outline[i] ?? [];
    if (outline.length) {
      const corners = Array.from({ length: outline.length / 2 }, (_, k) => ({ x: scaled(outline[2 * k]!), y: scaled(outline[2 * k + 1]!) }));
      made.append(el("path", { d: path(corners), class: "wl-wall-shadow", transform: "translate(2.5 3.5)" }), el("path", { d: path(corners), class: "wl-wall" }));
    } else {
      const at = { cx: scaled(x), cy: scaled(table.wall_y[i]!), r: scaled(table.wall_r[i]!) };
      made.append(el("circle", { ...at, class: "wl-wall-shadow", transform: "translate(2.5 3.5)" }), el("circle", { ...at, class: "wl-wall wl-rock" }));
    }
  });
  return made;
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
