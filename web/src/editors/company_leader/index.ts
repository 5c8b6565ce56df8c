/** The painter of Company Leader's boards: terrain, territories and purchase fields by brush, on both halves at once if wanted. */

import { drawField, LAYOUT } from "../../boards/company_leader/ground";
import type { Drawing, Point } from "../../boards/kit";
import { centre, corners, drawing, el, Fields, group, hexAt, path, pointer, text } from "../../boards/kit";
import type { Editor, EditorContext, MountEditor, Options, Remark } from "../editor";
import { html, listen } from "../parts";
import { scenarioMark } from "./marks";
import { ArmyPanel } from "./armies";
import type { Cell, Play, Spot } from "./plan";
import { boardName, freshCells, freshPlay, Plan, readPlan, spotKey, spotOf } from "./plan";
import type { Image, Symmetry } from "./symmetry";
import { images } from "./symmetry";
import { Tools } from "./tools";
import "../../boards/company_leader/company_leader.css";
import "../parts.css";
import "./editor.css";

export const covers = ["board"];
export const mount: MountEditor = (element, context) => new Painter(element, context);

const STEPS: Spot[] = [{ q: 1, r: 0 }, { q: 1, r: -1 }, { q: 0, r: -1 }, { q: -1, r: 0 }, { q: -1, r: 1 }, { q: 0, r: 1 }];
const around = ({ q, r }: Spot): string[] => STEPS.map((step) => spotKey(q + step.q, r + step.r));

class Painter implements Editor {
  private plan!: Plan;
  private options: Options;
  private seats: number;
  private drawing: Drawing;
  private layers: { ghosts: SVGGElement; ground: SVGGElement; marks: SVGGElement };
  private fields: Fields;
  private tools: Tools;
  private armies: ArmyPanel;
  private ids = new Map<string, number>();
  private keys: string[] = [];
  private deafen: () => void;
  private drawn = new Map<string, SVGGElement>();
  private notice = html("p", "ed-note cle-notice");
  private stroke: { pointer: number; before: Map<string, Cell | null>; images: (spot: Spot) => Image[]; last: string; shop: boolean | null } | null = null;
  private swallow = false;
  private remarks: Remark[] = [];
  private host: HTMLElement;

  constructor(
    element: HTMLElement,
    private context: EditorContext,
  ) {
    this.options = { ...context.handout.options };
    this.seats = context.handout.seats;
    this.armies = new ArmyPanel(context, (play) => this.changePlay(play));
    this.host = html("div", "ed-canvas cle-canvas");
    element.append(this.host);
    context.aside.append(this.notice, this.armies.element);
    this.drawing = drawing(this.host, { x: 0, y: 0, width: 100, height: 100 }, context.texts[""]?.["title"] ?? "");
    this.drawing.svg.classList.add("cl-board", "cle-board");
    this.layers = { ghosts: this.drawing.layer("cle-ghosts"), ground: this.drawing.layer("cl-ground-layer"), marks: this.drawing.layer("cle-marks") };
    this.fields = new Fields(this.drawing.svg, { choose: (id) => this.choose(id), point: (id) => this.hover(id) });
    this.tools = new Tools(context, (key) => this.say(key), {
      template: (name) => this.template(name),
      grow: () => this.grow(),
      pick: (tool) => this.drawing.svg.classList.toggle("cle-hand", tool === "hand"),
    });
    context.toolbar.append(this.tools.element);
    this.deafen = listen(this.host, { down: this.down, move: this.move, up: this.up, cancel: this.cancel, click: this.click });
    this.read();
  }

  private say(key: string): string {
    return this.context.texts["editor"]?.[key] ?? key;
  }

  set(options: Options, seats: number): void {
    this.options = options;
    this.seats = seats;
    this.read();
  }
  private read(): void {
    try {
      this.plan = readPlan(this.context.handout, boardName(this.context.handout, this.options, this.seats));
      this.notice.textContent = "";
    } catch {
      this.plan = new Plan("", freshCells("hexagon", 3), []);
      this.notice.textContent = this.say("unreadable");
    }
    this.drawAll();
    this.showPlay();
  }
  private get alliance(): string {
    return String(this.options["alliance"] ?? "parties");
  }

  // drawing -------------------------------------------------------------------------------------------

