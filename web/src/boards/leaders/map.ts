/** The map: sea, routes, territories in their owners' colours, stacks, and what goes on there. */

import type { LeadersTable } from "../../wire";
import type { Drawing, Fields, Point } from "../kit";
import { el, group, livery, path, place, text } from "../kit";
import { BESIDE, BOX, SEA_RADIUS } from "./shapes";
import { stack, UNITS } from "./troops";
import type { Atlas, Place } from "./world";
import { has } from "./world";

/** Half of the width of a letter of a name, and how much larger than drawn the plates of units are. */
const LETTER = 3.05;
export const PLATE = 1.25;
const FIGHT = 15; // the frame of a fight: its first registers are place, attacker and defender

/** The fight under way, or null. */
export function fightOf(table: LeadersTable): { at: number; attacker: number; defender: number; split: number } | null {
  const top = table.stack.at(-1);
  if (!top || top.proc !== FIGHT) return null;
  return { at: top.regs[0] ?? -1, attacker: top.regs[1] ?? -1, defender: top.regs[2] ?? -1, split: top.regs[5] ?? 0 };
}

export function unitsAt(table: LeadersTable, seats: number, at: number, seat: number): number[] {
  const first = (at * seats + seat) * 3;
  return table.units.slice(first, first + 3);
}

export class WorldMap {
  readonly layers;
  private shades: SVGPathElement[] = [];
  private continents: SVGTextElement[] = [];
  private stacks = new Map<string, SVGGElement>();

  constructor(
    private drawing: Drawing,
    private atlas: Atlas,
    private seats: number,
    fields: Fields,
    name: (place: Place) => string,
  ) {
    const { layer } = drawing;
    this.layers = {
      sea: layer("ld-sea-layer"),
      places: layer("ld-places"),
      owners: layer("ld-owners"),
      names: layer("ld-names"),
      marks: layer("ld-marks"),
      stacks: layer("ld-stacks"),
      effects: layer("ld-effects"),
      menu: layer("ld-menu"),
    };
    this.layers.sea.append(el("rect", { ...BOX, class: "ld-sea" }), graticule(), ...this.routes());
    for (const each of atlas.continents) {
      const made = text(each.at.x, each.at.y, "", { class: "ld-continent", "font-size": 11 });
      made.append(el("tspan", {}, [`${each.name} `]), el("tspan", { class: "ld-bonus" }, [`+${each.bonus}`]));
      this.continents.push(made);
      this.layers.sea.append(made);
    }
    for (const each of atlas.places) {
      const made = each.sea ? seaField(each) : territory(each);
      this.layers.places.append(made);
      fields.put(each.id, made, each.at, name(each));
      this.label(each, name(each));
      const shade = el("path", { d: each.sea ? "" : path(each.outline), class: "ld-owner" });
      this.shades.push(shade);
      this.layers.owners.append(shade);
    }
  }

  show(table: LeadersTable): void {
    this.layers.effects.replaceChildren();
    this.layers.stacks.replaceChildren();
    this.layers.marks.replaceChildren();
    this.stacks.clear();
    for (const { id, sea } of this.atlas.places) {
      if (!sea) this.paint(id, table.owner[id] ?? -1);
      this.pile(table, id);
    }
    this.atlas.continents.forEach(({ bonus }, continent) => {
      const [first, ...others] = this.atlas.places.filter((each) => each.continent === continent).map(({ id }) => table.owner[id] ?? -1);
      const holder = others.every((owner) => owner === first) ? (first ?? -1) : -1;
      const label = this.continents[continent]!;
      label.lastElementChild!.textContent = holder < 0 ? `+${bonus}` : `+${bonus} → ${holder + 1}`;
      label.setAttribute("class", holder < 0 ? "ld-continent" : "ld-continent ld-held");
    });
    const fight = fightOf(table);
    for (const { id, at } of this.atlas.places) {
      const attacked = has(table.attacked, id);
      if (attacked || fight?.at === id) this.layers.marks.append(swords({ x: at.x, y: at.y + 1 - 17 * PLATE * Math.max(1, this.present(table, id).length) }, fight?.at === id));
    }
  }

  paint(id: number, owner: number): void {
    const shade = this.shades[id];
    if (!shade) return;
    shade.setAttribute("fill", owner < 0 ? "none" : this.drawing.patterns.fill(owner));
    shade.setAttribute("stroke", owner < 0 ? "none" : livery(owner).colour);
  }

  get(at: number, seat: number): SVGGElement | undefined {
    return this.stacks.get(`${at} ${seat}`);
  }

  at(id: number): Point {
    return this.atlas.places[id]?.at ?? { x: 0, y: 0 };
  }

  /** A small plate with one unit, to be moved about by hand. */
  loose(seat: number, unit: number, at: Point): SVGGElement {
    const made = stack(seat, UNITS.map((each) => Number(each === unit)), [], this.drawing.patterns);
    place(made, at.x, at.y, 0, PLATE);
    this.layers.effects.append(made);
    return made;
  }

  /** What can be chosen stands out, the rest steps back; null when nothing is asked of the map. */
  light(lit: Set<number> | null): void {
    this.shades.forEach((shade, id) => {
      shade.classList.toggle("ld-lit", lit?.has(id) ?? false);
      shade.classList.toggle("ld-dim", lit !== null && !lit.has(id));
    });
  }

