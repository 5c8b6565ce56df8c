/** Pieces of Company Leader: face-down blocks, and troops with facing, symbol and strength. */

import type { Patterns } from "../kit";
import { el, group, livery, place, text } from "../kit";
import { HEAVY, PICTURES, SOLDIER } from "./pictures";

export const DUMMY = 0;
export const UNKNOWN = -1;

export interface Look {
  seat: number;
  /** What it is, as far as the viewer knows; UNKNOWN when it does not. */
  type: number;
  revealed: boolean;
  /** Known to the viewer alone (its own face-down piece). */
  own: boolean;
  facing: number;
  strength: number;
  /** Has been swapped or has acted this turn. */
  used: boolean;
  active: boolean;
}

/** Degrees of a direction on the screen; directions count from the east against the clock. */
export function angle(direction: number): number {
  return -60 * direction;
}

export function drawPiece(look: Look, patterns: Patterns): SVGGElement {
  const made = group(`piece cl-piece seat-${look.seat}${look.revealed ? " cl-revealed" : " cl-concealed"}${look.used ? " cl-used" : ""}${look.active ? " cl-active" : ""}`);
  if (look.revealed) {
    const front = group("cl-front", [el("path", { d: "M23.5 0L14.5 -7.5V7.5Z", class: "cl-front-tip", fill: livery(look.seat).colour })]);
    place(front, 0, 0, angle(look.facing));
    made.append(front);
  }
  const size = look.revealed ? 15.5 : 13.5;
  made.append(
    el("rect", { x: -size, y: -size * 0.8 + 1.5, width: 2 * size, height: size * 1.6, rx: 3.5, class: "piece-shadow" }),
    el("rect", { x: -size, y: -size * 0.8, width: 2 * size, height: size * 1.6, rx: 3.5, class: "piece-body", fill: look.revealed ? livery(look.seat).colour : patterns.fill(look.seat) }),
  );
  if (look.revealed || look.type !== UNKNOWN) {
    const inner = look.revealed ? 12.5 : 10;
    made.append(el("rect", { x: -inner, y: -inner * 0.7, width: 2 * inner, height: inner * 1.4, rx: 2, class: look.type === DUMMY ? "piece-face cl-hollow" : "piece-face" }));
    made.append(symbol(look.type, inner));
  } else made.append(text(0, 0.5, "?", { class: "piece-sign on-back", "font-size": 14, fill: livery(look.seat).ink }));
  if (look.own && !look.revealed) made.append(el("path", { d: `M${size} ${-size * 0.8}h-7l7 7z`, class: "piece-fold" }));
  if (look.used) made.append(el("circle", { cx: -size + 2, cy: size * 0.8 - 2, r: 4.6, class: "cl-tick" }), el("path", { d: `M${-size - 0.2} ${size * 0.8 - 2}l1.7 1.8l3 -3.6`, class: "cl-tick-mark" }));
  if (look.revealed)
    made.append(
      el("circle", { cx: 13, cy: 12, r: 6.5, class: "cl-strength" }),
      text(13, 12.4, String(look.strength), { class: "cl-strength-text", "font-size": 9.5 }),
    );
  return made;
}

/** What a piece is, as a picture; a dummy is an empty ring. */
export function symbol(type: number, half: number): SVGGElement {
  if (type === DUMMY) return group("cl-symbol", [el("circle", { r: half * 0.34, class: "cl-line cl-empty" })]);
  return group("cl-symbol", [el("path", { d: PICTURES[type] ?? "", transform: `scale(${half * 0.94})`, class: "cl-solid" })]);
}

/** Icons of the dice: a soldier, two, a half of one; a tank, a half of one. */
export function icon(face: string, size: number): SVGGElement {
  const made = group("cl-icon");
  const one = (d: string, x: number, scale: number) => el("path", { d, transform: `translate(${x} 0) scale(${scale})`, class: "cl-solid" });
  if (face === "ii") made.append(one(SOLDIER, -size * 0.42, size * 0.62), one(SOLDIER, size * 0.42, size * 0.62));
  else if (face.startsWith("i")) made.append(one(SOLDIER, 0, size * 0.95));
  else if (face.startsWith("v")) made.append(one(HEAVY, 0, size * 0.82));
  if (face.endsWith("/2")) {
    made.classList.add("cl-half");
    made.append(text(size * 0.6, size * 0.62, "½", { class: "cl-half-text", "font-size": size * 0.9 }));
  }
  return made;
}
