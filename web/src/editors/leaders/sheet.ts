/** Beside the map: the chosen place with its troops; below it: players with nations, camps, goals and what they are worth; the common goals. */

import { icon } from "../../boards/leaders/troops";
import { sayWord, spoken } from "../../boards/kit";
import type { EditorContext, Options } from "../editor";
import { html, numberField, picker, stepper } from "../parts";
import type { OwnGame } from "./own";
import { LAND, NOBODY } from "./own";

const UNITS = ["infantry", "tank", "plane"];
const ROADS = ["all", "points", "research", "badges", "points-research", "points-badges", "research-badges"];

export class Sheet {
  readonly cards: HTMLElement[];
  private card = html("section", "ed-card");
  private balance = html("section", "ed-card");
  private players = html("section", "ed-card lde-players");
  private goals = html("section", "ed-card lde-goals");
  private own: OwnGame | null = null;
  private chosen = -1;

  constructor(
    private context: EditorContext,
    private say: (key: string) => string,
    private report: (changed: Options, told: string) => void,
  ) {
    this.cards = [this.card, this.balance, this.players, this.goals];
  }

  show(own: OwnGame, chosen: number): void {
    this.own = own;
    this.chosen = chosen;
    const kept = focusKey();
    this.showPlace(own);
    this.showBalance(own);
    this.showPlayers(own);
    this.showGoals(own);
    restore(kept, this.cards);
  }

  // the chosen place ------------------------------------------------------------------------

  private showPlace(own: OwnGame): void {
    const at = this.chosen;
    if (!own.dealt) return this.card.replaceChildren(html("h3", "", [this.say("starts")]), html("p", "ed-note", [this.say("chosen-by-players")]));
    if (at < 0) return this.card.replaceChildren(html("h3", "", [this.say("starts")]), html("p", "ed-note", [this.say("how-to")]));
    const title = html("h3", "", [spoken(this.context, "place", at)]);
    const seats = Array.from({ length: own.seats }, (_, seat) => seat);
    if (at >= LAND) return this.card.replaceChildren(title, html("p", "ed-note", [this.say("sea-note")]), ...seats.flatMap((seat) => [html("h4", "", [spoken(this.context, "seat", seat)]), ...this.troops(own, at, seat, 99)]));
    const owner = own.owner[at] ?? NOBODY;
    const choices: [string, string][] = [["-1", this.say("nobody")], ...seats.map((seat): [string, string] => [String(seat), spoken(this.context, "seat", seat)])];
    const who = picker(this.say("belongs-to"), choices, (value) => this.own && this.report(this.own.give(at, Number(value)), ""));
    who.input.value = String(owner);
    const worth = html("p", "ed-note", [this.say("worth-and-room").replace("{points}", String(own.worth(at)))]);
    this.card.replaceChildren(title, worth, who.element, ...(owner >= 0 ? this.troops(own, at, owner, own.worth(at)) : []));
  }

  private troops(own: OwnGame, at: number, seat: number, room: number): HTMLElement[] {
    const units = own.troops(at, seat);
    const total = units.reduce((sum, number) => sum + number, 0);
    return UNITS.map((unit, i) => {
      const made = stepper(`${spoken(this.context, "seat", seat)}: ${this.word(unit)}`, 0, (units[i] ?? 0) + Math.max(0, room - total), (by) => {
        const next = units.map((number, k) => (k === i ? Math.max(0, number + by) : number));
        if (at >= LAND || next.some(Boolean)) this.report(own.setUnits(at, seat, next), `${this.word(unit)}: ${next[i]}`);
      }, icon(i), this.word(unit));
      made.show(units[i] ?? 0);
      if (at < LAND && total === 1 && units[i] === 1) (made.element.children[1] as HTMLButtonElement).disabled = true;
      return made.element;
    });
  }

  // balance ----------------------------------------------------------------------------------

  private showBalance(own: OwnGame): void {
    const seats = Array.from({ length: own.seats }, (_, seat) => seat);
    const rows = seats.map((seat) => {
      const goal = this.goalOf(own, seat);
      const cells = [own.areas(seat), own.points(seat), own.price(seat), goal ? `${Math.round((100 * own.points(seat)) / goal)} %` : "–"];
      return html("tr", "", [html("th", "", [this.disc(seat), spoken(this.context, "seat", seat)]), ...cells.map((words, i) => html("td", i === 3 && goal > 0 && own.points(seat) >= goal ? "ed-off" : "", [String(words)]))]);
    });
    const heads = ["areas", "points", "troops", "of-goal"].map((key) => html("th", "", [this.say(key)]));
    this.balance.replaceChildren(html("h3", "", [this.say("balance")]), html("div", "ed-scroll", [html("table", "ed-counts", [html("thead", "", [html("tr", "", [html("th", "", [""]), ...heads])]), html("tbody", "", rows)])]), html("p", "ed-note", [this.say("balance-note")]));
    this.balance.hidden = !own.dealt;
  }

