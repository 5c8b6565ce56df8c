/** Who plays a board with what: territories, troops and income for the seats at hand. */

import type { EditorContext } from "../editor";
import { button, html, stepper } from "../parts";
import type { Play } from "./plan";

interface Troop { name: string; strength: number }

export class ArmyPanel {
  readonly element = html("section", "ed-card cle-armies");
  private troops: string[];
  private open = new Set<number>([0]);

  constructor(
    private context: EditorContext,
    private change: (play: Play | null) => void,
  ) {
    const file = context.handout.data["troops"] as { troop?: Troop[] } | undefined;
    this.troops = (file?.troop ?? []).map((troop) => troop.name).filter((name) => name !== "convoy");
  }

  private say(key: string): string {
    return this.context.texts["editor"]?.[key] ?? key;
  }

  show(play: Play | null, seats: number): void {
    this.element.replaceChildren(html("h3", "", [this.say("armies")]));
    if (!play) {
      const add = button("button small", [this.say("add-armies").replace("{seats}", String(seats))], () => this.change(null));
      this.element.append(html("p", "ed-note", [this.say("no-armies").replace("{seats}", String(seats))]), add);
      return;
    }
    play.territories.forEach((letters, seat) => this.element.append(this.seat(play, seat, letters)));
    play.income.forEach((coins, side) => {
      const made = stepper(this.say("income").replace("{side}", String(side + 1)), 0, 20, (by) => {
        const income = play.income.map((each, i) => (i === side ? Math.min(20, Math.max(0, each + by)) : each));
        this.change({ ...play, income });
      });
      made.show(coins);
      this.element.append(made.element);
    });
  }

  private seat(play: Play, seat: number, letters: string): HTMLElement {
    const army = play.armies[seat] ?? {};
    const total = Object.values(army).reduce((sum, count) => sum + count, 0);
    const dot = html("span", `seat-dot s${seat % 8}`);
    const head = html("summary", "", [dot, ` ${this.say("seat").replace("{seat}", String(seat + 1))} · ${letters.toUpperCase()} · ${this.say("troops").replace("{count}", String(total))}`]);
    const field = html("input", "");
    field.value = letters;
    field.maxLength = 8;
    field.addEventListener("change", () => {
      const own = field.value.toLowerCase().replace(/[^a-z]/g, "");
      this.change({ ...play, territories: play.territories.map((each, i) => (i === seat ? own : each)) });
    });
    const made = html("details", "", [head, html("label", "ed-picker", [html("span", "", [this.say("letters")]), field])]);
    made.open = this.open.has(seat);
    made.addEventListener("toggle", () => (made.open ? this.open.add(seat) : this.open.delete(seat)));
    for (const name of this.troops) {
      const one = stepper(this.context.texts["word"]?.[name] ?? name, 0, 99, (by) => {
        const next = { ...army, [name]: Math.max(0, (army[name] ?? 0) + by) };
        this.change({ ...play, armies: play.armies.map((each, i) => (i === seat ? next : each)) });
      });
      one.show(army[name] ?? 0);
      made.append(one.element);
    }
    return made;
  }
}
