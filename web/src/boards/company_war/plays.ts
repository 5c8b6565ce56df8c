/** Events as motion: fleets fly their courses, counters their vectors, shots and dice fall, losses fade. */

import type { Event } from "../../wire";
import { CompanyWarEvent as E } from "../../wire";
import type { BoardContext } from "../board";
import type { Drawing, Point, Stage } from "../kit";
import { between, el, place, roll, text } from "../kit";
import { fleetCounter } from "./counters";
import type { Facts } from "./facts";
import { classOf, hexPoint, seatOf } from "./facts";
import type { Scene, Scenes } from "./scenes";
import type { Teller, WarView } from "./words";

const WHOLE = 3600; // milliseconds for a list of events

export class Plays {
  /** Where ships have got to while a list of events is told. */
  private moved = new Map<number, number>();

  constructor(
    private context: BoardContext,
    private facts: Facts,
    private teller: Teller,
    private scenes: Scenes,
    private drawing: Drawing,
    private stage: Stage,
  ) {}

  async play(events: Event[], scene: Scene, view: WarView): Promise<void> {
    const shown = events.filter(([kind]) => MOVING.has(kind!)).length;
    const time = Math.min(450, WHOLE / Math.max(1, shown));
    this.moved.clear();
    for (const [kind, a = 0, b = 0, ...rest] of events) {
      if (kind === E.flew && scene === "stars") await this.fly(view, a, [b, ...rest], time);
      else if (kind === E.allowance) await this.dice(rest, a, time);
      else if (kind === E.hunted) await this.dice([b, ...rest], 0, time);
      else if (kind === E.battle && scene === "stars") await this.flash(this.scenes.at(a), 34, time);
      else if (kind === E.steered && scene === "tactics") await this.steer(a, b, time);
      else if (kind === E.aimed && scene === "battle") this.scenes.shot(a, b, "");
      else if (kind === E.shot && scene !== "stars") await this.shoot(a, b, rest, time);
      else if ((kind === E.struck || kind === E.wrecked || kind === E.volley) && scene === "stars") await this.flash(this.scenes.at(kind === E.volley ? b : a), 26, time);
      else if (kind === E.damaged) await this.hurt(a, time);
      else if (kind === E.destroyed || kind === E.perished || kind === E.crashed || kind === E.left || kind === E.fled || kind === E.docked) await this.fade(a, time);
    }
  }

  private async fly(view: WarView, ship: number, course: number[], time: number): Promise<void> {
    const seat = seatOf(ship, -1);
    const start = this.moved.get(ship) ?? this.teller.where(view, ship);
    const way = [start, ...course].filter((point) => point > 0).map((point) => this.scenes.fleetAt(point, seat));
    this.moved.set(ship, course.at(-1) ?? start);
    if (way.length < 2) return;
    const made = fleetCounter({ seat, letter: this.teller.letters[seat] ?? "", classes: [classOf(this.facts, ship)], riders: 0, hurt: 0, fleeing: 0, secret: false }, this.drawing.patterns);
    this.scenes.layers.effects.append(made);
    this.context.sound("move");
    await this.stage.tween(time * Math.min(2, 0.6 + 0.4 * way.length), (p) => {
      const along = p * (way.length - 1);
      const i = Math.min(way.length - 2, Math.floor(along));
      place(made, between(way[i]!.x, way[i + 1]!.x, along - i), between(way[i]!.y, way[i + 1]!.y, along - i), 0, 1.15);
    });
  }

  private async steer(unit: number, hex: number, time: number): Promise<void> {
    const found = this.scenes.units.get(unit);
    if (!found) return;
    const to = hexPoint(hex, this.scenes.eye);
    await this.stage.tween(time, (p) => place(found.element, between(found.at.x, to.x, p), between(found.at.y, to.y, p), 0, this.scenes.size));
    found.at = to;
  }

  private async shoot(from: number, to: number, [need = 0, rolled = 0]: number[], time: number): Promise<void> {
    const [a, b] = [this.scenes.units.get(from)?.at, this.scenes.units.get(to)?.at];
    if (!a || !b) return;
    const line = el("line", { x1: a.x, y1: a.y, x2: a.x, y2: a.y, class: "cw-tracer" });
    const says = text(b.x, b.y - 20, `${rolled} / ${need}`, { class: "cw-roll", "font-size": 15 });
    this.scenes.layers.effects.append(line, says);
    this.context.sound("dice");
    await this.stage.tween(time, (p) => {
      line.setAttribute("x2", String(between(a.x, b.x, Math.min(1, p * 1.6))));
      line.setAttribute("y2", String(between(a.y, b.y, Math.min(1, p * 1.6))));
    });
    line.remove();
    says.remove();
  }

  private async dice(faces: number[], seat: number, time: number): Promise<void> {
    if (!this.stage.moving || time < 120 || !faces.length) return;
    this.context.sound("dice");
    await roll(this.scenes.layers.effects, faces.map((face) => ({ face, className: `seat-${seat}` })), { x: 500 + (seat ? 130 : -130), y: 300 }, 22, this.stage);
  }

  private async hurt(unit: number, time: number): Promise<void> {
    const found = this.scenes.units.get(unit);
    if (!found) return;
    this.context.sound("hit");
    await this.flash(found.at, 24, time);
  }

  private async flash(at: Point, r: number, time: number): Promise<void> {
    const ring = el("circle", { cx: at.x, cy: at.y, r, class: "cw-flash" });
    this.scenes.layers.effects.append(ring);
    await this.stage.tween(time, (p) => {
      ring.setAttribute("r", String(r * (0.5 + p)));
      ring.setAttribute("opacity", String(1 - p));
    });
    ring.remove();
  }

  private async fade(unit: number, time: number): Promise<void> {
    const found = this.scenes.units.get(unit);
    if (!found) return;
    await this.stage.tween(time, (p) => found.element.setAttribute("opacity", String(1 - p)));
  }
}

const MOVING = new Set<number>([E.flew, E.battle, E.steered, E.shot, E.struck, E.wrecked, E.volley, E.damaged, E.destroyed, E.perished, E.crashed, E.left, E.fled, E.docked, E.allowance, E.hunted]);
