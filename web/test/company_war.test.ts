import { describe, expect, it } from "vitest";
import { mount } from "../src/boards/company_war";
import { readFacts } from "../src/boards/company_war/facts";
import type { Action, Gesture } from "../src/wire";
import { CompanyWarVerb as V } from "../src/wire";
import { fixture, litFields, mountOn, playThrough, press, seenBy } from "./harness";

const source = fixture("company_war");
const [SHIP, BUTTON, SWITCH, UNIT, HEX] = [100, 500, 900, 1000, 10_000];

/** The first moment of any seat whose offer holds a verb. */
function shown(verb: number) {
  for (const [setting, { moments }] of source.settings.entries())
    for (const moment of moments)
      for (const seat of [0, 1]) {
        const view = seenBy(moment, seat);
        if (!view.offer?.some((action) => action[0] === verb)) continue;
        const made = mountOn(mount, source, setting, seat);
        made.board.set(view);
        made.board.offer(view.offer);
        return { ...made, view, offer: view.offer };
      }
  throw new Error(`no moment offers verb ${verb}`);
}

function sorted(values: Iterable<number>): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

const of = (offer: Action[], verb: number) => offer.filter((action) => action[0] === verb);
const label = (host: HTMLElement, id: number) => host.querySelector(`[data-field="${id}"]`)?.getAttribute("aria-label") ?? "";

/** A course as the game offers it. */
function course(ship: number, goal: number, points: number[]): Gesture {
  const actions: Action[] = [[V.plot, ship], ...points.map((point): Action => [V.jump, point]), [V.arrive]];
  return { key: "course", kinds: ["ship", "goal", "point"], operands: [ship, goal, ...points.slice(0, -1)], actions, ends: 1 };
}

/** A stroke from one field to another.  The simulated page has no places: the drawing's are the pointer's. */
function drag(host: HTMLElement, from: number, to: number): void {
  const svg = host.querySelector("svg")!;
  const plain = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
  Object.assign(svg, { getScreenCTM: () => ({ inverse: () => plain }), setPointerCapture: () => {} });
  const [start, end] = [from, to].map((field) => host.querySelector(`[data-field="${field}"]`)!);
  const event = (kind: string, x: number) => Object.assign(new MouseEvent(kind, { bubbles: true, cancelable: true, clientX: x, clientY: x }), { pointerId: 1, isPrimary: true });
  document.elementFromPoint = () => end!;
  start!.dispatchEvent(event("pointerdown", 0));
  for (const x of [3000, 5000]) svg.dispatchEvent(event("pointermove", x));
  svg.dispatchEvent(event("pointerup", 5000));
}

