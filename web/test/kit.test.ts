import { describe, expect, it, vi } from "vitest";
import { axial, centre, Choice, distance, el, fan, Fields, hexAt, livery, namedIn, sayAction, sayEvent, Stage } from "../src/boards/kit";
import type { Handout } from "../src/boards/board";
import { fill, spoken, word } from "../src/boards/kit/words";

const handout = {
  game: "toy", version: 1, seats: 2, sides: [0, 1], options: {}, data: {},
  verbs: [{ word: "plot", operands: ["piece", "zone"] }, { word: "done", operands: [] }, { word: "swap", operands: ["zone", "zone"] }],
  events: [{ word: "rolled", operands: ["pips*"] }, { word: "moved", operands: ["piece", "zone"] }],
  words: { piece: { "0": "r1", "1": "red" }, zone: { "0": "1", "1": "2" } },
};
const texts = {
  verb: { plot: "Send {piece} to zone {zone}", swap: "{zone} with {zone2}" },
  event: { rolled: "Dice: {pips}.", resigned: "Seat {seat} resigns." },
  word: { red: "Red" },
};

describe("hexagons", () => {
  it("finds the hexagon of every centre, both ways up", () => {
    for (const flat of [true, false])
      for (let q = -4; q <= 4; q++)
        for (let r = -4; r <= 4; r++) expect(hexAt({ flat, size: 20 }, centre({ flat, size: 20 }, q, r))).toEqual({ q, r });
  });
  it("keeps neighbours of offset rows at distance 1", () => {
    for (const kind of ["odd-r", "even-r"] as const)
      for (let row = 0; row < 4; row++) expect(distance(axial(kind, 2, row), axial(kind, 3, row))).toBe(1);
    expect(axial("odd-r", 0, 1)).toEqual({ q: 0, r: 1 });
  });
});

describe("words", () => {
  it("fills patterns as the catalogue does", () => {
    expect(sayAction({ handout, texts }, [0, 1, 1])).toBe("Send Red to zone 2");
    expect(sayAction({ handout, texts }, [2, 0, 1])).toBe("1 with 2");
    expect(sayAction({ handout, texts }, [1])).toBe("done");
    expect(sayEvent({ handout, texts }, [0, 3, 5])).toBe("Dice: 3, 5.");
    expect(sayEvent({ handout, texts }, [0])).toBe("Dice: .");
    expect(sayEvent({ handout, texts }, [-1, 1])).toBe("Seat 1 resigns.");
    expect(sayEvent({ handout, texts }, [1, 0, 1])).toBe("moved r1 2");
  });
});

describe("choice", () => {
  it("narrows an offer step by step", () => {
    const choice = new Choice([[0, 0, 0], [0, 0, 1], [0, 1, 1], [1]], handout.verbs);
    expect([...choice.next().keys()]).toEqual([0, 1]);
    expect(choice.values("piece")).toEqual(new Set([0, 1]));
    expect(choice.about("piece", 1)).toEqual([[0, 1, 1]]);
    expect(choice.take(0)).toBeNull();
    expect(choice.take(7)).toBeNull();
    expect(choice.prefix).toEqual([0]);
    expect(choice.take(0)).toBeNull();
    expect(choice.take(1)).toEqual([0, 0, 1]);
    expect(choice.back()).toBe(true);
    expect(choice.left.length).toBe(2);
    choice.reset([[1]]);
    expect(choice.take(1)).toEqual([1]);
  });
});

describe("fields", () => {
  it("has one tab stop, walks by arrow keys and chooses by Enter", () => {
    const root = el("svg");
    document.body.append(root);
    const choose = vi.fn();
    const fields = new Fields(root, { choose });
    const shapes = [[0, 0], [10, 0], [0, 10]].map(([x, y], id) => {
      const shape = el("g");
      root.append(shape);
      fields.put(id, shape, { x: x!, y: y! }, `field ${id}`);
      return shape;
    });
    expect(shapes.map((shape) => shape.getAttribute("tabindex"))).toEqual(["0", "-1", "-1"]);
    expect(fields.towards(0, { x: 1, y: 0 })).toBe(1);
    expect(fields.towards(0, { x: 0, y: 1 })).toBe(2);
    expect(fields.towards(0, { x: -1, y: 0 })).toBeNull();
    shapes[0]!.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    expect(shapes.map((shape) => shape.getAttribute("tabindex"))).toEqual(["-1", "0", "-1"]);
    shapes[1]!.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    expect(choose).toHaveBeenCalledWith(1);
    fields.light([2]);
    expect(shapes[2]!.getAttribute("aria-disabled")).toBe("false");
    expect(shapes[0]!.getAttribute("aria-disabled")).toBe("true");
    fields.destroy();
  });
});

describe("motion", () => {
  it("is at its end at once when switched off", async () => {
    const seen: number[] = [];
    await new Stage(false).tween(500, (p) => seen.push(p));
    expect(seen).toEqual([1]);
  });
  it("can be cut short", async () => {
    const stage = new Stage(true);
    const seen: number[] = [];
    const done = stage.tween(60_000, (p) => seen.push(p));
    stage.cut();
    await done;
    expect(seen.at(-1)).toBe(1);
  });
});

it("fans stacks and knows liveries beyond the last", () => {
  expect(fan(4, 10, 3)).toHaveLength(4);
  expect(livery(8)).toBe(livery(0));
  expect(livery(-1)).toBe(livery(7));
});

describe("words of kinds with very many values", () => {
  const many: Handout = { game: "x", version: 1, seats: 3, sides: [0, 1, 2], options: {}, verbs: [], events: [], words: { seat: { 0: "red", 1: "blue", 2: "green" } }, counting: {}, patterns: { hex: ["grid", 128, 64], group: ["bits", "seat"] }, data: {} };
  const language = { handout: many, texts: { word: { red: "Rot", green: "Grün" } } };

  it("follow their pattern", () => {
    expect(word(many, "hex", 64 * 128 + 64)).toBe("0,0");
    expect(word(many, "hex", 127 * 128 + 5)).toBe("63,-59");
    expect(word(many, "group", 5)).toBe("red+green");
    expect(spoken(language, "group", 5)).toBe("Rot + Grün");
  });
  it("a word may mean something else for another kind", () => {
    const words = { nation: { 0: "france" }, place: { 0: "france" } };
    const language = { handout: { ...many, words }, texts: { word: { france: "France", "nation.france": "Frankreich" } } };
    expect([spoken(language, "nation", 0), spoken(language, "place", 0)]).toEqual(["Frankreich", "France"]);
  });

  it("fill the texts of chances", () => {
    expect(fill(language, "{seat} is hit {number} times", ["seat", "number"], [2, 3])).toBe("Grün is hit 3 times");
  });
});

describe("what has just happened", () => {
  it("finds the fields events name, each kind from its own number", () => {
    expect([...namedIn(handout, [[1, 1, 0], [0, 5, 6], [-1, 1]], { piece: 100, zone: 0 })]).toEqual([101, 0]);
  });
  it("keeps its mark on elements drawn anew, and loses it when told of nothing", () => {
    const fields = new Fields(el("g"), { choose: () => {} });
    const [first, again] = [el("g"), el("g")];
    fields.put(7, first, { x: 0, y: 0 }, "seven");
    fields.recall([7]);
    expect(first.classList.contains("latest")).toBe(true);
    fields.put(7, again, { x: 0, y: 0 }, "seven");
    expect(again.classList.contains("latest")).toBe(true);
    fields.recall([]);
    expect(again.classList.contains("latest")).toBe(false);
  });
});
