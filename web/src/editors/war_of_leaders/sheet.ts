/** A sheet of War of Leaders as it is drawn: table, start zones, Capture Point, obstacles, army. */

import type { Handout } from "../../boards/board";
import type { Options } from "../editor";
import type { Toml, TomlTable } from "../toml";
import { parseToml, quoted } from "../toml";

export interface Wall { circle?: [number, number, number]; outline?: number[] }
export interface Spot { x: number; y: number }

export const MOST_WALLS = 120;
const KEPT = ["command", "kinds", "armies"];

export class Sheet {
  seats: number[] = [];
  needed: number | null = null;
  /** The name of a shipped army, or rows of kind, leader, forward, right. */
  pieces: Toml = "standard";
  width = 1200;
  height = 800;
  /** Width of a round table; 0 for a rectangle. */
  disc = 0;
  zone = 240;
  corners: Spot[] = [];
  /** Corners written down; otherwise they follow from the table and the seats. */
  ownCorners = false;
  /** What lies between the corners, where that is not the centre of the table. */
  ownMiddle: Spot | null = null;
  /** Where formations look, in 4096ths of a turn, where that is not across the corner. */
  fronts: number[] = [];
  point: Spot | null = null;
  walls: Wall[] = [];
  /** What the page has no tools for: armies by seat, kinds, command radius.  It is kept as it was written. */
  rest: TomlTable = {};

  get middle(): Spot {
    return this.ownMiddle ?? { x: Math.floor(this.width / 2), y: Math.floor(this.height / 2) };
  }

  write(): string {
    const lines = [`seats = [${this.seats.join(", ")}]`];
    if (this.needed !== null) lines.push(`needed = ${this.needed}`);
    lines.push(typeof this.pieces === "string" ? `pieces = ${quoted(this.pieces)}` : `pieces = [\n${(this.pieces as Toml[]).map((row) => `  ${JSON.stringify(row)},\n`).join("")}]`);
    if (this.point) lines.push(`point = [${this.point.x}, ${this.point.y}]`);
    for (const key of KEPT) if (this.rest[key] !== undefined) lines.push(`${key} = ${written(this.rest[key])}`);
    lines.push("", "[table]");
    if (this.disc) lines.push(`disc = ${this.disc}`);
    else lines.push(`width = ${this.width}`, `height = ${this.height}`);
    lines.push(`zone = ${this.zone}`);
    if (this.ownMiddle) lines.push(`middle = [${this.ownMiddle.x}, ${this.ownMiddle.y}]`);
    if (this.fronts.length) lines.push(`fronts = [${this.fronts.join(", ")}]`);
    if (this.ownCorners) lines.push(`corners = [${this.corners.map(({ x, y }) => `[${x}, ${y}]`).join(", ")}]`);
    const wall = (each: Wall) => (each.circle ? `  { circle = [${each.circle.join(", ")}] },\n` : `  { outline = [${each.outline!.join(", ")}] },\n`);
    lines.push(`obstacles = [\n${this.walls.map(wall).join("")}]`);
    return lines.join("\n") + "\n";
  }
}

/** A value on one line. */
function written(value: Toml): string {
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
  if (typeof value !== "object") return typeof value === "string" ? quoted(value) : String(value);
  return `{ ${Object.entries(value).map(([key, each]) => `${key} = ${written(each)}`).join(", ")} }`;
}

interface ReadyTable { seats: number; width?: number; height?: number; disc?: number; zone: number; corners?: number[][] }

/** The sheet these options are played with; throws when its text cannot be read. */
export function readSheet(handout: Handout, options: Options, seats: number): Sheet {
  const data = handout.data["scenarios"] as TomlTable;
  const text = String(options["sheet"] ?? "").trim();
  const source = text ? parseToml(text) : (data[String(options["scenario"] ?? "standard")] as TomlTable);
  const sheet = new Sheet();
  const numbers = (found: Toml | undefined): number[] => (Array.isArray(found) ? found.map(Number) : []);
  sheet.seats = text && source["seats"] === undefined ? [] : numbers(source["seats"]);
  if (!text) sheet.seats = [seats];
  sheet.needed = source["needed"] === undefined ? null : Number(source["needed"]);
  sheet.pieces = source["pieces"] ?? "standard";
  if (!text && sheet.pieces !== undefined && typeof sheet.pieces !== "string") sheet.pieces = String(options["scenario"] ?? "standard");
  const point = numbers(source["point"]);
  for (const key of KEPT) if (source[key] !== undefined) sheet.rest[key] = source[key];
  sheet.point = point.length === 2 ? { x: point[0]!, y: point[1]! } : null;
  const table = (source["table"] as TomlTable | undefined) ?? (readyTable(data, seats) as unknown as TomlTable);
  sheet.zone = Number(table["zone"] ?? 240);
  sheet.disc = Number(table["disc"] ?? 0);
  sheet.width = sheet.disc || Number(table["width"] ?? 1200);
  sheet.height = sheet.disc || Number(table["height"] ?? 800);
  const corners = Array.isArray(table["corners"]) ? table["corners"].map(numbers).map(([x = 0, y = 0]) => ({ x, y })) : [];
  sheet.ownCorners = corners.length >= seats;
  sheet.fronts = numbers(table["fronts"]);
  const [middleX, middleY] = numbers(table["middle"]);
  sheet.ownMiddle = middleX !== undefined && middleY !== undefined ? { x: middleX, y: middleY } : null;
  sheet.corners = sheet.ownCorners ? corners : defaultCorners(sheet, seats);
  const walls = (table["obstacles"] ?? source["obstacles"] ?? []) as Toml[];
  sheet.walls = walls.map((wall) => readWall(wall as TomlTable, numbers));
  return sheet;
}

