/** Numbers of the table and of the chosen thing, to be typed. */

import { html, numberField } from "../parts";
import type { Sheet, Spot } from "./sheet";

export interface InspectorEvents {
  table(changes: Partial<Sheet>): void;
  move(to: Spot): void;
  radius(mm: number): void;
}

export class Inspector {
  readonly element: HTMLElement;
  private name = html("h3", "", []);
  private chosen = html("section", "ed-card wle-chosen");
  private inputs: Record<string, HTMLInputElement> = {};
  private rows: Record<string, HTMLElement> = {};
  private at: Spot = { x: 0, y: 0 };

  constructor(private say: (key: string) => string, events: InspectorEvents) {
    const field = (key: string, low: number, high: number, pick: (value: number) => void) => {
      const made = numberField(say(key), low, high, pick);
      this.inputs[key] = made.input;
      this.rows[key] = made.element;
      return made.element;
    };
    const round = html("input", "");
    round.type = "checkbox";
    round.addEventListener("change", () => events.table(round.checked ? { disc: Number(this.inputs["width"]!.value) } : { disc: 0, width: Number(this.inputs["disc"]!.value), height: Number(this.inputs["disc"]!.value) }));
    this.inputs["round"] = round;
    const table = html("section", "ed-card", [
      html("h3", "", [say("table")]),
      html("label", "check", [round, say("round")]),
      html("div", "wle-pair", [field("width", 200, 16000, (width) => events.table({ width })), field("height", 200, 16000, (height) => events.table({ height })), field("disc", 200, 16000, (disc) => events.table({ disc }))]),
      html("div", "wle-pair", [field("zone-radius", 40, 800, (zone) => events.table({ zone })), field("needed", 1, 60, (needed) => events.table({ needed }))]),
    ]);
    this.chosen.append(
      this.name,
      html("div", "wle-pair", [field("x", 0, 16000, (x) => events.move({ ...this.at, x })), field("y", 0, 16000, (y) => events.move({ ...this.at, y })), field("radius", 5, 2000, (mm) => events.radius(mm))]),
      html("p", "ed-note", [say("keys")]),
    );
    this.element = html("div", "wle-inspector", [this.chosen, table]);
  }

  show(sheet: Sheet, at: Spot | null, radius: number | null, name: string): void {
    const values: Record<string, number> = { width: sheet.width, height: sheet.height, disc: sheet.disc, "zone-radius": sheet.zone, needed: sheet.needed ?? 4, x: at?.x ?? 0, y: at?.y ?? 0, radius: radius ?? 0 };
    for (const [key, value] of Object.entries(values)) this.inputs[key]!.value = String(value);
    this.inputs["round"]!.checked = sheet.disc > 0;
    this.rows["width"]!.hidden = this.rows["height"]!.hidden = sheet.disc > 0;
    this.rows["disc"]!.hidden = sheet.disc === 0;
    this.rows["radius"]!.hidden = radius === null;
    this.chosen.hidden = at === null;
    if (at) this.at = at;
    this.name.textContent = name || this.say("nothing");
  }
  /** A finding about the table as a whole. */
  attend(): void {
    (this.inputs["round"]!.checked ? this.inputs["disc"]! : this.inputs["width"]!).focus();
  }
}
