/** The world as the game's data tells it, with a place on the map for each territory and sea field. */

import type { BoardContext } from "../board";
import type { Point } from "../kit";
import { continentAt, outlineOf, seasOf, siteOf } from "./shapes";

interface Territory { key: string; continent: string; points: number; land: string[]; dotted: string[]; anchors: string[] }
interface World { continent: { key: string; bonus: number }[]; territory: Territory[]; sea: { key: string }[] }

export interface Place {
  id: number;
  key: string;
  sea: boolean;
  /** Stands there: units of the place. */
  at: Point;
  /** Other places where the same sea is shown. */
  twins: Point[];
  outline: Point[];
  points: number;
  continent: number;
}

export interface Route {
  from: Point;
  to: Point;
  anchor: boolean;
  ends: [number, number];
}

export interface Continent {
  name: string;
  bonus: number;
  at: Point;
}

export interface Atlas {
  continents: Continent[];
  places: Place[];
  routes: Route[];
}

export function readAtlas(context: Pick<BoardContext, "handout" | "texts">): Atlas {
  const world = context.handout.data["world"] as World;
  const continents = world.continent.map(({ key }) => key);
  const places: Place[] = world.territory.map((each, id) => ({
    id, key: each.key, sea: false, at: siteOf(each.key), twins: [], outline: outlineOf(each.key), points: each.points, continent: continents.indexOf(each.continent),
  }));
  world.sea.forEach(({ key }, i) => {
    const [at = { x: 0, y: 0 }, ...twins] = seasOf(key);
    places.push({ id: world.territory.length + i, key, sea: true, at, twins, outline: [], points: 0, continent: -1 });
  });
  const byKey = new Map(places.map((place) => [place.key, place]));
  const routes: Route[] = [];
  for (const each of world.territory) {
    const here = byKey.get(each.key)!;
    for (const key of each.dotted) {
      const there = byKey.get(key)!;
      if (there.id > here.id) routes.push(...across(here.at, there.at).map(([from, to]) => ({ from, to, anchor: false, ends: [here.id, there.id] as [number, number] })));
    }
    for (const key of each.anchors) {
      const sea = byKey.get(key)!;
      const near = [sea.at, ...sea.twins].sort((a, b) => gap(a, here.at) - gap(b, here.at))[0]!;
      routes.push({ from: near, to: here.at, anchor: true, ends: [sea.id, here.id] });
    }
  }
  const named = world.continent.map(({ key, bonus }) => ({ name: context.texts["word"]?.[key] ?? key, bonus, at: continentAt(key) }));
  return { continents: named, places, routes };
}

/** A route over the edge of the map is two halves. */
function across(a: Point, b: Point): [Point, Point][] {
  if (Math.abs(a.x - b.x) < 500) return [[a, b]];
  const [west, east] = a.x < b.x ? [a, b] : [b, a];
  const y = (west.y + east.y) / 2;
  return [[west, { x: 0, y }], [east, { x: 1050, y }]];
}

function gap(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** Whether a bit is set; the sets are wider than the 32 bits of JavaScript's operators. */
export function has(bits: number, index: number): boolean {
  return Math.floor(bits / 2 ** index) % 2 === 1;
}
