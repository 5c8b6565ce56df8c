/** The headquarters: five tabs, an order sheet with plus and minus.  Nothing is sent before it is said to be. */

import type { Action, LeadersHand, LeadersTable } from "../../wire";
import { LeadersVerb as V } from "../../wire";
import type { BoardContext, View } from "../board";
import { afterMore, endingOf, nameEnding, sameAction, sayAction, spoken, word } from "../kit";
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
  private view: View | null = null;
  private asked = -1;
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

  show(view: View<LeadersTable, LeadersHand>, hand: LeadersHand, offer: Action[]): void {
    const { table } = view;
    if (this.visit !== key(table)) this.restore(table);
    else if (this.asked !== hand.asked) this.sheet = []; // it was given, or something else was decided: a sheet dies with its question
    this.asked = hand.asked;
    this.view = view;
    this.table = table;
    this.hand = hand;
    this.offer = offer;
    if (this.timer) this.since = this.timer.start(`${this.context.players.join(" ")} ${this.context.seat} ${this.visit} ${table.purse.join(" ")}`, this.since);
    if (this.timer) this.remember();
    this.draw();
    this.tellSheet();
  }

  /** The page lists the same sheet. */
  private tellSheet(): void {
    const { hand } = this;
    if (!hand) return this.context.sheet(null);
    const cost = this.cost(this.sheet, hand);
    this.context.sheet({
      written: this.sheet,
      open: this.offer.filter((action) => orderly(action) && this.room(action) && cost + this.price(action, hand) <= hand.savings),
      takes: (actions) => this.takes(actions, hand),
      write: (actions) => {
        const fits = this.takes(actions, hand);
        if (fits) this.write([...this.sheet, ...actions]);
        return fits;
      },
      strike: (index) => this.write(this.sheet.filter((_, i) => i !== index)),
      ending: (ending) => {
        const after = (key: string, count: number) => (key === "points" ? (count - cost < this.cheapest ? 0 : count - cost) : key === "missions" && this.sheet.some(([verb]) => verb === V.activate) ? 0 : count);
        return { ...afterMore(this.context, ending, this.sheet.length), unused: ending.unused.map(([key, count]): [string, number] => [key, after(key, count)]).filter(([, count]) => count > 0) };
      },
    });
  }

  /** 2.15: what is on the sheet stands as far as it goes, and the turn is over. */
  private timeIsUp(): void {
    const done = this.offer.filter(([verb]) => verb === V.done);
    if (this.hand && done.length) this.context.perform([...this.sheet, ...done], false, true);
  }

  /** Nothing is asked here now; the sheet stays until its question is answered. */
  close(): void {
    this.element.replaceChildren();
    if (this.hand) this.context.sheet(null);
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
    this.tellSheet();
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
    more.disabled = !this.possible(action) || !this.room(action);
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

  /** Any number of points may be sent: what was offered are only a few of them. */
  private tribute(seat: number): HTMLElement {
    const input = html("input", "ld-amount");
    input.type = "number";
    input.min = "1";
    input.value = String(this.amounts.get(seat) ?? 1);
    input.setAttribute("aria-label", `${this.word("amount")}: ${this.name(seat)}`);
    const points = () => Math.max(1, Math.floor(Number(input.value) || 1));
    input.addEventListener("change", () => this.amounts.set(seat, points()));
    const give = button("ld-button", [this.word("give")], () => this.more([V.tribute, seat, points()]), `${this.word("tribute")}: ${this.name(seat)}`);
    give.setAttribute("data-key", `more ${V.tribute} ${seat}`);
    const sent = this.sheet.filter(([verb, to]) => verb === V.tribute && to === seat);
    const less = button("ld-step-button", ["−"], () => this.less(sent.at(-1)!), `${this.word("less")}: ${this.word("tribute")}, ${this.name(seat)}`);
    less.disabled = !sent.length;
    less.setAttribute("data-key", `less ${V.tribute} ${seat}`);
    return html("div", "ld-row", [html("span", "ld-label", [this.word("tribute")]), input, less, html("output", "ld-number", [String(sent.reduce((sum, action) => sum + action[2]!, 0))]), give]);
  }

  private foot(hand: LeadersHand): HTMLElement {
    const cost = this.cost(this.sheet, hand);
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
    const ending = done[0] && endingOf(this.view, done[0]);
    const name = ending ? nameEnding(this.context, afterMore(this.context, ending, this.sheet.length)) : this.sheet.length ? this.word("finish") : done[0] ? sayAction(this.context, done[0]) : "";
    if (done.length) buttons.push(button(this.sheet.length || !ending?.unused.length ? "ld-button ld-main" : "ld-button ld-end", [name], () => this.send(done)));
    return html("div", "ld-foot", [purse, html("div", "ld-buttons", buttons)]);
  }

  private send(last: Action[]): void {
    this.context.perform([...this.sheet, ...last], true); // it stays a draft until it is accepted
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

  private takes(actions: Action[], hand: LeadersHand): boolean {
    return actions.every((action) => orderly(action) && this.room(action)) && this.cost([...this.sheet, ...actions], hand) <= hand.savings;
  }

  /** The least that can be bought. */
  private get cheapest(): number {
    return Math.min(...this.prices.unit_cost);
  }

  /** Whether an order can still be added: most stand on a sheet once. */
  private room(action: Action): boolean {
    return MANY.includes(action[0]!) || !this.sheet.some((each) => sameAction(each, action));
  }

  private cost(orders: Action[], hand: LeadersHand): number {
    return orders.reduce((sum, action) => sum + this.price(action, hand), 0);
  }

  private possible(action: Action): boolean {
    return this.offer.some((each) => sameAction(each, action));
  }

  private price(action: Action, hand: LeadersHand): number {
    const [verb, a = 0] = action;
    if (verb === V.recruit) return this.prices.unit_cost[a] ?? 0;
    if (verb === V.research) return this.prices.research_cost[a]?.[hand.level[a] ?? 0] ?? 0;
    if (verb === V.appoint) return this.prices.diplomat;
    if (verb === V.tribute) return action[2] ?? 0;
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

/** Orders of the headquarters, as against the end of the visit. */
function orderly([verb = -1]: Action): boolean {
  return verb >= V.recruit && verb <= V.abandon;
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
