/** Choices by which something ends: each has a name of its own, and says what would be left unused. */

import type { Action } from "../../wire";
import type { Ending, Gesture, View } from "../board";
import { sameAction } from "./offers";
import type { Language } from "./words";
import { sayAction, sayPattern } from "./words";

export const ENDS_PHASE = 2;

export function endingsOf(view: View | null | undefined): Ending[] {
  return (view?.endings ?? []).flatMap(([index, key, ends, count, unused]) => {
    const action = view?.offer?.[index];
    return action ? [{ action, key, ends, count, unused }] : [];
  });
}

export function endingOf(view: View | null | undefined, action: Action): Ending | undefined {
  return endingsOf(view).find((each) => sameAction(each.action, action));
}

/** The same ending after `added` more choices of the kind it counts: "Give these 6 orders", so many fewer left. */
export function afterMore(language: Language, ending: Ending, added: number): Ending {
  const count = ending.count + added;
  const stem = ending.key.replace(/-(none|one)$/, "");
  const named = count === 0 ? `${stem}-none` : count === 1 ? `${stem}-one` : stem;
  const key = language.texts["ending"]?.[named] !== undefined ? named : stem;
  const [first, ...rest] = ending.unused;
  const left: [string, number][] = first ? [[first[0], first[1] - added], ...rest] : [];
  return { ...ending, key, count, unused: left.filter(([, number]) => number > 0) };
}

/** Its name alone: "End my turn". */
export function nameEnding(language: Language, ending: Ending): string {
  return language.texts["ending"]?.[ending.key]?.replaceAll("{count}", String(ending.count)) ?? sayAction(language, ending.action);
}

/** What would be left unused: "9 troops unused, 2 coins unspent"; empty when nothing is. */
export function sayUnused(language: Language, ending: Ending): string {
  const texts = language.texts["unused"] ?? {};
  return ending.unused.map(([key, count]) => ((count === 1 ? texts[`${key}-one`] : undefined) ?? texts[key] ?? key).replaceAll("{count}", String(count))).join(", ");
}

export function sayEnding(language: Language, ending: Ending): string {
  const unused = sayUnused(language, ending);
  return nameEnding(language, ending) + (unused ? ` (${unused})` : "");
}

/** An offered action as a button says it: an ending by its own name, anything else by its verb. */
export function sayChoice(language: Language, view: View | null | undefined, action: Action): string {
  const ending = endingOf(view, action);
  return ending ? sayEnding(language, ending) : sayAction(language, action);
}

export function sayGesture(language: Language, gesture: Gesture): string {
  const pattern = language.texts["gesture"]?.[gesture.key];
  if (pattern === undefined) return gesture.actions.map((action) => sayAction(language, action)).join(", ");
  return sayPattern(language, pattern, gesture.kinds, gesture.operands);
}

/** Ids of fields that a gesture names: each kind of operand counts from its own number. */
export function namedBy(gesture: Gesture | null, from: Record<string, number>): Set<number> {
  const found = new Set<number>();
  gesture?.operands.forEach((value, i) => {
    const first = from[(gesture.kinds[Math.min(i, gesture.kinds.length - 1)] ?? "").replace("*", "")];
    if (first !== undefined) found.add(first + value);
  });
  return found;
}
