/** War of Leaders: a table seen from above, a tape to measure with, reach circles, moves drawn with their exact length. */

import type { Action, Event, WarOfLeadersHand, WarOfLeadersTable } from "../../wire";
import { WarOfLeadersEvent as E, WarOfLeadersVerb as V } from "../../wire";
import type { Board, BoardContext, Gesture, Mount, View } from "../board";
import type { Point } from "../kit";
import { Choice, drawing, el, Fields, group, namedBy, namedIn, place, pointer, sayChoice, sayRefusal, spoken, Stage, text, word } from "../kit";
import { html } from "../kit/dom";
import { Bar } from "./bar";
import { drawFigure } from "./figures";
import { drawGround, drawObstacles, drawPoint, drawZones, RIM, scaled, SCALE } from "./scenery";
import { Show } from "./motion";
import type { Going } from "./steering";
import { angleTo, ending, follow, Way } from "./steering";
import { Sight } from "./sight";
import type { End } from "./tape";
import { spot, Tape } from "./tape";
import "./war_of_leaders.css";

const ALIVE = 1;
const WRECK = 2;
const WAYS = 4000; // ids of marks: ends of offered moves, places and the like
const MARGIN = RIM + 3;
const READABLE = 2.2; // pixels for a unit of the drawing: the smallest base is then as wide as a fingertip needs

type LeadersView = View<WarOfLeadersTable, WarOfLeadersHand>;

export const mount: Mount = (element, context) => new LeadersBoard(element, context);

/** What a drag under way is for. */
type Hold = { kind: "tape"; from: End } | { kind: "go"; going: Going; first: Action | null } | { kind: "aim"; piece: number };

class LeadersBoard implements Board {
  private root = html("div", "board-root");
  private drawing;
  private layers;
  private stage: Stage;
  private fields: Fields;
  private choice: Choice;
  private bar: Bar;
  private tape: Tape;
  private sight: Sight;
  private show: Show;
  private way: Way;
  private unfollow: () => void;
  private pieces = new Map<number, SVGGElement>();
  private marks: Action[] = [];
  private view: LeadersView | null = null;
  private selected = -1;
  private taping = false;
  private hold: Hold | null = null;
  private sceneryOf = "";

  constructor(
    private element: HTMLElement,
    private context: BoardContext,
  ) {
    const host = html("div", "board-place");
    this.bar = new Bar(context, () => this.toggleTape());
    this.root.append(this.bar.element, host);
    element.append(this.root);
    this.drawing = drawing(host, { x: -MARGIN, y: -MARGIN, width: 600 + 2 * MARGIN, height: 400 + 2 * MARGIN }, context.texts[""]?.["title"] ?? "");
    this.drawing.svg.classList.add("wl-board");
    this.layers = {
      scenery: this.drawing.layer("wl-scenery"),
      reach: this.drawing.layer("wl-reach"),
      pieces: this.drawing.layer("wl-pieces"),
      ways: this.drawing.layer("wl-ways"), // above the pieces: what is to be clicked is not hidden by them
      going: this.drawing.layer("wl-going-layer"),
      tape: this.drawing.layer("wl-tape"),
      effects: this.drawing.layer("wl-effects"),
    };
    this.tape = new Tape(this.layers.tape, (query) => context.ask(query), (key) => this.text(key));
    this.way = new Way(this.layers.going, (query) => context.ask(query));
    this.stage = new Stage(context.motion);
    const ground = {
      at: (id: number) => this.at(id),
      radius: (id: number) => this.radius(id),
      shapes: this.pieces,
      table: () => this.view?.table ?? null,
      middle: () => this.middle(),
    };
    this.sight = new Sight(this.layers.reach, context, ground);
    this.show = new Show(this.layers.effects, context, this.stage, ground);
    this.choice = new Choice([], context.handout.verbs);
    this.unfollow = follow(this.drawing.svg, {
      begin: (target, at, event) => (this.hold = this.begin(target, at, event)) !== null,
      move: (at) => this.dragged(at),
      end: (at) => this.dropped(at),
      cancel: () => (this.hold = null),
      pinch: (id, x, y) => {
        this.way.clear();
        this.drawing.view.press(id, x, y);
      },
    });
    this.fields = new Fields(this.drawing.svg, { choose: (id) => this.choose(id), point: (id) => this.point(id) });
    this.drawing.svg.addEventListener("pointermove", this.hover);
    this.drawing.svg.addEventListener("click", this.clickTable);
  }

