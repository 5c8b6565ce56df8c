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

/** Ranks below this are main games: the others, such as the exemplar, come after them. */
const OTHERS = 100;

export async function allGames(): Promise<GameLine[]> {
  const found = await once("games", api.games);
  return [...found].sort((a, b) => a.rank - b.rank || a.name.localeCompare(b.name));
}

export const isMain = (game: GameLine) => game.rank < OTHERS;

export const textsOf = (game: string, language: string): Promise<Texts> => once(`texts ${game} ${language}`, () => api.texts(game, language));
/** A file that a game gives to the page. */
export const assetOf = (game: string, file: string): Promise<string> => once(`asset ${game} ${file}`, () => api.asset(game, file));
export const rulebookOf = (game: string): Promise<string> => once(`rulebook ${game}`, () => api.rulebook(game));
export const handoutOf = (game: string, seats: number, options: Record<string, Value>): Promise<Handout> =>
  once(`handout ${game} ${seats} ${JSON.stringify(options)}`, () => api.handout(game, seats, options));
