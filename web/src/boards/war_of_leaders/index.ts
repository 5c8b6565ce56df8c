/** War of Leaders: a table seen from above, a tape to measure with, reach circles, moves drawn with their exact length. */

import type { Action, Event, WarOfLeadersHand, WarOfLeadersTable } from "../../wire";
import { WarOfLeadersEvent as E, WarOfLeadersVerb as V } from "../../wire";
import type { Board, BoardContext, Mount, View } from "../board";
import type { Point } from "../kit";
import { between, Choice, drawing, el, Fields, group, namedIn, piece, place, pointer, roll, sayAction, spoken, Stage, text, word } from "../kit";
import { drawGround, drawObstacles, drawPoint, drawZones, scaled, SCALE } from "./scenery";
import "./war_of_leaders.css";

const SIGNS = ["♔", "★", "▣", "●"];
const SHAPES = ["shield", "diamond", "square", "round"] as const;
const ALIVE = 1;
const WRECK = 2;
const WAYS = 4000; // ids of marks: ends of offered moves, places and the like
const TURN = 4096;

type LeadersView = View<WarOfLeadersTable, WarOfLeadersHand>;

export const mount: Mount = (element, context) => new LeadersBoard(element, context);

class LeadersBoard implements Board {
  private drawing;
  private layers;
  private stage: Stage;
  private fields: Fields;
  private choice: Choice;
  private pieces = new Map<number, SVGGElement>();
  private marks: Action[] = [];
  private view: LeadersView | null = null;
  private selected = -1;
  private sceneryOf = "";

  constructor(
    element: HTMLElement,
    private context: BoardContext,
  ) {
    this.drawing = drawing(element, { x: -12, y: -12, width: 624, height: 424 }, context.texts[""]?.["title"] ?? "");
    this.drawing.svg.classList.add("wl-board");
    this.layers = {
      scenery: this.drawing.layer("wl-scenery"),
      reach: this.drawing.layer("wl-reach"),
      ways: this.drawing.layer("wl-ways"),
      pieces: this.drawing.layer("wl-pieces"),
      tape: this.drawing.layer("wl-tape"),
      effects: this.drawing.layer("wl-effects"),
    };
    this.stage = new Stage(context.motion);
    this.choice = new Choice([], context.handout.verbs);
    this.fields = new Fields(this.drawing.svg, { choose: (id) => this.choose(id), point: (id) => this.point(id) });
    this.drawing.svg.addEventListener("pointermove", this.hover);
    this.drawing.svg.addEventListener("click", this.clickTable);
  }

  set(view: View): void {
    this.stage.cut();
    this.view = view as LeadersView;
    this.layers.effects.replaceChildren();
    this.layers.tape.replaceChildren();
    this.layers.reach.replaceChildren();
    this.clearMarks();
    this.drawScenery();
    this.drawPieces();
  }

  offer(actions: Action[]): void {
    this.choice.reset(actions);
    this.clearMarks();
    this.layers.tape.replaceChildren();
    this.light();
  }

  async play(events: Event[]): Promise<void> {
    const moves = events.filter(([kind]) => kind === E.moved);
    let at = 0;
    for (const [kind, a = 0, b = 0] of events) {
      if (kind === E.moved) {
        at += 1;
        if (at === moves.length) await this.march(moves); // a group goes together
      } else if (kind === E.rolled) {
        this.context.sound("dice");
        this.layers.effects.replaceChildren();
        await roll(this.layers.effects, [{ face: b }], this.middle(), 13, this.stage);
      } else if (kind === E.aimed) await this.aim(a, b);
      else if (kind === E.hit || kind === E.missed) await this.rollAttack(b, kind === E.hit);
      else if (kind === E.removed) await this.fade(a);
    }
  }

  latest(events: Event[]): void {
    this.fields.recall(namedIn(this.context.handout, events, { piece: 0 }));
  }

  preview(action: Action | null): void {
    const index = action ? this.marks.findIndex((mark) => mark.join() === action.join()) : -1;
    this.fields.mark(index >= 0 ? [WAYS + index] : [], "previewed");
    if (action?.[0] === V.go) this.drawWay(action[1]!);
    else this.layers.tape.replaceChildren();
  }

  destroy(): void {
    this.stage.cut();
    this.drawing.svg.removeEventListener("pointermove", this.hover);
    this.drawing.svg.removeEventListener("click", this.clickTable);
    this.fields.destroy();
    this.drawing.destroy();
  }

