/** The strip above the board: turn, coins and towns of every seat, the six steps of a move, and what the areas mean. */

import type { CompanyLeaderTable } from "../../wire";
import type { BoardContext } from "../board";
import { el, livery, spoken } from "../kit";
import { button, crowded, html } from "../kit/dom";
import type { Field } from "./ground";

const TURN = 1;
const ACT = 2;
const STEPS = ["turn", "scout", "move", "turn-again", "scout-again", "dummies"];
/** The step of the move that is asked for, by the step of the acting troop's frame; -1: it is shooting. */
const NEXT = [0, 2, 3, 5, -1, -1];

export class Bar {
  readonly element = html("div", "board-bar");
  private title = html("span", "bar-title");
  private seats = html("ul", "bar-seats");
  private steps = html("ol", "cl-steps");
  private legend = html("span", "cl-legend");
  private pieces = html("div", "cl-tray");

  constructor(private context: BoardContext) {
    this.legend.append(this.sample("view"), this.sample("fire"));
    this.areas(false);
    this.pieces.setAttribute("role", "group");
    this.pieces.setAttribute("aria-label", this.text("tray"));
    this.tray([], -1, () => {});
    this.element.append(this.title, this.seats, this.legend, this.steps, this.pieces);
  }

  /** What is still to be set up, with how many are left: the one in hand goes where the board is clicked. */
  tray(left: [number, number][], held: number, take: (type: number) => void): void {
    this.pieces.hidden = !left.length;
    const focus = this.pieces.contains(document.activeElement) ? document.activeElement?.getAttribute("data-type") : null;
    this.pieces.replaceChildren(
      ...left.map(([type, count]) => {
        const name = spoken(this.context, "type", type);
        const made = button("cl-tray-piece", [html("span", "", [name]), ...(count ? [" ", html("b", "", [String(count)])] : [])], () => take(type));
        made.setAttribute("aria-pressed", String(type === held));
        made.setAttribute("data-type", String(type));
        return made;
      }),
    );
    if (focus) this.pieces.querySelector<HTMLElement>(`[data-type="${focus}"]`)?.focus();
  }

  show(table: CompanyLeaderTable, ground: Field[]): void {
    const turn = table.stack.find(({ proc }) => proc === TURN)?.regs[0] ?? -1;
    const number = table.turns[turn] ?? 0;
    this.title.textContent = turn >= 0 && number > 0 ? `${this.text("turn-number")} ${number}` : this.text("setup");
    const { sides } = this.context.handout;
    this.seats.replaceChildren(...sides.map((side, seat) => this.seat(table, ground, seat, table.coins[side] ?? 0, seat === turn))); // allies have one purse
    crowded(this.element, this.seats, sides.length);
    this.showSteps(table);
  }

  /** What the areas around a troop mean is told while they are shown. */
  areas(shown: boolean): void {
    this.legend.hidden = !shown;
  }

  private seat(table: CompanyLeaderTable, ground: Field[], seat: number, coins: number, turn: boolean): HTMLLIElement {
    const towns = ground.filter(({ id, terrain }) => terrain === "urban" && table.owner[id] === seat).length;
    const row = html("li", `bar-seat${turn ? " bar-turn" : ""}${(table.out >> seat) & 1 ? " bar-out" : ""}`);
    const name = html("strong", "", [spoken(this.context, "seat", seat)]);
    name.style.setProperty("--mark", livery(seat).colour);
    const house = el("svg", { viewBox: "-7 -10 14 16", "aria-hidden": "true" }, [el("rect", { x: -5, y: -3, width: 10, height: 8, class: "cl-house" }), el("path", { d: "M-6 -3L0 -9L6 -3Z", class: "cl-roof" })]);
    const coin = el("svg", { viewBox: "-6 -6 12 12", "aria-hidden": "true" }, [el("circle", { r: 5, class: "cl-shop" }), el("path", { d: "M0 -2.6V2.6M-1.6 -1.4H1.2M-1.2 1.4H1.6", class: "cl-shop-mark" })]);
    row.append(name, html("span", "cl-bar-count", [house, String(towns)]), html("span", "cl-bar-count", [coin, String(coins)]));
    row.setAttribute("aria-label", [spoken(this.context, "seat", seat), `${this.text("towns")} ${towns}`, `${this.text("coins")} ${coins}`].join(", "));
    return row;
  }

  /** Where a move has come to: what is done, what is asked now, what follows. */
  private showSteps(table: CompanyLeaderTable): void {
    const acting = table.stack.find(({ proc }) => proc === ACT);
    const next = acting ? (NEXT[acting.step] ?? -1) : -1;
    this.steps.hidden = !table.stack.some(({ proc }) => proc === TURN); // their place is kept all through a turn: the board does not jump
    this.steps.setAttribute("aria-label", this.text("steps"));
    this.steps.replaceChildren(
      ...STEPS.map((step, i) => {
        const line = html("li", i < next ? "cl-done" : i === next ? "cl-now" : "", [html("span", "", [`${i + 1} `]), this.text(`step-${step}`)]);
        if (i === next) line.setAttribute("aria-current", "step");
        return line;
      }),
    );
  }

  private sample(topic: "view" | "fire"): HTMLSpanElement {
    const hexagon = "M0 -9L7.8 -4.5V4.5L0 9L-7.8 4.5V-4.5Z";
    const mark = topic === "view" ? el("path", { d: hexagon, class: "cl-area-view" }) : crosshair(0, 0, 7);
    return html("span", "", [el("svg", { viewBox: "-10 -10 20 20", "aria-hidden": "true" }, [mark]), this.text(`area-${topic}`)]);
  }

  private text(key: string): string {
    return this.context.texts["board"]?.[key] ?? key;
  }
}

/** The sign of a field that can be hit. */
export function crosshair(x: number, y: number, r: number): SVGPathElement {
  const d = `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0M${x - r - 3} ${y}h6M${x + r - 3} ${y}h6M${x} ${y - r - 3}v6M${x} ${y + r - 3}v6`;
  return el("path", { d, class: "cl-area-fire" });
}
