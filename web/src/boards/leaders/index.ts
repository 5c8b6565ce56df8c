/** Leaders: a world map with stacks, the powers and their camps, the headquarters as an order sheet; as a companion without the map. */

import type { Action, Event, LeadersHand, LeadersTable } from "../../wire";
import { LeadersEvent as E, LeadersVerb as V } from "../../wire";
import type { Board, BoardContext, Gesture, Mount, View } from "../board";
import type { Drawing } from "../kit";
import { between, drawing, el, endingOf, Fields, Menu, namedBy, namedIn, place, roll, sayAction, sayChoice, sayPrompt, spoken, Stage, word as wordOf } from "../kit";
import { button, html } from "../kit/dom";
import { PLATE, unitsAt, WorldMap } from "./map";
import { MENU, plates } from "./menu";
import { Office } from "./office";
import { fight, Pad, Pages, powers } from "./panel";
import { BOX } from "./shapes";
import { icon, tent, UNITS } from "./troops";
import type { Place } from "./world";
import { has, readAtlas } from "./world";
import "./leaders.css";

type LeadersView = View<LeadersTable, LeadersHand>;

/** Verbs whose first operand is a place on the map. */
const PLACED: number[] = [V.take, V.keep, V.place, V.fight, V.engage];
/** Verbs that are chosen on the map, on the dice or on the pad alone: no button for them. */
const ELSEWHERE: number[] = [V.take, V.place, V.move, V.reroll, V.enter];
const WITH_UNIT: number[] = [V.keep, V.place, V.move];

export const mount: Mount = (element, context) => new LeadersBoard(element, context);

class LeadersBoard implements Board {
  private root = html("div", "ld-root");
  private panel = html("div", "ld-panel");
  private strip = html("div", "ld-strip");
  private question = html("div", "ld-question");
  private asked = html("div", "ld-asked");
  private stage: Stage;
  private companion: boolean;
  readonly whole: boolean;
  private map: Globe | null = null;
  private office: Office;
  private pages: Pages;
  private pad: Pad;
  private told = "";
  private view: LeadersView | null = null;
  private actions: Action[] = [];
  private armed = -1;
  private goals: string[] | null = null;
  private heard: Event[] = [];
  private unread = false; // events were told and wait for the table they led to

  constructor(
    private element: HTMLElement,
    private context: BoardContext,
  ) {
    this.companion = context.handout.options["mode"] === "companion";
    this.whole = this.companion;
    const word = (key: string) => this.word(key);
    this.stage = new Stage(context.motion);
    this.office = new Office(context, word);
    this.pages = new Pages(context, word);
    this.pad = new Pad(context, word);
    if (!this.companion) {
      const host = html("div", "ld-map");
      this.root.append(host);
      this.map = new Globe(host, context, this.stage, word);
    } else this.root.classList.add("ld-companion");
    this.panel.append(this.pages.element, this.question, this.pad.element, this.asked, this.office.element);
    this.root.append(this.strip, this.panel);
    element.append(this.root);
  }

  set(view: View): void {
    this.stage.cut();
    this.view = view as LeadersView;
    const { table } = this.view;
    const now = `${table.round} ${table.active} ${table.turns.join(" ")}`;
    if (this.told !== now && this.told !== "" && !this.unread) this.pages.clear();
    this.unread = false;
    this.told = now;
    this.armed = -1;
    this.show();
    this.seek();
    this.map?.set(this.view);
    this.offer([]);
  }

  offer(actions: Action[]): void {
    this.actions = actions;
    const { view } = this;
    const office = view?.hand && Office.asked(actions);
    if (view?.hand && office) this.office.show(view, view.hand, actions);
    else this.office.close();
    this.pad.show(actions);
    this.root.classList.toggle("ld-in-office", Boolean(office));
    this.ask(office ? [] : actions);
  }

  async play(events: Event[]): Promise<void> {
    if (this.heard !== events) this.hear(events, false);
    await this.map?.play(events);
  }

  hear(events: Event[], afresh: boolean): void {
    this.heard = events;
    this.unread = events.length > 0;
    if (afresh) this.pages.clear();
    if (afresh || events.some(([kind]) => kind === E.turn)) this.told = "";
    this.pages.add(events);
  }

  latest(events: Event[]): void {
    this.map?.latest(events);
  }

  preview(action: Action | null): void {
    this.map?.preview(action);
  }

  trace(gesture: Gesture | null): void {
    this.map?.trace(gesture);
  }

  destroy(): void {
    this.stage.cut();
    this.office.close();
    this.map?.destroy();
    this.element.replaceChildren();
  }

