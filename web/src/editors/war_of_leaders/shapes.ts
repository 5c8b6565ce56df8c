/** What lies on the table of a sheet, drawn. */

import { el, group, path, text } from "../../boards/kit";
import { scaled } from "../../boards/war_of_leaders/scenery";
import type { Options } from "../editor";
import type { Row } from "./army";
import { placed } from "./army";
import type { Sheet, Spot, Wall } from "./sheet";
import { centreOf } from "./sheet";

export function zoneShape(sheet: Sheet, rows: Row[], { x, y }: Spot, i: number): SVGGElement {
  const at = { cx: scaled(x), cy: scaled(y) };
  const inside = { x: scaled(x + (sheet.middle.x - x) * 0.12), y: scaled(y + (sheet.middle.y - y) * 0.12) };
  const colour = `var(--seat-${i % 8})`;
  return group("wle-zone", [
    el("circle", { ...at, r: scaled(sheet.zone), class: "wl-zone wle-zone-ring", stroke: colour }),
    ...placed(rows, { x, y }, sheet, sheet.fronts[i]).map((piece) => el("circle", { cx: scaled(piece.x), cy: scaled(piece.y), r: piece.kind === "K" ? 5 : piece.kind === "S" ? 2.6 : 3.8, class: "wle-troop", fill: colour })),
    el("circle", { cx: inside.x, cy: inside.y, r: 13, class: "wle-handle", fill: colour }),
    text(inside.x, inside.y, String(i + 1), { class: "wle-number", "font-size": 13, fill: `var(--seat-${i % 8}-ink)` }),
  ]);
}

export function pointShape(options: Options, { x, y }: Spot): SVGGElement {
  const [cx, cy, r] = [scaled(x), scaled(y), scaled(pointRadius(options))];
  const star = el("path", { d: `M${cx} ${cy - 9}l2.6 5.6l6 .6l-4.5 4.1l1.3 6l-5.4 -3.1l-5.4 3.1l1.3 -6l-4.5 -4.1l6 -.6z`, class: "wl-star" });
  return group("wle-point", [el("circle", { cx, cy, r, class: "wl-point-ring" }), star]);
}

/** 1.4: the Movement Factor in millimetres; people write 2.5 or 2,5. */
export function factorOf(options: Options): number {
  return (Number(String(options["factor"] ?? 3).replace(",", ".")) || 3) * (options["unit"] === "inch" ? 25.4 : 10);
}

/** 1.6: two factors, unless the options say otherwise. */
function pointRadius(options: Options): number {
  return Number(options["radius"] ?? 0) || Math.round(2 * factorOf(options));
}

export function wallShape(wall: Wall, i: number): SVGGElement {
  const at = centreOf(wall);
  const number = text(scaled(at.x), scaled(at.y), String(i + 1), { class: "wle-wall-number", "font-size": 10 });
  if (wall.circle) return group("wle-wall", [el("circle", { cx: scaled(at.x), cy: scaled(at.y), r: scaled(wall.circle[2]), class: "wl-wall wl-rock" }), number]);
  const outline = Array.from({ length: wall.outline!.length / 2 }, (_, k) => ({ x: scaled(wall.outline![2 * k]!), y: scaled(wall.outline![2 * k + 1]!) }));
  return group("wle-wall", [el("path", { d: path(outline), class: "wl-wall" }), number]);
}
