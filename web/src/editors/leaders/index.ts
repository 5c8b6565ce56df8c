/** The editor of LEADERS: territories are given to players on the map, with troops; nations, goals and a balance beside it. */

import { WorldMap } from "../../boards/leaders/map";
import { BOX } from "../../boards/leaders/shapes";
import type { Atlas, Place } from "../../boards/leaders/world";
import { readAtlas } from "../../boards/leaders/world";
import type { Drawing } from "../../boards/kit";
import { drawing, Fields, spoken } from "../../boards/kit";
import type { LeadersTable } from "../../wire";
import type { Editor, EditorContext, MountEditor, Options, Remark } from "../editor";
import { html } from "../parts";
import { LAND, NOBODY, OwnGame } from "./own";
import { Sheet } from "./sheet";
import { Brush } from "./tools";
import "../../boards/leaders/leaders.css";
import "../parts.css";
import "./editor.css";

export const covers = ["scenario", "nations", "start", "goal_points", "goal_research", "goal_badges", "nation_list", "start_list", "goal_list", "roads"];
export const mount: MountEditor = (element, context) => new LeadersEditor(element, context);

class LeadersEditor implements Editor {
  private own: OwnGame;
  private atlas: Atlas;
  private drawing: Drawing | null = null;
  private fields: Fields | null = null;
  private map: WorldMap | null = null;
  private drawnFor = 0;
  private canvas = html("div", "lde-canvas");
  private root: HTMLElement;
  private brush: Brush;
  private sheet: Sheet;
  private chosen = -1;
  private remarks: Remark[] = [];

  constructor(
    element: HTMLElement,
    private context: EditorContext,
  ) {
    this.atlas = readAtlas(context);
    this.own = new OwnGame(context.handout, context.handout.seats, { ...context.handout.options });
    const say = (key: string) => this.say(key);
    this.sheet = new Sheet(context, say, (changed, told) => this.report(changed, told));
    this.brush = new Brush(context, say, {
      report: (changed, told) => this.report(changed, told),
      book: () => this.own.backToBook(),
      clear: () => this.own.clear(),
      share: () => this.own.shareOut(),
      choose: (changed) => this.own.choose(changed),
    });
    context.toolbar.append(this.brush.element);
    this.root = html("div", "lde", [this.canvas]);
    element.append(this.root);
    context.aside.append(...this.sheet.cards);
    this.draw();
  }

  set(options: Options, seats: number): void {
    this.own.read(options, seats);
    if (this.chosen >= 0 && !this.own.dealt) this.chosen = -1;
    this.draw();
  }

  mark(remarks: Remark[]): void {
    this.remarks = remarks;
    const spots = (grave: boolean) => remarks.filter((each) => each.grave === grave).flatMap(({ where }) => where.map((name) => this.own.keys.indexOf(name))).filter((at) => at >= 0);
    this.fields?.mark(spots(false), "ed-marked");
    this.fields?.mark(spots(true), "ed-grave");
  }

  jump(remark: Remark): void {
    const at = remark.where.map((name) => this.own.keys.indexOf(name)).find((each) => each >= 0);
    if (at === undefined) return;
    this.select(at);
    this.fields?.get(at)?.element.focus();
  }

  destroy(): void {
    this.fields?.destroy();
    this.drawing?.destroy();
    this.brush.element.remove();
    for (const card of this.sheet.cards) card.remove();
    this.root.remove();
  }

  private say(key: string): string {
    return this.context.texts["editor"]?.[key] ?? this.context.texts["board"]?.[key] ?? key;
  }

  private report(changed: Options, told = ""): void {
    this.draw();
    this.context.change(changed);
    if (told) this.context.announce(told);
  }

  /** A click with the brush gives the territory away; on one the player has already it only chooses it. */
  private apply(at: number): void {
    const seat = this.brush.seat;
    const held = at < LAND ? (this.own.owner[at] ?? NOBODY) : NOBODY;
    this.chosen = at;
    if (!this.brush.painting || (at < LAND && held === seat) || (at >= LAND && (seat < 0 || this.own.troops(at, seat).some(Boolean)))) return this.select(at);
    this.report(this.own.give(at, seat));
    this.context.announce(this.label(at));
  }

  private select(at: number): void {
    this.chosen = at;
    this.fields?.mark([at], "ed-chosen");
    this.sheet.show(this.own, at);
  }

  // drawing --------------------------------------------------------------------------------

  /** The drawing belongs to a number of players: another number makes another one. */
  private draw(): void {
    const { seats } = this.own;
    if (this.drawnFor !== seats) {
      this.fields?.destroy();
      this.drawing?.destroy();
      this.drawing = drawing(this.canvas, BOX, this.context.texts[""]?.["title"] ?? "");
      // a phone held upright shows the map as high as the screen allows; a finger moves it sideways
      if (typeof matchMedia === "function" && matchMedia("(max-width: 760px)").matches) this.drawing.view.resize(BOX, { ...BOX, x: BOX.x + BOX.width * 0.3, width: BOX.width * 0.4 });
      this.canvas.classList.add("lde-map");
      this.fields = new Fields(this.drawing.svg, { choose: (id) => this.apply(id), point: (id) => id !== null && this.map?.point(id) });
      this.map = new WorldMap(this.drawing, this.atlas, seats, this.fields, (each) => this.name(each));
      this.drawnFor = seats;
    }
    this.map?.show(this.table());
    for (const { id } of this.atlas.places) this.fields?.label(id, this.label(id));
    this.brush.show(this.own);
    this.select(this.chosen);
    this.mark(this.remarks);
  }

  /** The map is drawn as the board draws a table. */
  private table(): LeadersTable {
    const { seats, owner, keys } = this.own;
    const units = keys.flatMap((_, at) => Array.from({ length: seats }, (_, seat) => this.own.troops(at, seat)).flat());
    return { owner, units, attacked: 0, active: -1, fresh: [], stack: [] } as unknown as LeadersTable;
  }

  private name(each: Place): string {
    return spoken(this.context, "place", each.id);
  }

  private label(at: number): string {
    const parts = [spoken(this.context, "place", at)];
    if (at < LAND) parts.push(`${this.own.worth(at)} ${this.say("points")}`);
    const seats = Array.from({ length: this.own.seats }, (_, seat) => seat);
    const present = seats.filter((seat) => this.own.troops(at, seat).some(Boolean));
    for (const seat of present) parts.push(`${spoken(this.context, "seat", seat)}: ${this.own.troops(at, seat).join(" / ")}`);
    if (!present.length) parts.push(this.say("nobody"));
    return parts.join(", ");
  }
}
