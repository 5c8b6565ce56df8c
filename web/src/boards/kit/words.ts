/** Sentences for actions and events from a game's catalogue, as `wire/catalogue.py` makes them. */

import type { Action, Event } from "../../wire";
import { umpireEvent, umpireVerb } from "../../wire";
import type { Handout, Shape, Texts } from "../board";
import { operandKind } from "./offers";

export interface Language {
  handout: Handout;
  texts: Texts;
}

/** An operand in notation. */
export function word(handout: Handout, kind: string, value: number): string {
  const listed = handout.words[kind]?.[String(value)];
  if (listed !== undefined) return listed;
  const pattern = handout.patterns?.[kind];
  if (pattern) return patterned(handout, pattern, value);
  const [from, prefix, shift] = handout.counting?.[kind] ?? [Infinity, "", 0];
  return value >= from ? `${prefix}${value + shift}` : String(value);
}

function patterned(handout: Handout, pattern: [string, ...(number | string)[]], value: number): string {
  if (pattern[0] === "turn") return String(value);
  if (pattern[0] === "bits") {
    return bits(handout, value).map((bit) => word(handout, String(pattern[1]), bit)).join("+");
  }
  const [pitch, shift] = [Number(pattern[1]), Number(pattern[2])];
  return `${Math.floor(value / pitch) - shift},${(((value % pitch) + pitch) % pitch) - shift}`;
}

function bits(handout: Handout, value: number): number[] {
  return Array.from({ length: handout.seats }, (_, bit) => bit).filter((bit) => (value >> bit) & 1);
}

/** An operand as people read it. */
export function spoken(language: Language, kind: string, value: number): string {
  const { handout } = language;
  const name = handout.names?.[kind]?.[value];
  if (name !== undefined) return name;
  const pattern = handout.patterns?.[kind];
  if (pattern?.[0] === "bits") return bits(handout, value).map((bit) => spoken(language, String(pattern[1]), bit)).join(" + ");
  if (pattern?.[0] === "turn") return bearing(value / Number(pattern[1]));
  return sayWord(language.texts, kind, word(handout, kind, value));
}

/** A word of the game as people read it.  `nation.france` goes before `france`: one word may mean a nation and a place. */
export function sayWord(texts: Texts, kind: string, found: string): string {
  return texts["word"]?.[`${kind}.${found}`] ?? texts["word"]?.[found] ?? found;
}

const ARROWS = ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"];

/** A direction as people see it on the table: an arrow, and degrees clockwise from straight up.  Turns are counted from the right. */
function bearing(turns: number): string {
  const degrees = Math.round(turns * 360 + 90) % 360;
  return `${ARROWS[Math.round(degrees / 45) % 8]} ${degrees}°`;
}

export function sayAction(language: Language, action: Action): string {
  const [verb = 0, ...operands] = action;
  const shape = verb < 0 ? umpireShape(umpireVerb, verb, []) : language.handout.verbs[verb];
  return shape ? sentence(language, "verb", shape, operands) : action.join(" ");
}

export function sayEvent(language: Language, event: Event): string {
  const [kind = 0, ...args] = event;
  const shape = kind < 0 ? umpireShape(umpireEvent, kind, ["seat"]) : language.handout.events[kind];
  return shape ? sentence(language, "event", shape, args) : event.join(" ");
}

function umpireShape(numbers: Record<string, number>, number: number, operands: string[]): Shape | undefined {
  const found = Object.entries(numbers).find(([, value]) => value === number);
  return found && { word: found[0], operands };
}

function sentence(language: Language, table: string, shape: Shape, operands: number[]): string {
  const pattern = language.texts[table]?.[shape.word];
  if (pattern === undefined) return [shape.word, ...operands.map((value, i) => spoken(language, operandKind(shape, i), value))].join(" ");
  return sayPattern(language, pattern, shape.operands, operands);
}

/** A sentence of the catalogue filled with operands of these kinds. */
export function sayPattern(language: Language, pattern: string, kinds: string[], operands: number[]): string {
  const shape: Shape = { word: "", operands: kinds };
  const words = operands.map((value, i) => spoken(language, operandKind(shape, i), value));
  const filled = new Map<string, string[]>();
  words.forEach((each, i) => {
    const key = placeholder(shape, i);
    filled.set(key, [...(filled.get(key) ?? []), each]);
  });
  return pattern.replace(/\{([^}]+)\}/g, (whole, key: string) => {
    const parts = filled.get(key);
    if (parts) return parts.join(", ");
    return kinds.some((kind) => kind === key + "*") ? "" : whole;
  });
}

/** What a verb is about, without naming anything: "Swap … and …". */
export function sayVerb(language: Language, verb: number): string {
  const word = language.handout.verbs[verb]?.word ?? "";
  return (language.texts["verb"]?.[word] ?? word).replace(/\{[^}]+\}/g, "…").replace(/(…[,\s]*)+…/g, "…");
}

/** `piece`, then `piece2` for the second operand of that kind. */
function placeholder(shape: Shape, index: number): string {
  const kind = operandKind(shape, index);
  const last = shape.operands.length - 1;
  if (index >= last && shape.operands[last]?.endsWith("*")) return kind;
  let before = 0;
  for (let i = 0; i < index; i++) if (operandKind(shape, i) === kind) before += 1;
  return before === 0 ? kind : `${kind}${before + 1}`;
}

/** A text of the game with {kind} placeholders, filled with words of those kinds in order. */
export function fill(language: Language, pattern: string, kinds: string[], values: number[]): string {
  return kinds.reduce((text, kind, i) => text.replaceAll(`{${kind}}`, spoken(language, kind, values[i] ?? 0)), pattern);
}

export function sayPrompt(language: Language, key: string): string {
  return language.texts["prompt"]?.[key] ?? key;
}

export function sayRefusal(language: Language, key: string): string {
  return language.texts["refusal"]?.[key] ?? key;
}
