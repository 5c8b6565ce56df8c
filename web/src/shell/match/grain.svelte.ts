/** Between a person's choices and the small actions of the rules: the piece in hand, what can be done with it in one go, the order sheet, endings, standing answers. */

import type { Ending, Gesture, OrderSheet, Standing, View } from "../../boards/board";
import { endingOf, endingsOf, ENDS_PHASE } from "../../boards/kit/endings";
import { sameAction } from "../../boards/kit/offers";
import type { Language } from "../../boards/kit/words";
import type { Gestures, Manner } from "../../net/api";
import { Problem } from "../../net/api";
import type { Action } from "../../wire";
import { settings } from "../settings.svelte";

const PAUSE = 120; // milliseconds a question stands before its gestures are asked for: those in passing need none

/** What is asked of the server; about the position shown. */
export type AskGestures = (of: { kind?: string; value?: number; text?: string }, signal: AbortSignal) => Promise<Gestures>;

/** A piece or place: kind of operand, value. */
export interface Subject {
  kind: string;
  value: number;
}

/** An ending that would leave something useful unused, and what is sent if it is meant. */
export interface Sure {
  ending: Ending;
  /** What was chosen, when it is more than that ending. */
  gesture: Gesture | null;
  actions: Action[];
  whole: boolean;
}

/** What was read of a line of short notation: a gesture, or why it is none. */
export interface Reading {
  text: string;
  gesture: Gesture | null;
  problem: string;
}

export class Grain {
  picked = $state.raw<Subject | null>(null);
  /** Where it is to go, or what it is to be done to, as far as that was said. */
  goal = $state.raw<Subject | null>(null);
  /** Gestures of what is picked, and of the question as a whole. */
  ofPicked = $state.raw<Gesture[]>([]);
  ofQuestion = $state.raw<Gesture[]>([]);
  subjects = $state.raw<[string, number][]>([]);
  sheet = $state.raw<OrderSheet | null>(null);
  sure = $state.raw<Sure | null>(null);
  reading = $state.raw<Reading | null>(null);
  /** Counts positions: what was read of a line of notation holds for one of them. */
  position = $state(0);
  /** How far the last gesture came, in words; empty when it went through. */
  stopped = $state("");
  manner = $state.raw<Manner | null>(null);

  private question = -1;
  private timer = 0;
  private whole = new AbortController();
  private single = new AbortController();
  private read = new AbortController();

  constructor(
    private ask: AskGestures,
    private tell: (wish: Partial<Manner>) => void,
    private match: string,
    private seat: number,
    /** False on a device that several people share: nothing of one of them stays on it. */
    private keep: boolean,
    /** Whether the match lies on a table of the players' own: there a question with one answer waits until something is done on it. */
    readonly elsewhere: () => boolean = () => false,
  ) {}

  // gestures -----------------------------------------------------------------------

  /** A new position is shown: `asked` is the number of the question, if there is one. */
  fresh(asked: number | undefined): void {
    clearTimeout(this.timer);
    for (const each of [this.whole, this.single, this.read]) each.abort();
    this.reading = null;
    this.position += 1;
    const same = asked !== undefined && asked === this.question;
    this.question = asked ?? -1;
    if (!same) {
      [this.ofQuestion, this.ofPicked, this.subjects] = [[], [], []];
      [this.picked, this.goal, this.sure, this.sheet] = [null, null, null, null];
    }
    if (asked === undefined) return;
    this.timer = window.setTimeout(() => {
      void this.seek();
      if (this.picked) void this.seekPicked();
    }, PAUSE);
  }

  private async seek(): Promise<void> {
    this.whole = new AbortController();
    const { signal } = this.whole;
    const found = await this.ask({}, signal).catch(() => null);
    if (!found || signal.aborted) return;
    [this.ofQuestion, this.subjects] = [found.gestures, found.subjects];
  }

  pick(kind: string, value: number, goal: Subject | null = null): void {
    if (!kind || this.question < 0) {
      this.single.abort();
      [this.picked, this.goal, this.ofPicked] = [null, null, []];
      return;
    }
    this.goal = goal;
    if (this.picked?.kind === kind && this.picked.value === value) return;
    [this.picked, this.ofPicked] = [{ kind, value }, []];
    void this.seekPicked();
  }

