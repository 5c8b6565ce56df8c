/** What stands around the maps: turn and victory track above, buttons for choices without a place below. */

import type { Patterns, Point } from "../kit";
import { el, group, place, text } from "../kit";
import { plate } from "./counters";

export interface Score {
  turn: number;
  turns: number;
  points: number[];
  names: string[];
  letters: string[];
  /** Ships that may be, or are still to be moved, by seat. */
  notes: string[];
  turnWord: string;
}

/** Turns as boxes, points as two markers along one line. */
export function drawTrack(score: Score, patterns: Patterns): SVGGElement {
  const made = group("cw-track", [el("rect", { x: 6, y: -52, width: 988, height: 52, rx: 9, class: "cw-track-bed" })]);
  made.append(text(18, -40, score.turnWord, { class: "cw-track-word", "font-size": 11, "text-anchor": "start" }));
  const step = Math.min(24, 252 / Math.max(1, score.turns));
  for (let turn = 1; turn <= score.turns; turn++) {
    const x = 18 + (turn - 1) * step;
    const state = turn === score.turn ? "cw-turn-now" : turn < score.turn ? "cw-turn-past" : "cw-turn-next";
    made.append(el("rect", { x, y: -28, width: step - 3, height: 20, rx: 4, class: `cw-turn ${state}` }), text(x + (step - 3) / 2, -17.5, String(turn), { class: "cw-turn-number", "font-size": step < 18 ? 8.5 : 10.5 }));
  }
  const [left, right] = [300, 640];
  const most = Math.max(20, Math.ceil((Math.max(...score.points) + 1) / 10) * 10);
  const low = Math.min(0, Math.floor(Math.min(...score.points) / 10) * 10);
  const at = (points: number) => left + ((right - left) * (points - low)) / (most - low);
  made.append(el("line", { x1: left, x2: right, y1: -26, y2: -26, class: "cw-rail" }));
  const every = most - low > 60 ? 20 : most - low > 30 ? 10 : 5;
  for (let points = low; points <= most; points += every) made.append(el("line", { x1: at(points), x2: at(points), y1: -30, y2: -22, class: "cw-rail" }), text(at(points), -26, String(points), { class: "cw-tick", "font-size": 10.5 }));
  score.points.forEach((points, seat) => {
    const marker = group(`cw-marker cw-seat-${seat}`, [
      el("path", { d: plate(seat, 34, 18), class: "cw-plate", fill: patterns.fill(seat) }),
      el("path", { d: plate(seat, 29, 13), class: "cw-face" }),
      text(0, 0.5, `${score.letters[seat] ?? ""} ${points}`, { class: "cw-count", "font-size": 10 }),
      el("path", { d: seat ? "M-4 -9L0 -14L4 -9Z" : "M-4 9L0 14L4 9Z", class: "cw-pointer" }),
    ]);
    place(marker, at(points), seat ? -11 : -41);
    made.append(marker);
    const y = seat ? -14 : -39;
    made.append(el("rect", { x: 672, y: y - 7, width: 14, height: 14, rx: seat ? 7 : 1, fill: patterns.fill(seat), class: "cw-plate" }));
    const words = [score.names[seat], score.notes[seat]].filter(Boolean).join(" · ");
    made.append(text(694, y, words, { class: "cw-track-word", "font-size": words.length > 42 ? 9.5 : 11, "text-anchor": "start" }));
  });
  return made;
}

export interface Button {
  element: SVGGElement;
  at: Point;
  label: string;
}

/** Buttons in up to three rows, each as wide as its words. */
export function drawButtons(labels: string[], right: number): Button[] {
  const size = labels.length > 10 ? 11 : 13;
  const [height, gap] = [size + 13, 7];
  let [x, y] = [10, 688];
  return labels.map((label) => {
    const width = 22 + label.length * size * 0.56;
    if (x + width > right) [x, y] = [10, y + height + 5];
    const element = group("cw-button", [el("rect", { width, height, rx: 7, class: "cw-button-bed" }), text(width / 2, height / 2 + 0.5, label, { "font-size": size })]);
    place(element, x, y);
    const at = { x: x + width / 2, y: y + height / 2 };
    x += width + gap;
    return { element, at, label };
  });
}
