/** A board on fixtures: what the tests of all boards share.  Fixtures are made by tools/web_fixtures.py. */

import { existsSync, readFileSync } from "node:fs";
import type { Board, BoardContext, Handout, Mount, OrderSheet, Texts, View } from "../src/boards/board";
import type { Action, Event } from "../src/wire";

export interface Moment {
  onlooker: View & { events: Event[] };
  seats: (View & { events: Event[] })[];
}
export interface Fixture {
  texts: Record<string, Texts>;
  settings: { handout: Handout; moments: Moment[] }[];
}

export function fixture(game: string): Fixture {
  const file = `fixtures/${game}.json`;
  if (!existsSync(file)) throw new Error(`no ${file}: run tools/web_fixtures.py first`);
  return JSON.parse(readFileSync(file, "utf-8")) as Fixture;
}

export interface Mounted {
  board: Board;
  host: HTMLElement;
  chosen: Action[];
  asked: string[];
  /** Gestures reported, and whether each is to be played whole. */
  performed: { actions: Action[]; whole: boolean }[];
  picked: string[];
  pointed: string[];
  /** The sheet the board told of last. */
  sheet: () => OrderSheet | null;
}

export function mountOn(mount: Mount, source: Fixture, setting: number, seat: number, answer = ""): Mounted {
  const host = document.createElement("div");
  document.body.append(host);
  const [chosen, asked, picked, pointed]: [Action[], string[], string[], string[]] = [[], [], [], []];
  const performed: Mounted["performed"] = [];
  let sheet: OrderSheet | null = null;
  const { handout } = source.settings[setting]!;
  const context: BoardContext = {
    handout,
    texts: source.texts["en"]!,
    language: "en",
    seat,
    players: handout.sides.map((_, i) => `Player ${i + 1}`),
    motion: false,
    choose: (action) => chosen.push(action),
    perform: (actions, whole) => performed.push({ actions, whole }),
    pick: (kind, value, goal) => picked.push(kind ? `${kind} ${value}${goal ? ` to ${goal.kind} ${goal.value}` : ""}` : ""),
    sheet: (found) => (sheet = found),
    draft: { read: () => "", write: () => {} },
    point: (text) => pointed.push(text),
    ask: (query) => {
      asked.push(query);
      return Promise.resolve(answer);
    },
    sound: () => {},
  };
  return { board: mount(host, context), host, chosen, asked, performed, picked, pointed, sheet: () => sheet };
}

export function seenBy(moment: Moment, seat: number): View & { events: Event[] } {
  return seat < 0 ? moment.onlooker : moment.seats[seat]!;
}

/** Play moments of all settings, spread over the match, through a board, as every seat and as an onlooker. */
export async function playThrough(mount: Mount, source: Fixture): Promise<number> {
  let drawn = 0;
  for (let setting = 0; setting < source.settings.length; setting++) {
    const { handout, moments } = source.settings[setting]!;
    for (let seat = -1; seat < handout.seats; seat++) {
      const { board, host } = mountOn(mount, source, setting, seat);
      const step = Math.ceil(moments.length / 8);
      for (const moment of moments.filter((_, i) => i % step === 0)) {
        const view = seenBy(moment, seat);
        board.offer([]);
        await board.play(view.events);
        board.set(view);
        board.offer(view.offer ?? []);
        const once = host.innerHTML;
        board.set(view);
        board.offer(view.offer ?? []);
        if (host.innerHTML !== once) throw new Error("setting the same view twice changes the drawing");
        drawn += 1;
      }
      board.destroy();
      if (host.childElementCount) throw new Error("destroy left something behind");
    }
  }
  return drawn;
}

export function press(host: HTMLElement, field: number): void {
  const found = host.querySelector(`[data-field="${field}"]`);
  if (!found) throw new Error(`no field ${field}`);
  found.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}

export function litFields(host: HTMLElement): number[] {
  return [...host.querySelectorAll(".field.offered")].map((found) => Number(found.getAttribute("data-field")));
}
