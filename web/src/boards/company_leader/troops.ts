/** Pieces of Company Leader: face-down blocks, and troops with facing, symbol and strength. */

import type { Patterns } from "../kit";
import { el, group, livery, place, text } from "../kit";

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
    made.append(el("rect", { x: -inner, y: -inner * 0.7, width: 2 * inner, height: inner * 1.4, rx: 2, class: "piece-face" }));
    made.append(symbol(look.type, inner));
  } else made.append(text(0, 0.5, "?", { class: "piece-sign on-back", "font-size": 14, fill: livery(look.seat).ink }));
  if (look.own && !look.revealed) made.append(el("path", { d: `M${size} ${-size * 0.8}h-7l7 7z`, class: "piece-fold" }));
  if (look.revealed)
    made.append(
      el("circle", { cx: 13, cy: 12, r: 6.5, class: "cl-strength" }),
      text(13, 12.4, String(look.strength), { class: "cl-strength-text", "font-size": 9.5 }),
    );
  return made;
}

/** The usual map signs: crossed belts for infantry, a slash for scouts, a ball for guns, a track for tanks. */
function symbol(type: number, half: number): SVGGElement {
  const made = group("cl-symbol");
  const [w, h] = [half - 1, half * 0.7 - 1];
  const slash = `M${-w} ${h}L${w} ${-h}`;
  const track = el("rect", { x: -w * 0.68, y: -h * 0.55, width: w * 1.36, height: h * 1.1, rx: h * 0.55, class: "cl-line" });
  if (type === DUMMY) made.append(el("circle", { r: h * 0.5, class: "cl-line cl-empty" }));
  if (type === 1) made.append(el("path", { d: `${slash}M${-w} ${-h}L${w} ${h}`, class: "cl-line" }));
  if (type === 2) made.append(el("path", { d: slash, class: "cl-line" }));
  if (type === 3) made.append(el("circle", { r: h * 0.45, class: "cl-solid" }));
  if (type === 4) made.append(track);
  if (type === 5) made.append(track, el("rect", { x: -w * 0.45, y: -h * 0.3, width: w * 0.9, height: h * 0.6, rx: h * 0.3, class: "cl-solid" }));
  if (type === 6) made.append(track, el("path", { d: slash, class: "cl-line" }));
  if (type === 7) made.append(el("path", { d: `M${-w * 0.7} ${-h * 0.5}H${w * 0.7}V${h * 0.35}H${-w * 0.7}Z`, class: "cl-line" }), el("circle", { cx: -w * 0.4, cy: h * 0.6, r: h * 0.3, class: "cl-solid" }), el("circle", { cx: w * 0.4, cy: h * 0.6, r: h * 0.3, class: "cl-solid" }));
  return made;
}
