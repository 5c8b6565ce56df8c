/** Company War: a star map where courses are plotted by clicks and drags, battle lines, and a tactical map with vectors. */

import type { Action, Event } from "../../wire";
import { CompanyWarVerb as V } from "../../wire";
import type { Board, BoardContext, Gesture, Mount, View } from "../board";
import type { Point } from "../kit";
import { drawing, el, Fields, group, namedIn, namedBy, operandKind, place, sayAction, sayChoice, sayGesture, Stage, text, word } from "../kit";
import { Courses } from "./courses";
import { CourseDrag } from "./drag";
import type { Facts } from "./facts";
import { ahead, BATTLE, hexOf, hexPoint, namedHexes, readFacts, SHIPS, STEPS, TACTICS, UNPLACED } from "./facts";
import { drawButtons, drawTrack } from "./panels";
import { Plays } from "./plays";
import type { Scene } from "./scenes";
import { Scenes, SHIP_ID, UNIT_ID } from "./scenes";
import { drifted, edgePoint, hexButton } from "./tactical";
import type { WarView } from "./words";
import { Teller } from "./words";
import "./company_war.css";

const BUTTON_ID = 500;
const SWITCH_ID = 900;
const EDGE_ID = 950;
const HEX_ID = 10_000;
const MOST_BUTTONS = 24;
/** Verbs whose first operand is the ship or counter that is asked about. */
const ABOUT = new Set<number>([V.place, V.hold, V.launch, V.recover, V.break, V.abandon, V.aim, V.pass, V.deploy, V.drift, V.enter, V.speed, V.coast, V.burn, V.overload, V.dump, V.leap]);
const OF_SHIPS = new Set<number>([V.carry, V.plot, V.join, V.move, V.repair, V.land, V.lift, V.muster]);

export const mount: Mount = (element, context) => new WarBoard(element, context);

class WarBoard implements Board {
  private context: BoardContext;
  private facts: Facts;
  private teller: Teller;
  private drawing;
  private scenes: Scenes;
  private plays: Plays;
  private fields: Fields;
  private stage: Stage;
  private track: SVGGElement;
  private bar: SVGGElement;
  private ids = new Set<number>();
  private view: WarView | null = null;
  private offered: Action[] = [];
  private buttons: Action[] = [];
  private narrow: Action[] = [];
  private selected = 0; // the point whose ships lie open; -1: those not yet placed
  private held: { kind: string; value: number } | null = null;
  private courses: Courses;
  private drag: CourseDrag;
  private onMap = false; // the star map is looked at during a battle
  private focused = -1;
  private turnTo: number; // the verb by which another counter is asked about, if the game has it

  constructor(
    element: HTMLElement,
    given: BoardContext,
  ) {
    this.facts = readFacts(given.handout);
    const context = { ...given, handout: namedHexes(given.handout, this.facts.radius) };
    this.context = context;
    this.turnTo = context.handout.verbs.findIndex(({ word }) => word === "take");
    this.teller = new Teller(context, this.facts);
    this.drawing = drawing(element, { x: -16, y: -58, width: 1032, height: 820 }, context.texts[""]?.["title"] ?? "");
    this.drawing.svg.classList.add("cw-board");
    this.stage = new Stage(context.motion);
    this.fields = new Fields(this.drawing.svg, { choose: (id) => this.choose(id), point: (id) => this.point(id) });
    this.scenes = new Scenes(context, this.facts, this.teller, this.drawing, (id, made, at, label) => this.put(id, made, at, label));
    this.plays = new Plays(context, this.facts, this.teller, this.scenes, this.drawing, this.stage);
    this.track = this.drawing.layer("cw-track-layer");
    this.bar = this.drawing.layer("cw-bar aside");
    this.courses = new Courses((actions, whole) => this.context.perform(actions, whole));
    this.drag = new CourseDrag(this.drawing.svg, this.scenes.layers.effects, { start: (id) => this.draggable(id), take: (id) => this.takeUp(id), end: (id) => this.drop(id) });
  }

  set(view: View): void {
    this.stage.cut();
    this.view = view as WarView;
    this.offered = [];
    this.narrow = [];
    if (!this.battling()) this.onMap = false;
    this.redraw();
  }

