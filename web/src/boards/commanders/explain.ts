/** Why a roll has its modifier: the cell of the table as the game gives it, the special ones, and what is left over. */

import type { CommandersTable, Event } from "../../wire";
import { CommandersEvent as E } from "../../wire";
import type { BoardContext } from "../board";
import { spoken, word } from "../kit";
import { ARMY, ATTACK, ROUTED, SPENT } from "./layout";
import { rowOf } from "./units";

const FAST = 2;
const STEPS: number[] = [E.shelled, E.fired, E.fought]; // in the order of a combat

function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value).replace("-", "−");
}

/** Lines for a roll that was told, or for a unit standing in a battle zone. */
export async function explain(context: BoardContext, table: CommandersTable, about: Event | number, told: Event[], words: (key: string) => string): Promise<string[]> {
  if (typeof about === "number") return cells(context, table, about, words);
  const [kind, unit = 0, target = 0, , modifier = 0] = about;
  if (kind !== E.fired && kind !== E.fought && kind !== E.shelled) return [];
  if (kind !== E.shelled && !table.zones.length) return [];
  const special = (context.handout.data["combat"] as { special: Record<string, number> }).special;
  const status = (each: number) => table.status[each] ?? 0;
  // a unit routed by these very rolls, or later on, was not routed before
  const hitNow = told.some(([each = -1, , whom, , , hit]) => STEPS.indexOf(each) >= STEPS.indexOf(kind) && whom === target && hit);
  const column = status(target) & ROUTED && !hitNow ? "routed" : stood(table, target);
  const row = kind === E.shelled ? "attacking_artillery" : stood(table, unit);
  const answer = Number(await context.ask(`modifier ${row} ${column} ${kind === E.fought ? "melee" : "fire"}`));
  if (Number.isNaN(answer)) return [];
  const lines = [`${words("table")}: ${signed(answer)}`];
  let rest = modifier - answer;
  const add = (key: string, value: number) => {
    lines.push(`${words(key)}: ${signed(value)}`);
    rest -= value;
  };
  if (status(unit) & SPENT) add("spent", special["spent"] ?? 0);
  if (kind === E.fired && table.phase === FAST) add("fast-fire", special["fast_fire"] ?? 0);
  if (rest) lines.push(`${words(kind === E.shelled ? "range" : "rest")}: ${signed(rest)}`);
  return lines;
}

/** The row of a unit when the dice were rolled: an attacker that was routed by them keeps its goal. */
function stood(table: CommandersTable, unit: number): string {
  const status = table.status[unit] ?? 0;
  return rowOf(table.kind[unit] ?? 0, status & ROUTED && (table.target[unit] ?? -1) >= 0 ? status | ATTACK : status);
}

/** Who controls a sector, as the game says. */
export async function control(context: BoardContext, sector: number, words: (key: string) => string): Promise<string[]> {
  const who = await context.ask(`control ${word(context.handout, "sector", sector)}`);
  return who ? [`${words("control")}: ${context.texts["word"]?.[who] ?? words(who)}`] : [];
}

/** What the table gives a unit against the one it faces or aims at. */
async function cells(context: BoardContext, table: CommandersTable, unit: number, words: (key: string) => string): Promise<string[]> {
  const [zone, seat] = [table.zone[unit] ?? -1, Math.floor(unit / ARMY)];
  const space = table.lines[2 * zone + seat]?.indexOf(unit) ?? -1;
  const aim = table.aim[unit] ?? -1;
  const target = aim >= 0 ? aim : (table.lines[2 * zone + 1 - seat]?.[space] ?? -1);
  if (space < 0 || target < 0 || (table.status[unit] ?? 0) & ROUTED) return [];
  const [row, status] = [rowOf(table.kind[unit] ?? 0, table.status[unit] ?? 0), table.status[target] ?? 0];
  const column = status & ROUTED ? "routed" : rowOf(table.kind[target] ?? 0, status);
  const [fire, melee] = await Promise.all(["fire", "melee"].map((step) => context.ask(`modifier ${row} ${column} ${step}`)));
  return [`${words("against")} ${spoken(context, "unit", target)}: ${words("fire")} ${fire === "-" ? "–" : fire}, ${words("melee")} ${melee === "-" ? "–" : melee}`];
}