function readWall(wall: TomlTable, numbers: (found: Toml | undefined) => number[]): Wall {
  const [x = 0, y = 0, r = 30] = numbers(wall["circle"]);
  return wall["circle"] ? { circle: [x, y, r] } : { outline: numbers(wall["outline"]) };
}

function readyTable(data: TomlTable, seats: number): ReadyTable {
  const tables = data["table"] as unknown as ReadyTable[];
  const last = tables.at(-1)!;
  return tables.find((each) => each.seats === seats) ?? { seats, disc: last.disc! + 225 * (seats - last.seats), zone: last.zone };
}

/** Where start zones lie unless the sheet says so: as the rules have it. */
export function defaultCorners(sheet: Sheet, seats: number): Spot[] {
  const { width: w, height: h, disc } = sheet;
  if (disc) {
    const r = Math.floor(disc / 2);
    return Array.from({ length: seats }, (_, k) => ({ x: r + Math.round(r * Math.sin((2 * Math.PI * k) / seats)), y: r - Math.round(r * Math.cos((2 * Math.PI * k) / seats)) }));
  }
  if (seats === 2 && Math.min(w, h) < 2 * sheet.zone) return [{ x: 0, y: 0 }, { x: w, y: h }];
  if (seats <= 4) return [{ x: 0, y: 0 }, { x: w, y: 0 }, { x: w, y: h }, { x: 0, y: h }];
  return Array.from({ length: seats }, (_, k) => {
    const along = Math.floor((2 * (w + h) * k) / seats);
    if (along < w) return { x: along, y: 0 };
    if (along < w + h) return { x: w, y: along - w };
    return along < 2 * w + h ? { x: 2 * w + h - along, y: h } : { x: 0, y: 2 * (w + h) - along };
  });
}

export function centreOf(wall: Wall): Spot {
  if (wall.circle) return { x: wall.circle[0], y: wall.circle[1] };
  const [xs, ys] = [wall.outline!.filter((_, i) => i % 2 === 0), wall.outline!.filter((_, i) => i % 2 === 1)];
  return { x: Math.round((Math.min(...xs) + Math.max(...xs)) / 2), y: Math.round((Math.min(...ys) + Math.max(...ys)) / 2) };
}

/** Every corner of an obstacle sent elsewhere; `grow` scales the radius of a circle. */
export function mapped(wall: Wall, send: (spot: Spot) => Spot, grow = 1): Wall {
  if (wall.circle) {
    const to = send({ x: wall.circle[0], y: wall.circle[1] });
    return { circle: [Math.round(to.x), Math.round(to.y), Math.max(5, Math.round(wall.circle[2] * grow))] };
  }
  const outline: number[] = [];
  for (let i = 0; i < wall.outline!.length; i += 2) {
    const to = send({ x: wall.outline![i]!, y: wall.outline![i + 1]! });
    outline.push(Math.round(to.x), Math.round(to.y));
  }
  return { outline };
}

export function turned(spot: Spot, about: Spot, degrees: number): Spot {
  const angle = (degrees * Math.PI) / 180;
  const [dx, dy] = [spot.x - about.x, spot.y - about.y];
  return { x: about.x + dx * Math.cos(angle) - dy * Math.sin(angle), y: about.y + dx * Math.sin(angle) + dy * Math.cos(angle) };
}

export type Symmetry = "none" | "point" | "sides" | "ends" | "seats";
export const SYMMETRIES: Symmetry[] = ["none", "point", "sides", "ends", "seats"];

/** The other places of a symmetric placing: each sends a spot to its counterpart. */
export function counterparts(kind: Symmetry, sheet: Sheet): ((spot: Spot) => Spot)[] {
  const [w, h] = [sheet.width, sheet.height];
  if (kind === "point") return [({ x, y }) => ({ x: w - x, y: h - y })];
  if (kind === "sides") return [({ x, y }) => ({ x: w - x, y })];
  if (kind === "ends") return [({ x, y }) => ({ x, y: h - y })];
  return kind === "seats" ? images(sheet) : [];
}

/** As the rules draw obstacles (3.3): by turns if they carry zone onto zone, else at a rectangle by reflections. */
function images(sheet: Sheet): ((spot: Spot) => Spot)[] {
  const [w, h, count] = [sheet.width, sheet.height, sheet.corners.length];
  const about = sheet.ownMiddle ?? { x: w / 2, y: h / 2 };
  const turns = Array.from({ length: count - 1 }, (_, k) => (spot: Spot) => turned(spot, about, (360 * (k + 1)) / count));
  const reflections = [({ x, y }: Spot) => ({ x: w - x, y }), ({ x, y }: Spot) => ({ x, y: h - y }), ({ x, y }: Spot) => ({ x: w - x, y: h - y })];
  const carries = (send: (spot: Spot) => Spot) => sheet.corners.every((corner) => sheet.corners.some((each) => Math.hypot(each.x - send(corner).x, each.y - send(corner).y) <= 3));
  return turns.every(carries) || sheet.disc || !reflections.every(carries) ? turns : reflections;
}
