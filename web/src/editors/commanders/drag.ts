/** Dragging by mouse, pen or finger: a unit from sector to sector or off the board, or anything from the tray onto a sector. */

import { el } from "../../boards/kit";
import type { Tool } from "./tools";
import { unitPicture } from "./tools";

const MOVING = 8; // pixels before a press becomes a drag

export interface DragHooks {
  /** The sector or reserve under the pointer, or -1. */
  at(event: PointerEvent): number;
  /** What a button of the tray stands for. */
  tool(key: string): Tool;
  /** Something was dropped: from a sector (-1: the tray) onto a sector (-1: beside the board). */
  drop(tool: Tool, from: number, to: number): void;
}

export class UnitDrag {
  private tool: Tool | null = null;
  private from = -1;
  private start = { x: 0, y: 0 };
  private ghost: SVGSVGElement | null = null;
  private source: Element | null = null;

  constructor(
    private svg: SVGSVGElement,
    private units: SVGGElement,
    private tray: HTMLElement,
    private hooks: DragHooks,
  ) {
    units.addEventListener("pointerdown", this.downUnit);
    tray.addEventListener("pointerdown", this.downTray);
    window.addEventListener("pointermove", this.move);
    window.addEventListener("pointerup", this.up);
    window.addEventListener("pointercancel", this.stop);
    svg.addEventListener("touchmove", this.hold, { passive: false });
  }

  destroy(): void {
    this.stop();
    this.units.removeEventListener("pointerdown", this.downUnit);
    this.tray.removeEventListener("pointerdown", this.downTray);
    window.removeEventListener("pointermove", this.move);
    window.removeEventListener("pointerup", this.up);
    window.removeEventListener("pointercancel", this.stop);
    this.svg.removeEventListener("touchmove", this.hold);
  }

  private hold = (event: TouchEvent): void => {
    if (this.tool && event.cancelable) event.preventDefault();
  };

  private begin(event: PointerEvent, tool: Tool, from: number, source: Element): void {
    if (event.button !== 0) return;
    document.getSelection()?.removeAllRanges(); // quick clicks may have marked text: the browser would drag that, and cancel ours
    this.tool = tool;
    this.from = from;
    this.source = source;
    this.start = { x: event.clientX, y: event.clientY };
  }

  private downUnit = (event: PointerEvent): void => {
    const unit = event.target instanceof Element ? event.target.closest("[data-unit]") : null;
    const [seat, kind, from] = (unit?.getAttribute("data-unit") ?? "").split(" ").map(Number);
    if (!unit || seat === undefined || kind === undefined || from === undefined) return;
    event.stopPropagation(); // the picture is not moved meanwhile
    this.begin(event, { type: "unit", seat, kind }, from, unit);
  };

  private downTray = (event: PointerEvent): void => {
    const tool = event.target instanceof Element ? event.target.closest("[data-tool]") : null;
    const key = tool?.getAttribute("data-tool") ?? "";
    if (tool && /^(unit|marker|land):/.test(key)) this.begin(event, this.hooks.tool(key), -1, tool);
  };

  private move = (event: PointerEvent): void => {
    if (!this.tool) return;
    if (!this.ghost) {
      if (Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y) < MOVING) return;
      this.ghost = el("svg", { viewBox: "-22 -18 44 36", class: "ed-ghost", "aria-hidden": "true" }, [this.tool.type === "unit" ? unitPicture(this.tool.seat, this.tool.kind) : el("circle", { r: 9, class: "cme-dot" })]);
      document.body.append(this.ghost);
      if (this.from >= 0) this.source?.classList.add("cme-lifted");
    }
    this.ghost.style.transform = `translate(${event.clientX - 24}px, ${event.clientY - 19}px)`;
  };

  private up = (event: PointerEvent): void => {
    const { tool, from, ghost } = this;
    this.stop();
    if (!tool) return;
    if (ghost) this.hooks.drop(tool, from, this.inside(event) ? this.hooks.at(event) : -1);
    else if (from >= 0) this.svg.querySelector(`[data-field="${from}"]`)?.dispatchEvent(new MouseEvent("click", { bubbles: true })); // a press on a unit is one on its sector
  };

  private inside(event: PointerEvent): boolean {
    const { left, right, top, bottom } = this.svg.getBoundingClientRect();
    return event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom;
  }

  private stop = (): void => {
    this.ghost?.remove();
    this.source?.classList.remove("cme-lifted");
    this.ghost = null;
    this.tool = null;
    this.source = null;
    this.from = -1;
  };
}
