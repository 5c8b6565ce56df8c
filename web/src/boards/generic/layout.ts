/** A board drawn from what a card declares: places, and what lies on them.  Clicks and drags name operands of offered actions. */

import type { Action, Event as Told } from "../../wire";
import type { Board, BoardContext, Gesture, Layout, Lying, View } from "../board";
import type { Point } from "../kit";
import { arrow, drawing, el, fan, Fields, group, namedIn, operandKind, piece, place, pointer, spoken, Stage, text } from "../kit";
import type { Ground } from "./ground";
import { lay, UNIT } from "./ground";
import type { Name } from "./picking";
import { Picking } from "./picking";

const THINGS = 1_000_000; // fields: places count from 0, things from here, points of a plane from POINTS
const POINTS = 2_000_000_000;
const LEAST = 34; // pixels of the screen across a square at which a board can be read and tapped: narrower ones are looked at in parts
const FAR = 12; // pixels before a press becomes a drag

export class LayoutBoard implements Board {
  private drawing;
  private stage: Stage;
  private fields: Fields;
  private ground: Ground;
  private layers;
  private things: Lying[] = [];
  private shapes: SVGGElement[] = [];
  private picking: Picking;
  private points: number[] = []; // offered points of a plane
  private asked = ""; // what was offered last
  private moved = false; // something is shown elsewhere than it lies: an event was played
  private drag: { field: number; from: Point; at: Point; id: number; far: boolean } | null = null;

  constructor(
    element: HTMLElement,
    private context: BoardContext,
    private layout: Layout,
  ) {
    this.ground = lay(layout);
    this.drawing = drawing(element, this.ground.box, context.texts[""]?.["title"] ?? "");
    this.drawing.view.comfort = (this.ground.box.width / UNIT) * LEAST;
    this.layers = { ground: this.drawing.layer("ground"), points: this.drawing.layer("points"), things: this.drawing.layer("things"), drag: this.drawing.layer("drag") };
    this.stage = new Stage(context.motion);
    this.picking = this.pickingOf();
    this.fields = new Fields(this.drawing.svg, { choose: (id) => this.choose(id), point: (id) => this.point(id) });
    this.layers.ground.append(this.ground.backdrop);
    for (const [number, shape] of this.ground.shapes) {
      this.layers.ground.append(shape);
      this.fields.put(number, shape, this.ground.at(number), this.placeLabel(number));
    }
    const svg = this.drawing.svg;
    this.layers.things.addEventListener("pointerdown", this.down);
    this.layers.ground.addEventListener("pointerdown", this.down);
    svg.addEventListener("pointermove", this.move);
    svg.addEventListener("pointerup", this.up);
    svg.addEventListener("pointercancel", this.cancel);
    svg.addEventListener("touchmove", this.hold, { passive: false });
  }

  set(view: View): void {
    this.stage.cut();
    const scene = Array.isArray(view.scene) ? view.scene : [];
    if (!this.moved && this.shapes.length && JSON.stringify(scene) === JSON.stringify(this.things)) return; // what is held stays in hand
    this.cancel();
    this.things = scene;
    this.draw();
  }

  offer(actions: Action[]): void {
    const picked = actions.length && JSON.stringify(actions) === this.asked ? this.picking.picked : [];
    if (actions.length) this.asked = JSON.stringify(actions);
    const before = this.picking;
    this.picking = this.pickingOf();
    this.picking.reset(actions);
    for (const name of picked) this.picking.take([name]); // the same question again: what is in hand stays there
    if (!actions.length) this.picking.picked = before.picked;
    this.light();
  }

  /** A thing that goes from one place to another glides there; the rest is shown by `set`. */
  async play(events: Told[]): Promise<void> {
    for (const [kind = -1, ...values] of events) {
      const shape = this.context.handout.events[kind];
      const names = values.map((value, i) => ({ kind: operandKind(shape, i), value }));
      const places = names.filter((each) => each.kind === this.layout.kind);
      const goal = places.at(-1);
      const moved = this.things.findIndex((each) => names.some((name) => name.kind === each[3] && name.value === each[4] && each[3] !== ""));
      const from = moved < 0 && places.length > 1 ? this.topOf(places[0]!.value) : moved;
      if (goal && from >= 0 && places.length + (moved < 0 ? 0 : 1) > 1) await this.glide(from, this.ground.at(goal.value));
    }
  }

  latest(events: Told[]): void {
    this.fields.recall(namedIn(this.context.handout, events, { [this.layout.kind]: 0 }));
  }

  preview(action: Action | null): void {
    this.fields.mark(action ? this.picking.names(action).flatMap((name) => this.fieldsOf(name)) : [], "previewed");
  }

