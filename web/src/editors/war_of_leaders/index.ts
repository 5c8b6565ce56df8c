/** The table maker of War of Leaders: obstacles, start zones and the Capture Point are put, moved, turned and resized. */

import { scaled, SCALE } from "../../boards/war_of_leaders/scenery";
import type { Drawing } from "../../boards/kit";
import { drawing, el, Fields, group, pointer, text } from "../../boards/kit";
import type { Editor, EditorContext, MountEditor, Options, Remark } from "../editor";
import { html, listen } from "../parts";
import { ArmyCard, rowsOf } from "./army";
import { FreeHand } from "./free";
import { Inspector } from "./inspector";
import { factorOf, pointShape, wallShape, zoneShape } from "./shapes";
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
const CORNERS = 2000; // of the chosen obstacle
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
  private deafen: () => void;
  private free: FreeHand;
  private army: ArmyCard;
  private opened: number | null = null; // the obstacle whose corners are shown

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
    const armies = Object.entries(context.handout.data["scenarios"] as Record<string, { pieces?: unknown }>).filter(([, each]) => Array.isArray(each.pieces)).map(([name]) => name);
    this.army = new ArmyCard(context.handout, (key) => this.say(key), armies.map((name) => [name, context.texts["choice"]?.[`scenario.${name}`] ?? name]), (pieces) =>
      this.step(() => {
        this.sheet.pieces = pieces;
        delete this.sheet.rest["armies"];
      }),
    );
    context.aside.append(this.notice, this.inspector.element, this.army.element);
    this.drawing = drawing(this.host, { x: 0, y: 0, width: 100, height: 100 }, context.texts[""]?.["title"] ?? "");
    this.drawing.svg.classList.add("wl-board", "wle-board");
    [this.ground, this.things, this.tape] = [this.drawing.layer("wle-ground"), this.drawing.layer("wle-things"), this.drawing.layer("wl-tape")];
    this.free = new FreeHand(this.drawing.layer("wle-free"), scaled);
    this.fields = new Fields(this.drawing.svg, { choose: (id) => this.choose(id) });
    this.tools = new Tools(context, (key) => this.say(key), {
      turn: (degrees) => this.act((wall) => mapped(wall, (spot) => turned(spot, centreOf(wall), degrees))),
      scale: (factor) => this.act((wall) => this.grown(wall, factor)),
      copy: () => this.copy(),
      remove: () => this.remove(),
      clear: () => this.step(() => (this.sheet.walls = [])),
      add: (shape) => this.add(shape, this.sheet.middle),
      picked: () => this.free.cancel(),
      template: (name) => this.template(name),
    });
    context.toolbar.append(this.tools.element);
    this.deafen = listen(this.host, { down: this.down, move: this.move, up: this.up, cancel: this.cancel, click: this.click, key: this.key });
    this.read();
  }

  private say(key: string): string {
    return this.context.texts["editor"]?.[key] ?? key;
  }

  set(options: Options, seats: number): void {
    this.options = options;
    this.seats = seats;
    this.chosen = this.opened = null;
    this.free.cancel();
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
    const rows = rowsOf(this.context.handout, sheet.pieces);
    sheet.corners.forEach((corner, i) => this.put(ZONES + i, zoneShape(sheet, rows, corner, i), corner, `${this.say("zone")} ${i + 1}: ${corner.x}, ${corner.y}`));
    const point = sheet.point ?? sheet.middle;
    this.put(POINT, pointShape(this.options, point), point, `${this.say("point")}: ${point.x}, ${point.y}`);
    sheet.walls.forEach((wall, i) => {
      const at = centreOf(wall);
      this.put(i, wallShape(wall, i), at, `${this.say("wall")} ${i + 1}, ${wall.circle ? this.say("rock") : this.say("corners").replace("{count}", String(wall.outline!.length / 2))}: ${at.x}, ${at.y}`);
    });
    this.showCorners();
    const now = `${width} ${height}`;
    if (now !== this.boxed) this.drawing.view.resize({ x: -14, y: -14, width: width + 28, height: height + 28 });
    this.boxed = now;
    if (focus !== null && this.shown.has(focus)) this.fields.get(focus)?.element.focus();
    this.show();
  }
  /** Corners of the chosen obstacle are moved like things. */
  private showCorners(): void {
    const outline = this.opened === null ? undefined : this.sheet.walls[this.opened]?.outline;
    for (let k = 0; outline && k < outline.length / 2; k++) {
      const at = { x: outline[2 * k]!, y: outline[2 * k + 1]! };
      this.put(CORNERS + k, group("wle-corner", [el("circle", { cx: scaled(at.x), cy: scaled(at.y), r: 7 })]), at, `${this.say("corner")} ${k + 1}: ${at.x}, ${at.y}`);
    }
  }
  private put(id: number, made: SVGGElement, at: Spot, label: string): void {
    this.things.append(made);
    this.shown.add(id);
    this.fields.put(id, made, { x: scaled(at.x), y: scaled(at.y) }, label);
  }
  private show(): void {
    if (this.chosen !== null && !this.shown.has(this.chosen)) this.chosen = null;
    this.fields.mark(this.chosen === null ? [] : [this.chosen], "ed-chosen");
    const wall = this.chosen !== null && this.chosen < ZONES ? this.sheet.walls[this.chosen] : undefined;
    this.tools.enable(wall !== undefined || this.corner !== null);
    this.army.show(this.sheet.pieces);
    this.inspector.show(this.sheet, this.chosen === null ? null : this.spotOf(this.chosen), wall?.circle?.[2] ?? null, this.chosen === null ? "" : (this.fields.get(this.chosen)?.label ?? ""));
    this.mark(this.remarks);
  }
  private get corner(): number | null {
    return this.chosen !== null && this.chosen >= CORNERS ? this.chosen - CORNERS : null;
  }
  private spotOf(id: number): Spot {
    const outline = id >= CORNERS ? this.sheet.walls[this.opened ?? -1]?.outline : undefined;
    if (outline) return { x: outline[2 * (id - CORNERS)]!, y: outline[2 * (id - CORNERS) + 1]! };
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
    if (shape === "free") return this.insert(mapped({ outline: [-60, 40, 60, 40, 0, -60] }, (spot) => ({ x: spot.x + at.x, y: spot.y + at.y })));
    const form = this.tools.shape(shape);
    const made: Wall = form.circle ? { circle: [this.snap(at.x), this.snap(at.y), form.circle[2]] } : mapped(form, (spot) => ({ x: spot.x + this.snap(at.x), y: spot.y + this.snap(at.y) }));
    this.insert(made);
  }
  private insert(made: Wall): void {
    const others = counterparts(this.tools.symmetry, this.sheet).map((send) => mapped(made, send));
    if (this.sheet.walls.length + others.length + 1 > MOST_WALLS) return this.context.announce(this.say("many"));
    this.chosen = this.opened = this.sheet.walls.length;
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
    for (const send of counterparts(this.tools.symmetry, this.sheet)) {
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
    if (this.corner !== null) return this.removeCorner(this.corner);
    const wall = this.chosen !== null && this.chosen < ZONES ? this.sheet.walls[this.chosen] : undefined;
    if (!wall) return;
    const gone = new Set([wall]);
    for (const send of counterparts(this.tools.symmetry, this.sheet)) {
      const at = send(centreOf(wall));
      const other = this.sheet.walls.find((each) => Math.hypot(centreOf(each).x - at.x, centreOf(each).y - at.y) < 12);
      if (other) gone.add(other);
    }
    this.chosen = null;
    this.step(() => (this.sheet.walls = this.sheet.walls.filter((each) => !gone.has(each))));
    this.context.announce(this.say("removed"));
  }
  private removeCorner(k: number): void {
    const wall = this.sheet.walls[this.opened ?? -1];
    if (!wall?.outline || wall.outline.length <= 6) return this.context.announce(this.say("few-corners"));
    this.chosen = this.opened;
    this.step(() => this.replace(wall, { outline: wall.outline!.filter((_, i) => i >> 1 !== k) }));
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
      sheet.ownMiddle = null;
      sheet.fronts = [];
      sheet.corners = defaultCorners(sheet, this.seats);
      return;
    }
    if (sheet.ownMiddle) sheet.ownMiddle = { x: Math.round((sheet.ownMiddle.x * sheet.width) / before.width), y: Math.round((sheet.ownMiddle.y * sheet.height) / before.height) };
    sheet.corners = sheet.corners.map(({ x, y }) => ({ x: Math.round((x * sheet.width) / before.width), y: Math.round((y * sheet.height) / before.height) }));
  }
  private moveChosen(to: Spot): void {
    if (this.chosen === null) return;
    const id = this.chosen;
    this.step(() => this.shift(id, to));
  }
  private shift(id: number, to: Spot): void {
    const { sheet } = this;
    const spot = { x: Math.min(sheet.width, Math.max(0, this.snap(to.x))), y: Math.min(sheet.height, Math.max(0, this.snap(to.y))) };
    if (id >= CORNERS) {
      const wall = sheet.walls[this.opened ?? -1]!;
      this.replace(wall, { outline: wall.outline!.map((value, i) => (i >> 1 === id - CORNERS ? (i % 2 ? spot.y : spot.x) : value)) });
    } else if (id === POINT) sheet.point = spot;
    else if (id >= ZONES) {
      const others = counterparts(this.tools.symmetry, sheet);
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
    if (id < CORNERS) this.opened = id < ZONES ? id : null;
    this.draw();
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
    } else if (this.tools.tool === "free") this.draft(this.free.add({ x: this.snap(drag.from.x), y: this.snap(drag.from.y) }));
    else this.add(this.tools.tool, drag.from);
  };
  private draft(wall: Wall | null): void {
    if (wall) this.insert(wall);
    else this.context.announce(this.say("free-help"));
  }
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
    if (this.free.busy && (event.key === "Enter" || event.key === "Escape")) {
      event.preventDefault();
      event.stopPropagation();
      return event.key === "Enter" ? this.draft(this.free.finish()) : this.free.cancel();
    }
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
    const factor = factorOf(this.options);
    const said = this.say("length").replace("{mm}", String(Math.round(length))).replace("{factors}", (length / factor).toFixed(1));
    const [a, b] = [{ x: scaled(from.x), y: scaled(from.y) }, { x: scaled(to.x), y: scaled(to.y) }];
    this.tape.replaceChildren(el("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: "wl-way" }), text((a.x + b.x) / 2, (a.y + b.y) / 2 - 10, said, { class: "wl-length", "font-size": 14 }));
    this.context.announce(said);
  }

  destroy(): void {
    this.deafen();
    this.fields.destroy();
    this.drawing.destroy();
    this.host.remove();
    this.notice.remove();
    this.inspector.element.remove();
    this.army.element.remove();
    this.tools.element.remove();
  }
}
