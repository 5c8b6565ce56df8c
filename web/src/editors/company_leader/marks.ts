/** What scenarios mark on a board: drawn and not written, for the field's name says it in words. */

import { el } from "../../boards/kit/svg";

const SHAPES = {
  f: "M-5 9V-8L7 -4L-3 0V9Z",
  c: "M-9 -5H2V4H-9ZM3 -2H6L9 1V4H3ZM-7 4A2 2 0 1 0 -3 4ZM4 4A2 2 0 1 0 8 4Z",
};

export function scenarioMark(mark: string, x: number, y: number): SVGElement {
  return el("path", { d: mark === "f" ? SHAPES.f : SHAPES.c, transform: `translate(${x} ${y})`, class: "cle-mark" });
}

/** The same for a button. */
export function markIcon(mark: string): SVGElement {
  return el("svg", { viewBox: "-10 -10 20 20", width: 18, height: 18, "aria-hidden": "true" }, [scenarioMark(mark, 0, 0)]);
}
