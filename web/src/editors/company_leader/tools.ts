/** The tools of the painter: brushes, territories, the symmetric brush, ready boards. */

import { centre, corners, el, path } from "../../boards/kit";
import type { EditorContext } from "../editor";
import { icon } from "../icons";
import { button, html, picker, Tray } from "../parts";
import type { Cell } from "./plan";
import { SYMMETRIES } from "./symmetry";
import { markIcon } from "./marks";

const SMALL = { flat: false, size: 14 };
const LETTERS = ["a", "b", "c", "d", "e", "f"];
const FRESH = ["hexagon:3", "hexagon:4", "hexagon:5", "hexagon:6", "hexagon:7", "rows:7", "rows:9", "rows:11"];

export interface ToolEvents {
  template(name: string): void;
  grow(): void;
  pick(tool: string): void;
}

export class Tools {
  readonly element: HTMLElement;
  tool = "forest";
  symmetry = "point";
  fill = false;
  private tray: Tray;
  private letters: Tray;

  constructor(context: EditorContext, say: (key: string) => string, events: ToolEvents) {
    const press = (key: string) => {
      this.tool = key;
      this.tray.press(key);
      this.letters.press(key);
      events.pick(key);
    };
    this.tray = new Tray(say("brushes"), press);
    for (const terrain of ["open", "forest", "urban"] as const) this.tray.add(terrain, say(terrain), [swatch(`cl-${terrain}`), html("span", "cle-word", [say(terrain)])]);
    this.tray.add("erase", say("erase"), [icon("cross")]);
    this.tray.add("pick", say("pick"), [icon("dropper")]);
    this.tray.add("hand", say("hand"), [icon("hand")]);
    this.letters = new Tray(say("territories"), press);
    for (const [i, letter] of LETTERS.entries()) this.letters.add(`zone:${letter}`, `${say("territory")} ${letter.toUpperCase()}`, [dot(i), letter.toUpperCase()]);
    this.letters.add("zone:.", say("neutral"), [icon("dot")]);
    this.letters.add("shop", say("shop"), [coin()]);
    this.letters.add("flag", say("flag"), [markIcon("f")]);
    this.letters.add("convoy", say("convoy"), [markIcon("c")]);
    const fill = button("ed-tool", [say("fill")], () => {
      this.fill = !this.fill;
      fill.setAttribute("aria-pressed", String(this.fill));
    });
    fill.setAttribute("aria-pressed", "false");
    const symmetry = picker(say("symmetry"), SYMMETRIES.map((each) => [each, say(`symmetry-${each}`)]), (value) => (this.symmetry = value));
    symmetry.input.value = this.symmetry;
    const shipped = Object.keys(context.handout.data).filter((name) => name.startsWith("boards/")).map((name): [string, string] => [name.slice(7), titleOf(context, name)]);
    const fresh = FRESH.map((name): [string, string] => [name, say(name.split(":")[0]!).replace("{size}", name.split(":")[1]!)]);
    const template = picker(say("template"), [["", "…"], ...shipped, ...fresh], (name) => {
      if (name) events.template(name);
      template.input.value = "";
    });
    this.element = html("div", "ed-tools cle-tools", [this.tray.element, this.letters.element, fill, symmetry.element, template.element, button("ed-tool", [say("grow")], () => events.grow())]);
    press(this.tool);
  }

  /** The brush becomes what lies there. */
  take(cell: Cell | null): void {
    this.tool = cell ? (cell.zone !== "." && this.letters.element.contains(document.activeElement) ? `zone:${cell.zone}` : cell.terrain) : "erase";
    this.tray.press(this.tool);
    this.letters.press(this.tool);
  }
}

function titleOf(context: EditorContext, name: string): string {
  return context.texts["editor"]?.[`board-${name.slice(7)}`] ?? String((context.handout.data[name] as { title?: string }).title ?? name.slice(7));
}

function swatch(className: string): SVGSVGElement {
  const at = centre(SMALL, 0, 0);
  return el("svg", { viewBox: "-15 -15 30 30", "aria-hidden": "true", class: className }, [el("path", { d: path(corners(SMALL, at)), class: "cl-ground" })]);
}

function dot(seat: number): HTMLElement {
  return html("span", `seat-dot s${seat % 8}`);
}

function coin(): SVGSVGElement {
  return el("svg", { viewBox: "-8 -8 16 16", "aria-hidden": "true" }, [el("circle", { r: 6, class: "cl-shop" }), el("path", { d: "M0 -3.5V3.5M-2.2 -2H1.8M-1.8 2H2.2", class: "cl-shop-mark" })]);
}
