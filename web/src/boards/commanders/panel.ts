/** Beside the field: round and points, the combat step by step, the order sheet with its buttons. */

import type { CommandersHand, CommandersTable, Event } from "../../wire";
import { CommandersEvent as E } from "../../wire";
import type { BoardContext } from "../board";
import type { Fields, Point } from "../kit";
import { die, el, group, place, sayEvent, spoken, text, word } from "../kit";
import { ARMY, CAPTURED, LOST, SPENT } from "./layout";
import type { Order, Sheet } from "./sheet";
import { drawUnit } from "./units";

export const DROP = 3000; // + number of a drawn order: take it back
export const STRIKE = 3050; // + number of an order already given: take it off the sheet
export const GIVE = 3100;
export const DONE = 3101;
export const CLEAR = 3102;
export const TOLD = 3200; // + number of a roll told
const LINE = 20;
const PLANNING = 1;
const SIGNS = { fire: "M-6 0H1M3 0L7 -4M3 0L8 0M3 0L7 4", melee: "M-5 -5L5 5M5 -5L-5 5M-5 2L-2 5M5 2L2 5", react: "M-5 -5H5V5H-5Z", shell: "M0 -6V6M-6 0H6M-4 -4L4 4M4 -4L-4 4" };

const COMBAT = 8; // the frame of a combat
const STEPS = ["reactions", "positions", "fire", "withdrawal", "melee", "advance"];

/** The step of the combat under way, as a number of STEPS; -1 when there is none. */
function stepOf(table: CommandersTable): number {
  const top = table.stack.at(-1);
  if (!top || top.proc !== COMBAT) return -1;
  if (top.step < 4) return 0;
  if (top.step < 6) return top.regs[0] ? 4 : 1;
  if (top.step < 10) return top.regs[0] ? 4 : 2;
  return top.step < 12 ? 3 : 5;
}

export interface Shown {
  table: CommandersTable;
  hand: CommandersHand | undefined;
  sheet: Sheet | null;
  /** Units whose given orders may be taken off the sheet again. */
  struck: Set<number>;
  /** Rolls of the steps just played. */
  told: Event[];
  /** How the ending of the question is called, with what is drawn; empty when it cannot end now. */
  done: string;
  /** Whether something is chosen that ends with it: to choose nothing at all is not urged on anybody. */
  some: boolean;
}

export class Panel {
  private ids: number[] = [];
  private kinds: number[] = [];

  constructor(
    private layer: SVGGElement,
    private fields: Fields,
    private context: BoardContext,
    private words: (key: string) => string,
  ) {}

  /** Draw everything anew; columns are the upper left corners of score and combat, and of the sheet. */
  draw(shown: Shown, columns: Point[], width: number, height: number): void {
    for (const id of this.ids) this.fields.remove(id);
    this.ids = [];
    this.layer.replaceChildren();
    this.kinds = shown.table.kind;
    const [first = { x: 0, y: 0 }, second] = columns;
    let y = this.score(shown, first, width);
    const sheet = second ? 0 : 112 + LINE * 9;
    y = this.combat(shown, { x: first.x, y: y + 10 }, width, first.y + height - y - 10 - sheet);
    this.sheet(shown, second ?? { x: first.x, y: y + 10 }, width);
  }

  /** Buttons that can be pressed now. */
  get buttons(): number[] {
    return this.ids.filter((id) => id < TOLD);
  }

  private card(at: Point, width: number, height: number, title: string, right = ""): void {
    this.layer.append(el("rect", { x: at.x, y: at.y, width, height, rx: 10, class: "cm-card" }));
    this.say(at.x + 12, at.y + 17, title, "cm-title", 14);
    if (right) this.layer.append(text(at.x + width - 12, at.y + 17, right, { class: "cm-title", "font-size": 14, "text-anchor": "end" }));
  }

