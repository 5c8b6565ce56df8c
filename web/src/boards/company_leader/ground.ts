/** The ground of Company Leader: which hexagons there are, and how open land, forest and towns look. */

import type { Handout } from "../board";
import type { HexLayout, Point } from "../kit";
import { centre, corners, el, group, path, place, round } from "../kit";

export const LAYOUT: HexLayout = { flat: false, size: 30 };

export type Terrain = "open" | "forest" | "urban";

export interface Field {
  id: number;
  q: number;
  r: number;
  at: Point;
  terrain: Terrain;
  /** The letter of its territory, "." between territories. */
  zone: string;
  shop: boolean;
}

interface BoardFile {
  terrain: string;
  zones: string;
}

const SIGNS: Record<string, Terrain> = { o: "open", f: "forest", u: "urban" };
const STANDARD: Record<string, string> = { "2parties": "two", "3parties": "three", "3teams": "four", "4parties": "four", "4teams": "four" };

/** The drawing of the board this match is played on: a shipped one by name, or the text of a board file. */
function boardFile(handout: Handout): BoardFile {
  const { data, options, seats } = handout;
  const scenarios = data["scenarios"] as Record<string, { boards?: Record<string, string> }> | undefined;
  const chosen = String(options["board"] ?? "");
  if (chosen.includes("\n")) return { terrain: block(chosen, "terrain"), zones: block(chosen, "zones") };
  const table = `${seats}${options["alliance"]}`;
  const name = chosen || scenarios?.[String(options["scenario"])]?.boards?.[table] || STANDARD[table] || "two";
  return data[`boards/${name}`] as BoardFile;
}

/** A multi-line text of a TOML file. */
function block(source: string, key: string): string {
  const found = new RegExp(`^\\s*${key}\\s*=\\s*("""|''')\\r?\\n?([\\s\\S]*?)\\1`, "m").exec(source);
  return found?.[2] ?? "";
}

/** The fields in the order of their numbers: by rows, then from west to east. */
export function readFields(handout: Handout): Field[] {
  const file = boardFile(handout);
  const [terrain, zones] = [rows(file.terrain), rows(file.zones)];
  const signs = terrain.flatMap((row, y) => [...row].map((sign, x) => ({ sign, x, y })).filter(({ sign }) => sign !== " "));
  const shift = Math.min(...signs.map(({ x, y }) => (((x - y) % 2) + 2) % 2));
  return signs.map(({ sign, x, y }, id) => {
    const [q, r] = [(x - y - shift) / 2, y];
    const zone = zones[y]?.[x] ?? ".";
    return { id, q, r, at: centre(LAYOUT, q, r), terrain: SIGNS[sign] ?? "open", zone: zone.toLowerCase(), shop: zone !== "." && zone === zone.toUpperCase() };
  });
}

function rows(drawing: string): string[] {
  return drawing.split("\n").filter((row) => row.trim());
}

/** Draw one field; its first child is the hexagon itself, which lights up when it is offered. */
export function drawField(field: Field, seat: number): SVGGElement {
  const made = group(`cl-field cl-${field.terrain}${field.zone === "." ? " cl-neutral" : ""}`);
  made.append(el("path", { d: path(corners(LAYOUT, field.at, 0.97)), class: "cl-ground" }));
  if (seat >= 0) made.append(el("path", { d: path(corners(LAYOUT, field.at, 0.9)), class: "cl-territory", stroke: `var(--seat-${seat})` }));
  const art = group("cl-art");
  place(art, field.at.x, field.at.y);
  if (field.terrain === "forest") trees(art, field.id);
  else if (field.terrain === "urban") houses(art, field.id);
  else grass(art, field.id);
  if (field.shop) art.append(el("circle", { cx: 0, cy: 20, r: 4.2, class: "cl-shop" }), el("path", { d: "M0 17.4V22.6M-1.6 18.6H1.2M-1.2 21.4H1.6", class: "cl-shop-mark" }));
  made.append(art);
  return made;
}

/** The same field looks the same each time, and unlike its neighbours. */
function scatter(seed: number, i: number): number {
  const x = Math.sin(seed * 127.1 + i * 311.7) * 43758.5453;
  return x - Math.floor(x);
}

function spot(id: number, i: number, spread: number): Point {
  const angle = scatter(id, i) * 2 * Math.PI;
  const far = spread * Math.sqrt(scatter(id, i + 50));
  return { x: round(far * Math.cos(angle)), y: round(far * Math.sin(angle)) };
}

function grass(art: SVGGElement, id: number): void {
  for (let i = 0; i < 4; i++) {
    const { x, y } = spot(id, i, 20);
    art.append(el("path", { d: `M${x - 2} ${y}l1 -3M${x} ${y}v-4M${x + 2} ${y}l-1 -3`, class: "cl-grass" }));
  }
}

function trees(art: SVGGElement, id: number): void {
  const spots = Array.from({ length: 9 }, (_, i) => spot(id, i, 21)).sort((a, b) => a.y - b.y);
  for (const { x, y } of spots) {
    art.append(
      el("path", { d: `M${x} ${y + 5}v-3`, class: "cl-trunk" }),
      el("path", { d: `M${x - 4.5} ${y + 2.5}L${x} ${y - 7}L${x + 4.5} ${y + 2.5}Z`, class: "cl-tree" }),
    );
  }
}

function houses(art: SVGGElement, id: number): void {
  const spots = [-14, 0, 14].map((x, i) => ({ x: x + scatter(id, i) * 4 - 2, y: -9 + scatter(id, i + 9) * 6 }));
  const below = [-9, 8].map((x, i) => ({ x: x + scatter(id, i + 20) * 4 - 2, y: 11 + scatter(id, i + 29) * 4 }));
  for (const { x, y } of [...spots, ...below]) {
    art.append(
      el("rect", { x: round(x - 5), y: round(y - 3), width: 10, height: 8, class: "cl-house" }),
      el("path", { d: `M${round(x - 6)} ${round(y - 3)}L${round(x)} ${round(y - 9)}L${round(x + 6)} ${round(y - 3)}Z`, class: "cl-roof" }),
    );
  }
}
