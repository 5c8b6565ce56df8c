import "./browser";
import { flushSync, mount as put, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Gesture, OrderSheet } from "../src/boards/board";
import { afterMore, endingsOf, namedBy, sayChoice, sayEnding, sayGesture } from "../src/boards/kit/endings";
import { sayVerb } from "../src/boards/kit/words";
import type { MatchInfo, Told } from "../src/net/api";
import Offer from "../src/shell/match/Offer.svelte";
import Tools from "../src/shell/match/Tools.svelte";
import { groupsOf } from "../src/shell/match/listing";
import { Sitting } from "../src/shell/match/sitting.svelte";
import { settings } from "../src/shell/settings.svelte";
import type { Action } from "../src/wire";
import { CommandersVerb as C, CompanyLeaderVerb as V } from "../src/wire";
import { fixture, seenBy } from "./harness";

const leader = fixture("company_leader");
const generals = fixture("commanders");

function asked(source: typeof leader, prompt: string, wanted: (view: Told) => boolean = () => true) {
  for (const { handout, moments } of source.settings)
    for (const moment of moments)
      for (let seat = 0; seat < handout.seats; seat++) {
        const view = seenBy(moment, seat) as Told;
        if (view.prompt === prompt && wanted(view)) return { view, seat, language: { handout, texts: source.texts["en"]! } };
      }
  throw new Error(`nobody is asked ${prompt}`);
}

