/** The server's HTTP side, typed. */

import type { Gesture, Handout, Texts, Value, View } from "../boards/board";
import type { Action, Event } from "../wire";

export type { Manner, Performed } from "../wire";
import { sitOut, wait } from "./crowd.svelte";

/** An answer that is an error; `key` is the server's message key. */
export class Problem extends Error {
  constructor(
    public status: number,
    public key: string,
    message: string,
    public details: Record<string, unknown> = {},
  ) {
    super(message);
  }
}

export interface Option { key: string; kind: "flag" | "number" | "choice" | "text"; default: Value; low: number; high: number; choices: string[] }
export interface GameLine { name: string; title: Record<string, string>; blurb: Record<string, string>; seats: number[]; options: Option[]; bots: string[]; rank: number; players_option: string; assets: string[]; first: { seats: number; options: Record<string, Value> } }
export interface Clock { left: number[]; running: number[]; since: number; paused: number; deadline: number | null }
export interface ClockTerms { kind: "none" | "move" | "fischer" | "days"; seconds: number; increment: number; days: number; on_timeout: "lose" | "bot"; bot: string }
export interface Terms { clock: ClockTerms; undo: "free" | "ask" | "never"; onlookers: boolean; delay: number; chat: "all" | "aloud" | "seats" | "none"; rated: boolean; title: string }
export interface SeatInfo { seat: number; kind: "open" | "person" | "bot"; name: string; user?: string | null; bot: string | null; colour: string; side?: number; mine?: boolean; guest?: boolean }
export interface Affairs { paused?: number; pause?: number[]; undo?: number; undo_yes?: number[]; rematch?: number[]; next?: string }
export interface MatchInfo {
  id: string; game: string; version: number; options: Record<string, Value>; terms: Terms; state: "open" | "running" | "over" | "dropped"; public: boolean;
  owner: string; seats: SeatInfo[]; created: number; started: number | null; dice_hash: string; dice_key: string | null; result: number[] | null; affairs: Affairs;
  follows: string | null; yours?: number[]; present?: number[]; link?: string;
}
export interface MatchLine { id: string; game: string; state: MatchInfo["state"]; options: Record<string, Value>; terms: Terms; seats: SeatInfo[]; created: number; result: number[] | null; turn: number[]; since: number | null }
export interface About { seals?: string[]; clock?: Clock; over?: { result: number[]; key: string }; gap?: boolean }
export type Told = View & { events: Event[] };
/** What can be picked up (kind of operand, value), and what can be done in one go. */
export interface Gestures { subjects: [string, number][]; gestures: Gesture[] }
export interface Talk { at: number; user: string; name: string; guest?: boolean; seat: number; channel: string; text: string }
export interface Me { user: string; kind: "user" | "guest" | "bot"; name: string; email: string | null; about: string; notify_mail: boolean; webhook_url: string | null; has_password: boolean; created_at: number }
export interface Session { id: string; current: boolean; agent: string; address: string; created_at: number; seen_at: number }
export interface Ways { guests: boolean; registration: boolean; openid: string | null }
export interface Token { id: string; name: string; scopes: string[]; created_at: number; seen_at: number | null; expires_at: number | null }
export interface Profile { user: string; kind: string; name: string; about: string; since: string; details: Record<string, unknown> }
export interface Place { kind: "me" | "open" | "bot"; bot?: string; colour?: string }
export interface Wish { game: string; seats?: number; options?: Record<string, Value>; terms?: Partial<Terms>; public?: boolean; places?: Place[] }
export interface Guess { subject_kind: string; subject: number; key: string; kind: string; exact: boolean; answers: [number, number, number][]; more?: [number, number]; span?: [number, number, number] }
export interface Notebook { samples: number; guesses: Guess[] }
/** What the dice may bring: a share of all cases, or a mean; the text is `odds.<key>` of the game. */
export interface Chance { key: string; share: number; mean: boolean; kinds: string[]; values: number[] }
export interface Candidate { action: Action; bot: boolean; score: number; score_margin: number; win: number; win_margin: number; chances: Chance[]; reasons: Reason[]; end: Measure[] }
/** A line of the bot's reckoning (`reason.<key>`): counted ones are added up. */
export interface Reason { key: string; amount: number; counted: boolean }
/** A figure of how one stands (`standing.<key>`), as a mean of imagined worlds; good: 1 the more the better, -1 the less. */
export interface Measure { key: string; mean: number; margin: number; good: number }
export interface Hint { bot: string; ask: number; action: Action; then: Action[]; worlds: number; standing: Measure[]; candidates: Candidate[] }
export interface Odds { samples: number; chances: Chance[]; events: [Event, number][] }
export interface History { messages: [number, Event[], number?][]; cursor: number | null }

