import { describe, expect, it } from "vitest";
import { mount } from "../src/boards/company_leader";
import { readFields } from "../src/boards/company_leader/ground";
import { symbol } from "../src/boards/company_leader/troops";
import { CompanyLeaderEvent as E, CompanyLeaderVerb as V } from "../src/wire";
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
  });

  it("numbers the fields as the rules do, also of boards written by hand", () => {
    for (const { handout } of source.settings) {
      const fields = readFields(handout);
      expect(fields.map(({ id }) => id)).toEqual(fields.map((_, i) => i));
      expect(Object.keys(handout.words["field"]!).length).toBe(fields.length);
    }
  });

  it("lights exactly the fields a troop may be placed on, and a click places it", () => {
    const { host, chosen, offer } = shown(V.place);
    const type = offer[0]![1]!;
    expect(litFields(host).sort()).toEqual(offer.filter(([, each]) => each === type).map((action) => action[2]!).sort());
    press(host, offer[0]![2]!);
    expect(chosen).toEqual([offer[0]]);
  });

  it("sets up any troop of the tray in any order", () => {
    const { host, chosen, offer } = shown(V.place);
    const types = [...new Set(offer.map(([, type]) => type!))];
    expect([...host.querySelectorAll(".cl-tray-piece")].map((each) => Number(each.getAttribute("data-type")))).toEqual(types);
    const last = types.at(-1)!;
    host.querySelector<HTMLButtonElement>(`[data-type="${last}"]`)!.click();
    expect(host.querySelector(`[data-type="${last}"]`)!.getAttribute("aria-pressed")).toBe("true");
    const wanted = offer.find(([, type]) => type === last)!;
    press(host, wanted[2]!);
    expect(chosen).toEqual([wanted]);
  });

  it("picks a troop up instead of sending it off, tells the page, and lights where it could go in one go", () => {
    const { host, board, chosen, offer, picked } = shown(V.swap);
    const field = offer.find(([verb]) => verb === V.reveal || verb === V.act)![1]!;
    press(host, field);
    expect(chosen).toEqual([]);
    expect(picked.at(-1)).toBe(`field ${field}`);
    const far = litFields(host).includes(90) ? 89 : 90;
    board.reaches!([{ key: "go", kinds: ["field", "field", "direction"], operands: [field, far, 0], actions: [[V.reveal, field]], ends: 0 }]);
    expect(litFields(host)).toContain(far);
    press(host, far);
    expect(picked.at(-1)).toBe(`field ${field} to field ${far}`);
    expect(chosen).toEqual([]);
    board.offer(offer);
    expect(picked.at(-1)).toBe("");
    expect(litFields(host)).not.toContain(far);
  });

  it("does nothing on a field that is not offered", () => {
    const { host, chosen } = shown(V.place);
    const dark = [...host.querySelectorAll(".field:not(.offered)")].map((found) => Number(found.getAttribute("data-field")));
    press(host, dark[0]!);
    expect(chosen).toEqual([]);
  });

  it("turns by an arrow around the troop", () => {
    const { host, chosen, offer } = anywhere(V.face);
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
    expect(made.host.querySelectorAll(".cl-areas .cl-area-view").length).toBe(2);
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

/** The first moment of any setting and seat whose offer holds a verb, on a board. */
function anywhere(verb: number, answer = "") {
  for (const [setting, { handout, moments }] of source.settings.entries())
    for (let seat = 0; seat < handout.seats; seat++)
      for (const moment of moments) {
        const view = seenBy(moment, seat);
        if (!view.offer?.some((action) => action[0] === verb)) continue;
        const made = mountOn(mount, source, setting, seat, answer);
        made.board.set(view);
        made.board.offer(view.offer);
        return { ...made, view, offer: view.offer, handout };
      }
  throw new Error(`no moment offers verb ${verb}`);
}

describe("Company Leader's strip and dice", () => {
  it("leads through the six steps of a move: what is done, what is asked, what follows", () => {
    const { host } = anywhere(V.turn);
    const steps = [...host.querySelectorAll(".cl-steps li")];
    expect(steps.length).toBe(6);
    expect(host.querySelectorAll("[aria-current=step]").length).toBe(1);
    const { host: further } = anywhere(V.go);
    const now = [...further.querySelectorAll(".cl-steps li")].findIndex((step) => step.classList.contains("cl-now"));
    expect(now).toBe(2); // it has turned and scouted
    expect(further.querySelectorAll(".cl-steps .cl-done").length).toBe(2);
  });

  it("shows what a troop would see and hit before it turns there", async () => {
    const first = anywhere(V.turn);
    const labels = Object.values(first.handout.words["field"]!);
    first.board.destroy();
    const { host, asked, offer, handout } = anywhere(V.turn, labels.slice(0, 3).join(" "));
    const turn = offer.find(([verb]) => verb === V.turn)!;
    host.querySelector(`[data-field="${1000 + turn[1]!}"]`)!.dispatchEvent(new Event("pointerover", { bubbles: true }));
    const direction = handout.words["direction"]![String(turn[1])]!;
    expect(asked.length).toBe(2);
    for (const query of asked) expect(query.endsWith(` ${direction}`)).toBe(true);
    await new Promise((done) => setTimeout(done));
    expect(host.querySelectorAll(".cl-areas .cl-area-view").length).toBe(3);
    expect(host.querySelectorAll(".cl-areas .cl-area-fire").length).toBe(3);
    expect(host.querySelector<HTMLElement>(".cl-legend")!.hidden).toBe(false);
  });

  it("rolls dice with pictures in the colour of the target's ground, and shows the loss", async () => {
    const { board, host, view, handout } = anywhere(V.turn);
    const fields = readFields(handout);
    const target = fields.find(({ terrain, id }) => terrain === "forest" && (view.table as unknown as { owner: number[] }).owner[id]! >= 0)!;
    await board.play([[E.aimed, 0, target.id, 0], [E.rolled, 0, 1, 2], [E.hit, target.id, 2]]);
    expect(host.querySelectorAll(".die.cl-die-forest .cl-icon").length).toBe(3);
    expect(host.querySelector(".cl-loss")!.textContent).toBe("−2");
  });

  it("has a line for every seat, with the purse of its side", () => {
    for (const [setting, { handout, moments }] of source.settings.entries()) {
      const { board, host } = mountOn(mount, source, setting, -1);
      const view = moments.at(-1)!.onlooker;
      board.set(view);
      const lines = [...host.querySelectorAll(".bar-seat")].map((line) => line.getAttribute("aria-label")!);
      const { coins } = view.table as unknown as { coins: number[] };
      expect(lines.length).toBe(handout.seats);
      lines.forEach((line, seat) => expect(line.endsWith(` ${coins[handout.sides[seat]!]}`)).toBe(true));
    }
  });

  it("draws another picture for every kind of troop", () => {
    const pictures = [1, 2, 3, 4, 5, 6, 7].map((type) => symbol(type, 10).innerHTML);
    expect(new Set(pictures).size).toBe(7);
  });
});
