/** The table maker of War of Leaders: obstacles, start zones and the Capture Point are put, moved, turned and resized. */

import { scaled, SCALE } from "../../boards/war_of_leaders/scenery";
import type { Drawing } from "../../boards/kit";
import { drawing, el, Fields, group, path, pointer, text } from "../../boards/kit";
import type { Editor, EditorContext, MountEditor, Options, Remark } from "../editor";
import { html } from "../parts";
import { Inspector } from "./inspector";
import type { Spot, Wall } from "./sheet";
import { centreOf, counterparts, defaultCorners, mapped, MOST_WALLS, readSheet, Sheet, turned } from "./sheet";
import { Tools } from "./tools";
import "../../boards/war_of_leaders/war_of_leaders.css";
import "../parts.css";
import "./editor.css";

export const covers = ["sheet"];
export const mount: MountEditor = (element, context) => new TableMaker(element, context);

const POINT = 1000; // ids of fields: walls from 0, then zones, then the point
const ZONES = 500;
const NUDGE: Record<string, Spot> = { ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 }, ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 } };

class TableMaker implements Editor {
  private sheet = new Sheet();
  private options: Options;
  private seats: number;
  private drawing: Drawing;
  private ground: SVGGElement;
  private things: SVGGElement;
  private tape: SVGGElement;
  private fields: Fields;
  private tools: Tools;
  private inspector: Inspector;
  private host: HTMLElement;
  private notice = html("p", "ed-note wle-notice");
  private chosen: number | null = null;
  private drag: { pointer: number; from: Spot; id: number | null; start: Sheet; moved: boolean } | null = null;
  private swallow = false;
  private remarks: Remark[] = [];
  private shown = new Set<number>();
  private boxed = "";

  constructor(
    element: HTMLElement,
    private context: EditorContext,
  ) {
    this.options = { ...context.handout.options };
    this.seats = context.handout.seats;
    this.host = html("div", "ed-canvas wle-canvas");
    this.inspector = new Inspector((key) => this.say(key), {
      table: (changes) => this.changeTable(changes),
      move: (to) => this.moveChosen(to),
      radius: (mm) => this.act((wall) => ({ circle: [wall.circle![0], wall.circle![1], mm] })),
    });
    element.append(this.host);
    context.aside.append(this.notice, this.inspector.element);
    this.drawing = drawing(this.host, { x: 0, y: 0, width: 100, height: 100 }, context.texts[""]?.["title"] ?? "");
    this.drawing.svg.classList.add("wl-board", "wle-board");
    [this.ground, this.things, this.tape] = [this.drawing.layer("wle-ground"), this.drawing.layer("wle-things"), this.drawing.layer("wl-tape")];
    this.fields = new Fields(this.drawing.svg, { choose: (id) => this.choose(id) });
    this.tools = new Tools(context, (key) => this.say(key), {
      turn: (degrees) => this.act((wall) => mapped(wall, (spot) => turned(spot, centreOf(wall), degrees))),
      scale: (factor) => this.act((wall) => this.grown(wall, factor)),
      copy: () => this.copy(),
      remove: () => this.remove(),
      clear: () => this.step(() => (this.sheet.walls = [])),
      add: (shape) => this.add(shape, this.sheet.middle),
      template: (name) => this.template(name),
    });
    context.toolbar.append(this.tools.element);
    this.host.addEventListener("pointerdown", this.down, { capture: true });
    this.host.addEventListener("pointermove", this.move, { capture: true });
    this.host.addEventListener("pointerup", this.up, { capture: true });
    this.host.addEventListener("pointercancel", this.cancel, { capture: true });
    this.host.addEventListener("click", this.click, { capture: true });
    this.host.addEventListener("keydown", this.key, { capture: true });
    this.read();
  }

  private say(key: string): string {
    return this.context.texts["editor"]?.[key] ?? key;
  }

  set(options: Options, seats: number): void {
    this.options = options;
    this.seats = seats;
    this.chosen = null;
    this.read();
  }
  private read(): void {
    try {
      this.sheet = readSheet(this.context.handout, this.options, this.seats);
      this.notice.textContent = "";
    } catch {
      this.sheet = new Sheet();
      this.sheet.corners = defaultCorners(this.sheet, this.seats);
      this.notice.textContent = this.say("unreadable");
    }
    this.draw();
  }