  private goalOf(own: OwnGame, seat: number): number {
    if (own.custom && !/all|points/.test(String(own.options["roads"] ?? "all"))) return 0;
    return (own.custom && (own.goals()[seat] || Number(own.options["goal_points"]))) || own.bookGoal();
  }

  // players ----------------------------------------------------------------------------------

  private showPlayers(own: OwnGame): void {
    const dealtNations = own.custom && own.options["nations"] === "fixed";
    const name = this.context.texts["option"] ?? {};
    const choice = (value: string) => this.context.texts["choice"]?.[`nations.${value}`] ?? value;
    const ways = picker(name["nations"] ?? "", ["free", "blocks", "fixed"].map((each) => [each, choice(each)]), (nations) => this.report(own.choose({ nations }), ""));
    ways.input.value = own.custom ? String(own.options["nations"]) : own.options["scenario"] === "blocks" ? "blocks" : "free";
    ways.input.dataset["keep"] = "nations";
    const rows = Array.from({ length: own.seats }, (_, seat) => this.player(own, seat, dealtNations));
    this.players.replaceChildren(html("h3", "", [this.say("players")]), ways.element, ...rows);
  }

  private player(own: OwnGame, seat: number, dealtNations: boolean): HTMLElement {
    const parts: HTMLElement[] = [html("h4", "lde-player-name", [this.disc(seat), spoken(this.context, "seat", seat)])];
    if (dealtNations) {
      const made = picker(this.say("nation"), own.nationKeys.map((key) => [key, sayWord(this.context.texts, "nation", key)]), (nation) => this.report(own.setNation(seat, nation), ""));
      made.input.value = own.nations()[seat] ?? "";
      made.input.dataset["keep"] = `nation ${seat}`;
      parts.push(made.element);
    }
    const goal = numberField(this.say("own-goal"), 0, 188, (points) => this.report(own.setGoal(seat, points), ""));
    goal.input.value = String(own.goals()[seat] || "");
    goal.input.placeholder = String(Number(own.options["goal_points"]) || own.bookGoal());
    goal.input.dataset["keep"] = `goal ${seat}`;
    parts.push(goal.element);
    if (own.dealt) {
      const camp = own.camp(seat);
      const steppers = UNITS.map((unit, i) => {
        const made = stepper(`${spoken(this.context, "seat", seat)}, ${this.say("camp")}: ${this.word(unit)}`, 0, 99, (by) => this.report(own.setCamp(seat, camp.map((number, k) => (k === i ? Math.max(0, number + by) : number))), ""), icon(i), this.word(unit));
        made.show(camp[i] ?? 0);
        return made.element;
      });
      parts.push(html("div", "lde-camp", [html("span", "ed-note", [this.say("camp")]), ...steppers]));
    }
    return html("div", "lde-player", parts);
  }

  // goals --------------------------------------------------------------------------------------

  private showGoals(own: OwnGame): void {
    const [name, help] = [this.context.texts["option"] ?? {}, this.context.texts["help"] ?? {}];
    const fields = ([["goal_points", 188], ["goal_research", 3], ["goal_badges", 7]] as const).map(([key, high]) => {
      const made = numberField(name[key] ?? key, 0, high, (value) => this.report(own.choose({ [key]: value }), ""), help[key] ?? "");
      made.input.value = own.custom && Number(own.options[key]) ? String(own.options[key]) : "";
      made.input.placeholder = key === "goal_points" ? String(own.bookGoal()) : key === "goal_research" ? "3" : "7";
      made.input.dataset["keep"] = key;
      return made.element;
    });
    const roads = picker(name["roads"] ?? "", ROADS.map((each) => [each, this.context.texts["choice"]?.[`roads.${each}`] ?? each]), (value) => this.report(own.choose({ roads: value }), ""));
    roads.input.value = own.custom ? String(own.options["roads"] ?? "all") : "all";
    roads.input.dataset["keep"] = "roads";
    this.goals.replaceChildren(html("h3", "", [this.say("goals")]), roads.element, ...fields);
  }

  private disc(seat: number): HTMLElement {
    return html("span", `lde-disc lde-seat-${seat}`, [String(seat + 1)]);
  }

  private word(key: string): string {
    return this.context.texts["word"]?.[key] ?? key;
  }
}

/** Controls are drawn anew after each change; whoever had the focus keeps it. */
function focusKey(): string {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement)) return "";
  return active.dataset["keep"] ?? active.getAttribute("aria-label") ?? (active.closest("label")?.textContent ?? "");
}

function restore(key: string, hosts: HTMLElement[]): void {
  if (!key || document.activeElement !== document.body) return;
  for (const host of hosts)
    for (const each of host.querySelectorAll<HTMLElement>("button, select, input"))
      if (each.dataset["keep"] === key || each.getAttribute("aria-label") === key || (each instanceof HTMLSelectElement && each.closest("label")?.textContent === key)) return each.focus();
}