describe("Company War's board", () => {
  it("draws every moment for every seat and an onlooker, twice the same, and leaves nothing", async () => {
    expect(await playThrough(mount, source)).toBeGreaterThan(80);
  });

  it("draws all points and routes, the four kinds with lines of their own", () => {
    const facts = readFacts(source.settings[0]!.handout);
    const { host } = shown(V.place);
    expect(host.querySelectorAll(".cw-point").length).toBe(facts.points.size);
    for (const kind of ["commercial", "military", "fleet", "union"])
      expect(host.querySelectorAll(`.cw-routes > .cw-${kind}`).length).toBe(facts.routes.filter((route) => route.kind === kind).length);
  });

  it("lights exactly the points a carrier may start at, and a click places it", () => {
    const { host, chosen, offer } = shown(V.place);
    expect(sorted(litFields(host))).toEqual(sorted(offer.map((action) => (action[0] === V.place ? action[2]! : SHIP + action[1]!)))); // other carriers can be turned to
    press(host, offer[1]![2]!);
    expect(chosen).toEqual([offer[1]]);
  });

  it("sends a ship to its destination by two clicks: one message, the best way of those the page found", () => {
    const { board, host, chosen, performed, picked, offer, view } = shown(V.plot);
    const ship = of(offer, V.plot)[0]![1]!;
    const here = (view.table as unknown as { place: number[] }).place[ship]!;
    press(host, SHIP + ship);
    expect([chosen, performed, picked.at(-1)]).toEqual([[], [], `ship ${ship}`]);
    const [goal, other] = [1, 2, 3].filter((point) => point !== here);
    const [best, around] = [course(ship, goal!, [7, goal!]), course(ship, goal!, [8, 9, goal!])];
    board.reaches!([best, course(ship, other!, [other!]), around]);
    expect([goal!, other!].every((point) => litFields(host).includes(point))).toBe(true);
    expect(host.querySelector(`[data-field="${SHIP + ship}"]`)?.classList.contains("asked")).toBe(true);
    press(host, goal!);
    expect([chosen, performed]).toEqual([[], [{ actions: best.actions, whole: true }]]);
  });

  it("says where a course would be stopped, and which other ways there are, while the destination is pointed at", () => {
    const { board, host, offer, pointed } = shown(V.plot);
    const ship = of(offer, V.plot)[0]![1]!;
    press(host, SHIP + ship);
    const stopped: Gesture = { ...course(ship, 3, [7, 3]), key: "course-stopped", kinds: ["ship", "goal", "stop", "point"], operands: [ship, 3, 7, 7] };
    board.reaches!([stopped, course(ship, 3, [8, 9, 3])]);
    host.querySelector('[data-field="3"]')!.dispatchEvent(new MouseEvent("pointerover", { bubbles: true }));
    expect(pointed.at(-1)).toMatch(/would stop it.*by way of/);
    expect(host.querySelector('[data-field="7"]')?.classList.contains("previewed")).toBe(true);
    host.querySelector("svg")!.dispatchEvent(new MouseEvent("pointerleave"));
    expect(host.querySelector('[data-field="7"]')?.classList.contains("previewed")).toBe(false);
  });

  it("sends a ship by a drag, also when its courses become known only afterwards, and a fleet by a drag from its point", () => {
    const { board, host, chosen, performed, picked, offer, view } = shown(V.plot);
    const ship = of(offer, V.plot)[0]![1]!;
    const places = (view.table as unknown as { place: number[] }).place;
    const goal = [1, 2, 3].find((point) => point !== places[ship])!;
    drag(host, SHIP + ship, goal);
    expect([chosen, performed, picked.at(-1)]).toEqual([[], [], `ship ${ship}`]);
    const best = course(ship, goal, [7, goal]);
    board.reaches!([best]);
    expect(performed).toEqual([{ actions: best.actions, whole: true }]);
    board.offer(view.offer!);
    const plots = of(offer, V.plot).map(([, each]) => places[each!]!);
    const fleet = plots.find((point) => plots.filter((other) => other === point).length > 1)!;
    drag(host, fleet, goal === fleet ? 4 : goal);
    expect(picked.at(-1)).toBe(`point ${fleet}`);
    expect(performed.length).toBe(1);
    drag(host, 40, 41);
    expect(picked.at(-1), "nothing of ours lies there").toBe(`point ${fleet}`);
  });

  it("leaves the courses of a fleet that is only looked at in the list", () => {
    const { board, host, performed, picked, offer, view } = shown(V.plot);
    const places = (view.table as unknown as { place: number[] }).place;
    const here = host.querySelector(".cw-points .asked")?.getAttribute("data-field");
    const fleet = sorted(of(offer, V.plot).map(([, ship]) => places[ship!]!)).find((point) => String(point) !== here) ?? Number(here);
    press(host, fleet);
    const goal = [1, 2, 3].find((point) => point !== fleet)!;
    board.reaches!([course(of(offer, V.plot)[0]![1]!, goal, [goal])]);
    press(host, goal);
    expect(performed).toEqual([]);
    expect(picked.at(-1)).toBe(`point ${fleet} to goal ${goal}`);
  });

  it("plots jump by jump when the ship is clicked again", () => {
    const plot = shown(V.plot);
    const action = of(plot.offer, V.plot)[0]!;
    press(plot.host, SHIP + action[1]!);
    expect(plot.chosen).toEqual([]);
    press(plot.host, SHIP + action[1]!);
    expect(plot.chosen).toEqual([action]);
    const jump = shown(V.jump);
    const ways = of(jump.offer, V.jump).map(([, point]) => point!);
    expect(ways.every((point) => litFields(jump.host).includes(point))).toBe(true);
    press(jump.host, ways[0]!);
    expect(jump.chosen).toEqual([[V.jump, ways[0]]]);
  });

  it("ends a course on its last point or with its button", () => {
    const { host, chosen, view } = shown(V.arrive);
    press(host, (view.hand as unknown as { trail: number[] }).trail.at(-1)!);
    press(host, BUTTON);
    expect(chosen).toEqual([[V.arrive], [V.arrive]]);
  });

  it("opens the fleet of a point that is clicked, and chooses nothing by that", () => {
    const { host, chosen, offer, view } = shown(V.plot);
    const places = (view.table as unknown as { place: number[] }).place;
    const other = sorted(places.filter((point) => point > 0)).find((point) => !host.querySelector(`[data-field="${point}"].asked`))!;
    press(host, other);
    expect(chosen).toEqual([]);
    expect(host.querySelector(`[data-field="${SHIP + places.indexOf(other)}"]`)).not.toBeNull();
    expect(offer.length).toBeGreaterThan(0);
  });

  it("gives fire to the target that is clicked and holds it by a button", () => {
    const { host, chosen, offer } = shown(V.aim);
    const aims = of(offer, V.aim);
    expect(sorted(litFields(host).filter((id) => id >= UNIT))).toEqual(sorted(aims.map((action) => UNIT + action[2]!)));
    press(host, UNIT + aims[0]![2]!);
    expect(chosen).toEqual([aims[0]]);
  });

  it("shows orders of battle as buttons", () => {
    const { host, chosen, offer } = shown(V.hold);
    offer.forEach((_, i) => press(host, BUTTON + i));
    expect(chosen).toEqual(offer);
  });

  it("steers by clicking a hexagon", () => {
    const { host, chosen, offer } = shown(V.burn);
    for (const action of of(offer, V.burn)) {
      chosen.length = 0;
      press(host, HEX + action[2]!);
      expect(chosen).toEqual([action]);
      expect(label(host, HEX + action[2]!)).toMatch(/ -?\d+,-?\d+$/);
    }
  });

  it("deploys, gives speed and coasts on the tactical map", () => {
    for (const verb of [V.speed, V.coast]) {
      const { host, chosen, offer } = shown(verb);
      const hexes = litFields(host).filter((id) => id >= HEX);
      for (const id of hexes) press(host, id);
      expect(chosen.some((action) => action[0] === verb)).toBe(true);
      for (const action of chosen) expect(offer).toContainEqual(action);
    }
  });

  it("shows the star map during a battle and goes back", () => {
    const { host, offer } = shown(V.aim);
    press(host, SWITCH);
    expect(host.querySelector(".cw-point")).not.toBeNull();
    press(host, SWITCH);
    expect(litFields(host).filter((id) => id >= UNIT).length).toBe(of(offer, V.aim).length);
  });

  it("keeps the focus on the board from one question to the next", () => {
    const { host, board, offer, view } = shown(V.burn);
    const hex = host.querySelector<SVGElement>(`[data-field="${HEX + of(offer, V.burn)[0]![2]!}"]`)!;
    hex.focus();
    board.set(view);
    board.offer(offer);
    expect(document.activeElement?.getAttribute("data-field")).toBe(hex.getAttribute("data-field"));
    board.set({ ...view, offer: [] });
    (document.activeElement as HTMLElement | null)?.blur();
    board.destroy();
    expect(host.childElementCount).toBe(0);
  });

  it("draws the shot pointed at, on the board or in the list, and takes it away again", () => {
    const { host, board, offer } = shown(V.aim);
    const aim = offer.find((action) => action[0] === V.aim)!;
    host.querySelector(`[data-field="${UNIT + aim[2]!}"]`)!.dispatchEvent(new Event("pointerover", { bubbles: true }));
    expect(host.querySelectorAll(".cw-aiming").length).toBe(1);
    host.querySelector(".board-svg")!.dispatchEvent(new Event("pointerleave"));
    expect(host.querySelectorAll(".cw-aiming").length).toBe(0);
    board.preview!(aim);
    expect(host.querySelectorAll(".cw-aiming").length).toBe(1);
    board.preview!(null);
    expect(host.querySelectorAll(".cw-aiming").length).toBe(0);
  });

  it("asks the game what a shot needs", async () => {
    const { host, asked } = shown(V.aim);
    host.querySelector(".field.offered[data-field^='1']")!.dispatchEvent(new Event("pointerover", { bubbles: true }));
    await Promise.resolve();
    expect(asked[0]).toMatch(/^number \S+ \S+$/);
  });

  it("shows an onlooker nothing of plots, troops and secret set-ups", () => {
    const { moments } = source.settings[1]!;
    const secret = moments.find(({ seats, onlooker }) => (onlooker.table as unknown as { place: number[] }).place[0]! < 0 && (seats[0]!.hand as unknown as { start: number[] }).start[0]! > 0)!;
    const own = mountOn(mount, source, 1, 0);
    own.board.set(secret.seats[0]!);
    expect(own.host.querySelector(".piece-fold")).not.toBeNull();
    const onlooker = mountOn(mount, source, 1, -1);
    onlooker.board.set(secret.onlooker);
    expect(onlooker.host.querySelector(".piece-fold")).toBeNull();
    expect(onlooker.host.querySelectorAll(".cw-hidden").length).toBe(3);
    expect(onlooker.host.querySelector(".cw-course")).toBeNull();
  });
});
