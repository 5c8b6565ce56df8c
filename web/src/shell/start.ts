/** From the front page into a match against the computer. */

import type { GameLine } from "../net/api";
import { api } from "../net/api";
import { someone } from "./identity.svelte";
import { go } from "./router.svelte";

/** The strongest bot a game has sits on every other seat; in a guided first game the easy one, with the game's friendly settings. */
export async function playNow(game: GameLine, guided = false): Promise<void> {
  await someone();
  const seats = guided ? game.first.seats : (game.seats[0] ?? 2);
  const bot = (guided ? game.bots.find((name) => name !== "random") : undefined) ?? game.bots.at(-1) ?? "random";
  const places = Array.from({ length: seats }, (_, seat) => (seat === 0 ? { kind: "me" as const } : { kind: "bot" as const, bot }));
  const friendly = guided ? { options: game.first.options, terms: { rated: false } } : {};
  const made = await api.create({ game: game.name, seats, places, public: false, ...friendly });
  go(`/play/${made.id}${guided ? "?guide=1" : ""}`);
}
