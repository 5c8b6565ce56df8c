/** Moving by drag: the pieces follow the pointer, held at the exact length of the move; the game says who could go. */

import type { Point } from "../kit";
import { el, group, place, pointer, round } from "../kit";
import { flagged } from "./tape";
import { SCALE } from "./scenery";

export const TURN = 4096;
const SLACK = 5; // pixels before a press becomes a drag

/** A move being drawn: pieces with where they stand, the first one is held by the pointer. */
export interface Going {
  pieces: number[];
  at: (piece: number) => Point;
  draw: (piece: number) => SVGGElement;
  /** Length of the move in the drawing. */
  length: number;
  /** The question to the game who could go at an angle: `group rK 512 3`, or `way rS1 512 3` for one alone. */
  query: (angle: number) => string;
  /** Who goes with the first one is for the game to say. */
  open?: boolean;
  /** Names of the pieces as the game writes them, and back. */
  name: (piece: number) => string;
  named: (word: string) => number;
  /** What is said of an obstacle in the way. */
  reason: (key: string) => string;
}

/** Angle from one point to another, 4096 to the full turn. */
export function angleTo(from: Point, to: Point): number {
  const turn = Math.atan2(to.y - from.y, to.x - from.x) / (2 * Math.PI);
  return Math.round(turn * TURN + TURN) % TURN;
}

export function ending(from: Point, length: number, angle: number): Point {
  const radians = (2 * Math.PI * angle) / TURN;
  return { x: from.x + length * Math.cos(radians), y: from.y + length * Math.sin(radians) };
}

export class Way {
  private shown = -1;
  private asked = 0;

  constructor(
    private layer: SVGGElement,
    private ask: (query: string) => Promise<string>,
  ) {}

  clear(): void {
    this.shown = -1;
    this.asked += 1;
    this.layer.replaceChildren();
  }

  /** Draw where the pieces would end at an angle; those who cannot go are marked when the game has answered. */
  show(going: Going, angle: number): void {
    if (angle === this.shown) return;
    const number = (this.asked += 1);
    this.shown = angle;
    this.draw(going, angle, new Set(), "");
    this.ask(going.query(angle)).then(
      (answer) => {
        if (number !== this.asked) return;
        const words = answer.split(" ");
        const alone = going.query(angle).startsWith("way");
        if (going.open && !alone) going.pieces = [going.pieces[0]!, ...words.map(going.named).filter((piece) => piece >= 0 && piece !== going.pieces[0])];
        const stuck = alone ? (answer === "free" ? [] : going.pieces) : going.pieces.filter((piece) => !words.includes(going.name(piece)));
        this.draw(going, angle, new Set(stuck), alone && answer !== "free" ? going.reason(answer) : "");
      },
      () => {},
    );
  }

  private draw(going: Going, angle: number, stuck: Set<number>, reason: string): void {
    const first = going.pieces[0];
    if (first === undefined) return;
    const from = going.at(first);
    const to = ending(from, going.length, angle);
    const drawn = group(`wl-going${stuck.has(first) ? " wl-halted" : ""}`);
    drawn.append(el("circle", { cx: from.x, cy: from.y, r: round(going.length), class: "wl-exact" }));
    for (const piece of going.pieces) {
      const at = going.at(piece);
      const end = { x: at.x + to.x - from.x, y: at.y + to.y - from.y };
      const ghost = going.draw(piece);
      ghost.classList.add("wl-ghost");
      place(ghost, end.x, end.y);
      drawn.append(el("line", { x1: at.x, y1: at.y, x2: end.x, y2: end.y, class: `wl-way${piece === first ? "" : " wl-also"}${stuck.has(piece) ? " wl-blocked" : ""}` }), ghost);
      if (stuck.has(piece)) drawn.append(el("path", { d: `M${round(end.x - 5)} ${round(end.y - 5)}l10 10m0 -10l-10 10`, class: "wl-stop" }));
    }
    const side = to.y < from.y ? -1 : 1;
    drawn.append(flagged({ x: to.x, y: to.y + side * 24 }, reason || `${Math.round(going.length * SCALE)} mm`, reason ? "wl-bad" : ""));
    this.layer.replaceChildren(drawn);
  }
}

export interface Drag {
  /** The thing under the pointer: null when no drag begins there. */
  begin(target: Element | null, at: Point, event: PointerEvent): boolean;
  move(at: Point): void;
  /** The pointer went up after a drag. */
  end(at: Point): void;
  cancel(): void;
  /** A second finger came: the first one, no longer a drag, is here. */
  pinch(id: number, x: number, y: number): void;
}

/** Follow one pointer from press to release; a press without way is left to be a click. */
export function follow(svg: SVGSVGElement, drag: Drag): () => void {
  let held: { id: number; x: number; y: number; now: { x: number; y: number } } | null = null;
  let dragging = false;
  const down = (event: PointerEvent) => {
    if (held && event.pointerId !== held.id) {
      drag.pinch(held.id, held.now.x, held.now.y);
      return stop();
    }
    dragging = false;
    if (event.button !== 0 || !drag.begin(event.target instanceof Element ? event.target : null, pointer(svg, event), event)) return;
    const at = { x: event.clientX, y: event.clientY };
    held = { id: event.pointerId, ...at, now: at };
    event.stopImmediatePropagation(); // the picture is not moved meanwhile
  };
  const move = (event: PointerEvent) => {
    if (!held || event.pointerId !== held.id) return;
    held.now = { x: event.clientX, y: event.clientY };
    if (!dragging && Math.hypot(event.clientX - held.x, event.clientY - held.y) < SLACK) return;
    if (!dragging) svg.setPointerCapture?.(event.pointerId);
    dragging = true;
    drag.move(pointer(svg, event));
  };
  const up = (event: PointerEvent) => {
    if (!held || event.pointerId !== held.id) return;
    const done = dragging;
    held = null;
    if (done) drag.end(pointer(svg, event));
    else drag.cancel();
  };
  const stop = () => {
    if (held) drag.cancel();
    held = null;
    dragging = false;
  };
  /** The click that follows a drag is none. */
  const click = (event: Event) => {
    if (dragging) event.stopImmediatePropagation();
    dragging = false;
  };
  const hold = (event: TouchEvent) => {
    if (held && event.cancelable) event.preventDefault();
  };
  svg.addEventListener("pointerdown", down, { capture: true });
  svg.addEventListener("pointermove", move);
  svg.addEventListener("pointerup", up);
  svg.addEventListener("pointercancel", stop);
  svg.addEventListener("click", click, { capture: true });
  svg.addEventListener("touchmove", hold, { passive: false });
  return () => {
    svg.removeEventListener("pointerdown", down, { capture: true });
    svg.removeEventListener("pointermove", move);
    svg.removeEventListener("pointerup", up);
    svg.removeEventListener("pointercancel", stop);
    svg.removeEventListener("click", click, { capture: true });
    svg.removeEventListener("touchmove", hold);
  };
}
