/** What stands beside the map: the powers and their camps, the fight, the pages of events, the number pad of the companion. */

import type { Action, Event, LeadersHand, LeadersTable } from "../../wire";
import { LeadersEvent as E, LeadersVerb as V } from "../../wire";
import type { BoardContext, View } from "../board";
import { die, el, place, sayEvent, spoken } from "../kit";
import { button, html } from "../kit/dom";
import { fightOf } from "./map";
import { icon, tent, UNITS } from "./troops";
import { has } from "./world";

type Words = (key: string) => string;

/** A card for every seat: nation, points, military level, badges, camp and drop zone. */
export function powers(context: BoardContext, view: View<LeadersTable, LeadersHand>, word: Words, companion: boolean, goals: string[]): HTMLElement {
  const { table, hand } = view;
  const cards = context.handout.sides.map((_, seat) => {
    const classes = ["ld-power", `seat-${seat}`];
    if (table.active === seat) classes.push("ld-active");
    if (table.out[seat]) classes.push("ld-out");
    const nation = table.nation[seat] ?? -1;
    const badges = table.badges[seat] ?? 0;
    const made = html("div", classes.join(" "), [
      html("div", "ld-power-head", [
        html("span", `ld-chip seat-${seat}`, [String(seat + 1)]),
        html("b", "", [nation >= 0 ? spoken(context, "nation", nation) : (context.players[seat] ?? "")]),
        html("span", "ld-points", [String(table.points[seat] ?? 0), html("small", "", [goals[seat] ? ` / ${goals[seat]}` : ""])]),
      ]),
      html("div", "ld-power-line", [
        named(`${word("military")} ${table.military[seat] ?? 0}`, html("span", "ld-steps", [1, 2, 3].map((each) => html("i", each <= (table.military[seat] ?? 0) ? "ld-step ld-known" : "ld-step")))),
        named(`${word("badges")} ${badges}`, html("span", "ld-badges", [badges ? `★ ${badges}` : "☆"])),
        ...(companion ? [] : [stock(word("camp"), tent(), table.camp, seat), stock(word("drop"), "↩ ", table.drop, seat)]),
        ...(hand && seat === context.seat ? [named(`${word("savings")} ${hand.savings}`, html("span", "ld-savings", [`◉ ${hand.savings}`]))] : []),
        ...(hand && has(hand.allies, seat) ? [html("em", "ld-ally", [word("ally")])] : []),
        ...(table.winner === seat ? [html("b", "ld-winner", [`★ ${spoken(context, "way", table.way)}`])] : []),
      ]),
    ]);
    return made;
  });
  return html("div", "ld-powers", cards);
}

function named<T extends HTMLElement>(label: string, element: T): T {
  element.title = label;
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", label);
  return element;
}

function stock(label: string, sign: Node | string, counts: number[], seat: number): HTMLElement {
  const own = UNITS.map((unit) => counts[seat * 3 + unit] ?? 0);
  const parts = UNITS.filter((unit) => own[unit]! > 0).flatMap((unit) => [icon(unit), String(own[unit])]);
  return named(`${label}: ${own.join(" / ")}`, html("span", parts.length ? "ld-stock" : "ld-stock ld-none", [sign, ...(parts.length ? parts : ["–"])]));
}

const DYES = ["white", "grey", "black"];

/** The dice of the fight; those that may be thrown again are buttons. */
export function fight(context: BoardContext, table: LeadersTable, offer: Action[], word: Words): HTMLElement | null {
  const now = fightOf(table);
  if (!now) return null;
  const side = (seat: number, from: number, to: number, role: string) => {
    const dice = table.throw.slice(from, to).map((hits, i) => {
      const again = offer.find(([verb, which]) => verb === V.reroll && which === from + i);
      const shape = die({ face: hits < 0 ? "?" : "✸".repeat(hits) || "·", className: `ld-${DYES[table.dies[from + i] ?? 0]}` }, 11);
      place(shape, 12, 12);
      const picture = el("svg", { viewBox: "0 0 24 24", class: "ld-die", "aria-hidden": "true" }, [shape]);
      const label = `${word("hits")} ${hits}`;
      if (!again) return named(label, html("span", "ld-die-box", [picture]));
      const made = button("ld-die-box ld-again", [picture], () => context.choose(again), label);
      made.setAttribute("data-action", again.join(" "));
      return made;
    });
    return html("div", "ld-side", [html("span", `ld-chip seat-${seat}`, [String(seat + 1)]), html("span", "", [word(role)]), ...dice]);
  };
  return html("div", "ld-fight", [
    html("b", "", [`⚔ ${spoken(context, "place", now.at)}`]),
    side(now.attacker, 0, now.split, "attacker"),
    side(now.defender, now.split, table.throw.length, "defender"),
  ]);
}

/** Events that get a page of their own. */
export function isPage(kind: number): boolean {
  return (kind >= E.reinforced && kind <= E.card) || kind === E["do-on-board"] || kind === E["start-points"] || kind === E.turn || kind === E.fell || kind === E.won || kind === E.camped;
}

/** A page: one event, or all areas a player takes at the start, which would fill a book. */
interface Page {
  kind: number;
  text: string;
  list: string[];
}

