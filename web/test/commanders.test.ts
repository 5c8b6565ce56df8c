import { describe, expect, it } from "vitest";
import { mount, UNIT } from "../src/boards/commanders";
import { explain } from "../src/boards/commanders/explain";
import { Layout } from "../src/boards/commanders/layout";
import { CLEAR, DONE, DROP, GIVE, TOLD } from "../src/boards/commanders/panel";
import { Sheet } from "../src/boards/commanders/sheet";
import type { BoardContext, View } from "../src/boards/board";
import type { Action, CommandersHand, CommandersTable, Event } from "../src/wire";
import { CommandersEvent as E, CommandersVerb as V } from "../src/wire";
import { sayAction } from "../src/boards/kit";
import { fixture, litFields, mountOn, playThrough, press } from "./harness";

const source = fixture("commanders");
type Seen = View<CommandersTable, CommandersHand> & { events: Event[] };

/** Some view of a seat whose offer holds a verb, and the setting and seat it belongs to. */
function find(verb: number, fits: (view: Seen) => boolean = () => true): { view: Seen; setting: number; seat: number } {
  for (let setting = 0; setting < source.settings.length; setting++)
    for (const moment of source.settings[setting]!.moments)
      for (const [seat, each] of moment.seats.entries()) {
        const view = each as Seen;
        if (view.offer?.some((action) => action[0] === verb) && fits(view)) return { view, setting, seat };
      }
  throw new Error(`no moment offers verb ${verb}`);
}

function shown(verb: number, fits?: (view: Seen) => boolean) {
  const { view, setting, seat } = find(verb, fits);
  const made = mountOn(mount, source, setting, seat);
  made.board.set(view);
  made.board.offer(view.offer!);
  return { ...made, view, offer: view.offer! };
}

const fresh = (view: Seen) => view.hand!.plan1.every((sector) => sector < 0);
const lit = (host: HTMLElement) => litFields(host).filter((id) => id < 2000).sort((a, b) => a - b);