  private drawAll(): void {
    this.layers.ground.replaceChildren();
    this.layers.ghosts.replaceChildren();
    for (const key of this.drawn.keys()) this.fields.remove(this.ids.get(key)!);
    this.drawn.clear();
    for (const key of this.plan.cells.keys()) this.draw(key);
    this.frame();
    this.mark(this.remarks);
  }
  /** Ghosts around the board show where it can grow. */
  private frame(): void {
    const ghosts = new Set([...this.plan.cells.keys()].flatMap((key) => around(spotOf(key))).filter((key) => !this.plan.cells.has(key)));
    for (const key of [...this.drawn.keys()]) if (!this.plan.cells.has(key) && !ghosts.has(key)) this.erase(key);
    for (const key of ghosts) if (!this.drawn.has(key)) this.draw(key);
    const points = [...this.drawn.keys()].map((key) => this.centreOf(key));
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    const box = { x: Math.min(...xs) - 34, y: Math.min(...ys) - 38, width: Math.max(...xs) - Math.min(...xs) + 68, height: Math.max(...ys) - Math.min(...ys) + 76 };
    const now = [box.x, box.y, box.width, box.height].join(" ");
    if (now !== this.boxed) this.drawing.view.resize(box);
    this.boxed = now;
  }
  private boxed = "";
  private centreOf(key: string): Point {
    const { q, r } = spotOf(key);
    return centre(LAYOUT, q, r);
  }
  private erase(key: string): void {
    this.drawn.get(key)?.remove();
    this.drawn.delete(key);
    this.fields.remove(this.ids.get(key)!);
  }
  private draw(key: string): void {
    const at = this.centreOf(key);
    const cell = this.plan.cells.get(key);
    const id = this.ids.get(key) ?? this.keys.push(key) - 1;
    this.ids.set(key, id);
    const { q, r } = spotOf(key);
    let made: SVGGElement;
    if (cell) {
      made = drawField({ id, q, r, at, terrain: cell.terrain, zone: cell.zone, shop: cell.shop }, cell.zone === "." ? -1 : this.seatOf(cell.zone));
      if (cell.zone !== ".") made.append(text(at.x, at.y - 20, cell.zone.toUpperCase(), { class: "cle-letter", "font-size": 9 }));
      if (cell.mark) made.append(scenarioMark(cell.mark, at.x, at.y));
    } else made = group("cle-ghost", [el("path", { d: path(corners(LAYOUT, at, 0.94)), class: "cle-ghost-ground" })]);
    const old = this.drawn.get(key);
    const focused = old !== undefined && old === document.activeElement;
    const layer = cell ? this.layers.ground : this.layers.ghosts;
    if (old && old.parentNode === layer) old.replaceWith(made);
    else {
      old?.remove();
      layer.append(made);
    }
    this.drawn.set(key, made);
    this.fields.put(id, made, at, this.nameOf(key, cell));
    if (focused) made.focus();
  }
  private seatOf(letter: string): number {
    const play = this.plan.plays[this.plan.playFor(this.seats, this.alliance)];
    const owner = play?.territories.findIndex((letters) => letters.includes(letter)) ?? -1;
    return owner >= 0 ? owner : Math.max(0, "abcdefgh".indexOf(letter)) % 8;
  }
  private nameOf(key: string, cell: Cell | undefined): string {
    const { q, r } = spotOf(key);
    const words = [`${r + 1 + this.plan.shift().r} / ${q + 1}`];
    if (!cell) words.push(this.say("empty"));
    else {
      words.push(this.say(cell.terrain), cell.zone === "." ? this.say("neutral") : `${this.say("territory")} ${cell.zone.toUpperCase()}`);
      if (cell.shop) words.push(this.say("shop"));
      if (cell.mark) words.push(this.say(cell.mark === "f" ? "flag" : "convoy"));
    }
    return words.join(", ");
  }

  // findings ------------------------------------------------------------------------------------------

