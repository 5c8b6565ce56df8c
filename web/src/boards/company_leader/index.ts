/** Company Leader: hexagons with terrain, face-down pieces, troops with a front; view and fire on pointing at a troop. */

import type { Action, CompanyLeaderHand, CompanyLeaderTable, Event } from "../../wire";
import { CompanyLeaderEvent as E, CompanyLeaderVerb as V } from "../../wire";
import type { Board, BoardContext, Gesture, Mount, View } from "../board";
import { between, Choice, corners, drawing, el, Fields, Menu, namedBy, namedIn, path, place, roll, sayAction, sayEvent, spoken, Stage, text, word } from "../kit";
import { html } from "../kit/dom";
import { Bar, crosshair } from "./bar";
import type { Field } from "./ground";
import { drawField, LAYOUT, readFields } from "./ground";
import { below, lines, MENU } from "./menu";
import type { Look } from "./troops";
import { angle, drawPiece, icon, UNKNOWN } from "./troops";
import "./company_leader.css";

const ACT = 2; // the frame of a troop that acts: its first register is the field
const HELD: number[] = [V.act, V.reveal, V.conceal, V.swap]; // what is done with a piece of one's own
const DIRECTIONS = 1000; // ids of the six direction buttons
const REACH = 34; // of a direction button from the middle of its field

type LeaderView = View<CompanyLeaderTable, CompanyLeaderHand>;

export const mount: Mount = (element, context) => new LeaderBoard(element, context);

class LeaderBoard implements Board {
  private ground: Field[];
  private drawing;
  private layers;
  private stage: Stage;
  private fields: Fields;
  private choice: Choice;
  private menu: Menu;
  private pieces = new Map<number, SVGGElement>();
  private byLabel = new Map<string, number>();
  private areas = new Map<string, Promise<string>>();
  private view: LeaderView | null = null;
  private selected = -1;
  private goal = -1;
  private lit = new Set<number>();
  private ways = new Set<number>(); // fields that gestures of the troop in hand lead to
  private held = -1; // the type of troop that a click sets up
  private pointed = "";
  private shot = { from: -1, to: -1 };
  private bar: Bar;

  constructor(
    private element: HTMLElement,
    private context: BoardContext,
  ) {
    this.ground = readFields(context.handout);
    const xs = this.ground.map(({ at }) => at.x);
    const ys = this.ground.map(({ at }) => at.y);
    const box = { x: Math.min(...xs) - 40, y: Math.min(...ys) - 44, width: Math.max(...xs) - Math.min(...xs) + 80, height: Math.max(...ys) - Math.min(...ys) + 88 };
    const host = html("div", "board-place");
    this.bar = new Bar(context);
    element.append(html("div", "board-root", [this.bar.element, host]));
    this.drawing = drawing(host, box, context.texts[""]?.["title"] ?? "");
    this.drawing.svg.classList.add("cl-board");
    this.layers = {
      ground: this.drawing.layer("cl-ground-layer"),
      areas: this.drawing.layer("cl-areas"),
      pieces: this.drawing.layer("cl-pieces"),
      effects: this.drawing.layer("cl-effects"),
      buttons: this.drawing.layer("cl-buttons"),
    };
    this.stage = new Stage(context.motion);
    this.choice = new Choice([], context.handout.verbs);
    this.fields = new Fields(this.drawing.svg, { choose: (id) => this.choose(id), point: (id) => this.point(id) });
    this.menu = new Menu(MENU, this.layers.buttons, this.fields, (action) => sayAction(context, action));
    for (const field of this.ground) {
      const made = drawField(field, this.homeOf(field));
      this.layers.ground.append(made);
      this.fields.put(field.id, made, field.at, this.label(field));
      this.byLabel.set(word(context.handout, "field", field.id), field.id);
    }
  }

  set(view: View): void {
    this.stage.cut();
    this.view = view as LeaderView;
    this.clearChoice();
    this.layers.effects.replaceChildren();
    this.layers.pieces.replaceChildren();
    this.pieces.clear();
    for (const field of this.ground) {
      const look = this.look(field.id);
      if (look) {
        const made = drawPiece(look, this.drawing.patterns);
        place(made, field.at.x, field.at.y);
        this.layers.pieces.append(made);
        this.pieces.set(field.id, made);
      }
      this.fields.label(field.id, this.label(field));
    }
    const flag = this.ground[this.view.table.flag];
    if (flag) this.layers.pieces.append(el("path", { d: `M${flag.at.x - 14} ${flag.at.y + 4}v-24l13 5l-13 5`, class: "cl-flag" }));
    this.bar.show(this.view.table, this.ground);
    this.clearAreas();
  }