describe("endings", () => {
  it("have names of their own and say what would be left unused", () => {
    const { view, language } = asked(leader, "actions", ({ endings }) => (endings?.[0]?.[4].length ?? 0) > 0);
    const [ending] = endingsOf(view);
    expect(sayEnding(language, ending!)).toMatch(/^End my actions \(\d+ troops unused/);
    expect(sayChoice(language, view, ending!.action)).toBe(sayEnding(language, ending!));
    expect(sayChoice(language, view, view.offer!.find(([verb]) => verb === V.swap)!)).toMatch(/^Swap/);
  });

  it("nowhere fall back to a bare Done", () => {
    for (const source of [leader, generals, fixture("picket"), fixture("war_of_leaders")])
      for (const { handout, moments } of source.settings)
        for (const moment of moments)
          for (const view of moment.seats)
            for (const action of view.offer ?? [])
              if (handout.verbs[action[0]!]!.word === "done")
                for (const texts of Object.values(source.texts)) expect(sayChoice({ handout, texts }, view, action)).not.toMatch(/^(Done|Fertig)/);
  });

  it("count what stands on a sheet", () => {
    const { language } = asked(generals, "plan");
    const none = { action: [C.done], key: "plan-none", ends: 2, count: 0, unused: [["orders", 3]] as [string, number][] };
    expect(sayEnding(language, none)).toBe("Give no orders this round (3 orders left)");
    expect(sayEnding(language, afterMore(language, none, 1))).toBe("Give this 1 order (2 orders left)");
    expect(sayEnding(language, afterMore(language, none, 3))).toBe("Give these 3 orders");
  });

  it("gestures are said by their own texts, with every operand", () => {
    const { language } = asked(generals, "plan");
    const sector = (name: string) => Number(Object.entries(language.handout.words["sector"]!).find(([, word]) => word === name)![0]);
    const gesture: Gesture = { key: "order", kinds: ["number", "arm", "origin", "sector"], operands: [4, 0, sector("a1"), sector("a2")], actions: [], ends: 0 };
    expect(sayGesture(language, gesture)).toBe("Order 4 infantry from a1 to a2");
    expect([...namedBy(gesture, { origin: 0, sector: 0 })]).toEqual([sector("a1"), sector("a2")]);
  });
});

describe("the list", () => {
  it("is grouped by verb, what the turn is about first, and has no endings in its groups", () => {
    const { view, language } = asked(leader, "actions", ({ offer }) => [V.swap, V.act, V.reveal].every((verb) => offer!.some(([each]) => each === verb)));
    const groups = groupsOf(language, view, view.offer!);
    const ranks = groups.map(({ verb }) => language.handout.verbs[verb]!.rank!);
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
    expect(groups[0]!.verb).toBe(V.act);
    expect(groups.some(({ verb }) => verb === V.done)).toBe(false);
    expect(groups.reduce((sum, { lines }) => sum + lines.length, 0)).toBe(view.offer!.length - view.endings!.length);
    expect(sayVerb(language, V.swap)).not.toMatch(/[{}]/);
  });
});

// a whole sitting over a line that is only pretended -----------------------------------------

class Line {
  static last: Line;
  static OPEN = 1;
  static CONNECTING = 0;
  readyState = 1;
  sent: unknown[][] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  onopen: (() => void) | null = null;
  constructor() {
    Line.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as unknown[]);
  }
  close(): void {}
  hear(...message: unknown[]): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const tick = (milliseconds = 0) => new Promise((done) => setTimeout(done, milliseconds));
const shut: (() => void)[] = [];
let answers: (path: URL) => unknown = () => ({ subjects: [], gestures: [] });
let requests: URL[] = [];

beforeEach(() => {
  vi.stubGlobal("WebSocket", Line);
  requests = [];
  answers = () => ({ subjects: [], gestures: [] });
  vi.stubGlobal("fetch", (path: string) => {
    const url = new URL(path, "http://here");
    requests.push(url);
    const found = url.pathname.endsWith("/gestures") ? answers(url) : { messages: [], cursor: null };
    const problem = found instanceof Error;
    return Promise.resolve(new Response(JSON.stringify(problem ? { key: "bad-notation", message: found.message } : found), { status: problem ? 400 : 200, headers: { "content-type": "application/json" } }));
  });
  localStorage.clear();
  settings.auto = true;
});
afterEach(() => {
  while (shut.length) shut.pop()!();
  vi.unstubAllGlobals();
});

async function sit(source: typeof leader, prompt: string, wanted?: (view: Told) => boolean) {
  const { view, seat, language } = asked(source, prompt, wanted);
  const info = { id: "m1", game: language.handout.game, state: "running", seats: [], terms: { delay: 0 }, affairs: {}, dice_hash: "" } as unknown as MatchInfo;
  const sitting = new Sitting(info, seat, null, () => language, true);
  shut.push(() => sitting.close());
  const line = Line.last;
  line.hear("hello", { time: Date.now(), match: info, manner: { auto: false, always: [] } });
  line.hear("view", 5, { ...view, events: [], undo: "" }, {});
  await tick();
  const said = () => line.sent.filter(([kind]) => kind !== "manner");
  return { sitting, line, view, language, said };
}

function list(sitting: Sitting, language: Parameters<typeof groupsOf>[0]) {
  const target = document.createElement("div");
  document.body.append(target);
  const props = {
    language, get view() { return sitting.told; }, get offer() { return sitting.offer; }, grain: sitting.grain,
    choose: (action: Action) => sitting.choose(action), gesture: (each: Gesture) => sitting.gesture(each), meant: (yes: boolean) => sitting.meant(yes), preview: () => {}, trace: () => {}, odds: () => {},
  };
  const made = put(Offer, { target, props });
  shut.push(() => {
    void unmount(made);
    target.remove();
  });
  flushSync();
  return target;
}

describe("a sitting", () => {
  const left = (view: Told) => (view.endings?.[0]?.[4].length ?? 0) > 0;

  it("asks once before an ending leaves something useful, and sends nothing till then", async () => {
    const { sitting, view, language, said } = await sit(leader, "actions", left);
    const target = list(sitting, language);
    const ending = target.querySelector<HTMLButtonElement>(".endings .ending")!;
    expect(ending.textContent).toMatch(/unused/);
    expect(ending.dataset["digit"]).toBeUndefined();
    expect(ending.querySelector("kbd")).toBeNull();
    ending.click();
    flushSync();
    expect(said()).toEqual([]);
    expect(document.activeElement).toBe(target.querySelector("[data-sure-no]"));
    target.querySelector<HTMLButtonElement>("[data-sure-no]")!.click();
    flushSync();
    expect([sitting.grain.sure, said()]).toEqual([null, []]);
    sitting.choose(view.offer![view.endings![0]![0]]!); // a button or key of the board comes the same way
    sitting.choose(view.offer![view.endings![0]![0]]!); // and a second press is no answer
    flushSync();
    expect(said()).toEqual([]);
    target.querySelector<HTMLButtonElement>("[data-sure-yes]")!.click();
    expect(said().map((message) => [message[0], message[2], message[3]])).toEqual([["do", view.ask, view.offer![view.endings![0]![0]]]]);
  });

  it("does not ask when nothing is left", async () => {
    const { sitting, view, said } = await sit(leader, "decoy", (view) => view.endings?.[0]?.[4].length === 0);
    sitting.choose(view.offer![view.endings![0]![0]]!);
    expect(said().length).toBe(1);
  });

  it("lists the gestures of what is picked first, and sends one as one message", async () => {
    const { sitting, view, language, line, said } = await sit(leader, "actions", ({ offer }) => offer!.some(([verb]) => verb === V.act));
    const field = view.offer!.find(([verb]) => verb === V.act)![1]!;
    const gesture: Gesture = { key: "end-troop", kinds: ["field"], operands: [field], actions: [[V.act, field], [V.done]], ends: 1 };
    answers = (url) => ({ subjects: [["field", field], ["field", 0]], gestures: url.searchParams.get("kind") === "field" ? [gesture] : [] });
    const target = list(sitting, language);
    sitting.grain.pick("field", field);
    await vi.waitFor(() => expect(sitting.grain.ofPicked.length).toBe(1));
    flushSync();
    const [question] = requests.filter((url) => url.searchParams.get("kind"));
    expect(Object.fromEntries(question!.searchParams)).toEqual({ kind: "field", value: String(field), seen: "5", seat: String(sitting.seat) });
    const first = target.querySelector<HTMLButtonElement>(".action")!;
    expect([first.dataset["gesture"], first.dataset["digit"]]).toEqual(["end-troop", "1"]);
    const shown = [...target.querySelectorAll<HTMLElement>(".scroll [data-action]")].map((each) => each.dataset["action"]!.split(" ").map(Number));
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.every((action) => action.slice(1).includes(field))).toBe(true); // narrowed to the piece
    first.click();
    expect(said().map((message) => [message[0], ...message.slice(2)])).toEqual([["perform", view.ask, gesture.actions, false]]);
    const [, id] = said()[0]!;
    line.hear("performed", id, "r", { played: 1, of: 2, stopped: "stopped-dice" }, 6, { ...view, events: [], ask: view.ask! + 1 }, {});
    await tick();
    expect(sitting.grain.stopped).toBe("1 of 2 done. It stopped there: a die fell.");
    expect(sitting.grain.picked).toBeNull();
  });

  it("does not hide the list when nothing can be done with what is picked", async () => {
    const { sitting, language } = await sit(leader, "actions", ({ offer }) => offer!.length > 12);
    const target = list(sitting, language);
    const before = target.querySelectorAll(".action").length;
    sitting.grain.pick("zone", 77);
    await tick(20);
    flushSync();
    expect(target.querySelectorAll(".action").length).toBe(before);
  });

  it("understands short notation in the search field and says what it did not understand", async () => {
    const { sitting, language, said, view } = await sit(leader, "actions", ({ offer }) => offer!.length > 12);
    const field = view.offer!.find(([verb]) => verb === V.reveal)![1]!;
    answers = (url) => {
      const text = url.searchParams.get("text");
      if (text === "nonsense") return new Error("'nonsense' names nothing");
      return { subjects: [], gestures: text ? [{ key: "show", kinds: ["field", "direction"], operands: [field, 0], actions: [[V.reveal, field], [V.face, field, 0]], ends: 0 }] : [] };
    };
    const target = list(sitting, language);
    const input = target.querySelector<HTMLInputElement>("[data-search]")!;
    const type = (text: string) => {
      input.value = text;
      input.dispatchEvent(new Event("input", { bubbles: true }));
      flushSync();
      input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    };
    type("nonsense");
    await vi.waitFor(() => {
      flushSync();
      expect(target.querySelector("[data-unread]")?.textContent).toContain("'nonsense' names nothing");
    });
    expect(said()).toEqual([]);
    type("show it");
    await vi.waitFor(() => expect(said().length).toBe(1));
    expect(said()[0]!.slice(3)).toEqual([[[V.reveal, field], [V.face, field, 0]], false]);
  });

  it("writes what the list chooses on an open sheet, gives it whole, and keeps it when it is refused", async () => {
    const { sitting, view, language, line, said } = await sit(generals, "plan", ({ offer, endings }) => offer!.some(([verb]) => verb === C.order) && endings![0]![3] === 0);
    const orders = [...new Map(view.offer!.filter(([verb]) => verb === C.order).map((action) => [action[1], action])).values()].slice(0, 2);
    let written: Action[] = [];
    const open = (): OrderSheet => ({
      written, open: view.offer!.filter(([verb, unit]) => verb === C.order && !written.some(([, each]) => each === unit)),
      write: (actions) => {
        written = [...written, ...actions];
        sitting.grain.sheet = open();
        return true;
      },
      takes: () => true, strike: () => {}, ending: (ending) => afterMore(language, ending, written.length),
    });
    sitting.grain.sheet = open();
    const target = list(sitting, language);
    for (const order of orders) sitting.choose(order);
    flushSync();
    expect(said()).toEqual([]);
    expect(target.querySelectorAll(".sheet li").length).toBe(2);
    const give = target.querySelector<HTMLButtonElement>(".endings [data-ending]")!;
    expect(give.textContent).toMatch(/^Give these 2 orders/);
    give.click();
    flushSync();
    target.querySelector<HTMLButtonElement>("[data-sure-yes]")?.click();
    expect(said().map((message) => [message[0], ...message.slice(2)])).toEqual([["perform", view.ask, [...orders, [C.done]], true]]);
    line.hear("no", said()[0]![1], { key: "no-orders-left", message: "no" });
    await tick();
    expect(sitting.sending).toBe(false);
    expect(sitting.refusal).not.toBe("");
  });

  it("takes back by striking the last order of a sheet that is not given", async () => {
    const { sitting, view, line, said } = await sit(generals, "plan", ({ offer }) => offer!.some(([verb]) => verb === C.order));
    line.hear("view", 6, { ...view, events: [], undo: "undo-nothing" }, {});
    await tick();
    expect(sitting.bar).not.toBe("");
    const struck: number[] = [];
    const order = view.offer!.find(([verb]) => verb === C.order)!;
    sitting.grain.sheet = { written: [order, order], open: [], write: () => true, takes: () => true, strike: (index) => void struck.push(index), ending: (ending) => ending };
    expect(sitting.bar).toBe("");
    sitting.takeBack();
    expect(struck).toEqual([1]);
    expect(said()).toEqual([]);
    sitting.grain.sheet = { ...sitting.grain.sheet, written: [] };
    expect(sitting.bar).not.toBe("");
  });

  it("shows an ending once, without a digit, though a gesture is the same", async () => {
    const { sitting, view, language } = await sit(leader, "decoy", ({ endings }) => endings?.length === 1);
    const ending = view.endings![0]!;
    const done = view.offer![ending[0]]!;
    const gesture: Gesture = { key: "no-dummies", kinds: ["field"], operands: [0], actions: [done], ends: 1 };
    answers = () => ({ subjects: [["field", 0], ["field", 1]], gestures: [gesture] });
    const target = list(sitting, language);
    sitting.grain.pick("field", 0);
    await vi.waitFor(() => expect(sitting.grain.ofPicked.length).toBe(1));
    flushSync();
    expect(target.querySelector("[data-gesture]")).toBeNull();
    const shown = [...target.querySelectorAll<HTMLElement>(".action")].filter((each) => each.dataset["choice"]?.endsWith(done.join(" ")));
    expect(shown.map((each) => [each.matches(".ending"), each.dataset["digit"]])).toEqual([[true, undefined]]);
  });

  it("keeps a draft with its question, and no longer", async () => {
    const { sitting, view, line } = await sit(generals, "plan");
    sitting.draft.write("sheet");
    expect(sitting.draft.read()).toBe("sheet");
    line.hear("view", 6, { ...view, events: [], ask: view.ask! + 1 }, {});
    await tick();
    expect(sitting.draft.read()).toBe("");
  });

  it("offers to take back only what can be, and says why not", async () => {
    const { sitting, view, line, said } = await sit(leader, "actions");
    const target = document.createElement("div");
    const made = put(Tools, { target, props: { sitting, hint: () => {} } });
    shut.push(() => void unmount(made));
    flushSync();
    const undo = target.querySelector<HTMLButtonElement>("[data-undo]")!;
    expect(undo.getAttribute("aria-disabled")).toBeNull();
    line.hear("view", 6, { ...view, events: [], undo: "undo-dice" }, {});
    await tick();
    flushSync();
    expect(undo.getAttribute("aria-disabled")).toBe("true");
    expect(undo.title).toBe("A die has fallen since your last decision: it stands.");
    expect(target.querySelector(`#${undo.getAttribute("aria-describedby")}`)!.textContent).toBe(undo.title);
    undo.click();
    expect(said()).toEqual([]);
    line.hear("view", 7, { ...view, events: [], undo: "" }, {});
    await tick();
    flushSync();
    undo.click();
    expect(said().map((message) => [message[0], message[2]])).toEqual([["call", "undo"]]);
  });

  it("tells the person's manner when a seat is opened, and keeps a choice for this match", async () => {
    const { sitting, line, language } = await sit(generals, "plan");
    const told = () => line.sent.filter(([kind]) => kind === "manner").map((message) => message[2]);
    expect(told()).toEqual([{ auto: true }]);
    sitting.grain.setAuto(false);
    expect(told().at(-1)).toEqual({ auto: false });
    for (const [kind, id] of [...line.sent]) if (kind === "manner") line.hear("ok", id, "");
    line.hear("manner", { auto: false, always: [] });
    line.hear("hello", { time: Date.now(), match: sitting.info, manner: { auto: false, always: [] } });
    expect(told().length).toBe(2); // as wished already
    sitting.grain.always(language, "no-reactions");
    expect(told().at(-1)).toEqual({ always: ["no-reactions"] });
    line.hear("manner", { auto: false, always: ["no-reactions", "no-fast"] });
    sitting.grain.endAlways("no-reactions");
    expect(told().at(-1)).toEqual({ always: ["no-fast"] });
  });
});
