/** One design being worked on: what it is, the way back and forth, the draft on this device, saving, the doctor. */

import type { Texts, Value } from "../../boards/board";
import { sayWord } from "../../boards/kit/words";
import type { Remark } from "../../editors/editor";
import type { GameLine } from "../../net/api";
import { Problem } from "../../net/api";
import type { Design, Finding, Sketch } from "../../net/designs";
import { designs } from "../../net/designs";
import { someone } from "../identity.svelte";

/** What undo and redo go through. */
interface Step { name: string; seats: number; options: Record<string, Value> }
interface Draft extends Step { revision: number; at: number }

const PREFIX = "sandtable.design.";
const PAUSE = 350; // milliseconds of quiet before the doctor is asked

export interface DraftLine { game: string; id: string; name: string; at: number }

/** Unsaved work on this device. */
export function draftsHere(): DraftLine[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(PREFIX))
    .flatMap((key) => {
      const [game = "", id = ""] = key.slice(PREFIX.length).split("/");
      const draft = read(key);
      return draft ? [{ game, id, name: draft.name, at: draft.at }] : [];
    })
    .sort((a, b) => b.at - a.at);
}

function read(key: string): Draft | null {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? "null") as Draft | null;
    return found && typeof found.options === "object" && typeof found.seats === "number" ? found : null;
  } catch {
    return null;
  }
}

export class Workbench {
  now = $state.raw<Step>({ name: "", seats: 2, options: {} });
  past = $state.raw<Step[]>([]);
  future = $state.raw<Step[]>([]);
  /** The design on the server; null while it is nowhere but here. */
  kept = $state.raw<Design | null>(null);
  public = $state(false);
  restored = $state(false);
  stale = $state(false);
  busy = $state(false);
  remarks = $state.raw<Remark[]>([]);
  playable = $state(true);
  checking = $state(true);
  failure = $state.raw<unknown>(null);
  dirty = $derived(!this.kept || !same(this.now, this.kept) || this.public !== this.kept.public);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;

  constructor(
    readonly card: GameLine,
    private texts: () => Texts,
    /** The drawing must show something it did not report itself. */
    private show: () => void,
  ) {}

  get game(): string {
    return this.card.name;
  }
  get mine(): boolean {
    return this.kept === null || this.kept.mine;
  }
  get sketch(): Sketch {
    return { game: this.game, seats: this.now.seats, options: this.now.options };
  }
  private get key(): string {
    return `${PREFIX}${this.game}/${this.kept?.id ?? "new"}`;
  }

  begin(name: string): void {
    this.now = { name, seats: this.card.seats[0] ?? 2, options: this.defaults() };
    this.takeDraft();
    this.examine();
  }
  open(design: Design): void {
    this.kept = design;
    this.public = design.public;
    this.now = step(design);
    this.takeDraft();
    this.examine();
  }
  defaults(): Record<string, Value> {
    return Object.fromEntries(this.card.options.map((each) => [each.key, each.default]));
  }

  private takeDraft(): void {
    const draft = read(this.key);
    if (!draft || same(draft, this.now)) return;
    this.past = [this.now];
    this.now = { name: draft.name, seats: draft.seats, options: { ...this.defaults(), ...draft.options } };
    this.restored = true;
    if (this.kept && draft.revision !== this.kept.revision) this.stale = this.kept.mine;
  }
  discard(): void {
    localStorage.removeItem(this.key);
    const first = this.kept ? step(this.kept) : { name: this.now.name, seats: this.card.seats[0] ?? 2, options: this.defaults() };
    this.put(first);
    localStorage.removeItem(this.key);
    this.restored = this.stale = false;
    this.show();
  }

