/** Dice shown as they fall, and then lying. */

import type { Stage } from "./motion";
import { el, group, place, text } from "./svg";

const PIPS: Record<number, [number, number][]> = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

export interface Die {
  /** Pips 1 to 6, or a text for special faces. */
  face: number | string;
  /** A picture around 0 0 instead of pips or text. */
  art?: SVGElement;
  /** A class for its colour: `seat-0`, `good`, `bad`, ... */
  className?: string;
}

export function die(look: Die, size: number): SVGGElement {
  const made = group(`die ${look.className ?? ""}`);
  made.append(el("rect", { x: -size, y: -size, width: 2 * size, height: 2 * size, rx: size * 0.35, class: "die-body" }));
  const pips = typeof look.face === "number" ? PIPS[look.face] : undefined;
  if (look.art) made.append(look.art);
  else if (pips) for (const [x, y] of pips) made.append(el("circle", { cx: x * size * 0.52, cy: y * size * 0.52, r: size * 0.18, class: "die-pip" }));
  else made.append(text(0, 0, String(look.face), { class: "die-text", "font-size": size * (String(look.face).length > 2 ? 0.6 : 1) }));
  return made;
}

/** Let dice fall into a layer around a point; they lie there until the layer is cleared. */
export async function roll(layer: SVGGElement, dice: Die[], at: { x: number; y: number }, size: number, stage: Stage): Promise<void> {
  const perRow = Math.min(dice.length, 8);
  const made = dice.map((each, i) => {
    const shape = die(each, size);
    const x = at.x + ((i % perRow) - (perRow - 1) / 2) * size * 2.5;
    const y = at.y + Math.floor(i / perRow) * size * 2.5;
    layer.append(shape);
    return { shape, x, y, turn: (i % 2 ? 1 : -1) * (8 + ((i * 7) % 12)) };
  });
  await stage.tween(520, (p) => {
    for (const { shape, x, y, turn } of made) {
      place(shape, x, y - (1 - p) ** 2 * size * 7 * Math.abs(Math.cos(p * 5)), turn + (1 - p) * 540);
      shape.setAttribute("opacity", String(Math.min(1, p * 4)));
    }
  });
  await stage.pause(650);
}
