/** Fields a board is made of: one of them has the focus, arrow keys move it, Enter or a click chooses. */

import type { Point } from "./svg";
import { set } from "./svg";

export interface Field {
  id: number;
  element: SVGElement;
  at: Point;
  label: string;
}

export interface FieldsEvents {
  choose(id: number): void;
  /** The pointer or the focus is on a field; null when it left all of them. */
  point?(id: number | null): void;
}

export class Fields {
  private fields = new Map<number, Field>();
  private current: number | null = null;
  private lit = new Set<number>();
  private recent = new Set<number>();

  constructor(
    private root: SVGElement,
    private events: FieldsEvents,
  ) {
    root.addEventListener("keydown", this.key);
    root.addEventListener("click", this.click);
    root.addEventListener("focusin", this.focus);
    root.addEventListener("focusout", this.blur);
    root.addEventListener("pointerover", this.over);
    root.addEventListener("pointerleave", this.leave);
  }

  /** Make an element a field, or change where it lies and what it is called. */
  put(id: number, element: SVGElement, at: Point, label: string): void {
    const field = { id, element, at, label };
    this.fields.set(id, field);
    this.current ??= id;
    set(element, { "data-field": id, role: "button", tabindex: this.current === id ? 0 : -1, "aria-label": label });
    element.classList.add("field");
    element.classList.toggle("latest", this.recent.has(id));
  }

  label(id: number, label: string): void {
    const field = this.fields.get(id);
    if (!field || field.label === label) return;
    field.label = label;
    field.element.setAttribute("aria-label", label);
  }

  remove(id: number): void {
    this.fields.delete(id);
    this.lit.delete(id);
    if (this.current === id) {
      this.current = null;
      const next = this.fields.keys().next().value;
      if (next !== undefined) this.rove(next);
    }
  }

  get(id: number): Field | undefined {
    return this.fields.get(id);
  }

  /** Light exactly these: what can be chosen.  The others stay reachable but say they are disabled. */
  light(ids: Iterable<number>): void {
    this.lit = new Set(ids);
    for (const [id, field] of this.fields) {
      const on = this.lit.has(id);
      field.element.classList.toggle("offered", on);
      field.element.setAttribute("aria-disabled", on ? "false" : "true");
    }
    if (this.lit.size && (this.current === null || !this.lit.has(this.current))) {
      const first = [...this.lit].find((id) => this.fields.has(id));
      if (first !== undefined && !this.root.contains(document.activeElement)) this.rove(first);
    }
  }

  mark(ids: Iterable<number>, className: string): void {
    const marked = new Set(ids);
    for (const [id, field] of this.fields) field.element.classList.toggle(className, marked.has(id));
  }

  /** Mark what was part of the last events; elements drawn anew keep their mark. */
  recall(ids: Iterable<number>): void {
    this.recent = new Set(ids);
    this.mark(this.recent, "latest");
  }

  isLit(id: number): boolean {
    return this.lit.has(id);
  }

  destroy(): void {
    this.root.removeEventListener("keydown", this.key);
    this.root.removeEventListener("click", this.click);
    this.root.removeEventListener("focusin", this.focus);
    this.root.removeEventListener("focusout", this.blur);
    this.root.removeEventListener("pointerover", this.over);
    this.root.removeEventListener("pointerleave", this.leave);
    this.fields.clear();
  }

  private rove(id: number): void {
    if (this.current !== null) this.fields.get(this.current)?.element.setAttribute("tabindex", "-1");
    this.current = id;
    this.fields.get(id)?.element.setAttribute("tabindex", "0");
  }

  private of(event: Event): number | null {
    const found = event.target instanceof Element ? event.target.closest("[data-field]") : null;
    const id = found === null ? null : Number(found.getAttribute("data-field"));
    return id !== null && this.fields.has(id) ? id : null;
  }

  private key = (event: KeyboardEvent): void => {
    const id = this.of(event);
    if (id === null || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.events.choose(id);
      return;
    }
    const way = WAYS[event.key];
    const next = way ? this.towards(id, way) : event.key === "Home" ? this.nextLit(id, 1) : event.key === "End" ? this.nextLit(id, -1) : null;
    if (way || next !== null) event.preventDefault();
    if (next !== null) {
      this.rove(next);
      this.fields.get(next)?.element.focus();
    }
  };

  /** The nearest field in a direction: near and straight ahead beats near and aside. */
  towards(id: number, way: Point): number | null {
    const here = this.fields.get(id);
    if (!here) return null;
    let best: number | null = null;
    let least = Infinity;
    for (const field of this.fields.values()) {
      const [dx, dy] = [field.at.x - here.at.x, field.at.y - here.at.y];
      const ahead = dx * way.x + dy * way.y;
      const aside = Math.abs(dx * way.y - dy * way.x);
      if (field.id === id || ahead <= 0.001 || aside > 2 * ahead) continue;
      const cost = ahead + 2 * aside;
      if (cost < least) [best, least] = [field.id, cost];
    }
    return best;
  }

  /** Home and End walk through what is offered. */
  private nextLit(id: number, step: number): number | null {
    const lit = [...this.fields.keys()].filter((each) => this.lit.has(each));
    if (!lit.length) return null;
    const at = lit.indexOf(id);
    return lit[(at + step + lit.length) % lit.length] ?? null;
  }

  private click = (event: Event): void => {
    const id = this.of(event);
    if (id === null) return;
    this.rove(id);
    this.events.choose(id);
  };

  private focus = (event: Event): void => {
    const id = this.of(event);
    if (id === null) return;
    this.rove(id);
    this.events.point?.(id);
  };

  private blur = (): void => this.events.point?.(null);
  private over = (event: Event): void => this.events.point?.(this.of(event));
  private leave = (): void => this.events.point?.(null);
}

const WAYS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
