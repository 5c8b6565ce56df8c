/** Pieces: counters, blocks and stacks in a seat's livery. */

import type { Patterns } from "./palette";
import { livery } from "./palette";
import { el, group, text } from "./svg";

export type PieceShape = "square" | "round" | "diamond" | "shield" | "tall" | "hex";

export interface PieceLook {
  seat: number;
  shape: PieceShape;
  /** Half of the width. */
  size: number;
  /** A large sign in the middle. */
  sign?: string;
  /** A small text in a corner: strength, number. */
  corner?: string;
  /** Face down: the back is drawn. */
  hidden?: boolean;
  /** Known to its owner only: drawn open, with a folded corner. */
  secret?: boolean;
}

/** A piece around the point 0 0. */
export function piece(look: PieceLook, patterns: Patterns): SVGGElement {
  const { size } = look;
  const colours = livery(look.seat);
  const made = group(`piece seat-${look.seat}${look.hidden ? " hidden-face" : ""}`);
  made.append(
    el("path", { d: outline(look.shape, size), class: "piece-shadow", transform: `translate(0 ${size * 0.1})` }),
    el("path", { d: outline(look.shape, size), class: "piece-body", fill: look.hidden ? patterns.fill(look.seat) : colours.colour }),
  );
  if (!look.hidden) made.append(el("path", { d: outline(look.shape, size * 0.74), class: "piece-face" }));
  if (look.sign) made.append(text(0, 0, look.sign, { class: look.hidden ? "piece-sign on-back" : "piece-sign", "font-size": size * 0.9, fill: look.hidden ? colours.ink : undefined }));
  if (look.corner) made.append(text(size * 0.62, size * 0.62, look.corner, { class: "piece-corner", "font-size": size * 0.5 }));
  if (look.secret) made.append(el("path", { d: `M${size} ${-size}L${size * 0.35} ${-size}L${size} ${-size * 0.35}Z`, class: "piece-fold" }));
  return made;
}

export function outline(shape: PieceShape, s: number): string {
  const r = s * 0.22;
  switch (shape) {
    case "square":
      return `M${-s + r} ${-s}H${s - r}Q${s} ${-s} ${s} ${-s + r}V${s - r}Q${s} ${s} ${s - r} ${s}H${-s + r}Q${-s} ${s} ${-s} ${s - r}V${-s + r}Q${-s} ${-s} ${-s + r} ${-s}Z`;
    case "round":
      return `M${-s} 0A${s} ${s} 0 1 1 ${s} 0A${s} ${s} 0 1 1 ${-s} 0Z`;
    case "diamond":
      return `M0 ${-s * 1.15}L${s * 1.15} 0L0 ${s * 1.15}L${-s * 1.15} 0Z`;
    case "shield":
      return `M${-s} ${-s}H${s}V${s * 0.2}Q${s} ${s} 0 ${s * 1.2}Q${-s} ${s} ${-s} ${s * 0.2}Z`;
    case "tall":
      return `M${-s * 0.7} ${-s}H${s * 0.7}V${s}H${-s * 0.7}Z`;
    case "hex":
      return `M${-s} 0L${-s / 2} ${-s * 0.87}H${s / 2}L${s} 0L${s / 2} ${s * 0.87}H${-s / 2}Z`;
  }
}

/** Offsets that fan a stack of n pieces around its place. */
export function fan(count: number, size: number, perRow = 3): { x: number; y: number }[] {
  const rows = Math.ceil(count / perRow);
  return Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / perRow);
    const inRow = Math.min(perRow, count - row * perRow);
    return { x: ((i % perRow) - (inRow - 1) / 2) * size * 2.2, y: (row - (rows - 1) / 2) * size * 2.2 };
  });
}
