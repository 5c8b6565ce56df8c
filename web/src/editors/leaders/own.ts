/** An own game in the making: who starts where and what wins, read from a design's options and written back as what has changed. */

import type { Handout } from "../../boards/board";
import type { Options } from "../editor";

export const LAND = 42;
export const NOBODY = -1;

interface World { continent: { key: string; bonus: number }[]; territory: { key: string; points: number; continent: string }[]; sea: { key: string }[] }
interface Values { nation: { key: string }[]; fixed_nations: Record<string, string[]> }

export class OwnGame {
  readonly keys: string[];
  owner: number[] = [];
  /** By place and seat: infantry, tanks, planes. */
  units = new Map<string, number[]>();
  /** By seat; null where the book decides. */
  camps: (number[] | null)[] = [];
  private world: World;

  constructor(
    private handout: Handout,
    public seats: number,
    public options: Options,
  ) {
    this.world = handout.data["world"] as World;
    this.keys = [...this.world.territory, ...this.world.sea].map(({ key }) => key);
    this.read(options, seats);
  }

  read(options: Options, seats: number): void {
    this.options = { ...options };
    this.seats = seats;
    this.owner = new Array<number>(LAND).fill(NOBODY);
    this.units = new Map();
    this.camps = Array.from({ length: seats }, () => null);
    if (!this.dealt) return;
    const list = String(options["start_list"] ?? "").trim();
    if (list && options["scenario"] === "custom") this.readList(list);
    else this.readBook();
  }

  /** Whether areas are dealt, not chosen by the players. */
  get dealt(): boolean {
    return startOf(this.options) === "fixed";
  }

  get custom(): boolean {
    return this.options["scenario"] === "custom";
  }

  private readList(list: string): void {
    for (const entry of list.split(/[,\n]/)) {
      const [who = "", where = "", ...counts] = entry.trim().split(/\s+/);
      const [seat, at] = [Number(who.slice(1)) - 1, this.keys.indexOf(where)];
      if (!(seat >= 0 && seat < this.seats)) continue;
      const units = counts.length ? [0, 1, 2].map((i) => Number(counts[i] ?? 0) || 0) : [1, 0, 0];
      if (where === "camp") this.camps[seat] = units;
      else if (at >= 0) {
        if (at < LAND) this.owner[at] = seat;
        this.units.set(`${at} ${seat}`, units);
      }
    }
  }

  /** 2.10: the areas the book deals. */
  readBook(): void {
    const starts = (this.handout.data["starts"] as Record<string, Record<string, string[]>>)[`players${this.seats}`] ?? {};
    this.owner.fill(NOBODY);
    this.units.clear();
    for (let seat = 0; seat < this.seats; seat++)
      for (const key of starts[`seat${seat + 1}`] ?? []) {
        const at = this.keys.indexOf(key);
        this.owner[at] = seat;
        this.units.set(`${at} ${seat}`, [1, 0, 0]);
      }
  }

  // counting ---------------------------------------------------------------------------------

  troops(at: number, seat: number): number[] {
    return this.units.get(`${at} ${seat}`) ?? [0, 0, 0];
  }

  /** 2.12, 2.13: what lies in a camp when nobody has said otherwise. */
  camp(seat: number): number[] {
    return this.camps[seat] ?? [seat + 1 + seat * this.catchUp(), 0, 0];
  }

  /** 2.13: below nought, the number that was measured. */
  private catchUp(): number {
    const set = Number(this.options["catch_up"] ?? 0);
    if (set >= 0) return set;
    const values = this.handout.data["values"] as Record<string, { catch_up?: number[] }>;
    return values[`players${this.seats}`]?.catch_up?.[this.options["scenario"] === "quick" ? 1 : 0] ?? 0;
  }

  worth(at: number): number {
    return this.world.territory[at]?.points ?? 0;
  }

  areas(seat: number): number {
    return this.owner.filter((each) => each === seat).length;
  }

  points(seat: number): number {
    const land = this.owner.reduce((sum, each, at) => (each === seat ? sum + this.worth(at) : sum), 0);
    const bonus = this.world.continent.filter(({ key }) => this.world.territory.every(({ continent }, at) => continent !== key || this.owner[at] === seat));
    return land + bonus.reduce((sum, each) => sum + each.bonus, 0);
  }

  /** Units on the map and in camp at their prices. */
  price(seat: number): number {
    const costs = ((this.handout.data["values"] as Record<string, { unit_cost?: number[] }>)[`players${this.seats}`]?.unit_cost ?? [9, 12, 15]);
    let total = this.camp(seat).reduce((sum, number, i) => sum + number * (costs[i] ?? 0), 0);
    for (const [key, units] of this.units) if (key.endsWith(` ${seat}`)) total += units.reduce((sum, number, i) => sum + number * (costs[i] ?? 0), 0);
    return total;
  }

  // nations and goals ----------------------------------------------------------------------------