  private show(): void {
    if (this.view) this.strip.replaceChildren(powers(this.context, this.view, (key) => this.word(key), this.companion, this.goals ?? []));
  }

  /** How many points win, by seat: the game knows. */
  private seek(): void {
    if (this.goals !== null) return;
    this.goals = [];
    const about = this.view;
    Promise.all(this.context.handout.sides.map((_, seat) => this.context.ask(`goal points ${wordOf(this.context.handout, "seat", seat)}`))).then(
      (answers) => {
        this.goals = answers.map((answer) => (answer === "none" ? "" : answer));
        this.show();
      },
      () => {
        this.goals = null; // the match moved on: asked again about the new position, now or when it comes
        if (this.view !== about) this.seek();
      },
    );
  }

  private word(key: string): string {
    return this.context.texts["board"]?.[key] ?? key;
  }

  /** The question in words, the camp to take units from, and a button for all that has no place on the map. */
  private ask(actions: Action[]): void {
    const { view } = this;
    const parts: Node[] = [];
    const prompt = actions.length ? (view?.prompt ?? "") : "";
    this.question.replaceChildren(...(prompt ? [html("p", `ld-prompt ld-prompt-${prompt}`, [sayPrompt(this.context, prompt)])] : []));
    const dice = view && fight(this.context, view.table, actions, (key) => this.word(key));
    if (dice) parts.push(dice);
    if (view && actions.some(([verb]) => verb === V.place)) parts.push(this.camp(view.table, actions));
    const rest = actions.filter(([verb = -1]) => this.companion || !ELSEWHERE.includes(verb)).filter(([verb]) => verb !== V.enter);
    const [endings, others] = [rest.filter((action) => endingOf(view, action)), rest.filter((action) => !endingOf(view, action))];
    if (others.length) parts.push(html("div", "ld-buttons", others.map((action) => this.button(action))));
    if (endings.length) parts.push(html("div", "ld-buttons ld-endings", endings.map((action) => this.button(action))));
    this.asked.replaceChildren(...parts);
    this.map?.offer(this.armed < 0 ? actions : actions.filter((action) => action[0] !== V.place || action[2] === this.armed));
  }

  private button(action: Action): HTMLElement {
    const [verb = -1, unit = -1] = action;
    const pictures = verb === V.remove || verb === V.lose ? [icon(unit)] : verb === V.keep ? [icon(action[2] ?? -1)] : [];
    const urged = endingOf(this.view, action)?.unused.length === 0; // an ending that leaves nothing is the natural way on
    const main = verb === V.continue || urged || verb === V.stand || verb === V.accept;
    const made = button(main ? "ld-button ld-main" : "ld-button", [...pictures, sayChoice(this.context, this.view, action)], () => this.context.choose(action));
    if (verb === V.colour) made.classList.add(`ld-colour-${unit}`);
    made.setAttribute("data-action", action.join(" "));
    made.addEventListener("pointerenter", () => this.preview(action));
    made.addEventListener("pointerleave", () => this.preview(null));
    return made;
  }

  /** Units in the own base camp; the one that is picked goes where the map is clicked. */
  private camp(table: LeadersTable, actions: Action[]): HTMLElement {
    const units = UNITS.map((unit) => {
      const made = button("ld-button ld-unit", [icon(unit), String(table.camp[this.context.seat * 3 + unit] ?? 0)], () => {
        this.armed = this.armed === unit ? -1 : unit;
        this.ask(this.actions);
        this.asked.querySelectorAll<HTMLElement>(".ld-unit")[unit]?.focus();
      }, `${this.word("camp")}: ${spoken(this.context, "unit", unit)} ${table.camp[this.context.seat * 3 + unit] ?? 0}`);
      made.disabled = !actions.some(([verb, , which]) => verb === V.place && which === unit);
      made.setAttribute("aria-pressed", String(this.armed === unit));
      return made;
    });
    return html("div", "ld-camp", [html("span", "", [tent(), this.word("camp")]), ...units]);
  }
}

/** The map with its choices and its motion. */
class Globe {
  private drawing: Drawing;
  private fields: Fields;
  private map: WorldMap;
  private menu: Menu;
  private places: Place[];
  private actions: Action[] = [];
  private view: LeadersView | null = null;
  private from = -1;
  private limits = new Map<number, string>();
  private pointed = -1;