  set(view: View): void {
    this.stage.cut();
    this.view = view as LeadersView;
    this.layers.effects.replaceChildren();
    this.tape.clear();
    this.way.clear();
    this.sight.clear();
    this.clearMarks();
    this.drawScenery();
    this.drawPieces();
    this.bar.show(this.view.table, this.pips());
  }

  offer(actions: Action[]): void {
    this.choice.reset(actions);
    this.clearMarks();
    this.tape.clear();
    this.way.clear();
    this.light();
    const [leader] = this.moving();
    if (leader !== undefined) this.context.pick("piece", leader);
  }

  async play(events: Event[]): Promise<void> {
    const moves = events.filter(([kind]) => kind === E.moved);
    let at = 0;
    for (const event of events) {
      const [kind, a = 0, b = 0] = event;
      if (kind === E.moved) {
        at += 1;
        if (at === moves.length) await this.show.march(moves); // a group goes together
      } else if (kind === E.rolled) {
        await this.show.rollMove(a, b, this.view?.table.pace[b] ?? 0);
      } else if (kind === E.aimed) await this.show.aim(a, b);
      else if (kind === E.hit || kind === E.missed) await this.show.rollAttack(event, kind === E.hit);
      else if (kind === E.removed) await this.show.fade(a);
    }
  }

  latest(events: Event[]): void {
    this.fields.recall(namedIn(this.context.handout, events, { piece: 0 }));
  }

  preview(action: Action | null): void {
    const index = action ? this.marks.findIndex((mark) => mark.join() === action.join()) : -1;
    this.fields.mark(index >= 0 ? [WAYS + index] : [], "previewed");
    const going = action?.[0] === V.go ? this.going() : null;
    if (going) this.way.show(going, action![1]!);
    else this.way.clear();
    if (action?.[0] === V.fire) this.measure(action[1]!, action[2]!);
    else if (!this.taping) this.tape.clear();
    if (action?.[0] === V.pick || action?.[0] === V.lead) this.fields.mark([action[1]!], "previewed");
  }

  trace(gesture: Gesture | null): void {
    this.fields.mark(namedBy(gesture, { piece: 0, stays: 0 }), "previewed");
    const shot = gesture?.actions.find(([verb]) => verb === V.fire);
    if (shot) this.measure(shot[1]!, shot[2]!);
    else if (!this.taping) this.tape.clear();
  }

  destroy(): void {
    this.stage.cut();
    this.unfollow();
    this.drawing.svg.removeEventListener("pointermove", this.hover);
    this.drawing.svg.removeEventListener("click", this.clickTable);
    this.fields.destroy();
    this.drawing.destroy();
    this.element.replaceChildren();
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
    this.drawing.view.comfort = width * READABLE;
    this.drawing.view.resize({ x: -MARGIN, y: -MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN });
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
    return drawFigure({ seat: this.owner(id), kind: table.kind[index] ?? 3, radius: this.radius(id), wreck }, this.drawing.patterns);
  }

  private owner(id: number): number {
    return Math.floor(id / this.army);
  }

  private radius(id: number): number {
    return Math.max(4, scaled(this.view?.table.radius[id % this.army] ?? 10));
  }

