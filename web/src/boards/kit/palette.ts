/** Colours of seats (Okabe and Ito), each with a pattern and a letter, so that colour never stands alone. */

import { el, unique } from "./svg";

export interface Livery {
  name: string;
  /** CSS variable with the colour; dark mode changes the variable, not the board. */
  colour: string;
  ink: string;
  pattern: PatternName;
}

export type PatternName = "plain" | "stripes" | "dots" | "cross" | "bars" | "grid" | "waves" | "checks";

export const LIVERIES: Livery[] = [
  { name: "vermilion", colour: "var(--seat-0)", ink: "var(--seat-0-ink)", pattern: "plain" },
  { name: "blue", colour: "var(--seat-1)", ink: "var(--seat-1-ink)", pattern: "stripes" },
  { name: "green", colour: "var(--seat-2)", ink: "var(--seat-2-ink)", pattern: "dots" },
  { name: "yellow", colour: "var(--seat-3)", ink: "var(--seat-3-ink)", pattern: "cross" },
  { name: "purple", colour: "var(--seat-4)", ink: "var(--seat-4-ink)", pattern: "bars" },
  { name: "sky", colour: "var(--seat-5)", ink: "var(--seat-5-ink)", pattern: "grid" },
  { name: "orange", colour: "var(--seat-6)", ink: "var(--seat-6-ink)", pattern: "waves" },
  { name: "grey", colour: "var(--seat-7)", ink: "var(--seat-7-ink)", pattern: "checks" },
];

export function livery(seat: number): Livery {
  const found = LIVERIES[((seat % LIVERIES.length) + LIVERIES.length) % LIVERIES.length];
  return found ?? LIVERIES[0]!;
}

/** Pattern definitions of one drawing: put `defs` into the SVG, use `fill(seat)` as a fill. */
export interface Patterns {
  defs: SVGDefsElement;
  fill(seat: number): string;
  /** The pattern alone, for laying over a coloured shape. */
  over(name: PatternName): string;
}

export function patterns(): Patterns {
  const id = unique("pattern");
  const defs = el("defs");
  LIVERIES.forEach((each, seat) => {
    const tile = el("pattern", { id: `${id}-seat-${seat}`, width: 6, height: 6, patternUnits: "userSpaceOnUse" });
    tile.append(el("rect", { width: 6, height: 6, fill: each.colour }), ...marks(each.pattern, each.ink, 0.28));
    defs.append(tile);
  });
  for (const name of ["stripes", "dots", "cross", "bars", "grid", "waves", "checks"] as const) {
    const tile = el("pattern", { id: `${id}-${name}`, width: 6, height: 6, patternUnits: "userSpaceOnUse" });
    tile.append(...marks(name, "var(--ink)", 0.4));
    defs.append(tile);
  }
  return {
    defs,
    fill: (seat) => `url(#${id}-seat-${((seat % LIVERIES.length) + LIVERIES.length) % LIVERIES.length})`,
    over: (name) => (name === "plain" ? "none" : `url(#${id}-${name})`),
  };
}

function marks(name: PatternName, ink: string, opacity: number): SVGElement[] {
  const line = { stroke: ink, "stroke-width": 1.2, opacity, fill: "none" };
  switch (name) {
    case "plain":
      return [];
    case "stripes":
      return [el("path", { d: "M-1 1L1 -1M0 6L6 0M5 7L7 5", ...line })];
    case "dots":
      return [el("circle", { cx: 3, cy: 3, r: 1.2, fill: ink, opacity })];
    case "cross":
      return [el("path", { d: "M0 0L6 6M6 0L0 6", ...line })];
    case "bars":
      return [el("path", { d: "M0 3H6", ...line })];
    case "grid":
      return [el("path", { d: "M0 3H6M3 0V6", ...line })];
    case "waves":
      return [el("path", { d: "M0 3Q1.5 0 3 3T6 3", ...line })];
    case "checks":
      return [el("path", { d: "M0 0H3V3H0ZM3 3H6V6H3Z", fill: ink, opacity })];
  }
}
