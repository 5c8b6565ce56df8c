/** Units as they stand on the map: a plate in the owner's livery with its number, and a figure with a count for every kind. */

import type { Patterns } from "../kit";
import { el, group, livery, text } from "../kit";

export const UNITS = [0, 1, 2];
const STEP = 17;
const HEIGHT = 15;

/** Figures around 0 0, about ten wide: soldier, tank, plane. */
export const FIGURES = [
  "M0 -5.4a1.9 1.9 0 1 1 0 3.8a1.9 1.9 0 1 1 0 -3.8M-2.8 5.4V1.6Q-2.8 -1 0 -1T2.8 1.6V5.4H1V2.4H-1V5.4Z",
  "M-5.6 1.2H-3.4L-2.8 -2H1.4L1.9 -1.2H6V0H2.2L2.4 1.2H4.6Q6 1.2 5.6 2.8T4 4.4H-4Q-5.6 4.4 -5.9 2.8T-5.6 1.2Z",
  "M6 0Q6 -1 4.4 -1H1.6L-1.4 -5H-3L-1.6 -1H-4L-5.2 -2.6H-6.2L-5.5 0L-6.2 2.6H-5.2L-4 1H-1.6L-3 5H-1.4L1.6 1H4.4Q6 1 6 0Z",
];

export function width(counts: number[]): number {
  return 12 + STEP * Math.max(1, counts.filter((count) => count > 0).length);
}

/** The units of one seat in one place; `fresh` tells how many of them have moved this turn. */
export function stack(seat: number, counts: number[], fresh: number[], patterns: Patterns): SVGGElement {
  const made = group(`ld-stack seat-${seat}`);
  const wide = width(counts);
  const left = -wide / 2;
  made.append(
    el("rect", { x: left, y: -HEIGHT / 2 + 1.5, width: wide, height: HEIGHT, rx: 4, class: "piece-shadow" }),
    el("rect", { x: left, y: -HEIGHT / 2, width: wide, height: HEIGHT, rx: 4, class: "piece-body", fill: patterns.fill(seat) }),
    el("rect", { x: left + 10, y: -HEIGHT / 2 + 1.5, width: wide - 11.5, height: HEIGHT - 3, rx: 2.5, class: "piece-face" }),
    text(left + 5.5, 0.3, String(seat + 1), { class: "ld-seat-sign", "font-size": 9, fill: livery(seat).ink }),
  );
  let x = left + 16;
  for (const unit of UNITS) {
    const count = counts[unit] ?? 0;
    if (!count) continue;
    const moved = (fresh[unit] ?? 0) >= count;
    made.append(figure(unit, x, -0.2, 0.82, moved ? "ld-figure ld-moved" : "ld-figure"));
    if (count > 1) made.append(text(x + 6.4, 3, String(count), { class: "ld-count", "font-size": 9 }));
    x += STEP;
  }
  return made;
}

export function figure(unit: number, x: number, y: number, scale: number, className: string): SVGPathElement {
  return el("path", { d: FIGURES[unit] ?? "", class: className, transform: `translate(${x} ${y}) scale(${scale})` });
}

/** The sign of a base camp. */
export function tent(): SVGSVGElement {
  return el("svg", { viewBox: "-7 -7 14 14", class: "ld-icon ld-tent", "aria-hidden": "true" }, [el("path", { d: "M0 -6L6.6 6H1.8L0 1.6L-1.8 6H-6.6Z" })]);
}

/** A figure as a small picture for the panel. */
export function icon(unit: number): SVGSVGElement {
  return el("svg", { viewBox: "-7 -7 14 14", class: "ld-icon", "aria-hidden": "true" }, [el("path", { d: FIGURES[unit] ?? "" })]);
}