  offer(actions: Action[]): void {
    this.choice.reset(actions);
    this.clearChoice();
    const types = this.trayed();
    if (!types.includes(this.held)) this.held = types[0] ?? -1;
    this.drawTray(types);
    this.light();
    const only = actions.length ? this.asked() : -1;
    if (only >= 0) this.context.pick("field", only); // the troop that acts is in hand already
  }

  async play(events: Event[]): Promise<void> {
    const long = events.length > 14; // a long list is told faster
    for (const event of events) {
      const [kind, a = 0, b = 0] = event;
      if (kind === E.moved || kind === E.swapped) await this.slide(a, b, kind === E.swapped, long);
      else if (kind === E.turned || kind === E.faced) this.turn(a, b);
      else if (kind === E.shown) await this.flip(a);
      else if (kind === E.exposed || kind === E.destroyed) await this.fade(a);
      else if (kind === E.aimed) await this.aim(a, b);
      else if (kind === E.rolled) await this.rollDice(event);
      else if (kind === E.hit) await this.shake(a, b);
    }
  }

  latest(events: Event[]): void {
    this.fields.recall(namedIn(this.context.handout, events, { field: 0 }));
  }

  preview(action: Action | null): void {
    const named = new Set<number>();
    action?.slice(1).forEach((value, i) => {
      if (this.context.handout.verbs[action[0]!]?.operands[i] === "field") named.add(value);
    });
    this.fields.mark(named, "previewed");
    const turned = action?.[0] === V.turn ? this.acting() : action?.[0] === V.face ? action[1]! : -1;
    if (turned >= 0) this.showAreas(turned, action!.at(-1)!);
    else this.clearAreas();
  }

  trace(gesture: Gesture | null): void {
    this.fields.mark(namedBy(gesture, { field: 0 }), "previewed");
    const [kind, last] = gesture ? [gesture.kinds.at(-1), gesture.operands.at(-1) ?? 0] : ["", 0];
    const goal = gesture?.operands.filter((_, i) => gesture.kinds[i] === "field").at(1) ?? gesture?.operands[0] ?? -1;
    if (gesture && kind === "direction" && this.look(gesture.operands[0] ?? -1)) this.showAreas(goal, last, gesture.operands[0]);
    else this.clearAreas();
  }

  reaches(gestures: Gesture[]): void {
    const from = this.selected >= 0 ? this.selected : this.asked();
    this.ways = new Set(gestures.filter(({ operands }) => operands[0] === from).flatMap(({ kinds, operands }) => operands.filter((_, i) => i > 0 && kinds[i] === "field")));
    this.ways.delete(from);
    if (from < 0 || !this.choice.offer.length) this.ways.clear();
    this.fields.light(new Set([...this.lit, ...this.ways]));
  }

  destroy(): void {
    this.stage.cut();
    this.fields.destroy();
    this.drawing.destroy();
    this.element.replaceChildren();
  }

  // what lies there ------------------------------------------------------------------

  private look(field: number): Look | null {
    const { table, hand } = this.view ?? {};
    const seat = table?.owner[field] ?? -1;
    if (!table || seat < 0) return null;
    const revealed = (table.face[field] ?? 0) > 0;
    const own = hand?.kind[field] ?? UNKNOWN;
    const mine = own >= 0 ? own : (hand?.mates[field] ?? UNKNOWN); // allies may show each other their pieces
    const known = this.context.handout.options["memory"] === 0 ? UNKNOWN : (table.known[field] ?? UNKNOWN);
    return {
      seat,
      type: revealed ? table.face[field]! : mine >= 0 ? mine : known,
      revealed,
      own: mine >= 0 && known < 0,
      facing: table.facing[field] ?? 0,
      strength: table.strength[field] ?? 0,
      used: ((table.mark[field] ?? 0) & 1) === 1,
      active: this.acting() === field,
    };
  }

  /** The field of the troop that is acting, or -1. */
  private acting(): number {
    const top = this.view?.table.stack.at(-1);
    return top && top.proc === ACT ? (top.regs[0] ?? -1) : -1;
  }

