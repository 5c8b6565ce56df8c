/** Beside the board: what stands in the chosen sector, with minus and plus; and the strength of both armies. */

import { RESERVE, SECTORS } from "../../boards/commanders/layout";
import { KINDS } from "../../boards/commanders/units";
import { el, spoken } from "../../boards/kit";
import type { EditorContext, Options } from "../editor";
import type { Stepper } from "../parts";
import { html, stepper } from "../parts";
import type { SetUp } from "./setup";
import { ARMY, LAND_KINDS } from "./setup";
import { unitPicture } from "./tools";

export class Inspector {
  readonly cards: HTMLElement[];
  private title = html("h3", "");
  private warning = html("p", "ed-note cme-warning");
  private steppers: Stepper[][] = [];
  private groups: HTMLElement[] = [];
  private lands = html("div", "ed-tray");
  private counts = html("table", "ed-counts");
  private setUp: SetUp | null = null;
  private at = 0;

  constructor(
    private context: EditorContext,
    private say: (key: string) => string,
    private report: (changed: Options, told: string) => void,
  ) {
    this.warning.setAttribute("role", "status");
    for (const seat of [0, 1]) {
      const row = KINDS.map((kind, i) => stepper(`${spoken(context, "seat", seat)}: ${say(kind)}`, 0, ARMY, (by) => this.step(seat, i, by), el("svg", { viewBox: "-22 -18 44 36", "aria-hidden": "true" }, [unitPicture(seat, i)]), say(kind)));
      this.steppers.push(row);
      this.groups.push(html("div", "cme-group", [html("h4", "", [spoken(context, "seat", seat)]), ...row.map(({ element }) => element)]));
    }
    this.lands.setAttribute("role", "group");
    this.lands.setAttribute("aria-label", say("terrain"));
    for (const kind of LAND_KINDS) {
      const made = html("button", "ed-tool", [say(kind)]);
      made.type = "button";
      made.addEventListener("click", () => this.setUp && this.report(this.setUp.toggleLand(kind, this.at), ""));
      this.lands.append(made);
    }
    this.cards = [
      html("section", "ed-card cme-sector-card", [this.title, this.warning, ...this.groups, this.lands]),
      html("section", "ed-card", [html("h3", "", [say("strength")]), this.counts, html("p", "ed-note", [say("how-to")])]),
    ];
  }

  show(setUp: SetUp, at: number, label: string): void {
    if (at !== this.at) this.warn("");
    this.setUp = setUp;
    this.at = at;
    this.title.textContent = spoken(this.context, "sector", at);
    this.title.title = label;
    this.steppers.forEach((row, seat) => row.forEach((each, kind) => {
      const count = setUp.count(seat, at, kind);
      each.show(count);
      const more = each.element.lastElementChild as HTMLButtonElement;
      more.disabled = setUp.refuses(seat, at, kind) !== "";
    }));
    this.groups.forEach((group, seat) => (group.hidden = at === RESERVE + 1 - seat));
    this.lands.hidden = at >= SECTORS;
    LAND_KINDS.forEach((kind, i) => this.lands.children[i]?.setAttribute("aria-pressed", String(at < SECTORS && setUp.land[kind].some((name) => name === spokenName(this.context, at)))));
    this.tell(setUp);
  }

  warn(words: string): void {
    this.warning.textContent = words;
  }

  private step(seat: number, kind: number, by: number): void {
    if (!this.setUp) return;
    this.report(this.setUp.addUnits(seat, this.at, kind, by), `${this.say(KINDS[kind] ?? "")}: ${this.setUp.count(seat, this.at, kind)}`);
  }

  private tell(setUp: SetUp): void {
    const cell = (words: string | number, off = false) => html("td", off ? "ed-off" : "", [String(words)]);
    const head = html("tr", "", [html("th", "", [""]), ...[0, 1].map((seat) => html("th", "", [spoken(this.context, "seat", seat)]))]);
    const rows = KINDS.map((kind, i) => html("tr", "", [html("th", "", [this.say(kind)]), ...[0, 1].map((seat) => cell(setUp.total(seat, i)))]));
    const all = html("tr", "", [html("th", "", [this.say("all-units")]), ...[0, 1].map((seat) => cell(`${setUp.total(seat)} / ${ARMY}`, setUp.total(seat) > ARMY || !setUp.total(seat)))]);
    const worth = html("tr", "", [html("th", "", [this.say("points-worth")]), ...[0, 1].map((seat) => cell(setUp.price(seat)))]);
    const marks = html("tr", "", [html("th", "", [this.say("marker-points")]), ...[0, 1].map((seat) => cell(setUp.marks.filter(({ colour }) => colour === seat).reduce((sum, { kind }) => sum + setUp.worth(kind), 0)))]);
    this.counts.replaceChildren(html("thead", "", [head]), html("tbody", "", [...rows, all, worth, marks]));
  }
}

function spokenName(context: EditorContext, at: number): string {
  return context.handout.words["sector"]?.[String(at)] ?? "";
}
