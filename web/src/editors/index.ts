/** Finds the editor of a game: every folder beside this file whose index.ts exports `mount` and `covers`. */

import type { EditorModule } from "./editor";

const found = import.meta.glob<EditorModule>("./*/index.ts");

/** Null where a game has no editor of its own: the form of its options is all there is. */
export async function editorOf(game: string): Promise<EditorModule | null> {
  const load = found[`./${game}/index.ts`];
  return load ? await load() : null;
}

export function hasEditor(game: string): boolean {
  return `./${game}/index.ts` in found;
}
