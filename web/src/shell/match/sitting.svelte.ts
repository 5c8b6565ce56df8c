/** One seat's sight of one match: what it was told, its log, its unsent orders.  Closing it forgets everything. */

import type { Board, View } from "../../boards/board";
import type { Language } from "../../boards/kit/words";
import { sayEvent, sayPrompt } from "../../boards/kit/words";
import { sameAction } from "../../boards/kit/offers";
import type { About, MatchInfo, Talk, Told } from "../../net/api";
import { api } from "../../net/api";
import { Session } from "../../net/session";
import { maybe, t } from "../../texts/index.svelte";
import type { Action, Event } from "../../wire";
import { umpireEvent } from "../../wire";
import { identity, someone } from "../identity.svelte";
import { settings } from "../settings.svelte";
import { playersOf } from "./players";

export interface LogLine {
  seq: number;
  text: string;
  /** The umpire's word, the viewer's own prompt, or the game's event. */
  kind: "umpire" | "event";
}

const REMEMBERED = 300; // events kept for a board that comes late
const MARKED = 24; // events at most whose places are marked on the board
const HASTE = 3; // messages waiting beyond which nothing is animated any more

export class Sitting {
  info: MatchInfo = $state.raw(null as unknown as MatchInfo);
  told = $state.raw<Told | null>(null);
  about = $state.raw<About>({});
  seq = $state(0);
  past = $state.raw<{ seq: number; told: Told } | null>(null);
  log = $state.raw<LogLine[]>([]);
  talks = $state.raw<Talk[]>([]);
  unread = $state(0);
  present = $state.raw<number[]>([]);
  online = $state(true);
  refusal = $state("");
  sending = $state(false);
  animating = $state(false);
  announcement = $state("");
  plan = $state.raw<Action[]>([]);
  ahead = 0;
  board: Board | null = null;
  /** Called when the seat has changed hands. */
  gone: () => void = () => {};
  /** The board has a button for every choice. */
  whole = $state(false);
  private called: string[] = [];
  private heard: Event[] = []; // what a board that comes late has missed

  private recent: Event[] = []; // since our own last decision
  private session: Session;
  private queue: { told: Told; about: About; seq: number; fresh: boolean }[] = [];
  private busy = false;
  private ended = false;
  private tried = ""; // the step of a plan that was last asked about

  constructor(
    info: MatchInfo,
    readonly seat: number,
    private link: string | null,
    private language: () => Language,
    /** Whether unsent orders may be written to this device: not when several people share it. */
    private keep: boolean,
  ) {
    this.info = info;
    this.plan = this.stored();
    this.session = new Session(info.id, seat, link, {
      view: (told, about, seq, fresh) => {
        this.queue.push({ told, about, seq, fresh });
        void this.work();
      },
      match: (found) => (this.info = { ...found, yours: this.info.yours, link: this.info.link }),
      talks: (all) => (this.talks = all),
      talk: (one) => {
        this.talks = [...this.talks, one];
        if (one.seat !== this.seat) this.unread += 1;
      },
      present: (seats) => (this.present = seats),
      refused: (error) => {
        this.sending = false;
        this.stopPlan();
        this.refuse(error.key, error.message);
        this.showOffer();
      },
      online: (yes) => (this.online = yes),
      gone: () => this.gone(),
      time: (ahead) => (this.ahead = ahead),
    });
  }

  /** Names by seat, as they stand in sentences; the same list as long as nobody comes or goes. */
  get players(): string[] {
    const found = playersOf(this.info);
    if (found.join("\n") !== this.called.join("\n")) this.called = found;
    return this.called;
  }

  get shown(): View | null {
    return this.past?.told ?? this.told;
  }

  get asked(): boolean {
    return this.told?.ask !== undefined && !this.sending && !this.past;
  }

  get offer(): Action[] {
    return this.asked && !this.animating ? (this.told?.offer ?? []) : [];
  }