  private say(x: number, y: number, content: string, className = "cm-text", size = 12.5): void {
    this.layer.append(text(x, y, content, { class: className, "font-size": size, "text-anchor": "start" }));
  }

  private button(id: number, at: Point, width: number, label: string, className = ""): void {
    const made = group(`cm-button ${className}`, [el("rect", { x: at.x, y: at.y, width, height: 28, rx: 8 }), text(at.x + width / 2, at.y + 14.5, label, { "font-size": 12 })]);
    this.layer.append(made);
    this.fields.put(id, made, { x: at.x + width / 2, y: at.y + 14 }, label);
    this.ids.push(id);
  }

  private score({ table }: Shown, at: Point, width: number): number {
    const { options, data } = this.context.handout;
    const game = (data["combat"] as { game: { goal: number; morale: number } }).game;
    const most = options["morale"] ? game.morale : game.goal;
    this.card(at, width, 136, `${this.words("round")} ${table.round} / ${options["rounds"] ?? ""}`, spoken(this.context, "phase", table.phase));
    for (let phase = 1; phase < 8; phase++) {
      const x = at.x + 12 + (phase - 1) * ((width - 24) / 7);
      this.layer.append(el("rect", { x, y: at.y + 32, width: (width - 24) / 7 - 4, height: 6, rx: 3, class: phase === table.phase ? "cm-phase cm-now" : phase < table.phase ? "cm-phase cm-past" : "cm-phase" }));
    }
    for (const seat of [0, 1]) {
      const y = at.y + 56 + seat * 40;
      const points = table.points[seat] ?? 0;
      this.layer.append(el("rect", { x: at.x + 12, y: y - 8, width: 16, height: 16, rx: seat ? 0 : 5, class: `cm-chip cm-seat-${seat}` }));
      this.say(at.x + 34, y, spoken(this.context, "seat", seat), "cm-strong");
      this.layer.append(text(at.x + width - 12, y, String(points), { class: "cm-points", "font-size": 17, "text-anchor": "end" }));
      const step = (width - 24) / most;
      for (let i = 0; i < most; i++) this.layer.append(el("rect", { x: at.x + 12 + i * step, y: y + 11, width: step - 2.5, height: 6, rx: 2, class: i < points ? "cm-pip cm-won" : "cm-pip" }));
      const count = (where: number, whose: number) => table.place.filter((each, unit) => each === where && Math.floor(unit / ARMY) === whose).length;
      const gone = [`${this.words("captives")} ${count(CAPTURED, 1 - seat)}`, `${this.words("lost")} ${count(CAPTURED, seat) + count(LOST, seat)}`].join(" · ");
      this.layer.append(text(at.x + width - 44, y, gone, { class: "cm-soft", "font-size": 11.5, "text-anchor": "end" }));
    }
    return at.y + 136;
  }

  private combat({ table, told }: Shown, at: Point, width: number, room: number): number {
    const now = stepOf(table);
    const fighting = table.zones.length > 0 || now >= 0;
    if (!fighting && !told.length) return at.y - 10;
    const most = Math.floor((room - 50 - table.zones.length * 27) / LINE); // the latest, as many as there is room for
    const rolls = told.slice(-Math.max(4, most));
    const height = (fighting ? 46 : 34) + table.zones.length * 27 + rolls.length * LINE + (rolls.length ? 6 : 0);
    this.card(at, width, height, this.words(fighting ? "combat" : "last-combat"), now < 0 ? "" : this.words(STEPS[now]!));
    if (fighting) STEPS.forEach((_, i) => {
      const step = (width - 24) / STEPS.length;
      this.layer.append(el("rect", { x: at.x + 12 + i * step, y: at.y + 31, width: step - 4, height: 6, rx: 3, class: i === now ? "cm-phase cm-fight" : i < now ? "cm-phase cm-past" : "cm-phase" }));
    });
    let y = at.y + (fighting ? 56 : 44);
    table.zones.forEach(([white = 0, black = 0, kind = -1], z) => {
      this.layer.append(el("circle", { cx: at.x + 20, cy: y, r: 8, class: "cm-number" }), text(at.x + 20, y + 0.5, spoken(this.context, "zone", z), { class: "cm-number-text", "font-size": 10 }));
      this.say(at.x + 34, y, [white, kind, black].filter((sector) => sector >= 0).map((sector) => word(this.context.handout, "sector", sector)).join(kind >= 0 ? "·" : " – "), "cm-strong");
      for (const seat of [0, 1])
        (table.pips[2 * z + seat] ?? []).forEach((face, i) => {
          const made = die({ face, className: `cm-die-${seat}` }, 7.5);
          place(made, at.x + 112 + i * 16.5 + seat * ((width - 112) / 2), y);
          this.layer.append(made);
        });
      y += 27;
    });
    rolls.forEach((event, i) => this.roll(event, TOLD + told.length - rolls.length + i, { x: at.x + 8, y: y - 12 + i * LINE }, width - 16));
    return at.y + height;
  }