/** Areas dealt to a player in a row share a page, with the troops an author has put there. */
export function paged(context: BoardContext, events: Event[], companion: boolean): Page[] {
  const pages: Page[] = [];
  let taker = -1;
  for (const event of events) {
    const [kind = -1, seat = -1, at = -1, ...units] = event;
    const dealt = kind === E.taken || kind === E.garrisoned;
    if (dealt && companion) {
      const last = pages.at(-1);
      const named = spoken(context, "place", at);
      const troops = units.map((count, unit) => (count ? `${count} ${spoken(context, "unit", unit)}` : "")).filter(Boolean).join(" + ");
      if (last && taker === seat) {
        if (last.list.includes(named)) last.list[last.list.indexOf(named)] = `${named} (${troops})`;
        else last.list.push(troops ? `${named} (${troops})` : named);
      } else pages.push({ kind: E.taken, text: `${context.players[seat] ?? spoken(context, "seat", seat)}:`, list: [troops ? `${named} (${troops})` : named] });
      taker = seat;
      continue;
    }
    taker = -1;
    if (isPage(kind) && (companion || kind !== E.camped)) pages.push({ kind, text: sayEvent(context, event), list: [] });
  }
  return pages;
}

/** What happened, a page at a time. */
export class Pages {
  readonly element = html("div", "ld-carousel");
  private list: Page[] = [];
  private at = 0;

  constructor(
    private context: BoardContext,
    private word: Words,
  ) {}

  /** A new turn begins with its own pages; what happens within it comes after those that were read. */
  add(events: Event[]): void {
    const told = paged(this.context, events, this.context.handout.options["mode"] === "companion");
    if (!told.length) return;
    const start = told.findLastIndex(({ kind }) => kind === E.turn);
    const unread = this.list.length;
    this.list = start >= 0 ? told.slice(start) : [...this.list, ...told];
    this.at = start >= 0 ? 0 : unread;
    this.draw();
  }

  clear(): void {
    this.list = [];
    this.at = 0;
    this.draw();
  }

  private draw(): void {
    const page = this.list[this.at];
    if (!page) return this.element.replaceChildren();
    const before = button("ld-turn-page", ["‹"], () => this.turn(-1), this.word("previous"));
    const after = button("ld-turn-page", ["›"], () => this.turn(1), this.word("next"));
    before.disabled = this.at === 0;
    after.disabled = this.at === this.list.length - 1;
    const words = html("div", "ld-words", [html("p", "", [page.text]), ...(page.list.length ? [html("ul", "ld-areas", page.list.map((each) => html("li", "", [each])))] : [])]);
    const text = html("div", "ld-event", [html("span", "ld-sign", [signOf(page.kind)]), words]);
    text.setAttribute("aria-live", "polite");
    const dots = html("div", "ld-dots", this.list.map((_, i) => html("i", i === this.at ? "ld-dot ld-here" : "ld-dot")));
    dots.setAttribute("role", "img");
    dots.setAttribute("aria-label", `${this.at + 1} / ${this.list.length}`);
    this.element.replaceChildren(before, html("div", "ld-event-page", [text, dots]), after);
  }

  private turn(step: number): void {
    this.at = Math.min(this.list.length - 1, Math.max(0, this.at + step));
    this.draw();
    this.element.querySelectorAll<HTMLButtonElement>(".ld-turn-page")[step > 0 ? 1 : 0]?.focus();
  }
}

function signOf(kind: number): string {
  if (kind === E.reinforced) return "▲";
  if (kind === E.honoured || kind === E.won) return "★";
  if (kind === E.sabotaged || (kind >= E["sabotage-worked"] && kind <= E["sabotage-foiled"])) return "✸";
  if (kind === E.boycotted || (kind >= E["boycott-worked"] && kind <= E["diplomat-caught"])) return "⊘";
  if (kind === E["military-technology"] || kind === E["new-technology"]) return "⚙";
  if (kind === E.alliance || kind === E.offer) return "⚭";
  if (kind === E.production || kind === E["tribute-received"] || kind === E["start-points"]) return "◉";
  if (kind === E["mission-failed"] || kind === E.card) return "⚑";
  if (kind === E["do-on-board"] || kind === E.taken) return "☞";
  if (kind === E.camped) return "▲";
  return kind === E.turn ? "▶" : "☉";
}

/** Points are typed with the thumb. */
export class Pad {
  readonly element = html("div", "ld-pad");
  private typed = "";

  constructor(
    private context: BoardContext,
    private word: Words,
  ) {
    this.element.addEventListener("keydown", (event) => {
      if (/^\d$/.test(event.key)) this.type(event.key);
      else if (event.key === "Backspace") this.type("");
      else return;
      event.preventDefault();
      event.stopPropagation(); // digits mean something else to the page
    });
  }

  show(offer: Action[]): void {
    if (!offer.some(([verb]) => verb === V.enter)) {
      this.typed = "";
      return this.element.replaceChildren();
    }
    if (!this.element.childElementCount) this.draw();
  }

  private type(key: string): void {
    this.typed = key ? String(Number(this.typed + key)).slice(0, 3) : this.typed.slice(0, -1);
    this.element.querySelector("output")!.textContent = this.typed || "–";
    this.element.querySelector<HTMLButtonElement>(".ld-enter")!.disabled = !this.typed;
  }

  private draw(): void {
    const shown = html("output", "ld-typed", ["–"]);
    shown.setAttribute("aria-live", "polite");
    const keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "", "0", "ok"].map((key) => {
      if (key === "ok") {
        const made = button("ld-key ld-enter ld-main", ["✓"], () => this.typed && this.context.choose([V.enter, Number(this.typed)]), this.word("enter"));
        made.disabled = true;
        return made;
      }
      return button("ld-key", [key || "⌫"], () => this.type(key), key || this.word("erase"));
    });
    this.element.replaceChildren(shown, html("div", "ld-keys", keys));
  }
}
