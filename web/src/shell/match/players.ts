/** What the players of a match are called: by the names agreed on for this match, else by those of their accounts. */

import type { MatchInfo } from "../../net/api";
import { t } from "../../texts/index.svelte";

/** Games whose option "names" lists players; in others it means something else (Company War: which set of ship names). */
const LISTS_PLAYERS = ["leaders"];

export function playersOf(info: Pick<MatchInfo, "game" | "seats" | "options">): string[] {
  const listed = LISTS_PLAYERS.includes(info.game) ? String(info.options["names"] ?? "") : "";
  const agreed = listed.split(",").map((name) => name.trim());
  return info.seats.map((each) => agreed[each.seat] || each.name || t("common.player", { number: each.seat + 1 }));
}
