/** The headquarters: five tabs, an order sheet with plus and minus.  Nothing is sent before it is said to be. */

import type { Action, LeadersHand, LeadersTable } from "../../wire";
import { LeadersVerb as V } from "../../wire";
import type { BoardContext } from "../board";
import { sameAction, sayAction, spoken, word } from "../kit";
import { button, html } from "../kit/dom";
import { OfficeTimer } from "./timer";
import { icon } from "./troops";
import { has } from "./world";

interface Prices { unit_cost: number[]; research_cost: number[][]; diplomat: number; spy: number; scaled: number[] }

const TABS = ["army", "research", "diplomacy", "secret", "missions"];
const MANY: number[] = [V.recruit, V.appoint, V.hire]; // may stand on the sheet more than once

export class Office {
  readonly element = html("section", "ld-office");
  private tab = 0;
  private visit = "";
  private sheet: Action[] = [];
  private amounts = new Map<number, number>();
  private prices: Prices;
  private unscaled: number[];
  private limits: number[];
  private offer: Action[] = [];
  private table: LeadersTable | null = null;
  private hand: LeadersHand | null = null;
  private timer: OfficeTimer | null;
  private since: number | undefined; // when this visit began

  constructor(
    private context: BoardContext,
    private word: (key: string) => string,
  ) {
    const values = context.handout.data["values"] as Record<string, unknown>;
    this.prices = values[`players${context.handout.seats}`] as Prices;
    this.unscaled = (values["players2"] as Prices).scaled; // the numbers of the rule text are those of two players
    this.limits = (values["mission"] as { limit: number }[]).map(({ limit }) => limit);
    const seconds = Number(context.handout.options["timer"]) || 0;
    this.timer = seconds && context.seat >= 0 ? new OfficeTimer(seconds, word("time-left"), () => context.sound("turn"), () => this.timeIsUp()) : null;
  }

  /** Whether an offer is one of the headquarters. */
  static asked(offer: Action[]): boolean {
    return offer.some(([verb]) => verb === V.done) && offer.some(([verb = -1]) => (verb >= V.recruit && verb <= V.abandon));
  }

  show(table: LeadersTable, hand: LeadersHand, offer: Action[]): void {
    if (this.visit !== key(table)) this.restore(table);
    this.table = table;
    this.hand = hand;
    this.offer = offer;
    if (this.timer) this.since = this.timer.start(`${this.context.players.join(" ")} ${this.context.seat} ${this.visit} ${table.purse.join(" ")}`, this.since);
    if (this.timer) this.remember();
    this.draw();
  }

  /** 2.15: what is on the sheet stands, and the turn is over. */
  private timeIsUp(): void {
    const done = this.offer.filter(([verb]) => verb === V.done);
    if (this.hand && done.length) this.send(done);
  }

  /** Nothing is asked here now; the sheet stays until the next turn. */
  close(): void {
    this.element.replaceChildren();
    this.hand = null;
    this.timer?.stop();
  }

  /** A new visit to the headquarters begins with an empty sheet, or with the one kept over a reload. */
  private restore(table: LeadersTable): void {
    this.visit = key(table);
    this.sheet = [];
    this.since = undefined;
    this.tab = 0;
    this.amounts.clear();
    try {
      const kept = JSON.parse(this.context.draft.read() || "null") as { key: string; sheet: Action[]; since?: number } | null;
      if (kept && kept.key === key(table)) [this.sheet, this.since] = [kept.sheet, kept.since];
    } catch {
      // a draft nobody can read is no draft
    }
  }

  private keep(): void {
    this.remember();
    this.draw();
  }

  private remember(): void {
    const worth = this.table && (this.sheet.length || this.since);
    this.context.draft.write(worth && this.table ? JSON.stringify({ key: key(this.table), sheet: this.sheet, since: this.since }) : "");
  }

  private draw(): void {
    const { hand } = this;
    if (!hand) return;
    const focus = this.element.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : null;
    const tabs = html("div", "ld-tabs", TABS.map((name, i) => {
      const made = button(i === this.tab ? "ld-tab ld-open" : "ld-tab", [this.word(name), ...this.marked(i)], () => {
        this.tab = i;
        this.draw();
      });
      made.setAttribute("role", "tab");
      made.setAttribute("aria-selected", String(i === this.tab));
      made.setAttribute("data-key", `tab ${i}`);
      return made;
    }));
    tabs.setAttribute("role", "tablist");
    const page = html("div", "ld-page", [this.army, this.research, this.diplomacy, this.secret, this.missions][this.tab]!.call(this, hand));
    page.setAttribute("role", "tabpanel");
    this.element.replaceChildren(...(this.timer ? [this.timer.element] : []), tabs, page, this.foot(hand));
    if (focus) this.element.querySelector<HTMLElement>(`[data-key="${focus}"]`)?.focus();
  }

