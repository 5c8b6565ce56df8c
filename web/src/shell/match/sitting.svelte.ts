/** One seat's sight of one match: what it was told, its log, its unsent orders.  Closing it forgets everything. */

import type { Board, Gesture, View } from "../../boards/board";
import type { Language } from "../../boards/kit/words";
import { sayEvent, sayPrompt } from "../../boards/kit/words";
import { endingOf } from "../../boards/kit/endings";
import { sameAction } from "../../boards/kit/offers";
import type { About, MatchInfo, Performed, Talk, Told } from "../../net/api";
import { api } from "../../net/api";
import { Session } from "../../net/session";
import { maybe, t } from "../../texts/index.svelte";
import type { Action, Event } from "../../wire";
import { umpireEvent } from "../../wire";
import { identity, someone } from "../identity.svelte";
import { settings } from "../settings.svelte";
import { Grain } from "./grain.svelte";
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
  ahead = 0;
  grain: Grain;
  board: Board | null = null;
  /** Called when the seat has changed hands. */
  gone: () => void = () => {};
  /** The board has a button for every choice. */
  whole = $state(false);
  private called: string[] = [];
  private heard: Event[] = []; // what a board that comes late has missed

  private recent: Event[] = []; // since our own last decision
  private session: Session;
  private queue: { told: Told; about: About; seq: number; fresh: boolean; how: Performed | undefined }[] = [];
  private busy = false;
  private ended = false;

  constructor(
    info: MatchInfo,
    readonly seat: number,
    private link: string | null,
    private language: () => Language,
    /** Whether unsent orders may be written to this device: not when several people share it. */
    private keep: boolean,
    /** The option that lists the names of the players, if there is one. */
    private listing = "",
  ) {
    this.info = info;
    this.grain = new Grain(
      (of, signal) => (this.past ? Promise.reject(new Error("the past")) : api.gestures(info.id, seat, this.seq, of, link, signal)),
      (wish) => this.session.manner(wish),
      info.id,
      seat,
      keep,
      () => info.options?.["mode"] === "companion",
    );
    this.session = new Session(info.id, seat, link, {
      view: (told, about, seq, fresh, how) => {
        this.queue.push({ told, about, seq, fresh, how });
        void this.work();
      },
      performed: (how) => this.noteStop(how),
      manner: (manner, first) => this.grain.heard(manner, first),
      match: (found) => (this.info = { ...found, yours: this.info.yours, link: this.info.link }),
      talks: (all) => (this.talks = all),
      talk: (one) => {
        this.talks = [...this.talks, one];
        if (one.seat !== this.seat) this.unread += 1;
      },
      present: (seats) => (this.present = seats),
      refused: (error) => {
        this.sending = false;
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
    const found = playersOf(this.info, this.listing);
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

  /** What was chosen on board, list or by a hint.  While orders are written on a sheet it goes there, and an ending gives the sheet. */
  choose(action: Action): void {
    const told = this.told;
    if (!told || told.ask === undefined || this.sending) return;
    const { sheet } = this.grain;
    if (sheet?.open.some((each) => sameAction(each, action)) && sheet.write([action])) return;
    if (sheet?.written.length && endingOf(told, action)) return this.perform([...sheet.written, action], true);
    if (told.offer?.some((each) => sameAction(each, action))) this.perform([action], false);
    else void this.try(told.ask, action);
  }

  /** A gesture of the list: onto the sheet if there is one, else sent. */
  gesture(chosen: Gesture): void {
    const { actions } = chosen;
    const { sheet } = this.grain;
    if (!sheet) return this.perform(actions, false, false, chosen);
    const last = actions.at(-1);
    const ends = last !== undefined && endingOf(this.told, last) !== undefined;
    if (!sheet.write(ends ? actions.slice(0, -1) : actions)) return this.refuse("does-not-fit-sheet");
    if (ends && this.grain.sheet) this.perform([...this.grain.sheet.written, last], true);
  }

  /** Send actions as one gesture.  One that ends something and would leave something useful is asked about first. */
  perform(actions: Action[], whole: boolean, meant = false, gesture: Gesture | null = null): void {
    if (this.told?.ask === undefined || this.sending || !actions.length) return;
    const ending = meant ? undefined : this.grain.closing(this.told, actions);
    this.grain.sure = ending?.unused.length ? { ending, gesture, actions, whole } : null;
    if (this.grain.sure) this.refusal = "";
    else this.deliver(this.told.ask, actions, whole);
  }

  /** The answer to "really?". */
  meant(yes: boolean): void {
    const { sure } = this.grain;
    this.grain.sure = null;
    if (yes && sure && this.told?.ask !== undefined && !this.sending) this.deliver(this.told.ask, sure.actions, sure.whole);
  }

  /** Not in the offer: one of a continuum, or something that cannot be done; then say why. */
  private async try(ask: number, action: Action): Promise<void> {
    try {
      const { key } = await api.why(this.info.id, this.seat, action);
      if (key) this.refuse(key);
      else this.deliver(ask, [action], false);
    } catch {
      this.deliver(ask, [action], false);
    }
  }

  private deliver(ask: number, actions: Action[], whole: boolean): void {
    this.refusal = "";
    this.grain.stopped = "";
    this.sending = true;
    this.recent = [];
    this.board?.offer([]);
    if (actions.length === 1) this.session.do(ask, actions[0]!);
    else this.session.perform(ask, actions, whole);
  }

  private noteStop({ played, of, stopped }: Performed): void {
    this.grain.stopped = played < of ? t("match.stopped", { played, of, reason: this.reason(stopped) }) : "";
    if (this.grain.stopped) this.announcement += " " + this.grain.stopped;
  }

  /** Why the last gesture cannot be taken back, in words; empty when it can. */
  get bar(): string {
    if (this.grain.sheet?.written.length) return ""; // of a sheet that is not given the last order can be struck
    const key = this.told?.undo;
    return key === "" ? "" : this.reason(key ?? "undo-nothing");
  }

  takeBack(): void {
    const { sheet } = this.grain;
    if (sheet?.written.length) sheet.strike(sheet.written.length - 1);
    else if (this.bar) this.refuse(this.told?.undo ?? "undo-nothing");
    else this.call("undo");
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
    this.refusal = this.reason(key, message);
    this.announcement = this.refusal;
  }

  private reason(key: string, message = ""): string {
    return this.language().texts["refusal"]?.[key] ?? maybe(`error.${key}`) ?? (message || key);
  }

  // drafts -------------------------------------------------------------------------

  private memory = "";
  /** An order sheet being drawn, not yet handed over.  It is kept with the number of its question and dies with it. */
  draft = {
    read: (): string => {
      const [ask, ...rest] = (this.keep ? (localStorage.getItem(this.draftKey) ?? "") : this.memory).split("\n");
      return this.told?.ask !== undefined && ask === String(this.told.ask) ? rest.join("\n") : "";
    },
    write: (text: string): void => {
      const kept = text && this.told?.ask !== undefined ? `${this.told.ask}\n${text}` : "";
      if (!this.keep) this.memory = kept;
      else if (kept) localStorage.setItem(this.draftKey, kept);
      else localStorage.removeItem(this.draftKey);
    },
  };

  private get draftKey(): string {
    return `sandtable.draft.${this.info.id}.${this.seat}`;
  }

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
    this.grain.close();
    this.memory = "";
    this.announcement = "";
  }

  // what comes in ------------------------------------------------------------------

  private async work(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    for (let next = this.queue.shift(); next && !this.ended; next = this.queue.shift()) {
      const { told, about, seq, fresh, how } = next;
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
      if (!this.draft.read()) this.draft.write(""); // its question is over: nothing of it stays on the device
      this.sending = false;
      this.recent = fresh ? [] : [...this.recent, ...told.events].slice(-MARKED);
      if (!this.past) this.board?.set(told);
      if (how) this.noteStop(how);
    }
    this.busy = false;
    if (this.ended) return;
    if (this.told?.prompt) this.announcement += " " + t("log.turnYours", { prompt: sayPrompt(this.language(), this.told.prompt) });
    this.showOffer();
  }

  private markLatest(): void {
    this.board?.latest?.(this.past?.told.events ?? this.recent);
  }

  private showOffer(): void {
    this.markLatest();
    this.grain.fresh(this.offer.length ? this.told?.ask : undefined);
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
