/** The brush of the LEADERS editor: who gets the territory that is clicked; and what is done to the whole world. */

import { spoken } from "../../boards/kit";
import type { EditorContext, Options } from "../editor";
import type { Picker } from "../parts";
import { button, html, picker, Tray } from "../parts";
import type { OwnGame } from "./own";

export interface BrushHooks {
  report(changed: Options, told: string): void;
  book(): Options;
  clear(): Options;
  share(): Options;
  choose(changed: Options): Options;
}

export class Brush {
  readonly element: HTMLElement;
  seat = 0;
  painting = true;
  private trayHost = html("div", "ed-tray");
  private tray: Tray | null = null;
  private seats = 0;
  private scenario: Picker;
  private start: Picker;
  private whole: HTMLElement;

  constructor(
    private context: EditorContext,
    private say: (key: string) => string,
    hooks: BrushHooks,
  ) {
    const choice = (option: string, value: string) => context.texts["choice"]?.[`${option}.${value}`] ?? value;
    const name = (option: string) => context.texts["option"]?.[option] ?? option;
    this.scenario = picker(name("scenario"), ["free", "quick", "blocks", "home", "custom"].map((each) => [each, choice("scenario", each)]), (scenario) => hooks.report(hooks.choose({ scenario }), ""));
    this.start = picker(name("start"), ["free", "home", "fixed"].map((each) => [each, choice("start", each)]), (start) => hooks.report(hooks.choose({ start }), ""));
    this.whole = html("div", "ed-tray", [
      button("ed-tool", [say("as-in-book")], () => hooks.report(hooks.book(), say("as-in-book"))),
      button("ed-tool", [say("share-out")], () => hooks.report(hooks.share(), say("share-out"))),
      button("ed-tool", [say("clear")], () => hooks.report(hooks.clear(), say("clear"))),
    ]);
    this.element = html("div", "ed-tools lde-tools", [this.trayHost, this.scenario.element, this.start.element, this.whole]);
  }

  show(own: OwnGame): void {
    if (this.seats !== own.seats) this.build(own.seats);
    this.scenario.input.value = String(own.options["scenario"]);
    this.start.input.value = own.custom ? String(own.options["start"]) : own.dealt ? "fixed" : own.options["scenario"] === "home" ? "home" : "free";
  }

  private build(seats: number): void {
    this.seats = seats;
    if (this.seat >= seats) this.seat = 0;
    this.tray = new Tray(this.say("give-to"), (key) => this.use(key));
    for (let seat = 0; seat < seats; seat++) {
      const disc = html("span", `lde-disc lde-seat-${seat}`, [String(seat + 1)]);
      this.tray.add(String(seat), spoken(this.context, "seat", seat), [html("span", "lde-who", [disc, spoken(this.context, "seat", seat)])]);
    }
    this.tray.add("-1", this.say("nobody"), [this.say("nobody")]);
    this.tray.add("look", this.say("look"), [this.say("look")]);
    this.trayHost.replaceChildren(this.tray.element);
    this.use(String(this.seat));
  }

  private use(key: string): void {
    this.painting = key !== "look";
    if (this.painting) this.seat = Number(key);
    this.tray?.press(key);
  }
}