describe("Commanders' board", () => {
  it("draws every moment for every seat and an onlooker, twice the same, and leaves nothing", async () => {
    expect(await playThrough(mount, source)).toBeGreaterThan(60);
  });

  it("lights exactly the units an order may be given to, then exactly the sectors it may lead to", () => {
    const { host, offer } = shown(V.order, fresh);
    expect(lit(host)).toEqual([...new Set(offer.filter(([verb]) => verb === V.order).map((action) => UNIT + action[1]!))].sort((a, b) => a - b));
    const unit = offer.find(([verb]) => verb === V.order)![1]!;
    press(host, UNIT + unit);
    const goals = offer.filter((action) => action[0] === V.order && action[1] === unit).map((action) => action[2]!);
    expect(lit(host)).toEqual([...new Set([...goals, UNIT + unit])].sort((a, b) => a - b));
  });

  it("draws orders by two clicks onto the sheet, takes them back, and gives the sheet whole, in one message", () => {
    const { host, chosen, performed, offer } = shown(V.order, fresh);
    const foot = offer.find((action) => action[0] === V.order)!;
    press(host, UNIT + foot[1]!);
    press(host, foot[2]!);
    expect(chosen).toEqual([]);
    expect(host.querySelectorAll(".cm-draft").length).toBe(1);
    const next = offer.find(([verb, unit, sector]) => verb === V.order && unit !== foot[1] && sector === foot[2])!;
    press(host, UNIT + next[1]!);
    press(host, next[2]!);
    expect(host.querySelectorAll(".cm-draft").length).toBe(2);
    press(host, DROP + 1);
    expect(host.querySelectorAll(".cm-draft").length).toBe(1);
    press(host, GIVE);
    expect(chosen).toEqual([]);
    expect(performed).toEqual([{ actions: [foot, [V.done]], whole: true }]);
    press(host, CLEAR);
    expect(host.querySelectorAll(".cm-draft").length).toBe(0);
  });

  it("shares its sheet with the list: what is chosen there is drawn here, and what is drawn here is not offered there", () => {
    const { host, board, view, offer, sheet, chosen, performed } = shown(V.order, fresh);
    const [first, second] = [...new Map(offer.filter(([verb]) => verb === V.order).map((action) => [action[1], action])).values()];
    expect(sheet()!.write([first!, second!])).toBe(true);
    expect(host.querySelectorAll(".cm-draft").length).toBe(2);
    expect(sheet()!.written).toEqual([first, second]);
    expect(sheet()!.open.some(([, unit]) => unit === first![1])).toBe(false);
    expect(sheet()!.write([first!, [V.order, first![1]!, 99]])).toBe(false);
    expect(sheet()!.written.length).toBe(2); // all of it or nothing
    const given = sheet()!.ending({ action: [V.done], key: "plan-none", ends: 2, count: 0, unused: [["orders", 10]] });
    expect([given.key, given.count, given.unused]).toEqual(["plan", 2, [["orders", 8]]]);
    expect(host.querySelector(`[data-field="${GIVE}"]`)!.getAttribute("aria-label")).toBe("Give these 2 orders");
    sheet()!.strike(0);
    expect(sheet()!.written).toEqual([second]);
    expect([chosen, performed]).toEqual([[], []]);
    board.set(view);
    board.offer([]);
    expect(sheet()).toBeNull();
  });

  it("picks up the sector of a unit that is clicked", () => {
    const { host, picked, view, offer } = shown(V.order, fresh);
    const unit = offer.find(([verb]) => verb === V.order)![1]!;
    press(host, UNIT + unit);
    expect(picked.at(-1)).toBe(`sector ${view.table.place[unit]}`);
    press(host, UNIT + unit);
    expect(picked.at(-1)).toBe("");
  });

  it("horse goes on to a second sector, or ends where it is clicked twice", () => {
    const { host, performed, offer } = shown(V.order, fresh);
    const [, unit, first, second] = offer.find((action) => action[0] === V.order && action.length === 4)!;
    for (const last of [second!, first!]) {
      performed.length = 0;
      press(host, UNIT + unit!);
      press(host, first!);
      press(host, last);
      press(host, GIVE);
      expect(performed).toEqual([{ actions: [last === first ? [V.order, unit, first] : [V.order, unit, first, second], [V.done]], whole: true }]);
      press(host, CLEAR);
    }
  });

  it("reads a dragged line as the path it was drawn over", () => {
    const { view } = find(V.order, fresh);
    const sheet = new Sheet(view.table, view.hand!, view.offer!, 0, "");
    const [, unit, first, second] = view.offer!.find((action) => action[0] === V.order && action.length === 4)!;
    const here = view.table.place[unit!]!;
    expect(sheet.meant(unit!, [here, first!, second!])).toEqual([first, second]);
    expect(sheet.meant(unit!, [here, first!])).toEqual([first]);
    expect(sheet.meant(unit!, [here])).toBeNull();
  });

  it("keeps the sheet through a reload, of the same round only, and never gives more than there are", () => {
    const { view } = find(V.order, fresh);
    const sheet = new Sheet(view.table, view.hand!, view.offer!, 0, "");
    const [, unit, sector] = view.offer!.find(([verb]) => verb === V.order)!;
    sheet.add(unit!, [sector!]);
    const draft = sheet.write();
    expect(new Sheet(view.table, view.hand!, view.offer!, 0, draft).orders).toEqual([{ unit, path: [sector] }]);
    expect(new Sheet({ ...view.table, round: view.table.round + 1 }, view.hand!, view.offer!, 0, draft).orders).toEqual([]);
    for (let i = 0; i < 30; i++) for (const action of view.offer!) if (action[0] === V.order) sheet.add(action[1]!, action.slice(2));
    expect(sheet.left).toBe(0);
    expect(sheet.open()).toEqual([]);
  });

  it("every offered action of every other kind can be chosen on the board", () => {
    const seen = new Set<number>();
    source.settings.forEach(({ moments }, setting) =>
      moments.forEach((moment) =>
        moment.seats.forEach((view, seat) => {
          const offer = (view.offer ?? []).filter(([verb]) => verb !== V.order);
          if (!offer.some(([verb]) => verb! > V.order && (verb !== V.move || !seen.has(V.move)) && (verb !== V.halt || !seen.has(V.halt)))) return;
          const { board, host, chosen } = mountOn(mount, source, setting, seat);
          for (const action of offer.slice(0, 8)) {
            chosen.length = 0;
            board.set(view);
            board.offer(view.offer!);
            perform(host, chosen, action, sayAction({ handout: source.settings[setting]!.handout, texts: source.texts["en"]! }, action));
            expect(chosen.map((each) => each.join())).toEqual([action.join()]);
            seen.add(action[0]!);
          }
          board.destroy();
        }),
      ),
    );
    for (const verb of [V.done, V.move, V.bombard, V.halt, V.retreat, V.square, V.charge, V.place, V.aim, V.withdraw, V.enter, V.rally]) expect(seen).toContain(verb);
  });

  it("does nothing on a field that is not offered", () => {
    const { host, chosen } = shown(V.move);
    for (const dark of [...host.querySelectorAll(".cm-sector:not(.offered)")]) press(host, Number(dark.getAttribute("data-field")));
    expect(chosen).toEqual([]);
  });

  it("tells the rolls of a combat one by one, and forgets them with another table", async () => {
    const moments = source.settings[0]!.moments.map((moment) => moment.onlooker as Seen);
    const fought = moments.find(({ events, table }) => table.zones.length && events.some(([kind]) => kind === E.fired))!;
    const { board, host } = mountOn(mount, source, 0, -1);
    board.set(moments[0]!);
    await board.play(fought.events);
    board.set(fought);
    expect(host.querySelectorAll(".cm-roll").length).toBeGreaterThan(0);
    expect(host.querySelector(`[data-field="${TOLD}"]`) ?? host.querySelector(".cm-roll")).not.toBeNull();
    board.set(moments[0]!);
    expect(host.querySelectorAll(".cm-roll").length).toBe(0);
  });

  it("tells the rolls without motion as well, all steps of a fight together, until another fight comes", () => {
    const moments = source.settings[0]!.moments.map((moment) => moment.onlooker as Seen);
    const at = moments.findIndex(({ events, table }) => table.zones.length && events.some(([kind]) => kind === E.fired));
    const { board, host } = mountOn(mount, source, 0, -1);
    const show = (events: Event[], view: Seen) => {
      board.hear!(events, false);
      board.set(view);
      return host.querySelectorAll(".cm-roll").length;
    };
    const fire: Event = [E.fired, 0, 30, 5, -1, 1];
    const melee: Event = [E.fought, 1, 31, 4, 0, 0];
    expect(show([[E.phase, 4], [E.front, 0, 1, 4], fire], moments[at]!)).toBe(1);
    expect(show([melee], moments[at]!)).toBe(2);
    expect(show([[E.phase, 5]], moments[at]!)).toBe(2); // still to be read
    expect(show([[E.front, 0, 1, 4], fire], moments[at]!)).toBe(1);
    board.hear!([], true);
    board.set(moments[at]!);
    expect(host.querySelectorAll(".cm-roll").length).toBe(0);
  });

  it("explains a modifier by the cell of the table, the special ones and the rest", async () => {
    const fought = source.settings[0]!.moments.map((moment) => moment.onlooker as Seen).find(({ events, table }) => table.zones.length && events.some(([kind]) => kind === E.fired))!;
    const asked: string[] = [];
    const context = { handout: source.settings[0]!.handout, texts: {}, ask: (query: string) => (asked.push(query), Promise.resolve("+1")) } as unknown as BoardContext;
    const roll = fought.events.find(([kind]) => kind === E.fired)!;
    const lines = await explain(context, fought.table, roll, fought.events, (key) => key);
    expect(asked[0]).toMatch(/^modifier ((attacking|passive)_\w+|square) \w+ fire$/);
    const sum = lines.reduce((total, line) => total + Number(line.split(": ")[1]!.replace("−", "-")), 0);
    expect(sum).toBe(roll[4]);
  });

  it("asks the game who controls the sector pointed at", async () => {
    const { view } = find(V.move);
    const { board, host, asked } = mountOn(mount, source, 0, -1, "white");
    board.set({ table: view.table });
    host.querySelector('[data-field="4"]')!.dispatchEvent(new Event("pointerover", { bubbles: true }));
    await new Promise((resolve) => setTimeout(resolve));
    expect(asked).toEqual(["control b2"]);
    expect(host.querySelector(".board-tooltip")!.textContent).toContain("controlled by: White");
  });

  it("shows an onlooker no order that has not come to light", () => {
    const { view } = find(V.order, (each) => !fresh(each) && each.table.phase === 1);
    const { board, host } = mountOn(mount, source, 0, -1);
    board.set({ table: view.table });
    expect(host.querySelectorAll(".cm-arrows .arrow").length).toBe(0);
    expect([...host.querySelectorAll(".cm-unit")].some((unit) => unit.getAttribute("aria-label")!.includes("→"))).toBe(false);
  });

  it("draws exactly the units that are on the board, in a rout box or still to be deployed", () => {
    for (const { moments } of source.settings)
      for (const moment of moments) {
        const { table } = moment.onlooker as Seen;
        const drawn = [...new Layout(false).units(table, undefined, -1).keys()].sort((a, b) => a - b);
        expect(drawn).toEqual(table.place.flatMap((place, unit) => (place <= 11 || (place === 14 && !table.round) ? [unit] : [])));
      }
  });

  it("puts the viewer's own reserve below", () => {
    for (const seat of [0, 1]) expect(new Layout(seat === 1).area(9 + seat).y).toBeGreaterThan(new Layout(seat === 1).area(10 - seat).y);
  });
});

function perform(host: HTMLElement, chosen: Action[], action: Action, label: string): void {
  const [verb, unit, second] = action;
  if (verb === V.done) return press(host, DONE);
  if (verb === V.strike) {
    const crosses = [...host.querySelectorAll(".cm-drop")];
    return void crosses.find((cross) => cross.getAttribute("aria-label")!.includes(`${label.split(" ").at(-1)} →`))?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }
  const alone = host.querySelector(".cm-unit.asked")?.getAttribute("data-field") === String(UNIT + unit!);
  if (!alone || second === undefined) press(host, UNIT + unit!);
  if (!chosen.length && second !== undefined && verb !== V.reroll) press(host, verb === V.aim ? UNIT + second : second);
  const lines = [...host.querySelectorAll<SVGElement>(".cm-menu .cm-button")];
  if (!chosen.length) lines.find((line) => line.getAttribute("aria-label") === label)?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}
