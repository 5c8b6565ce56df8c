/** Pan and zoom by changing the viewBox: wheel, drag, pinch, double tap, and + - 0 on the keyboard. */

import { ease } from "./motion";
import type { Point } from "./svg";
import { pointer, round } from "./svg";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Eye extends Point {
  scale: number;
}

const MOST = 6; // times nearer than the whole
const COMFORT = 760; // pixels across at which most boards can be read as a whole: narrower screens look nearer by themselves
const GLIDE = 320; // milliseconds

/** Ask for attention: dispatched on the drawing with the area that matters now, or null for the whole. */
export const ATTEND = "attend";
/** Measuring costs time: a function is called only if the answer matters. */
export type Area = Box | null | (() => Box | null);

export class PanZoom {
  private eye: Eye;
  private fingers = new Map<number, { x: number; y: number }>();
  private moved = 0;
  private handled = false; // the viewer has chosen a view: it is not changed behind his back
  private gliding = 0;
  private watcher: ResizeObserver | null = null;
  private home: Box | null = null;
  private size: { width: number; height: number } | null = null;
  /** Pixels across at which this board can be read: boards with small things on a large ground need more than most. */
  comfort = COMFORT;

  constructor(
    private svg: SVGSVGElement,
    private whole: Box,
  ) {
    this.eye = this.middle();
    this.show();
    svg.addEventListener("wheel", this.wheel, { passive: false });
    svg.addEventListener("pointerdown", this.down);
    svg.addEventListener("pointermove", this.move);
    svg.addEventListener("pointerup", this.up);
    svg.addEventListener("pointercancel", this.up);
    svg.addEventListener("touchmove", this.touch, { passive: false });
    svg.addEventListener("click", this.swallow, { capture: true });
    svg.addEventListener("keydown", this.key);
    svg.addEventListener(ATTEND, this.heed);
    if (typeof ResizeObserver !== "undefined") {
      this.watcher = new ResizeObserver(([entry]) => {
        if (entry) this.size = entry.contentRect;
        if (this.home && !this.handled && this.scale > 1) this.look(this.middle());
        else this.show();
      });
      this.watcher.observe(svg);
    }
  }

  get scale(): number {
    return this.eye.scale;
  }

  /** Zoom by a factor around a point of the drawing (the middle when missing). */
  zoom(factor: number, around: Point = this.eye): void {
    const scale = Math.min(MOST, Math.max(1, this.eye.scale * factor));
    const ratio = this.eye.scale / scale;
    this.handled = scale > 1.01;
    this.look({ scale, x: around.x - (around.x - this.eye.x) * ratio, y: around.y - (around.y - this.eye.y) * ratio });
  }

  reset(): void {
    this.handled = false;
    this.look(this.middle());
  }

  /** Another drawing size, e.g. when a board with other dimensions is shown; `home` is the part to see when nothing else matters. */
  resize(whole: Box, home: Box | null = null): void {
    [this.whole, this.home] = [whole, home];
    this.reset();
  }

  /** Bring a point into the middle if it cannot be seen. */
  reveal(at: Point): void {
    const { x, y, width, height } = this.box();
    if (at.x > x && at.x < x + width && at.y > y && at.y < y + height) return;
    this.look({ ...this.eye, x: at.x, y: at.y });
  }

  /**
   * Look at what matters now, as near as is comfortable to read: on wide screens that is the whole board anyway.
   * A view chosen by hand stays, unless nothing of the area could be seen in it.
   */
  attend(wanted: Area): void {
    const full = this.natural();
    const pixels = this.place().width;
    const limit = pixels > 0 ? Math.min(MOST, (this.comfort * full.width) / (pixels * this.whole.width)) : 1;
    const matters = this.handled || limit >= 1.15;
    const area = matters && typeof wanted === "function" ? wanted() : typeof wanted === "function" ? null : wanted;
    if (this.handled) {
      if (area) this.reveal(nearest(area, this.eye));
      return;
    }
    if (!area || limit < 1.15 || pixels >= COMFORT) return this.glide(this.middle());
    const fits = Math.min(full.width / (area.width * 1.15), full.height / (area.height * 1.15));
    const scale = Math.max(1, Math.min(limit, fits));
    const rest = this.middle();
    this.glide(scale < rest.scale * 1.15 ? rest : { scale, x: area.x + area.width / 2, y: area.y + area.height / 2 });
  }

  destroy(): void {
    cancelAnimationFrame(this.gliding);
    this.watcher?.disconnect();
    this.svg.removeEventListener("wheel", this.wheel);
    this.svg.removeEventListener("pointerdown", this.down);
    this.svg.removeEventListener("pointermove", this.move);
    this.svg.removeEventListener("pointerup", this.up);
    this.svg.removeEventListener("pointercancel", this.up);
    this.svg.removeEventListener("touchmove", this.touch);
    this.svg.removeEventListener("click", this.swallow, { capture: true });
    this.svg.removeEventListener("keydown", this.key);
    this.svg.removeEventListener(ATTEND, this.heed);
  }

