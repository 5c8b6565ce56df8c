/** The tray of the Commanders editor: which side, which unit, marker or terrain; and what is done to the whole set-up. */

import { Ground } from "../../boards/commanders/ground";
import { Layout } from "../../boards/commanders/layout";
import { KINDS, drawUnit } from "../../boards/commanders/units";
import { el, spoken } from "../../boards/kit";
import type { EditorContext, Options } from "../editor";
import type { Picker } from "../parts";
import { button, html, picker, Tray } from "../parts";
import type { Image, LandKind } from "./setup";
import { LAND_KINDS } from "./setup";

export type Tool =
  | { type: "look" }
  | { type: "erase" }
  | { type: "road" }
  | { type: "unit"; seat: number; kind: number }
  | { type: "marker"; seat: number; kind: string }
  | { type: "land"; kind: LandKind };

export interface ToolHooks {
  pick(): void;
  choose(changed: Options): void;
  copy(seat: number, how: Image): void;
  copyLand(): void;
  clear(): void;
}

const MARKERS = ["general", "flag", "flag3", "rose", "rose3"];

export class Tools {
  readonly element: HTMLElement;
  tool: Tool = { type: "unit", seat: 0, kind: 0 };
  private seat = 0;
  private key = "unit:0";
  private trays: Tray[] = [];
  private sides: Tray;
  private pictures = new Map<string, SVGSVGElement>();
  private battle: Picker;
  private side: Picker;
  private markers: Picker;
  private land: Picker;

  constructor(
    private context: EditorContext,
    private say: (key: string) => string,
    private hooks: ToolHooks,
  ) {
    const choice = (option: string, value: string) => context.texts["choice"]?.[`${option}.${value}`] ?? value;
    const name = (option: string) => context.texts["option"]?.[option] ?? option;
    const battles = Object.entries(context.handout.data["armies"] as Record<string, unknown>).flatMap(([key, value]) => (value && typeof value === "object" ? [key] : []));
    this.battle = picker(name("battle"), [...battles, "custom", "listed"].map((each) => [each, choice("battle", each)]), (battle) => this.hooks.choose(battle === "listed" ? {} : { battle, army_list: "" }));
    this.side = picker(name("side"), ["A", "B", "B-turned"].map((each) => [each, choice("side", each)]), (side) => this.hooks.choose({ side }));
    this.markers = picker(name("markers"), [...["standard", "grand", "none"].map((each): [string, string] => [each, choice("markers", each)]), ["listed", say("own-markers")]], (markers) => {
      if (markers !== "listed") this.hooks.choose({ markers, marker_list: "" });
    });
    this.land = picker(name("terrain"), [["none", say("no-terrain")], ["printed", say("printed-terrain")], ["listed", say("own-terrain")]], (land) => {
      if (land !== "listed") this.hooks.choose({ terrain: land === "none" ? 0 : 1, terrain_list: "" });
    });
    this.sides = this.sideTray();
    this.element = html("div", "cme-tools", [
      html("div", "ed-tools", [this.sides.element, this.unitTray().element, this.markTray().element, this.landTray().element, this.plainTray().element]),
      html("div", "ed-tools", [this.battle.element, this.side.element, this.markers.element, this.land.element, this.whole()]),
    ]);
    this.use(this.key);
  }

  show(options: Options): void {
    this.battle.input.value = String(options["battle"]);
    this.side.input.value = String(options["side"]);
    const onB = options["side"] !== "A";
    this.markers.input.value = String(options["marker_list"] ?? "").trim() ? "listed" : String(options["markers"]);
    this.markers.input.disabled = !onB;
    this.land.input.value = !Number(options["terrain"]) ? "none" : String(options["terrain_list"] ?? "").trim() ? "listed" : "printed";
    for (const select of [this.battle, this.markers, this.land]) for (const option of select.input.options) if (option.value === "listed") option.disabled = select.input.value !== "listed";
  }

