import { describe, expect, it } from "vitest";
import { mount } from "../src/boards/company_leader";
import { readFields } from "../src/boards/company_leader/ground";
import { CompanyLeaderVerb as V } from "../src/wire";
import { fixture, litFields, mountOn, playThrough, press, seenBy } from "./harness";

const source = fixture("company_leader");

/** The first moment of seat 0 whose offer holds a verb. */
function momentWith(verb: number, setting = 0) {
  const found = source.settings[setting]!.moments.find((moment) => moment.seats[0]!.offer?.some((action) => action[0] === verb));
  if (!found) throw new Error(`no moment offers verb ${verb}`);
  return seenBy(found, 0);
}

function shown(verb: number) {
  const view = momentWith(verb);
  const made = mountOn(mount, source, 0, 0);
  made.board.set(view);
  made.board.offer(view.offer!);
  return { ...made, view, offer: view.offer! };
}

describe("Company Leader's board", () => {
  it("draws every moment for every seat and an onlooker, twice the same, and leaves nothing", async () => {
    expect(await playThrough(mount, source)).toBeGreaterThan(60);
  }, 120_000);

  it("numbers the fields as the rules do, also of boards written by hand", () => {
    for (const { handout } of source.settings) {
      const fields = readFields(handout);
      expect(fields.map(({ id }) => id)).toEqual(fields.map((_, i) => i));
      expect(Object.keys(handout.words["field"]!).length).toBe(fields.length);
    }
  });

  it("lights exactly the fields a troop may be placed on, and a click places it", () => {
    const { host, chosen, offer } = shown(V.place);
    expect(litFields(host).sort()).toEqual([...new Set(offer.map((action) => action[2]!))].sort());
    press(host, offer[0]![2]!);
    expect(chosen).toEqual([offer[0]]);
  });

  it("does nothing on a field that is not offered", () => {
    const { host, chosen } = shown(V.place);
    const dark = [...host.querySelectorAll(".field:not(.offered)")].map((found) => Number(found.getAttribute("data-field")));
    press(host, dark[0]!);
    expect(chosen).toEqual([]);
  });

  it("turns by an arrow around the troop", () => {
    const { host, chosen, offer } = shown(V.face);
    const action = offer.find(([verb]) => verb === V.face)!;
    press(host, 1000 + action[2]!);
    expect(chosen).toEqual([action]);
  });

  it("swaps by two clicks and offers the rest in a menu", () => {
    const { host, chosen, offer } = shown(V.swap);
    const [, a, b] = offer.find(([verb]) => verb === V.swap)!;
    press(host, a!);
    expect(chosen).toEqual([]);
    press(host, b!);
    expect(chosen).toEqual([[V.swap, a, b]]);
  });

  it("every offered action of a field can be chosen on the board", () => {
    const { host, chosen, offer, board, view } = shown(V.swap);
    for (const action of offer.filter(([verb]) => verb === V.reveal || verb === V.act).slice(0, 6)) {
      chosen.length = 0;
      board.set(view);
      board.offer(offer);
      press(host, action[1]!);
      for (let item = 0; item < 12 && !chosen.some((each) => each.join() === action.join()); item++)
        if (host.querySelector(`[data-field="${2000 + item}"]`)) press(host, 2000 + item);
      expect(chosen.map((each) => each.join())).toContain(action.join());
    }
  });

  it("asks the game what a revealed troop sees and reaches", async () => {
    const made = mountOn(mount, source, 0, -1, "F6 G6");
    const view = source.settings[0]!.moments.map((moment) => moment.onlooker).find(({ table }) => (table as unknown as { face: number[] }).face.some((type) => type > 0))!;
    made.board.set(view);
    const field = (view.table as unknown as { face: number[] }).face.findIndex((type) => type > 0);
    made.host.querySelector(`[data-field="${field}"]`)!.dispatchEvent(new Event("pointerover", { bubbles: true }));
    await Promise.resolve();
    await Promise.resolve();
    expect(made.asked.map((query) => query.split(" ")[0])).toEqual(["view", "fire"]);
    expect(made.host.querySelectorAll(".cl-area-view").length).toBe(2);
  });

  it("says what lies on a field, and nothing of what is hidden from the viewer", () => {
    const view = momentWith(V.place);
    const onlooker = mountOn(mount, source, 0, -1);
    onlooker.board.set({ table: view.table });
    const labels = [...onlooker.host.querySelectorAll("[aria-label]")].map((found) => found.getAttribute("aria-label")!);
    expect(labels.some((label) => label.includes("face down"))).toBe(true);
    expect(labels.some((label) => label.includes("artillery"))).toBe(false);
  });
});
