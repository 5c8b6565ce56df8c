/** What the players of a match are called: by the names agreed on for this match, else by those of their accounts. */

import type { MatchInfo } from "../../net/api";
import { t } from "../../texts/index.svelte";

export function playersOf(info: Pick<MatchInfo, "seats" | "options">): string[] {
  const agreed = String(info.options["names"] ?? "").split(",").map((name) => name.trim());
  return info.seats.map((each) => agreed[each.seat] || each.name || t("common.player", { number: each.seat + 1 }));
}
