/** Places of a declared layout as shapes. */

import type { Layout } from "../board";
import type { Point } from "../kit";
import { el, group, path, text } from "../kit";

export const UNIT = 60; // pixels of the drawing across a square
const RIM = 0.42; // of a unit, for letters and numbers beside the squares
const PLANE = 640; // pixels across a plane

export interface Ground {
  box: { x: number; y: number; width: number; height: number };
  /** Half of the width of a thing that fills a place. */
  size: number;
  at(place: number): Point;
  /** Elements by place; a plane has none. */
  shapes: Map<number, SVGGElement>;
  backdrop: SVGGElement;
}

export function lay(layout: Layout): Ground {
  return layout.shape === "plane" ? layPlane(layout) : layPlaces(layout);
}

function layPlane(layout: Layout): Ground {
  const scale = PLANE / Math.max(layout.width, 1);
  const box = { x: 0, y: 0, width: layout.width * scale, height: layout.height * scale };
  const backdrop = group("layout-plane", [el("rect", { ...box, class: "layout-ground ground-land" })]);
  const at = (point: number) => ({ x: Math.floor(point / layout.pitch) * scale, y: (point % layout.pitch) * scale });
  return { box: grown(box, 16), size: 16, at, shapes: new Map(), backdrop };
}

function layPlaces(layout: Layout): Ground {
  const middles = new Map<number, Point>();
  const shapes = new Map<number, SVGGElement>();
  const backdrop = group("layout-lines");
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [number, x, y, label, ground, width, height] of layout.places) {
    const [cx, cy, w, h] = [x * UNIT, y * UNIT, width * UNIT, height * UNIT];
    middles.set(number, { x: cx, y: cy });
    [left, top, right, bottom] = [Math.min(left, cx - w / 2), Math.min(top, cy - h / 2), Math.max(right, cx + w / 2), Math.max(bottom, cy + h / 2)];
    const shape = group("layout-place", [outline(layout, cx, cy, w, h, ground || "plain", x + y)]);
    if (label) shape.append(named(layout, label, cx, cy, w, h));
    shapes.set(number, shape);
  }
  const at = (place: number) => middles.get(place) ?? { x: left, y: top };
  for (const [start, goal] of layout.lines) backdrop.append(el("path", { d: path([at(start), at(goal)], false), class: "layout-line" }));
  const box = { x: left, y: top, width: right - left, height: bottom - top };
  const rim = layout.shape === "squares" && layout.width > 0 && !layout.places.some(([, , , label]) => label);
  if (rim) backdrop.append(...letters(layout.width, layout.height));
  const size = layout.shape === "graph" ? UNIT * 0.24 : UNIT * 0.36;
  return { box: grown(box, rim ? RIM * UNIT : layout.shape === "graph" ? 0.3 * UNIT : 6), size, at, shapes, backdrop };
}

function outline(layout: Layout, x: number, y: number, w: number, h: number, ground: string, parity: number): SVGElement {
  const shade = layout.shape === "squares" && parity % 2 ? " odd" : "";
  const look = `layout-ground ground-${ground}${shade}`;
  if (layout.shape === "graph") return el("circle", { cx: x, cy: y, r: w * 0.42, class: look });
  if (layout.shape === "hexes") {
    const r = w / Math.sqrt(3);
    return el("path", { d: path(Array.from({ length: 6 }, (_, i) => ({ x: x + r * Math.cos(((2 * i + 1) * Math.PI) / 6), y: y + r * Math.sin(((2 * i + 1) * Math.PI) / 6) }))), class: look });
  }
  return el("rect", { x: x - w / 2, y: y - h / 2, width: w, height: h, rx: layout.shape === "zones" ? 8 : 0, class: look });
}

function named(layout: Layout, label: string, x: number, y: number, w: number, h: number): SVGElement {
  const below = layout.shape === "graph" ? y + w * 0.42 + 8 : y - h / 2 + 9;
  return text(x, layout.shape === "hexes" ? y - h * 0.38 : below, label, { class: "layout-label" });
}

/** Letters below, numbers at the left, as on a chessboard. */
function letters(columns: number, rows: number): SVGElement[] {
  const outside = (0.5 + RIM / 2) * UNIT;
  return [
    ...Array.from({ length: columns }, (_, i) => text(i * UNIT, (rows - 1) * UNIT + outside, "abcdefghijklmnopqrstuvwxyz"[i] ?? "", { class: "layout-rim" })),
    ...Array.from({ length: rows }, (_, i) => text(-outside, i * UNIT, String(rows - i), { class: "layout-rim" })),
  ];
}

const grown = (box: Ground["box"], by: number) => ({ x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by });