  /** One roll: who, the die, the modifier, the result kept between 1 and 6 by the game, against whom, hit or miss. */
  private roll(event: Event, id: number, at: Point, width: number): void {
    const [kind, unit = 0, a = 0, b = 0, c = 0, d = 0] = event;
    const aimed = kind === E.fired || kind === E.fought || kind === E.shelled;
    const [target, number, modifier, hit] = aimed ? [a, b, c, d] : kind === E.razed ? [-9, a, b, c] : [-9, a, null, b];
    const middle = at.y + LINE / 2;
    const made = group(`cm-roll ${hit ? "cm-hit" : ""}`, [el("rect", { x: at.x, y: at.y + 1, width, height: LINE - 2, rx: 5 })]);
    const put = (x: number, content: string, anchor = "start", className = "cm-text") => made.append(text(at.x + x, middle, content, { "font-size": 12, "text-anchor": anchor, class: className }));
    made.append(el("rect", { x: at.x + 4, y: middle - 4.5, width: 9, height: 9, rx: unit < ARMY ? 3 : 0, class: `cm-chip cm-seat-${Math.floor(unit / ARMY)}` }));
    put(17, spoken(this.context, "unit", unit), "start", "cm-strong");
    const mark = kind === E.fired ? SIGNS.fire : kind === E.fought ? SIGNS.melee : kind === E.reacted ? SIGNS.react : SIGNS.shell;
    made.append(el("path", { d: mark, transform: `translate(${at.x + 60} ${middle})`, class: "cm-step" }));
    const shape = die({ face: number, className: hit ? "good" : "" }, 7.5);
    place(shape, at.x + 80, middle);
    made.append(shape);
    if (modifier !== null) put(93, spoken(this.context, "modifier", modifier).replace("-", "−"), "start", "cm-strong");
    if (target >= 0) put(120, `→ ${spoken(this.context, "unit", target)}`);
    put(width - 6, `${hit ? "✔" : "✕"} ${spoken(this.context, "result", hit)}`, "end", hit ? "cm-good" : "cm-soft");
    this.layer.append(made);
    this.fields.put(id, made, { x: at.x + width / 2, y: middle }, sayEvent(this.context, event));
    this.ids.push(id);
  }

