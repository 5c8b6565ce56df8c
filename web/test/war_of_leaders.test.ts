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

describe("War of Leaders' board", () => {
  it("draws moments for every seat and an onlooker, twice the same, and leaves nothing", async () => {
    expect(await playThrough(mount, source)).toBeGreaterThan(60);
  }, 120_000);

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
    expect(asked.map((query) => query.split(" ")[0])).toEqual(["distance", "line"]);
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
});
