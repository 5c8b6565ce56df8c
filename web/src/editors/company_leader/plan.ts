/** A board file of Company Leader as it is painted: fields by their axial coordinates, and the ways to play it. */

import type { Handout } from "../../boards/board";
import type { Terrain } from "../../boards/company_leader/ground";
import type { Options } from "../editor";
import type { Toml, TomlTable } from "../toml";
import { parseToml, quoted } from "../toml";

/** `mark`: f where the flag of the scenarios lies, c for a convoy. */
export interface Cell { terrain: Terrain; zone: string; shop: boolean; mark?: string }
export interface Spot { q: number; r: number }
export interface Play { territories: string[]; sides: number[]; income: number[]; armies: Record<string, number>[]; scenario?: string; defender?: string; convoy?: string }
export type Cells = Map<string, Cell>;

export const MOST_ROWS = 48; // what the rules take
export const MOST_SIGNS = 120;
export const MOST_FIELDS = 600;
const SIGNS: Record<Terrain, string> = { open: "o", forest: "f", urban: "u" };
const KINDS: Record<string, Terrain> = { o: "open", f: "forest", u: "urban" };
const STANDARD: Record<string, string> = { "2parties": "two", "3parties": "three", "2teams": "two", "3teams": "four", "4parties": "four", "4teams": "four" };

export const spotKey = (q: number, r: number) => `${q},${r}`;
export function spotOf(key: string): Spot {
  const [q = 0, r = 0] = key.split(",").map(Number);
  return { q, r };
}

export class Plan {
  constructor(
    public title: string,
    public cells: Cells,
    public plays: Play[],
  ) {}

  /** How far the file's coordinates, which findings are told in, lie from ours. */
  shift(): Spot {
    const { left, top } = edges(this.cells);
    const odd = (((top - left) % 2) + 2) % 2;
    return { q: (top - left - odd) / 2, r: 0 - top };
  }

  write(): string {
    const { left, right, top, bottom } = edges(this.cells);
    const rows = (sign: (cell: Cell) => string) =>
      Array.from({ length: bottom - top + 1 }, (_, y) =>
        Array.from({ length: right - left + 1 }, (_, x) => {
          const [r, across] = [y + top, x + left];
          const cell = (across - r) % 2 === 0 ? this.cells.get(spotKey((across - r) / 2, r)) : undefined;
          return cell ? sign(cell) : " ";
        }).join("").trimEnd(),
      ).join("\n");
    const terrain = rows((cell) => SIGNS[cell.terrain]);
    const zones = rows((cell) => (cell.shop ? cell.zone.toUpperCase() : cell.zone));
    const head = `title = ${quoted(this.title)}\n# u urban, f forest, o open\nterrain = """\n${terrain}\n"""\n# a letter per territory, large on its purchase fields; . neutral\nzones = """\n${zones}\n"""\n`;
    const marked = [...this.cells.values()].some((cell) => cell.mark);
    const marks = marked ? `# where flag and convoys of the scenarios lie: f, c\nmarks = """\n${rows((cell) => cell.mark ?? ".")}\n"""\n` : "";
    return head + marks + this.plays.map(writePlay).join("");
  }

  /** Rows without a field inside the board cannot be written down. */
  get torn(): boolean {
    const rows = new Set([...this.cells.keys()].map((key) => spotOf(key).r));
    const { top, bottom } = edges(this.cells);
    return rows.size < bottom - top + 1;
  }
  get tooLarge(): boolean {
    const { left, right, top, bottom } = edges(this.cells);
    return this.cells.size > MOST_FIELDS || bottom - top + 1 > MOST_ROWS || right - left + 1 > MOST_SIGNS;
  }
  letters(): string[] {
    return [...new Set([...this.cells.values()].map((cell) => cell.zone).filter((zone) => zone !== "."))].sort();
  }
  /** The play for these seats, as the rules choose it; -1 when there is none. */
  playFor(seats: number, alliance: string): number {
    return this.plays.findIndex((play) => !play.scenario && play.territories.length === seats && (seats !== 3 || (Math.max(...play.sides) === 1) === (alliance === "teams")));
  }
}

