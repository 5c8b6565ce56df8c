/** Events as they happen: marches, positions, volleys with their dice, losses. */

import type { CommandersTable, Event } from "../../wire";
import { CommandersEvent as E } from "../../wire";
import type { BoardContext } from "../board";
import type { Point, Stage } from "../kit";
import { arrow, between, die, el, place } from "../kit";
import type { Layout, Spots } from "./layout";
import { ARMY, BOX, FULL, SECTORS, SMALL } from "./layout";

const MARCHES = new Set<number>([E.moved, E.retreated, E.withdrew, E.fled, E.rallied, E.stood]);
const VOLLEYS = new Set<number>([E.fired, E.fought, E.shelled, E.razed, E.reacted]);
const LOSSES = new Set<number>([E.slain, E.captured, E.caught, E.merged]);
const LONGEST = 4000;

/** Dice lie behind the unit that rolls, away from its target. */
function behind(from: Point, to: Point | undefined): Point {
  if (!to) return { x: from.x, y: from.y - 20 };
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: from.x - ((to.x - from.x) / length) * 24, y: from.y - ((to.y - from.y) / length) * 24 };
}

export class Theatre {
  constructor(
    private layer: SVGGElement,
    private stage: Stage,
    private layout: Layout,
    private context: BoardContext,
  ) {}

  /** Events of one sort that follow each other are shown together. */
  async play(events: Event[], units: Map<number, SVGGElement>, spots: Spots, table: CommandersTable): Promise<void> {
    const groups: Event[][] = [];
    let last = "";
    for (const event of events) {
      const sort = this.sort(event[0] ?? -1);
      if (!sort) continue;
      if (sort === last) groups.at(-1)!.push(event);
      else groups.push([event]);
      last = sort;
    }
    const speed = Math.min(1, LONGEST / Math.max(1, groups.length * 750));
    const zones = new Map<number, [number, number]>(table.zones.map(([white = 0, black = 0], z) => [z, [white, black]]));
    const filled = new Map<string, number>();
    for (const group of groups) {
      const sort = this.sort(group[0]![0] ?? -1);
      if (sort === "act") await this.announce(group, spots, speed);
      else if (sort === "march") await this.march(group, units, spots, table, speed);
      else if (sort === "front") {
        filled.clear();
        for (const [, z = 0, white = 0, black = 0] of group) zones.set(z, [white, black]);
      } else if (sort === "place") await this.form(group, units, spots, zones, filled, speed);
      else if (sort === "volley") await this.volley(group, spots, speed);
      else if (sort === "rout") await this.rout(group, units, spots, speed);
      else if (sort === "loss") await this.fade(group, units, speed);
    }
  }

  private sort(kind: number): string {
    if (MARCHES.has(kind)) return "march";
    if (VOLLEYS.has(kind)) return "volley";
    if (LOSSES.has(kind)) return "loss";
    return kind === E.acted || kind === E.bombarded ? "act" : kind === E.front ? "front" : kind === E.placed ? "place" : kind === E.routed ? "rout" : "";
  }

  private async announce(events: Event[], spots: Spots, speed: number): Promise<void> {
    this.layer.replaceChildren();
    for (const [, unit = 0, sector = 0] of events) {
      const spot = spots.get(unit);
      if (spot) this.layer.append(arrow(spot.at, this.layout.goal(spot.at, spot.place, sector), `seat-${Math.floor(unit / ARMY)}`, 0.06));
    }
    await this.stage.pause(600 * speed);
    this.layer.replaceChildren();
  }