  private sheet(shown: Shown, at: Point, width: number): void {
    const { table, hand, sheet } = shown;
    if (!hand) return this.seen(table, at, width);
    const given = hand.plan1.flatMap((first, i) => (first < 0 ? [] : [{ unit: hand.seat * ARMY + i, path: [first, hand.plan2[i] ?? -1].filter((sector) => sector >= 0) }]));
    const drawn = sheet?.orders ?? [];
    const rows = given.length + drawn.length;
    const total = table.orders[hand.seat] ?? 0;
    const left = total - rows;
    if (!total && !shown.done) return;
    const height = 58 + Math.max(1, rows) * LINE + (shown.done || drawn.length ? 38 : 0);
    this.card(at, width, height, this.words("sheet"), `${Math.max(0, left)} / ${total}`);
    const step = (width - 24) / Math.max(1, total);
    for (let i = 0; i < total; i++)
      this.layer.append(el("rect", { x: at.x + 12 + i * step, y: at.y + 31, width: step - 3, height: 8, rx: 2, class: i < given.length ? "cm-slot cm-given" : i < rows ? "cm-slot cm-drawn" : "cm-slot" }));
    let y = at.y + 54;
    if (!rows) this.say(at.x + 12, y, this.words(sheet ? "draw-orders" : "no-orders"), "cm-soft", 11);
    given.forEach((order, n) => {
      const i = order.unit % ARMY;
      const over = table.phase > PLANNING && ((hand.way1[i] ?? -1) < 0 || ((table.status[order.unit] ?? 0) & SPENT) > 0);
      this.row(order, at.x + 12, y, over ? "cm-over" : "");
      if (shown.struck.has(order.unit)) this.cross(STRIKE + n, order, at.x + width - 36, y);
      y += LINE;
    });
    drawn.forEach((order, i) => {
      this.row(order, at.x + 12, y, "cm-drawn-row");
      this.cross(DROP + i, order, at.x + width - 36, y);
      y += LINE;
    });
    y = Math.max(y, at.y + 54 + LINE);
    if (drawn.length) {
      this.button(GIVE, { x: at.x + 12, y }, width - 96, shown.done || this.words("give"), "cm-main");
      this.button(CLEAR, { x: at.x + width - 78, y }, 66, this.words("clear"));
    } else if (shown.done) this.button(DONE, { x: at.x + 12, y }, width - 24, shown.done, shown.some ? "cm-main" : "");
  }

  /** The button that takes an order back. */
  private cross(id: number, order: Order, x: number, y: number): void {
    const made = group("cm-drop", [el("rect", { x, y: y - 10, width: 28, height: LINE, rx: 6 }), text(x + 14, y, "✕", { "font-size": 11 })]);
    this.layer.append(made);
    this.fields.put(id, made, { x: x + 14, y }, `${this.words("take-back")}: ${this.spell(order)}`);
    this.ids.push(id);
  }

  /** For onlookers: the orders that have come to light. */
  private seen(table: CommandersTable, at: Point, width: number): void {
    const orders = table.seen1.flatMap((first, unit) => (first < 0 ? [] : [{ unit, path: [first, table.seen2[unit] ?? -1].filter((sector) => sector >= 0) }]));
    const half = Math.max(...[0, 1].map((seat) => orders.filter(({ unit }) => Math.floor(unit / ARMY) === seat).length));
    const first = orders.filter(({ unit }) => unit < ARMY).length;
    this.card(at, width, 44 + Math.max(1, half) * LINE, this.words("seen"));
    if (!orders.length) this.say(at.x + 12, at.y + 42, this.words("all-secret"), "cm-soft", 11);
    orders.forEach((order, i) => this.row(order, at.x + 12 + (i < first ? 0 : width / 2 - 6), at.y + 42 + (i < first ? i : i - first) * LINE, ""));
  }

  /** The counter in small, and its way. */
  private row(order: Order, x: number, y: number, className: string): void {
    const counter = drawUnit({ seat: Math.floor(order.unit / ARMY), kind: this.kinds[order.unit] ?? 0, status: 0, small: true, picked: false, secret: false });
    const small = group("cm-mini", [counter]);
    place(small, x + 9, y, 0, 0.5);
    this.layer.append(small, text(x + 24, y, this.spell(order), { class: `cm-text ${className}`, "font-size": 12.5, "text-anchor": "start" }));
  }

  /** In notation, which is short. */
  private spell({ unit, path }: Order): string {
    return [spoken(this.context, "unit", unit), ...path.map((sector) => word(this.context.handout, "sector", sector))].join(" → ");
  }
}
