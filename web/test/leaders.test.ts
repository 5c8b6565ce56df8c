import { describe, expect, it } from "vitest";
import { mount } from "../src/boards/leaders";
import { outlineOf, seasOf, siteOf } from "../src/boards/leaders/shapes";
import type { Action } from "../src/wire";
import { LeadersEvent as E, LeadersVerb as V } from "../src/wire";
import type { Fixture } from "./harness";
import { fixture, litFields, mountOn, playThrough, press } from "./harness";

const source = fixture("leaders");

/** The first moment somebody is offered a verb, shown to that seat. */
function shown(verb: number, least = 1, prompt = "") {
  for (let setting = 0; setting < source.settings.length; setting++) {
    if (source.settings[setting]!.handout.options["mode"] === "companion") continue;
    for (const moment of source.settings[setting]!.moments)
      for (let seat = 0; seat < moment.seats.length; seat++) {
        const view = moment.seats[seat]!;
        const offer = view.offer ?? [];
        if (offer.filter((action) => action[0] === verb).length < least || (prompt && view.prompt !== prompt)) continue;
        const made = mountOn(mount, source, setting, seat);
        made.board.set(view);
        made.board.offer(offer);
        return { ...made, view, offer, seat, setting };
      }
  }
  throw new Error(`no moment offers verb ${verb}`);
}

function click(host: HTMLElement, selector: string): void {
  const found = host.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`no ${selector}`);
  found.click();
}

/** The same match as a companion of a board on the table. */
function companion(): Fixture {
  const { handout, moments } = source.settings[0]!;
  return { texts: source.texts, settings: [{ handout: { ...handout, options: { ...handout.options, mode: "companion" } }, moments }] };
}

const unique = (numbers: number[]) => [...new Set(numbers)].sort((a, b) => a - b);
const sorted = (numbers: number[]) => [...numbers].sort((a, b) => a - b);

