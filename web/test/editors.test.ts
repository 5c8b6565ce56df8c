import { describe, expect, it } from "vitest";
import type { Handout, Texts } from "../src/boards/board";
import { el } from "../src/boards/kit";
import type { Editor, EditorContext, MountEditor, Options, Remark } from "../src/editors/editor";
import { mount as mountPainter } from "../src/editors/company_leader";
import { freshCells, readPlan, spotKey, spotOf } from "../src/editors/company_leader/plan";
import { images, SYMMETRIES } from "../src/editors/company_leader/symmetry";
import { BadToml, parseToml } from "../src/editors/toml";
import { mount as mountTable } from "../src/editors/war_of_leaders";
import { countsOf, drawnUp, rowsOf } from "../src/editors/war_of_leaders/army";
import { FreeHand } from "../src/editors/war_of_leaders/free";
import { counterparts, readSheet } from "../src/editors/war_of_leaders/sheet";
import { fixture } from "./harness";

interface Bench { editor: Editor; host: HTMLElement; toolbar: HTMLElement; aside: HTMLElement; changes: Options[]; handout: Handout }

function open(game: string, mount: MountEditor): Bench {
  const source = fixture(game);
  const handout = { ...source.settings[0]!.handout, seats: 2 };
  const [host, toolbar, aside] = [document.createElement("div"), document.createElement("div"), document.createElement("div")];
  document.body.append(host, toolbar, aside);
  const changes: Options[] = [];
  const context: EditorContext = { handout, texts: source.texts["en"] as Texts, language: "en", toolbar, aside, motion: false, change: (options) => changes.push(options), reseat: () => {}, announce: () => {} };
  return { editor: mount(host, context), host, toolbar, aside, changes, handout };
}
const press = (where: HTMLElement, tool: string) => where.querySelector<HTMLButtonElement>(`[data-tool="${tool}"]`)!.click();
function choose(select: HTMLSelectElement, value: string): void {
  select.value = value;
  select.dispatchEvent(new Event("change"));
}
const strike = (element: Element) => element.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
const remark = (where: string[], grave = false): Remark => ({ grave, fine: false, key: "x", text: "x", where });

describe("the part of TOML that is read", () => {
  it("reads what board files and sheets are made of", () => {
    const text = "title = \"A \\\"b\\\"\" # why\nn = -1_000\nflag = true\nrows = '''\n a\nb'''\nlist = [ # one\n [1, 2], [3,],\n]\n[table]\nat = { x = 1, y = [2] }\n[[play]]\nk = 1\n[[play]]\nk = 2\n";
    expect(parseToml(text)).toEqual({ title: 'A "b"', n: -1000, flag: true, rows: " a\nb", list: [[1, 2], [3]], table: { at: { x: 1, y: [2] } }, play: [{ k: 1 }, { k: 2 }] });
  });
  it.each(["a = ", "a = [1, 2", "a = 'x\n'", "= 3", "a = 1\na = 2", "[a\n", "a 3"])("names the line of what it cannot read: %j", (text) => {
    expect(() => parseToml(text)).toThrow(BadToml);
  });
});

describe("boards of Company Leader", () => {
  const handout = fixture("company_leader").settings[0]!.handout;
  it.each(["two", "three", "four", "small", "assault", "escort"])("are written as they were read: %s", (name) => {
    const plan = readPlan(handout, name);
    const again = readPlan(handout, plan.write());
    expect(again.cells).toEqual(plan.cells);
    expect(again.plays).toEqual(plan.plays);
    expect(again.write()).toBe(plan.write());
    expect(plan.shift()).toEqual({ q: 0, r: 0 });
  });
  it.each(["two", "three", "four", "small"])("have counterparts that are mutual: %s", (name) => {
    const { cells } = readPlan(handout, name);
    for (const kind of SYMMETRIES) {
      const of = images(kind, cells);
      for (const key of cells.keys()) {
        const found = of(spotOf(key)).map(({ spot }) => spotKey(spot.q, spot.r));
        expect(found[0]).toBe(key);
        for (const other of found) expect(of(spotOf(other)).map(({ spot }) => spotKey(spot.q, spot.r))).toContain(key);
      }
    }
  });
  it("fall on themselves when they are symmetric", () => {
    for (const [name, kind] of [["two", "point"], ["three", "three"]] as const) {
      const { cells } = readPlan(handout, name);
      const of = images(kind, cells);
      for (const key of cells.keys()) for (const { spot } of of(spotOf(key))) expect(cells.has(spotKey(spot.q, spot.r))).toBe(true);
    }
    expect(freshCells("hexagon", 4).size).toBe(37);
  });
});

