/** What the players of a match are called: by the names agreed on for this match, else by those of their accounts. */

import type { Handout, Value } from "../../boards/board";
import type { SeatInfo } from "../../net/api";
import { maybe, t } from "../../texts/index.svelte";

const GUEST = /^Guest ([a-z0-9]{4})$/;

/** A program's name as people read it; those of the operator have none but their own. */
export const botName = (game: string, bot: string): string => maybe(`bot.${game}.${bot}`) ?? maybe(`bot.${bot}`) ?? bot;

/** A person's name. The server calls guests "Guest" and four signs: everybody reads that word in the language of their page. */
export function personName(name: string): string {
  const signs = GUEST.exec(name)?.[1];
  return signs ? t("common.guest", { signs }) : name;
}

/** Whether a name needs the mark of a guest, who could be anybody; one that says so itself needs none. */
export const isMarked = (who: { guest?: boolean; name: string }): boolean => Boolean(who.guest) && !GUEST.test(who.name);

/** Who sits there, if anybody does. */
export const sitter = (game: string, seat: { kind: string; name: string }): string => (seat.kind === "bot" ? botName(game, seat.name) : personName(seat.name));

/** Names by seat, all different; `listing` is the option by which players are named, if the game has one: somebody who holds several seats is told apart by their numbers, and one without a name by these alone. */
export function playersOf(info: { game: string; seats: Pick<SeatInfo, "seat" | "kind" | "name">[]; options: Record<string, Value> }, listing = ""): string[] {
  const listed = listing ? String(info.options[listing] ?? "") : "";
  const agreed = listed.split(",").map((name) => name.trim());
  const names = info.seats.map((each) => agreed[each.seat] || sitter(info.game, each) || t("common.player", { number: each.seat + 1 }));
  return names.map((name, seat) => {
    if (names.filter((other) => other === name).length === 1) return name;
    return GUEST.test(info.seats[seat]?.name ?? "") && !agreed[seat] ? t("common.player", { number: seat + 1 }) : `${name} · ${t("create.seat", { number: seat + 1 })}`;
  });
}

/** The handout with the players' names in every sentence, where the game has no names of its own for them. */
export function named(handout: Handout, players: string[]): Handout {
  if (handout.sides_named) return handout; // White and Black, the Mazianni and the Union
  const sides = Array.from({ length: Math.max(...handout.sides) + 1 }, (_, side) => players.filter((_, seat) => handout.sides[seat] === side).join(" + "));
  return { ...handout, names: { seat: players, side: sides } };
}
