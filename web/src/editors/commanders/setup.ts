/** A set-up in the making: armies, markers and terrain, read from a design's options and written back as what has changed. */

import type { Handout } from "../../boards/board";
import { RESERVE, SECTORS } from "../../boards/commanders/layout";
import type { Land, Mark } from "../../boards/commanders/lists";
import { neighbours, PLACES, readArmies, readLand, readMarkers, SECTOR_WORDS, writeArmies, writeLand, writeMarkers } from "../../boards/commanders/lists";
import type { Options } from "../editor";

export const ARMY = 30;
export const MOST = [30, 12, 4]; // infantry, cavalry, artillery of a side
export const LAND_KINDS = ["forest", "hill", "river", "building"] as const;
export type LandKind = (typeof LAND_KINDS)[number];
export type Image = "turned" | "mirrored";

type Wings = Record<"left" | "centre" | "right" | "reserve", number[]> & { mirrored?: number };
interface BoardData {
  capacity: number;
  markers: Record<string, string[]>;
  worth: Record<string, number>;
  home: Record<string, string[]>;
  terrain: Record<string, Land>;
}

const WINGS = ["left", "centre", "right", "reserve"] as const;
const EMPTY: Land = { river: [], road: [], building: [], forest: [], hill: [] };

/** Where a place lies for the other side. */
export function image(place: number, how: Image): number {
  if (place >= SECTORS) return RESERVE + 1 - (place - RESERVE);
  return how === "turned" ? 8 - place : 6 - 3 * Math.floor(place / 3) + (place % 3);
}

export class SetUp {
  armies: number[][] = readArmies("");
  marks: Mark[] = [];
  land: Land = { ...EMPTY };
  private board: BoardData;

  constructor(
    private handout: Handout,
    private options: Options,
  ) {
    this.board = handout.data["board"] as BoardData;
    this.read(options);
  }

  get kinds(): string[] {
    return Object.keys(this.board.worth);
  }

  worth(kind: string): number {
    return this.board.worth[kind] ?? 0;
  }

  read(options: Options): void {
    this.options = { ...options };
    const battle = String(options["battle"]);
    this.armies = battle === "listed" ? readArmies(String(options["army_list"] ?? "")) : battle === "custom" ? readArmies("") : this.historic(battle);
    const [side, listed] = [String(options["side"]), String(options["marker_list"] ?? "").trim()];
    this.marks = readMarkers(side === "A" ? (this.board.markers["printed"] ?? []) : listed || (this.board.markers[String(options["markers"])] ?? []), this.kinds);
    this.land = this.landOf(options);
  }

  /** 1.4 to 1.8: the armies of a battle the game ships. */
  historic(battle: string): number[][] {
    const armies = readArmies("");
    const wings = (this.handout.data["armies"] as Record<string, Wings>)[battle];
    if (!wings || typeof wings !== "object") return armies;
    for (const seat of [0, 1]) {
      const homes = this.board.home[seat ? "black" : "white"] ?? [];
      const order = seat && wings.mirrored ? (["right", "centre", "left", "reserve"] as const) : WINGS;
      order.forEach((wing, i) => wings[wing].forEach((number, kind) => (armies[seat]![SECTOR_WORDS.indexOf(homes[i] ?? "") * 3 + kind] = number)));
    }
    return armies;
  }

  private landOf(options: Options): Land {
    if (!Number(options["terrain"])) return readLand("");
    const listed = String(options["terrain_list"] ?? "").trim();
    const printed = this.board.terrain[String(options["side"])];
    return listed || !printed ? readLand(listed) : structuredClone(printed);
  }

  // counting ------------------------------------------------------------------------------

  count(seat: number, place: number, kind: number): number {
    return this.armies[seat]?.[place * 3 + kind] ?? 0;
  }

  crew(seat: number, place: number): number {
    return this.count(seat, place, 0) + this.count(seat, place, 1) + this.count(seat, place, 2);
  }

  total(seat: number, kind?: number): number {
    return (this.armies[seat] ?? []).reduce((sum, number, i) => (kind === undefined || i % 3 === kind ? sum + number : sum), 0);
  }

  /** 11.1: what the enemy earns for the whole army. */
  price(seat: number): number {
    return this.total(seat, 0) + this.total(seat, 1) + 2 * this.total(seat, 2);
  }

  /** Why a unit cannot be added, as a key of the catalogue; "" if it can. */
  refuses(seat: number, place: number, kind: number): string {
    if (place === RESERVE + 1 - seat) return "enemy-reserve";
    if (this.total(seat) >= ARMY) return "army-full";
    if (this.total(seat, kind) >= (MOST[kind] ?? 0)) return "kind-full";
    if (place < SECTORS && this.crew(1 - seat, place)) return "other-side";
    return place < SECTORS && this.crew(seat, place) >= Number(this.options["capacity"] ?? this.board.capacity) ? "sector-full" : "";
  }