  trace(gesture: Gesture | null): void {
    const names = gesture ? gesture.operands.map((value, i) => ({ kind: gesture.kinds[Math.min(i, gesture.kinds.length - 1)]?.replace("*", "") ?? "", value })) : [];
    this.fields.mark(names.flatMap((name) => this.fieldsOf(name)), "previewed");
  }

  destroy(): void {
    this.stage.cut();
    const svg = this.drawing.svg;
    svg.removeEventListener("pointermove", this.move);
    svg.removeEventListener("pointerup", this.up);
    svg.removeEventListener("pointercancel", this.cancel);
    svg.removeEventListener("touchmove", this.hold);
    this.fields.destroy();
    this.drawing.destroy();
  }

  // drawing ------------------------------------------------------------------------

  private draw(): void {
    this.moved = false;
    this.layers.things.replaceChildren();
    this.shapes.forEach((_, i) => this.fields.remove(THINGS + i));
    this.shapes = [];
    const stacks = new Map<number, number[]>();
    this.things.forEach(([at], i) => stacks.set(at, [...(stacks.get(at) ?? []), i]));
    this.things.forEach((thing, i) => {
      const stack = stacks.get(thing[0]) ?? [i];
      const size = this.ground.size / Math.min(3, Math.ceil(Math.sqrt(stack.length)));
      const offset = fan(stack.length, size, Math.ceil(Math.sqrt(stack.length)))[stack.indexOf(i)] ?? { x: 0, y: 0 };
      const middle = this.ground.at(thing[0]);
      const at = { x: middle.x + offset.x, y: middle.y + offset.y };
      const shape = this.shapeOf(thing, size);
      place(shape, at.x, at.y);
      this.layers.things.append(shape);
      this.shapes.push(shape);
      this.fields.put(THINGS + i, shape, at, this.thingLabel(i));
    });
    for (const number of this.ground.shapes.keys()) this.fields.label(number, this.placeLabel(number));
  }

  private shapeOf([, glyph, seat, , , , ring]: Lying, size: number): SVGGElement {
    if (seat < 0) return group("layout-mark", [el("circle", { r: size, class: "layout-mark-ground" }), text(0, 0, glyph, { "font-size": size * (glyph.length > 2 ? 0.8 : 1.3), class: "layout-mark-sign" })]);
    const made = piece({ seat, shape: "square", size, sign: glyph || "?", hidden: glyph === "" || glyph === "?", secret: Boolean(ring) }, this.drawing.patterns);
    if (glyph.length > 2) made.querySelector(".piece-sign")?.setAttribute("font-size", String(size * 0.62));
    return made;
  }

  /** On a plane what is offered is drawn as points. */
  private drawPoints(): void {
    for (const point of this.points) this.fields.remove(POINTS + point);
    this.points = [];
    this.layers.points.replaceChildren();
    if (this.layout.shape !== "plane") return;
    const values = new Set(this.picking.next().filter(({ kind }) => kind === this.layout.kind).map(({ value }) => value));
    for (const value of values) {
      const at = this.ground.at(value);
      const shape = group("layout-point", [el("circle", { cx: at.x, cy: at.y, r: 9, class: "layout-ground" })]);
      this.layers.points.append(shape);
      this.points.push(value);
      this.fields.put(POINTS + value, shape, at, spoken(this.context, this.layout.kind, value));
    }
  }

  private light(): void {
    if (this.layout.shape === "plane") this.drawPoints();
    this.fields.light(this.picking.next().flatMap((name) => this.fieldsOf(name)));
    this.fields.mark(this.picking.picked.flatMap((name) => this.fieldsOf(name)), "asked");
  }

  private async glide(index: number, to: Point): Promise<void> {
    const shape = this.shapes[index];
    const from = this.fields.get(THINGS + index)?.at;
    if (!shape || !from || (from.x === to.x && from.y === to.y)) return;
    this.context.sound("move");
    this.moved = true;
    this.layers.things.append(shape);
    await this.stage.tween(380, (t) => {
      place(shape, from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t);
    });
  }

  // words --------------------------------------------------------------------------

  private placeLabel(number: number): string {
    const here = this.things.flatMap((thing, i) => (thing[0] === number ? [this.thingLabel(i)] : []));
    return [spoken(this.context, this.layout.kind, number), ...here].join(", ");
  }

  private thingLabel(index: number): string {
    const thing = this.things[index];
    if (!thing) return "";
    const [, glyph, seat, kind, value, said] = thing;
    const owner = seat >= 0 ? (this.context.players[seat] ?? "") : "";
    const named = said ? (this.context.texts["word"]?.[said] ?? said) : glyph || "?";
    return [kind ? spoken(this.context, kind, value) : "", named, owner].filter(Boolean).join(", ");
  }