  /** The tool a tray's button stands for. */
  read(key: string): Tool {
    const [type = "look", what = ""] = key.split(":");
    if (type === "unit") return { type, seat: this.seat, kind: Number(what) };
    if (type === "marker") return { type, seat: this.seat, kind: what };
    if (type === "land") return { type, kind: what as LandKind };
    return { type: type as "look" | "erase" | "road" };
  }

  private use(key: string): void {
    this.key = key;
    this.tool = this.read(key);
    for (const tray of this.trays) tray.press(key);
    this.sides.press(`side:${this.seat}`);
    this.hooks.pick();
  }

  private tray(label: string): Tray {
    const made = new Tray(label, (key) => this.use(key));
    this.trays.push(made);
    return made;
  }

  private sideTray(): Tray {
    const made = new Tray(this.say("side-of"), (key) => {
      this.seat = Number(key.split(":")[1]);
      this.repaint();
      this.use(this.key);
    });
    for (const seat of [0, 1]) made.add(`side:${seat}`, spoken(this.context, "seat", seat), [spoken(this.context, "seat", seat)]);
    return made;
  }

  private unitTray(): Tray {
    const made = this.tray(this.say("units"));
    KINDS.forEach((kind, i) => made.add(`unit:${i}`, this.say(kind), [this.picture(`unit:${i}`)]));
    return made;
  }

  private markTray(): Tray {
    const made = this.tray(this.say("markers"));
    for (const kind of MARKERS) made.add(`marker:${kind}`, this.say(kind), [this.picture(`marker:${kind}`)]);
    return made;
  }

  private landTray(): Tray {
    const made = this.tray(this.say("terrain"));
    for (const kind of LAND_KINDS) made.add(`land:${kind}`, this.say(kind), [this.say(kind)]);
    made.add("road", this.say("road"), [this.say("road")]);
    return made;
  }

  private plainTray(): Tray {
    const made = this.tray(this.say("tools"));
    made.add("look", this.say("look"), [this.say("look")]);
    made.add("erase", this.say("erase"), [this.say("erase")]);
    return made;
  }

  private whole(): HTMLElement {
    const group = html("div", "ed-tray", [
      button("ed-tool cme-copy", [this.say("copy-turned")], () => this.hooks.copy(this.seat, "turned"), this.say("copy-turned-help")),
      button("ed-tool cme-copy", [this.say("copy-mirrored")], () => this.hooks.copy(this.seat, "mirrored"), this.say("copy-mirrored-help")),
      button("ed-tool cme-copy", [this.say("copy-land")], () => this.hooks.copyLand(), this.say("copy-land-help")),
      button("ed-tool", [this.say("clear")], () => this.hooks.clear()),
    ]);
    for (const each of group.children) (each as HTMLElement).title = each.getAttribute("aria-label") ?? "";
    return group;
  }

  private picture(key: string): SVGSVGElement {
    const made = el("svg", { viewBox: "-22 -18 44 36", "aria-hidden": "true" });
    this.pictures.set(key, made);
    this.paint(key, made);
    return made;
  }

  private repaint(): void {
    for (const [key, made] of this.pictures) this.paint(key, made);
  }

  private paint(key: string, made: SVGSVGElement): void {
    const [type, what = ""] = key.split(":");
    made.replaceChildren(type === "unit" ? unitPicture(this.seat, Number(what)) : markPicture(this.context, this.seat, what));
  }
}

export function unitPicture(seat: number, kind: number): SVGGElement {
  return drawUnit({ seat, kind, status: 0, small: false, picked: false, secret: false });
}

/** A marker as on the board, moved to the middle of a small picture. */
export function markPicture(context: EditorContext, seat: number, kind: string): SVGGElement {
  const layout = new Layout(false);
  const ground = new Ground(context.handout, layout);
  const { x, y } = layout.area(0);
  const made = ground.marker(seat, MARKERS.indexOf(kind), 0, 0);
  made.setAttribute("transform", `translate(${-(x + 190)} ${-(y + 21)})`);
  return made;
}
