/** The measuring tape: between two points or pieces, with its length and whether the line is free, as the game says. */

import type { Point } from "../kit";
import { el, group, round, text } from "../kit";
import { SCALE } from "./scenery";

export interface End {
  at: Point;
  /** How the end is called in a question to the game: a piece, or a place `x,y` in millimetres. */
  name: string;
}

export function spot(at: Point): End {
  return { at, name: `${Math.round(at.x * SCALE)},${Math.round(at.y * SCALE)}` };
}

export class Tape {
  private asked = 0;

  constructor(
    private layer: SVGGElement,
    private ask: (query: string) => Promise<string>,
    private words: (key: string) => string,
  ) {}

  clear(): void {
    this.asked += 1;
    this.layer.replaceChildren();
  }

  /** Lay the tape at once; its figure and the line of sight follow when the game has answered. */
  lay(from: End, to: End, circle = 0): void {
    const number = (this.asked += 1);
    this.draw(from.at, to.at, `${Math.round(Math.hypot(to.at.x - from.at.x, to.at.y - from.at.y) * SCALE)} mm`, "", circle);
    Promise.all([this.ask(`distance ${from.name} ${to.name}`), this.ask(`line ${from.name} ${to.name}`)]).then(
      ([length, line]) => number === this.asked && this.draw(from.at, to.at, `${length} mm · ${this.words(`line-${line}`)}`, `wl-${line}`, circle),
      () => {},
    );
  }

  private draw(a: Point, b: Point, said: string, className: string, circle: number): void {
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const [ux, uy] = length > 0 ? [(b.x - a.x) / length, (b.y - a.y) / length] : [1, 0];
    let ticks = "";
    const step = 10 / SCALE;
    for (let i = 1; i * step < length && i < 400; i++) {
      const far = i % 10 === 0 ? 5 : i % 5 === 0 ? 3.4 : 2;
      const [x, y] = [a.x + ux * i * step, a.y + uy * i * step];
      ticks += `M${round(x)} ${round(y)}l${round(-uy * far)} ${round(ux * far)}`;
    }
    const drawn = group(`wl-measure ${className}`);
    if (circle > 0) drawn.append(el("circle", { cx: a.x, cy: a.y, r: circle, class: "wl-reach-ring" }));
    drawn.append(
      el("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: "wl-band" }),
      el("path", { d: ticks, class: "wl-ticks" }),
      el("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: `wl-sight ${className}` }),
      el("circle", { cx: a.x, cy: a.y, r: 2.6, class: "wl-end" }),
      el("circle", { cx: b.x, cy: b.y, r: 2.6, class: "wl-end" }),
      flagged({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 - 12 }, said),
    );
    this.layer.replaceChildren(drawn);
  }
}

/** A text on a plate, so that it can be read on any ground. */
export function flagged(at: Point, said: string, className = ""): SVGGElement {
  const width = said.length * 5.6 + 12;
  return group(`wl-plate ${className}`, [
    el("rect", { x: round(at.x - width / 2), y: round(at.y - 8), width: round(width), height: 16, rx: 8 }),
    text(at.x, at.y + 0.4, said, { "font-size": 10 }),
  ]);
}
