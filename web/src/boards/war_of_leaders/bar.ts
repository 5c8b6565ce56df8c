/** The strip above the table: round, whose turn, what is left of each army, the die of the move and the tape. */

import type { WarOfLeadersTable } from "../../wire";
import type { BoardContext } from "../board";
import { die, el, livery, spoken } from "../kit";
import { button, crowded, html } from "../kit/dom";
import { figure } from "./figures";

const ALIVE = 1;
const KINDS = 4;

export class Bar {
  readonly element = html("div", "board-bar");
  private armies = html("ul", "bar-seats");
  private round = html("span", "bar-title");
  private die = html("span", "wl-die");
  readonly tape: HTMLButtonElement;

  constructor(
    private context: BoardContext,
    toggle: () => void,
  ) {
    this.tape = button("bar-button", [icon("M2 9h20v7H2zM6 9v3M10 9v4M14 9v3M18 9v4"), html("span", "wl-tape-word", [this.text("tape")])], toggle, this.text("tape-label"));
    this.tape.setAttribute("aria-pressed", "false");
    this.element.append(this.round, this.die, this.armies, this.tape);
  }

  show(table: WarOfLeadersTable, pips: number): void {
    this.round.textContent = table.round > 0 ? `${this.text("round")} ${table.round}` : this.text("setup");
    this.die.replaceChildren();
    if (pips > 0) {
      const drawn = el("svg", { viewBox: "-11 -11 22 22", class: "wl-die-picture", "aria-hidden": "true" }, [die({ face: pips }, 9)]);
      this.die.append(drawn, html("span", "", [`${table.pace[pips] ?? 0} mm`]));
      this.die.setAttribute("aria-label", `${this.text("rolled")} ${pips}: ${table.pace[pips] ?? 0} mm`);
      this.die.setAttribute("role", "img");
    }
    crowded(this.element, this.armies, table.corner.length);
    this.armies.replaceChildren(...table.corner.map((_, seat) => this.army(table, seat)));
  }

  pressed(on: boolean): void {
    this.tape.setAttribute("aria-pressed", String(on));
  }

  private army(table: WarOfLeadersTable, seat: number): HTMLLIElement {
    const size = table.kind.length;
    const row = html("li", `bar-seat${table.turn === seat && table.round > 0 ? " bar-turn" : ""}${table.out[seat] ? " bar-out" : ""}`);
    const name = html("strong", "", [spoken(this.context, "seat", seat)]);
    name.style.setProperty("--mark", livery(seat).colour);
    row.append(name);
    const said: string[] = [];
    for (let kind = 0; kind < KINDS; kind++) {
      const left = table.kind.filter((each, i) => each === kind && table.life[seat * size + i] === ALIVE).length;
      if (!table.kind.includes(kind)) continue;
      const picture = el("svg", { viewBox: "-1.9 -2.4 3.8 3.4", class: "wl-small", "aria-hidden": "true" }, [figure(kind, livery(seat).colour)]);
      row.append(html("span", left ? "wl-left" : "wl-left wl-none", [picture, String(left)]));
      said.push(`${left} ${this.text(`kind-${kind}`)}`);
    }
    if (table.claim[seat]) row.append(html("em", "wl-claim", [this.text("claims")]));
    row.setAttribute("aria-label", [spoken(this.context, "seat", seat), ...said, ...(table.claim[seat] ? [this.text("claims")] : [])].join(", "));
    return row;
  }

  private text(key: string): string {
    return this.context.texts["board"]?.[key] ?? key;
  }
}

function icon(d: string): SVGSVGElement {
  return el("svg", { viewBox: "0 0 24 24", class: "wl-icon", "aria-hidden": "true" }, [el("path", { d })]);
}
