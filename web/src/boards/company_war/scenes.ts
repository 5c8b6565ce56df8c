/** Draws the three scenes: star map, battle lines, tactical map. */

import type { BoardContext } from "../board";
import type { Drawing, Point } from "../kit";
import { arrow, el, group, place, spoken, text, unique } from "../kit";
import { battleLines } from "./battle";
import { CARD, fleetCounter, shipCard, token } from "./counters";
import type { Facts } from "./facts";
import { ahead, berths, classOf, eyeFor, hexPoint, MIDDLE, RIDER, seatOf, SHIPS, STATION, TACTICS, WHOLE } from "./facts";
import { drawCourse, drawLegend, drawPoint, drawRoute, drawSky, routeLetter } from "./stars";
import { drawField, drawVector, stands } from "./tactical";
import type { Teller, WarView } from "./words";

export type Scene = "stars" | "battle" | "tactics";
export const SHIP_ID = 100;
export const UNIT_ID = 1000;

export class Scenes {
  /** Counters of the scene shown, by unit; fleets of the star map by 2 * point + seat. */
  units = new Map<number, { element: SVGGElement; at: Point }>();
  fleets = new Map<number, SVGGElement>();
  /** What is seen of the tactical map. */
  eye = WHOLE;
  /** How large its counters are. */
  get size(): number {
    return 1 + (this.eye.scale - 1) * 0.4;
  }
  layers;
  private letters: string[];
  private beside: Map<number, Point>;
  private cards = 0; // how large ships are drawn in a battle; 0 outside of one

  constructor(
    private context: BoardContext,
    private facts: Facts,
    private teller: Teller,
    private drawing: Drawing,
    private put: (id: number, element: SVGElement, at: Point, label: string) => void,
  ) {
    this.letters = teller.letters;
    this.beside = berths([...facts.points.values()]);
    drawing.layer("cw-sky-layer").append(drawSky());
    this.layers = {
      routes: drawing.layer("cw-routes"),
      field: drawing.layer("cw-field"),
      courses: drawing.layer("cw-courses"),
      points: drawing.layer("cw-points"),
      fleets: drawing.layer("cw-fleets"),
      units: drawing.layer("cw-units"),
      hexes: drawing.layer("cw-hex-layer"), // above the counters: an offered hexagon can be clicked although something flies there
      panel: drawing.layer("cw-panels"),
      effects: drawing.layer("cw-effects"),
    };
    for (const { kind, from, to } of facts.routes) this.layers.routes.append(drawRoute(kind, this.at(from), this.at(to), routeLetter(kind, this.letters)));
    this.layers.routes.append(drawLegend(facts, (kind) => (kind === "commercial" || kind === "military" ? teller.word(kind) : `${teller.word("route-of")} ${teller.seat(kind === "union" ? 1 : 0)}`), this.letters));
  }

  at(point: number): Point {
    return this.facts.points.get(point)?.at ?? { x: 0, y: 0 };
  }

  clear(): void {
    for (const layer of [this.layers.courses, this.layers.points, this.layers.fleets, this.layers.hexes, this.layers.units, this.layers.panel, this.layers.effects]) layer.replaceChildren();
    this.units.clear();
    this.cards = 0;
    this.fleets.clear();
  }

  draw(scene: Scene, view: WarView, selected: number, secret: boolean, hexes: number[]): void {
    this.layers.routes.setAttribute("display", scene === "stars" ? "inline" : "none");
    if (scene === "tactics" && !this.layers.field.firstChild) {
      const id = unique("cw-clip");
      this.layers.field.append(drawField(this.facts.radius), el("clipPath", { id }, [el("rect", { x: -16, y: 4, width: 1032, height: 676 })]));
      this.layers.field.setAttribute("clip-path", `url(#${id})`);
    }
    this.layers.field.setAttribute("display", scene === "tactics" ? "inline" : "none");
    if (scene === "stars") this.stars(view, selected, secret);
    else if (scene === "battle") this.battle(view);
    else this.tactics(view, hexes);
  }

  // the star map ---------------------------------------------------------------------