  nations(): string[] {
    const listed = String(this.options["nation_list"] ?? "").split(",").map((word) => word.trim()).filter(Boolean);
    const dealt = (this.handout.data["values"] as Values).fixed_nations[`players${this.seats}`] ?? [];
    return Array.from({ length: this.seats }, (_, seat) => (listed.length ? (listed[seat] ?? "") : (dealt[seat] ?? "")));
  }

  get nationKeys(): string[] {
    return (this.handout.data["values"] as Values).nation.map(({ key }) => key);
  }

  goals(): number[] {
    const listed = String(this.options["goal_list"] ?? "").split(",").map((word) => Number(word.trim()) || 0);
    return Array.from({ length: this.seats }, (_, seat) => listed[seat] ?? 0);
  }

  /** What the scenario itself asks for, where the design says nothing. */
  bookGoal(): number {
    const own = (this.handout.data["values"] as Record<string, { goal_free?: number; goal_quick?: number }>)[`players${this.seats}`];
    return (this.options["scenario"] === "quick" ? own?.goal_quick : own?.goal_free) ?? 0;
  }

  // changing: each returns the options that are new --------------------------------------------

  /** A territory goes to a seat, with one infantry if nobody of it stands there yet. */
  give(at: number, seat: number): Options {
    if (at >= LAND) return this.setUnits(at, seat, this.troops(at, seat).some(Boolean) ? [0, 0, 0] : [1, 0, 0]);
    const before = this.owner[at] ?? NOBODY;
    const units = before >= 0 ? this.troops(at, before) : [1, 0, 0];
    if (before >= 0) this.units.delete(`${at} ${before}`);
    this.owner[at] = seat;
    if (seat >= 0) this.units.set(`${at} ${seat}`, units);
    return this.startOptions();
  }

  setUnits(at: number, seat: number, units: number[]): Options {
    if (units.some(Boolean)) this.units.set(`${at} ${seat}`, units);
    else this.units.delete(`${at} ${seat}`);
    return this.startOptions();
  }

  setCamp(seat: number, units: number[]): Options {
    this.camps[seat] = units;
    return this.startOptions();
  }

  clear(): Options {
    this.owner.fill(NOBODY);
    this.units.clear();
    return this.startOptions();
  }

  /** The rest of the world goes, piece by piece, to whoever has the fewest points. */
  shareOut(): Options {
    const free = this.owner.flatMap((each, at) => (each === NOBODY ? [at] : [])).sort((a, b) => this.worth(b) - this.worth(a) || a - b);
    for (const at of free) {
      const seat = Array.from({ length: this.seats }, (_, each) => each).sort((a, b) => this.points(a) - this.points(b) || this.areas(a) - this.areas(b) || a - b)[0] ?? 0;
      this.owner[at] = seat;
      this.units.set(`${at} ${seat}`, [1, 0, 0]);
    }
    return this.startOptions();
  }

  backToBook(): Options {
    this.camps = this.camps.map(() => null);
    this.readBook();
    return this.report({ ...this.own(), start: "fixed", start_list: "" });
  }

  startOptions(): Options {
    const lines: string[] = [];
    for (let seat = 0; seat < this.seats; seat++) {
      for (let at = 0; at < this.keys.length; at++) {
        const units = this.troops(at, seat);
        const held = at < LAND ? this.owner[at] === seat : units.some(Boolean);
        if (held) lines.push(`p${seat + 1} ${this.keys[at]}${units.join(" ") === "1 0 0" ? "" : ` ${units.join(" ")}`}`);
      }
      const camp = this.camps[seat];
      if (camp) lines.push(`p${seat + 1} camp ${camp.join(" ")}`);
    }
    return this.report({ ...this.own(), start: "fixed", start_list: lines.join(", ") });
  }

  setNation(seat: number, nation: string): Options {
    const nations = this.nations();
    const other = nations.indexOf(nation);
    if (other >= 0 && other !== seat) nations[other] = nations[seat] ?? "";
    nations[seat] = nation;
    return this.report({ ...this.own(), nations: "fixed", nation_list: nations.join(", ") });
  }

  setGoal(seat: number, points: number): Options {
    const goals = this.goals();
    goals[seat] = points;
    return this.report({ ...this.own(), goal_list: goals.some(Boolean) ? goals.map((each) => each || "-").join(", ") : "" });
  }

  choose(changed: Options): Options {
    const told = this.report({ ...(("scenario" in changed) ? {} : this.own()), ...changed });
    this.read(this.options, this.seats);
    return told;
  }

  /** Whatever an author sets makes it an own game; what the scenario had chosen stays. */
  private own(): Options {
    if (this.custom) return {};
    return { scenario: "custom", start: startOf(this.options), nations: this.options["scenario"] === "blocks" ? "blocks" : "free" };
  }

  private report(changed: Options): Options {
    this.options = { ...this.options, ...changed };
    return changed;
  }
}

/** How areas are found: the scenario says, in an own game the author. */
function startOf(options: Options): string {
  const scenario = String(options["scenario"]);
  if (scenario === "custom") return String(options["start"]);
  return scenario === "quick" ? "fixed" : scenario === "home" ? "home" : "free";
}
