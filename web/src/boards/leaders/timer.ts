/** The time for the headquarters (2.15): when it is over, what has been ordered stands.  It goes on behind the curtain and over a reload. */

import { html } from "../kit/dom";

const HURRY = 10; // seconds
const started = new Map<string, number>(); // by visit: where the sheet of orders is not kept, the page at least remembers

export class OfficeTimer {
  readonly element = html("div", "ld-timer");
  private bar = html("progress", "");
  private shown = html("span", "");
  private ticking = 0;
  private visit = "";

  constructor(
    private seconds: number,
    label: string,
    private hurry: () => void,
    private over: () => void,
  ) {
    this.element.setAttribute("role", "timer");
    this.element.setAttribute("aria-label", label);
    this.bar.max = seconds;
    this.bar.setAttribute("aria-hidden", "true");
    this.element.append(this.shown, this.bar);
  }

  /** The visit begins, or goes on since a moment that was kept. */
  start(visit: string, kept: number | undefined): number {
    if (this.visit !== visit) {
      this.visit = visit;
      started.set(visit, kept ?? started.get(visit) ?? Date.now());
    }
    if (!this.ticking) this.ticking = window.setInterval(() => this.tick(), 250);
    this.show();
    return started.get(visit) ?? Date.now();
  }

  stop(): void {
    window.clearInterval(this.ticking);
    this.ticking = 0;
  }

  private get left(): number {
    return Math.max(0, Math.ceil(this.seconds - (Date.now() - (started.get(this.visit) ?? Date.now())) / 1000));
  }

  private tick(): void {
    const before = Number(this.bar.value);
    this.show();
    if (before > HURRY && this.left <= HURRY) this.hurry();
    if (this.left > 0) return;
    this.stop();
    this.over();
  }

  private show(): void {
    const { left } = this;
    this.bar.value = left;
    this.shown.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    this.element.classList.toggle("ld-hurry", left <= HURRY);
  }
}