/** Edges of a drawing: columns count half fields. */
export function edges(cells: Cells): { left: number; right: number; top: number; bottom: number } {
  const spots = [...cells.keys()].map(spotOf);
  const [xs, ys] = [spots.map(({ q, r }) => 2 * q + r), spots.map(({ r }) => r)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** Which board these options are played on: its text, or the name of a shipped one. */
export function boardName(handout: Handout, options: Options, seats: number): string {
  const scenarios = handout.data["scenarios"] as Record<string, { boards?: Record<string, string> }> | undefined;
  const table = `${seats}${options["alliance"]}`;
  return String(options["board"] ?? "") || scenarios?.[String(options["scenario"])]?.boards?.[table] || STANDARD[table] || "two";
}

/** Throws when the text is no board file. */
export function readPlan(handout: Handout, name: string): Plan {
  const file = name.includes("\n") ? parseToml(name) : (handout.data[`boards/${name}`] as TomlTable | undefined);
  if (!file) throw new Error(name);
  const [terrain, zones] = [drawn(String(file["terrain"] ?? "")), drawn(String(file["zones"] ?? ""))];
  if (!terrain.length) throw new Error("terrain");
  const odd = Math.min(...terrain.map(({ x, y }) => (((x - y) % 2) + 2) % 2));
  const letters = new Map(zones.map(({ x, y, sign }) => [`${x},${y}`, sign]));
  const marks = new Map(drawn(String(file["marks"] ?? "")).map(({ x, y, sign }) => [`${x},${y}`, sign]));
  const cells: Cells = new Map();
  for (const { x, y, sign } of terrain) {
    const zone = letters.get(`${x},${y}`) ?? ".";
    const q = (x - y - odd) / 2;
    if (!Number.isInteger(q)) throw new Error(`${y + 1}`);
    cells.set(spotKey(q, y), { terrain: KINDS[sign] ?? "open", zone: zone.toLowerCase(), shop: zone !== "." && zone === zone.toUpperCase() });
    const mark = marks.get(`${x},${y}`) ?? ".";
    if (mark !== ".") cells.get(spotKey(q, y))!.mark = mark;
  }
  return new Plan(String(file["title"] ?? ""), cells, (Array.isArray(file["play"]) ? file["play"] : []).map(readPlay));
}

function drawn(text: string): { x: number; y: number; sign: string }[] {
  const rows = text.split("\n").filter((row) => row.trim());
  return rows.flatMap((row, y) => [...row].map((sign, x) => ({ x, y, sign })).filter(({ sign }) => sign !== " " && sign !== "\r"));
}

function readPlay(found: Toml): Play {
  const table = found as TomlTable;
  const list = (key: string) => (Array.isArray(table[key]) ? (table[key] as Toml[]) : []);
  const territories = list("territories").map(String);
  const sides = table["sides"] ? list("sides").map(Number) : territories.map((_, seat) => seat);
  const income = table["income"] ? list("income").map(Number) : Array.from({ length: Math.max(0, ...sides) + 1 }, () => 1);
  const armies = list("armies").map((army) => Object.fromEntries(Object.entries(army as TomlTable).map(([name, number]) => [name, Number(number)])));
  const play: Play = { territories, sides, income, armies };
  for (const key of ["scenario", "defender", "convoy"] as const) if (table[key]) play[key] = String(table[key]);
  return play;
}

function writePlay(play: Play): string {
  const army = (each: Record<string, number>) => `  { ${Object.entries(each).filter(([, count]) => count > 0).map(([name, count]) => `${name} = ${count}`).join(", ")} },\n`;
  const own = play.sides.every((side, seat) => side === seat) ? "" : `sides = [${play.sides.join(", ")}]\n`;
  const said = (["scenario", "defender", "convoy"] as const).map((key) => (play[key] ? `${key} = ${quoted(play[key])}\n` : "")).join("");
  return `\n[[play]]\n${said}territories = [${play.territories.map(quoted).join(", ")}]\n${own}income = [${play.income.join(", ")}]\narmies = [\n${play.armies.map(army).join("")}]\n`;
}

/** A fresh board: a hexagon of fields, or rows of them, open and neutral. */
export function freshCells(shape: "hexagon" | "rows", size: number): Cells {
  const cells: Cells = new Map();
  const lay = (q: number, r: number) => cells.set(spotKey(q, r), { terrain: "open", zone: ".", shop: false });
  if (shape === "hexagon") {
    for (let r = 1 - size; r < size; r++) for (let q = Math.max(1 - size, 1 - size - r); q <= Math.min(size - 1, size - 1 - r); q++) lay(q, r);
  } else {
    for (let r = 0; r < size; r++) for (let i = 0; i < size + 2; i++) lay(i - Math.floor(r / 2), r);
  }
  return cells;
}

/** A play to begin with: territories dealt out in turn, the same small army for everybody. */
export function freshPlay(letters: string[], seats: number, alliance: string): Play {
  const own = letters.length >= seats ? letters : [..."abcdefgh"].slice(0, seats);
  const territories = Array.from({ length: seats }, (_, seat) => own.filter((_, i) => i % seats === seat).join(""));
  const teams = alliance === "teams" && seats > 2;
  const sides = territories.map((_, seat) => (teams ? (seats === 3 ? Math.min(1, seat) : seat % 2) : seat));
  const army = { infantry: 2, "infantry-scout": 1, artillery: 2, "light-tank": 2, "heavy-tank": 1, "tank-scout": 1 };
  return { territories, sides, income: Array.from({ length: Math.max(...sides) + 1 }, () => 2), armies: territories.map(() => ({ ...army })) };
}
