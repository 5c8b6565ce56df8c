import { beforeEach, describe, expect, it } from "vitest";
import type { Handout, Texts } from "../src/boards/board";
import { readArmies, readLand, readMarkers, streams, writeArmies, writeLand, writeMarkers } from "../src/boards/commanders/lists";
import { mount as mountCommanders } from "../src/editors/commanders";
import { image, SetUp } from "../src/editors/commanders/setup";
import type { Editor, MountEditor, Options } from "../src/editors/editor";
import { mount as mountLeaders } from "../src/editors/leaders";
import { OwnGame } from "../src/editors/leaders/own";
import { fixture } from "./harness";

function source(game: string): { handout: Handout; texts: Texts } {
  const found = fixture(game);
  const { handout } = found.settings[0]!;
  const added: Options = { army_list: "", terrain_list: "", marker_list: "", start_list: "", nation_list: "", goal_list: "", roads: "all" };
  return { handout: { ...handout, options: { ...added, ...handout.options } }, texts: found.texts["en"]! };
}

interface Opened { editor: Editor; host: HTMLElement; changes: Options[]; said: string[] }

function open(mount: MountEditor, game: string): Opened {
  const [host, toolbar, aside] = [document.createElement("div"), document.createElement("div"), document.createElement("div")];
  document.body.append(toolbar, host, aside);
  const [changes, said]: [Options[], string[]] = [[], []];
  const editor = mount(host, { ...source(game), language: "en", toolbar, aside, motion: false, change: (options) => changes.push(options), reseat: () => {}, announce: (text) => said.push(text) });
  return { editor, host, changes, said };
}
const press = (selector: string) => document.querySelector<HTMLElement>(selector)!.click();
const field = (id: number) => document.querySelector(`[data-field="${id}"]`)!.dispatchEvent(new MouseEvent("click", { bubbles: true }));

beforeEach(() => document.body.replaceChildren());

describe("lists of Commanders", () => {
  it("are read and written alike", () => {
    const armies = "w a1 4I 2C, w W 3I, b b3 2A";
    expect(writeArmies(readArmies(armies))).toBe(armies);
    expect(writeMarkers(readMarkers("w flag3 a1, b rose b2", ["flag3", "rose"]))).toBe("w flag3 a1, b rose b2");
    expect(writeLand(readLand("forest c3 a1, road b1 b2 b3"))).toBe("forest a1 c3, road b1 b2, road b2 b3");
  });

  it("leave out what nobody can read", () => {
    expect(writeArmies(readArmies("w z9 4I, x a1 2I, w a1 3X 1I\nb B 2C"))).toBe("w a1 1I, b B 2C");
  });

  it("let water run through neighbouring sectors", () => {
    const middle = (sector: number) => ({ x: (sector % 3) * 10, y: Math.floor(sector / 3) * 10 });
    expect(streams([3, 4], middle, 5)).toHaveLength(3); // between them, and out at both ends
    expect(streams([0], middle, 5)).toHaveLength(1);
  });
});

describe("a set-up of Commanders", () => {
  it("gives the other side the same army, turned or mirrored", () => {
    expect([image(0, "turned"), image(0, "mirrored"), image(9, "turned")]).toEqual([8, 6, 10]);
    const { handout } = source("commanders");
    const setUp = new SetUp(handout, { ...handout.options, battle: "listed", army_list: "w a1 2I 1A, w W 3C" });
    expect(setUp.copySide(0, "turned")["army_list"]).toBe("w a1 2I 1A, w W 3C, b c3 2I 1A, b B 3C");
    expect(setUp.copySide(0, "mirrored")["army_list"]).toContain("b a3 2I 1A");
  });

  it("lays own terrain on side A as well, which keeps its printed markers", () => {
    const { handout } = source("commanders");
    const changed = new SetUp(handout, { ...handout.options, side: "A" }).toggleLand("forest", 4);
    expect(changed).toMatchObject({ terrain: 1, terrain_list: "forest b2" });
    expect(changed["side"]).toBeUndefined();
    expect(new SetUp(handout, { ...handout.options, side: "A", terrain: 1 }).land.hill).toEqual(["a2", "c2"]);
  });

  it("fills a sector as far as the option lets it", () => {
    const { handout } = source("commanders");
    const full = (capacity: number) => new SetUp(handout, { ...handout.options, battle: "listed", army_list: "w a1 6I, b c3 1I", capacity }).refuses(0, 0, 0);
    expect([full(6), full(8)]).toEqual(["sector-full", ""]);
  });
});

