/** Counters: silhouettes of the classes, fleets on the star map, single ships with their values. */

import type { Patterns } from "../kit";
import { el, group, text } from "../kit";

/** Bows to the right, 24 wide, around 0 0. */
const HULLS: Record<string, string> = {
  CVA: "M-13 -3.5H-10L-8 -7H-3L-1 -4.5H2L4 -6.5H7L8 -3.5L13 0L8 3.5L7 6.5H4L2 4.5H-1L-3 7H-8L-10 3.5H-13Z",
  CV: "M-12 -3H-9L-7 -5.8H-2L0 -3.2H5L12 0L5 3.2H0L-2 5.8H-7L-9 3H-12Z",
  CVL: "M-9 -2.3H-7L-5 -4.5H-1L1 -2.3H4L9 0L4 2.3H1L-1 4.5H-5L-7 2.3H-9Z",
  CA: "M-10 -4.5L-5 -4.5L11 0L-5 4.5L-10 4.5L-7 0Z",
  CL: "M-8 -3L-4 -3L8 0L-4 3L-8 3L-6 0Z",
  DART: "M-7 -4.5L8 0L-7 4.5L-3 0Z",
  RIDER: "M-4 -4L5 0L-4 4Z",
  INSYSTEMER: "M-6 -3.5H2L6 0L2 3.5H-6Z",
  STATION: "M-3 -9H3V-3H9V3H3V9H-3V3H-9V-3H-3Z",
};
export const ORDER = ["CVA", "CV", "CVL", "CA", "CL", "DART"];

export function hull(kind: string, className: string, scale = 1): SVGPathElement {
  return el("path", { d: HULLS[kind] ?? HULLS["CL"]!, class: className, transform: scale === 1 ? undefined : `scale(${scale})` });
}

/** Seat 0 has cut corners, seat 1 round ones: the side can be told without its colour. */
export function plate(seat: number, width: number, height: number): string {
  const [w, h] = [width / 2, height / 2];
  if (seat === 0) return `M${-w + 5} ${-h}H${w}V${h - 5}L${w - 5} ${h}H${-w}V${-h + 5}Z`;
  const r = Math.min(7, h);
  return `M${-w + r} ${-h}H${w - r}Q${w} ${-h} ${w} ${-h + r}V${h - r}Q${w} ${h} ${w - r} ${h}H${-w + r}Q${-w} ${h} ${-w} ${h - r}V${-h + r}Q${-w} ${-h} ${-w + r} ${-h}Z`;
}

export interface Fleet {
  seat: number;
  letter: string;
  classes: string[];
  riders: number;
  hurt: number;
  fleeing: number;
  secret: boolean;
  hidden?: boolean;
}

/** All ships of a side at one point. */
export function fleetCounter(fleet: Fleet, patterns: Patterns): SVGGElement {
  const made = group(`cw-fleet cw-seat-${fleet.seat}${fleet.hidden ? " cw-hidden" : ""}`);
  made.append(
    el("path", { d: plate(fleet.seat, 42, 25), class: "cw-shadow", transform: "translate(1 2)" }),
    el("path", { d: plate(fleet.seat, 42, 25), class: "cw-plate", fill: patterns.fill(fleet.seat) }),
  );
  if (fleet.hidden) {
    made.append(text(0, 0.5, "?", { class: "cw-unknown", "font-size": 16 }));
    return made;
  }
  const best = ORDER.find((kind) => fleet.classes.includes(kind)) ?? "CL";
  const face = el("path", { d: plate(fleet.seat, 36, 19), class: "cw-face" });
  const ship = group("", [hull(best, "cw-hull", 0.66)]);
  ship.setAttribute("transform", "translate(-8 -3)");
  made.append(face, ship, text(-16.5, 6.5, fleet.letter, { class: "cw-letter", "font-size": 7, "text-anchor": "start" }));
  made.append(text(10.5, -1.5, String(fleet.classes.length), { class: "cw-count", "font-size": fleet.classes.length > 9 ? 10.5 : 12 }));
  if (fleet.riders) made.append(text(6, 6.6, `▸${fleet.riders}`, { class: "cw-small", "font-size": 7 }));
  if (fleet.hurt) made.append(el("path", { d: "M-21 -5L-15 -1L-18 2L-12 6", class: "cw-crack" }));
  if (fleet.fleeing) made.append(flag(17, -16));
  if (fleet.secret) made.append(el("path", { d: "M21 -12.5L12 -12.5L21 -4Z", class: "piece-fold" }));
  return made;
}