describe("Leaders' board", () => {
  it("draws every moment for every seat and an onlooker, twice the same, and leaves nothing", async () => {
    expect(await playThrough(mount, source)).toBeGreaterThan(60);
    expect(await playThrough(mount, companion())).toBeGreaterThan(20);
  });

  it("has a shape for every territory and a place for every sea", () => {
    const world = source.settings[0]!.handout.data["world"] as { territory: { key: string; land: string[] }[]; sea: { key: string }[] };
    const corners = new Map(world.territory.map(({ key }) => [key, new Set(outlineOf(key).map(({ x, y }) => `${x} ${y}`))]));
    for (const { key, land } of world.territory) {
      expect(outlineOf(key).length).toBeGreaterThan(8);
      expect(siteOf(key).x).toBeGreaterThan(0);
      for (const other of world.territory) {
        const shared = [...corners.get(key)!].filter((corner) => corners.get(other.key)!.has(corner)).length;
        if (other.key !== key) expect(`${key} ${other.key} ${shared > 1}`).toBe(`${key} ${other.key} ${land.includes(other.key)}`);
      }
    }
    for (const { key } of world.sea) expect(seasOf(key).length).toBeGreaterThan(0);
  });

  it("lights exactly the territories that may be taken, and a click takes one", () => {
    const { host, chosen, offer } = shown(V.take, 2);
    expect(sorted(litFields(host))).toEqual(unique(offer.map((action) => action[1]!)));
    press(host, offer[1]![1]!);
    expect(chosen).toEqual([offer[1]]);
  });

  it("does nothing on a place that is not offered", () => {
    const { host, chosen, offer } = shown(V.take);
    const places = [...host.querySelectorAll("[data-field]")].map((field) => Number(field.getAttribute("data-field"))); // seas too, which nobody takes
    press(host, places.find((id) => !offer.some((action) => action[1] === id))!);
    expect(chosen).toEqual([]);
  });

  it("places the unit picked from the base camp, or asks which", () => {
    const { host, chosen, offer } = shown(V.place, 8);
    const placing = offer.filter(([verb]) => verb === V.place);
    expect(sorted(litFields(host))).toEqual(unique(placing.map((action) => action[1]!)));
    for (const action of [placing[0]!, placing.at(-1)!]) {
      chosen.length = 0;
      const units = host.querySelectorAll<HTMLElement>(".ld-unit");
      if (units[action[2]!]!.getAttribute("aria-pressed") === "false") units[action[2]!]!.click();
      press(host, action[1]!);
      expect(chosen).toEqual([action]);
    }
  });

  it("moves by source, target and, where there are several, unit", () => {
    const { host, chosen, offer, board, view } = shown(V.move, 5);
    const moves = offer.filter(([verb]) => verb === V.move);
    expect(sorted(litFields(host))).toEqual(unique(moves.map((action) => action[1]!)));
    for (const action of moves) {
      chosen.length = 0;
      board.set(view);
      board.offer(offer);
      press(host, action[1]!);
      expect(sorted(litFields(host))).toEqual(unique([action[1]!, ...moves.filter((each) => each[1] === action[1]).map((each) => each[2]!)]));
      press(host, action[2]!);
      const ways = moves.filter((each) => each[1] === action[1] && each[2] === action[2]);
      if (ways.length > 1) press(host, 1000 + ways.indexOf(action));
      expect(chosen).toEqual([action]);
    }
  });

  it("asks a defender with the attacked territories lit", () => {
    const { host, offer, chosen } = shown(V.place, 1, "defend");
    expect(sorted(litFields(host))).toEqual(unique(offer.filter(([verb]) => verb === V.place).map((action) => action[1]!)));
    expect(host.querySelectorAll(".ld-swords").length).toBeGreaterThan(0);
    click(host, `[data-action="${V.done}"]`);
    expect(chosen).toEqual([[V.done]]);
  });

  it("throws a die again by clicking it, and leaves the dice by a button", () => {
    const { host, chosen, offer } = shown(V.reroll);
    const action = offer.find(([verb]) => verb === V.reroll)!;
    click(host, `.ld-die-box[data-action="${action.join(" ")}"]`);
    click(host, `[data-action="${V.hold}"]`);
    expect(chosen).toEqual([action, [V.hold]]);
  });

  it("has a button for what has no place", () => {
    for (const verb of [V.stand, V.retreat, V.lose, V.remove, V.continue, V.colour]) {
      const { host, chosen, offer } = shown(verb);
      const action = offer.find((each) => each[0] === verb)!;
      click(host, `[data-action="${action.join(" ")}"]`);
      expect(chosen).toEqual([action]);
    }
  });

  it("writes an order sheet in the headquarters and sends it in one go", () => {
    const { host, chosen, performed, sheet, view } = shown(V.research);
    click(host, `[data-key="more ${V.recruit} 0"]`);
    click(host, `[data-key="more ${V.recruit} 0"]`);
    click(host, `[data-key="less ${V.recruit} 0"]`);
    click(host, '[data-key="tab 1"]');
    const area = [0, 1, 2].find((each) => view.offer!.some((action) => action[0] === V.research && action[1] === each))!;
    click(host, `[data-key="more ${V.research} ${area}"]`);
    expect(host.querySelector<HTMLButtonElement>(`[data-key="more ${V.research} ${area}"]`)!.disabled).toBe(true);
    expect(chosen).toEqual([]);
    expect(sheet()!.written).toEqual([[V.recruit, 0], [V.research, area]]);
    expect(sheet()!.open).not.toContainEqual([V.research, area]);
    click(host, ".ld-foot .ld-main");
    expect(chosen).toEqual([]);
    expect(performed).toEqual([{ actions: [[V.recruit, 0], [V.research, area], [V.done]], whole: true }]);
    expect(host.querySelectorAll(".ld-mark").length).toBe(2); // a sheet that is refused is still there
  });

  it("has a plus for every offered order", () => {
    for (const verb of [V.tribute, V.dissolve, V.sabotage, V.activate, V.abandon]) {
      const { host, offer } = shown(verb);
      const wanted = unique(offer.filter(([each]) => each !== V.done).map((_, i) => i)).length;
      const seen = new Set<string>();
      for (let tab = 0; tab < 5; tab++) {
        click(host, `[data-key="tab ${tab}"]`);
        for (const found of host.querySelectorAll<HTMLButtonElement>('[data-key^="more"]:not(:disabled)')) seen.add(found.getAttribute("data-key")!.slice(5));
      }
      expect(wanted).toBeGreaterThan(0);
      const orders = offer.filter(([each]) => each !== V.done).map((action) => (action[0] === V.tribute ? action.slice(0, 2) : action).join(" "));
      expect([...seen].sort()).toEqual([...new Set(orders)].sort());
    }
  });

  it("writes any number of points as tribute on the sheet", () => {
    const { host, chosen, performed, offer } = shown(V.tribute);
    const seat = offer.find(([verb]) => verb === V.tribute)![1]!;
    click(host, `[data-key="more ${V.recruit} 0"]`);
    click(host, '[data-key="tab 2"]');
    host.querySelector<HTMLInputElement>(".ld-amount")!.value = "7";
    click(host, `[data-key="more ${V.tribute} ${seat}"]`);
    click(host, ".ld-foot .ld-main");
    expect(chosen).toEqual([]);
    expect(performed).toEqual([{ actions: [[V.recruit, 0], [V.tribute, seat, 7], [V.done]], whole: true }]);
  });

  it("lets the list write on the same sheet, which dies with its question", () => {
    const { host, board, view, offer, sheet } = shown(V.research);
    const order = offer.find(([verb]) => verb === V.recruit)!;
    expect(sheet()!.write([order])).toBe(true);
    expect(host.querySelector(".ld-row .ld-number")!.textContent).toBe("1");
    expect(sheet()!.write([[V.done]])).toBe(false); // the end of the visit is no order
    board.set(view);
    board.offer(offer);
    expect(sheet()!.written).toEqual([order]); // news of others leave it alone
    board.set({ ...view, hand: { ...view.hand!, asked: view.hand!.asked + 1 } });
    board.offer(offer);
    expect(sheet()!.written).toEqual([]);
  });

  it("turns the pages of the events", async () => {
    const { board, host, view } = shown(V.continue);
    await board.play([[E.turn, 0, 30], [E.reinforced, 0, 1, 0, 0], [E.production, 30, 30]]);
    board.set(view);
    expect(host.querySelectorAll(".ld-dot").length).toBe(3);
    const first = host.querySelector(".ld-event")!.textContent;
    click(host, ".ld-turn-page:last-child");
    expect(host.querySelector(".ld-event")!.textContent).not.toBe(first);
  });

  it("as a companion has no map but a pad for the points", () => {
    const made = mountOn(mount, companion(), 0, 0);
    const view = source.settings[0]!.moments[20]!.seats[0]!;
    const offer: Action[] = [[V.enter, 0], [V.enter, 40], [V.fallen]];
    made.board.set(view);
    made.board.offer(offer);
    expect(made.host.querySelector("svg.board-svg")).toBeNull();
    const keys = [...made.host.querySelectorAll<HTMLElement>(".ld-key")];
    for (const digit of ["1", "0", "7"]) keys.find((each) => each.textContent === digit)!.click();
    click(made.host, ".ld-enter");
    click(made.host, `[data-action="${V.fallen}"]`);
    expect(made.chosen).toEqual([[V.enter, 107], [V.fallen]]);
  });

  it("asks the game how many units a territory holds", () => {
    const { host, asked } = shown(V.take);
    host.querySelector('[data-field="33"]')!.dispatchEvent(new Event("pointerover", { bubbles: true }));
    expect(asked).toEqual(["goal points p1", "goal points p2", "limit china"]);
  });

  it("shows an onlooker no headquarters", () => {
    const { view, setting } = shown(V.research);
    const onlooker = mountOn(mount, source, setting, -1);
    onlooker.board.set({ table: view.table });
    onlooker.board.offer([]);
    expect(onlooker.host.querySelector(".ld-tab")).toBeNull();
    expect(onlooker.host.querySelectorAll(".ld-stack").length).toBeGreaterThan(0);
  });
});
