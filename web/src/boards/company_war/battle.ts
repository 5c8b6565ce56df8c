/** The combat display: two battle lines that face each other, riders between them, the station in the middle. */

import type { CompanyWarTable } from "../../wire";
import type { Point } from "../kit";
import { CARD } from "./counters";
import { FLEET_RIDERS, ORPHAN, RIDER, SHIPS, STATION, seatOf } from "./facts";

const MIDDLE = 340;

/** Where each counter of a battle stands, and how large the ships are drawn. */
export function battleLines(table: CompanyWarTable, point: number, station: boolean): { found: Map<number, Point>; scale: number } {
  const found = new Map<number, Point>();
  const lines = [0, 1].map((seat) => Array.from({ length: SHIPS }, (_, ship) => ship).filter((ship) => table.place[ship] === point && seatOf(ship, -1) === seat));
  const most = Math.max(1, ...lines.map((ships) => ships.length));
  const perRow = Math.min(12, most);
  const scale = perRow <= 5 ? 2.1 : perRow <= 8 ? 1.45 : 1.12;
  const [wide, high] = [Math.min(CARD.width * scale + 34, 900 / perRow), CARD.height * scale + 7];
  lines.forEach((ships, seat) => {
    const turn = seat ? -1 : 1;
    const rows = Math.max(1, Math.ceil(ships.length / perRow));
    const inset = most <= 5 ? 70 : most <= 12 ? 34 : 0;
    const back = seat ? 672 - inset - high / 2 : 46 + inset + high / 2;
    ships.forEach((ship, i) => {
      const row = Math.floor(i / perRow);
      const inRow = Math.min(perRow, ships.length - row * perRow);
      found.set(ship, { x: 500 + ((i % perRow) - (inRow - 1) / 2) * wide, y: back + turn * row * high });
    });
    const bays = new Map<number, number[]>();
    table.rider_out.forEach((out, i) => {
      const on = table.rider_on[i] ?? -1;
      if (out && (i < FLEET_RIDERS ? 0 : 1) === seat && (on === ORPHAN || ships.includes(on))) bays.set(on, [...(bays.get(on) ?? []), RIDER + i]);
    });
    const front = back + turn * ((rows - 0.5) * high + 22);
    const step = 12 + 11 * scale;
    const perLine = Math.max(2, Math.floor(wide / step));
    const before = (on: number) => rows === 1 && on !== ORPHAN;
    for (const [on, bay] of bays) {
      if (!before(on)) continue;
      bay.forEach((rider, i) => {
        const inLine = Math.min(perLine, bay.length - Math.floor(i / perLine) * perLine);
        found.set(rider, { x: found.get(on)!.x + ((i % perLine) - (inLine - 1) / 2) * step, y: front + turn * Math.floor(i / perLine) * step });
      });
    }
    // riders without a carrier, and those of fleets in several rows, stand in lines of their own
    const rest = [...bays].filter(([on]) => !before(on)).flatMap(([, bay]) => bay);
    const shift = rows === 1 ? 2.4 * step : 0;
    rest.forEach((rider, i) => found.set(rider, { x: 120 + (i % 20) * Math.min(38, step), y: front + turn * (shift + Math.floor(i / 20) * step) }));
  });
  if (station) found.set(STATION, { x: 60, y: MIDDLE });
  return { found, scale };
}