  mark(remarks: Remark[]): void {
    this.remarks = remarks;
    const [grave, other] = [new Set<number>(), new Set<number>()];
    for (const remark of remarks) for (const key of this.placesOf(remark)) (remark.grave ? grave : other).add(this.ids.get(key)!);
    this.fields.mark(other, "ed-marked");
    this.fields.mark(grave, "ed-grave");
  }
  private placesOf(remark: Remark): string[] {
    const shift = this.plan.shift();
    return remark.where.filter((word) => /^-?\d+,-?\d+$/.test(word)).map((word) => spotKey(spotOf(word).q - shift.q, spotOf(word).r - shift.r)).filter((key) => this.drawn.has(key));
  }
  jump(remark: Remark): void {
    const keys = this.placesOf(remark);
    const first = keys[0];
    this.fields.mark(keys.map((key) => this.ids.get(key)!), "cle-pointed");
    if (first === undefined) return;
    this.drawing.view.reveal(this.centreOf(first));
    this.drawn.get(first)?.focus();
    setTimeout(() => this.fields.mark([], "cle-pointed"), 2500);
  }

  // painting ------------------------------------------------------------------------------------------

  private begin(pointerId: number): void {
    this.stroke = { pointer: pointerId, before: new Map(), images: images(this.tools.symmetry as Symmetry, this.plan.cells), last: "", shop: null };
  }
  /** What the brush does to a field and to its counterparts. */
  private paint(spot: Spot): void {
    const { stroke } = this;
    const key = spotKey(spot.q, spot.r);
    if (!stroke || stroke.last === key || !this.drawn.has(key)) return;
    stroke.last = key;
    if (this.tools.tool === "pick") return this.tools.take(this.plan.cells.get(key) ?? null);
    const targets = this.tools.fill ? this.area(key) : [key];
    for (const target of targets) for (const image of stroke.images(spotOf(target))) this.touch(image, stroke);
  }
  private touch({ spot, zone }: Image, stroke: NonNullable<Painter["stroke"]>): void {
    const key = spotKey(spot.q, spot.r);
    const before = this.plan.cells.get(key) ?? null;
    const next = this.brushed(before, zone, stroke);
    if (next === undefined || JSON.stringify(next) === JSON.stringify(before)) return;
    if (!stroke.before.has(key)) stroke.before.set(key, before);
    if (next) this.plan.cells.set(key, next);
    else this.plan.cells.delete(key);
    this.draw(key);
  }
  /** The field after the brush; null: no field any more; undefined: nothing to do here. */
  private brushed(before: Cell | null, zone: (letter: string) => string, stroke: NonNullable<Painter["stroke"]>): Cell | null | undefined {
    const { tool } = this.tools;
    if (tool === "erase") return null;
    if (tool === "open" || tool === "forest" || tool === "urban") return { ...(before ?? { zone: ".", shop: false }), terrain: tool };
    if (tool === "shop") {
      if (!before || before.zone === ".") return undefined;
      stroke.shop ??= !before.shop; // the first field decides whether this stroke sets or takes away
      return { ...before, shop: stroke.shop };
    }
    if (tool === "flag" || tool === "convoy") {
      if (!before) return undefined;
      const { mark, ...bare } = before;
      return mark === tool[0] ? bare : { ...bare, mark: tool[0]! }; // the same brush takes it away again
    }
    if (tool.startsWith("zone:")) {
      const letter = zone(tool.slice(5));
      const land = before ?? { terrain: "open" as const, zone: ".", shop: false };
      return { ...land, zone: letter, shop: letter !== "." && letter === land.zone && land.shop };
    }
    return undefined;
  }
  /** Fields that hang together and are alike in what the brush changes. */
  private area(start: string): string[] {
    const first = this.plan.cells.get(start);
    if (!first) return [start];
    const zoned = this.tools.tool.startsWith("zone:") || this.tools.tool === "shop";
    const alike = (cell: Cell | undefined) => cell !== undefined && (zoned ? cell.zone === first.zone : cell.terrain === first.terrain);
    const found = new Set([start]);
    for (const key of found) for (const near of around(spotOf(key))) if (alike(this.plan.cells.get(near))) found.add(near);
    return [...found];
  }
  private finish(): void {
    const { stroke } = this;
    this.stroke = null;
    if (!stroke?.before.size) return;
    if (!this.plan.cells.size || this.plan.torn || this.plan.tooLarge) {
      const why = this.plan.cells.size && this.plan.tooLarge ? "too-large" : "torn";
      this.restore(stroke.before);
      this.notice.textContent = this.say(why);
      this.context.announce(this.say(why));
      return;
    }
    this.notice.textContent = "";
    this.frame();
    this.report();
  }
  private restore(before: Map<string, Cell | null>): void {
    for (const [key, cell] of before) {
      if (cell) this.plan.cells.set(key, cell);
      else this.plan.cells.delete(key);
      this.draw(key);
    }
    this.frame();
  }
  private report(): void {
    const board = this.plan.write();
    this.options = { ...this.options, board };
    this.context.change({ board });
    this.mark(this.remarks);
  }
  /** Enter or Space on a field: a stroke of one. */
  private choose(id: number): void {
    const key = this.keys[id];
    if (key === undefined || this.tools.tool === "hand") return;
    this.begin(-1);
    this.paint(spotOf(key));
    this.finish();
    const cell = this.plan.cells.get(key);
    this.context.announce(this.nameOf(key, cell));
  }
  private hover(id: number | null): void {
    const key = id === null ? undefined : this.keys[id];
    if (key === undefined || this.tools.symmetry === "none" || this.stroke) return this.fields.mark([], "cle-image");
    const found = images(this.tools.symmetry as Symmetry, this.plan.cells)(spotOf(key)).map(({ spot }) => this.ids.get(spotKey(spot.q, spot.r)));
    this.fields.mark(found.filter((each) => each !== undefined), "cle-image");
  }

