import { describe, expect, it } from "vitest";
import { mount } from "../src/boards/war_of_leaders";
import { WarOfLeadersVerb as V } from "../src/wire";
import { fixture, litFields, mountOn, playThrough, press } from "./harness";

const source = fixture("war_of_leaders");

/** A board at the first moment, of any setting and seat, whose offer holds a verb. */
function shown(verb: number) {
  for (let setting = 0; setting < source.settings.length; setting++)
    for (const moment of source.settings[setting]!.moments)
      for (const [seat, view] of moment.seats.entries()) {
        if (!view.offer?.some((action) => action[0] === verb)) continue;
        const made = mountOn(mount, source, setting, seat, "120");
        made.board.set(view);
        made.board.offer(view.offer);
        return { ...made, view, offer: view.offer };
      }
  throw new Error(`no moment offers verb ${verb}`);
}

/** Press on something, move, release; the drawing is taken to lie at the origin of the screen. */
function drag(host: HTMLElement, selector: string, from: { x: number; y: number }, to: { x: number; y: number }): void {
  const svg = host.querySelector<SVGSVGElement>(".board-svg")!;
  const still = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
  Object.assign(svg, { getScreenCTM: () => ({ inverse: () => still }) });
  const send = (type: string, target: Element, at: { x: number; y: number }) => target.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, button: 0, clientX: at.x, clientY: at.y }));
  send("pointerdown", host.querySelector(selector)!, from);
  send("pointermove", svg, to);
  send("pointerup", svg, to);
  send("click", svg, to);
}

