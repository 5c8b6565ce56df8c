/** Drawing an order with mouse, pen or finger: an arrow follows the pointer and remembers the sectors it passes. */

import type { Point } from "../kit";
import { arrow, pointer } from "../kit";
import type { Layout } from "./layout";

const MOVING = 18; // units of the drawing before a press becomes a drag

export interface DragHooks {
  /** The field the pointer went down on: the unit that is ordered and where its arrow starts, or null. */
  start(field: number): { unit: number; from: Point } | null;
  /** Sectors passed in order, the one at the end (or -1), and the field under the pointer (or -1). */
  end(unit: number, over: number[], end: number, under: number): void;
  /** A second finger came: the first one, no longer drawing, is here. */
  pinch(id: number, x: number, y: number): void;
}

export class OrderDrag {
  /** Whose order is being drawn, or -1. */
  unit = -1;
  private from: Point = { x: 0, y: 0 };
  private over: number[] = [];
  private drawn: SVGGElement | null = null;
  private finger = { id: -1, x: 0, y: 0 };

  constructor(
    private svg: SVGSVGElement,
    private units: SVGGElement,
    private layer: SVGGElement,
    private layout: Layout,
    private hooks: DragHooks,
  ) {
    svg.addEventListener("pointerdown", this.second, { capture: true });
    units.addEventListener("pointerdown", this.down);
    svg.addEventListener("pointermove", this.move);
    svg.addEventListener("pointerup", this.up);
    svg.addEventListener("pointercancel", this.stop);
    svg.addEventListener("touchmove", this.hold, { passive: false });
  }

  get active(): boolean {
    return this.unit >= 0;
  }

  stop = (): void => {
    this.drawn?.remove();
    this.drawn = null;
    this.unit = -1;
    this.over = [];
  };

  destroy(): void {
    this.svg.removeEventListener("pointerdown", this.second, { capture: true });
    this.units.removeEventListener("pointerdown", this.down);
    this.svg.removeEventListener("pointermove", this.move);
    this.svg.removeEventListener("pointerup", this.up);
    this.svg.removeEventListener("pointercancel", this.stop);
    this.svg.removeEventListener("touchmove", this.hold);
  }

  /** A finger that draws an order does not scroll the page. */
  private hold = (event: TouchEvent): void => {
    if (this.active && event.cancelable) event.preventDefault();
  };

  private second = (event: PointerEvent): void => {
    if (!this.active || event.pointerId === this.finger.id) return;
    this.hooks.pinch(this.finger.id, this.finger.x, this.finger.y);
    this.stop();
  };

  private down = (event: PointerEvent): void => {
    const field = event.target instanceof Element ? event.target.closest("[data-field]")?.getAttribute("data-field") : null;
    const begun = event.button === 0 && event.isPrimary !== false && field ? this.hooks.start(Number(field)) : null;
    if (!begun) return;
    event.stopPropagation(); // the picture is not moved meanwhile
    this.unit = begun.unit;
    this.from = begun.from;
    this.finger = { id: event.pointerId, x: event.clientX, y: event.clientY };
  };

  private move = (event: PointerEvent): void => {
    if (!this.active || event.pointerId !== this.finger.id) return;
    this.finger = { id: event.pointerId, x: event.clientX, y: event.clientY };
    const at = pointer(this.svg, event);
    if (!this.drawn && Math.hypot(at.x - this.from.x, at.y - this.from.y) < MOVING) return;
    if (!this.drawn) this.svg.setPointerCapture(event.pointerId);
    this.drawn?.remove();
    this.drawn = arrow(this.from, at, "dragged", 0.06);
    this.layer.append(this.drawn);
    const over = this.layout.at(at);
    if (over >= 0 && over !== this.over.at(-1)) this.over.push(over);
  };

  private up = (event: PointerEvent): void => {
    const { unit, over, drawn } = this;
    this.stop();
    if (!drawn) return;
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-field]")?.getAttribute("data-field");
    this.hooks.end(unit, over, this.layout.at(pointer(this.svg, event)), Number(under ?? -1));
  };
}
