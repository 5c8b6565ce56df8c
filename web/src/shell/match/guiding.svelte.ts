/** How far the guided first game of a match has come; kept on this device so that it can be left and resumed. */

interface Kept { page: number; met: string[]; away: boolean }

export class Guiding {
  page = $state(0);
  met = $state.raw<string[]>([]);
  away = $state(false);

  private constructor(private key: string, kept: Kept | null) {
    if (kept) [this.page, this.met, this.away] = [kept.page, kept.met, kept.away];
  }

  /** The guide of a match: a new one when asked for, else the one this device remembers, else none. */
  static of(match: string, wanted: boolean): Guiding | null {
    const key = `sandtable.guide.${match}`;
    const kept = read(key);
    return wanted || kept ? new Guiding(key, kept) : null;
  }

  turn(page: number): void {
    this.page = Math.max(0, page);
    this.keep();
  }

  /** A kind of decision was put to the newcomer; true when for the first time. */
  meet(prompt: string): boolean {
    if (this.met.includes(prompt)) return false;
    this.met = [...this.met, prompt];
    this.keep();
    return true;
  }

  leave(away: boolean): void {
    this.away = away;
    this.keep();
  }

  private keep(): void {
    try {
      localStorage.setItem(this.key, JSON.stringify({ page: this.page, met: this.met, away: this.away } satisfies Kept));
    } catch {
      // a full or forbidden storage only means that the guide starts anew
    }
  }
}

function read(key: string): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}
