/** Set-ups of authors as text, as games/commanders/lists.py reads them: armies, markers, terrain.  What cannot be read is left out. */

import type { Point } from "../kit";
import { RESERVE, SECTORS } from "./layout";

export const PLACES = RESERVE + 2;
export const SECTOR_WORDS = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3", "W", "B"];
export const COLOURS = ["w", "b"];
const LETTERS = "ICA";

export interface Land {
  river: string[];
  /** Pairs of neighbours, as "b1 b2". */
  road: string[];
  building: string[];
  forest: string[];
  hill: string[];
}

export interface Mark {
  colour: number;
  kind: string;
  sector: number;
}

function entries(list: string): string[][] {
  return list.split(/[,\n]/).map((entry) => entry.trim().split(/\s+/)).filter(([first]) => first);
}

/** By seat, the numbers of units by 3 * place + kind. */
export function readArmies(list: string): number[][] {
  const armies = [0, 1].map(() => new Array<number>(PLACES * 3).fill(0));
  for (const [colour = "", where = "", ...counts] of entries(list)) {
    const [army, place] = [armies[COLOURS.indexOf(colour)], SECTOR_WORDS.indexOf(where)];
    if (!army || place < 0) continue;
    for (const word of counts) {
      const [kind, number] = [LETTERS.indexOf(word.slice(-1).toUpperCase()), Number(word.slice(0, -1))];
      if (kind >= 0 && number > 0) army[place * 3 + kind] = (army[place * 3 + kind] ?? 0) + number;
    }
  }
  return armies;
}

export function writeArmies(armies: number[][]): string {
  return armies.flatMap((army, seat) => SECTOR_WORDS.flatMap((name, place) => {
    const counts = [0, 1, 2].flatMap((kind) => (army[place * 3 + kind] ? [`${army[place * 3 + kind]}${LETTERS[kind]}`] : []));
    return counts.length ? [`${COLOURS[seat]} ${name} ${counts.join(" ")}`] : [];
  })).join(", ");
}

export function readMarkers(list: string | string[], kinds: string[]): Mark[] {
  return entries(Array.isArray(list) ? list.join(",") : list).flatMap(([colour = "", kind = "", where = ""]) => {
    const [seat, sector] = [COLOURS.indexOf(colour), SECTOR_WORDS.indexOf(where)];
    return seat >= 0 && kinds.includes(kind) && sector >= 0 && sector < SECTORS ? [{ colour: seat, kind, sector }] : [];
  });
}

export function writeMarkers(marks: Mark[]): string {
  return marks.map(({ colour, kind, sector }) => `${COLOURS[colour]} ${kind} ${SECTOR_WORDS[sector]}`).join(", ");
}

export function readLand(list: string): Land {
  const land: Land = { river: [], road: [], building: [], forest: [], hill: [] };
  for (const [kind = "", ...names] of entries(list)) {
    const known = names.filter((name) => SECTOR_WORDS.indexOf(name) >= 0 && SECTOR_WORDS.indexOf(name) < SECTORS);
    if (kind === "road") for (let i = 1; i < known.length; i++) land.road.push(`${known[i - 1]} ${known[i]}`);
    else if (kind in land) for (const name of known) if (!land[kind as keyof Land].includes(name)) land[kind as keyof Land].push(name);
  }
  return land;
}

export function writeLand(land: Land): string {
  const kinds = (["forest", "hill", "river", "building"] as const).flatMap((kind) => (land[kind].length ? [`${kind} ${[...land[kind]].sort().join(" ")}`] : []));
  return [...kinds, ...land.road.map((pair) => `road ${pair}`)].join(", ");
}

/** Whether two battle sectors lie side by side along a file or a rank. */
export function neighbours(a: number, b: number): boolean {
  return a < SECTORS && b < SECTORS && Math.abs((a % 3) - (b % 3)) + Math.abs(Math.floor(a / 3) - Math.floor(b / 3)) === 1;
}

/** Lines of water through river sectors: from middle to middle, and out where the water goes on alone. */
export function streams(sectors: number[], middle: (sector: number) => Point, half: number): Point[][] {
  const lines: Point[][] = [];
  for (const sector of sectors) {
    const at = middle(sector);
    const near = sectors.filter((other) => neighbours(sector, other)).map(middle);
    for (const there of near) if (there.x > at.x || (there.x === at.x && there.y > at.y)) lines.push([at, there]);
    if (near.length === 1) {
      const [dx, dy] = [Math.sign(at.x - near[0]!.x), Math.sign(at.y - near[0]!.y)];
      lines.push([at, { x: at.x + dx * half, y: at.y + dy * half }]);
    }
    if (!near.length) lines.push([{ x: at.x - half, y: at.y }, { x: at.x + half, y: at.y }]);
  }
  return lines;
}