describe("the painter", () => {
  it("paints a field and its counterpart, in one step", () => {
    const { host, toolbar, changes, handout } = open("company_leader", mountPainter);
    press(toolbar, "urban");
    const field = host.querySelector(".cl-field.cl-open:not(.cl-neutral)")!;
    strike(field);
    expect(changes).toHaveLength(1);
    const before = readPlan(handout, "two");
    const after = readPlan(handout, String(changes[0]!["board"]));
    const differ = [...after.cells].filter(([key, cell]) => before.cells.get(key)?.terrain !== cell.terrain);
    expect(differ).toHaveLength(2);
    expect(differ.every(([, cell]) => cell.terrain === "urban")).toBe(true);
  });
  it("gives the other half to the other side, and keeps purchase fields inside territories", () => {
    const { host, toolbar, changes, handout } = open("company_leader", mountPainter);
    press(toolbar, "zone:a");
    strike(host.querySelector(".cl-field.cl-neutral")!);
    const zones = [...readPlan(handout, String(changes[0]!["board"])).cells.values()].map(({ zone }) => zone);
    expect(zones.filter((zone) => zone === "a")).toHaveLength(38);
    expect(zones.filter((zone) => zone === "b")).toHaveLength(38);
    press(toolbar, "shop");
    strike(host.querySelector(".cl-field.cl-neutral")!);
    expect(changes).toHaveLength(1);
  });
  it("lets a board grow, refuses to tear it, marks findings where they are", () => {
    const { editor, host, toolbar, aside, changes, handout } = open("company_leader", mountPainter);
    press(toolbar, "forest");
    strike(host.querySelector(".cle-ghost")!);
    expect(readPlan(handout, String(changes[0]!["board"])).cells.size).toBe(93);
    editor.set({ ...handout.options, board: "title = 'x'\nterrain = '''\nu o\n o\nu o\n'''\nzones = '''\nA a\n .\nB b\n'''\n[[play]]\nterritories = ['a', 'b']\narmies = [{ infantry = 1 }, { infantry = 1 }]\n" }, 2);
    editor.mark([remark(["0,0"], true), remark(["1,0"])]);
    expect(host.querySelectorAll(".ed-grave")).toHaveLength(1);
    expect(host.querySelectorAll(".ed-marked")).toHaveLength(1);
    choose(toolbar.querySelector("select")!, "none");
    press(toolbar, "erase");
    strike(host.querySelector(".cl-field.cl-neutral")!);
    expect(changes).toHaveLength(1);
    expect(aside.querySelector(".cle-notice")!.textContent).not.toBe("");
    expect(host.querySelectorAll(".cl-field")).toHaveLength(5);
  });
  it("shows a text nobody can read as such, and leaves nothing behind", () => {
    const { editor, host, toolbar, aside, changes } = open("company_leader", mountPainter);
    editor.set({ board: "terrain = [\n" }, 2);
    expect(aside.querySelector(".cle-notice")!.textContent).not.toBe("");
    expect(changes).toHaveLength(0);
    editor.destroy();
    expect([host.childNodes.length, toolbar.childNodes.length, aside.childNodes.length]).toEqual([0, 0, 0]);
  });
});

