/** How a match ended for a seat, as people say it: its place, ties sharing one.  Scores themselves are the rules' own scale. */
export function placing(result: readonly number[], seat: number): string {
  const score = result[seat];
  if (score === undefined) return "";
  if (result.every((each) => each === score)) return "=";
  return `${1 + result.filter((each) => each > score).length}.`;
}