  // changing: each returns the options that are new -------------------------------------------

  addUnits(seat: number, place: number, kind: number, number: number): Options {
    const army = this.armies[seat]!;
    army[place * 3 + kind] = Math.max(0, (army[place * 3 + kind] ?? 0) + number);
    return this.armyOptions();
  }

  clearUnits(place: number | null): Options {
    for (const army of this.armies) for (let i = 0; i < army.length; i++) if (place === null || Math.floor(i / 3) === place) army[i] = 0;
    return this.armyOptions();
  }

  hasMark(colour: number, kind: string, sector: number): boolean {
    return this.marks.some((mark) => mark.colour === colour && mark.kind === kind && mark.sector === sector);
  }

  toggleMark(colour: number, kind: string, sector: number): Options {
    const kept = this.marks.filter((mark) => !(mark.colour === colour && mark.kind === kind && mark.sector === sector));
    if (kept.length === this.marks.length) {
      this.marks = kind === "general" ? kept.filter((mark) => !(mark.colour === colour && mark.kind === "general")) : kept;
      this.marks.push({ colour, kind, sector });
    } else this.marks = kept;
    return this.markOptions();
  }

  clearMarks(sector: number): Options {
    this.marks = this.marks.filter((mark) => mark.sector !== sector);
    return this.markOptions();
  }

  toggleLand(kind: LandKind, sector: number): Options {
    const name = SECTOR_WORDS[sector]!;
    const names = this.land[kind];
    this.land = { ...this.land, [kind]: names.includes(name) ? names.filter((each) => each !== name) : [...names, name] };
    return this.landOptions();
  }

  /** A road between neighbours is built, or taken up where there is one; null when they are none. */
  toggleRoad(from: number, to: number): Options | null {
    if (!neighbours(from, to)) return null;
    const pair = [SECTOR_WORDS[from], SECTOR_WORDS[to]].sort().join(" ");
    const same = (each: string) => each.split(" ").sort().join(" ") === pair;
    this.land = { ...this.land, road: this.land.road.some(same) ? this.land.road.filter((each) => !same(each)) : [...this.land.road, pair] };
    return this.landOptions();
  }

  /** The other side gets units and markers of this one, seen from its own seat. */
  copySide(seat: number, how: Image): Options {
    const [from, to] = [this.armies[seat]!, this.armies[1 - seat]!];
    for (let place = 0; place < PLACES; place++) for (let kind = 0; kind < 3; kind++) to[image(place, how) * 3 + kind] = from[place * 3 + kind] ?? 0;
    const own = this.marks.filter(({ colour }) => colour === seat);
    const marks = [...own, ...own.map(({ kind, sector }) => ({ colour: 1 - seat, kind, sector: image(sector, how) }))];
    const changed = writeMarkers(marks) !== writeMarkers(this.marks) && this.options["side"] !== "A";
    if (changed) this.marks = marks;
    return { ...this.armyOptions(), ...(changed ? this.markOptions() : {}) };
  }

  /** Terrain of either half lies in the other too. */
  copyLand(how: Image): Options {
    const there = (name: string) => SECTOR_WORDS[image(SECTOR_WORDS.indexOf(name), how)]!;
    const both = (names: string[]) => [...new Set([...names, ...names.map(there)])];
    const roads = this.land.road.map((pair) => pair.split(" ").sort().join(" "));
    const turned = roads.map((pair) => pair.split(" ").map(there).sort().join(" "));
    this.land = { forest: both(this.land.forest), hill: both(this.land.hill), river: both(this.land.river), building: both(this.land.building), road: [...new Set([...roads, ...turned])] };
    return this.landOptions();
  }

  armyOptions(): Options {
    return this.report({ battle: "listed", army_list: writeArmies(this.armies) });
  }

  /** Markers are printed on side A: a change leads to side B. */
  private markOptions(): Options {
    const list = writeMarkers(this.marks);
    return this.report({ side: this.options["side"] === "A" ? "B" : this.options["side"]!, marker_list: list, ...(list ? {} : { markers: "none" }) });
  }

  private landOptions(): Options {
    const list = writeLand(this.land);
    return this.report({ terrain: list ? 1 : 0, terrain_list: list });
  }

  choose(changed: Options): Options {
    const told = this.report(changed);
    this.read(this.options);
    return told;
  }

  private report(changed: Options): Options {
    this.options = { ...this.options, ...changed };
    return changed;
  }
}