  offer(actions: Action[]): void {
    if (!actions.length && !this.offered.length) return;
    this.offered = actions;
    this.narrow = [];
    this.courses.clear();
    this.held = null;
    this.redraw();
    const lead = this.view?.hand?.squad[0];
    if (lead !== undefined && actions.some(([verb]) => verb === V.jump)) this.hold("ship", lead); // its course is asked for: it is in hand already
  }

  private hold(kind: string, value: number, goal?: { kind: string; value: number }): void {
    if (this.held?.kind !== kind || this.held.value !== value) this.courses.clear();
    this.held = kind ? { kind, value } : null;
    this.context.pick(kind, value, goal);
  }

  /** Points that courses of the ship or fleet in hand lead to are lit: a click on one sends a ship there by the best way, and leaves the courses of a fleet in the list. */
  reaches(gestures: Gesture[]): void {
    if (this.held && gestures.length && this.offered.length) this.courses.know(gestures);
    if (this.view) this.light();
  }

  // dragging: the same with one stroke, for a fleet as well -----------------------------

  private draggable(id: number): Point | null {
    if (this.scene() !== "stars" || !this.offered.some(([verb]) => verb === V.plot)) return null;
    const view = this.view!;
    const mine = this.offered.some(([verb, ship]) => verb === V.plot && (id === SHIP_ID + ship! || this.teller.where(view, ship!) === id));
    return mine ? (this.fields.get(id)?.at ?? null) : null;
  }

  private takeUp(id: number): void {
    if (id >= SHIP_ID) return this.hold("ship", id - SHIP_ID);
    const here = this.offered.filter(([verb, ship]) => verb === V.plot && this.teller.where(this.view!, ship!) === id);
    if (here.length === 1) this.hold("ship", here[0]![1]!);
    else this.hold("point", id);
  }

  private drop(id: number): void {
    if (this.held && this.facts.points.has(id)) this.courses.drop(id);
  }

  async play(events: Event[]): Promise<void> {
    if (this.view) await this.plays.play(events, this.scene(), this.view);
  }

  latest(events: Event[]): void {
    this.fields.recall(namedIn(this.context.handout, events, { point: 0, unit: UNIT_ID, ship: SHIP_ID }));
  }

  preview(action: Action | null): void {
    const named = new Set<number>();
    if (action) {
      named.add(this.placeOf(action));
      action.slice(1).forEach((value, i) => {
        const kind = operandKind(this.context.handout.verbs[action[0]!], i);
        if (kind === "point") named.add(value);
        if (kind === "ship" || kind === "unit") named.add(UNIT_ID + value).add(SHIP_ID + value);
        if (kind === "ship" && this.view && this.scene() === "stars") named.add(this.teller.where(this.view, value));
      });
    }
    this.fields.mark(named, "previewed");
    const aims = action?.[0] === V.aim;
    this.scenes.aiming(aims ? action[1]! : -1, aims ? action[2]! : -1);
  }

  trace(gesture: Gesture | null): void {
    const stars = this.scene() === "stars";
    this.fields.mark(namedBy(gesture, stars ? { point: 0, goal: 0, stop: 0, ship: SHIP_ID } : { point: 0, unit: UNIT_ID, ship: UNIT_ID }), "previewed");
    const shot = gesture?.actions.find(([verb]) => verb === V.aim);
    this.scenes.aiming(shot?.[1] ?? -1, shot?.[2] ?? -1);
  }

  destroy(): void {
    this.stage.cut();
    this.drag.destroy();
    this.fields.destroy();
    this.drawing.destroy();
  }

  // drawing --------------------------------------------------------------------------

  private battling(): Scene | null {
    const { stack = [], force = [] } = this.view?.table ?? {};
    if (stack.some(({ proc }) => proc === TACTICS)) return "tactics";
    if (stack.some(({ proc }) => proc === BATTLE)) return "battle";
    return force.length && this.context.handout.options["scenario"] !== "campaign" ? "tactics" : null;
  }

  private scene(): Scene {
    return this.onMap ? "stars" : (this.battling() ?? "stars");
  }

