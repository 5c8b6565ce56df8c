/** Small line drawings for tools: fonts do not have signs for all of them. */

import { el } from "../boards/kit";

const LINES = {
  cross: "M5 5L19 19M19 5L5 19",
  dropper: "M4 20l1-4L14 7l3 3l-9 9zM13 6l2-2a2 2 0 0 1 3 0l2 2a2 2 0 0 1 0 3l-2 2z",
  hand: "M12 3v18M3 12h18M12 3l-3 3M12 3l3 3M12 21l-3-3M12 21l3-3M3 12l3-3M3 12l3 3M21 12l-3-3M21 12l-3 3",
  dot: "M11 12h2",
  arrow: "M6 3l12 9l-5 1l3 6l-3 1.500l-3-6l-4 4z",
  tape: "M3 9h18v6H3zM7 9v3M11 9v3M15 9v3M19 9v3",
  right: "M18 6v5h-5M18 11a7 7 0 1 0-1 6",
  left: "M6 6v5h5M6 11a7 7 0 1 1 1 6",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  copy: "M9 9h10v10H9zM15 9V5H5v10h4",
  bin: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13M10 11v6M14 11v6",
} as const;

export type IconName = keyof typeof LINES;

export function icon(name: IconName): SVGSVGElement {
  return el("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "ed-icon" }, [el("path", { d: LINES[name] })]);
}
