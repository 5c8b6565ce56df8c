/** Finds the board of a game: every folder beside this file whose index.ts exports `mount`. */

import type { Mount } from "./board";

const found = import.meta.glob<{ mount: Mount }>(["./*/index.ts", "!./kit/index.ts"]);

export async function boardOf(game: string): Promise<Mount> {
  const load = found[`./${game}/index.ts`] ?? found["./generic/index.ts"];
  if (!load) throw new Error(`no board for ${game}`);
  return (await load()).mount;
}

export function hasBoard(game: string): boolean {
  return `./${game}/index.ts` in found;
}