  /** Routes of a place stand out while it is pointed at. */
  point(id: number): void {
    for (const line of this.layers.sea.querySelectorAll(".ld-route"))
      line.classList.toggle("ld-near", line.getAttribute("data-a") === String(id) || line.getAttribute("data-b") === String(id));
  }

  private present(table: LeadersTable, id: number): number[] {
    return Array.from({ length: this.seats }, (_, seat) => seat).filter((seat) => unitsAt(table, this.seats, id, seat).some((count) => count > 0));
  }

  private pile(table: LeadersTable, id: number): void {
    const present = this.present(table, id);
    const { x, y } = this.at(id);
    present.forEach((seat, i) => {
      const fresh = seat === table.active ? table.fresh.slice(id * 3, id * 3 + 3) : [];
      const made = stack(seat, unitsAt(table, this.seats, id, seat), fresh, this.drawing.patterns);
      place(made, x, y - (present.length - 1 - i) * 17 * PLATE, 0, PLATE);
      this.layers.stacks.append(made);
      this.stacks.set(`${id} ${seat}`, made);
    });
  }

  private label(each: Place, words: string): void {
    const { x, y } = each.at;
    if (each.sea) {
      const look = { class: "ld-sea-name", "font-size": 8.6 };
      for (const at of [each.at, ...each.twins])
        this.layers.names.append(
          BESIDE.includes(each.key)
            ? text(at.x + SEA_RADIUS + 3, at.y + 4, words, { ...look, "text-anchor": "start" })
            : text(Math.min(at.x, BOX.x + BOX.width - 38), at.y - SEA_RADIUS - 6, words, look),
        );
      return;
    }
    const lines = folded(words);
    const half = Math.max(...lines.map((line) => line.length)) * LETTER;
    const low = y + 17;
    this.layers.names.append(
      ...lines.map((line, i) => text(x + 5, low + i * 9.6, line, { class: "ld-name", "font-size": 9.6 })),
      el("circle", { cx: x - half - 2, cy: low + (lines.length - 1) * 4.8, r: 6, class: "ld-worth" }),
      text(x - half - 2, low + (lines.length - 1) * 4.8 + 0.2, String(each.points), { class: "ld-worth-text", "font-size": 8.6 }),
    );
  }

  private routes(): SVGElement[] {
    return this.atlas.routes.map(({ from, to, anchor, ends }) => {
      const bend = anchor ? 0 : 0.1;
      const middle = { x: (from.x + to.x) / 2 + (to.y - from.y) * bend, y: (from.y + to.y) / 2 - Math.abs(to.x - from.x) * bend };
      return el("path", { d: `M${from.x} ${from.y}Q${middle.x} ${middle.y} ${to.x} ${to.y}`, class: anchor ? "ld-route ld-anchor-route" : "ld-route ld-dotted", "data-a": ends[0], "data-b": ends[1] });
    });
  }
}

/** A long name goes on two lines, as even as its words allow. */
function folded(name: string): string[] {
  const words = name.split(" ");
  if (words.length < 2 || name.length < 9) return [name];
  const cuts = words.slice(1).map((_, i) => [words.slice(0, i + 1).join(" "), words.slice(i + 1).join(" ")]);
  return cuts.reduce((best, each) => (Math.max(...each.map((line) => line.length)) < Math.max(...best.map((line) => line.length)) ? each : best));
}

function territory(each: Place): SVGGElement {
  return group(`ld-place ld-continent-${each.continent}`, [el("path", { d: path(each.outline), class: "ld-land" })]);
}

/** Waves and an anchor; a sea at both edges of the map is one field. */
function seaField(each: Place): SVGGElement {
  const r = SEA_RADIUS;
  const spots = [each.at, ...each.twins];
  return group("ld-place ld-sea-field", [
    el("path", { d: spots.map(({ x, y }) => `M${x - r} ${y}A${r} ${r} 0 1 1 ${x + r} ${y}A${r} ${r} 0 1 1 ${x - r} ${y}Z`).join(""), class: "ld-round" }),
    ...spots.map(({ x, y }) => el("path", { d: `M${x} ${y - 8}v15M${x - 4} ${y - 4}h8M${x - 8} ${y + 2}q1 6 8 6t8 -6`, class: "ld-anchor" })),
  ]);
}

function graticule(): SVGPathElement {
  let d = "";
  for (let y = 60; y < BOX.height; y += 80) d += `M${BOX.x} ${y}H${BOX.x + BOX.width}`;
  for (let x = 60; x < BOX.x + BOX.width; x += 100) d += `M${x} 0V${BOX.height}`;
  return el("path", { d, class: "ld-graticule" });
}

function swords(at: Point, now: boolean): SVGGElement {
  const made = group(now ? "ld-swords ld-now" : "ld-swords", [
    el("circle", { r: 8.5 }),
    el("path", { d: "M-4.5 -4.5L4 4M4.5 -4.5L-4 4M-5 2.4L-2.4 5M5 2.4L2.4 5" }),
  ]);
  place(made, at.x, at.y);
  return made;
}
