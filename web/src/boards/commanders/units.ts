/** Units: light counters with round corners for White, dark ones with cut corners for Black. */

import { el, group, text } from "../kit";
import { ATTACK, CHARGE, GARRISON, ROUTED, SPENT, SQUARE, TIRED } from "./layout";

export interface Look {
  seat: number;
  kind: number;
  status: number;
  small: boolean;
  /** Chosen in an answer not yet sealed. */
  picked: boolean;
  /** Not yet shown to the enemy (a deployment in the making). */
  secret: boolean;
}

export const KINDS = ["infantry", "cavalry", "artillery"];
const ROUND = "M-13 -13H13Q17 -13 17 -9V9Q17 13 13 13H-13Q-17 13 -17 9V-9Q-17 -13 -13 -13Z";
const CUT = "M-11 -13H11L17 -7V7L11 13H-11L-17 7V-7Z";

const MAN = (x: number) => `M${x - 2} 8V-1Q${x - 2} -3 ${x} -3Q${x + 2} -3 ${x + 2} -1V8ZM${x - 1.6} -4H${x + 1.6}V-8H${x - 1.6}Z`;
const HORSE = "M-10 9Q-9 2 -4 1L-1 -6L-3 -9L1 -8Q6 -8 9 -2L11 1Q11 4 8 4L4 2Q2 4 3 9Z";

const SWORDS = "M-3 -10L3 -16M3 -10L-3 -16M-3.4 -11.8L-1.2 -9.6M3.4 -11.8L1.2 -9.6";

function sign(kind: number): SVGGElement {
  if (kind === 0)
    return group("cm-sign", [
      el("path", { d: MAN(-8) + MAN(0) + MAN(8), class: "cm-solid" }),
      el("path", { d: "M-4.6 9V-10M3.4 9V-10M11.4 9V-10", class: "cm-stroke" }),
    ]);
  if (kind === 1) return group("cm-sign", [el("path", { d: HORSE, class: "cm-solid" }), el("path", { d: "M-1 -6L-5 1M6 -3.2h.1", class: "cm-mane" })]);
  return group("cm-sign", [
    el("path", { d: "M-12 -5L11 -8V-3L-6 1Z", class: "cm-solid" }),
    el("circle", { cx: -2, cy: 3.5, r: 5.6, class: "cm-wheel" }),
    el("path", { d: "M-2 -2V9M-7.5 3.5H3.5M-5 4L-14 9", class: "cm-stroke" }),
  ]);
}

/** A unit around the point 0 0; its first child is what lights up. */
export function drawUnit(look: Look): SVGGElement {
  const { status } = look;
  const shape = look.seat === 0 ? ROUND : CUT;
  const classes = ["cm-unit", `cm-seat-${look.seat}`];
  if (status & SPENT) classes.push("cm-spent");
  if (status & ROUTED) classes.push("cm-routed");
  if (look.secret) classes.push("cm-secret");
  const made = group(classes.join(" "), [el("path", { d: shape, class: "cm-halo" })]);
  const body = group("cm-body", [el("path", { d: shape, class: "cm-shadow", transform: "translate(0 2)" }), el("path", { d: shape, class: "cm-counter" }), sign(look.kind)]);
  if (status & ROUTED) body.setAttribute("transform", "rotate(24)");
  made.append(body);
  if (status & SQUARE) body.append(el("path", { d: "M-13.5 -9.5H13.5V9.5H-13.5ZM-13.5 -9.5L-20 -15.5M13.5 -9.5L20 -15.5M13.5 9.5L20 15.5M-13.5 9.5L-20 15.5", class: "cm-formed" }));
  if (status & SPENT) body.append(el("path", { d: "M-15 11L15 -11M-15 3L4 -11M-4 11L15 -3", class: "cm-hatch" }));
  else if (status & TIRED) body.append(el("circle", { cx: -13, cy: 9, r: 2.6, class: "cm-tired" }));
  if (status & (ATTACK | CHARGE)) body.append(el("circle", { cx: 0, cy: -13, r: 6, class: "cm-fighting" }), el("path", { d: SWORDS, class: "cm-swords" }));
  if (status & ROUTED) made.append(el("path", { d: "M9 -2V-19L20 -16L9 -12", class: "cm-white-flag" }));
  if (status & GARRISON) made.append(el("path", { d: "M-20 -8L0 -20L20 -8", class: "cm-house-roof" }));
  if (look.picked) made.append(el("circle", { cx: 15, cy: 12, r: 6.5, class: "cm-tick-disc" }), el("path", { d: "M12 12L14.4 14.6L18.4 9.6", class: "cm-tick" }));
  if (look.secret) made.append(text(-14, -11, "?", { class: "cm-unsure", "font-size": 11 }));
  return made;
}

/** The row or column of the table of modifiers a unit stands in. */
export function rowOf(kind: number, status: number): string {
  if (status & SQUARE) return "square";
  return `${status & (ATTACK | CHARGE) ? "attacking" : "passive"}_${KINDS[kind] ?? "infantry"}`;
}
