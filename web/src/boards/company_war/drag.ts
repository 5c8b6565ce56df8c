/** A course drawn with mouse, pen or finger: from a ship, or from the point of a fleet, to its destination. */

import type { Point } from "../kit";
import { arrow, pointer } from "../kit";

const MOVING = 14; // units of the drawing before a press becomes a drag

export interface CourseHooks {
  /** The field the pointer went down on: where its arrow starts, or null if nothing is drawn from there. */
  start(field: number): Point | null;
  /** The press has become a drag: what lies on that field is in hand. */
  take(field: number): void;
  /** The field it was let go over, or -1. */
  end(field: number): void;
}

export class CourseDrag {
  private field = -1;
  private from: Point | null = null;
  private finger = -1;
  private drawn: SVGGElement | null = null;

  constructor(
    private svg: SVGSVGElement,
    private layer: SVGGElement,
    private hooks: CourseHooks,
  ) {
    svg.addEventListener("pointerdown", this.down, { capture: true });
    svg.addEventListener("pointermove", this.move);
    svg.addEventListener("pointerup", this.up);
    svg.addEventListener("pointercancel", this.stop);
    svg.addEventListener("touchmove", this.still, { passive: false });
  }

  stop = (): void => {
    this.drawn?.remove();
    this.drawn = null;
    this.from = null;
    this.finger = -1;
  };

  destroy(): void {
    this.stop();
    this.svg.removeEventListener("pointerdown", this.down, { capture: true });
    this.svg.removeEventListener("pointermove", this.move);
    this.svg.removeEventListener("pointerup", this.up);
    this.svg.removeEventListener("pointercancel", this.stop);
    this.svg.removeEventListener("touchmove", this.still);
  }

  /** A finger that draws a course does not scroll the page. */
  private still = (event: TouchEvent): void => {
    if (this.from && event.cancelable) event.preventDefault();
  };

  private down = (event: PointerEvent): void => {
    if (this.from) return this.stop(); // a second finger: nothing is drawn
    const field = fieldOf(event.target);
    const from = event.button === 0 && event.isPrimary !== false && field >= 0 ? this.hooks.start(field) : null;
    if (!from) return;
    event.stopPropagation(); // the picture is not moved meanwhile
    [this.field, this.from, this.finger] = [field, from, event.pointerId];
  };

  private move = (event: PointerEvent): void => {
    if (!this.from || event.pointerId !== this.finger) return;
    const at = pointer(this.svg, event);
    if (!this.drawn) {
      if (Math.hypot(at.x - this.from.x, at.y - this.from.y) < MOVING) return;
      this.svg.setPointerCapture(event.pointerId);
      this.hooks.take(this.field);
    }
    this.drawn?.remove();
    this.drawn = arrow(this.from, at, "dragged");
    this.layer.append(this.drawn);
  };

  private up = (event: PointerEvent): void => {
    if (event.pointerId !== this.finger) return;
    const dragged = this.drawn !== null;
    this.stop();
    if (dragged) this.hooks.end(fieldOf(document.elementFromPoint(event.clientX, event.clientY)));
  };
}

/** The number of the field an element belongs to, or -1. */
function fieldOf(target: EventTarget | null): number {
  return Number((target instanceof Element ? target.closest("[data-field]")?.getAttribute("data-field") : null) ?? -1);
}
