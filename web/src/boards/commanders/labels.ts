/** What units and sectors are called, for the tooltip and for those who listen. */

import type { CommandersHand, CommandersTable } from "../../wire";
import type { BoardContext, View } from "../board";
import { spoken } from "../kit";
import type { Ground } from "./ground";
import { ARMY, ATTACK, CHARGE, GARRISON, OFF, ROUTED, SPENT, SQUARE } from "./layout";
import type { Sheet } from "./sheet";
import { KINDS } from "./units";

const STATES = [[SPENT, "spent"], [ROUTED, "routed"], [SQUARE, "square"], [ATTACK | CHARGE, "attacks"], [GARRISON, "garrison"]] as const;

export function say(context: BoardContext, key: string): string {
  return context.texts["board"]?.[key] ?? key;
}

export function unitLabel(context: BoardContext, { table, hand }: View<CommandersTable, CommandersHand>, unit: number, sheet: Sheet | null): string {
  const [seat, i] = [Math.floor(unit / ARMY), unit % ARMY];
  const parts = [spoken(context, "unit", unit), `${spoken(context, "seat", seat)}: ${say(context, KINDS[table.kind[unit] ?? 0] ?? "")}`, spoken(context, "sector", table.place[unit] ?? OFF)];
  for (const [bit, key] of STATES) if ((table.status[unit] ?? 0) & bit) parts.push(say(context, key));
  const own = hand && seat === hand.seat ? [hand.plan1[i] ?? -1, hand.plan2[i] ?? -1] : [table.seen1[unit] ?? -1, table.seen2[unit] ?? -1];
  const path = sheet?.orders.find((order) => order.unit === unit)?.path ?? own.filter((sector) => sector >= 0);
  if (path.length) parts.push(`${say(context, "order")}: ${path.map((sector) => spoken(context, "sector", sector)).join(" → ")}`);
  return parts.join(", ");
}

export function sectorLabel(context: BoardContext, table: CommandersTable, ground: Ground, where: number): string {
  const parts = [spoken(context, "sector", where), ...ground.kinds(where).map((kind) => say(context, kind))];
  for (let i = 0; i + 2 < table.markers.length; i += 3) {
    const [colour = 0, kind = 0, sector = -1] = table.markers.slice(i, i + 3);
    const [name, worth] = ground.worth[kind] ?? ["", 0];
    if (sector === where) parts.push(`${spoken(context, "seat", colour)}: ${say(context, name)} (${worth})`);
  }
  table.token.forEach((sector, unit) => sector === where && parts.push(`${say(context, "token")} ${spoken(context, "unit", unit)}`));
  for (const seat of [0, 1]) {
    const counts = [0, 0, 0];
    table.place.forEach((each, unit) => each === where && Math.floor(unit / ARMY) === seat && counts[table.kind[unit] ?? 0]!++);
    const told = counts.flatMap((count, kind) => (count ? [`${count} ${say(context, KINDS[kind]!)}`] : []));
    if (told.length) parts.push(`${spoken(context, "seat", seat)}: ${told.join(" + ")}`);
  }
  return parts.join(", ");
}
