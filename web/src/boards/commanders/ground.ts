/** Sectors with their terrain, battle zones and objectives. */

import type { Handout } from "../board";
import type { Point } from "../kit";
import { el, group, text, word } from "../kit";
import { farmland } from "./farmland";
import type { Layout } from "./layout";
import { EDGE, RESERVE, SECTORS, SIDE, SPACES } from "./layout";
import type { Land } from "./lists";
import { readLand, streams } from "./lists";

interface BoardData {
  ways: string[];
  worth: Record<string, number>;
  terrain: Record<string, Land>;
}

/** Where markers of a sector stand, one after the other. */
const CORNERS = [[SIDE - 20, 21], [SIDE - 20, SIDE - 21], [20, SIDE - 21], [SIDE - 52, 21], [SIDE - 52, SIDE - 21], [52, SIDE - 21]];

export class Ground {
  readonly land: Land | null;
  readonly worth: [string, number][];
  private ways: [number, number][];
  private numbers = new Map<string, number>();

  constructor(
    handout: Handout,
    private layout: Layout,
  ) {
    const data = handout.data["board"] as BoardData;
    const { terrain, side } = handout.options;
    for (let place = 0; place < RESERVE + 2; place++) this.numbers.set(word(handout, "sector", place), place);
    const listed = String(handout.options["terrain_list"] ?? "").trim();
    this.land = terrain ? (listed ? readLand(listed) : (data.terrain[String(side)] ?? null)) : null;
    this.worth = Object.entries(data.worth);
    this.ways = data.ways.map((pair) => pair.split(" ").map((name) => this.number(name)) as [number, number]);
  }

  number(name: string): number {
    return this.numbers.get(name) ?? -1;
  }

  /** Kinds of terrain in a sector. */
  kinds(sector: number): string[] {
    if (!this.land) return [];
    return Object.entries(this.land).flatMap(([kind, names]: [string, string[]]) => (names.some((name) => name.split(" ").some((each) => this.number(each) === sector)) ? [kind] : []));
  }

  /** The field of a sector or a reserve. */
  field(place: number): SVGGElement {
    const { x, y, width, height } = this.layout.area(place);
    const kind = place >= SECTORS ? "cm-reserve" : this.kinds(place).includes("forest") ? "cm-forest" : this.kinds(place).includes("hill") ? "cm-hill" : "cm-open";
    const made = group(`cm-sector ${kind}${(place + Math.floor(place / 3)) % 2 && place < SECTORS ? " cm-odd" : ""}`);
    made.append(el("rect", { x: x + 2, y: y + 2, width: width - 4, height: height - 4, rx: 10, class: "cm-ground" }));
    return made;
  }

  /** All that lies on the sectors and is never pointed at by itself. */
  art(ruined: number): SVGGElement {
    const made = group("cm-art");
    for (let sector = 0; sector < SECTORS; sector++) {
      const { x, y } = this.layout.area(sector);
      if (!this.kinds(sector).some((kind) => kind === "forest" || kind === "hill")) made.append(...farmland(sector, x, y));
      this.scatter(made, sector);
    }
    if (this.land) {
      this.water(made, this.land.river.map((name) => this.number(name)));
      for (const pair of this.land.road) {
        const [a, b] = pair.split(" ").map((name) => this.layout.middle(this.number(name)));
        if (a && b) for (const layer of ["cm-road-edge", "cm-road"]) made.append(el("path", { d: `M${a.x} ${a.y}L${b.x} ${b.y}`, class: layer }));
      }
      for (const name of this.land.building) {
        const { x, y } = this.layout.middle(this.number(name));
        const down = (ruined >> this.number(name)) & 1;
        made.append(...building(x, y, down > 0));
      }
    }
    for (const [a, b] of this.ways) if (a < SECTORS && b < SECTORS) made.append(this.zone(a, b), this.zone(b, a));
    return made;
  }

  /** Five empty spaces on one side of a border: a strip with marks between them. */
  private zone(from: number, to: number): SVGGElement {
    const strip = this.front(from, to, "cm-strip");
    const marks = Array.from({ length: SPACES - 1 }, (_, i) => {
      const [a, b] = [this.layout.space(from, to, i), this.layout.space(from, to, i + 1)];
      const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
      return a.x === b.x ? `M${x - 5} ${y}h10` : `M${x} ${y - 5}v10`;
    });
    return group("cm-zone", [strip, el("path", { d: marks.join("") })]);
  }