  private middle(): Eye {
    if (this.home) return this.over(this.home, this.natural());
    return { scale: 1, x: this.whole.x + this.whole.width / 2, y: this.whole.y + this.whole.height / 2 };
  }

  private over(area: Box, full: { width: number; height: number }): Eye {
    const scale = Math.max(1, Math.min(MOST, full.width / area.width, full.height / area.height));
    return { scale, x: area.x + area.width / 2, y: area.y + area.height / 2 };
  }

  /** The whole board in the proportions of its place on the page, so that a near look fills that place. */
  private natural(): { width: number; height: number } {
    const { width, height } = this.place();
    const across = width > 0 && height > 0 ? width / height : this.whole.width / this.whole.height;
    return { width: Math.max(this.whole.width, this.whole.height * across), height: Math.max(this.whole.height, this.whole.width / across) };
  }

  /** The size of its place on the page, as last told by the browser. */
  private place(): { width: number; height: number } {
    return this.size ?? this.svg.getBoundingClientRect();
  }

  private box(): Box {
    const full = this.natural();
    const [width, height] = [full.width / this.eye.scale, full.height / this.eye.scale];
    return { x: this.eye.x - width / 2, y: this.eye.y - height / 2, width, height };
  }

  private look(eye: Eye): void {
    cancelAnimationFrame(this.gliding);
    this.eye = eye;
    this.show();
  }

  private glide(to: Eye): void {
    const from = { ...this.eye };
    const same = Math.abs(from.scale - to.scale) < 0.05 && Math.hypot(from.x - to.x, from.y - to.y) * to.scale < this.whole.width * 0.05;
    if (same || !moving()) return this.look(same ? from : to);
    cancelAnimationFrame(this.gliding);
    const start = performance.now();
    const step = (now: number) => {
      const p = ease(Math.min(1, Math.max(0, (now - start) / GLIDE)));
      this.eye = { scale: from.scale + (to.scale - from.scale) * p, x: from.x + (to.x - from.x) * p, y: from.y + (to.y - from.y) * p };
      this.show();
      if (p < 1) this.gliding = requestAnimationFrame(step);
    };
    this.gliding = requestAnimationFrame(step);
  }

  private show(): void {
    const { whole } = this;
    const { width, height } = this.box();
    this.eye.x = held(this.eye.x, width, whole.x, whole.width);
    this.eye.y = held(this.eye.y, height, whole.y, whole.height);
    this.svg.setAttribute("viewBox", [this.eye.x - width / 2, this.eye.y - height / 2, width, height].map(round).join(" "));
    // one finger scrolls the page while the whole board is in view, and pans the board when it is zoomed
    this.svg.setAttribute("data-zoomed", this.scale > 1.01 ? "yes" : "no");
  }

  private heed = (event: Event): void => this.attend((event as CustomEvent<Area>).detail);

  private wheel = (event: WheelEvent): void => {
    if (!event.ctrlKey && !event.shiftKey && this.scale <= 1.01 && event.deltaY > 0) return;
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY * 0.0015), pointer(this.svg, event));
  };

  private down = (event: PointerEvent): void => {
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size === 1) this.moved = 0;
  };

  /** A finger that something else had held joins in: two of them are a pinch, whatever lies under them. */
  press(id: number, x: number, y: number): void {
    this.fingers.set(id, { x, y });
  }

  private move = (event: PointerEvent): void => {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const step = Math.hypot(now.x - before.x, now.y - before.y);
    if (this.fingers.size === 1) {
      if (this.scale <= 1.01) return;
      this.moved += step;
      const [a, b] = [pointer(this.svg, toClient(before)), pointer(this.svg, toClient(now))];
      if (this.moved > 8) this.handled = true;
      this.look({ ...this.eye, x: this.eye.x - (b.x - a.x), y: this.eye.y - (b.y - a.y) });
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

  /** Two fingers zoom the board; without this the browser would take them for scrolling. */
  private touch = (event: TouchEvent): void => {
    if (event.touches.length > 1 && event.cancelable) event.preventDefault();
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

/** Where the middle may be so that nothing beyond the board is shown; a board smaller than its place stays centred. */
function held(middle: number, shown: number, from: number, length: number): number {
  if (shown >= length) return from + length / 2;
  return Math.min(Math.max(middle, from + shown / 2), from + length - shown / 2);
}

function nearest(area: Box, to: Point): Point {
  return { x: Math.min(Math.max(to.x, area.x), area.x + area.width), y: Math.min(Math.max(to.y, area.y), area.y + area.height) };
}

function moving(): boolean {
  return typeof requestAnimationFrame !== "undefined" && document.documentElement.dataset["motion"] !== "off";
}

function toClient(point: Point): { clientX: number; clientY: number } {
  return { clientX: point.x, clientY: point.y };
}
