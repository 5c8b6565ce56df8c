/** What the game's data folder says, read for drawing, and the numbers that tables and hands are written in. */

import type { Handout } from "../board";
import type { Point } from "../kit";
import { centre } from "../kit";

export const CARRIERS = 9; // the first ships belong to seat 0
export const SHIPS = 39;
export const RIDER = 39; // counter of the first rider
export const FLEET_RIDERS = 36;
export const STATION = 114;
export const HAULER = 115;
export const ORPHAN = -2; // a rider without a carrier
export const UNPLACED = -1;
export const BATTLE = 9; // frames: regs are point, round, winner, range
export const TACTICS = 14; // regs are point, turn, ...
export const HEX = { flat: false, size: 10.4 };
const PITCH = 128;
const SHIFT = 64;
export const STEPS: [number, number][] = [[1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1]];

export type RouteKind = "commercial" | "military" | "fleet" | "union";
export const ROUTE_KINDS: RouteKind[] = ["commercial", "military", "fleet", "union"];

export interface MapPoint {
  id: number;
  kind: "plain" | "hinder" | "earth" | "union" | "capital";
  at: Point;
}
export interface Ship {
  seat: number;
  class: string;
  front: number[];
  back: number[];
  riders: number;
}
export interface Facts {
  points: Map<number, MapPoint>;
  routes: { kind: RouteKind; from: number; to: number }[];
  ships: Ship[];
  starts: number[];
  riders: { front: number[][]; back: number[][] };
  stationHits: number;
  radius: number;
  hull: Record<string, number>;
}

export function readFacts(handout: Handout): Facts {
  const map = handout.data["map"] as { point: { number: number; kind: MapPoint["kind"]; x: number; y: number }[]; routes: Record<RouteKind, [number, number][]> };
  const rules = handout.data["rules"] as { start_points: number[]; combat: { rider_front: number[][]; rider_back: number[][]; station_hits: number } };
  const tactical = handout.data["tactical"] as { radius: number; class: Record<string, number[]>; station_hull: number };
  const points = new Map(map.point.map(({ number, kind, x, y }) => [number, { id: number, kind, at: { x, y } }]));
  spread([...points.values()].map(({ at }) => at));
  const hull = Object.fromEntries(Object.entries(tactical.class).map(([name, values]) => [name, values[3] ?? 0]));
  return {
    points,
    routes: ROUTE_KINDS.flatMap((kind) => (map.routes[kind] ?? []).map(([from, to]) => ({ kind, from, to }))),
    ships: (handout.data["fleets"] as { ship: Ship[] }).ship,
    starts: rules.start_points,
    riders: { front: rules.combat.rider_front, back: rules.combat.rider_back },
    stationHits: handout.options["combat"] === "tactical" || handout.options["scenario"] !== "campaign" ? tactical.station_hull : rules.combat.station_hits,
    radius: tactical.radius,
    hull: { ...hull, STATION: tactical.station_hull },
  };
}

/** Where the fleets of both seats lie beside each point (by 2 * point + seat): left and right, where least is covered. */
export function berths(points: MapPoint[]): Map<number, Point> {
  const found = new Map<number, Point>();
  for (const point of points)
    for (const seat of [0, 1]) {
      const side = seat ? 1 : -1;
      const named = point.kind === "plain" ? 0 : 40; // a name stands below
      const tries: [number, number, number][] = [[27, -19, 0], [36, 0, 3], [27, 19, 6 + named], [8, -32, 9], [14, 32, 9 + named]];
      let least = Infinity;
      for (const [dx, dy, cost] of tries) {
        const at = { x: point.at.x + side * dx, y: point.at.y + dy };
        let covers = cost + (at.x < 20 || at.x > 980 ? 30 : 0);
        for (const other of points) if (other !== point) covers += overlap(at, other.at, 38, 30);
        for (const [id, other] of found) if (id !== 2 * point.id + seat) covers += overlap(at, other, 43, 26);
        if (covers < least) {
          least = covers;
          found.set(2 * point.id + seat, at);
        }
      }
    }
  return found;
}