  // drawing --------------------------------------------------------------------------

  private get army(): number {
    return this.view?.table.kind.length ?? 1;
  }

  private middle(): Point {
    const [width = 0, height = 0] = (this.view?.table.size ?? []).map(scaled);
    return { x: width / 2, y: height / 2 };
  }

  private drawScenery(): void {
    const { table } = this.view!;
    const now = JSON.stringify([table.size, table.zone, table.corner, table.outline, table.wall_x, table.wall_y, table.wall_r, table.point]);
    if (now === this.sceneryOf) return;
    this.sceneryOf = now;
    const [width = 0, height = 0] = table.size.map(scaled);
    this.drawing.svg.setAttribute("viewBox", `-12 -12 ${width + 24} ${height + 24}`);
    this.layers.scenery.replaceChildren(drawGround(table), drawZones(table), drawPoint(table, this.text("point")), drawObstacles(table));
  }

  private drawPieces(): void {
    this.layers.pieces.replaceChildren();
    for (const id of this.pieces.keys()) this.fields.remove(id);
    this.pieces.clear();
    const { table } = this.view!;
    table.life.forEach((life, id) => {
      const at = this.at(id);
      if (!at || (life !== ALIVE && life !== WRECK)) return;
      const made = this.drawPiece(id, life === WRECK);
      place(made, at.x, at.y);
      this.layers.pieces.append(made);
      this.pieces.set(id, made);
      this.fields.put(id, made, at, this.label(id));
    });
  }

  private drawPiece(id: number, wreck: boolean): SVGGElement {
    const { table } = this.view!;
    const index = id % this.army;
    const kind = table.kind[index] ?? 3;
    const size = Math.max(5, scaled(table.radius[index] ?? 10));
    const made = piece({ seat: Math.floor(id / this.army), shape: SHAPES[kind] ?? "round", size, sign: wreck ? "✕" : SIGNS[kind] ?? "" }, this.drawing.patterns);
    if (wreck) made.classList.add("wl-wreck");
    return made;
  }

  /** Where a piece stands as far as the viewer knows. */
  private at(id: number): Point | null {
    const { table, hand } = this.view!;
    let [x, y] = [table.x[id] ?? -1, table.y[id] ?? -1];
    if (x < 0 && hand && Math.floor(id / this.army) === hand.seat) [x, y] = [hand.x[id % this.army] ?? -1, hand.y[id % this.army] ?? -1];
    return x < 0 ? null : { x: scaled(x), y: scaled(y) };
  }

  private text(key: string): string {
    return this.context.texts["board"]?.[key] ?? key;
  }

  private label(id: number): string {
    const at = this.at(id);
    const place = at ? `${Math.round(at.x * SCALE)} / ${Math.round(at.y * SCALE)} mm` : "";
    return [spoken(this.context, "piece", id), spoken(this.context, "seat", Math.floor(id / this.army)), this.text(`kind-${this.view?.table.kind[id % this.army] ?? 3}`), place].join(", ");
  }

  // choosing -------------------------------------------------------------------------

  private clearMarks(): void {
    this.marks.forEach((_, i) => this.fields.remove(WAYS + i));
    this.marks = [];
    this.layers.ways.replaceChildren();
    this.selected = -1;
  }

  /** Pieces that an action names, and marks on the table for places and directions. */
  private light(): void {
    const lit = new Set<number>();
    for (const action of this.choice.offer) {
      const [verb, a = 0, b = 0, c = 0] = action;
      if (verb === V.pick || verb === V.lead || verb === V.leave || verb === V.fire) lit.add(a);
      else if (verb === V.put) this.mark(action, { x: scaled(b), y: scaled(c) });
      else if (verb === V.plant) this.mark(action, { x: scaled(a), y: scaled(b) });
      else if (verb === V.build) this.mark(action, { x: scaled(b), y: scaled(c) });
      else if (verb === V.corner) this.mark(action, { x: scaled(this.view!.table.zone[a * 3]!), y: scaled(this.view!.table.zone[a * 3 + 1]!) });
      else if (verb === V.go) {
        const end = this.end(a);
        if (end) this.mark(action, end);
      }
    }
    this.marks.forEach((_, i) => lit.add(WAYS + i));
    this.fields.light(lit);
    this.fields.mark(this.moving(), "asked");
  }

  private mark(action: Action, at: Point): void {
    const made = group("wl-mark", [el("circle", { r: 4.2 })]);
    place(made, at.x, at.y);
    this.layers.ways.append(made);
    this.fields.put(WAYS + this.marks.length, made, at, sayAction(this.context, action));
    this.marks.push(action);
  }

