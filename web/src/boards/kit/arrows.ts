/** Arrows between fields: orders, moves, shots. */

import type { Point } from "./svg";
import { el, group, pointer, round } from "./svg";

/** A curved arrow; `bend` shifts its middle aside, so that there and back do not cover each other. */
export function arrow(from: Point, to: Point, className: string, bend = 0.12, short = 0): SVGGElement {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const end = { x: to.x - (dx / length) * short, y: to.y - (dy / length) * short };
  const middle = { x: (from.x + end.x) / 2 - dy * bend, y: (from.y + end.y) / 2 + dx * bend };
  const angle = Math.atan2(end.y - middle.y, end.x - middle.x);
  const head = Math.min(10, length / 3);
  const tip = [-0.45, 0.45].map((turn) => `${round(end.x - head * Math.cos(angle + turn))} ${round(end.y - head * Math.sin(angle + turn))}`);
  return group(`arrow ${className}`, [
    el("path", { d: `M${round(from.x)} ${round(from.y)}Q${round(middle.x)} ${round(middle.y)} ${round(end.x)} ${round(end.y)}`, class: "arrow-line" }),
    el("path", { d: `M${tip[0]}L${round(end.x)} ${round(end.y)}L${tip[1]}`, class: "arrow-head" }),
  ]);
}

export interface DragEvents {
  /** The thing under the pointer when it went down, or null when no drag starts here. */
  start(target: Element): Point | null;
  move?(at: Point): void;
  /** The thing under the pointer when it went up. */
  end(target: Element | null, at: Point): void;
}

/** Drag from one thing to another with mouse, pen or finger; an arrow follows the pointer. */
export function dragArrow(svg: SVGSVGElement, layer: SVGGElement, events: DragEvents): () => void {
  let from: Point | null = null;
  let drawn: SVGGElement | null = null;
  const clear = () => {
    drawn?.remove();
    drawn = null;
    from = null;
  };
  const down = (event: PointerEvent) => {
    if (event.button !== 0 || !(event.target instanceof Element) || from) return;
    from = events.start(event.target);
  };
  const move = (event: PointerEvent) => {
    if (!from) return;
    const at = pointer(svg, event);
    if (!drawn && Math.hypot(at.x - from.x, at.y - from.y) < 6) return;
    if (!drawn) svg.setPointerCapture(event.pointerId);
    drawn?.remove();
    drawn = arrow(from, at, "dragged");
    layer.append(drawn);
    events.move?.(at);
  };
  const up = (event: PointerEvent) => {
    const dragged = drawn !== null;
    clear();
    if (dragged) events.end(document.elementFromPoint(event.clientX, event.clientY), pointer(svg, event));
  };
  svg.addEventListener("pointerdown", down);
  svg.addEventListener("pointermove", move);
  svg.addEventListener("pointerup", up);
  svg.addEventListener("pointercancel", clear);
  return () => {
    svg.removeEventListener("pointerdown", down);
    svg.removeEventListener("pointermove", move);
    svg.removeEventListener("pointerup", up);
    svg.removeEventListener("pointercancel", clear);
  };
}