  private put(id: number, made: SVGElement, at: Point, label: string): void {
    this.ids.add(id);
    this.fields.put(id, made, at, label);
  }

  private redraw(): void {
    const { view } = this;
    if (!view) return;
    const active = document.activeElement;
    if (active && this.drawing.svg.contains(active)) this.focused = Number(active.getAttribute("data-field") ?? -1);
    for (const id of this.ids) this.fields.remove(id);
    this.ids.clear();
    this.scenes.clear();
    this.bar.replaceChildren();
    this.drawing.tooltip.hide();
    const scene = this.scene();
    const secret = this.context.handout.options["setup"] === "secret";
    this.scenes.draw(scene, view, this.openPoint(), secret, scene === "tactics" ? this.hexesAsked() : []);
    this.drawTrack();
    if (scene === "tactics") {
      this.drawHexes();
      this.scenes.askedCard(view, this.asked());
    }
    this.drawBar();
    this.light();
    this.refocus();
  }

  /** The focus stays where it was, or goes on to what is offered next; one that has left the board is not called back. */
  private refocus(): void {
    if (this.focused < 0) return;
    const lost = document.activeElement === null || document.activeElement === document.body;
    const next = this.fields.get(this.focused) ?? [...this.ids].filter((id) => this.fields.isLit(id)).map((id) => this.fields.get(id))[0];
    if (lost) next?.element.focus();
    if (this.offered.length || !lost) this.focused = -1;
  }

  private drawTrack(): void {
    const { table } = this.view!;
    const notes = [0, 1].map((seat) => (table.left[seat] ? `${this.teller.word("left")} ${table.left[seat]}` : table.allowance[seat] ? `${this.teller.word("may-move")} ${table.allowance[seat]}` : "")).map((note, seat) => (table.assembled[seat] ? `${note} · ${this.teller.word("assembled")}` : note));
    const { options, data } = this.context.handout;
    const alone = options["scenario"] !== "campaign"; // one battle: its own turns are counted
    const turns = alone ? (data["tactical"] as { turns: number }).turns : Number(options["turns"] ?? 8);
    const score = { turn: alone ? (table.stack.find(({ proc }) => proc === TACTICS)?.regs[1] ?? 0) : table.turn, turns, points: table.points, names: [0, 1].map((seat) => this.teller.seat(seat)), letters: this.teller.letters, notes, turnWord: this.teller.word("turn") };
    this.track.replaceChildren(drawTrack(score, this.drawing.patterns));
  }

  /** The point whose ships are laid open: the chosen one as long as it fits the question, else the first that does. */
  private openPoint(): number {
    const view = this.view!;
    if (this.offered.some(([verb]) => verb === V.place)) return UNPLACED;
    const places = this.offered.filter(([verb]) => OF_SHIPS.has(verb!)).map(([, ship]) => this.teller.where(view, ship!));
    const squad = view.hand?.squad[0];
    if (squad !== undefined && this.offered.length) return this.teller.where(view, squad);
    if (this.selected > 0) return this.selected;
    return places[0] ?? 0;
  }

  /** The ship or counter all questions are about, or -1. */
  private asked(): number {
    const found = new Set(this.offered.filter(([verb]) => ABOUT.has(verb!)).map(([, unit]) => unit!));
    return found.size === 1 ? [...found][0]! : -1;
  }

  /** The field an action has its place on; -1 when it has none and stands among the buttons. */
  private placeOf(action: Action): number {
    const [verb, a = 0, b = 0, c = 0] = action;
    const { table, hand } = this.view!;
    const scene = this.scene();
    if (verb === this.turnTo) return (scene === "stars" ? SHIP_ID : UNIT_ID) + a;
    if (scene === "stars") {
      if (verb === V.place) return b;
      if (verb === V.jump || verb === V.bombard) return a;
      if (verb === V.arrive) return hand?.trail.at(-1) ?? -1;
      return OF_SHIPS.has(verb!) ? SHIP_ID + a : -1;
    }
    if (verb === V.aim) return UNIT_ID + b;
    if (verb === V.dock || verb === V.flee) return UNIT_ID + a;
    if (scene === "battle") return -1;
    if (verb === V.deploy || verb === V.enter || verb === V.burn || verb === V.overload) return HEX_ID + b;
    if (verb === V.coast) return HEX_ID + drifted(table, a);
    if (verb === V.drift) return HEX_ID + ahead(table.hex[a] ?? 0, STEPS[b]?.[0] ?? 0, STEPS[b]?.[1] ?? 0);
    if (verb === V.speed) return HEX_ID + ahead(table.hex[a] ?? 0, b * (STEPS[c]?.[0] ?? 0), b * (STEPS[c]?.[1] ?? 0));
    return verb === V.edge ? EDGE_ID + a : -1;
  }