  private pips(): number {
    const { table } = this.view!;
    return table.round > 0 ? Math.max(0, table.stack.at(-1)?.regs[0] ?? 0) : 0;
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
        const going = this.going();
        if (going) this.mark(action, ending(going.at(going.pieces[0]!), going.length, a));
      }
    }
    this.marks.forEach((_, i) => lit.add(WAYS + i));
    this.fields.light(lit);
    this.fields.mark(this.moving(), "asked");
    const held = new Set([...this.moving(), ...this.choice.offer.filter(([verb]) => verb === V.pick || verb === V.lead || verb === V.fire).map(([, a]) => a!)]);
    for (const [id, shape] of this.pieces) shape.classList.toggle("wl-held", held.has(id));
    const going = this.going();
    if (going) this.layers.reach.replaceChildren(el("circle", { cx: going.at(going.pieces[0]!).x, cy: going.at(going.pieces[0]!).y, r: going.length, class: "wl-exact" }));
  }

  private mark(action: Action, at: Point): void {
    const made = group("wl-mark", [el("circle", { r: 4.2 })]);
    place(made, at.x, at.y);
    this.layers.ways.append(made);
    this.fields.put(WAYS + this.marks.length, made, at, sayChoice(this.context, this.view, action));
    this.marks.push(action);
  }

  private choose(id: number): void {
    if (this.taping) return this.tapeFrom(id);
    const marked = id >= WAYS ? this.marks[id - WAYS] : undefined;
    if (marked) return this.context.choose(marked);
    const fires = this.choice.offer.filter(([verb, a, b]) => verb === V.fire && (a === id || (b === id && a === this.selected)));
    const aimed = fires.find(([, a, b]) => a === this.selected && b === id);
    if (aimed) return this.context.choose(aimed);
    if (this.choice.offer.length && this.owner(id) === this.context.seat) this.context.pick("piece", id);
    const own = this.choice.offer.filter(([verb, a]) => a === id && (verb === V.pick || verb === V.lead || verb === V.leave));
    if (own.length === 1 && !fires.length) return this.context.choose(own[0]!);
    if (own.length > 1) return this.twoWays(id, own);
    if (fires.length) this.aimFrom(id, fires);
  }

  /** A leader goes alone or leads: two small buttons beside it. */
  private twoWays(id: number, actions: Action[]): void {
    const at = this.at(id)!;
    actions.forEach((action, i) => {
      const label = sayChoice(this.context, this.view, action);
      const width = 16 + label.length * 6;
      const made = group("wl-button", [el("rect", { x: 0, y: -11, width, height: 22, rx: 6 }), text(width / 2, 0.5, label, { "font-size": 11 })]);
      const spot = { x: at.x + width > scaled(this.view!.table.size[0] ?? 0) ? at.x - width - 14 : at.x + 14, y: at.y - 12 + 25 * i };
      place(made, spot.x, spot.y);
      this.layers.ways.append(made);
      this.fields.put(WAYS + this.marks.length, made, spot, label);
      this.marks.push(action);
    });
    this.fields.light(this.marks.map((_, i) => WAYS + i));
  }

  private aimFrom(id: number, fires: Action[]): void {
    this.selected = id;
    this.sight.show(id);
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

  /** The move that is to be directed, as the steering wants it. */
  private going(): Going | null {
    const pieces = this.moving();
    return pieces.length ? this.goingOf(pieces, (this.view!.hand?.group ?? 0) > 0, false) : null;
  }

  private goingOf(pieces: number[], group: boolean, open: boolean): Going {
    const { handout } = this.context;
    const pips = this.pips();
    const name = (id: number) => word(handout, "piece", id);
    return {
      pieces,
      open,
      at: (id) => this.at(id)!,
      draw: (id) => this.drawPiece(id, false),
      length: scaled(this.view!.table.pace[pips] ?? 0),
      query: (angle) => `${group ? "group" : "way"} ${name(pieces[0]!)} ${word(handout, "angle", angle)} ${pips}`,
      name,
      named: (wanted) => this.view!.table.life.findIndex((_, id) => name(id) === wanted && this.at(id) !== null),
      reason: (key) => sayRefusal(this.context, key),
    };
  }

  private hover = (event: PointerEvent): void => {
    const going = this.hold || this.taping ? null : this.going();
    if (going) this.way.show(going, angleTo(going.at(going.pieces[0]!), pointer(this.drawing.svg, event)));
  };

  /** Any angle is legal for a person: a click on the open table goes there, snapped to the exact length. */
  private clickTable = (event: MouseEvent): void => {
    if (this.taping || (event.target instanceof Element && event.target.closest("[data-field]"))) return;
    const at = pointer(this.drawing.svg, event);
    const put = this.choice.offer.find(([verb]) => verb === V.put);
    if (put) return this.context.choose([V.put, put[1]!, Math.round(at.x * SCALE), Math.round(at.y * SCALE)]);
    if (this.choice.offer.some(([verb]) => verb === V.plant)) return this.context.choose([V.plant, Math.round(at.x * SCALE), Math.round(at.y * SCALE)]);
    const going = this.going();
    if (going) this.context.choose([V.go, angleTo(going.at(going.pieces[0]!), at)]);
  };

  // dragging -------------------------------------------------------------------------

  /** A piece that may go is taken along its exact length, one that may attack aims; anywhere else the tape is laid out. */
  private begin(target: Element | null, at: Point, event: PointerEvent): Hold | null {
    if (!this.view) return null;
    const field = target?.closest("[data-field]");
    const id = field ? Number(field.getAttribute("data-field")) : -1;
    if (this.taping) return { kind: "tape", from: this.endAt(at) };
    if (id >= WAYS) return null;
    if (this.moving().includes(id)) return { kind: "go", going: this.going()!, first: null };
    const named = this.choice.offer.filter(([verb, a]) => a === id && (verb === V.lead || verb === V.pick || verb === V.fire));
    const leads = named.find(([verb]) => verb === V.lead);
    if (named[0]?.[0] === V.fire) return { kind: "aim", piece: id };
    if (named.length) return { kind: "go", going: this.goingOf([id], leads !== undefined, true), first: leads ?? named[0]! };
    return event.pointerType !== "touch" && this.drawing.view.scale <= 1.01 && !this.going() ? { kind: "tape", from: this.endAt(at) } : null;
  }

  private dragged(at: Point): void {
    const { hold } = this;
    this.drawing.tooltip.hide();
    if (hold?.kind === "tape") this.tape.lay(hold.from, this.endAt(at));
    else if (hold?.kind === "go") this.way.show(hold.going, angleTo(hold.going.at(hold.going.pieces[0]!), at));
    else if (hold?.kind === "aim") this.tape.lay(this.endOf(hold.piece), this.endAt(at), this.sight.reach(hold.piece));
  }

  private dropped(at: Point): void {
    const { hold } = this;
    this.hold = null;
    if (hold?.kind === "aim") {
      const target = this.pieceAt(at);
      this.tape.clear();
      if (target >= 0 && target !== hold.piece) this.context.choose([V.fire, hold.piece, target]);
    } else if (hold?.kind === "go") {
      const go: Action = [V.go, angleTo(hold.going.at(hold.going.pieces[0]!), at)];
      if (!hold.first) return this.context.choose(go);
      this.context.perform([hold.first, go], true); // piece and way are one thing: if the way is barred, nothing is chosen
    }
  }

  private pieceAt(at: Point): number {
    return [...this.pieces.keys()].find((id) => Math.hypot(this.at(id)!.x - at.x, this.at(id)!.y - at.y) <= this.radius(id) + 3) ?? -1;
  }

  /** The tape's hook catches on pieces. */
  private endAt(at: Point): End {
    const found = this.pieceAt(at);
    return found >= 0 ? this.endOf(found) : spot(at);
  }

  private endOf(id: number): End {
    return { at: this.at(id)!, name: word(this.context.handout, "piece", id) };
  }

  // measuring ------------------------------------------------------------------------

  private toggleTape(): void {
    this.taping = !this.taping;
    this.root.classList.toggle("wl-taping", this.taping);
    this.bar.pressed(this.taping);
    this.selected = -1;
    this.way.clear();
    if (!this.taping) this.tape.clear();
    this.context.point(this.text(this.taping ? "tape-help" : "tape-off"));
  }

  /** With the tape in hand a chosen piece is its one end, the piece pointed at the other. */
  private tapeFrom(id: number): void {
    if (id >= WAYS) return;
    if (this.selected >= 0 && this.selected !== id) this.measure(this.selected, id);
    this.selected = this.selected === id ? -1 : id;
    this.fields.mark(this.selected >= 0 ? [id] : [], "asked");
  }

  // pointing -------------------------------------------------------------------------

  private point(id: number | null): void {
    const field = id === null ? undefined : this.fields.get(id);
    if (this.selected < 0 && !this.going()) this.sight.clear();
    if (!field || id === null || this.hold) return this.drawing.tooltip.hide();
    this.drawing.tooltip.show(field.element, field.label.split(", "));
    this.context.point(field.label);
    const going = this.going();
    if (id >= WAYS) {
      const action = this.marks[id - WAYS];
      if (going && action?.[0] === V.go) this.way.show(going, action[1]!);
    } else if (this.selected >= 0) this.measure(this.selected, id);
    else if (!going) this.sight.show(id);
  }

  /** The tape between two pieces, with the reach of the first. */
  private measure(from: number, to: number): void {
    if (from === to || !this.at(from) || !this.at(to)) return;
    this.tape.lay(this.endOf(from), this.endOf(to), this.sight.reach(from));
  }
}
