/** Orders as arrows: what is announced, what is still secret, what is being drawn. */

import type { CommandersHand, CommandersTable } from "../../wire";
import type { View } from "../board";
import type { Point } from "../kit";
import { arrow } from "../kit";
import type { Layout, Spots } from "./layout";
import { ARMY, RESERVE, ROUTED, SPENT } from "./layout";
import type { Order } from "./sheet";

const PLANNING = 1;
const SCORING = 7;

export function orderArrows({ table, hand }: View<CommandersTable, CommandersHand>, layout: Layout, spots: Spots, drawn: Order[]): SVGGElement[] {
  const made: SVGGElement[] = [];
  const fights = (unit: number) => (table.zone[unit] ?? -1) >= 0; // it stands at the border already
  table.target.forEach((sector, unit) => {
    if (sector >= 0 && sector !== table.place[unit] && !fights(unit)) made.push(...wayArrows(layout, spots, unit, [sector], `seat-${Math.floor(unit / ARMY)}`));
  });
  if (hand && table.phase !== SCORING)
    for (let i = 0; i < ARMY; i++) {
      const unit = hand.seat * ARMY + i;
      const [first, second] = table.phase === PLANNING ? [hand.plan1, hand.plan2] : [hand.way1, hand.way2];
      const path = [first[i] ?? -1, second[i] ?? -1].filter((sector) => sector >= 0);
      const idle = (table.target[unit] ?? -1) < 0 && !fights(unit) && !((table.status[unit] ?? 0) & (ROUTED | SPENT));
      if (path.length && idle) made.push(...wayArrows(layout, spots, unit, path, `seat-${hand.seat} cm-quiet`));
    }
  for (const { unit, path } of drawn) made.push(...wayArrows(layout, spots, unit, path, "cm-draft"));
  return made;
}

/** An order as one arrow, or two. */
export function wayArrows(layout: Layout, spots: Spots, unit: number, path: number[], className: string): SVGGElement[] {
  const spot = spots.get(unit);
  if (!spot || spot.place > RESERVE + 1) return [];
  let [at, here] = [spot.at, spot.place];
  return path.map((sector) => {
    const goal = layout.goal(at, here, sector);
    const made = arrow(at === spot.at ? ahead(at, goal) : at, goal, className, 0.06);
    made.setAttribute("data-unit", String(unit));
    [at, here] = [goal, sector];
    return made;
  });
}

/** An arrow starts at the edge of its unit, not upon it. */
function ahead(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const step = Math.min(15, length / 3);
  return { x: from.x + ((to.x - from.x) / length) * step, y: from.y + ((to.y - from.y) / length) * step };
}