  private choose(id: number): void {
    const marked = id >= WAYS ? this.marks[id - WAYS] : undefined;
    if (marked) return this.context.choose(marked);
    const fires = this.choice.offer.filter(([verb, a, b]) => verb === V.fire && (a === id || (b === id && a === this.selected)));
    const aimed = fires.find(([, a, b]) => a === this.selected && b === id);
    if (aimed) return this.context.choose(aimed);
    const own = this.choice.offer.filter(([verb, a]) => a === id && (verb === V.pick || verb === V.lead || verb === V.leave));
    if (own.length === 1 && !fires.length) return this.context.choose(own[0]!);
    if (own.length > 1) return this.twoWays(id, own);
    if (fires.length) this.aimFrom(id, fires);
  }

  /** A leader goes alone or leads: two small buttons beside it. */
  private twoWays(id: number, actions: Action[]): void {
    const at = this.at(id)!;
    actions.forEach((action, i) => {
      const label = sayAction(this.context, action);
      const made = group("wl-button", [el("rect", { x: 0, y: -8, width: 14 + label.length * 5.2, height: 16, rx: 5 }), text(7 + label.length * 2.6, 0.5, label, { "font-size": 9.5 })]);
      const spot = { x: at.x + 14, y: at.y - 10 + 19 * i };
      place(made, spot.x, spot.y);
      this.layers.ways.append(made);
      this.fields.put(WAYS + this.marks.length, made, spot, label);
      this.marks.push(action);
    });
    this.fields.light(this.marks.map((_, i) => WAYS + i));
  }

  private aimFrom(id: number, fires: Action[]): void {
    this.selected = id;
    this.showReach(id);
    this.fields.light(new Set([...this.choice.offer.filter(([verb]) => verb === V.fire).map(([, a]) => a!), ...fires.map(([, , b]) => b!)]));
    this.fields.mark([id], "asked");
  }

  // moving by pointing ---------------------------------------------------------------

  /** The pieces that are about to move: one, or a leader with its group. */
  private moving(): number[] {
    const { table, hand } = this.view ?? {};
    if (!table || !hand || !this.choice.offer.some(([verb]) => verb === V.go)) return [];
    const scattering = table.stack.at(-1)?.regs[1] ?? -1;
    const chosen = scattering >= 0 ? scattering : hand.chosen;
    if (chosen < 0) return [];
    const leader = hand.seat * this.army + chosen;
    if (!hand.group) return [leader];
    const own = Array.from({ length: this.army }, (_, i) => i).filter((i) => table.squad[hand.seat * this.army + i] === leader && table.life[hand.seat * this.army + i] === ALIVE);
    return own.filter((i) => i === chosen || !((hand.left >> i) & 1)).map((i) => hand.seat * this.army + i);
  }

  private pace(): number {
    const { table } = this.view!;
    return scaled(table.pace[table.stack.at(-1)?.regs[0] ?? 0] ?? 0);
  }

  /** Where the first of the moving pieces would end. */
  private end(angle: number): Point | null {
    const from = this.moving()[0] === undefined ? null : this.at(this.moving()[0]!);
    if (!from) return null;
    const radians = (2 * Math.PI * angle) / TURN;
    return { x: from.x + this.pace() * Math.cos(radians), y: from.y + this.pace() * Math.sin(radians) };
  }

  private angleTo(point: Point): number | null {
    const from = this.moving()[0] === undefined ? null : this.at(this.moving()[0]!);
    if (!from) return null;
    const turn = Math.atan2(point.y - from.y, point.x - from.x) / (2 * Math.PI);
    return Math.round(turn * TURN + TURN) % TURN;
  }

  private drawWay(angle: number): void {
    this.layers.tape.replaceChildren();
    const first = this.moving()[0];
    const [from, to] = [first === undefined ? null : this.at(first), this.end(angle)];
    if (!from || !to) return;
    for (const id of this.moving()) {
      const at = this.at(id)!;
      this.layers.tape.append(el("line", { x1: at.x, y1: at.y, x2: at.x + to.x - from.x, y2: at.y + to.y - from.y, class: "wl-way" }));
      const ghost = this.drawPiece(id, false);
      ghost.classList.add("wl-ghost");
      place(ghost, at.x + to.x - from.x, at.y + to.y - from.y);
      this.layers.tape.append(ghost);
    }
    this.layers.tape.append(text((from.x + to.x) / 2, (from.y + to.y) / 2 - 8, `${Math.round(this.pace() * SCALE)} mm`, { class: "wl-length", "font-size": 9 }));
  }