  private stars(view: WarView, selected: number, secret: boolean): void {
    const { table } = view;
    for (const point of this.facts.points.values()) {
      const made = drawPoint(point, this.teller.point(point.id));
      if (table.wrecked[point.id]) {
        made.classList.add("cw-wrecked");
        made.append(el("path", { d: "M-14 -14L14 14M14 -14L-14 14", class: "cw-wreck" }));
      }
      if (table.garrison[point.id]) made.append(el("path", { d: "M-13 3v-24l14 5l-14 6", class: "cw-garrison" }));
      const hits = table.station_hits[point.id] ?? 0;
      if (hits && !table.wrecked[point.id])
        for (let i = 0; i < this.facts.stationHits; i++) made.append(el("circle", { cx: (i - (this.facts.stationHits - 1) / 2) * 6, cy: 37, r: 2.3, class: i < hits ? "cw-hit" : "cw-hit-none" }));
      this.layers.points.append(made);
      this.put(point.id, made, point.at, this.teller.sayPoint(view, point.id));
      for (const seat of [0, 1]) this.fleet(view, point.id, seat, secret);
    }
    this.courses(view);
    this.roster(view, selected);
  }

  private fleet(view: WarView, point: number, seat: number, secret: boolean): void {
    const ships = this.teller.shipsAt(view, point, seat);
    const hidden = secret && seat === 0 && !ships.length && !view.hand?.start.some((start) => start >= 0) && this.facts.starts.includes(point) && view.table.place.slice(0, 9).every((at) => at < 0);
    if (!ships.length && !hidden) return;
    const made = fleetCounter(
      {
        seat,
        letter: this.letters[seat] ?? "",
        classes: ships.map((ship) => classOf(this.facts, ship)),
        riders: ships.reduce((sum, ship) => sum + this.teller.riders(view, ship, 0), 0),
        hurt: ships.filter((ship) => view.table.hurt[ship]).length,
        fleeing: ships.filter((ship) => view.table.fleeing[ship]).length,
        secret: ships.some((ship) => (view.table.place[ship] ?? 0) < 0),
        hidden,
      },
      this.drawing.patterns,
    );
    const at = this.fleetAt(point, seat);
    place(made, at.x, at.y);
    this.layers.fleets.append(made);
    this.fleets.set(2 * point + seat, made);
  }

  fleetAt(point: number, seat: number): Point {
    return this.beside.get(2 * point + seat) ?? this.at(point);
  }

  /** Courses written by the viewer, and the one being written. */
  private courses(view: WarView): void {
    const { hand, table } = view;
    if (!hand) return;
    const drawn = new Set<string>();
    hand.course.forEach((course, ship) => {
      const from = this.teller.where(view, ship);
      const key = `${from} ${course.join(" ")}`;
      if (!course.length || from <= 0 || table.moved[ship] || table.spent[ship] || drawn.has(key)) return;
      drawn.add(key);
      this.layers.courses.append(drawCourse([from, ...course].map((point) => this.at(point)), `cw-seat-${this.context.seat}`));
    });
    const from = hand.squad.length ? this.teller.where(view, hand.squad[0]!) : 0;
    const trail = hand.trail[0] === from ? hand.trail : [from, ...hand.trail];
    if (from > 0 && trail.length > 1) this.layers.courses.append(drawCourse(trail.map((point) => this.at(point)), "cw-drawn"));
  }

  showCourse(view: WarView, ships: number[]): void {
    for (const old of this.layers.courses.querySelectorAll(".cw-shown")) old.remove();
    for (const ship of ships) {
      const course = view.hand?.course[ship] ?? [];
      if (course.length && !view.table.moved[ship]) this.layers.courses.append(drawCourse([this.teller.where(view, ship), ...course].map((point) => this.at(point)), "cw-shown"));
    }
  }

