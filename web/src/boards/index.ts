/** Finds the board of a game: a folder beside this file whose index.ts exports `mount`, or the file `board.js` that the game brings with it, or the board for all. */

import type { Handout, Mount } from "./board";

const found = import.meta.glob<{ mount: Mount }>(["./*/index.ts", "!./kit/index.ts"]);

/** A board of another package: it is given the kit, for it cannot import it. */
type Foreign = (...all: [...Parameters<Mount>, kit: typeof import("./kit")]) => ReturnType<Mount>;

export async function boardOf(handout: Pick<Handout, "game" | "assets">): Promise<Mount> {
  const load = found[`./${handout.game}/index.ts`];
  if (!load && handout.assets?.includes("board.js")) return foreign(handout.game, handout.assets);
  const board = load ?? found["./generic/index.ts"];
  if (!board) throw new Error(`no board for ${handout.game}`);
  return (await board()).mount;
}

async function foreign(game: string, assets: string[]): Promise<Mount> {
  const base = `/v1/games/${game}/assets/`;
  const [kit, { mount }] = await Promise.all([import("./kit"), import(/* @vite-ignore */ `${base}board.js`) as Promise<{ mount: Foreign }>]);
  if (assets.includes("board.css") && !document.querySelector(`link[href="${base}board.css"]`)) {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = `${base}board.css`;
    document.head.append(link);
  }
  return (element, context) => mount(element, context, kit);
}