  /** Hexagons of the question, to be seen whole; the corners of the map when an edge is asked for. */
  private hexesAsked(): number[] {
    const { radius } = this.facts;
    if (this.offered.some(([verb]) => verb === V.edge)) return [hexOf(radius, 0), hexOf(-radius, 0), hexOf(0, radius), hexOf(0, -radius)];
    return this.offered.map((action) => this.placeOf(action) - HEX_ID).filter((hex) => hex >= 0);
  }

  private drawHexes(): void {
    for (const action of this.offered) {
      const id = this.placeOf(action);
      if (this.fields.get(id)) continue;
      if (id >= HEX_ID) {
        const kind = action[0] === V.coast ? "coast" : action[0] === V.overload ? "overload" : "burn";
        const made = hexButton(id - HEX_ID, kind, this.scenes.eye);
        this.scenes.layers.hexes.append(made);
        this.put(id, made, hexPoint(id - HEX_ID, this.scenes.eye), sayAction(this.context, action));
      } else if (id >= EDGE_ID && id < EDGE_ID + 6) {
        const at = edgePoint(id - EDGE_ID, this.facts.radius);
        const made = group("cw-button", [el("rect", { x: -20, y: -34, width: 40, height: 68, rx: 9, class: "cw-button-bed" }), el("path", { d: "M-9 -16L11 0L-9 16L-3 0Z", class: "cw-inward" })]);
        place(made, at.x, at.y, (Math.atan2(334 - at.y, 500 - at.x) * 180) / Math.PI);
        this.scenes.layers.hexes.append(made);
        this.put(id, made, at, sayAction(this.context, action));
      }
    }
  }

  /** Buttons for what has no place of its own, or shares it with something else. */
  private drawBar(): void {
    const held = this.offered.filter((action) => !this.fields.get(this.placeOf(action)) && !OF_SHIPS.has(action[0]!));
    const shown = this.narrow.length ? this.narrow : [...held, ...this.offered.filter((action) => action[0] === V.arrive)];
    const lone = shown.filter((action, i) => shown.indexOf(action) === i);
    this.buttons = lone.length > MOST_BUTTONS ? [] : lone;
    drawButtons(this.buttons.map((action) => sayChoice(this.context, this.view, action)), this.battling() ? 850 : 990).forEach(({ element, at, label }, i) => {
      this.bar.append(element);
      this.put(BUTTON_ID + i, element, at, label);
    });
    if (!this.battling() || this.context.handout.options["scenario"] !== "campaign") return;
    const made = group("cw-button cw-switch", [el("rect", { x: -62, y: -14, width: 124, height: 28, rx: 7, class: "cw-button-bed" }), text(0, 0.5, this.teller.word(this.onMap ? "to-battle" : "to-map"), { "font-size": 13 })]);
    place(made, 928, 702);
    this.bar.append(made);
    this.put(SWITCH_ID, made, { x: 928, y: 702 }, this.teller.word(this.onMap ? "to-battle" : "to-map"));
  }

  private light(): void {
    const view = this.view!;
    const lit = new Set<number>();
    const open = this.openPoint(); // its ships lie there already: a click on it would show nothing new
    for (const action of this.offered) {
      const id = this.placeOf(action);
      if (id >= 0) lit.add(id);
      const where = this.scene() === "stars" && OF_SHIPS.has(action[0]!) ? this.teller.where(view, action[1]!) : open;
      if (where !== open) lit.add(where);
    }
    this.buttons.forEach((_, i) => lit.add(BUTTON_ID + i));
    for (const point of this.scene() === "stars" ? this.courses.goals : []) lit.add(point);
    this.fields.light([...lit].filter((id) => this.fields.get(id)));
    const asked = this.asked();
    const squad = (view.hand?.squad ?? []).map((ship) => SHIP_ID + ship);
    const inHand = this.held?.kind === "ship" && this.offered.length ? [SHIP_ID + this.held.value] : [];
    this.fields.mark([...(asked >= 0 ? [UNIT_ID + asked, SHIP_ID + asked] : []), ...inHand, ...squad, ...(this.scene() === "stars" ? [this.openPoint()] : [])], "asked");
  }