  /** The ships of one point, laid out open. */
  private roster(view: WarView, point: number): void {
    const ships = point ? this.teller.shipsAt(view, point) : [];
    if (!ships.length) return;
    const [scale, most] = ships.length > 12 ? [1, 6] : [1.35, 4]; // few ships are laid out large
    const perRow = Math.min(most, ships.length);
    const [wide, high] = [CARD.width * scale + 4, CARD.height * scale + 4];
    const rows = Math.ceil(ships.length / perRow);
    const name = point < 0 ? this.teller.word("unplaced") : this.teller.sayPoint(view, point).split(", ")[0]!;
    const width = Math.max(perRow * wide + 14, 24 + name.length * 8);
    this.layers.panel.append(group("cw-panel", [el("rect", { x: 8, y: 8, width, height: rows * high + 34, rx: 9, class: "cw-panel-bed" }), text(18, 23, name, { class: "cw-panel-title", "font-size": 13, "text-anchor": "start" })]));
    ships.forEach((ship, i) => {
      const at = { x: 13 + wide / 2 + (i % perRow) * wide, y: 34 + high / 2 + Math.floor(i / perRow) * high };
      this.card(view, ship, at, SHIP_ID + ship, this.layers.panel, scale);
    });
  }

  private card(view: WarView, unit: number, at: Point, id: number, layer: SVGGElement, scale = 1): void {
    const inBattle = id >= UNIT_ID;
    const look = this.teller.look(view, unit);
    const made = shipCard(inBattle ? { ...look, done: false } : look, this.drawing.patterns);
    place(made, at.x, at.y, 0, scale);
    layer.append(made);
    this.put(id, made, at, this.teller.sayUnit(view, unit));
    if (inBattle) this.units.set(unit, { element: made, at });
  }

  // the battle lines -----------------------------------------------------------------

  private battle(view: WarView): void {
    const { table } = view;
    const [point = 0, round = 0, winner = -1, range = -1] = table.stack.at(-1)?.regs ?? [];
    const step = table.stack.at(-1)?.step ?? 0;
    const station = this.facts.points.get(point)?.kind !== "plain" && !table.wrecked[point];
    this.layers.units.append(group("cw-panel", [
      el("line", { x1: 100, x2: 900, y1: 340, y2: 340, class: "cw-middle" }),
      text(500, 28, `${this.teller.place(point)} · ${this.teller.word("round")} ${round}`, { class: "cw-panel-title", "font-size": 19 }),
    ]));
    if (step > 1)
      [0, 1, 2].forEach((value) =>
        this.layers.units.append(text(910, 322 + value * 18, spoken(this.context, "range", value), { class: value === range ? "cw-range-now" : "cw-range", "font-size": 12, "text-anchor": "start" })),
      );
    for (const seat of [0, 1]) this.layers.units.append(text(14, seat ? 648 : 56, `${this.teller.seat(seat)}${seat === winner && step > 1 ? ` · ${this.teller.word("sets-range")}` : ""}`, { class: `cw-panel-title cw-line-of cw-seat-${seat}`, "font-size": 17, "text-anchor": "start" }));
    const { found, scale } = battleLines(table, point, station);
    this.cards = scale;
    for (const [unit, at] of found) {
      if (unit < SHIPS) this.card(view, unit, at, UNIT_ID + unit, this.layers.units, scale);
      else this.token(view, unit, at, unit === STATION ? 0 : seatOf(unit, -1) ? -90 : 90, 1 + scale * 0.35);
    }
    for (let i = 0; i + 1 < table.shots.length; i += 2) this.shot(table.shots[i]!, table.shots[i + 1]!, "");
  }

  private token(view: WarView, unit: number, at: Point, angle: number, scale: number): void {
    const made = token(seatOf(unit, view.table.hauler_seat), classOf(this.facts, unit), angle, Boolean(view.table.hurt[unit]), this.drawing.patterns);
    place(made, at.x, at.y, 0, scale);
    this.layers.units.append(made);
    this.units.set(unit, { element: made, at });
    this.put(UNIT_ID + unit, made, at, this.teller.sayUnit(view, unit));
  }

  /** The shot that a choice pointed at would be; nobody aims when the unit is -1. */
  aiming(from: number, to: number): void {
    for (const old of this.layers.courses.querySelectorAll(".cw-aiming")) old.remove();
    if (from < 0 || !this.units.has(from) || !this.units.has(to)) return;
    this.shot(from, to, "cw-shot-own");
    this.layers.courses.lastElementChild?.classList.add("cw-aiming");
  }