describe("War of Leaders' board", () => {
  it("draws moments for every seat and an onlooker, twice the same, and leaves nothing", async () => {
    expect(await playThrough(mount, source)).toBeGreaterThan(60);
  });

  it("marks every offered place, and a click on a mark puts the piece there", () => {
    const { host, chosen, offer } = shown(V.put);
    const puts = offer.filter(([verb]) => verb === V.put);
    expect(litFields(host).length).toBe(puts.length);
    press(host, 4000);
    expect(chosen).toEqual([puts[0]]);
  });

  it("marks the ends of offered moves; a click goes there", () => {
    const { host, chosen, offer } = shown(V.go);
    const first = offer.findIndex(([verb]) => verb === V.go);
    press(host, 4000);
    expect(chosen).toEqual([offer[first]]);
  });

  it("picks the piece that is to move by a click, or asks whether it leads", () => {
    const { host, chosen, offer } = shown(V.pick);
    const [verb, id] = offer.find(([each, one]) => each === V.pick && offer.filter(([, other]) => other === one).length === 1)!;
    press(host, id!);
    expect(chosen).toEqual([[verb, id]]);
  });

  it("fires by clicking the piece, then its target, with the tape between them", async () => {
    const { host, chosen, board, view, asked } = shown(V.go);
    const army = (view.table as unknown as { kind: number[] }).kind.length;
    board.set(view);
    board.offer([[V.fire, 0, army], [V.fire, 0, army + 1], [V.fire, 1, army]]);
    expect(litFields(host).sort()).toEqual([0, 1]);
    press(host, 0);
    expect(chosen).toEqual([]);
    host.querySelector(`[data-field="${army}"]`)!.dispatchEvent(new Event("pointerover", { bubbles: true }));
    await Promise.resolve();
    expect(asked.map((query) => query.split(" ")[0])).toEqual(["reach", "distance", "line"]);
    press(host, army);
    expect(chosen).toEqual([[V.fire, 0, army]]);
  });

  it("shows no piece the viewer cannot see", () => {
    const fog = source.settings.findIndex(({ handout }) => handout.options["fog"] === 1);
    const { moments } = source.settings[fog]!;
    const view = moments[Math.floor(moments.length / 2)]!.onlooker;
    const { board, host } = mountOn(mount, source, fog, -1);
    board.set(view);
    const table = view.table as unknown as { x: number[]; life: number[] };
    const visible = table.x.filter((x, i) => x >= 0 && table.life[i]! > 0).length;
    expect(host.querySelectorAll(".wl-pieces .piece").length).toBe(visible);
  });

  it("moves a piece by drag, held at the exact length of the die", async () => {
    const { host, chosen, performed, board, view, asked, offer } = shown(V.pick);
    const id = offer.find(([verb]) => verb === V.lead)![1]!;
    const { x, y, pace } = view.table as unknown as { x: number[]; y: number[]; pace: number[] };
    const from = { x: x[id]! / 2, y: y[id]! / 2 };
    drag(host, `[data-field="${id}"] .wl-base`, from, { x: from.x + 5, y: from.y + 300 });
    expect(asked.at(-1)).toMatch(/^group \S+ \d+ [1-6]$/);
    const ghost = host.querySelector(".wl-going .wl-ghost")!.getAttribute("transform")!;
    const [gx, gy] = /translate\((\S+) (\S+)\)/.exec(ghost)!.slice(1).map(Number);
    const pips = Number(asked.at(-1)!.split(" ").at(-1));
    expect(Math.hypot(gx! - from.x, gy! - from.y) * 2).toBeCloseTo(pace[pips]!, 0);
    expect(chosen).toEqual([]);
    const [{ actions, whole }] = performed as [(typeof performed)[0]];
    expect(whole).toBe(true); // if the way is barred, nothing is chosen
    expect(actions[0]).toEqual([V.lead, id]);
    expect(actions[1]![0]).toBe(V.go);
    expect(Math.abs(actions[1]![1]! - 1024)).toBeLessThan(20); // straight down the table
    board.destroy();
  });

  it("lays the tape over the table: its length in millimetres, and whether the line is free", async () => {
    const { host, asked, chosen } = shown(V.move);
    drag(host, ".wl-table", { x: 250, y: 100 }, { x: 250, y: 200 });
    expect(asked.slice(-2)).toEqual(["distance 500,200 500,400", "line 500,200 500,400"]);
    expect(host.querySelector(".wl-measure .wl-plate")!.textContent).toContain("200 mm");
    await new Promise((done) => setTimeout(done));
    expect(host.querySelector(".wl-measure .wl-plate")!.textContent).toContain("120 mm"); // as the game answered
    expect(chosen).toEqual([]);
  });

  it("measures between pieces with the tape in hand, and chooses nothing meanwhile", () => {
    const { host, asked, chosen, offer } = shown(V.pick);
    const button = host.querySelector<HTMLButtonElement>(".bar-button")!;
    button.click();
    expect(button.getAttribute("aria-pressed")).toBe("true");
    press(host, offer.find(([verb]) => verb === V.pick)![1]!);
    press(host, offer.filter(([verb]) => verb === V.pick)[1]![1]!);
    expect(chosen).toEqual([]);
    expect(asked.filter((query) => query.startsWith("distance")).length).toBe(1);
    button.click();
    expect(host.querySelector(".wl-measure")).toBeNull();
  });

  it("shows what is left of each army, the round and the die above the table", () => {
    const { host, view } = shown(V.pick);
    const { kind, corner } = view.table as unknown as { kind: number[]; corner: number[] };
    expect(host.querySelectorAll(".bar-seat").length).toBe(corner.length);
    expect(host.querySelector(".bar-seat")!.getAttribute("aria-label")).toContain("soldier");
    expect(host.querySelector(".bar-title")!.textContent).toMatch(/Round \d+/);
    expect(host.querySelector(".wl-die")!.textContent).toMatch(/\d+ mm/);
    expect(host.querySelectorAll(".wl-pieces .wl-figure").length).toBeGreaterThan(kind.length);
  });

  it("rings whom a piece could attack now, as the game says, and ties a squad to its leader", async () => {
    const { host, board, view } = shown(V.pick);
    const name = source.settings[0]!.handout.words["piece"]!["1"]!;
    board.destroy();
    const again = mountOn(mount, source, 0, 0, name);
    again.board.set(view);
    again.board.offer([]);
    again.host.querySelector('[data-field="0"]')!.dispatchEvent(new Event("pointerover", { bubbles: true }));
    expect(again.host.querySelectorAll(".wl-reach-ring").length).toBe(1);
    expect(again.host.querySelectorAll(".wl-tether").length).toBeGreaterThan(0);
    await new Promise((done) => setTimeout(done));
    expect(again.host.querySelectorAll(".wl-target").length).toBe(1);
    expect(host.childElementCount).toBe(0);
  });
});