describe("the editor of Commanders", () => {
  it("puts units, markers and terrain where a sector is chosen", () => {
    const { changes, said } = open(mountCommanders, "commanders");
    field(4);
    expect(changes).toEqual([]); // thirty units stand already
    expect(said.at(-1)).toBe(source("commanders").texts["editor"]?.["army-full"] ?? "army-full");
    [...document.querySelectorAll<HTMLElement>(".cme-tools button")].at(-1)!.click(); // clears the board
    expect(changes.at(-1)).toEqual({ battle: "listed", army_list: "" });
    field(4);
    expect(changes.at(-1)).toEqual({ battle: "listed", army_list: "w b2 1I" });
    press('[data-tool="side:1"]');
    press('[data-tool="marker:flag3"]');
    field(7);
    expect(String(changes.at(-1)!["marker_list"])).toContain("b flag3 b3");
    press('[data-tool="road"]');
    field(3);
    field(4);
    expect(changes.at(-1)).toMatchObject({ terrain: 1, terrain_list: "road a2 b2" });
  });

  it("marks the places of findings and leaves nothing behind", () => {
    const { editor, host } = open(mountCommanders, "commanders");
    editor.mark([{ grave: true, fine: false, key: "both-sides", text: "", where: ["b2", "option:army_list"] }]);
    expect([...host.querySelectorAll(".ed-grave")].map((each) => each.getAttribute("data-field"))).toEqual(["4"]);
    editor.mark([]);
    expect(host.querySelector(".ed-grave")).toBeNull();
    editor.destroy();
    expect(document.body.textContent).toBe("");
  });
});

describe("an own game of LEADERS", () => {
  it("is written as a list of starts", () => {
    const { handout } = source("leaders");
    const own = new OwnGame(handout, 2, { ...handout.options, scenario: "custom", start: "fixed", start_list: "p1 china 2 1 0, p2 japan" });
    expect(own.points(0)).toBe(7);
    expect(own.give(33, 1)["start_list"]).toBe("p2 china 2 1 0, p2 japan");
    expect(own.setCamp(0, [3, 0, 1])["start_list"]).toBe("p1 camp 3 0 1, p2 china 2 1 0, p2 japan");
    own.shareOut();
    expect(own.areas(0) + own.areas(1)).toBe(42);
    expect(Math.abs(own.points(0) - own.points(1))).toBeLessThan(8);
  });

  it("takes nations and goals by seat", () => {
    const { handout } = source("leaders");
    const own = new OwnGame(handout, 3, { ...handout.options, scenario: "custom" });
    expect(own.setNation(0, own.nations()[2]!)["nation_list"]).toBe([own.nations()[0], own.nations()[1], own.nations()[2]].join(", "));
    expect(new Set(own.nations()).size).toBe(3);
    expect(own.setGoal(1, 90)["goal_list"]).toBe("-, 90, -");
    expect(own.setGoal(1, 0)["goal_list"]).toBe("");
  });
});

describe("the editor of LEADERS", () => {
  it("gives territories to the chosen player and makes it an own game", () => {
    const { changes, editor, host } = open(mountLeaders, "leaders");
    field(33);
    expect(changes.at(-1)).toMatchObject({ scenario: "custom", start: "fixed", start_list: "p1 china" });
    press('[data-tool="1"]');
    field(33);
    expect(changes.at(-1)).toMatchObject({ start_list: "p2 china" });
    press('.ed-card [aria-label$="infantry +"]');
    expect(changes.at(-1)).toMatchObject({ start_list: "p2 china 2 0 0" });
    editor.mark([{ grave: true, fine: false, key: "overfull", text: "", where: ["china"] }]);
    expect(host.querySelector(".ed-grave")!.getAttribute("data-field")).toBe("33");
    editor.destroy();
    expect(document.querySelector(".lde")).toBeNull();
  });
});