  /** What happened last, in a line or two. */
  get news(): string {
    const last = this.log.at(-1);
    return last ? this.log.filter((line) => line.seq === last.seq).slice(-3).map((line) => line.text).join(" ") : "";
  }

  attach(board: Board | null): void {
    this.board = board;
    this.whole = board?.whole ?? false;
    if (this.heard.length) board?.hear?.(this.heard, true);
    if (board && this.shown) board.set(this.shown);
    this.markLatest();
    this.showOffer();
  }

  choose(action: Action): void {
    const told = this.told;
    if (!told || told.ask === undefined || this.sending) return;
    if (told.offer?.some((each) => sameAction(each, action))) this.send(told.ask, action);
    else void this.try(told.ask, action);
  }

  /** Not in the offer: one of a continuum, or something that cannot be done; then say why. */
  private async try(ask: number, action: Action): Promise<void> {
    try {
      const { key } = await api.why(this.info.id, this.seat, action);
      if (key) this.refuse(key);
      else this.send(ask, action);
    } catch {
      this.send(ask, action);
    }
  }

  private send(ask: number, action: Action): void {
    this.refusal = "";
    this.sending = true;
    this.recent = [];
    this.board?.offer([]);
    this.session.do(ask, action);
  }

  call(verb: string): void {
    this.refusal = "";
    this.session.call(verb);
  }

  /** Whoever talks has a name: an onlooker who came as nobody becomes a guest first. */
  async say(channel: string, text: string): Promise<void> {
    if (this.seat < 0 && !identity.me) {
      await someone(this.link ?? this.info.link);
      if (this.ended) return;
      this.session.renew();
    }
    this.session.say(channel, text);
  }

  refuse(key: string, message = ""): void {
    this.refusal = this.language().texts["refusal"]?.[key] ?? maybe(`error.${key}`) ?? (message || key);
    this.announcement = this.refusal;
  }

  // order sheets -------------------------------------------------------------------

  setPlan(actions: Action[]): void {
    this.plan = actions;
    this.store();
    this.advance();
  }

  stopPlan(): void {
    this.plan = [];
    this.store();
  }

  private advance(): void {
    const [next, ...rest] = this.plan;
    if (!next || !this.told || this.told.ask === undefined || this.sending || this.past) return;
    const ask = this.told.ask;
    if (this.told.offer?.some((each) => sameAction(each, next))) return this.take(ask, next, rest);
    void this.tryNext(ask, next, rest);
  }

  private take(ask: number, next: Action, rest: Action[]): void {
    this.plan = rest;
    this.store();
    this.send(ask, next);
  }

  /** Not listed, but perhaps one of a continuum (a sum of points, a place on a table): the game knows.  Otherwise the plan waits. */
  private async tryNext(ask: number, next: Action, rest: Action[]): Promise<void> {
    if (this.tried === `${ask} ${next.join(" ")}`) return;
    this.tried = `${ask} ${next.join(" ")}`;
    const { key } = await api.why(this.info.id, this.seat, next).catch(() => ({ key: "not-offered" }));
    const still = this.plan[0];
    if (!key && still && sameAction(still, next) && this.told?.ask === ask && !this.sending && !this.past) this.take(ask, next, rest);
  }

  private get storeKey(): string {
    return `sandtable.plan.${this.info.id}.${this.seat}`;
  }

  private stored(): Action[] {
    if (!this.keep) return [];
    try {
      return JSON.parse(localStorage.getItem(this.storeKey) ?? "[]") as Action[];
    } catch {
      return [];
    }
  }

  private store(): void {
    if (!this.keep) return;
    if (this.plan.length) localStorage.setItem(this.storeKey, JSON.stringify(this.plan));
    else localStorage.removeItem(this.storeKey);
  }