  /** One step forward; `own`: the drawing shows it already. */
  change(part: Partial<Step>, own = false): void {
    const next: Step = { ...this.now, ...part, options: { ...this.now.options, ...part.options } };
    if (same(next, this.now)) return;
    this.put(next);
    if (!own) this.show();
  }
  private put(next: Step): void {
    this.past = [...this.past, this.now];
    this.future = [];
    this.settle(next);
  }
  undo(): boolean {
    const before = this.past.at(-1);
    if (!before) return false;
    this.future = [this.now, ...this.future];
    this.past = this.past.slice(0, -1);
    this.settle(before);
    this.show();
    return true;
  }
  redo(): boolean {
    const [next, ...rest] = this.future;
    if (!next) return false;
    this.past = [...this.past, this.now];
    this.future = rest;
    this.settle(next);
    this.show();
    return true;
  }
  private settle(next: Step): void {
    this.now = next;
    this.keepDraft();
    this.examine();
  }
  private keepDraft(): void {
    try {
      if (this.kept && same(this.now, this.kept)) localStorage.removeItem(this.key);
      else localStorage.setItem(this.key, JSON.stringify({ ...this.now, revision: this.kept?.revision ?? 0, at: Date.now() } satisfies Draft));
    } catch (error) {
      this.failure = error; // the storage is full: say so rather than lose work silently
    }
  }

  /** Save to one's own design, or as a new one.  Somebody else's is always saved as a new one. */
  async save(fresh = false, over = false): Promise<boolean> {
    this.busy = true;
    this.failure = null;
    const key = this.key;
    try {
      await someone();
      const wish = { name: this.now.name.trim() || this.card.name, seats: this.now.seats, options: this.now.options, public: this.public };
      const own = this.kept?.mine && !fresh ? this.kept : null;
      const revision = own && over ? (await designs.get(own.id)).revision : (own?.revision ?? 0);
      const saved = own ? await designs.change(own.id, { ...wish, revision }) : await designs.create({ ...wish, game: this.game });
      localStorage.removeItem(key);
      this.kept = saved;
      this.public = saved.public;
      this.now = { ...this.now, name: saved.name };
      this.restored = this.stale = false;
      this.keepDraft();
      return true;
    } catch (error) {
      if (error instanceof Problem && error.key === "stale-revision") this.stale = true;
      else this.failure = error;
      return false;
    } finally {
      this.busy = false;
    }
  }
  async renew(): Promise<void> {
    if (this.kept) this.kept = await designs.renew(this.kept.id);
  }
  async loadSaved(): Promise<void> {
    if (!this.kept) return;
    const found = await designs.get(this.kept.id);
    this.kept = found;
    this.public = found.public;
    this.put(step(found));
    this.restored = this.stale = false;
    this.show();
  }

  /** Ask the doctor once the hand rests. */
  examine(): void {
    clearTimeout(this.timer);
    this.checking = true;
    this.timer = setTimeout(() => void this.ask(), PAUSE);
  }
  private async ask(): Promise<void> {
    const number = ++this.asked;
    try {
      const found = await designs.check(this.sketch);
      if (number !== this.asked) return;
      this.remarks = found.remarks.map((each) => this.say(each));
      this.playable = found.playable;
      this.checking = false;
    } catch (error) {
      if (number !== this.asked) return;
      if (error instanceof Problem && [0, 429, 503].includes(error.status)) this.timer = setTimeout(() => void this.ask(), 3000);
      else {
        this.failure = error;
        this.checking = false;
      }
    }
  }
  private say(found: Finding): Remark {
    const pattern = this.texts()["remark"]?.[found.key] ?? found.text;
    const spoken = (kind: string, value: string) => value.split(", ").map((each) => sayWord(this.texts(), kind, each)).join(", "); // names of places and players are words of the game
    const text = pattern.replace(/\{(\w+)\}/g, (whole, name: string) => (name in found.values ? spoken(name, found.values[name]!) : whole));
    return { grave: found.grave, fine: found.fine, key: found.key, text, where: found.where };
  }
  close(): void {
    clearTimeout(this.timer);
    this.asked += 1;
  }
}

function step(design: Design): Step {
  return { name: design.name, seats: design.seats, options: design.options };
}

function same(a: Step, b: Step): boolean {
  if (a.name !== b.name || a.seats !== b.seats) return false;
  return [...new Set([...Object.keys(a.options), ...Object.keys(b.options)])].every((key) => a.options[key] === b.options[key]);
}