  private async seekPicked(): Promise<void> {
    const { picked } = this;
    this.single.abort();
    this.single = new AbortController();
    const { signal } = this.single;
    if (!picked) return;
    const found = await this.ask(picked, signal).catch(() => null);
    if (found && !signal.aborted && this.picked === picked) this.ofPicked = found.gestures;
  }

  /** Read a line of short notation; what it means, or what is wrong with it, stands in `reading`. */
  async readText(text: string): Promise<Reading | null> {
    this.read.abort();
    this.read = new AbortController();
    const { signal } = this.read;
    const wanted = text.trim();
    if (!wanted || this.question < 0) return (this.reading = null);
    try {
      const { gestures } = await this.ask({ text: wanted }, signal);
      if (signal.aborted) return null;
      return (this.reading = { text: wanted, gesture: gestures[0] ?? null, problem: "" });
    } catch (error) {
      if (signal.aborted) return null;
      return (this.reading = { text: wanted, gesture: null, problem: error instanceof Problem && error.status === 400 ? error.message : "" });
    }
  }

  // endings ------------------------------------------------------------------------

  /** The endings of a question as they are called now: those of a sheet by what stands on it. */
  endings(view: View | null): Ending[] {
    const found = endingsOf(view);
    return this.sheet ? found.map((ending) => this.sheet!.ending(ending)) : found;
  }

  /** The ending in what is about to be sent, if what it would leave unused is known: one at the beginning, or that of a sheet given whole. */
  closing(view: View | null, actions: Action[]): Ending | undefined {
    const { sheet } = this;
    const given = sheet?.written.length && actions.length === sheet.written.length + 1 && sheet.written.every((each, i) => sameAction(each, actions[i]!));
    const ending = endingOf(view, given ? actions.at(-1)! : (actions[0] ?? []));
    return given && ending ? sheet.ending(ending) : ending;
  }

  /** Whether a gesture ends more than a piece's turn: then it has no digit key. */
  static ends(gesture: Gesture): boolean {
    return gesture.ends >= ENDS_PHASE;
  }

  /** Whether it stands apart, with the endings: it ends a turn, or is nothing but an ending. */
  static apart(view: View | null, gesture: Gesture): boolean {
    const closes = (Grain.ends(gesture) || gesture.actions.length === 1) && endingOf(view, gesture.actions[0] ?? []) !== undefined;
    return gesture.ends > ENDS_PHASE || closes;
  }

  // what the table answers -----------------------------------------------------------

  private get key(): string {
    return `sandtable.auto.${this.match}.${this.seat}`;
  }

  private get store(): Storage {
    return this.keep ? localStorage : sessionStorage;
  }

  /** Whether questions with one answer are answered for this person here: as chosen for this match, else as in the settings. */
  get wish(): boolean {
    if (this.elsewhere()) return false;
    const own = this.store.getItem(this.key);
    return own === null ? settings.auto : own === "1";
  }

  setAuto(auto: boolean): void {
    this.store.setItem(this.key, auto ? "1" : "0");
    this.tell({ auto });
  }

  /** The server's word on it; when a line is opened, the person's own wish is told. */
  heard(manner: Manner, first: boolean): void {
    this.manner = manner;
    if (first && manner.auto !== this.wish) this.tell({ auto: this.wish });
  }

  /** Standing answers to a prompt that are not given yet. */
  offered(language: Language, prompt: string | undefined): Standing[] {
    if (!this.manner || !prompt) return [];
    return (language.handout.standings ?? []).filter((each) => each.prompt === prompt && !this.manner?.always.includes(each.key));
  }

  /** Give a standing answer; another to the same prompt ends. */
  always(language: Language, key: string): void {
    const all = language.handout.standings ?? [];
    const prompt = all.find((each) => each.key === key)?.prompt;
    const others = (this.manner?.always ?? []).filter((each) => all.find(({ key }) => key === each)?.prompt !== prompt);
    this.tell({ always: [...others, key] });
  }

  endAlways(key: string): void {
    this.tell({ always: (this.manner?.always ?? []).filter((each) => each !== key) });
  }

  close(): void {
    clearTimeout(this.timer);
    for (const each of [this.whole, this.single, this.read]) each.abort();
    this.question = -1;
    [this.picked, this.goal, this.sure, this.sheet, this.reading] = [null, null, null, null, null];
    [this.ofQuestion, this.ofPicked, this.subjects] = [[], [], []];
  }
}