  constructor(
    host: HTMLElement,
    private context: BoardContext,
    private stage: Stage,
    private word: (key: string) => string,
  ) {
    const atlas = readAtlas(context);
    this.places = atlas.places;
    this.drawing = drawing(host, BOX, context.texts[""]?.["title"] ?? "");
    this.drawing.svg.classList.add("ld-board");
    this.fields = new Fields(this.drawing.svg, { choose: (id) => this.choose(id), point: (id) => this.point(id) });
    this.map = new WorldMap(this.drawing, atlas, context.handout.seats, this.fields, (each) => spoken(context, "place", each.id));
    this.menu = new Menu(MENU, this.map.layers.menu, this.fields, (action) => sayAction(context, action));
  }

  set(view: LeadersView): void {
    this.view = view;
    this.limits.clear();
    this.map.show(view.table);
    for (const each of this.places) this.fields.label(each.id, this.label(each));
  }

  offer(actions: Action[]): void {
    this.actions = actions;
    this.from = -1;
    this.light();
  }

  latest(events: Event[]): void {
    this.fields.recall(namedIn(this.context.handout, events, { place: 0 }));
  }

  preview(action: Action | null): void {
    const kinds = action ? (this.context.handout.verbs[action[0] ?? -1]?.operands ?? []) : [];
    this.fields.mark((action ?? []).slice(1).filter((_, i) => kinds[i] === "place"), "previewed");
  }

  trace(gesture: Gesture | null): void {
    this.fields.mark(namedBy(gesture, { place: 0 }), "previewed");
  }

  destroy(): void {
    this.fields.destroy();
    this.drawing.destroy();
  }

  // choosing -------------------------------------------------------------------------

  private light(): void {
    this.menu.close();
    const lit = new Set<number>();
    for (const [verb = -1, a = -1, b = -1] of this.actions) {
      if (PLACED.includes(verb)) lit.add(a);
      else if (verb === V.move) {
        if (this.from < 0) lit.add(a);
        else if (a === this.from) lit.add(b);
      }
    }
    if (this.from >= 0) lit.add(this.from);
    this.fields.light(lit);
    this.map.light(lit.size ? lit : null);
    this.fields.mark(this.from >= 0 ? [this.from] : [], "asked");
  }

  private choose(id: number): void {
    const item = this.menu.at(id);
    if (item) return this.context.choose(item);
    const there = this.actions.filter(([verb, a, b]) => verb === V.move && a === this.from && b === id);
    const here = this.actions.filter(([verb = -1, a]) => PLACED.includes(verb) && a === id);
    const found = there.length ? there : here;
    if (found.length === 1) return this.context.choose(found[0]!);
    if (found.length) {
      if (there.length) this.context.pick("place", this.from, { kind: "place", value: id }); // several units at once stand in the list
      else this.context.pick("place", id);
      const items = this.menu.open(found, plates(this.map.at(id), (action) => (WITH_UNIT.includes(action[0]!) ? action.at(-1)! : -1)));
      this.fields.light([...items, id]);
      this.map.light(new Set([id, this.from]));
      if (this.drawing.svg.contains(document.activeElement)) this.fields.get(items[0]!)?.element.focus();
      return;
    }
    const leaves = this.actions.some(([verb, a]) => verb === V.move && a === id);
    this.from = leaves && this.from !== id ? id : -1;
    this.context.pick(this.from >= 0 ? "place" : "", this.from);
    this.light();
  }

  // pointing -------------------------------------------------------------------------

  private label(each: Place): string {
    const { table } = this.view!;
    const parts = [spoken(this.context, "place", each.id)];
    if (!each.sea) {
      const owner = table.owner[each.id] ?? -1;
      parts.push(`${this.word("points")} ${each.points}`, owner < 0 ? this.word("nobody") : spoken(this.context, "seat", owner));
    }
    const { seats } = this.context.handout;
    for (let seat = 0; seat < seats; seat++) {
      const here = unitsAt(table, seats, each.id, seat);
      const words = UNITS.filter((unit) => here[unit]! > 0).map((unit) => `${here[unit]} ${spoken(this.context, "unit", unit)}`);
      if (words.length) parts.push(`${spoken(this.context, "seat", seat)}: ${words.join(" + ")}`);
    }
    if (has(table.attacked, each.id)) parts.push(this.word("attacked"));
    return parts.join(", ");
  }