  /** A zone under way: the strip on both sides of a border. */
  front(from: number, to: number, className: string): SVGRectElement {
    const [a, b] = [this.layout.space(from, to, 0), this.layout.space(from, to, SPACES - 1)];
    return el("rect", { x: Math.min(a.x, b.x) - EDGE / 2, y: Math.min(a.y, b.y) - EDGE / 2, width: Math.abs(a.x - b.x) + EDGE, height: Math.abs(a.y - b.y) + EDGE, rx: 6, class: className });
  }

  /** A river straight through the board bends a little; any other follows its sectors. */
  private water(made: SVGGElement, sectors: number[]): void {
    const straight = sectors.length === 3 && (sectors.every((each) => each % 3 === sectors[0]! % 3) || sectors.every((each) => Math.floor(each / 3) === Math.floor(sectors[0]! / 3)));
    if (straight) return this.band(made, sectors.map((each) => this.layout.middle(each)));
    const d = streams(sectors, (each) => this.layout.middle(each), SIDE * 0.48).map(([a, b]) => `M${a!.x} ${a!.y}L${b!.x} ${b!.y}`).join("");
    for (const layer of ["cm-bank", "cm-river", "cm-ripple"]) if (d) made.append(el("path", { d, class: `${layer} cm-winding` }));
  }

  private band(made: SVGGElement, points: Point[]): void {
    const [first, last] = [points[0], points.at(-1)];
    if (!first || !last) return;
    const across = Math.abs(last.x - first.x) > 1;
    const step = Math.sign(across ? last.x - first.x : last.y - first.y) * SIDE * 0.48;
    const line = [{ x: first.x - (across ? step : 0), y: first.y - (across ? 0 : step) }, ...points, { x: last.x + (across ? step : 0), y: last.y + (across ? 0 : step) }];
    let d = `M${line[0]!.x} ${line[0]!.y}`;
    for (let i = 1; i < line.length; i++) {
      const [a, b] = [line[i - 1]!, line[i]!];
      const bend = i === 1 || i === line.length - 1 ? 0 : i % 2 ? 16 : -16;
      d += `Q${(a.x + b.x) / 2 + (across ? 0 : bend)} ${(a.y + b.y) / 2 + (across ? bend : 0)} ${b.x} ${b.y}`;
    }
    for (const layer of ["cm-bank", "cm-river", "cm-ripple"]) made.append(el("path", { d, class: layer }));
  }

  private scatter(made: SVGGElement, sector: number): void {
    const { x, y } = this.layout.area(sector);
    const kinds = this.kinds(sector);
    const spot = (i: number): Point => ({ x: Math.round(x + 16 + ((i * 0.7549 + sector * 0.31) % 1) * 178), y: Math.round(y + 20 + ((i * 0.5698 + sector * 0.57) % 1) * 172) });
    if (kinds.includes("hill")) made.append(...hill(x + SIDE / 2, y + SIDE / 2));
    if (kinds.includes("forest"))
      for (const at of Array.from({ length: 26 }, (_, i) => spot(i)).sort((a, b) => a.y - b.y))
        made.append(...tree(at));
    else
      for (let i = 0; i < 9; i++) {
        const at = spot(i);
        made.append(el("path", { d: `M${at.x - 4} ${at.y}l-2 -5M${at.x} ${at.y}v-6M${at.x + 4} ${at.y}l2 -5`, class: "cm-grass" }));
      }
  }

  /** A marker in a corner of its sector: whose general, flag or wind rose, and what it is worth. */
  marker(colour: number, kind: number, sector: number, index: number): SVGGElement {
    const { x, y } = this.layout.area(sector);
    const [name, worth] = this.worth[kind] ?? ["flag", 0];
    const made = group(`cm-marker cm-seat-${colour}`);
    const [dx = 0, dy = 0] = CORNERS[index % CORNERS.length] ?? [];
    const [cx, cy] = [x + dx, y + dy];
    if (name === "general") made.append(el("path", { d: star(cx, cy, 15, 6.5, 5), class: "cm-emblem" }));
    else if (name.startsWith("rose")) made.append(el("path", { d: star(cx, cy, name === "rose3" ? 16 : 13, 4.5, 4), class: "cm-emblem" }));
    else {
      const size = name === "flag3" ? 1 : 0.75;
      made.append(el("path", { d: `M${cx - 9} ${cy + 13}V${cy - 13 * size}`, class: "cm-pole" }), el("path", { d: `M${cx - 9} ${cy - 13 * size}Q${cx} ${cy - 17 * size} ${cx + 5} ${cy - 12 * size}T${cx + 14} ${cy - 12 * size}V${cy + 4 * size}Q${cx + 8} ${cy} ${cx + 3} ${cy + 4 * size}T${cx - 9} ${cy + 4 * size}Z`, class: "cm-emblem" }));
    }
    made.append(text(cx + (name.startsWith("flag") ? 2 : 0), cy + (name.startsWith("flag") ? -4 : 0.5), String(worth), { class: "cm-worth", "font-size": 10 }));
    return made;
  }
}