  /** How many orders of the sheet stand on a tab. */
  private marked(tab: number): Node[] {
    const count = this.sheet.filter(([verb]) => tabOf(verb!) === tab).length;
    return count ? [html("span", "ld-mark", [String(count)])] : [];
  }

  // the five tabs --------------------------------------------------------------------

  private army(hand: LeadersHand): Node[] {
    return [0, 1, 2].map((unit) => {
      const coming = [hand.due[unit]!, hand.due[3 + unit]!];
      const note = coming[0]! + coming[1]! ? `${this.word("due")} ${coming[0]} · ${this.word("later")} ${coming[1]}` : "";
      return this.row([V.recruit, unit], [icon(unit), spoken(this.context, "unit", unit)], this.prices.unit_cost[unit]!, note);
    });
  }

  private research(hand: LeadersHand): Node[] {
    return [0, 1, 2].map((area) => {
      const level = hand.level[area]!;
      const steps = html("span", "ld-steps", [1, 2, 3].map((each) => html("i", each <= level ? "ld-step ld-known" : each === level + 1 && hand.project[area] ? "ld-step ld-going" : "ld-step")));
      const note = hand.project[area] ? `${this.word("togo")} ${hand.project[area]}` : `${this.word("level")} ${level}`;
      return this.row([V.research, area], [spoken(this.context, "area", area), steps], level < 3 && !hand.project[area] ? this.prices.research_cost[area]![level]! : 0, note);
    });
  }

  private diplomacy(hand: LeadersHand): Node[] {
    const rows: Node[] = [this.row([V.appoint], [this.word("diplomat")], this.prices.diplomat, this.agents(hand, 0))];
    for (const seat of this.others()) {
      const ally = has(hand.allies, seat) ? [html("em", "ld-ally", [this.word("ally")])] : [];
      rows.push(html("h4", "ld-who", [html("span", `ld-chip seat-${seat}`, [String(seat + 1)]), this.name(seat), ...ally]));
      for (const verb of [V.propose, V.dissolve, V.boycott]) if (this.possible([verb, seat])) rows.push(this.row([verb, seat], [sayAction(this.context, [verb, seat])], 0, ""));
      if (this.offer.some((action) => action[0] === V.tribute && action[1] === seat)) rows.push(this.tribute(seat));
    }
    return rows;
  }

  private secret(hand: LeadersHand): Node[] {
    const rows: Node[] = [this.row([V.hire], [this.word("spy")], this.prices.spy, this.agents(hand, 1))];
    for (const seat of this.others()) {
      const known = hand.spied_turn[seat] ?? -1;
      const levels = hand.spied.slice(seat * 6, seat * 6 + 3);
      const note = known >= 0 && levels[0]! >= 0 ? `${this.word("known")} ${levels.join(" / ")}` : "";
      rows.push(html("h4", "ld-who", [html("span", `ld-chip seat-${seat}`, [String(seat + 1)]), this.name(seat), html("small", "", [note])]));
      for (const verb of [V.spy, V.sabotage]) if (this.possible([verb, seat])) rows.push(this.row([verb, seat], [sayAction(this.context, [verb, seat])], 0, ""));
    }
    return rows;
  }

  private missions(hand: LeadersHand): Node[] {
    const rows = hand.cards.flatMap((mission, category) => {
      if (mission < 0) return [];
      const going = hand.mission === mission;
      const state = going ? `${this.word("underway")} · ` : hand.closed === category ? `${this.word("closed")} · ` : "";
      const row = this.row([V.activate, mission], [spoken(this.context, "mission", mission)], 0, state + this.goal(mission));
      row.classList.add("ld-mission");
      if (going) row.classList.add("ld-going-row");
      return [row];
    });
    if (this.possible([V.abandon])) {
      const row = this.row([V.abandon], [sayAction(this.context, [V.abandon])], 0, "");
      row.classList.add("ld-mission");
      rows.push(row);
    }
    return rows;
  }

  /** What a mission asks for, in one line. */
  private goal(mission: number): string {
    const [key, limit] = [word(this.context.handout, "mission", mission), this.limits[mission] ?? 0];
    const numbers = this.context.handout.options["numbers"] === "scaled" ? this.prices.scaled : this.unscaled;
    const filled = this.word(`mission-${key}`).replace("{units}", String(numbers[0])).replace("{points}", String(numbers[1])).replace("{income}", String(numbers[2]));
    return limit < 99 ? `${filled} (${this.word("turns")} ${limit})` : filled;
  }

  // lines ----------------------------------------------------------------------------