/** `link` is that of a private match: a header, since addresses end up in logs. What is refused because many came from this network is sent again in time. */
export async function call<T>(method: string, path: string, body?: unknown, link?: string | null, signal?: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await once<T>(method, path, body, link, signal);
    } catch (error) {
      const seconds = error instanceof Problem ? wait(error.status, error.key, error.details) : 0;
      if (!seconds || signal?.aborted) throw error;
      await sitOut(seconds, signal);
    }
  }
}

async function once<T>(method: string, path: string, body?: unknown, link?: string | null, signal?: AbortSignal): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers: { ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...(link ? { "Sandtable-Link": link } : {}) },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    });
  } catch {
    throw new Problem(0, "offline", "The server cannot be reached.");
  }
  if (!answer.ok) {
    const told = (await answer.json().catch(() => ({}))) as { key?: string; message?: string; details?: Record<string, unknown> };
    throw new Problem(answer.status, told.key ?? "error", told.message ?? answer.statusText, told.details);
  }
  const text = await answer.text();
  const json = answer.headers.get("content-type")?.includes("json") && !answer.headers.get("content-type")?.includes("ndjson");
  return (text && json ? JSON.parse(text) : text) as T;
}

export function query(fields: Record<string, string | number | boolean | null | undefined>): string {
  const found = new URLSearchParams();
  for (const [key, value] of Object.entries(fields)) if (value !== undefined && value !== null && value !== "") found.set(key, String(value));
  const text = found.toString();
  return text ? "?" + text : "";
}

/** A seat as the server wants to hear it: a number, or an onlooker. */
export function seatWord(seat: number): string {
  return seat < 0 ? "onlooker" : String(seat);
}

const at = (match: string) => `/v1/matches/${encodeURIComponent(match)}`;

let line: Promise<unknown> = Promise.resolve();

/** What the server has to think about, one after the other: it lets few wait.  What is no longer wanted is not begun; once begun it is waited for, since
 * the server does not stop for us. */
function inTurn<T>(ask: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const next = line.then(async () => {
    signal?.throwIfAborted();
    const found = await ask();
    signal?.throwIfAborted();
    return found;
  });
  line = next.catch(() => {});
  return next;
}

