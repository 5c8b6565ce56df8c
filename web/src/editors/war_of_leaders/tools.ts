/** The tools of the table maker: select, tape, the shapes of the box, symmetry, grid, and what is done to the chosen obstacle. */

import { el, path } from "../../boards/kit";
import type { EditorContext } from "../editor";
import type { IconName } from "../icons";
import { icon } from "../icons";
import { button, html, picker, Tray } from "../parts";
import type { Symmetry, Wall } from "./sheet";
import { SYMMETRIES } from "./sheet";

interface Shape { word: string; outline?: number[]; radius?: number }

export interface ToolEvents {
  turn(degrees: number): void;
  scale(factor: number): void;
  copy(): void;
  remove(): void;
  clear(): void;
  add(shape: string): void;
  /** Another tool is in hand. */
  picked(): void;
  template(name: string): void;
}

export class Tools {
  readonly element: HTMLElement;
  tool = "select";
  symmetry: Symmetry = "point";
  /** Millimetres between the places things snap to; 0 without. */
  grid = 10;
  private shapes = new Map<string, Wall>();
  private acts: Record<string, HTMLButtonElement> = {};

  constructor(context: EditorContext, say: (key: string) => string, events: ToolEvents) {
    const scenarios = context.handout.data["scenarios"] as { shape: Shape[] } & Record<string, { pieces?: unknown; armies?: unknown }>;
    const tray = new Tray(say("tools"), (key) => {
      this.tool = key;
      tray.press(key);
      events.picked();
    });
    tray.add("select", say("select"), [icon("arrow")]);
    tray.add("tape", say("tape"), [icon("tape")]);
    for (const shape of scenarios.shape) {
      this.shapes.set(shape.word, shape.radius ? { circle: [0, 0, shape.radius] } : { outline: shape.outline! });
      const made = tray.add(shape.word, `${say("put")}: ${say(shape.word)}`, [picture(shape)]);
      made.addEventListener("dblclick", () => events.add(shape.word));
      made.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && this.tool === shape.word) {
          event.preventDefault();
          events.add(shape.word); // a second Enter puts one into the middle
        }
      });
    }
    const free = tray.add("free", say("free"), [el("svg", { viewBox: "-80 -60 160 120", "aria-hidden": "true" }, [el("path", { d: "M-60 40L-40 -40L10 -10L60 -45L50 40Z", class: "wl-wall wle-dashed" })])]);
    free.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || this.tool !== "free") return;
      event.preventDefault();
      events.add("free"); // by keyboard: a triangle, whose corners are moved
    });
    const act = (key: string, sign: IconName, press: () => void) => (this.acts[key] = button("ed-tool", [icon(sign)], press, say(key)));
    const row = html("div", "ed-tray", [
      act("turn", "right", () => events.turn(15)), act("back", "left", () => events.turn(-15)), act("larger", "plus", () => events.scale(1.15)), act("smaller", "minus", () => events.scale(1 / 1.15)),
      act("copy", "copy", () => events.copy()), act("remove", "bin", () => events.remove()),
    ]);
    for (const [key, made] of Object.entries(this.acts)) made.title = say(key);
    const symmetry = picker(say("symmetry"), SYMMETRIES.map((each) => [each, say(`symmetry-${each}`)]), (value) => (this.symmetry = value as Symmetry));
    symmetry.input.value = this.symmetry;
    const grid = picker(say("grid"), [["0", say("grid-off")], ["5", "5 mm"], ["10", "10 mm"], ["25", "25 mm"], ["50", "50 mm"]], (value) => (this.grid = Number(value)));
    grid.input.value = String(this.grid);
    const names = Object.keys(scenarios).filter((name) => !Array.isArray(scenarios[name]) && (scenarios[name]?.pieces ?? scenarios[name]?.armies) !== undefined);
    const template = picker(say("template"), [["", "…"], ...names.map((name): [string, string] => [name, context.texts["choice"]?.[`scenario.${name}`] ?? name])], (name) => {
      if (name) events.template(name);
      template.input.value = "";
    });
    this.element = html("div", "ed-tools wle-tools", [tray.element, row, symmetry.element, grid.element, template.element, button("ed-tool", [say("clear")], () => events.clear())]);
    tray.press(this.tool);
    this.enable(false);
  }

  shape(word: string): Wall {
    return this.shapes.get(word)!;
  }
  enable(on: boolean): void {
    for (const made of Object.values(this.acts)) made.disabled = !on;
  }
  press(key: string): void {
    this.acts[key]?.click();
  }
}

function picture(shape: Shape): SVGSVGElement {
  const outline = shape.outline ?? [];
  const drawn = shape.radius
    ? el("circle", { r: shape.radius, class: "wl-wall wl-rock" })
    : el("path", { d: path(Array.from({ length: outline.length / 2 }, (_, i) => ({ x: outline[2 * i]!, y: outline[2 * i + 1]! }))), class: "wl-wall" });
  return el("svg", { viewBox: "-80 -60 160 120", "aria-hidden": "true" }, [drawn]);
}