/** The white flag of a ship that flees. */
function flag(x: number, y: number): SVGElement {
  return el("path", { d: `M${x} ${y + 12}v-12l8 3l-8 3`, class: "cw-flight" });
}

export interface ShipLook {
  seat: number;
  kind: string;
  name: string;
  values: string;
  aboard: number;
  out: number;
  berths: number;
  hurt: boolean;
  fleeing: boolean;
  troop: boolean;
  done: boolean;
  /** A word below: an order, a course. */
  note: string;
}

export const CARD = { width: 58, height: 50 };

/** One ship, open: its first child is what lights up. */
export function shipCard(look: ShipLook, patterns: Patterns): SVGGElement {
  const { width, height } = CARD;
  const made = group(`cw-ship cw-seat-${look.seat}${look.done ? " cw-done" : ""}${look.hurt ? " cw-hurt" : ""}`);
  made.append(el("path", { d: plate(look.seat, width, height), class: "cw-plate piece-body", fill: patterns.fill(look.seat) }));
  made.append(el("path", { d: plate(look.seat, width - 6, height - 6), class: "cw-face" }));
  const ship = group("", [hull(look.kind, "cw-hull", look.kind === "STATION" ? 1.1 : 1)]);
  ship.setAttribute("transform", "translate(-11 -11)");
  // words in the order of the spoken label, with spaces between: who says what is written reaches it
  made.append(ship, text(0, 3.5, short(look.name, 18), { class: "cw-name-on", "font-size": look.name.length > 13 ? 5.4 : look.name.length > 9 ? 7 : 8.5 }), " ");
  made.append(text(24.5, -16.5, look.kind, { class: "cw-small", "font-size": look.kind.length > 4 ? 5.2 : 6.6, "text-anchor": "end" }), " ");
  if (look.values) made.append(text(24.5, -6.5, look.values, { class: "cw-values", "font-size": 7.8, "text-anchor": "end" }), " ");
  for (let i = 0; i < look.berths; i++) {
    const state = i < look.aboard ? "cw-aboard" : i < look.aboard + look.out ? "cw-out" : "cw-lost";
    const x = (i - (look.berths - 1) / 2) * 7;
    made.append(el("path", { d: `M${x - 2.4} 8.6L${x + 3} 11.5L${x - 2.4} 14.4Z`, class: `cw-rider ${state}` }));
  }
  if (look.note) made.append(text(0, look.berths ? 18.4 : 14, short(look.note, 15), { class: "cw-small", "font-size": 6.4 }));
  if (look.hurt) made.append(el("path", { d: "M-29 -16L-22 -11L-26 -7L-18 -1L-23 2", class: "cw-crack" }));
  if (look.fleeing) made.append(flag(20, -31));
  if (look.troop) made.append(el("path", { d: "M-24 14l5 -4l5 4v3l-5 -4l-5 4Z", class: "cw-troop" }), el("path", { d: "M29 -25L19 -25L29 -15Z", class: "piece-fold" }));
  return made;
}

/** A counter of the tactical map, its bows along its way. */
export function token(seat: number, kind: string, angle: number, hurt: boolean, patterns: Patterns): SVGGElement {
  const light = kind === "RIDER" || kind === "INSYSTEMER" || kind === "DART";
  const r = light ? 6.4 : 10;
  const made = group(`cw-token cw-seat-${seat}${hurt ? " cw-hurt" : ""}`);
  const body = seat === 0 ? `M0 ${-r}L${r} 0L0 ${r}L${-r} 0Z` : `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`;
  if (kind === "STATION") made.append(el("circle", { r: 11, class: "cw-plate piece-body cw-neutral" }));
  else made.append(el("path", { d: seat === 0 ? body.replaceAll(String(r), String(r * 1.18)) : body, class: "cw-plate piece-body", fill: seat < 0 ? "var(--cw-neutral)" : patterns.fill(seat) }));
  const ship = group("", [hull(kind, "cw-hull-out", light ? 0.85 : kind === "STATION" ? 0.8 : 0.62)]);
  ship.setAttribute("transform", `rotate(${Math.round(angle)})`);
  made.append(ship);
  if (hurt) made.append(el("path", { d: `M${-r} ${-r / 2}L${-r / 3} 0L${-r / 2} ${r / 3}L${r / 4} ${r}`, class: "cw-crack" }));
  return made;
}

export function short(name: string, most: number): string {
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
}