export const api = {
  games: () => call<GameLine[]>("GET", "/v1/games"),
  texts: (game: string, language: string) => call<Texts>("GET", `/v1/games/${game}/texts/${language}`),
  handout: (game: string, seats: number, options: Record<string, Value>) => {
    const asked = query({ seats, options: JSON.stringify(options) });
    const path = `/v1/games/${game}/handout`;
    return asked.length < 3000 ? call<Handout>("GET", path + asked) : call<Handout>("POST", path, { seats, options }); // a board of one's own is long
  },
  sides: (game: string, seats: number, options: Record<string, Value>) => {
    const asked = query({ seats, options: JSON.stringify(options) });
    const path = `/v1/games/${game}/sides`;
    type Sides = { sides: number[]; colours: string[] };
    return asked.length < 3000 ? call<Sides>("GET", path + asked) : call<Sides>("POST", path, { seats, options });
  },
  asset: (game: string, file: string) => call<string>("GET", `/v1/games/${game}/assets/${file}`),
  rulebook: (game: string) => call<string>("GET", `/v1/games/${game}/rulebook`),

  ways: () => call<Ways>("GET", "/v1/entry"),
  me: () => call<Me>("GET", "/v1/account"),
  /** With the link of a match or a seat one counts for that match, and not for strangers of the same network. */
  guest: (name: string, link = "") => call<{ user: string; name: string }>("POST", "/v1/guests", { name, link }),
  register: (email: string, password: string, name: string) => call<{ message: string }>("POST", "/v1/account", { email, password, name }),
  confirm: (token: string, password = "") => call<Me>("POST", "/v1/account/confirm", { token, password }),
  logIn: (email: string, password: string, stay: boolean, code = "") => call<Me>("POST", "/v1/session", { email, password, stay, code }),
  openId: (next: string) => call<{ url: string }>("POST", "/v1/oidc", { next }),
  logOut: () => call<void>("DELETE", "/v1/session"),
  logOutEverywhere: () => call<void>("DELETE", "/v1/sessions"),
  sessions: () => call<Session[]>("GET", "/v1/sessions"),
  endSession: (id: string) => call<void>("DELETE", `/v1/sessions/${encodeURIComponent(id)}`),
  tokens: () => call<Token[]>("GET", "/v1/tokens"),
  makeToken: (name: string, scopes: string[], days: number | null, password: string) => call<{ id: string; token: string }>("POST", "/v1/tokens", { name, scopes, days, password }),
  endToken: (id: string) => call<void>("DELETE", `/v1/tokens/${encodeURIComponent(id)}`),
  second: () => call<{ on: boolean; recovery_codes_left: number }>("GET", "/v1/account/second-factor"),
  beginSecond: (password: string) => call<{ key: string; uri: string }>("POST", "/v1/account/second-factor", { password }),
  confirmSecond: (code: string) => call<{ codes: string[] }>("PUT", "/v1/account/second-factor", { code }),
  removeSecond: (code: string, password: string) => call<void>("POST", "/v1/account/second-factor/remove", { code, password }),
  changeEmail: (email: string, password: string) => call<{ message: string }>("PUT", "/v1/account/email", { email, password }),
  webhookKey: () => call<{ key: string }>("GET", "/v1/account/webhook-key"),
  askReset: (email: string) => call<{ message: string }>("POST", "/v1/password/reset", { email }),
  reset: (token: string, password: string) => call<void>("POST", "/v1/password", { token, password }),
  alter: (fields: Partial<{ name: string; about: string; notify_mail: boolean; webhook_url: string }>) => call<Me>("PATCH", "/v1/account", fields),
  changePassword: (password: string, old: string) => call<void>("PUT", "/v1/account/password", { password, old }),
  exportAll: () => call<unknown>("GET", "/v1/account/export"),
  remove: (password: string) => call<void>("POST", "/v1/account/delete", { password }),
  profile: (user: string) => call<Profile>("GET", `/v1/players/${encodeURIComponent(user)}`),

  create: (wish: Wish) => call<{ id: string; link: string; url: string }>("POST", "/v1/matches", wish),
  lobby: (fields: { game?: string; state?: string; mine?: boolean; cursor?: string }) =>
    call<{ matches: MatchLine[]; cursor: string | null }>("GET", "/v1/matches" + query(fields)),
  match: (id: string, link?: string) => call<MatchInfo>("GET", at(id), undefined, link),
  join: (id: string, seat: number | null, link: string | null, move = false) => call<{ match: string; seat: number }>("POST", at(id) + "/join", { seat, link, move }),
  joinLink: (link: string) => call<{ match: string; seat: number }>("POST", "/v1/join", { link }),
  leave: (id: string) => call<void>("DELETE", at(id) + "/seat"),
  seatBot: (id: string, seat: number, bot: string) => call<unknown>("POST", `${at(id)}/seats/${seat}/bot`, { bot }),
  sendAway: (id: string, seat: number) => call<unknown>("DELETE", `${at(id)}/seats/${seat}`),
  seatLink: (id: string, seat: number) => call<{ url: string }>("GET", `${at(id)}/seats/${seat}/link`),
  turns: () => call<{ match: string; game: string; seat: number }[]>("GET", "/v1/turns"),

  /** About the position of message `seen`: null once more was told. */
  look: (id: string, seat: number, q: string, seen: number, link: string | null) =>
    call<{ answer: string | null }>("GET", at(id) + "/look" + query({ q, seen, seat: seatWord(seat) }), undefined, link),
  /** What can be done in one go with a piece or place (kind, value), with nothing in particular, or as short notation (text) says.  About the position of message `seen`. */
  gestures: (id: string, seat: number, seen: number, of: { kind?: string; value?: number; text?: string }, link: string | null, signal?: AbortSignal) =>
    inTurn(() => call<Gestures>("GET", at(id) + "/gestures" + query({ ...of, seen, seat: seatWord(seat) }), undefined, link), signal),
  why: (id: string, seat: number, action: Action) => call<{ key: string }>("GET", at(id) + "/why" + query({ action: JSON.stringify(action), seat: seatWord(seat) })),
  hint: (id: string, seat: number, tries = 60) => call<Hint>("GET", at(id) + "/hint" + query({ seat: seatWord(seat), tries })),
  /** Without samples: exact chances alone, cheap enough to ask while pointing. */
  odds: (id: string, seat: number, action: Action, ask: number | undefined, samples = 40, signal?: AbortSignal) =>
    inTurn(() => call<Odds>("GET", at(id) + "/odds" + query({ action: JSON.stringify(action), seat: seatWord(seat), samples, ...(ask === undefined ? {} : { ask }) }), undefined, null), signal),
  notebook: (id: string, seat: number) => call<Notebook>("GET", at(id) + "/notebook" + query({ seat: seatWord(seat), samples: 100 })),
  /** The events of all messages to a seat, however many pages they take. */
  history: async (id: string, seat: number, link?: string): Promise<History["messages"]> => {
    const found: History["messages"] = [];
    for (let since: number | null = 0; since !== null; ) {
      const page: History = await call<History>("GET", at(id) + "/history" + query({ seat: seatWord(seat), since }), undefined, link);
      found.push(...page.messages);
      since = page.cursor;
    }
    return found;
  },
  replay: (id: string, seat: number, seq: number, link?: string) => call<["view", number, Told, About]>("GET", `${at(id)}/replay/${seq}` + query({ seat: seatWord(seat) }), undefined, link),
  truth: (id: string, count: number, link?: string) => call<{ inputs: number; state: { table: View["table"]; hands: NonNullable<View["hand"]>[]; scenes?: NonNullable<View["scene"]>[] } }>("GET", `${at(id)}/truth/${count}`, undefined, link),
  record: (id: string, link?: string) => call<string>("GET", at(id) + "/record", undefined, link),
};