  private row(action: Action, label: (Node | string)[], price: number, note: string): HTMLElement {
    const count = this.sheet.filter((each) => sameAction(each, action)).length;
    const id = action.join(" ");
    const words = sayAction(this.context, action);
    const less = button("ld-step-button", ["−"], () => this.less(action), `${this.word("less")}: ${words}`);
    const more = button("ld-step-button", ["+"], () => this.more(action), `${this.word("more")}: ${words}`);
    less.disabled = count === 0;
    more.disabled = !this.possible(action) || (count > 0 && !MANY.includes(action[0]!));
    more.setAttribute("data-key", `more ${id}`);
    less.setAttribute("data-key", `less ${id}`);
    return html("div", more.disabled && !count ? "ld-row ld-barred" : "ld-row", [
      html("span", "ld-label", label),
      html("small", "ld-note", [note]),
      html("span", "ld-price", [price ? String(price) : ""]),
      less,
      html("output", "ld-number", [String(count)]),
      more,
    ]);
  }

  /** Any number of points may be sent, so this goes out at once: a sheet holds only what was offered. */
  private tribute(seat: number): HTMLElement {
    const input = html("input", "ld-amount");
    input.type = "number";
    input.min = "1";
    input.value = String(this.amounts.get(seat) ?? 1);
    input.setAttribute("aria-label", `${this.word("amount")}: ${this.name(seat)}`);
    const points = () => Math.max(1, Math.floor(Number(input.value) || 1));
    input.addEventListener("change", () => this.amounts.set(seat, points()));
    const give = button("ld-button", [this.word("give")], () => this.context.choose([V.tribute, seat, points()]), `${this.word("tribute")}: ${this.name(seat)}`);
    give.setAttribute("data-key", `more ${V.tribute} ${seat}`);
    return html("div", "ld-row", [html("span", "ld-label", [this.word("tribute")]), input, give]);
  }

  private foot(hand: LeadersHand): HTMLElement {
    const cost = this.sheet.reduce((sum, action) => sum + this.price(action, hand), 0);
    const purse = html("div", cost > hand.savings ? "ld-purse ld-short" : "ld-purse", [
      html("span", "", [`${this.word("savings")} `, html("b", "", [String(hand.savings)])]),
      html("span", "", [`${this.word("cost")} `, html("b", "", [String(cost)])]),
      html("span", "", [`${this.word("left")} `, html("b", "", [String(hand.savings - cost)])]),
    ]);
    const done = this.offer.filter(([verb]) => verb === V.done);
    const buttons: Node[] = [];
    if (this.sheet.length) {
      buttons.push(button("ld-button", [this.word("clear")], () => this.write([])));
      buttons.push(button("ld-button", [this.word("send")], () => this.send([])));
    }
    if (done.length) buttons.push(button("ld-button ld-main", [this.sheet.length ? this.word("finish") : sayAction(this.context, done[0]!)], () => this.send(done)));
    return html("div", "ld-foot", [purse, html("div", "ld-buttons", buttons)]);
  }

  private send(last: Action[]): void {
    const orders = [...this.sheet, ...last];
    this.write([]);
    if (orders.length === 1) this.context.choose(orders[0]!);
    else this.context.plan(orders);
  }

  private write(sheet: Action[]): void {
    this.sheet = sheet;
    this.keep();
  }

  private more(action: Action): void {
    this.write([...this.sheet, action]);
  }

  private less(action: Action): void {
    const at = this.sheet.findLastIndex((each) => sameAction(each, action));
    if (at >= 0) this.write(this.sheet.filter((_, i) => i !== at));
  }

  private possible(action: Action): boolean {
    return this.offer.some((each) => sameAction(each, action));
  }

  private price(action: Action, hand: LeadersHand): number {
    const [verb, a = 0] = action;
    if (verb === V.recruit) return this.prices.unit_cost[a] ?? 0;
    if (verb === V.research) return this.prices.research_cost[a]?.[hand.level[a] ?? 0] ?? 0;
    if (verb === V.appoint) return this.prices.diplomat;
    return verb === V.hire ? this.prices.spy : 0;
  }

  private agents(hand: LeadersHand, kind: number): string {
    return `${this.word("idle")} ${hand.agents[kind]} · ${this.word("training")} ${hand.trainees[kind]}`;
  }

  private others(): number[] {
    return this.context.handout.sides.map((_, seat) => seat).filter((seat) => seat !== this.context.seat && !this.table?.out[seat]);
  }

  private name(seat: number): string {
    return this.context.players[seat] ?? spoken(this.context, "seat", seat);
  }
}

function key(table: LeadersTable): string {
  return `${table.round} ${table.active} ${table.turns.join(" ")}`;
}

function tabOf(verb: number): number {
  if (verb === V.recruit) return 0;
  if (verb === V.research) return 1;
  if (verb === V.hire || verb === V.spy || verb === V.sabotage) return 3;
  return verb === V.activate || verb === V.abandon ? 4 : 2;
}
