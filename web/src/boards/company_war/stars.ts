/** The star map: a sky, four kinds of routes told apart by their lines, jump points and stations, a legend. */

import type { Point } from "../kit";
import { el, group, path, place, text, unique } from "../kit";
import type { Facts, MapPoint, RouteKind } from "./facts";
import { ROUTE_KINDS } from "./facts";

export function drawSky(): SVGGElement {
  const glows = ["cw-nebula-1", "cw-nebula-2"].map((name) => {
    const id = unique("cw-glow");
    return { id, made: el("radialGradient", { id, class: name }, [el("stop", { offset: 0, class: "cw-glow-in" }), el("stop", { offset: 1, class: "cw-glow-out" })]) };
  });
  const sky = group("cw-sky", [
    el("defs", {}, glows.map(({ made }) => made)),
    el("rect", { x: -600, y: -700, width: 2200, height: 2200, class: "cw-space" }),
    el("ellipse", { cx: 690, cy: 300, rx: 420, ry: 300, fill: `url(#${glows[0]!.id})` }),
    el("ellipse", { cx: 280, cy: 480, rx: 360, ry: 260, fill: `url(#${glows[1]!.id})` }),
  ]);
  let seed = 9;
  const next = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  for (let i = 0; i < 150; i++) {
    const [x, y, r] = [next() * 1000, next() * 760 - 50, 0.35 + next() * 0.9];
    sky.append(el("circle", { cx: x.toFixed(1), cy: y.toFixed(1), r: r.toFixed(2), class: "cw-star" }));
  }
  return sky;
}

/** A route as two strokes, so that the kinds differ in their lines and not in colour alone; a letter says whose it is. */
export function drawRoute(kind: RouteKind, a: Point, b: Point, letter: string): SVGGElement {
  const line = { x1: a.x, y1: a.y, x2: b.x, y2: b.y };
  const made = group(`cw-route cw-${kind}`, [el("line", { ...line, class: "cw-route-bed" }), el("line", { ...line, class: "cw-route-line" })]);
  if (letter) {
    const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
    made.append(el("circle", { cx: x, cy: y, r: 7.5, class: "cw-route-seal" }), text(x, y + 0.5, letter, { class: "cw-route-letter", "font-size": 9 }));
  }
  return made;
}

export function routeLetter(kind: RouteKind, letters: string[]): string {
  return kind === "fleet" ? (letters[0] ?? "") : kind === "union" ? (letters[1] ?? "") : "";
}

/** A jump point; the first child is the halo that lights up. */
export function drawPoint(point: MapPoint, name: string): SVGGElement {
  const made = group(`cw-point cw-kind-${point.kind}`, [el("circle", { r: 24, class: "cw-halo" })]);
  const art = group("cw-art");
  switch (point.kind) {
    case "plain":
      art.append(el("circle", { r: 10, class: "cw-body" }));
      break;
    case "hinder":
      art.append(el("path", { d: star(4, 15, 6.5), class: "cw-body" }));
      break;
    case "earth":
      art.append(el("circle", { r: 15, class: "cw-ring" }), el("circle", { r: 11, class: "cw-body" }), el("path", { d: "M0 -18V-11M0 18V11M-18 0H-11M18 0H11", class: "cw-dock" }));
      break;
    case "union":
      art.append(el("path", { d: polygon(6, 17), class: "cw-ring" }), el("path", { d: polygon(6, 12.5), class: "cw-body" }));
      break;
    case "capital":
      art.append(el("path", { d: polygon(6, 22), class: "cw-ring" }), el("path", { d: polygon(6, 17.5), class: "cw-ring" }), el("path", { d: polygon(6, 13), class: "cw-body" }));
  }
  if (point.kind !== "plain") art.append(text(0, point.kind === "capital" ? 31 : 27, name, { class: "cw-place", "font-size": 12 }), " "); // name and number are read as in the label
  art.append(text(0, 0.7, String(point.id), { class: "cw-number", "font-size": 10 }));
  made.append(art);
  place(made, point.at.x, point.at.y);
  return made;
}

export function drawLegend(facts: Facts, words: (key: string) => string, letters: string[]): SVGGElement {
  const made = group("cw-legend");
  ROUTE_KINDS.filter((kind) => facts.routes.some((route) => route.kind === kind)).forEach((kind, i) => {
    const y = 606 + i * 19;
    made.append(drawRoute(kind, { x: 570, y }, { x: 626, y }, routeLetter(kind, letters)));
    made.append(text(636, y + 0.5, words(kind), { class: "cw-legend-text", "font-size": 11.5, "text-anchor": "start" }));
  });
  return made;
}

/** A way over several points, drawn beside the routes so that both can be seen. */
export function drawCourse(points: Point[], className: string): SVGGElement {
  const made = group(`cw-course ${className}`);
  const shifted = points.map((p, i) => {
    const q = points[i + 1] ?? points[i - 1] ?? p;
    const turn = points[i + 1] ? 1 : -1;
    const length = Math.hypot(q.x - p.x, q.y - p.y) || 1;
    return { x: p.x - (turn * (q.y - p.y) * 5) / length, y: p.y + (turn * (q.x - p.x) * 5) / length };
  });
  const [before, end] = [shifted.at(-2), shifted.at(-1)];
  if (before && end) {
    const whole = Math.hypot(end.x - before.x, end.y - before.y) || 1;
    end.x -= ((end.x - before.x) * 13) / whole; // the tip stays outside the point
    end.y -= ((end.y - before.y) * 13) / whole;
  }
  made.append(el("path", { d: path(shifted, false), class: "cw-course-line" }));
  if (before && end) {
    const angle = (Math.atan2(end.y - before.y, end.x - before.x) * 180) / Math.PI;
    const tip = el("path", { d: "M-14 -7L1 0L-14 7Z", class: "cw-course-tip" });
    place(tip, end.x, end.y, angle);
    made.append(tip);
  }
  return made;
}

export function polygon(corners: number, r: number): string {
  return path(Array.from({ length: corners }, (_, i) => ({ x: r * Math.cos((i * 2 * Math.PI) / corners), y: r * Math.sin((i * 2 * Math.PI) / corners) })));
}

function star(rays: number, far: number, near: number): string {
  return path(
    Array.from({ length: rays * 2 }, (_, i) => {
      const r = i % 2 ? near : far;
      return { x: r * Math.sin((i * Math.PI) / rays), y: -r * Math.cos((i * Math.PI) / rays) };
    }),
  );
}