  /** The seat a territory belongs to at the start, for its tint. */
  private homeOf(field: Field): number {
    if (field.zone === ".") return -1;
    const letters = [...new Set(this.ground.map(({ zone }) => zone))].filter((zone) => zone !== ".").sort();
    const at = letters.indexOf(field.zone);
    const seats = this.context.handout.seats;
    return letters.length === seats ? at : Math.min(at, seats - 1);
  }

  private text(key: string): string {
    return this.context.texts["board"]?.[key] ?? key;
  }

  private label(field: Field): string {
    const parts = [spoken(this.context, "field", field.id), this.text(field.terrain)];
    if (field.shop) parts.push(this.text("shop"));
    const look = this.look(field.id);
    if (look) {
      parts.push(spoken(this.context, "seat", look.seat));
      parts.push(look.type === UNKNOWN ? this.text("face-down") : spoken(this.context, "type", look.type));
      if (look.revealed) parts.push(`${this.text("strength")} ${look.strength}`, `${this.text("facing")} ${spoken(this.context, "direction", look.facing)}`);
      else if (look.type !== UNKNOWN) parts.push(this.text("concealed"));
    }
    return parts.join(", ");
  }

  /** Types of troops the set-up still asks for. */
  private trayed(): number[] {
    return [...new Set(this.choice.offer.filter(([verb]) => verb === V.place).map(([, type]) => type!))];
  }

  private drawTray(types: number[]): void {
    const left = this.view?.hand?.left ?? [];
    this.bar.tray(types.map((type) => [type, left[type] ?? 0]), this.held, (type) => {
      this.held = type;
      this.drawTray(types);
      this.clearChoice();
      this.light();
    });
  }

  // choosing -------------------------------------------------------------------------

  private clearChoice(): void {
    if (this.selected >= 0) this.context.pick("", -1);
    this.ways.clear();
    this.goal = -1;
    this.selected = -1;
    this.menu.close();
    this.layers.buttons.replaceChildren();
    for (let direction = 0; direction < 6; direction++) this.fields.remove(DIRECTIONS + direction);
  }

  /** Light every field an offered action has a place on; of the set-up those for the troop in hand. */
  private light(): void {
    const lit = new Set(this.ground.map(({ id }) => id).filter((id) => this.at(id).length));
    if (this.drawDirections()) for (let direction = 0; direction < 6; direction++) if (this.fields.get(DIRECTIONS + direction)) lit.add(DIRECTIONS + direction);
    this.lit = lit;
    this.fields.light(lit);
    this.fields.mark(this.acting() >= 0 ? [this.acting()] : [], "asked");
  }

  /** The field before the acting troop. */
  private ahead(): number {
    const field = this.ground[this.acting()];
    const facing = this.view?.table.facing[this.acting()] ?? 0;
    if (!field) return -1;
    const [dq, dr] = [[1, 1, 0, -1, -1, 0][facing]!, [0, -1, -1, 0, 1, 1][facing]!];
    return this.ground.find(({ q, r }) => q === field.q + dq && r === field.r + dr)?.id ?? -1;
  }

  /** Arrows around a troop that may turn (or whose facing is asked). */
  private drawDirections(): boolean {
    const turns = this.choice.offer.filter(([verb]) => verb === V.turn || verb === V.face);
    if (!turns.length) return false;
    const asked = turns[0]![0] === V.face ? turns[0]![1]! : this.acting();
    if (turns.some(([verb, field]) => verb === V.face && field !== asked)) return false; // several troops: their fields are clicked first
    this.arrows(asked, turns);
    return true;
  }

  private arrows(around: number, turns: Action[]): void {
    const field = this.ground[around];
    if (!field) return;
    for (const action of turns) {
      const direction = action.at(-1)!;
      const radians = (angle(direction) * Math.PI) / 180;
      const at = { x: field.at.x + REACH * Math.cos(radians), y: field.at.y + REACH * Math.sin(radians) };
      const made = el("g", { class: "cl-direction" }, [el("circle", { r: 11 }), el("path", { d: "M-4 -5.5L6 0L-4 5.5Z", class: "cl-direction-tip" })]);
      place(made, at.x, at.y, angle(direction));
      this.layers.buttons.append(made);
      this.fields.put(DIRECTIONS + direction, made, at, sayAction(this.context, action));
    }
  }

