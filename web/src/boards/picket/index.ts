/** Picket: the exemplar board.  A ring of zones; pieces lie in them; orders are arrows. */

import type { Action, Event, PicketHand, PicketTable } from "../../wire";
import { PicketEvent, PicketVerb } from "../../wire";
import type { Board, BoardContext, Gesture, Mount, View } from "../board";
import type { Point } from "../kit";
import { arrow, between, Choice, drawing, el, fan, Fields, group, livery, namedBy, namedIn, piece, place, roll, spoken, Stage, text } from "../kit";
import "./picket.css";

interface Values {
  zones: number;
  depots: number[];
  pieces: number;
}

const RING = 150; // radius of the ring
const ZONE = 52; // radius of a zone
const PIECE = 12; // half a piece
const PIECES = 100; // fields: zones count from 0, pieces from here
const DUMMY = 0;

export const mount: Mount = (element, context) => new PicketBoard(element, context);

class PicketBoard implements Board {
  private values: Values;
  private drawing;
  private stage: Stage;
  private fields: Fields;
  private choice: Choice;
  private layers;
  private pieces = new Map<number, SVGGElement>();
  private view: View<PicketTable, PicketHand> | null = null;
  private selected = -1; // the piece a plot is made for

  constructor(
    element: HTMLElement,
    private context: BoardContext,
  ) {
    this.values = context.handout.data["picket"] as Values;
    const half = RING + ZONE + 14;
    this.drawing = drawing(element, { x: -half, y: -half, width: 2 * half, height: 2 * half }, context.texts[""]?.["title"] ?? "");
    this.layers = {
      zones: this.drawing.layer("zones"),
      orders: this.drawing.layer("orders"),
      pieces: this.drawing.layer("pieces"),
      dice: this.drawing.layer("dice"),
    };
    this.stage = new Stage(context.motion);
    this.choice = new Choice([], context.handout.verbs);
    this.fields = new Fields(this.drawing.svg, { choose: (id) => this.choose(id), point: (id) => this.point(id) });
    for (let zone = 0; zone < this.values.zones; zone++) this.drawZone(zone);
  }

  set(view: View): void {
    this.stage.cut();
    this.view = view as View<PicketTable, PicketHand>;
    this.layers.dice.replaceChildren();
    this.drawPieces();
    this.drawOrders();
    for (let zone = 0; zone < this.values.zones; zone++) this.fields.label(zone, this.zoneLabel(zone));
  }

  offer(actions: Action[]): void {
    this.choice.reset(actions);
    this.selected = -1;
    const pieces = this.plotted();
    if (pieces.length === 1) this.selected = pieces[0]!; // nothing else is left to plot
    this.light();
  }

  /** Pieces a plot can be made for. */
  private plotted(): number[] {
    return [...new Set(this.choice.offer.filter(([verb]) => verb === PicketVerb.plot).map(([, number]) => number!))];
  }

  private light(): void {
    const lit = new Set<number>();
    for (const [verb, number, zone] of this.choice.offer) {
      if (verb === PicketVerb.hide || verb === PicketVerb.plot) lit.add(PIECES + number!);
      if (verb === PicketVerb.plot && number === this.selected) lit.add(zone!);
    }
    this.fields.light(lit);
    this.fields.mark(this.selected >= 0 ? [PIECES + this.selected] : [], "asked");
  }

  async play(events: Event[]): Promise<void> {
    for (const [kind, ...args] of events) {
      if (kind === PicketEvent.moved) await this.move(args[0]!, args[1]!);
      else if (kind === PicketEvent.rolled) {
        this.context.sound("dice");
        this.layers.dice.replaceChildren();
        await roll(this.layers.dice, args.map((face) => ({ face, className: face >= 5 ? "good" : "" })), { x: 0, y: 0 }, 13, this.stage);
      } else if (kind === PicketEvent.lost || kind === PicketEvent.removed) await this.fade(args[0]!);
      else if (kind === PicketEvent.battle) await this.flash(args[0]!);
    }
  }

  latest(events: Event[]): void {
    this.fields.recall(namedIn(this.context.handout, events, { piece: PIECES }));
  }

  trace(gesture: Gesture | null): void {
    this.fields.mark(namedBy(gesture, { piece: PIECES, zone: 0 }), "previewed");
  }

  preview(action: Action | null): void {
    this.fields.mark(action?.[0] === PicketVerb.plot ? [action[2]!] : [], "previewed");
  }

  destroy(): void {
    this.stage.cut();
    this.fields.destroy();
    this.drawing.destroy();
  }

  // drawing ------------------------------------------------------------------------

  private at(zone: number): Point {
    const angle = (2 * Math.PI * zone) / this.values.zones - Math.PI / 2;
    return { x: RING * Math.cos(angle), y: RING * Math.sin(angle) };
  }

