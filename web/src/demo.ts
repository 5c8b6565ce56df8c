/** A board with fixtures instead of a server: `npm run dev`, then /demo.html?game=picket&setting=0&seat=0&moment=3 */

import "./theme.css";
import "./boards/boards.css";
import { boardOf } from "./boards";
import type { Handout, Texts, View } from "./boards/board";
import { sayAction, sayEvent } from "./boards/kit";
import type { Action, Event } from "./wire";

interface Moment {
  onlooker: View & { events: Event[] };
  seats: (View & { events: Event[] })[];
}
interface Fixture {
  texts: Record<string, Texts>;
  settings: { handout: Handout; moments: Moment[] }[];
}

const query = new URLSearchParams(location.search);
const game = query.get("game") ?? "picket";
const seat = Number(query.get("seat") ?? 0);
const language = query.get("language") ?? "en";
document.documentElement.dataset["theme"] = query.get("theme") ?? "light";

const fixture = (await (await fetch(`/fixtures/${game}.json`)).json()) as Fixture;
const setting = fixture.settings[Number(query.get("setting") ?? 0)]!;
const texts = fixture.texts[language]!;
const say = { handout: setting.handout, texts };
const log = document.querySelector("#log")!;
const list = document.querySelector("#offer")!;

const host = document.querySelector<HTMLElement>("#board")!;
const mount = await boardOf(setting.handout);
const board = mount(host, {
  handout: setting.handout,
  texts,
  language,
  seat,
  players: setting.handout.sides.map((_, i) => `Player ${i + 1}`),
  motion: query.get("motion") !== "0",
  choose: (action) => log.prepend(`chosen: ${sayAction(say, action)} [${action.join(" ")}]\n`),
  perform: (actions, whole) => log.prepend(`performed${whole ? " whole" : ""}: ${actions.map((each) => sayAction(say, each)).join("; ")}\n`),
  pick: (kind, value) => kind && log.prepend(`picked: ${kind} ${value}\n`),
  sheet: () => {},
  draft: { read: () => sessionStorage.getItem("draft") ?? "", write: (text) => sessionStorage.setItem("draft", text) },
  point: () => {},
  ask: () => Promise.reject(new Error("no server")),
  sound: () => {},
});

let at = Number(query.get("moment") ?? 0);
function seen(index: number): View & { events: Event[] } {
  const moment = setting.moments[index]!;
  return seat < 0 ? moment.onlooker : moment.seats[seat]!;
}
async function show(index: number, animate: boolean): Promise<void> {
  at = Math.max(0, Math.min(setting.moments.length - 1, index));
  const view = seen(at);
  document.querySelector("#where")!.textContent = `${at + 1} / ${setting.moments.length}  ${view.prompt ? (texts["prompt"]?.[view.prompt] ?? view.prompt) : ""}`;
  if (animate) {
    for (const event of view.events) log.prepend(sayEvent(say, event) + "\n");
    board.offer([]);
    await board.play(view.events);
  }
  board.set(view);
  board.offer(view.offer ?? []);
  list.replaceChildren(...(view.offer ?? []).slice(0, 300).map(button));
}
function button(action: Action): HTMLElement {
  const made = document.createElement("button");
  made.textContent = sayAction(say, action);
  made.onmouseenter = () => board.preview?.(action);
  made.onmouseleave = () => board.preview?.(null);
  return made;
}
document.querySelector("#back")!.addEventListener("click", () => void show(at - 1, false));
document.querySelector("#on")!.addEventListener("click", () => void show(at + 1, true));
void show(at, false);
Object.assign(window, { demo: { show, board } });