  // drawing -------------------------------------------------------------------------------------------

  private draw(): void {
    const { sheet } = this;
    const [width, height] = [scaled(sheet.width), scaled(sheet.height)];
    this.ground.replaceChildren(sheet.disc ? el("circle", { cx: width / 2, cy: height / 2, r: width / 2, class: "wl-table" }) : el("rect", { width, height, rx: 6, class: "wl-table" }));
    for (let x = scaled(100); x < width; x += scaled(100)) this.ground.append(el("line", { x1: x, y1: 0, x2: x, y2: height, class: "wl-grid" }));
    for (let y = scaled(100); y < height; y += scaled(100)) this.ground.append(el("line", { x1: 0, y1: y, x2: width, y2: y, class: "wl-grid" }));
    const focus = this.shown.size && this.things.contains(document.activeElement) ? Number(document.activeElement!.getAttribute("data-field")) : null;
    for (const id of this.shown) this.fields.remove(id);
    this.shown.clear();
    this.things.replaceChildren();
    sheet.corners.forEach((corner, i) => this.put(ZONES + i, this.zoneShape(corner, i), corner, `${this.say("zone")} ${i + 1}: ${corner.x}, ${corner.y}`));
    const point = sheet.point ?? sheet.middle;
    this.put(POINT, this.pointShape(point), point, `${this.say("point")}: ${point.x}, ${point.y}`);
    sheet.walls.forEach((wall, i) => {
      const at = centreOf(wall);
      this.put(i, this.wallShape(wall, i), at, `${this.say("wall")} ${i + 1}, ${wall.circle ? this.say("rock") : this.say("corners").replace("{count}", String(wall.outline!.length / 2))}: ${at.x}, ${at.y}`);
    });
    const now = `${width} ${height}`;
    if (now !== this.boxed) this.drawing.view.resize({ x: -14, y: -14, width: width + 28, height: height + 28 });
    this.boxed = now;
    if (focus !== null && this.shown.has(focus)) this.fields.get(focus)?.element.focus();
    this.show();
  }
  private put(id: number, made: SVGGElement, at: Spot, label: string): void {
    this.things.append(made);
    this.shown.add(id);
    this.fields.put(id, made, { x: scaled(at.x), y: scaled(at.y) }, label);
  }
  private zoneShape({ x, y }: Spot, i: number): SVGGElement {
    const at = { cx: scaled(x), cy: scaled(y) };
    const inside = { x: scaled(x + (this.sheet.middle.x - x) * 0.12), y: scaled(y + (this.sheet.middle.y - y) * 0.12) };
    return group("wle-zone", [
      el("circle", { ...at, r: scaled(this.sheet.zone), class: "wl-zone wle-zone-ring", stroke: `var(--seat-${i % 8})` }),
      el("circle", { cx: inside.x, cy: inside.y, r: 13, class: "wle-handle", fill: `var(--seat-${i % 8})` }),
      text(inside.x, inside.y, String(i + 1), { class: "wle-number", "font-size": 13, fill: `var(--seat-${i % 8}-ink)` }),
    ]);
  }
  private pointShape({ x, y }: Spot): SVGGElement {
    const r = scaled(this.pointRadius());
    const [cx, cy] = [scaled(x), scaled(y)];
    const star = el("path", { d: `M${cx} ${cy - 9}l2.6 5.6l6 .6l-4.5 4.1l1.3 6l-5.4 -3.1l-5.4 3.1l1.3 -6l-4.5 -4.1l6 -.6z`, class: "wl-star" });
    return group("wle-point", [el("circle", { cx, cy, r, class: "wl-point-ring" }), star]);
  }
  /** 1.6: two factors, unless the options say otherwise. */
  private pointRadius(): number {
    const factor = Number(this.options["factor"] ?? 3) * (this.options["unit"] === "inch" ? 25.4 : 10);
    return Number(this.options["radius"] ?? 0) || Math.round(2 * factor);
  }
  private wallShape(wall: Wall, i: number): SVGGElement {
    const at = centreOf(wall);
    const number = text(scaled(at.x), scaled(at.y), String(i + 1), { class: "wle-wall-number", "font-size": 10 });
    if (wall.circle) return group("wle-wall", [el("circle", { cx: scaled(at.x), cy: scaled(at.y), r: scaled(wall.circle[2]), class: "wl-wall wl-rock" }), number]);
    const outline = Array.from({ length: wall.outline!.length / 2 }, (_, k) => ({ x: scaled(wall.outline![2 * k]!), y: scaled(wall.outline![2 * k + 1]!) }));
    return group("wle-wall", [el("path", { d: path(outline), class: "wl-wall" }), number]);
  }
  private show(): void {
    if (this.chosen !== null && !this.shown.has(this.chosen)) this.chosen = null;
    this.fields.mark(this.chosen === null ? [] : [this.chosen], "ed-chosen");
    const wall = this.chosen !== null && this.chosen < ZONES ? this.sheet.walls[this.chosen] : undefined;
    this.tools.enable(wall !== undefined);
    this.inspector.show(this.sheet, this.chosen === null ? null : this.spotOf(this.chosen), wall?.circle?.[2] ?? null, this.chosen === null ? "" : (this.fields.get(this.chosen)?.label ?? ""));
    this.mark(this.remarks);
  }
  private spotOf(id: number): Spot {
    if (id === POINT) return this.sheet.point ?? this.sheet.middle;
    return id >= ZONES ? this.sheet.corners[id - ZONES]! : centreOf(this.sheet.walls[id]!);
  }