  /** A shot that has been allocated. */
  shot(from: number, to: number, className: string): void {
    const [a, b] = [this.units.get(from)?.at, this.units.get(to)?.at];
    if (!a || !b) return;
    const made = arrow(a, b, "", 0.06, this.cards && to < SHIPS ? (CARD.height / 2 + 2) * this.cards : 16);
    for (const part of made.children) part.setAttribute("class", className || `cw-shot cw-seat-${seatOf(from, -1)}`);
    this.layers.courses.append(made); // below the counters
  }

  // the tactical map -----------------------------------------------------------------

  private tactics(view: WarView, hexes: number[]): void {
    const { table } = view;
    const seen = table.force.flatMap((unit) => [table.hex[unit] ?? 0, ahead(table.hex[unit] ?? 0, table.vel_q[unit] ?? 0, table.vel_r[unit] ?? 0)]);
    this.eye = eyeFor(hexes.length ? [...seen, ...hexes] : seen, 2.5);
    const { x, y, scale } = this.eye;
    this.layers.field.firstElementChild?.setAttribute("transform", `translate(${MIDDLE.x - x * scale} ${MIDDLE.y - y * scale}) scale(${scale})`);
    const frame = table.stack.find(({ proc }) => proc === TACTICS);
    const places = stands(table, this.eye);
    const vectors = group("cw-vectors");
    const names = group("cw-vectors");
    const named = new Map<number, number>(); // names already written below a hexagon
    this.layers.units.append(vectors);
    for (const [unit, at] of places) {
      const [q, r] = [table.vel_q[unit] ?? 0, table.vel_r[unit] ?? 0];
      const angle = q || r ? (Math.atan2(1.5 * r, Math.sqrt(3) * (q + r / 2)) * 180) / Math.PI : unit === STATION ? 0 : -90;
      if (unit !== STATION) vectors.append(drawVector(table, unit, seatOf(unit, table.hauler_seat), at, this.eye));
      this.token(view, unit, at, angle, this.size);
      if (unit < RIDER) {
        const hex = table.hex[unit] ?? 0;
        const together = table.force.filter((other) => table.hex[other] === hex).length;
        const line = named.get(hex) ?? 0;
        named.set(hex, line + 1);
        names.append(text(hexPoint(hex, this.eye).x, hexPoint(hex, this.eye).y + (together > 1 ? 24 + together * 2 : 17) * this.size + line * 9, this.teller.unit(unit), { class: "cw-unit-name", "font-size": 9 }));
      }
      const hits = table.hits[unit] ?? 0;
      for (let i = 0; i < hits && unit !== STATION; i++) names.append(el("circle", { cx: at.x - 6 + i * 4.5, cy: at.y - 14 * this.size, r: 2, class: "cw-hit" }));
      const aim = view.hand?.aim[unit] ?? -1;
      if (aim >= 0 && table.gunners.includes(unit) && table.force.includes(aim)) this.aims.push([unit, aim]);
    }
    this.layers.units.append(names);
    for (const [from, to] of this.aims.splice(0)) this.shot(from, to, "cw-shot-own");
    if (frame) {
      const title = `${this.teller.place(frame.regs[0] ?? 0)}${frame.regs[1] ? ` · ${this.teller.word("turn")} ${frame.regs[1]}` : ""}`;
      this.layers.panel.append(group("cw-panel", [text(14, 22, title, { class: "cw-panel-title", "font-size": 13, "text-anchor": "start" })]));
    }
  }

  private aims: [number, number][] = [];

  /** The card of the ship that is asked about, beside the tactical map. */
  askedCard(view: WarView, unit: number): void {
    if (unit < 0) return;
    this.layers.panel.prepend(group("cw-panel", [el("rect", { x: 4, y: 6, width: 176, height: 220, rx: 9, class: "cw-panel-bed" })]));
    const made = shipCard({ ...this.teller.look(view, unit), done: false }, this.drawing.patterns);
    place(made, 74, 84, 0, 1.7);
    this.layers.panel.append(group("cw-panel", [made]));
    this.teller.sayUnit(view, unit).split(", ").slice(4).forEach((line, i) => this.layers.panel.append(group("cw-panel", [text(14, 142 + i * 15, line, { class: "cw-panel-text", "font-size": 11, "text-anchor": "start" })])));
  }
}

