/** The editor of Commanders: units, markers and terrain are put onto the sectors by click, drag or keyboard. */

import { Ground } from "../../boards/commanders/ground";
import { ARMY, HEIGHT, Layout, OFF, RESERVE, SECTORS, WIDTH } from "../../boards/commanders/layout";
import { KINDS, drawUnit } from "../../boards/commanders/units";
import type { Drawing } from "../../boards/kit";
import { drawing, Fields, place, pointer, spoken, text } from "../../boards/kit";
import type { CommandersTable } from "../../wire";
import type { Editor, EditorContext, MountEditor, Options, Remark } from "../editor";
import { html } from "../parts";
import { UnitDrag } from "./drag";
import { Inspector } from "./inspector";
import { LAND_KINDS, SetUp } from "./setup";
import type { Tool } from "./tools";
import { Tools } from "./tools";
import "../../boards/commanders/commanders.css";
import "../parts.css";
import "./editor.css";

export const covers = ["battle", "army_list", "side", "markers", "marker_list", "terrain", "terrain_list"];
export const mount: MountEditor = (element, context) => new CommandersEditor(element, context);

class CommandersEditor implements Editor {
  private setUp: SetUp;
  private options: Options;
  private layout = new Layout(false);
  private ground!: Ground;
  private drawing: Drawing;
  private layers;
  private fields: Fields;
  private tools: Tools;
  private inspector: Inspector;
  private drag: UnitDrag;
  private root: HTMLElement;
  private chosen = 4; // the middle
  private roadFrom = -1;
  private remarks: Remark[] = [];

  constructor(
    element: HTMLElement,
    private context: EditorContext,
  ) {
    this.options = { ...context.handout.options };
    this.setUp = new SetUp(context.handout, this.options);
    this.inspector = new Inspector(context, (key) => this.say(key), (changed, told) => this.report(changed, told));
    this.root = html("div", "cme cme-canvas");
    element.append(this.root);
    context.aside.append(...this.inspector.cards);
    this.drawing = drawing(this.root, { x: -8, y: -8, width: WIDTH + 16, height: HEIGHT + 16 }, context.texts[""]?.["title"] ?? "");
    const { layer } = this.drawing;
    this.layers = { sectors: layer("cm-sectors"), art: layer("cm-art"), markers: layer("cm-markers"), names: layer("cm-names"), units: layer("cm-units cme-units") };
    this.fields = new Fields(this.drawing.svg, { choose: (id) => this.apply(id) });
    this.tools = new Tools(context, (key) => this.say(key), {
      pick: () => (this.roadFrom = -1),
      choose: (changed) => this.report(this.setUp.choose(changed)),
      copy: (seat, how) => this.report(this.setUp.copySide(seat, how), this.say("copied")),
      copyLand: () => this.report(this.setUp.copyLand("turned"), this.say("copied")),
      clear: () => this.report(this.setUp.clearUnits(null), this.say("cleared")),
    });
    context.toolbar.append(this.tools.element);
    this.drag = new UnitDrag(this.drawing.svg, this.layers.units, this.tools.element, {
      at: (event) => this.layout.at(pointer(this.drawing.svg, event)),
      tool: (key) => this.tools.read(key),
      drop: (tool, from, to) => this.drop(tool, from, to),
    });
    this.draw();
  }

  set(options: Options): void {
    this.options = { ...options };
    this.setUp.read(options);
    this.roadFrom = -1;
    this.draw();
  }

  mark(remarks: Remark[]): void {
    this.remarks = remarks;
    const spots = (grave: boolean) => remarks.filter((each) => each.grave === grave).flatMap(({ where }) => where.map((name) => this.ground.number(name))).filter((at) => at >= 0);
    this.fields.mark(spots(false), "ed-marked");
    this.fields.mark(spots(true), "ed-grave");
  }

  jump(remark: Remark): void {
    const at = remark.where.map((name) => this.ground.number(name)).find((each) => each >= 0);
    if (at === undefined) return;
    this.select(at);
    this.fields.get(at)?.element.focus();
  }

  destroy(): void {
    this.drag.destroy();
    this.fields.destroy();
    this.drawing.destroy();
    this.tools.element.remove();
    for (const card of this.inspector.cards) card.remove();
    this.root.remove();
  }

  private say(key: string): string {
    return this.context.texts["editor"]?.[key] ?? this.context.texts["board"]?.[key] ?? key;
  }

  /** A finished step: shown here, told to the page. */
  private report(changed: Options, told = ""): void {
    this.options = { ...this.options, ...changed };
    this.draw();
    this.context.change(changed);
    if (told) this.context.announce(told);
  }

  // what a click does -----------------------------------------------------------------------

  private apply(at: number): void {
    const tool = this.tools.tool;
    this.select(at);
    if (tool.type === "unit") this.add(tool.seat, at, tool.kind);
    else if (tool.type === "erase") this.erase(at);
    else if (at >= SECTORS) {
      if (tool.type !== "look") this.context.announce(this.say("sectors-only"));
    } else if (tool.type === "marker") this.report(this.setUp.toggleMark(tool.seat, tool.kind, at), this.label(at));
    else if (tool.type === "land") this.report(this.setUp.toggleLand(tool.kind, at), this.label(at));
    else if (tool.type === "road") this.road(at);
  }

  private add(seat: number, at: number, kind: number): void {
    const refused = this.setUp.refuses(seat, at, kind);
    if (refused) this.inspector.warn(this.say(refused));
    else this.report(this.setUp.addUnits(seat, at, kind, 1), "");
    this.context.announce(refused ? this.say(refused) : this.label(at));
  }

