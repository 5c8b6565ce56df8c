/** What a board is.  The contract in words: docs/boards.md. */

import type { Action, Event, Gesture, Hand, Standing, Table, Ending as EndingLine } from "../wire";

export type { Gesture, Standing } from "../wire";

export type Value = number | string;

/** A verb or an event: its word and the kinds of its operands; a last kind with a star repeats. */
export interface Shape {
  word: string;
  operands: string[];
  /** Of a verb: what a turn is about comes first (0), rarely used things last (9). */
  rank?: number;
}

/** What follows from the game's name, seats and options: the same for everybody, for the whole match. */
export interface Handout {
  game: string;
  version: number;
  seats: number;
  sides: number[];
  options: Record<string, Value>;
  verbs: Shape[];
  events: Shape[];
  /** Per operand kind: value -> word.  Kinds written as plain numbers are missing. */
  words: Record<string, Record<string, string>>;
  /** Kinds whose values count on beyond their words: [from, prefix, shift] writes v as prefix and v + shift. */
  counting?: Record<string, [number, string, number]>;
  /** Kinds with too many values for a list: ["grid", pitch, shift] writes v as "q,r"; ["bits", kind] joins the words of the set bits; ["turn", parts] is a direction. */
  patterns?: Record<string, [string, ...(number | string)[]]>;
  /** Kinds whose values are called by names that nobody translates: seats and sides by their players. */
  names?: Record<string, string[]>;
  /** Answers that can be given beforehand. */
  standings?: Standing[];
  /** Prompts at which it is a secret of the seat how many answers it has. */
  covered?: string[];
  /** The files of the game's data folder by name, e.g. `data["board"]`. */
  data: Record<string, unknown>;
  /** How the game is shown: "own" board, "layout", or "text". */
  shown?: string;
  layout?: Layout | null;
  /** Files the game gives to the page. */
  assets?: string[];
  /** Whether sides have names of their own, by which the rules call them. */
  sides_named?: boolean;
  /** The option that lists the names of the players, if there is one. */
  players_option?: string;
}

/** A board as the card describes it (kit/layout.py): the unit is the width of a square. */
export interface Layout {
  shape: "squares" | "hexes" | "graph" | "zones" | "plane";
  /** The kind of operand that names a place. */
  kind: string;
  places: [number: number, x: number, y: number, label: string, ground: string, width: number, height: number][];
  lines: [number, number][];
  width: number;
  height: number;
  /** On a plane a point is x * pitch + y. */
  pitch: number;
}

/** A thing on such a board: place, signs, whose it is, the operand that names it, what it is called, and whether it is ringed. */
export type Lying = [place: number, glyph: string, seat: number, kind: string, value: number, said: string, ring?: number];

/** A game's catalogue in one language; the table "" holds title and blurb. */
export type Texts = Record<string, Record<string, string>>;

/** What a seat, or an onlooker (no hand), knows. */
export interface View<T extends Table = Table, H extends Hand = Hand> {
  table: T;
  hand?: H;
  /** Number of the decision asked of this seat; missing when nothing is asked. */
  ask?: number;
  /** Message key of the question. */
  prompt?: string;
  /** Paragraph of the rulebook that governs it. */
  paragraph?: string;
  offer?: Action[];
  /** Of games without a board of their own: what lies where, or the drawing of the terminal. */
  scene?: Lying[] | string;
  /** Which of the offered actions end something. */
  endings?: EndingLine[];
  /** Whether the last gesture can be taken back: "" when it can, else the key of the reason; missing for onlookers and in replays. */
  undo?: string;
}

/** Orders written down before they are given, all at once.  Board and list fill the same sheet: nothing is sent before. */
export interface OrderSheet {
  /** What stands on it, in order. */
  readonly written: Action[];
  /** What can be added, as offered actions: the list shows these. */
  readonly open: Action[];
  /** Whether all of these could be added. */
  takes(actions: Action[]): boolean;
  /** Add actions; false, and nothing is added, when one of them cannot stand there. */
  write(actions: Action[]): boolean;
  /** Take the order with this number off again. */
  strike(index: number): void;
  /** How an ending of the question is called, and what it would leave unused, once all that is written is given with it. */
  ending(ending: Ending): Ending;
}

/** An ending as boards and list speak of it. */
export interface Ending {
  action: Action;
  key: string;
  ends: number;
  count: number;
  unused: [string, number][];
}

export interface BoardContext {
  handout: Handout;
  texts: Texts;
  language: string;
  /** The seat looking at the board; -1 for an onlooker. */
  seat: number;
  /** Names of the players by seat. */
  players: string[];
  /** False when the viewer, or the viewer's system, asks for less motion. */
  motion: boolean;
  /** Report a chosen action.  It need not be in the offer where the choice is a continuum. */
  choose(action: Action): void;
  /** Report several actions as one gesture: one message, played as far as they go; `whole`: all or none, like a sheet of orders; `meant`: no question is asked though it ends something (a timer that has run out). */
  perform(actions: Action[], whole: boolean, meant?: boolean): void;
  /** Report what is picked up (kind of operand, value): the page lists what can be done with it in one go.  An empty kind puts it down.  `goal` (another value of
   *  that kind, or of the one named) leaves only what leads there. */
  pick(kind: string, value: number, goal?: { kind: string; value: number }): void;
  /** The sheet orders are written on now; null when there is none.  To be told after every change of it. */
  sheet(sheet: OrderSheet | null): void;
  /** A change not yet reported that must survive a reload (an order sheet being drawn); "" when there is none.  It dies with its question. */
  draft: { read(): string; write(text: string): void };
  /** What is pointed at, as a text: shown beside the board and read aloud politely. */
  point(text: string): void;
  /** A question to the game about the table from the seat's own knowledge (`Card.look`); rejects when unanswered. */
  ask(query: string): Promise<string>;
  /** Play a short sound if the viewer wants sounds. */
  sound(name: "move" | "dice" | "hit" | "turn" | "end"): void;
}

export interface Board {
  /** Show this and nothing else; cuts animations short. */
  set(view: View): void;
  /** Highlight what can be chosen; an empty list ends the choice. */
  offer(actions: Action[]): void;
  /** Animate events on top of what is shown; `set` follows.  Resolves when done. */
  play(events: Event[]): Promise<void>;
  /** Events the viewer heard, told before the `set` they led to, animated or not; `afresh`: all that is remembered, for those who come late. */
  hear?(events: Event[], afresh: boolean): void;
  /** True when the board has a button of its own for every choice: the page then needs neither its list nor a second tap. */
  readonly whole?: boolean;
  /** Mark what these events were about, so that a glance tells what has just happened; an empty list marks nothing. */
  latest?(events: Event[]): void;
  /** Show which things an action is about while it is pointed at in the offer list; null ends it. */
  preview?(action: Action | null): void;
  /** The same for a gesture: what its operands name. */
  trace?(gesture: Gesture | null): void;
  /** What can be done with what is picked up, once the page knows: places it leads to can be lit. */
  reaches?(gestures: Gesture[]): void;
  /** Leave nothing behind. */
  destroy(): void;
}

export type Mount = (element: HTMLElement, context: BoardContext) => Board;