/** Rings that rise towards the middle, and hachures down its shady side. */
function hill(cx: number, cy: number): SVGElement[] {
  const slope = Array.from({ length: 13 }, (_, i) => {
    const angle = ((i * 11 - 20) * Math.PI) / 180;
    const [dx, dy] = [Math.cos(angle), Math.sin(angle) * 0.8];
    return `M${Math.round(cx + 50 * dx)} ${Math.round(cy + 50 * dy)}L${Math.round(cx + (i % 2 ? 58 : 62) * dx)} ${Math.round(cy + (i % 2 ? 58 : 62) * dy)}M${Math.round(cx + 72 * dx)} ${Math.round(cy + 72 * dy)}L${Math.round(cx + (i % 2 ? 84 : 80) * dx)} ${Math.round(cy + (i % 2 ? 84 : 80) * dy)}`;
  });
  return [...[88, 66, 42].map((size) => el("ellipse", { cx, cy, rx: size, ry: size * 0.8, class: "cm-contour" })), el("path", { d: slope.join(""), class: "cm-hachure" })];
}

function tree({ x, y }: Point): SVGElement[] {
  return [
    el("ellipse", { cx: x + 3, cy: y + 8, rx: 9, ry: 3, class: "cm-shade" }),
    el("path", { d: `M${x} ${y + 9}v-5`, class: "cm-trunk" }),
    el("path", { d: `M${x - 8} ${y + 6}Q${x - 9} ${y - 3} ${x} ${y - 11}Q${x + 9} ${y - 3} ${x + 8} ${y + 6}Z`, class: "cm-tree" }),
    el("path", { d: `M${x - 4} ${y + 2}Q${x - 5} ${y - 4} ${x} ${y - 8}`, class: "cm-light" }),
  ];
}

/** A farmhouse with door and windows; a ruin without its roof. */
function building(x: number, y: number, ruined: boolean): SVGElement[] {
  const wall = el("path", { d: ruined ? `M${x - 38} ${y + 22}V${y - 6}l12 -7l13 9l12 -8l13 8l14 -6l12 4V${y + 22}Z` : `M${x - 38} ${y + 22}V${y - 8}H${x + 38}V${y + 22}Z`, class: "cm-wall" });
  const openings = el("path", { d: `M${x - 5} ${y + 22}V${y + 6}h10V${y + 22}ZM${x - 28} ${y}h9v9h-9ZM${x + 19} ${y}h9v9h-9Z`, class: "cm-opening" });
  const shade = el("ellipse", { cx: x + 4, cy: y + 23, rx: 46, ry: 5, class: "cm-shade" });
  if (ruined) return [shade, wall, openings];
  const tiles = [-17, -26].map((dy) => `M${x - 40 - (dy + 17) * 0.6} ${y + dy}H${x + 40 + (dy + 17) * 0.6}`).join("");
  return [shade, wall, openings, el("path", { d: `M${x - 44} ${y - 8}L${x - 30} ${y - 34}H${x + 30}L${x + 44} ${y - 8}Z`, class: "cm-roof" }), el("path", { d: tiles, class: "cm-tiles" }), el("path", { d: `M${x + 14} ${y - 30}V${y - 42}h8V${y - 28}`, class: "cm-roof" })];
}

function star(cx: number, cy: number, long: number, short: number, points: number): string {
  return Array.from({ length: 2 * points }, (_, i) => {
    const [angle, r] = [(Math.PI * i) / points - Math.PI / 2, i % 2 ? short : long];
    return `${i ? "L" : "M"}${Math.round((cx + r * Math.cos(angle)) * 10) / 10} ${Math.round((cy + r * Math.sin(angle)) * 10) / 10}`;
  }).join("") + "Z";
}