  private hover = (event: PointerEvent): void => {
    if (!this.moving().length) return;
    const angle = this.angleTo(pointer(this.drawing.svg, event));
    if (angle !== null) this.drawWay(angle);
  };

  /** Any angle is legal for a person: a click on the open table goes there, snapped to the exact length. */
  private clickTable = (event: MouseEvent): void => {
    if (event.target instanceof Element && event.target.closest("[data-field]")) return;
    const at = pointer(this.drawing.svg, event);
    const put = this.choice.offer.find(([verb]) => verb === V.put);
    if (put) return this.context.choose([V.put, put[1]!, Math.round(at.x * SCALE), Math.round(at.y * SCALE)]);
    if (this.choice.offer.some(([verb]) => verb === V.plant)) return this.context.choose([V.plant, Math.round(at.x * SCALE), Math.round(at.y * SCALE)]);
    const angle = this.moving().length ? this.angleTo(at) : null;
    if (angle !== null) this.context.choose([V.go, angle]);
  };

  // pointing -------------------------------------------------------------------------

  private point(id: number | null): void {
    const field = id === null ? undefined : this.fields.get(id);
    if (this.selected < 0) this.layers.reach.replaceChildren();
    if (!field || id === null) return this.drawing.tooltip.hide();
    this.drawing.tooltip.show(field.element, field.label.split(", "));
    this.context.point(field.label);
    if (id >= WAYS) {
      const action = this.marks[id - WAYS];
      if (action?.[0] === V.go) this.drawWay(action[1]!);
    } else if (this.selected < 0) this.showReach(id);
    else this.measure(this.selected, id);
  }

  private showReach(id: number): void {
    const at = this.at(id);
    const reach = scaled(this.view?.table.reach[id % this.army] ?? 0);
    if (at) this.layers.reach.replaceChildren(el("circle", { cx: at.x, cy: at.y, r: reach, class: "wl-reach-ring" }));
  }

  /** The tape between two pieces: its length, and whether the line is free, as the game says. */
  private measure(from: number, to: number): void {
    const [a, b] = [this.at(from), this.at(to)];
    if (!a || !b || from === to) return;
    const names = `${word(this.context.handout, "piece", from)} ${word(this.context.handout, "piece", to)}`;
    Promise.all([this.context.ask(`distance ${names}`), this.context.ask(`line ${names}`)]).then(
      ([length, line]) => {
        this.layers.tape.replaceChildren(
          el("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: `wl-sight wl-${line}` }),
          text((a.x + b.x) / 2, (a.y + b.y) / 2 - 7, `${length} mm, ${this.text(line)}`, { class: "wl-length", "font-size": 9 }),
        );
      },
      () => {},
    );
  }

  // motion ---------------------------------------------------------------------------

  private async march(moves: Event[]): Promise<void> {
    this.context.sound("move");
    const steps = moves.flatMap(([, id = 0, x = 0, y = 0]) => {
      const [shape, from] = [this.pieces.get(id), this.fields.get(id)?.at];
      return shape && from ? [{ shape, from, to: { x: scaled(x), y: scaled(y) } }] : [];
    });
    await this.stage.tween(480, (p) => {
      for (const { shape, from, to } of steps) place(shape, between(from.x, to.x, p), between(from.y, to.y, p));
    });
  }

  private async aim(from: number, to: number): Promise<void> {
    const [a, b] = [this.at(from), this.at(to)];
    if (!a || !b) return;
    const line = el("line", { x1: a.x, y1: a.y, x2: a.x, y2: a.y, class: "wl-shot" });
    this.layers.effects.replaceChildren(line);
    await this.stage.tween(320, (p) => {
      line.setAttribute("x2", String(between(a.x, b.x, p)));
      line.setAttribute("y2", String(between(a.y, b.y, p)));
    });
  }

  private async rollAttack(pips: number, good: boolean): Promise<void> {
    this.context.sound(good ? "hit" : "dice");
    await roll(this.layers.effects, [{ face: pips, className: good ? "good" : "bad" }], this.middle(), 13, this.stage);
  }

  private async fade(id: number): Promise<void> {
    const shape = this.pieces.get(id);
    if (!shape) return;
    await this.stage.tween(320, (p) => shape.setAttribute("opacity", String(1 - p)));
  }
}
