/** The drawing of the terminal, whole and in fixed width; its markup becomes classes. */

import type { Board, BoardContext, View } from "../board";
import { html } from "../kit/dom";

const KNOWN = new Set(["red", "blue", "green", "yellow", "magenta", "cyan", "white", "dim", "bold", "reverse"]);
const MARK = /\\\[|\[(\/?)([a-z0-9_ #]*)\]/gi; // a bracket that is meant, or a tag that opens or closes

export class TextBoard implements Board {
  private place = html("pre", "generic-text");

  constructor(
    private element: HTMLElement,
    context: BoardContext,
  ) {
    element.classList.add("board", "generic-board");
    this.place.tabIndex = 0;
    this.place.setAttribute("role", "region");
    this.place.setAttribute("aria-label", context.texts[""]?.["title"] ?? context.handout.game);
    element.append(this.place);
  }

  set(view: View): void {
    this.place.replaceChildren(...painted(typeof view.scene === "string" ? view.scene : ""));
  }

  offer(): void {}

  play(): Promise<void> {
    return Promise.resolve();
  }

  destroy(): void {
    this.element.replaceChildren();
    this.element.classList.remove("board", "generic-board");
  }
}

/** Text with `[red]…[/red]` as elements: tags nest, unknown ones are left out, `\[` is a bracket. */
export function painted(source: string): (Node | string)[] {
  const root: HTMLElement = html("span", "");
  const open: { name: string; made: HTMLElement }[] = [];
  let from = 0;
  let top = root;
  const say = (text: string) => text && top.append(text);
  for (const found of source.matchAll(MARK)) {
    const [all, closing, name = ""] = found;
    const words = name.toLowerCase().split(" ").filter((word) => KNOWN.has(word));
    say(source.slice(from, found.index));
    from = found.index + all.length;
    if (all === "\\[") say("[");
    else if (closing) {
      open.pop();
      top = open.at(-1)?.made ?? root;
    } else {
      const made: HTMLElement = html("span", words.map((word) => `ink-${word}`).join(" "));
      top.append(made);
      open.push({ name, made });
      top = made;
    }
  }
  say(source.slice(from));
  return [...root.childNodes];
}
