/** What the players of a match are called: by the names agreed on for this match, else by those of their accounts. */

import type { Handout, Value } from "../../boards/board";
import type { SeatInfo } from "../../net/api";
import { maybe, t } from "../../texts/index.svelte";

/** Games whose option "names" lists players; in others it means something else (Company War: which set of ship names). */
const LISTS_PLAYERS = ["leaders"];
/** Games whose sides have names of their own, by which the rules call them: White and Black, the Mazianni and the Union. */
const SIDES_HAVE_NAMES = ["commanders", "company_war"];

/** A program's name as people read it; those of the operator have none but their own. */
export const botName = (game: string, bot: string): string => maybe(`bot.${game}.${bot}`) ?? maybe(`bot.${bot}`) ?? bot;

/** Who sits there, if anybody does. */
export const sitter = (game: string, seat: { kind: string; name: string }): string => (seat.kind === "bot" ? botName(game, seat.name) : seat.name);

/** Names by seat, all different: somebody who holds several seats is told apart by their numbers. */
export function playersOf(info: { game: string; seats: Pick<SeatInfo, "seat" | "kind" | "name">[]; options: Record<string, Value> }): string[] {
  const listed = LISTS_PLAYERS.includes(info.game) ? String(info.options["names"] ?? "") : "";
  const agreed = listed.split(",").map((name) => name.trim());
  const names = info.seats.map((each) => agreed[each.seat] || sitter(info.game, each) || t("common.player", { number: each.seat + 1 }));
  return names.map((name, seat) => (names.filter((other) => other === name).length > 1 ? `${name} · ${t("create.seat", { number: seat + 1 })}` : name));
}

/** The handout with the players' names in every sentence, where the game has no names of its own for them. */
export function named(handout: Handout, players: string[]): Handout {
  if (SIDES_HAVE_NAMES.includes(handout.game)) return handout;
  const sides = Array.from({ length: Math.max(...handout.sides) + 1 }, (_, side) => players.filter((_, seat) => handout.sides[seat] === side).join(" + "));
  return { ...handout, names: { seat: players, side: sides } };
}
