/** How the list of choices is laid out: what the turn is about first, grouped by verb, endings apart. */

import type { Ending, Gesture, View } from "../../boards/board";
import { endingsOf, sayGesture } from "../../boards/kit/endings";
import { operandKind, sameAction } from "../../boards/kit/offers";
import type { Language } from "../../boards/kit/words";
import { sayAction, sayVerb } from "../../boards/kit/words";
import type { Action } from "../../wire";

/** One line of the list: a small action, or a gesture. */
export interface Line {
  id: string;
  text: string;
  action: Action | null;
  gesture: Gesture | null;
}

export interface Group {
  verb: number;
  title: string;
  lines: Line[];
}

const rankOf = (language: Language, verb: number) => language.handout.verbs[verb]?.rank ?? 0;

export function actionLine(language: Language, action: Action): Line {
  return { id: action.join(" "), text: sayAction(language, action), action, gesture: null };
}

export function gestureLine(language: Language, gesture: Gesture): Line {
  return { id: `${gesture.key} ${gesture.actions.map((action) => action.join(" ")).join("; ")}`, text: sayGesture(language, gesture), action: null, gesture };
}

/** Each gesture once, by what it does; one that is a single action stands among the actions anyway, under its own name. */
export function gestureLines(language: Language, gestures: Gesture[]): Line[] {
  const seen = new Set<string>();
  return gestures.map((gesture) => gestureLine(language, gesture)).filter(({ gesture }) => {
    const does = gesture!.actions.map((action) => action.join(" ")).join("; ");
    return !seen.has(does) && Boolean(seen.add(does));
  });
}

/** Offered actions without endings, grouped by verb; groups and what is in them in the order people think of them. */
export function groupsOf(language: Language, view: View | null, offer: Action[]): Group[] {
  const endings = endingsOf(view);
  const found = new Map<number, Group>();
  for (const action of offer) {
    if (endings.some((each) => sameAction(each.action, action))) continue;
    const verb = action[0] ?? 0;
    if (!found.has(verb)) found.set(verb, { verb, title: sayVerb(language, verb), lines: [] });
    found.get(verb)!.lines.push(actionLine(language, action));
  }
  // of the same rank, what needs no place ("take the ready formation") stands before what has very many
  const weight = ({ verb, lines }: Group) => rankOf(language, verb) * 2 + (lines.length > 1 ? 1 : 0);
  return [...found.values()].sort((a, b) => weight(a) - weight(b));
}

/** Whether an action names a piece or place. */
export function names(language: Language, action: Action, kind: string, value: number): boolean {
  const shape = language.handout.verbs[action[0] ?? -1];
  return action.slice(1).some((each, i) => each === value && operandKind(shape, i) === kind);
}

/** Whether a gesture names a piece or place beside the one it starts from. */
export function namesAlso({ kinds, operands }: Gesture, goal: { kind: string; value: number }): boolean {
  return operands.some((value, i) => i > 0 && value === goal.value && (kinds[Math.min(i, kinds.length - 1)] ?? "").replace("*", "") === goal.kind);
}

/** Endings, the mildest first: what ends a piece before what ends a turn. */
export function inOrder(endings: Ending[]): Ending[] {
  return [...endings].sort((a, b) => a.ends - b.ends);
}

export function fits(text: string, search: string): boolean {
  const said = text.toLowerCase();
  return search.toLowerCase().split(/\s+/).filter(Boolean).every((word) => said.includes(word));
}