  private async march(events: Event[], units: Map<number, SVGGElement>, spots: Spots, table: CommandersTable, speed: number): Promise<void> {
    const places = table.place.slice();
    for (const [unit, spot] of spots) places[unit] = spot.place;
    for (const [kind, unit = 0, sector] of events) places[unit] = kind === E.fled ? BOX : kind === E.rallied ? SECTORS + Math.floor(unit / ARMY) : (sector ?? places[unit] ?? BOX);
    const goals = this.layout.units({ ...table, place: places, zones: [], lines: [] }, undefined, -1);
    const moves = [...new Set(events.map(([, unit = 0]) => unit))].flatMap((unit) => {
      const [shape, spot, goal] = [units.get(unit), spots.get(unit), goals.get(unit)];
      return shape && spot && goal ? [{ unit, shape, from: spot, goal }] : [];
    });
    this.context.sound("move");
    await this.stage.tween(480 * speed, (p) => {
      for (const { shape, from, goal } of moves) place(shape, between(from.at.x, goal.at.x, p), between(from.at.y, goal.at.y, p), 0, between(from.small ? SMALL : FULL, FULL, p));
    });
    for (const { unit, goal } of moves) spots.set(unit, goal);
  }

  private async form(events: Event[], units: Map<number, SVGGElement>, spots: Spots, zones: Map<number, [number, number]>, filled: Map<string, number>, speed: number): Promise<void> {
    const moves = events.flatMap(([, unit = 0, z = 0]) => {
      const [shape, spot, zone, seat] = [units.get(unit), spots.get(unit), zones.get(z), Math.floor(unit / ARMY)];
      if (!shape || !spot || !zone) return [];
      const key = `${z} ${seat}`;
      const space = filled.get(key) ?? 0;
      filled.set(key, space + 1);
      return [{ unit, shape, from: spot, at: this.layout.space(zone[seat]!, zone[1 - seat]!, space) }];
    });
    await this.stage.tween(320 * speed, (p) => {
      for (const { shape, from, at } of moves) place(shape, between(from.at.x, at.x, p), between(from.at.y, at.y, p), 0, between(from.small ? SMALL : FULL, SMALL, p));
    });
    for (const { unit, from, at } of moves) spots.set(unit, { at, small: true, place: from.place });
  }

  private async volley(events: Event[], spots: Spots, speed: number): Promise<void> {
    this.layer.replaceChildren();
    this.context.sound("dice");
    const dice = events.flatMap(([kind, unit = 0, a = 0, b = 0, , d = 0], i) => {
      const aimed = kind === E.fired || kind === E.fought || kind === E.shelled;
      const [from, to] = [spots.get(unit)?.at, aimed ? spots.get(a)?.at : undefined];
      const hit = aimed ? d : kind === E.reacted ? b : 0;
      if (!from) return [];
      if (to) this.layer.append(el("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: hit ? "cm-shot" : "cm-shot cm-missed" }));
      return [{ shape: die({ face: aimed ? b : a, className: hit ? "good" : "" }, 9), at: behind(from, to), turn: (i % 2 ? 1 : -1) * (6 + ((i * 7) % 10)) }];
    });
    for (const { shape } of dice) this.layer.append(shape);
    await this.stage.tween(480 * speed, (p) => {
      for (const { shape, at, turn } of dice) place(shape, at.x, at.y - (1 - p) ** 2 * 60 * Math.abs(Math.cos(p * 5)), turn + (1 - p) * 540);
    });
    await this.stage.pause(700 * speed);
    this.layer.replaceChildren();
  }

  private async rout(events: Event[], units: Map<number, SVGGElement>, spots: Spots, speed: number): Promise<void> {
    this.context.sound("hit");
    await this.stage.tween(320 * speed, (p) => {
      for (const [, unit = 0] of events) {
        const [shape, spot] = [units.get(unit), spots.get(unit)];
        if (shape && spot) place(shape, spot.at.x + 4 * Math.sin(p * 12), spot.at.y, 24 * p, spot.small ? SMALL : FULL);
      }
    });
  }

  private async fade(events: Event[], units: Map<number, SVGGElement>, speed: number): Promise<void> {
    this.context.sound("hit");
    const lost = events.flatMap(([, unit = 0]) => units.get(unit) ?? []);
    await this.stage.tween(320 * speed, (p) => lost.forEach((shape) => shape.setAttribute("opacity", String(1 - p))));
  }
}