  private choose(id: number): void {
    const listed = this.menu.at(id);
    if (listed) return this.context.choose(listed);
    if (id >= DIRECTIONS) {
      const turns = this.choice.offer.filter((action) => (action[0] === V.turn || action[0] === V.face) && action.at(-1) === id - DIRECTIONS);
      const chosen = turns.find((action) => action[0] === V.turn || this.selected < 0 || action[1] === this.selected);
      if (chosen) this.context.choose(chosen);
      return;
    }
    const found = this.at(id);
    const both = this.selected >= 0 && !this.ways.has(id) ? found.filter((action) => action.slice(1).includes(this.selected) && id !== this.selected) : [];
    if (both.length === 1) return this.context.choose(both[0]!);
    const again = id === this.selected;
    if (this.ways.has(id) && id !== this.selected && (this.selected >= 0 || !found.length)) return this.lead(id, found);
    const held = HELD.includes(found[0]?.[0] ?? -1); // a piece is picked up, not sent off: the page then lists what it can do in one go
    if (found.length === 1 && (!held || again)) return this.context.choose(found[0]!);
    this.clearChoice();
    this.light();
    if (found.length && !again) this.select(id, found);
  }

  /** The troop in hand is to go there: gestures that lead there stay in the list, a swap stands on the field; a second click says no. */
  private lead(id: number, found: Action[]): void {
    const from = this.selected >= 0 ? this.selected : this.asked();
    this.goal = this.goal === id ? -1 : id;
    const there = this.goal < 0 ? [] : found.filter((action) => action.slice(1).includes(from));
    const items = this.menu.open(there, below(this.ground[id]!.at));
    this.context.pick("field", from, this.goal < 0 ? undefined : { kind: "field", value: id });
    this.fields.light(new Set([...[...this.lit].filter((each) => each < MENU), ...this.ways, ...items]));
    this.fields.mark(this.goal < 0 ? [from] : [from, id], "asked");
  }

  /** All offered actions that have their place on a field. */
  private at(id: number): Action[] {
    const found = this.choice.about("field", id).filter(([verb, type]) => verb !== V.place || type === this.held);
    if (id === this.ahead()) found.push(...this.choice.offer.filter(([verb]) => verb === V.go || verb === V.blitz));
    return found;
  }

  /** Several things can be done here: swaps are finished by a second click, facings by an arrow, the rest by a menu. */
  private select(id: number, found: Action[]): void {
    this.selected = id;
    this.context.pick("field", id);
    const swaps = found.filter(([verb]) => verb === V.swap);
    const faces = found.filter(([verb]) => verb === V.face);
    const others = found.filter(([verb]) => verb !== V.swap && verb !== V.face);
    const lit = new Set<number>(swaps.flatMap(([, a, b]) => [a!, b!]));
    lit.add(id);
    if (faces.length) {
      this.arrows(id, faces);
      for (const action of faces) lit.add(DIRECTIONS + action.at(-1)!);
    }
    if (others.length) for (const item of this.menu.open(others, (others.length > 1 ? lines : below)(this.ground[id]!.at))) lit.add(item);
    this.lit = lit;
    this.fields.light(lit);
    this.fields.mark([id], "asked");
  }

  // pointing -------------------------------------------------------------------------

  private point(id: number | null): void {
    const field = id === null ? undefined : this.fields.get(id);
    if (id !== null && id >= DIRECTIONS && id < DIRECTIONS + 6) this.showAreas(this.selected >= 0 ? this.selected : this.asked(), id - DIRECTIONS);
    else this.showAreas(id ?? -1);
    if (!field) return this.drawing.tooltip.hide();
    this.drawing.tooltip.show(field.element, field.label.split(", "));
    this.context.point(field.label);
  }

  /** The troop whose direction is asked for. */
  private asked(): number {
    const faces = new Set(this.choice.offer.filter(([verb]) => verb === V.face).map(([, field]) => field!));
    return faces.size === 1 ? [...faces][0]! : faces.size ? -1 : this.acting();
  }

  private clearAreas(): void {
    this.pointed = "";
    this.layers.areas.replaceChildren();
    this.bar.areas(false);
  }

  /** What a revealed troop sees and reaches as it faces, or would if it faced another way or stood elsewhere, as the game itself says. */
  private showAreas(id: number, facing = -1, from = id): void {
    this.clearAreas();
    const look = from >= 0 && from < this.ground.length ? this.look(from) : null;
    if (!look || (!look.revealed && (from === id && facing < 0)) || look.type <= 0) return;
    const { handout } = this.context;
    const troop = `${word(handout, "type", look.type)} ${word(handout, "field", id)} ${word(handout, "direction", facing >= 0 ? facing : look.facing)}`;
    this.pointed = troop;
    for (const topic of ["view", "fire"]) {
      const query = `${topic} ${troop}`;
      if (!this.areas.has(query)) this.areas.set(query, this.context.ask(query));
      this.areas.get(query)!.then(
        (answer) => this.pointed === troop && this.paintArea(answer, topic),
        () => this.areas.delete(query),
      );
    }
  }