  private point(id: number | null): void {
    const field = id === null ? undefined : this.fields.get(id);
    this.pointed = id ?? -1;
    this.map.point(this.pointed);
    if (!field || id === null) return this.drawing.tooltip.hide();
    const limit = this.limits.get(id);
    this.drawing.tooltip.show(field.element, [...field.label.split(", "), ...(limit ? [`${this.word("limit")} ${limit}`] : [])]);
    this.context.point(field.label);
    const each = this.places[id];
    if (!each || each.sea || limit !== undefined) return;
    this.limits.set(id, "");
    this.context.ask(`limit ${each.key}`).then(
      (answer) => {
        this.limits.set(id, answer);
        if (answer && this.pointed === id) this.drawing.tooltip.show(field.element, [...field.label.split(", "), `${this.word("limit")} ${answer}`]);
      },
      () => this.limits.delete(id),
    );
  }

  // motion ---------------------------------------------------------------------------

  async play(events: Event[]): Promise<void> {
    const moving: number[] = [E.taken, E.placed, E.moved, E.battle, E.thrown, E.lost, E.seized, E.conquered, E.retreated, E.deserted];
    const told = events.filter(([kind = -1]) => moving.includes(kind));
    const time = Math.min(420, 3400 / Math.max(1, told.length));
    let scene = -1;
    for (const event of told) {
      const [kind = -1, a = 0, b = 0, c = 0, d = 0] = event;
      if (kind === E.placed) await this.drop(a, b, c, time);
      else if (kind === E.taken) await this.drop(a, b, 0, time);
      else if (kind === E.moved) await this.slide(a, b, c, d, time);
      else if (kind === E.battle) await this.flash((scene = a), time);
      else if (kind === E.thrown) await this.dice(event, scene, time);
      else if (kind === E.lost) await this.fade(a, b, c, time);
      else if (kind === E.retreated) await this.leave(b, a, time);
      else if (kind === E.seized || kind === E.conquered) {
        this.map.paint(b, a);
        await this.flash(b, time / 2);
      } else this.map.paint(a, -1);
    }
  }

  private async drop(seat: number, at: number, unit: number, time: number): Promise<void> {
    const { x, y } = this.map.at(at);
    const made = this.map.loose(seat, unit, { x, y });
    this.context.sound("move");
    await this.stage.tween(time, (p) => {
      place(made, x, y - 30 * (1 - p), 0, PLATE);
      made.setAttribute("opacity", String(Math.min(1, 3 * p)));
    });
  }

  private async slide(seat: number, from: number, to: number, unit: number, time: number): Promise<void> {
    const [a, b] = [this.map.at(from), this.map.at(to)];
    const made = this.map.loose(seat, unit, a);
    this.context.sound("move");
    const far = Math.abs(a.x - b.x) > 500; // over the edge of the map
    await this.stage.tween(time, (p) => {
      if (far) made.setAttribute("opacity", String(Math.abs(1 - 2 * p)));
      const half = far && p < 0.5 ? a : b;
      if (far) place(made, half.x, half.y, 0, PLATE);
      else place(made, between(a.x, b.x, p), between(a.y, b.y, p), 0, PLATE);
    });
  }

  private async flash(at: number, time: number): Promise<void> {
    const { x, y } = this.map.at(at);
    const ring = el("circle", { cx: x, cy: y, r: 8, class: "ld-flash" });
    this.map.layers.effects.append(ring);
    await this.stage.tween(time, (p) => {
      ring.setAttribute("r", String(8 + 26 * p));
      ring.setAttribute("opacity", String(1 - p));
    });
    ring.remove();
  }

  private async dice(thrown: Event, scene: number, time: number): Promise<void> {
    const shown = thrown.slice(1).map((hits) => ({ face: "✸".repeat(Math.max(0, hits)) || "·", className: hits > 0 ? "good" : "" }));
    const at = scene >= 0 ? this.map.at(scene) : { x: BOX.width / 2, y: BOX.height / 2 };
    this.context.sound("dice");
    if (time < 150) return;
    const before = new Set(this.map.layers.effects.children);
    await roll(this.map.layers.effects, shown, { x: at.x, y: at.y + 32 }, 10, this.stage);
    for (const made of [...this.map.layers.effects.children]) if (!before.has(made)) made.remove();
  }

  private async fade(seat: number, at: number, unit: number, time: number): Promise<void> {
    const { x, y } = this.map.at(at);
    const made = this.map.loose(seat, unit, { x, y });
    this.context.sound("hit");
    await this.stage.tween(time, (p) => {
      place(made, x, y + 14 * p, 20 * p, PLATE);
      made.setAttribute("opacity", String(1 - p));
    });
    made.remove();
  }

  private async leave(at: number, seat: number, time: number): Promise<void> {
    const made = this.map.get(at, seat);
    if (!made) return;
    await this.stage.tween(time, (p) => made.setAttribute("opacity", String(1 - 0.7 * p)));
  }
}