  // findings ------------------------------------------------------------------------------------------

  mark(remarks: Remark[]): void {
    this.remarks = remarks;
    const ids = (grave: boolean) => remarks.filter((each) => each.grave === grave).flatMap((each) => this.placesOf(each));
    this.fields.mark(ids(false), "ed-marked");
    this.fields.mark(ids(true), "ed-grave");
  }
  private placesOf(remark: Remark): number[] {
    return remark.where.flatMap((word) => {
      const [kind, number] = word.split(":");
      const id = kind === "point" ? POINT : kind === "wall" ? Number(number) : kind === "zone" ? ZONES + Number(number) : -1;
      return this.shown.has(id) ? [id] : [];
    });
  }
  jump(remark: Remark): void {
    const id = this.placesOf(remark)[0];
    if (id === undefined) return this.inspector.attend();
    const at = this.spotOf(id);
    this.drawing.view.reveal({ x: scaled(at.x), y: scaled(at.y) });
    this.chosen = id;
    this.show();
    this.fields.get(id)?.element.focus();
  }

  // changing ------------------------------------------------------------------------------------------

  private copyOf(sheet: Sheet): Sheet {
    return Object.assign(new Sheet(), structuredClone({ ...sheet }));
  }
  private step(work: () => void): void {
    work();
    this.report();
  }
  private report(): void {
    if (!this.sheet.seats.includes(this.seats)) this.sheet.seats = [this.seats];
    const sheet = this.sheet.write();
    this.options = { ...this.options, sheet };
    this.draw();
    this.context.change({ sheet });
  }
  private snap(mm: number): number {
    const grid = this.tools.grid;
    return grid ? Math.round(mm / grid) * grid : Math.round(mm);
  }
  private add(shape: string, at: Spot): void {
    const form = this.tools.shape(shape);
    const made: Wall = form.circle ? { circle: [this.snap(at.x), this.snap(at.y), form.circle[2]] } : mapped(form, (spot) => ({ x: spot.x + this.snap(at.x), y: spot.y + this.snap(at.y) }));
    const others = counterparts(this.tools.symmetry, this.sheet, this.seats).map((send) => mapped(made, send));
    if (this.sheet.walls.length + others.length + 1 > MOST_WALLS) return this.context.announce(this.say("many"));
    this.chosen = this.sheet.walls.length;
    this.step(() => this.sheet.walls.push(made, ...others.filter((other) => JSON.stringify(other) !== JSON.stringify(made))));
    this.context.announce(this.fields.get(this.chosen)?.label ?? "");
  }
  /** Change the chosen obstacle, and its counterparts in the same way. */
  private act(change: (wall: Wall) => Wall): void {
    const wall = this.chosen !== null && this.chosen < ZONES ? this.sheet.walls[this.chosen] : undefined;
    if (!wall) return;
    const next = change(wall);
    this.step(() => this.replace(wall, next));
  }
  private replace(wall: Wall, next: Wall): void {
    for (const send of counterparts(this.tools.symmetry, this.sheet, this.seats)) {
      const at = send(centreOf(wall));
      const other = this.sheet.walls.findIndex((each) => each !== wall && Math.hypot(centreOf(each).x - at.x, centreOf(each).y - at.y) < 12);
      if (other >= 0) this.sheet.walls[other] = mapped(next, send);
    }
    this.sheet.walls[this.sheet.walls.indexOf(wall)] = next;
  }
  private grown(wall: Wall, factor: number): Wall {
    const about = centreOf(wall);
    return mapped(wall, ({ x, y }) => ({ x: about.x + (x - about.x) * factor, y: about.y + (y - about.y) * factor }), factor);
  }
  private copy(): void {
    const wall = this.chosen !== null ? this.sheet.walls[this.chosen] : undefined;
    if (!wall || this.sheet.walls.length >= MOST_WALLS) return;
    this.chosen = this.sheet.walls.length;
    this.step(() => this.sheet.walls.push(mapped(wall, ({ x, y }) => ({ x: x + 60, y: y + 60 }))));
  }
  private remove(): void {
    const wall = this.chosen !== null && this.chosen < ZONES ? this.sheet.walls[this.chosen] : undefined;
    if (!wall) return;
    const gone = new Set([wall]);
    for (const send of counterparts(this.tools.symmetry, this.sheet, this.seats)) {
      const at = send(centreOf(wall));
      const other = this.sheet.walls.find((each) => Math.hypot(centreOf(each).x - at.x, centreOf(each).y - at.y) < 12);
      if (other) gone.add(other);
    }
    this.chosen = null;
    this.step(() => (this.sheet.walls = this.sheet.walls.filter((each) => !gone.has(each))));
    this.context.announce(this.say("removed"));
  }
  private template(name: string): void {
    const fresh = readSheet(this.context.handout, { ...this.options, sheet: "", scenario: name }, this.seats);
    this.chosen = null;
    this.step(() => (this.sheet = fresh));
  }
  private changeTable(changes: Partial<Sheet>): void {
    this.step(() => {
      const before = { ...this.sheet };
      Object.assign(this.sheet, changes);
      if (this.sheet.disc) this.sheet.width = this.sheet.height = this.sheet.disc;
      if (changes.disc !== undefined || changes.width !== undefined || changes.height !== undefined) this.stretch(before);
    });
  }
  /** Start zones keep their place in the frame of the table. */
  private stretch(before: { width: number; height: number; disc: number }): void {
    const { sheet } = this;
    if (!sheet.ownCorners || Boolean(before.disc) !== Boolean(sheet.disc)) {
      sheet.ownCorners = false;
      sheet.corners = defaultCorners(sheet, this.seats);
    } else sheet.corners = sheet.corners.map(({ x, y }) => ({ x: Math.round((x * sheet.width) / before.width), y: Math.round((y * sheet.height) / before.height) }));
  }
  private moveChosen(to: Spot): void {
    if (this.chosen === null) return;
    const id = this.chosen;
    this.step(() => this.shift(id, to));
  }
  private shift(id: number, to: Spot): void {
    const { sheet } = this;
    const spot = { x: Math.min(sheet.width, Math.max(0, this.snap(to.x))), y: Math.min(sheet.height, Math.max(0, this.snap(to.y))) };
    if (id === POINT) sheet.point = spot;
    else if (id >= ZONES) {
      const others = counterparts(this.tools.symmetry, sheet, this.seats);
      const from = sheet.corners[id - ZONES]!;
      sheet.ownCorners = true;
      for (const send of others) {
        const at = send(from);
        const other = sheet.corners.findIndex((each) => each !== from && Math.hypot(each.x - at.x, each.y - at.y) < 12);
        const there = send(spot);
        if (other >= 0) sheet.corners[other] = { x: Math.round(there.x), y: Math.round(there.y) };
      }
      sheet.corners[id - ZONES] = spot;
    } else {
      const wall = sheet.walls[id]!;
      const at = centreOf(wall);
      this.replace(wall, mapped(wall, ({ x, y }) => ({ x: x + spot.x - at.x, y: y + spot.y - at.y })));
    }
  }