  private paintArea(answer: string, topic: string): void {
    this.bar.areas(true);
    for (const label of answer.split(" ")) {
      const at = this.ground[this.byLabel.get(label) ?? -1]?.at;
      if (at) this.layers.areas.append(topic === "view" ? el("path", { d: path(corners(LAYOUT, at, 0.93)), class: "cl-area-view" }) : crosshair(at.x, at.y, 17));
    }
  }

  // motion ---------------------------------------------------------------------------

  private async slide(from: number, to: number, swap: boolean, fast: boolean): Promise<void> {
    const [a, b] = [this.ground[from], this.ground[to]];
    const [one, two] = [this.pieces.get(from), swap ? this.pieces.get(to) : undefined];
    if (!a || !b) return;
    this.context.sound("move");
    await this.stage.tween(fast ? 180 : 360, (p) => {
      if (one) place(one, between(a.at.x, b.at.x, p), between(a.at.y, b.at.y, p));
      if (two) place(two, between(b.at.x, a.at.x, p), between(b.at.y, a.at.y, p));
    });
    this.pieces.delete(from);
    if (two) this.pieces.set(from, two);
    if (one) this.pieces.set(to, one);
  }

  private turn(field: number, direction: number): void {
    this.pieces.get(field)?.querySelector(".cl-front")?.setAttribute("transform", `translate(0 0) rotate(${angle(direction)})`);
  }

  private async flip(field: number): Promise<void> {
    const [piece, at] = [this.pieces.get(field), this.ground[field]?.at];
    if (!piece || !at) return;
    await this.stage.tween(260, (p) => place(piece, at.x, at.y, 0, 1 + 0.35 * Math.sin(Math.PI * p)));
  }

  private async fade(field: number): Promise<void> {
    const piece = this.pieces.get(field);
    if (!piece) return;
    this.context.sound("hit");
    await this.stage.tween(300, (p) => piece.setAttribute("opacity", String(1 - p)));
    piece.remove();
    this.pieces.delete(field);
  }

  private async aim(from: number, to: number): Promise<void> {
    this.shot = { from, to };
    const [a, b] = [this.ground[from]?.at, this.ground[to]?.at];
    if (!a || !b) return;
    const line = el("line", { x1: a.x, y1: a.y, x2: a.x, y2: a.y, class: "cl-tracer" });
    this.layers.effects.replaceChildren(line);
    await this.stage.tween(300, (p) => {
      line.setAttribute("x2", String(between(a.x, b.x, p)));
      line.setAttribute("y2", String(between(a.y, b.y, p)));
    });
  }

  /** The dice of a shot in the colour of the target's ground; shooting back falls on the shooter's. */
  private async rollDice(event: Event): Promise<void> {
    this.context.sound("dice");
    const { from, to } = this.shot;
    const [shooter, target] = [this.ground[from], this.ground[to]];
    const terrain = target?.terrain ?? "open";
    const dice = event.slice(1).map((face) => ({ face: spoken(this.context, "face", face), art: icon(word(this.context.handout, "face", face), 10), className: `cl-die-${terrain}` }));
    const middle = this.ground.at(Math.floor(this.ground.length / 2))!.at;
    const at = shooter && target ? { x: (shooter.at.x + target.at.x) / 2, y: (shooter.at.y + target.at.y) / 2 - 34 } : middle;
    this.context.point(sayEvent(this.context, event));
    await roll(this.layers.effects, dice, at, 13, this.stage);
    this.shot = { from: to, to: from };
  }

  /** A hit shakes the piece, and the loss rises from it. */
  private async shake(field: number, points: number): Promise<void> {
    const [piece, at] = [this.pieces.get(field), this.ground[field]?.at];
    if (!piece || !at) return;
    this.context.sound("hit");
    const loss = text(at.x, at.y, `−${points}`, { class: "cl-loss", "font-size": 20 });
    this.layers.effects.append(loss);
    await this.stage.tween(520, (p) => {
      place(piece, at.x + 3 * Math.sin(p * 20) * (1 - p), at.y);
      loss.setAttribute("y", String(at.y - 26 * p));
    });
  }
}
