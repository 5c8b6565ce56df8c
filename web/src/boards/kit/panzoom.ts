/** Pan and zoom by changing the viewBox: wheel, drag, pinch, and + - 0 on the keyboard. */

import type { Point } from "./svg";
import { pointer, round } from "./svg";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const MOST = 6; // times nearer than the whole

export class PanZoom {
  private box: Box;
  private fingers = new Map<number, { x: number; y: number }>();
  private moved = 0;

  constructor(
    private svg: SVGSVGElement,
    private whole: Box,
  ) {
    this.box = { ...whole };
    this.show();
    svg.addEventListener("wheel", this.wheel, { passive: false });
    svg.addEventListener("pointerdown", this.down);
    svg.addEventListener("pointermove", this.move);
    svg.addEventListener("pointerup", this.up);
    svg.addEventListener("pointercancel", this.up);
    svg.addEventListener("click", this.swallow, { capture: true });
    svg.addEventListener("keydown", this.key);
  }

  get scale(): number {
    return this.whole.width / this.box.width;
  }

  /** Zoom by a factor around a point of the drawing (the middle when missing). */
  zoom(factor: number, around?: Point): void {
    const scale = Math.min(MOST, Math.max(1, this.scale * factor));
    const at = around ?? { x: this.box.x + this.box.width / 2, y: this.box.y + this.box.height / 2 };
    const width = this.whole.width / scale;
    const ratio = width / this.box.width;
    this.box = {
      x: at.x - (at.x - this.box.x) * ratio,
      y: at.y - (at.y - this.box.y) * ratio,
      width,
      height: this.whole.height / scale,
    };
    this.show();
  }

  reset(): void {
    this.box = { ...this.whole };
    this.show();
  }

  /** Another drawing size, e.g. when a board with other dimensions is shown. */
  resize(whole: Box): void {
    this.whole = whole;
    this.reset();
  }

  /** Bring a point into the middle if it cannot be seen. */
  reveal(at: Point): void {
    const { x, y, width, height } = this.box;
    if (at.x > x && at.x < x + width && at.y > y && at.y < y + height) return;
    this.box.x = at.x - width / 2;
    this.box.y = at.y - height / 2;
    this.show();
  }

  destroy(): void {
    this.svg.removeEventListener("wheel", this.wheel);
    this.svg.removeEventListener("pointerdown", this.down);
    this.svg.removeEventListener("pointermove", this.move);
    this.svg.removeEventListener("pointerup", this.up);
    this.svg.removeEventListener("pointercancel", this.up);
    this.svg.removeEventListener("click", this.swallow, { capture: true });
    this.svg.removeEventListener("keydown", this.key);
  }

  private show(): void {
    const { whole, box } = this;
    box.x = Math.min(Math.max(box.x, whole.x), whole.x + whole.width - box.width);
    box.y = Math.min(Math.max(box.y, whole.y), whole.y + whole.height - box.height);
    this.svg.setAttribute("viewBox", [box.x, box.y, box.width, box.height].map(round).join(" "));
    // one finger scrolls the page while the whole board is in view, and pans the board when it is zoomed
    this.svg.setAttribute("data-zoomed", this.scale > 1.01 ? "yes" : "no");
  }

  private wheel = (event: WheelEvent): void => {
    if (!event.ctrlKey && !event.shiftKey && this.scale <= 1.01 && event.deltaY > 0) return;
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY * 0.0015), pointer(this.svg, event));
  };

  private down = (event: PointerEvent): void => {
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size === 1) this.moved = 0;
  };

  private move = (event: PointerEvent): void => {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const step = Math.hypot(now.x - before.x, now.y - before.y);
    if (this.fingers.size === 1) {
      if (this.scale <= 1.01) return;
      this.moved += step;
      const [a, b] = [pointer(this.svg, toClient(before)), pointer(this.svg, toClient(now))];
      this.box.x -= b.x - a.x;
      this.box.y -= b.y - a.y;
      this.show();
    } else {
      this.moved += step;
      const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
      if (other) {
        const was = Math.hypot(before.x - other.x, before.y - other.y);
        const is = Math.hypot(now.x - other.x, now.y - other.y);
        const middle = { clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 };
        if (was > 0) this.zoom(is / was, pointer(this.svg, middle));
      }
    }
    this.fingers.set(event.pointerId, now);
  };

  private up = (event: PointerEvent): void => {
    this.fingers.delete(event.pointerId);
  };

  /** A drag is no click. */
  private swallow = (event: Event): void => {
    if (this.moved > 8) {
      event.stopPropagation();
      event.preventDefault();
    }
    this.moved = 0;
  };

  private key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") this.zoom(1.3);
    else if (event.key === "-") this.zoom(1 / 1.3);
    else if (event.key === "0") this.reset();
    else return;
    event.preventDefault();
  };
}

function toClient(point: Point): { clientX: number; clientY: number } {
  return { clientX: point.x, clientY: point.y };
}