  // choosing -------------------------------------------------------------------------

  private choose(id: number): void {
    if (id === SWITCH_ID) {
      this.onMap = !this.onMap;
      this.redraw();
      return;
    }
    const button = id >= BUTTON_ID && id < SWITCH_ID ? this.buttons[id - BUTTON_ID] : undefined;
    if (button) return this.context.choose(button);
    const found = this.offered.filter((action) => this.placeOf(action) === id);
    if (this.held && this.courses.to(id).length && !found.length) return this.held.kind === "ship" ? this.courses.send(id) : this.hold(this.held.kind, this.held.value, { kind: "goal", value: id });
    const again = this.held?.kind === "ship" && id === SHIP_ID + this.held.value; // a second click on it: jump by jump
    if (this.offered.length) this.pickUp(id);
    if (found.some(([verb]) => verb === V.plot) && !again) return this.redraw();
    if (found.length === 1) return this.context.choose(found[0]!);
    if (found.length > 1) this.narrow = found;
    else if (this.facts.points.has(id) && this.scene() === "stars") {
      this.narrow = [];
      this.selected = id === this.selected ? 0 : id;
    } else return;
    this.redraw();
  }

  /** Tell the page what is taken in hand: a ship, a counter of a battle, or a point with its fleet. */
  private pickUp(id: number): void {
    const stars = this.scene() === "stars";
    if (stars && this.facts.points.has(id)) this.hold(id === this.selected ? "" : "point", id);
    else if (stars && id >= SHIP_ID && id < SHIP_ID + SHIPS) this.hold("ship", id - SHIP_ID);
    else if (!stars && id >= UNIT_ID && id < HEX_ID) this.hold("unit", id - UNIT_ID);
  }

  // pointing -------------------------------------------------------------------------

  private point(id: number | null): void {
    const field = id === null ? undefined : this.fields.get(id);
    if (!field || !this.view) {
      if (this.view) this.scenes.showCourse(this.view, []);
      this.trace(null);
      return this.drawing.tooltip.hide();
    }
    const at = id!;
    if (this.scene() === "stars") this.scenes.showCourse(this.view, at >= SHIP_ID && at < SHIP_ID + SHIPS ? [at - SHIP_ID] : this.facts.points.has(at) ? this.teller.shipsAt(this.view, at) : []);
    const courses = this.scene() === "stars" ? this.courses.to(at) : [];
    const ways = courses.map((gesture) => sayGesture(this.context, gesture));
    this.trace(courses[0] ?? null);
    if (at < BUTTON_ID || at >= UNIT_ID) this.drawing.tooltip.show(field.element, [...field.label.split(", "), ...ways]);
    this.context.point([field.label, ...ways].join(", "));
    const aim = this.offered.find((action) => action[0] === V.aim && UNIT_ID + action[2]! === at);
    this.scenes.aiming(aim?.[1] ?? -1, aim?.[2] ?? -1);
    if (aim) this.askNumber(aim, at);
  }

  /** What the shooter needs to hit, as the game itself says. */
  private askNumber(aim: Action, id: number): void {
    const { handout } = this.context;
    const query = `number ${word(handout, "unit", aim[1]!)} ${word(handout, "unit", aim[2]!)}`;
    this.context.ask(query).then(
      (answer) => {
        const field = this.fields.get(id);
        if (!field || !answer || !this.offered.includes(aim)) return;
        const line = `${this.teller.word("needs")} ${answer}`;
        this.drawing.tooltip.show(field.element, [...field.label.split(", "), line]);
        this.context.point(`${field.label}, ${line}`);
      },
      () => {},
    );
  }
}