  private erase(at: number): void {
    const marks = at < SECTORS && this.setUp.marks.some(({ sector }) => sector === at) ? this.setUp.clearMarks(at) : {};
    const units = this.setUp.crew(0, at) + this.setUp.crew(1, at) ? this.setUp.clearUnits(at) : {};
    if (Object.keys({ ...marks, ...units }).length) this.report({ ...marks, ...units }, this.label(at));
  }

  /** Roads are drawn from sector to neighbouring sector. */
  private road(at: number): void {
    const made = this.roadFrom >= 0 && this.roadFrom !== at ? this.setUp.toggleRoad(this.roadFrom, at) : null;
    this.roadFrom = at;
    if (made) this.report(made, this.label(at));
    else this.context.announce(this.say("road-from"));
    this.inspector.warn(this.say("road-from"));
  }

  private drop(tool: Tool, from: number, to: number): void {
    if (tool.type !== "unit") return to >= 0 ? this.applyDropped(tool, to) : undefined;
    if (from === to) return;
    const { seat, kind } = tool;
    const taken = from >= 0 ? this.setUp.addUnits(seat, from, kind, -1) : {};
    const refused = to >= 0 ? this.setUp.refuses(seat, to, kind) : "";
    const changed = to < 0 ? taken : this.setUp.addUnits(seat, refused ? from : to, kind, refused && from < 0 ? 0 : 1);
    if (to >= 0 && !refused) this.select(to);
    if (refused) {
      this.draw();
      this.inspector.warn(this.say(refused));
      this.context.announce(this.say(refused));
    } else if (Object.keys(changed).length) this.report(changed, to >= 0 ? this.label(to) : this.say("removed"));
  }

  private applyDropped(tool: Tool, to: number): void {
    const before = this.tools.tool;
    this.tools.tool = tool;
    this.apply(to);
    this.tools.tool = before;
  }

  private select(at: number): void {
    this.chosen = at;
    this.fields.mark([at], "ed-chosen");
    this.inspector.show(this.setUp, at, this.label(at));
  }

  // drawing --------------------------------------------------------------------------------

  private draw(): void {
    this.ground = new Ground({ ...this.context.handout, options: this.options }, this.layout);
    const focused = this.drawing.svg.contains(document.activeElement) ? Number(document.activeElement?.getAttribute("data-field") ?? -1) : -1;
    for (const layer of Object.values(this.layers)) layer.replaceChildren();
    for (let at = 0; at < RESERVE + 2; at++) {
      const made = this.ground.field(at);
      this.layers.sectors.append(made);
      this.fields.put(at, made, this.layout.middle(at), this.label(at));
      const { x, y, width, height } = this.layout.area(at);
      const name = spoken(this.context, "sector", at);
      this.layers.names.append(at < SECTORS ? text(x + 18, y + 18, name, { class: "cm-name", "font-size": 17 }) : text(x + width - 10, y + height - 11, name, { class: "cm-caption", "font-size": 12, "text-anchor": "end" }));
    }
    this.layers.art.append(this.ground.art(0));
    const here = new Map<number, number>();
    for (const { colour, kind, sector } of this.setUp.marks) {
      this.layers.markers.append(this.ground.marker(colour, this.setUp.kinds.indexOf(kind), sector, here.get(sector) ?? 0));
      here.set(sector, (here.get(sector) ?? 0) + 1);
    }
    this.drawUnits();
    this.tools.show(this.options);
    this.select(this.chosen);
    this.mark(this.remarks);
    if (focused >= 0) this.fields.get(focused)?.element.focus();
  }

  private drawUnits(): void {
    const [kinds, places]: [number[], number[]] = [[], []];
    for (const seat of [0, 1]) {
      const own: [number, number][] = [];
      for (let at = 0; at < RESERVE + 2; at++) for (let kind = 0; kind < 3; kind++) for (let i = 0; i < this.setUp.count(seat, at, kind); i++) own.push([kind, at]);
      for (let i = 0; i < ARMY; i++) {
        kinds.push(own[i]?.[0] ?? 0);
        places.push(own[i]?.[1] ?? OFF);
      }
    }
    const table = { zones: [], lines: [], zone: [], round: 1, kind: kinds, place: places } as unknown as CommandersTable;
    for (const [unit, { at, place: where }] of this.layout.units(table, undefined, -1)) {
      const [seat, kind] = [Math.floor(unit / ARMY), kinds[unit] ?? 0];
      const made = drawUnit({ seat, kind, status: 0, small: false, picked: false, secret: false });
      made.setAttribute("data-unit", `${seat} ${kind} ${where}`);
      place(made, at.x, at.y);
      this.layers.units.append(made);
    }
  }

  private label(at: number): string {
    const parts = [spoken(this.context, "sector", at)];
    for (const kind of LAND_KINDS) if (this.setUp.land[kind].some((name) => this.ground?.number(name) === at)) parts.push(this.say(kind));
    for (const seat of [0, 1]) {
      const told = KINDS.flatMap((kind, i) => (this.setUp.count(seat, at, i) ? [`${this.setUp.count(seat, at, i)} ${this.say(kind)}`] : []));
      if (told.length) parts.push(`${spoken(this.context, "seat", seat)}: ${told.join(" + ")}`);
    }
    for (const { colour, kind, sector } of this.setUp.marks) if (sector === at) parts.push(`${spoken(this.context, "seat", colour)}: ${this.say(kind)} (${this.setUp.worth(kind)})`);
    return parts.join(", ");
  }
}
