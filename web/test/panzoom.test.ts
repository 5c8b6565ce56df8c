import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Board } from "../src/boards/board";
import { ATTEND, el, PanZoom } from "../src/boards/kit";
import { attentive } from "../src/shell/match/attention";

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
  it("comes as near as a board of small things needs", () => {
    const { view } = shown(380, 380);
    view.comfort = 1520;
    view.attend({ x: 900, y: 400, width: 50, height: 50 });
    expect(view.scale).toBeCloseTo(4);
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

describe("attention to a question", () => {
  const board = { set: () => {}, play: () => Promise.resolve(), destroy: () => {} };

  function hosted(width: number): { host: HTMLElement; view: PanZoom; measured: () => number } {
    const { svg, view } = shown(width, width);
    svg.classList.add("board-svg");
    const mark = el("rect");
    const measure = vi.fn(() => new DOMRect(10, 10, 20, 20));
    mark.getBoundingClientRect = measure;
    svg.append(mark);
    svg.getScreenCTM = () => ({ inverse: () => null }) as unknown as DOMMatrix;
    vi.stubGlobal("DOMPoint", class { constructor(readonly x: number, readonly y: number) {} matrixTransform() { return this; } });
    const host = document.createElement("div");
    host.append(svg);
    return { host, view, measured: () => measure.mock.calls.length };
  }
  const asking = (host: HTMLElement): Board => attentive({ ...board, offer: () => host.querySelector("rect")!.classList.add("offered") }, () => host);
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20)));

  it("measures nothing while the board is being marked, and looks once that is painted", async () => {
    const { host, view, measured } = hosted(380);
    asking(host).offer([[0]]);
    expect(measured()).toBe(0);
    await painted();
    expect(measured()).toBe(1);
    expect(view.scale).toBeCloseTo(2);
  });
  it("measures nothing at all where the whole board can be read", async () => {
    const { host, view, measured } = hosted(900);
    asking(host).offer([[0]]);
    await painted();
    expect(measured()).toBe(0);
    expect(view.scale).toBe(1);
  });
  it("forgets a question that is gone before it was painted", async () => {
    const { host, measured } = hosted(380);
    const attended = asking(host);
    attended.offer([[0]]);
    attended.offer([]);
    await painted();
    expect(measured()).toBe(0);
    attended.destroy();
  });
});