  private drawZone(zone: number): void {
    const at = this.at(zone);
    const depot = this.values.depots.indexOf(zone);
    const shape = group("zone");
    place(shape, at.x, at.y);
    shape.append(el("circle", { r: ZONE, class: "zone-ground" }));
    if (depot >= 0) shape.append(el("circle", { r: ZONE - 5, class: "zone-depot", stroke: livery(depot).colour }));
    shape.append(text(0, -ZONE + 11, spoken(this.context, "zone", zone), { class: "zone-name" }));
    this.layers.zones.append(shape);
    this.fields.put(zone, shape, at, spoken(this.context, "zone", zone));
  }

  private drawPieces(): void {
    this.layers.pieces.replaceChildren();
    for (const each of this.pieces.keys()) this.fields.remove(PIECES + each);
    this.pieces.clear();
    for (let zone = 0; zone < this.values.zones; zone++) {
      const here = this.piecesAt(zone);
      const offsets = fan(here.length, PIECE, 3);
      here.forEach((number, i) => {
        const at = this.at(zone);
        const [x, y] = [at.x + (offsets[i]?.x ?? 0), at.y + 6 + (offsets[i]?.y ?? 0)];
        const made = this.drawPiece(number);
        place(made, x, y);
        this.layers.pieces.append(made);
        this.pieces.set(number, made);
        this.fields.put(PIECES + number, made, { x, y }, this.pieceLabel(number));
      });
    }
  }

  private drawPiece(number: number): SVGGElement {
    const seat = Math.floor(number / this.values.pieces);
    const face = this.faceOf(number);
    const secret = face >= 0 && this.view?.table.face[number] === -1;
    return piece(
      { seat, shape: "square", size: PIECE, sign: face < 0 ? "?" : face === DUMMY ? "○" : "✕", hidden: face < 0, secret },
      this.drawing.patterns,
    );
  }

  private drawOrders(): void {
    this.layers.orders.replaceChildren();
    const { table, hand } = this.view ?? {};
    if (!table || !hand) return;
    hand.plot.forEach((zone, i) => {
      const number = hand.seat * this.values.pieces + i;
      const from = table.zone[number] ?? -1;
      if (zone < 0 || from < 0) return;
      if (zone !== from) this.layers.orders.append(arrow(this.at(from), this.at(zone), `seat-${hand.seat}`, 0.08 + i * 0.05, ZONE / 2));
    });
  }

  // words --------------------------------------------------------------------------

  private piecesAt(zone: number): number[] {
    const zones = this.view?.table.zone ?? [];
    return zones.map((_, number) => number).filter((number) => zones[number] === zone);
  }

  private faceOf(number: number): number {
    const { table, hand } = this.view ?? {};
    const shown = table?.face[number] ?? -1;
    const own = hand && Math.floor(number / this.values.pieces) === hand.seat ? hand.kind[number % this.values.pieces] : undefined;
    return shown >= 0 ? shown : (own ?? -1);
  }

  private pieceLabel(number: number): string {
    const face = this.faceOf(number);
    const name = spoken(this.context, "piece", number);
    return face < 0 ? `${name} ?` : `${name}, ${spoken(this.context, "kind", face)}`;
  }

  private zoneLabel(zone: number): string {
    const here = this.piecesAt(zone).map((number) => this.pieceLabel(number));
    return [spoken(this.context, "zone", zone), ...here].join(", ");
  }

  // choosing -----------------------------------------------------------------------

  /** A piece is picked up, then the zone it goes to is clicked; a piece that lies there stands for its zone. */
  private choose(id: number): void {
    const number = id - PIECES;
    const hidden = this.choice.offer.find(([verb, each]) => verb === PicketVerb.hide && each === number);
    if (hidden) return this.context.choose(hidden);
    const own = id >= PIECES && number !== this.selected && this.plotted().includes(number);
    const zone = id >= PIECES ? (this.view?.table.zone[number] ?? -1) : id;
    const there = own ? undefined : this.choice.offer.find(([verb, each, goal]) => verb === PicketVerb.plot && each === this.selected && goal === zone);
    if (there) return this.context.choose(there);
    this.selected = own ? number : -1;
    this.context.pick(own || id < PIECES ? "zone" : "", zone);
    this.light();
  }

  private point(id: number | null): void {
    const field = id === null ? undefined : this.fields.get(id);
    if (!field) return this.drawing.tooltip.hide();
    this.drawing.tooltip.show(field.element, field.label.split(", "));
    this.context.point(field.label);
  }

  // motion -------------------------------------------------------------------------

  private async move(number: number, zone: number): Promise<void> {
    const shape = this.pieces.get(number);
    const from = this.fields.get(PIECES + number)?.at;
    if (!shape || !from) return;
    const to = this.at(zone);
    this.context.sound("move");
    await this.stage.tween(380, (p) => place(shape, between(from.x, to.x, p), between(from.y, to.y, p)));
  }

  private async fade(number: number): Promise<void> {
    const shape = this.pieces.get(number);
    if (!shape) return;
    this.context.sound("hit");
    await this.stage.tween(300, (p) => shape.setAttribute("opacity", String(1 - p)));
  }

  private async flash(zone: number): Promise<void> {
    const shape = this.fields.get(zone)?.element;
    shape?.classList.add("contested");
    await this.stage.pause(350);
    shape?.classList.remove("contested");
  }
}
