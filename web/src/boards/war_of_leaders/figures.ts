/** The pieces of War of Leaders: a base of the exact size that is measured, and a figure on it that says what it is. */

import type { Patterns } from "../kit";
import { el, group, livery } from "../kit";

export const KING = 0;
export const CAPTAIN = 1;
export const TANK = 2;
export const SOLDIER = 3;

/** Outlines around 0 0 on a base of radius 1; the figure stands on the base and rises above it. */
const BUST = "M-.82 .42C-.82 -.45 -.5 -.72 0 -.72S.82 -.45 .82 .42Q0 .78 -.82 .42Z";
const HEAD = "M-.42 -1.1A.42 .42 0 1 1 .42 -1.1A.42 .42 0 1 1 -.42 -1.1Z";
const HELMET = "M-.62 -1.12Q-.55 -1.72 0 -1.72T.62 -1.12L.72 -1.02H-.72Z";
const CROWN = "M-.66 -1.02L-.86 -2.02L-.36 -1.55L0 -2.2L.36 -1.55L.86 -2.02L.66 -1.02Z";
const POLE = "M.74 .3V-2.1";
const FLAG = "M.74 -2.1L1.75 -1.78L.74 -1.42Z";
const TRACKS = "M-1.12 .1H1.12Q1.3 .42 1.05 .72H-1.05Q-1.3 .42 -1.12 .1Z";
const HULL = "M-1.1 .12L-.92 -.32H.98L1.14 .12Z";
const TURRET = "M-.5 -.32Q-.46 -.88 -.1 -.88H.32Q.6 -.86 .62 -.32Z";
const GUN = "M.5 -.66H1.62V-.44H.5Z";

/** The parts of a figure in the order they are drawn, each with its class. */
const PARTS: Record<number, [string, string][]> = {
  [KING]: [[BUST, "wl-coat"], [HEAD, "wl-skin"], [CROWN, "wl-crown"]],
  [CAPTAIN]: [[POLE, "wl-pole"], [FLAG, "wl-flag"], [BUST, "wl-coat"], [HEAD, "wl-skin"], [HELMET, "wl-coat"]],
  [TANK]: [[TRACKS, "wl-track"], [HULL, "wl-coat"], [GUN, "wl-coat"], [TURRET, "wl-coat"]],
  [SOLDIER]: [[BUST, "wl-coat"], [HEAD, "wl-skin"], [HELMET, "wl-coat"]],
};

/** Only the figure, for lists and ghosts. */
export function figure(kind: number, colour: string): SVGGElement {
  const parts = PARTS[kind] ?? PARTS[SOLDIER]!;
  return group(
    "wl-figure",
    parts.map(([d, name]) => el("path", { d, class: name, ...(name === "wl-coat" || name === "wl-flag" ? { fill: colour } : {}) })),
  );
}

/** A piece as it stands on the table: shadow (lights up when offered), base, figure. */
export function drawFigure(look: { seat: number; kind: number; radius: number; wreck: boolean }, patterns: Patterns): SVGGElement {
  const { seat, kind, radius, wreck } = look;
  const made = group(`piece wl-piece seat-${seat}${wreck ? " wl-wreck" : ""}`);
  const shown = figure(kind, livery(seat).colour);
  shown.setAttribute("transform", `scale(${radius})${wreck ? " rotate(24)" : ""}`);
  made.append(
    el("circle", { cx: 0, cy: radius * 0.18, r: radius, class: "piece-shadow" }),
    el("circle", { r: radius, class: "piece-body wl-base", fill: patterns.fill(seat) }),
    el("circle", { r: radius * 0.66, class: "wl-disc" }),
    shown,
  );
  if (wreck) made.append(el("path", { d: `M${-radius} ${-radius}L${radius} ${radius}M${radius} ${-radius}L${-radius} ${radius}`, class: "wl-cross" }));
  return made;
}
