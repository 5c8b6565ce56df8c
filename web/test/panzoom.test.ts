import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ATTEND, el, PanZoom } from "../src/boards/kit";

const WHOLE = { x: 0, y: 0, width: 1000, height: 500 };

/** A drawing shown in a place of this size on the page. */
function shown(width: number, height: number): { svg: SVGSVGElement; view: PanZoom; box: () => number[] } {
  const svg = el("svg");
  svg.getBoundingClientRect = () => new DOMRect(0, 0, width, height);
  const view = new PanZoom(svg, WHOLE);
  return { svg, view, box: () => svg.getAttribute("viewBox")!.split(" ").map(Number) };
}

beforeEach(() => (document.documentElement.dataset["motion"] = "off"));
afterEach(() => delete document.documentElement.dataset["motion"]);

describe("the look at a board", () => {
  it("shows the whole in the proportions of its place", () => {
    expect(shown(400, 400).box()).toEqual([0, -250, 1000, 1000]);
    expect(shown(2000, 500).box()).toEqual([-500, 0, 2000, 500]);
  });
  it("comes nearer to what is asked on a narrow screen, within the board", () => {
    const { svg, view, box } = shown(380, 380);
    svg.dispatchEvent(new CustomEvent(ATTEND, { detail: { x: 900, y: 400, width: 50, height: 50 } }));
    expect(view.scale).toBeCloseTo(2);
    expect(box()).toEqual([500, 0, 500, 500]);
    svg.dispatchEvent(new CustomEvent(ATTEND, { detail: null }));
    expect(view.scale).toBe(1);
  });
  it("shows all of a wide area", () => {
    const { view } = shown(380, 380);
    view.attend({ x: 10, y: 10, width: 900, height: 300 });
    expect(view.scale).toBe(1);
  });
  it("leaves a wide screen alone", () => {
    const { view } = shown(900, 700);
    view.attend({ x: 900, y: 400, width: 50, height: 50 });
    expect(view.scale).toBe(1);
  });
  it("keeps a view chosen by hand unless nothing could be seen in it", () => {
    const { view, box } = shown(380, 380);
    view.zoom(4, { x: 0, y: 0 });
    const before = box();
    view.attend({ x: 10, y: 10, width: 20, height: 20 });
    expect(box()).toEqual(before);
    view.attend({ x: 800, y: 100, width: 20, height: 20 });
    const [x = 0, , width = 0] = box();
    expect(x < 800 && x + width > 800).toBe(true);
    expect(view.scale).toBe(4);
    view.reset();
    view.attend({ x: 10, y: 10, width: 20, height: 20 });
    expect(view.scale).toBeCloseTo(2);
  });
});