  // pointer and keys ----------------------------------------------------------------------------------

  private choose(id: number): void {
    this.chosen = id;
    this.show();
    this.context.announce(this.fields.get(id)?.label ?? "");
  }
  private under(event: PointerEvent): Spot {
    const at = pointer(this.drawing.svg, event);
    return { x: at.x * SCALE, y: at.y * SCALE };
  }
  private fieldOf(event: Event): number | null {
    const found = event.target instanceof Element ? event.target.closest("[data-field]") : null;
    return found ? Number(found.getAttribute("data-field")) : null;
  }
  private down = (event: PointerEvent): void => {
    this.swallow = false;
    if (event.button > 0 || !(event.target instanceof Element) || !event.target.closest("svg")) return;
    if (this.drag) return this.cancel();
    const id = this.tools.tool === "select" ? this.fieldOf(event) : null;
    if (this.tools.tool === "select" && id === null) return; // the empty table pans
    event.stopPropagation();
    this.drag = { pointer: event.pointerId, from: this.under(event), id, start: this.copyOf(this.sheet), moved: false };
  };
  private move = (event: PointerEvent): void => {
    const { drag } = this;
    if (drag?.pointer !== event.pointerId) return;
    event.stopPropagation();
    const at = this.under(event);
    if (!drag.moved && Math.hypot(at.x - drag.from.x, at.y - drag.from.y) < 6) return;
    drag.moved = true;
    if (this.tools.tool === "tape") return this.measure(drag.from, at);
    if (drag.id === null) return;
    const before = this.copyOf(drag.start);
    this.sheet = before;
    const origin = this.spotOf(drag.id);
    this.shift(drag.id, { x: origin.x + at.x - drag.from.x, y: origin.y + at.y - drag.from.y });
    this.chosen = drag.id;
    this.draw();
  };
  private up = (event: PointerEvent): void => {
    const { drag } = this;
    if (drag?.pointer !== event.pointerId) return;
    event.stopPropagation();
    this.drag = null;
    this.swallow = true;
    if (this.tools.tool === "tape") return;
    if (drag.id !== null) {
      if (drag.moved) this.report();
      else this.choose(drag.id);
      this.fields.get(drag.id)?.element.focus({ preventScroll: true });
    } else this.add(this.tools.tool, drag.from);
  };
  private cancel = (): void => {
    if (this.drag) this.sheet = this.drag.start;
    this.drag = null;
    this.draw();
  };
  private click = (event: Event): void => {
    if (!this.swallow || !(event.target instanceof Element) || !event.target.closest("svg")) return;
    this.swallow = false;
    event.stopPropagation();
  };
  private key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element) || !event.target.closest("svg")) return;
    const way = event.shiftKey ? NUDGE[event.key] : undefined;
    const act = { Delete: () => this.remove(), Backspace: () => this.remove(), r: () => this.tools.press("turn"), R: () => this.tools.press("back") }[event.key];
    if (this.chosen === null || (!way && !act)) return;
    event.preventDefault();
    event.stopPropagation();
    const by = this.tools.grid || 1;
    const at = this.spotOf(this.chosen);
    if (way) this.moveChosen({ x: at.x + way.x * by, y: at.y + way.y * by });
    else act?.();
  };
  private measure(from: Spot, to: Spot): void {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const factor = Number(this.options["factor"] ?? 3) * (this.options["unit"] === "inch" ? 25.4 : 10);
    const said = this.say("length").replace("{mm}", String(Math.round(length))).replace("{factors}", (length / factor).toFixed(1));
    const [a, b] = [{ x: scaled(from.x), y: scaled(from.y) }, { x: scaled(to.x), y: scaled(to.y) }];
    this.tape.replaceChildren(el("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: "wl-way" }), text((a.x + b.x) / 2, (a.y + b.y) / 2 - 10, said, { class: "wl-length", "font-size": 14 }));
    this.context.announce(said);
  }

  destroy(): void {
    this.host.removeEventListener("pointerdown", this.down, { capture: true });
    this.host.removeEventListener("pointermove", this.move, { capture: true });
    this.host.removeEventListener("pointerup", this.up, { capture: true });
    this.host.removeEventListener("pointercancel", this.cancel, { capture: true });
    this.host.removeEventListener("click", this.click, { capture: true });
    this.host.removeEventListener("keydown", this.key, { capture: true });
    this.fields.destroy();
    this.drawing.destroy();
    this.host.remove();
    this.notice.remove();
    this.inspector.element.remove();
    this.tools.element.remove();
  }
}
