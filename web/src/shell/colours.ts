/** Colours of seats as people have chosen them.  Boards draw with `--seat-N`; here these are pointed at the hues. */

/** In the order of the hues in theme.css; the server knows the same words. */
export const COLOURS = ["red", "blue", "green", "yellow", "purple", "sky", "orange", "grey"] as const;

export interface Coloured { seat: number; colour: string }

/** Which hue a seat has: its own choice, or the usual one of its number. */
export function hue({ seat, colour }: Coloured): number {
  const found = (COLOURS as readonly string[]).indexOf(colour);
  return found >= 0 ? found : seat % COLOURS.length;
}

/** Dress the page for a match; the answer undresses it.  Patterns stay with the seats, so colour never stands alone. */
export function dress(seats: readonly Coloured[]): () => void {
  const style = document.documentElement.style;
  const set = seats.filter(({ seat }) => seat < COLOURS.length);
  for (const each of set) {
    style.setProperty(`--seat-${each.seat}`, `var(--hue-${hue(each)})`);
    style.setProperty(`--seat-${each.seat}-ink`, `var(--hue-${hue(each)}-ink)`);
  }
  return () => {
    for (const { seat } of set) for (const end of ["", "-ink"]) style.removeProperty(`--seat-${seat}${end}`);
  };
}
