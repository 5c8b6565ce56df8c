/** What happens on the table, shown: dice, marches, shots, losses. */

import type { Event } from "../../wire";
import type { BoardContext } from "../board";
import type { Point, Stage } from "../kit";
import { between, el, place, roll, sayEvent, spoken } from "../kit";
import { scaled } from "./scenery";
import type { Ground } from "./sight";
import { flagged } from "./tape";

const DIE = 15;

export class Show {
  constructor(
    private layer: SVGGElement,
    private context: BoardContext,
    private stage: Stage,
    private ground: Ground,
  ) {}

  /** The die of a move, and the exact length it gives. */
  async rollMove(seat: number, pips: number, length: number): Promise<void> {
    this.context.sound("dice");
    this.layer.replaceChildren(flagged(this.below(), `${spoken(this.context, "seat", seat)}: ${length} mm`));
    await roll(this.layer, [{ face: pips }], this.ground.middle(), DIE, this.stage);
    this.layer.replaceChildren();
  }

  /** The die of an attack, in words below it; a piece that is hit bursts. */
  async rollAttack(event: Event, good: boolean): Promise<void> {
    const [, target = 0, pips = 0] = event;
    this.context.sound(good ? "hit" : "dice");
    this.layer.append(flagged(this.below(), sayEvent(this.context, event)));
    await roll(this.layer, [{ face: pips, className: good ? "good" : "bad" }], this.ground.middle(), DIE, this.stage);
    const at = good ? this.ground.at(target) : null;
    if (!at) return;
    const burst = el("circle", { cx: at.x, cy: at.y, r: 1, class: "wl-burst" });
    this.layer.append(burst);
    await this.stage.tween(260, (p) => {
      burst.setAttribute("r", String(4 + 16 * p));
      burst.setAttribute("opacity", String(1 - p));
    });
  }

  async march(moves: Event[]): Promise<void> {
    this.context.sound("move");
    const steps = moves.flatMap(([, id = 0, x = 0, y = 0]) => {
      const [shape, from] = [this.ground.shapes.get(id), this.ground.at(id)];
      return shape && from ? [{ shape, from, to: { x: scaled(x), y: scaled(y) } }] : [];
    });
    await this.stage.tween(480, (p) => {
      for (const { shape, from, to } of steps) place(shape, between(from.x, to.x, p), between(from.y, to.y, p));
    });
  }

  async aim(from: number, to: number): Promise<void> {
    const [a, b] = [this.ground.at(from), this.ground.at(to)];
    if (!a || !b) return;
    const line = el("line", { x1: a.x, y1: a.y, x2: a.x, y2: a.y, class: "wl-shot" });
    this.layer.replaceChildren(line);
    await this.stage.tween(320, (p) => {
      line.setAttribute("x2", String(between(a.x, b.x, p)));
      line.setAttribute("y2", String(between(a.y, b.y, p)));
    });
  }

  async fade(id: number): Promise<void> {
    const shape = this.ground.shapes.get(id);
    if (shape) await this.stage.tween(320, (p) => shape.setAttribute("opacity", String(1 - p)));
  }

  private below(): Point {
    const { x, y } = this.ground.middle();
    return { x, y: y + 30 };
  }
}
