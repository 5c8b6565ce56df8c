/** Cards, handouts and texts of games, asked for once. */

import type { Handout, Texts, Value } from "../boards/board";
import type { GameLine } from "../net/api";
import { api } from "../net/api";

const kept = new Map<string, Promise<unknown>>();

function once<T>(key: string, load: () => Promise<T>): Promise<T> {
  const found = kept.get(key) as Promise<T> | undefined;
  if (found) return found;
  const loading = load();
  kept.set(key, loading);
  loading.catch(() => kept.delete(key));
  return loading;
}

/** The five games in the order of the front page; others, such as the exemplar, come after them. */
const ORDER = ["company_leader", "commanders", "leaders", "company_war", "war_of_leaders"];

export async function allGames(): Promise<GameLine[]> {
  const found = await once("games", api.games);
  const rank = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return [...found].sort((a, b) => rank(a.name) - rank(b.name) || a.name.localeCompare(b.name));
}

export const isMain = (name: string) => ORDER.includes(name);

export const textsOf = (game: string, language: string): Promise<Texts> => once(`texts ${game} ${language}`, () => api.texts(game, language));
export const rulebookOf = (game: string): Promise<string> => once(`rulebook ${game}`, () => api.rulebook(game));
export const handoutOf = (game: string, seats: number, options: Record<string, Value>): Promise<Handout> =>
  once(`handout ${game} ${seats} ${JSON.stringify(options)}`, () => api.handout(game, seats, options));
