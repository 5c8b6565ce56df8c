/** Motion that can be switched off and cut short. */

export class Stage {
  private running = new Set<() => void>();

  constructor(public moving: boolean) {}

  /** Call `draw` with 0..1 for some milliseconds; at once with 1 when motion is off. */
  tween(milliseconds: number, draw: (progress: number) => void): Promise<void> {
    if (!this.moving || milliseconds <= 0) {
      draw(1);
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const start = performance.now();
      let handle = 0;
      const finish = () => {
        cancelAnimationFrame(handle);
        this.running.delete(finish);
        draw(1);
        resolve();
      };
      const step = (now: number) => {
        const progress = Math.min(1, Math.max(0, (now - start) / milliseconds));
        if (progress >= 1) finish();
        else {
          draw(ease(progress));
          handle = requestAnimationFrame(step);
        }
      };
      this.running.add(finish);
      handle = requestAnimationFrame(step);
    });
  }

  /** Wait, unless motion is off. */
  pause(milliseconds: number): Promise<void> {
    return this.tween(milliseconds, () => {});
  }

  /** Jump to the end of everything under way. */
  cut(): void {
    for (const finish of [...this.running]) finish();
  }
}

export function ease(progress: number): number {
  return progress < 0.5 ? 4 * progress ** 3 : 1 - (-2 * progress + 2) ** 3 / 2;
}

export function between(from: number, to: number, progress: number): number {
  return from + (to - from) * progress;
}
