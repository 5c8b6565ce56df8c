/** The combat display: two battle lines that face each other, riders between them, the station in the middle. */

import type { CompanyWarTable } from "../../wire";
import type { Point } from "../kit";
import { CARD } from "./counters";
import { FLEET_RIDERS, ORPHAN, RIDER, SHIPS, STATION, seatOf } from "./facts";

/** Where each counter of a battle stands. */
export function battleLines(table: CompanyWarTable, point: number, station: boolean): Map<number, Point> {
  const found = new Map<number, Point>();
  for (const seat of [0, 1]) {
    const ships = Array.from({ length: SHIPS }, (_, ship) => ship).filter((ship) => table.place[ship] === point && seatOf(ship, -1) === seat);
    const perRow = Math.min(13, Math.max(1, ships.length));
    const wide = Math.min(110, 960 / perRow);
    ships.forEach((ship, i) => {
      const row = Math.floor(i / perRow);
      const inRow = Math.min(perRow, ships.length - row * perRow);
      const away = 92 + row * (CARD.height + 8);
      found.set(ship, { x: 500 + ((i % perRow) - (inRow - 1) / 2) * wide, y: seat ? 640 - away + 40 : away });
    });
    const bays = new Map<number, number[]>();
    table.rider_out.forEach((out, i) => {
      const on = table.rider_on[i] ?? -1;
      const mine = (i < FLEET_RIDERS ? 0 : 1) === seat;
      if (out && mine && (on === ORPHAN || found.has(on))) bays.set(on, [...(bays.get(on) ?? []), RIDER + i]);
    });
    const rows = Math.max(1, Math.ceil(ships.length / perRow));
    const front = seat ? 680 - 92 - (rows - 1) * (CARD.height + 8) - 50 : 92 + (rows - 1) * (CARD.height + 8) + 50;
    const crowded = [...bays.values()].reduce((sum, bay) => sum + bay.length, 0) > 20;
    if (crowded || rows > 1) {
      [...bays.values()].flat().forEach((rider, i) => found.set(rider, { x: 60 + (i % 22) * 40, y: front + (seat ? -1 : 1) * Math.floor(i / 22) * 30 }));
      continue;
    }
    for (const [on, bay] of bays) {
      const base = found.get(on) ?? { x: 930, y: 0 };
      const perLine = Math.max(2, Math.floor(wide / 27));
      bay.forEach((rider, i) => {
        const inLine = Math.min(perLine, bay.length - Math.floor(i / perLine) * perLine);
        found.set(rider, { x: base.x + ((i % perLine) - (inLine - 1) / 2) * 27, y: front + (seat ? -1 : 1) * Math.floor(i / perLine) * 27 });
      });
    }
  }
  if (station) found.set(STATION, { x: 60, y: 340 });
  return found;
}