  // choosing -----------------------------------------------------------------------

  /** Kinds of operands that lie on this board: places, and the things that are named by one. */
  private pickingOf(): Picking {
    return new Picking(this.context.handout.verbs, new Set([this.layout.kind, ...this.things.map((each) => each[3]).filter(Boolean)]));
  }

  private topOf(at: number): number {
    return this.things.findLastIndex((each) => each[0] === at);
  }

  private fieldsOf({ kind, value }: Name): number[] {
    const things = this.things.flatMap((each, i) => (each[3] === kind && each[4] === value ? [THINGS + i] : []));
    if (kind !== this.layout.kind) return things;
    if (this.layout.shape === "plane") return [POINTS + value];
    const top = this.topOf(value);
    return top >= 0 ? [value, THINGS + top] : [value]; // what covers a place shows that it can be chosen
  }

  /** What a field goes by: a thing by its own name and by the place it lies on, a place by its own and by what lies there. */
  private namesOf(id: number): Name[] {
    const { kind } = this.layout;
    if (id >= POINTS) return [{ kind, value: id - POINTS }];
    const at = id >= THINGS ? (this.things[id - THINGS]?.[0] ?? -1) : id;
    const own = this.things.flatMap((each, i) => (each[3] && (id >= THINGS ? i === id - THINGS : each[0] === id) ? [{ kind: each[3], value: each[4] }] : []));
    const ground = { kind, value: at };
    return id >= THINGS ? [...own, ground] : [ground, ...own];
  }

  private choose(id: number): void {
    if (this.drag?.far) return;
    const names = this.namesOf(id);
    const again = this.picking.picked.some((name) => names.some((each) => each.kind === name.kind && each.value === name.value));
    let found = again ? null : this.picking.take(names);
    if (found === null && this.picking.picked.length) {
      const wanted = again ? null : names.map((name) => this.picking.attempt(name)).find(Boolean);
      this.picking.start();
      found = again ? null : this.picking.take(names);
      if (found === null && wanted) this.context.choose(wanted); // the page says why not
    }
    if (Array.isArray(found)) {
      this.picking.start();
      this.context.choose(found);
    }
    const picked = this.picking.picked.at(-1);
    this.context.pick(picked?.kind ?? "", picked?.value ?? -1);
    this.light();
  }

  private point(id: number | null): void {
    const field = id === null ? undefined : this.fields.get(id);
    if (!field) return this.drawing.tooltip.hide();
    this.drawing.tooltip.show(field.element, field.label.split(", "));
    this.context.point(field.label);
  }

  // dragging -----------------------------------------------------------------------

  private down = (event: PointerEvent): void => {
    const field = this.under(event);
    if (event.button !== 0 || field === null || !this.fields.isLit(field)) return;
    if (!this.picking.left.some((action) => this.picking.names(action).length > this.picking.picked.length + 1)) return; // a click is enough
    event.stopPropagation(); // the picture is not moved meanwhile
    this.drag = { field, from: { x: event.clientX, y: event.clientY }, at: pointer(this.drawing.svg, event), id: event.pointerId, far: false };
  };

  private move = (event: PointerEvent): void => {
    if (!this.drag || event.pointerId !== this.drag.id) return;
    const { field, from, far } = this.drag;
    if (!far && Math.hypot(event.clientX - from.x, event.clientY - from.y) < FAR) return;
    if (!far) {
      this.drag.far = true;
      this.picking.start();
      this.picking.take(this.namesOf(field));
      this.light();
    }
    this.layers.drag.replaceChildren(arrow(this.fields.get(field)?.at ?? this.drag.at, pointer(this.drawing.svg, event), "dragged"));
  };

  private up = (event: PointerEvent): void => {
    const drag = this.drag;
    if (!drag || event.pointerId !== drag.id) return;
    this.cancel();
    if (!drag.far) return; // the click follows by itself
    const over = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-field]")?.getAttribute("data-field");
    if (over !== null && over !== undefined && Number(over) !== drag.field) this.choose(Number(over));
    else {
      this.picking.start();
      this.light();
    }
    this.drawing.svg.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => this.drawing.svg.removeEventListener("click", swallow, { capture: true }), 0);
  };

  private cancel = (): void => {
    this.drag = null;
    this.layers.drag.replaceChildren();
  };

  /** A finger that moves a thing does not scroll the page. */
  private hold = (event: TouchEvent): void => {
    if (this.drag && event.cancelable) event.preventDefault();
  };

  private under(event: Event): number | null {
    const found = event.target instanceof Element ? event.target.closest("[data-field]") : null;
    return found ? Number(found.getAttribute("data-field")) : null;
  }
}

const swallow = (event: Event): void => event.stopPropagation();