  private memory = "";
  /** An order sheet being drawn, not yet handed over. */
  draft = {
    read: (): string => (this.keep ? (localStorage.getItem(`sandtable.draft.${this.info.id}.${this.seat}`) ?? "") : this.memory),
    write: (text: string): void => {
      const key = `sandtable.draft.${this.info.id}.${this.seat}`;
      if (!this.keep) this.memory = text;
      else if (text) localStorage.setItem(key, text);
      else localStorage.removeItem(key);
    },
  };

  // time ---------------------------------------------------------------------------

  async jump(seq: number): Promise<void> {
    if (seq >= this.seq) return this.now();
    const [, , told] = await api.replay(this.info.id, this.seat, Math.max(1, seq), this.link ?? undefined);
    this.past = { seq, told };
    this.board?.set(told);
    this.showOffer();
  }

  now(): void {
    this.past = null;
    if (this.told) this.board?.set(this.told);
    this.showOffer();
  }

  close(): void {
    this.ended = true;
    this.session.close();
    this.queue = [];
    this.board = null;
    this.told = null;
    this.past = null;
    this.log = [];
    this.heard = [];
    this.talks = [];
    this.plan = [];
    this.memory = "";
    this.announcement = "";
  }

  // what comes in ------------------------------------------------------------------

  private async work(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    for (let next = this.queue.shift(); next && !this.ended; next = this.queue.shift()) {
      const { told, about, seq, fresh } = next;
      if (fresh) await this.recall(seq);
      else this.note(seq, told.events);
      if (!fresh && told.events.length && this.board && !this.past && settings.motion && this.queue.length < HASTE) {
        this.animating = true;
        this.board.offer([]);
        await this.board.play(told.events).catch(() => {});
        this.animating = false;
        if (this.ended) return;
      }
      this.about = about;
      this.seq = seq;
      this.told = told;
      this.sending = false;
      this.recent = fresh ? [] : [...this.recent, ...told.events].slice(-MARKED);
      if (!this.past) this.board?.set(told);
    }
    this.busy = false;
    if (this.ended) return;
    if (this.told?.prompt) this.announcement += " " + t("log.turnYours", { prompt: sayPrompt(this.language(), this.told.prompt) });
    this.showOffer();
    this.advance();
  }

  private markLatest(): void {
    this.board?.latest?.(this.past?.told.events ?? this.recent);
  }

  private showOffer(): void {
    this.markLatest();
    this.board?.offer(this.offer);
  }

  /** The log from the beginning, after entering or after a gap. */
  private async recall(seq: number): Promise<void> {
    if (seq === 0) return;
    try {
      const found = await api.history(this.info.id, this.seat, this.link ?? undefined);
      if (this.ended) return;
      const past = found.filter(([n]) => n <= seq);
      this.log = past.flatMap(([n, events]) => this.lines(n, events));
      this.heard = past.flatMap(([, events]) => events).slice(-REMEMBERED);
    } catch {
      this.log = []; // onlookers of a match shown with delay have none
      this.heard = [];
    }
    this.board?.hear?.(this.heard, true);
  }

  private note(seq: number, events: Event[]): void {
    const lines = this.lines(seq, events);
    this.log = [...this.log, ...lines];
    this.heard = [...this.heard, ...events].slice(-REMEMBERED);
    this.board?.hear?.(events, false);
    this.announcement = lines.map((line) => line.text).join(" ");
  }

  private lines(seq: number, events: Event[]): LogLine[] {
    return events.map((event) => ({ seq, text: this.tell(event), kind: (event[0] ?? 0) < 0 ? "umpire" : "event" }));
  }

  tell(event: Event): string {
    const word = (event[0] ?? 0) < 0 ? Object.entries(umpireEvent).find(([, number]) => number === event[0])?.[0] : undefined;
    const pattern = word && maybe(`event.${word}`);
    return pattern ? pattern.replace("{name}", this.players[event[1] ?? 0] ?? "") : sayEvent(this.language(), event);
  }
}
