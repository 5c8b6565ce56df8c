/** A board for games without one: what lies on the table and in the hand, as tables of facts. */

import type { Mount } from "../board";
import "./generic.css";

const FLOW = new Set(["pending", "dice", "stack", "gone", "draw_offers", "over", "seat", "asked"]);
const MOST = 60; // values of a list that are shown

export const mount: Mount = (element, context) => {
  element.classList.add("board", "generic-board");
  const section = (title: string, facts: object) => {
    const made = document.createElement("section");
    const heading = document.createElement("h3");
    heading.textContent = title;
    const list = document.createElement("dl");
    for (const [name, value] of Object.entries(facts)) {
      if (FLOW.has(name)) continue;
      const term = document.createElement("dt");
      term.textContent = name.replaceAll("_", " ");
      const said = document.createElement("dd");
      said.textContent = shown(value);
      list.append(term, said);
    }
    made.append(heading, list);
    return made;
  };
  return {
    set(view) {
      element.replaceChildren(section(context.texts[""]?.["title"] ?? context.handout.game, view.table));
      if (view.hand) element.append(section(context.players[view.hand.seat] ?? "", view.hand));
    },
    offer() {},
    play: () => Promise.resolve(),
    destroy() {
      element.replaceChildren();
      element.classList.remove("board", "generic-board");
    },
  };
};

function shown(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  if (value.some(Array.isArray)) return value.slice(0, MOST).map(shown).join(" | ");
  return value.slice(0, MOST).join(" ") + (value.length > MOST ? " …" : "");
}
