/** How far a piece attacks, whom it could attack now as the game says, and which squad it belongs to. */

import type { WarOfLeadersTable } from "../../wire";
import type { BoardContext } from "../board";
import type { Point } from "../kit";
import { el, word } from "../kit";
import { scaled } from "./scenery";

const ALIVE = 1;

/** What stands on the table, as far as the viewer knows. */
export interface Ground {
  at(piece: number): Point | null;
  radius(piece: number): number;
  shapes: Map<number, SVGGElement>;
  table(): WarOfLeadersTable | null;
  middle(): Point;
}

export class Sight {
  private shown = -1;

  constructor(
    private layer: SVGGElement,
    private context: BoardContext,
    private ground: Ground,
  ) {}

  clear(): void {
    this.shown = -1;
    this.layer.replaceChildren();
  }

  reach(piece: number): number {
    const table = this.ground.table();
    return table ? scaled(table.reach[piece % table.kind.length] ?? 0) : 0;
  }

  show(piece: number): void {
    const at = this.ground.at(piece);
    const table = this.ground.table();
    this.clear();
    if (!at || table?.life[piece] !== ALIVE) return;
    this.shown = piece;
    this.layer.append(...this.tethers(table, piece), el("circle", { cx: at.x, cy: at.y, r: this.reach(piece), class: "wl-reach-ring" }));
    this.context.ask(`reach ${this.name(piece)}`).then(
      (answer) => this.shown === piece && this.targets(at, answer.split(" ")),
      () => {},
    );
  }

  private targets(from: Point, names: string[]): void {
    for (const piece of this.ground.shapes.keys()) {
      const to = names.includes(this.name(piece)) ? this.ground.at(piece) : null;
      if (!to) continue;
      this.layer.append(
        el("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: "wl-target-line" }),
        el("circle", { cx: to.x, cy: to.y, r: this.ground.radius(piece) + 3.5, class: "wl-target" }),
      );
    }
  }

  /** Threads from a leader to its squad. */
  private tethers(table: WarOfLeadersTable, piece: number): SVGElement[] {
    const leader = table.squad[piece] ?? -1;
    const from = leader >= 0 ? this.ground.at(leader) : null;
    if (!from) return [];
    const squad = [...this.ground.shapes.keys()].filter((each) => table.squad[each] === leader && each !== leader && table.life[each] === ALIVE);
    return squad.map((each) => el("line", { x1: from.x, y1: from.y, x2: this.ground.at(each)!.x, y2: this.ground.at(each)!.y, class: "wl-tether" }));
  }

  private name(piece: number): string {
    return word(this.context.handout, "piece", piece);
  }
}
