/** What grows on open ground: fields with furrows, hedges, tufts of grass.  Decoration: it means nothing in the rules, and so is kept pale. */

import type { Point } from "../kit";
import { el } from "../kit";
import { SIDE } from "./layout";

/** Corners of fields within a sector of 210 by 210, and the hedge that runs along them. */
const PLANS: { fields: [number, number][][]; hedge: [number, number][] }[] = [
  { fields: [[[18, 42], [92, 30], [100, 96], [26, 110]], [[112, 118], [186, 106], [194, 172], [120, 186]]], hedge: [[104, 28], [108, 70], [106, 112], [112, 154], [108, 190]] },
  { fields: [[[108, 40], [192, 46], [184, 104], [100, 98]], [[20, 112], [92, 118], [86, 190], [16, 182]], [[104, 126], [176, 132], [170, 190], [98, 186]]], hedge: [[24, 102], [62, 106], [96, 108], [134, 112], [186, 116]] },
  { fields: [[[22, 60], [84, 44], [104, 152], [42, 170]], [[118, 42], [190, 62], [178, 112], [108, 94]]], hedge: [[96, 40], [108, 104], [116, 152], [122, 192]] },
];
const CROPS = 3;
const FURROWS = 7;

const along = (a: Point, b: Point, part: number): Point => ({ x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part });
const spell = ({ x, y }: Point): string => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;

/** A sector's farmland with its upper left corner at x, y. */
export function farmland(sector: number, x: number, y: number): SVGElement[] {
  const plan = PLANS[(sector * 2 + Math.floor(sector / 3)) % PLANS.length]!;
  const mirrored = sector % 2 === 1;
  const at = ([dx, dy]: [number, number]): Point => ({ x: x + (mirrored ? SIDE - dx : dx), y: y + dy });
  const made: SVGElement[] = [];
  plan.fields.forEach((corners, i) => {
    const [a, b, c, d] = corners.map(at) as [Point, Point, Point, Point];
    made.push(el("path", { d: `M${[a, b, c, d].map(spell).join("L")}Z`, class: `cm-crop cm-crop-${(sector + i) % CROPS}` }));
    const lines = Array.from({ length: FURROWS }, (_, k) => (k + 0.5) / FURROWS);
    const ploughed = (sector + i) % 2 ? lines.map((part) => [along(a, b, part), along(d, c, part)]) : lines.map((part) => [along(a, d, part), along(b, c, part)]);
    made.push(el("path", { d: ploughed.map(([from, to]) => `M${spell(from!)}L${spell(to!)}`).join(""), class: "cm-furrow" }));
  });
  const hedge = plan.hedge.map(at);
  made.push(el("path", { d: `M${hedge.map(spell).join("L")}`, class: "cm-hedge" }));
  return made;
}
