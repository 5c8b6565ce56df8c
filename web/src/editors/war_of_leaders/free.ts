/** An obstacle drawn corner by corner. */

import { el } from "../../boards/kit";
import type { Spot, Wall } from "./sheet";

const CLOSE = 16; // millimetres from the first corner at which the outline closes
export const MOST_CORNERS = 32;

export class FreeHand {
  private corners: Spot[] = [];

  constructor(private layer: SVGGElement, private scaled: (mm: number) => number) {}

  get busy(): boolean {
    return this.corners.length > 0;
  }

  /** One more corner; the finished obstacle when it closes the outline, else null. */
  add(spot: Spot): Wall | null {
    const [first] = this.corners;
    const last = this.corners.at(-1);
    if (first && this.corners.length >= 3 && Math.hypot(spot.x - first.x, spot.y - first.y) <= CLOSE) return this.finish();
    if (!last || last.x !== spot.x || last.y !== spot.y) this.corners.push(spot);
    if (this.corners.length === MOST_CORNERS) return this.finish();
    this.draw();
    return null;
  }
  /** What was drawn so far as an obstacle; null when that is no area yet. */
  finish(): Wall | null {
    const { corners } = this;
    this.cancel();
    return corners.length >= 3 ? { outline: corners.flatMap(({ x, y }) => [x, y]) } : null;
  }
  cancel(): void {
    this.corners = [];
    this.draw();
  }
  private draw(): void {
    const at = this.corners.map(({ x, y }) => ({ x: this.scaled(x), y: this.scaled(y) }));
    const line = el("polyline", { points: at.map(({ x, y }) => `${x},${y}`).join(" "), class: "wl-way wle-trail" });
    this.layer.replaceChildren(...(at.length ? [line, ...at.map(({ x, y }, i) => el("circle", { cx: x, cy: y, r: i ? 4 : 7, class: "wle-corner" }))] : []));
  }
}