  private down = (event: PointerEvent): void => {
    this.swallow = false;
    if (this.tools.tool === "hand" || event.button > 0 || !(event.target instanceof Element) || !event.target.closest("svg")) return;
    if (this.stroke) return this.cancel(); // a second finger: no painting
    event.stopPropagation();
    this.begin(event.pointerId);
    this.paint(this.under(event));
  };
  private move = (event: PointerEvent): void => {
    if (this.stroke?.pointer !== event.pointerId) return;
    event.stopPropagation();
    for (const each of event.getCoalescedEvents?.() ?? []) this.paint(this.under(each));
    this.paint(this.under(event));
  };
  private up = (event: PointerEvent): void => {
    if (this.stroke?.pointer !== event.pointerId) return;
    event.stopPropagation();
    this.swallow = true; // the click that follows is part of the stroke
    const last = this.ids.get(this.stroke.last);
    this.finish();
    if (last !== undefined) this.drawn.get(this.keys[last]!)?.focus({ preventScroll: true });
  };
  private cancel = (): void => {
    if (this.stroke) this.restore(this.stroke.before);
    this.stroke = null;
  };
  private click = (event: Event): void => {
    if (!this.swallow || !(event.target instanceof Element) || !event.target.closest("svg")) return;
    this.swallow = false;
    event.stopPropagation();
  };
  private under(event: PointerEvent): Spot {
    return hexAt(LAYOUT, pointer(this.drawing.svg, event));
  }

  // the whole board -----------------------------------------------------------------------------------

  private template(name: string): void {
    const [kind, size] = name.split(":");
    if (kind === "hexagon" || kind === "rows") this.plan = new Plan(this.plan.title, freshCells(kind, Number(size)), this.plan.plays);
    else this.plan = readPlan(this.context.handout, name);
    this.changed();
  }
  private grow(): void {
    const ghosts = [...this.drawn.keys()].filter((key) => !this.plan.cells.has(key));
    const before = new Map(this.plan.cells);
    for (const key of ghosts) this.plan.cells.set(key, { terrain: "open", zone: ".", shop: false });
    if (this.plan.tooLarge) {
      this.plan.cells = before;
      this.context.announce(this.say("too-large"));
      this.notice.textContent = this.say("too-large");
      return;
    }
    this.changed();
  }
  private changed(): void {
    this.drawAll();
    this.showPlay();
    this.report();
  }
  private showPlay(): void {
    this.armies.show(this.plan.plays[this.plan.playFor(this.seats, this.alliance)] ?? null, this.seats);
  }
  /** Null: there is none yet for these seats. */
  private changePlay(play: Play | null): void {
    const at = this.plan.playFor(this.seats, this.alliance);
    if (play && at >= 0) this.plan.plays[at] = play;
    else this.plan.plays.push(freshPlay(this.plan.letters(), this.seats, this.alliance));
    this.changed();
  }

  destroy(): void {
    this.deafen();
    this.fields.destroy();
    this.drawing.destroy();
    this.host.remove();
    this.notice.remove();
    this.armies.element.remove();
    this.tools.element.remove();
  }
}