describe("the table maker", () => {
  it.each(["standard", "skirmish", "gates", "rearguard"])("writes a sheet it reads again: %s", (scenario) => {
    const { handout } = fixture("war_of_leaders").settings[0]!;
    const sheet = readSheet(handout, { sheet: "", scenario }, 2);
    const again = readSheet(handout, { sheet: sheet.write(), scenario: "standard" }, 2);
    expect(again.write()).toBe(sheet.write());
    expect([again.width, again.height, again.zone, again.walls]).toEqual([sheet.width, sheet.height, sheet.zone, sheet.walls]);
  });
  it("puts an obstacle for every player", () => {
    const { handout } = fixture("war_of_leaders").settings[0]!;
    const sheet = readSheet(handout, { sheet: "", scenario: "standard" }, 4);
    expect(counterparts("seats", sheet).map((send) => send({ x: 600, y: 300 })).map(({ x, y }) => [Math.round(x), Math.round(y)])).toEqual([[900, 600], [600, 900], [300, 600]]);
  });
  it("keeps the triangle of three players fair, and reflects where turns do not fit", () => {
    const { handout } = fixture("war_of_leaders").settings[0]!;
    const three = readSheet(handout, { sheet: "", scenario: "standard" }, 3);
    expect([three.middle, three.corners.length]).toEqual([{ x: 600, y: 693 }, 3]);
    const again = readSheet(handout, { sheet: three.write(), scenario: "standard" }, 3);
    expect([again.middle, again.corners]).toEqual([three.middle, three.corners]);
    const two = readSheet(handout, { sheet: "", scenario: "standard" }, 2);
    expect(two.corners).toEqual([{ x: 0, y: 0 }, { x: 1200, y: 0 }, { x: 1200, y: 800 }, { x: 0, y: 800 }]);
    expect(counterparts("seats", two).map((send) => send({ x: 500, y: 300 }))).toEqual([{ x: 700, y: 300 }, { x: 500, y: 500 }, { x: 700, y: 500 }]);
  });
  it("keeps what it has no tools for", () => {
    const { handout } = fixture("war_of_leaders").settings[0]!;
    const text = 'command = 3\nkinds = { T = { radius = 20, reach = 4 } }\narmies = ["standard", [["K", 0, 50, 0]]]\n[table]\nwidth = 900\nheight = 700\nzone = 200\n';
    const written = readSheet(handout, { sheet: text, scenario: "standard" }, 2).write();
    for (const line of text.split("\n").slice(0, 3)) expect(written).toContain(line);
  });
  it("moves, turns and removes what is chosen, with its counterpart", () => {
    const { editor, host, toolbar, changes, handout } = open("war_of_leaders", mountTable);
    editor.set({ ...handout.options, sheet: "seats = [2]\n[table]\nwidth = 1200\nheight = 800\nzone = 240\nobstacles = [{ circle = [600, 100, 30] }, { circle = [600, 700, 30] }]\n" }, 2);
    const wall = () => host.querySelector('[data-field="0"]')!;
    strike(wall());
    wall().dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", shiftKey: true, bubbles: true }));
    expect(String(changes[0]!["sheet"])).toContain("circle = [610, 100, 30]");
    expect(String(changes[0]!["sheet"])).toContain("circle = [590, 700, 30]");
    editor.mark([remark(["wall:1", "point"], true)]);
    expect(host.querySelectorAll(".ed-grave")).toHaveLength(2);
    strike(wall());
    wall().dispatchEvent(new KeyboardEvent("keydown", { key: "Delete", bubbles: true }));
    expect(host.querySelectorAll(".wle-wall")).toHaveLength(0);
    editor.destroy();
    expect([host.childNodes.length, toolbar.childNodes.length]).toEqual([0, 0]);
  });
  it("draws an obstacle corner by corner, and moves and takes away its corners", () => {
    const { editor, host, toolbar, changes, handout } = open("war_of_leaders", mountTable);
    editor.set({ ...handout.options, sheet: "seats = [2]\n[table]\nwidth = 1200\nheight = 800\nzone = 240\nobstacles = []\n" }, 2);
    choose([...toolbar.querySelectorAll("select")][0]!, "none");
    press(toolbar, "free");
    strike(toolbar.querySelector('[data-tool="free"]')!); // by keyboard: a triangle in the middle
    expect(String(changes[0]!["sheet"])).toContain("outline = [540, 440, 660, 440, 600, 340]");
    expect(host.querySelectorAll("g.wle-corner")).toHaveLength(3);
    const corner = () => host.querySelector('[data-field="2002"]')!;
    strike(corner());
    corner().dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", shiftKey: true, bubbles: true }));
    expect(String(changes[1]!["sheet"])).toContain("outline = [540, 440, 660, 440, 600, 330]");
    corner().dispatchEvent(new KeyboardEvent("keydown", { key: "Delete", bubbles: true }));
    expect(changes).toHaveLength(2); // three corners are the least
    editor.destroy();
  });
  it("closes an outline at its first corner, and only there", () => {
    const free = new FreeHand(el("g"), (mm) => mm);
    expect([free.add({ x: 0, y: 0 }), free.add({ x: 100, y: 0 }), free.add({ x: 10, y: 5 })]).toEqual([null, null, null]);
    expect(free.add({ x: 90, y: 90 })).toBeNull();
    expect(free.add({ x: 3, y: 4 })).toEqual({ outline: [0, 0, 100, 0, 10, 5, 90, 90] });
    expect([free.busy, free.add({ x: 1, y: 1 }), free.finish()]).toEqual([false, null, null]);
  });
  it("draws up an army of one's own", () => {
    const { editor, aside, changes, handout } = open("war_of_leaders", mountTable);
    const standard = rowsOf(handout, "standard");
    expect(countsOf(standard)).toEqual({ captains: 2, tanks: 1, soldiers: 2, guards: 4 });
    const rows = drawnUp({ captains: 2, tanks: 1, soldiers: 2, guards: 4 });
    expect(rows.map(([kind]) => kind).sort()).toEqual(standard.map(([kind]) => kind).sort());
    expect(countsOf(rows)).toEqual(countsOf(standard));
    expect(rows.every(([kind, leader], i) => ("KC".includes(kind) ? leader === i : rows[leader]![1] === leader))).toBe(true);
    aside.querySelectorAll<HTMLButtonElement>(".wle-army .ed-step")[1]!.click(); // one captain more
    expect(String(changes[0]!["sheet"]).match(/\["C"/g)).toHaveLength(3);
    choose(aside.querySelector<HTMLSelectElement>(".wle-army select")!, "skirmish");
    expect(String(changes[1]!["sheet"])).toContain('pieces = "skirmish"');
    editor.destroy();
  });
});
