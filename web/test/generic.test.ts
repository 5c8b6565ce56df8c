import { describe, expect, it } from "vitest";
import type { Shape } from "../src/boards/board";
import { lay } from "../src/boards/generic/ground";
import { Picking } from "../src/boards/generic/picking";
import { painted } from "../src/boards/generic/text";
import { pictureFrom } from "../src/shell/parts/picture";

const VERBS: Shape[] = [
  { word: "put", operands: ["rank", "square"] },
  { word: "move", operands: ["square", "square"] },
  { word: "pass", operands: [] },
];
const square = (value: number) => ({ kind: "square", value });
const rank = (value: number) => ({ kind: "rank", value });

function picking(offer: number[][], kinds = ["square"]): Picking {
  const made = new Picking(VERBS, new Set(kinds));
  made.reset(offer);
  return made;
}

describe("clicks on a declared board", () => {
  it("name a piece and then its goal, and send nothing before", () => {
    const made = picking([[1, 4, 5], [1, 4, 8], [1, 5, 9], [2]]);
    expect(made.next()).toEqual([square(4), square(4), square(5)]);
    expect(made.take([square(4)])).toBe("more");
    expect(made.next()).toEqual([square(5), square(8)]);
    expect(made.take([square(8)])).toEqual([1, 4, 8]);
  });
  it("do not send a piece off that has one way only", () => {
    expect(picking([[1, 4, 5]]).take([square(4)])).toBe("more");
  });
  it("take a goal that only one can reach", () => {
    expect(picking([[1, 4, 5], [1, 6, 7]]).take([square(7)])).toEqual([1, 6, 7]);
    expect(picking([[1, 4, 5], [1, 6, 5]]).take([square(5)])).toBe(null);
  });
  it("name things beside the board", () => {
    const made = picking([[0, 2, 30], [0, 3, 30], [0, 2, 31]], ["square", "rank"]);
    expect(made.take([rank(2)])).toBe("more");
    expect(made.take([square(31)])).toEqual([0, 2, 31]);
  });
  it("leave what is not on the board to the list", () => {
    expect(picking([[0, 2, 30], [0, 3, 30]]).take([square(30)])).toBe("more");
  });
  it("can ask for what is not offered, to hear why not", () => {
    const made = picking([[1, 4, 5]]);
    made.take([square(4)]);
    expect(made.take([square(9)])).toBe(null);
    expect(made.attempt(square(9))).toEqual([1, 4, 9]);
    expect(made.attempt(rank(1))).toBe(null);
  });
});

describe("the ground", () => {
  it("has every place of every kind of layout", () => {
    const places = Array.from({ length: 400 }, (_, i) => [i, i % 20, Math.floor(i / 20), "", "", 1, 1] as [number, number, number, string, string, number, number]);
    for (const shape of ["squares", "hexes", "graph", "zones"] as const) {
      const ground = lay({ shape, kind: "square", places, lines: [[0, 21]], width: 20, height: 20, pitch: 0 });
      expect(ground.shapes.size).toBe(400);
      for (const [x, y] of [ground.at(0), ground.at(399)].map((at) => [at.x, at.y] as const))
        expect(x >= ground.box.x && x <= ground.box.x + ground.box.width && y >= ground.box.y && y <= ground.box.y + ground.box.height).toBe(true);
    }
    const plane = lay({ shape: "plane", kind: "spot", places: [], lines: [], width: 900, height: 600, pitch: 1000 });
    expect(plane.at(900_600)).toEqual({ x: 640, y: (600 * 640) / 900 });
  });
});

describe("the drawing of the terminal", () => {
  const shown = (source: string) => {
    const host = document.createElement("pre");
    host.append(...painted(source));
    return host;
  };
  it("keeps every sign, and turns markup into classes", () => {
    const host = shown("a [red]b [bold]c[/bold][/red] \\[d] [/]e");
    expect(host.textContent).toBe("a b c [d] e");
    expect(host.querySelector(".ink-red")?.textContent).toBe("b c");
    expect(host.querySelector(".ink-red .ink-bold")?.textContent).toBe("c");
  });
  it("cuts nothing", () => {
    const long = Array.from({ length: 300 }, (_, i) => `line ${i}`).join("\n");
    expect(shown(long).textContent).toBe(long);
  });
  it("makes no elements of what is written", () => {
    expect(shown("<img src=x>[blue]<b>[/blue]").querySelector("img, b")).toBe(null);
  });
});

describe("a picture of a game", () => {
  it("comes without scripts, handlers and styles", () => {
    const made = pictureFrom('<svg xmlns="http://www.w3.org/2000/svg" onload="x()"><script>x()</script><a href="x"><rect/></a><rect style="fill:red" onclick="x()" fill="red"/></svg>');
    expect(made?.outerHTML).toBe('<svg xmlns="http://www.w3.org/2000/svg"><rect fill="red"></rect></svg>');
    expect(pictureFrom("<html></html>")).toBe(null);
    expect(pictureFrom("no picture")).toBe(null);
  });
});