function overlap(a: Point, b: Point, width: number, height: number): number {
  const [dx, dy] = [width - Math.abs(a.x - b.x), height - Math.abs(a.y - b.y)];
  return dx > 0 && dy > 0 ? Math.min(dx, dy) * 2 : 0;
}

/** Points of the printed map that lie on top of each other are drawn a little apart. */
function spread(points: Point[]): void {
  const least = 50;
  for (let pass = 0; pass < 40; pass++)
    for (const [i, a] of points.entries())
      for (const b of points.slice(i + 1)) {
        const [dx, dy] = [b.x - a.x, b.y - a.y];
        const gap = Math.hypot(dx, dy) || 1;
        if (gap >= least) continue;
        const push = (least - gap) / 2 / gap;
        a.x -= dx * push;
        a.y -= dy * push;
        b.x += dx * push;
        b.y += dy * push;
      }
}

export function hexOf(q: number, r: number): number {
  return (q + SHIFT) * PITCH + r + SHIFT;
}

/** The part of the tactical map that is looked at: the point in the middle of the picture, and how large hexagons are. */
export interface Eye {
  x: number;
  y: number;
  scale: number;
}
export const WHOLE: Eye = { x: 0, y: 0, scale: 1 };
export const MIDDLE = { x: 500, y: 338 };

/** A hexagon's place on a map with its middle at 0 0. */
export function flatPoint(hex: number): Point {
  return centre(HEX, Math.floor(hex / PITCH) - SHIFT, (hex % PITCH) - SHIFT);
}

export function hexPoint(hex: number, eye: Eye): Point {
  const at = flatPoint(hex);
  return { x: (at.x - eye.x) * eye.scale + MIDDLE.x, y: (at.y - eye.y) * eye.scale + MIDDLE.y };
}

/** An eye that sees these hexagons as large as may be; it moves and grows in steps, so that it rests most of the time. */
export function eyeFor(hexes: number[], most: number): Eye {
  if (!hexes.length) return WHOLE;
  const points = hexes.map(flatPoint);
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const step = 6 * HEX.size;
  const low = { x: Math.floor((Math.min(...xs) - 30) / step) * step, y: Math.floor((Math.min(...ys) - 30) / step) * step };
  const high = { x: Math.ceil((Math.max(...xs) + 30) / step) * step, y: Math.ceil((Math.max(...ys) + 30) / step) * step };
  const fit = Math.min(740 / (high.x - low.x), 650 / (high.y - low.y), most);
  const scale = Math.floor(fit * 4) / 4;
  return scale <= 1 ? WHOLE : { x: (low.x + high.x) / 2, y: (low.y + high.y) / 2, scale };
}

/** A handout that can name every hexagon: their numbers do not simply count on. */
export function namedHexes(handout: Handout, radius: number): Handout {
  const hex: Record<string, string> = {};
  for (let q = -radius - 12; q <= radius + 12; q++) for (let r = -radius - 12; r <= radius + 12; r++) hex[String(hexOf(q, r))] = `${q},${r}`;
  return { ...handout, words: { ...handout.words, hex } };
}

/** The place a velocity leads to. */
export function ahead(hex: number, q: number, r: number): number {
  return hex + q * PITCH + r;
}

export function seatOf(unit: number, haulers: number): number {
  if (unit < CARRIERS) return 0;
  if (unit < SHIPS) return 1;
  if (unit < STATION) return unit < RIDER + FLEET_RIDERS ? 0 : 1;
  return unit === STATION ? -1 : haulers;
}

export function classOf(facts: Facts, unit: number): string {
  if (unit < SHIPS) return facts.ships[unit]?.class ?? "CL";
  return unit < STATION ? "RIDER" : unit === STATION ? "STATION" : "INSYSTEMER";
}
