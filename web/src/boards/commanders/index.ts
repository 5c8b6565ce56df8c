/** Commanders: nine sectors with battle zones, orders drawn as arrows, a sheet of orders, combats told step by step. */

import type { Action, CommandersHand, CommandersTable, Event } from "../../wire";
import { CommandersVerb as V } from "../../wire";
import type { Board, BoardContext, Gesture, Mount, View } from "../board";
import type { Point } from "../kit";
import { afterMore, drawing, el, endingOf, Fields, Menu, namedBy, namedIn, nameEnding, operandKind, place, sameAction, sayAction, sayChoice, spoken, Stage, text } from "../kit";
import { OrderDrag } from "./drag";
import { control, explain } from "./explain";
import { Ground } from "./ground";
import { say, sectorLabel, unitLabel } from "./labels";
import type { Spots } from "./layout";
import { ARMY, FULL, GAP, HEIGHT, Layout, OFF, RESERVE, SECTORS, SIDE, SMALL, STRIP, WIDTH } from "./layout";
import { lines, MENU } from "./menu";
import { Theatre } from "./motion";
import { orderArrows, wayArrows } from "./orders";
import { CLEAR, DONE, DROP, GIVE, Panel, STRIKE, TOLD } from "./panel";
import { Rolls } from "./rolls";
import { Sheet } from "./sheet";
import { drawUnit } from "./units";
import "./commanders.css";

const NARROW = 560; // pixels: on a phone the field alone is shown at first, the panel is below it
export const UNIT = 100; // ids of units' fields; sectors have their own numbers
const PLANNING = 1;
const BELOW = 446; // height of the panel below the field

type CommandersView = View<CommandersTable, CommandersHand>;

export const mount: Mount = (element, context) => new CommandersBoard(element, context);

class CommandersBoard implements Board {
  private layout: Layout;
  private ground: Ground;
  private drawing;
  private layers;
  private stage: Stage;
  private fields: Fields;
  private menu: Menu;
  private panel: Panel;
  private theatre: Theatre;
  private units = new Map<number, SVGGElement>();
  private spots: Spots = new Map();
  private view: CommandersView | null = null;
  private actions: Action[] = [];
  private sheet: Sheet | null = null;
  private selected = -1;
  private path: number[] = [];
  private rolls = new Rolls();
  private heard: Event[] = [];
  private pointed: number | null = null;
  private drag: OrderDrag;
  private portrait = false;
  private focused = -1;
  private ruined = -1; // the terrain is drawn for these destroyed buildings

  constructor(
    private element: HTMLElement,
    private context: BoardContext,
  ) {
    this.layout = new Layout(context.seat === 1);
    this.ground = new Ground(context.handout, this.layout);
    this.drawing = drawing(element, { x: -8, y: -8, width: 10, height: 10 }, context.texts[""]?.["title"] ?? "");
    this.drawing.svg.classList.add("cm-board");
    this.layers = {
      sectors: this.drawing.layer("cm-sectors"),
      art: this.drawing.layer("cm-art"),
      fronts: this.drawing.layer("cm-fronts"),
      markers: this.drawing.layer("cm-markers"),
      names: this.drawing.layer("cm-names"),
      units: this.drawing.layer("cm-units"),
      arrows: this.drawing.layer("cm-arrows"),
      effects: this.drawing.layer("cm-effects"),
      panel: this.drawing.layer("cm-panel aside"),
      menu: this.drawing.layer("cm-menu"),
    };
    this.stage = new Stage(context.motion);
    this.fields = new Fields(this.drawing.svg, { choose: (id) => this.choose(id), point: (id) => this.point(id) });
    this.menu = new Menu(MENU, this.layers.menu, this.fields, (action) => sayChoice(context, this.view, action));
    this.panel = new Panel(this.layers.panel, this.fields, context, (key) => say(context, key));
    this.theatre = new Theatre(this.layers.effects, this.stage, this.layout, context);
    this.layers.sectors.append(el("rect", { x: -2, y: STRIP + GAP - 2, width: WIDTH + 4, height: 3 * SIDE + 4, rx: 12, class: "cm-field" }));
    for (let where = 0; where < RESERVE + 2; where++) {
      const made = this.ground.field(where);
      this.layers.sectors.append(made);
      this.fields.put(where, made, this.layout.middle(where), spoken(context, "sector", where));
      const { x, y, width, height } = this.layout.area(where);
      if (where < SECTORS) this.layers.names.append(text(x + 18, y + 18, spoken(context, "sector", where), { class: "cm-name", "font-size": 17 }));
      else this.layers.names.append(text(x + width - 10, y + height - 11, spoken(context, "sector", where), { class: "cm-caption", "font-size": 10, "text-anchor": "end" }));
    }
    for (const seat of [0, 1]) {
      const { x, y, width, height } = this.layout.box(seat);
      this.layers.sectors.append(el("rect", { x: x + 2, y: y + 2, width: width - 4, height: height - 4, rx: 10, class: "cm-rout-box" }));
      this.layers.names.append(text(x + width - 10, y + height - 11, say(context, "rout-box"), { class: "cm-caption", "font-size": 10, "text-anchor": "end" }));
    }
    this.fit(true);
    window.addEventListener("resize", this.resize);
    this.drag = new OrderDrag(this.drawing.svg, this.layers.units, this.layers.arrows, this.layout, {
      start: (field) => this.startDrag(field - UNIT),
      end: (unit, over, end, under) => this.endDrag(unit, over, end, under),
      pinch: (id, x, y) => {
        this.fields.mark([], "cm-reach");
        this.drawing.view.press(id, x, y);
      },
    });
  }

  set(view: View): void {
    this.stage.cut();
    this.view = view as CommandersView;
    this.rolls.shownWith(this.view.table);
    this.actions = [];
    this.sheet = null;
    this.fit();
    this.menu.close();
    this.draw();
  }

  offer(actions: Action[]): void {
    this.actions = actions;
    const { table, hand } = this.view ?? {};
    const planning = table?.phase === PLANNING && hand && actions.length > 0;
    this.sheet = planning ? new Sheet(table, hand, actions, this.context.handout.options["couriers"] ? 1 : 0, this.context.draft.read()) : null;
    if (!this.goesOn()) this.clear();
    this.tellSheet();
    this.light();
  }

  /** The page lists the same sheet: what is chosen there is drawn here. */
  private tellSheet(): void {
    const { sheet, context } = this;
    if (!sheet) return context.sheet(null);
    context.sheet({
      written: sheet.actions(),
      open: [...sheet.offered(), ...this.actions.filter(([verb]) => verb === V.strike)],
      takes: (actions) => sheet.tries(actions),
      write: (actions) => {
        const fits = sheet.tries(actions);
        if (fits) for (const [, unit = -1, ...path] of actions) sheet.add(unit, path);
        if (fits) this.redraft();
        return fits;
      },
      strike: (index) => {
        sheet.drop(index);
        this.redraft();
      },
      ending: (ending) => afterMore(context, ending, sheet.orders.length),
    });
  }

  async play(events: Event[]): Promise<void> {
    if (this.heard !== events) this.hear(events, false); // a replay only plays
    this.clear();
    if (this.view) await this.theatre.play(events, this.units, this.spots, this.view.table);
  }

  hear(events: Event[], afresh: boolean): void {
    this.heard = events;
    this.rolls.hear(events, afresh);
  }

  latest(events: Event[]): void {
    this.fields.recall(namedIn(this.context.handout, events, { unit: UNIT }));
  }

  preview(action: Action | null): void {
    const marked = new Set<number>();
    if (action)
      action.slice(1).forEach((value, i) => {
        const kind = operandKind(this.context.handout.verbs[action[0] ?? 0], i);
        if (kind === "unit") marked.add(UNIT + value);
        else if (kind === "sector") marked.add(value);
      });
    this.fields.mark(marked, "previewed");
    this.layers.effects.replaceChildren();
    if (action?.[0] === V.order) this.layers.effects.append(...wayArrows(this.layout, this.spots, action[1]!, action.slice(2), "cm-draft"));
  }

  trace(gesture: Gesture | null): void {
    this.fields.mark(namedBy(gesture, { sector: 0, origin: 0, unit: UNIT }), "previewed");
    this.layers.effects.replaceChildren();
    for (const action of gesture?.actions ?? []) if (action[0] === V.order) this.layers.effects.append(...wayArrows(this.layout, this.spots, action[1]!, action.slice(2), "cm-draft"));
  }

  destroy(): void {
    this.stage.cut();
    window.removeEventListener("resize", this.resize);
    this.drag.destroy();
    this.fields.destroy();
    this.drawing.destroy();
  }

  // drawing --------------------------------------------------------------------------

  /** The panel lies beside the field, on a tall screen below it. */
  private fit(first = false): boolean {
    const narrow = this.element.clientWidth > 0 && this.element.clientWidth < NARROW;
    const portrait = narrow || this.element.clientHeight > this.element.clientWidth * 1.05;
    if (portrait === this.portrait && !first) return false;
    this.portrait = portrait;
    this.drawing.view.resize({ x: -6, y: -6, width: portrait ? WIDTH + 12 : WIDTH + 298, height: portrait ? HEIGHT + BELOW + 14 : HEIGHT + 12 }, narrow ? { x: -2, y: -2, width: WIDTH + 4, height: HEIGHT + 4 } : null);
    return true;
  }

  private resize = (): void => {
    if (this.fit() && this.view) this.light();
  };

  private draw(): void {
    const { table, hand } = this.view!;
    this.noteFocus();
    for (const layer of ["fronts", "markers", "units", "effects"] as const) this.layers[layer].replaceChildren();
    if (this.ruined !== table.ruined) this.layers.art.replaceChildren(this.ground.art(table.ruined));
    this.ruined = table.ruined;
    table.zones.forEach(([white = 0, black = 0, kind = -1], z) => {
      const ends: [number, number][] = white === black ? [[white, white]] : kind >= 0 ? [[white, kind], [black, kind]] : [[white, black], [black, white]];
      for (const [from, to] of ends) this.layers.fronts.append(this.ground.front(from, to, "cm-front"));
      const at = this.layout.border(...ends[0]!);
      this.layers.markers.append(el("circle", { cx: at.x, cy: at.y, r: 9, class: "cm-number" }), text(at.x, at.y + 0.5, spoken(this.context, "zone", z), { class: "cm-number-text", "font-size": 11 }));
    });
    const inSector = new Map<number, number>();
    for (let i = 0; i + 2 < table.markers.length; i += 3) {
      const [colour = 0, kind = 0, sector = 0] = table.markers.slice(i, i + 3);
      const nth = inSector.get(sector) ?? 0;
      inSector.set(sector, nth + 1);
      this.layers.markers.append(this.ground.marker(colour, kind, sector, nth));
    }
    table.token.forEach((sector, unit) => sector >= 0 && this.token(sector, unit));
    this.spots = this.layout.units(table, hand?.spot, this.context.seat);
    const picked = new Set((hand?.picks ?? []).map((code) => (code >> 4) & 63));
    for (const unit of [...this.units.keys()]) if (!this.spots.has(unit)) this.fields.remove(UNIT + unit);
    this.units.clear();
    for (const [unit, { at, small }] of [...this.spots].sort(([, a], [, b]) => a.at.y - b.at.y)) {
      const seat = Math.floor(unit / ARMY);
      const secret = table.place[unit] === OFF;
      const made = drawUnit({ seat, kind: table.kind[unit] ?? 0, status: table.status[unit] ?? 0, small, picked: picked.has(unit), secret });
      place(made, at.x, at.y, 0, small ? SMALL : FULL);
      this.layers.units.append(made);
      this.units.set(unit, made);
      this.fields.put(UNIT + unit, made, at, unitLabel(this.context, this.view!, unit, this.sheet));
    }
    for (let where = 0; where < RESERVE + 2; where++) this.fields.label(where, sectorLabel(this.context, table, this.ground, where));
    this.drawPanel();
    this.drawArrows();
    this.keepFocus();
  }

  /** The keyboard stays where it was when what it was on is drawn anew. */
  private noteFocus(): void {
    const active = document.activeElement;
    if (active && active !== document.body) this.focused = this.drawing.svg.contains(active) ? Number(active.getAttribute("data-field") ?? -1) : -1;
  }

  private keepFocus(): void {
    if (this.focused >= 0 && document.activeElement === document.body) this.fields.get(this.focused)?.element.focus();
  }

  private token(sector: number, unit: number): void {
    const { x, y } = this.layout.area(sector);
    const at = { x: x + 20 + (unit % 2) * 8, y: y + STRIP * 2.25 - Math.floor(unit / ARMY) * 10 };
    this.layers.markers.append(el("circle", { cx: at.x, cy: at.y, r: 9, class: "cm-token" }), text(at.x, at.y, spoken(this.context, "unit", unit).slice(0, 1).toUpperCase(), { class: "cm-token-text", "font-size": 10 }));
  }

  private drawPanel(): void {
    const { table, hand } = this.view!;
    const { sheet } = this;
    const done = this.actions.some((action) => sameAction(action, [V.done]));
    const ending = done ? endingOf(this.view, [V.done]) : undefined;
    const name = ending ? nameEnding(this.context, sheet ? afterMore(this.context, ending, sheet.orders.length) : ending) : sayAction(this.context, [V.done]);
    const columns = this.portrait ? [{ x: 0, y: HEIGHT + 8 }, { x: WIDTH / 2 + 4, y: HEIGHT + 8 }] : [{ x: WIDTH + 12, y: 0 }];
    this.panel.draw({ table, hand, sheet: this.sheet, struck: new Set(this.actions.filter(([verb]) => verb === V.strike).map(([, unit]) => unit!)), told: this.rolls.told, done: done ? name : "", some: (ending?.count ?? 0) > 0 }, columns, this.portrait ? WIDTH / 2 - 4 : 272, this.portrait ? BELOW : HEIGHT);
  }

  private drawArrows(): void {
    this.layers.arrows.replaceChildren(...orderArrows(this.view!, this.layout, this.spots, this.sheet?.orders ?? []));
    if (this.selected >= 0 && this.path.length) this.layers.arrows.append(...wayArrows(this.layout, this.spots, this.selected, this.path, "cm-draft"));
  }

  // choosing -------------------------------------------------------------------------

  private clear(): void {
    if (this.selected >= 0) this.context.pick("", -1);
    this.selected = -1;
    this.path = [];
    this.menu.close();
    this.drag.stop();
  }

  /** News of others do not take the pen out of the hand that draws an order, as long as it can be given. */
  private goesOn(): boolean {
    const unit = this.drag.active ? this.drag.unit : this.selected;
    return unit >= 0 && !!this.sheet?.paths(unit).some((path) => this.path.every((sector, i) => path[i] === sector));
  }

  /** Actions of a unit: those that name it first. */
  private of(unit: number): Action[] {
    return this.actions.filter((action) => action.length > 1 && action[1] === unit);
  }

  private light(): void {
    if (!this.view) return;
    this.noteFocus();
    this.drawPanel();
    this.drawArrows();
    const lit = new Set<number>();
    const named = new Set(this.actions.filter((action) => action.length > 1).map((action) => action[1]!));
    if (this.selected < 0 && !this.sheet && named.size === 1) {
      const only = [...named][0]!;
      if (this.of(only).some((action) => action.length > 2 && action[0] !== V.reroll)) this.selected = only; // the question is about this unit alone
    }
    if (this.selected >= 0 && this.sheet) {
      const depth = this.path.length;
      for (const path of this.sheet.paths(this.selected)) if (this.path.every((sector, i) => path[i] === sector)) lit.add(path[depth] ?? path[depth - 1]!);
      lit.add(UNIT + this.selected);
    } else if (this.selected >= 0) {
      for (const action of this.of(this.selected)) if (action.length > 2) lit.add(this.place(action));
      lit.add(UNIT + this.selected);
    } else for (const unit of this.sheet ? this.sheet.open() : named) lit.add(UNIT + unit);
    if (!this.sheet || this.selected < 0) for (const id of this.panel.buttons) lit.add(id); // keys walk through the ways of a unit only
    this.fields.light([...lit].filter((id) => this.fields.get(id)));
    this.fields.mark(this.selected >= 0 ? [UNIT + this.selected] : [], "asked");
    this.keepFocus();
  }

  /** The field of an action's second operand. */
  private place(action: Action): number {
    return action[0] === V.aim ? UNIT + action[2]! : action[0] === V.reroll ? UNIT + action[1]! : action[2]!;
  }

  private choose(id: number): void {
    const { menu, sheet } = this;
    const listed = menu.at(id);
    if (listed && id < DROP) return this.report(listed);
    if (id === DONE) return this.context.choose([V.done]);
    if (id === GIVE && sheet) return this.context.perform([...sheet.actions(), [V.done]], true); // it stays a draft until it is accepted
    if (id >= TOLD) return;
    if (id >= STRIKE && id < GIVE && sheet) return this.context.choose([V.strike, sheet.given[id - STRIKE]!.unit]);
    if (id >= DROP && sheet) {
      if (id === CLEAR) sheet.orders = [];
      else sheet.drop(id - DROP);
      return this.redraft();
    }
    if (id >= UNIT && id < MENU) return this.chooseUnit(id - UNIT);
    if (id < UNIT) this.chooseSector(id);
  }

  private report(action: Action): void {
    this.clear();
    this.context.choose(action);
  }

  private redraft(): void {
    this.context.draft.write(this.sheet?.write() ?? "");
    this.clear();
    for (const unit of this.units.keys()) this.fields.label(UNIT + unit, unitLabel(this.context, this.view!, unit, this.sheet));
    this.tellSheet();
    this.light();
  }

  private chooseUnit(unit: number): void {
    if (this.selected >= 0 && unit !== this.selected) {
      const aimed = this.of(this.selected).filter((action) => action[0] === V.aim && action[2] === unit);
      if (aimed[0]) return this.report(aimed[0]);
      const where = this.spots.get(unit)?.place ?? -1;
      if (this.fields.isLit(where) && this.standIn(unit) < 0) return this.chooseSector(where); // it stands where the order leads
    }
    const again = unit === this.selected;
    this.clear();
    if (again && (this.sheet || new Set(this.actions.map((action) => action[1])).size > 2)) return this.light();
    const stand = this.standIn(unit);
    const found = stand < 0 ? [] : this.of(stand);
    const sector = this.view?.table.place[unit] ?? OFF;
    if (stand >= 0 && sector < OFF) this.context.pick("sector", sector); // what all of its sector can do
    if (this.sheet) this.selected = stand;
    else if (found.length === 1) return this.report(found[0]!);
    else if (found.length && found.every((action) => action.length === 2 || action[0] === V.reroll)) return this.openMenu(found, stand);
    else if (found.length) {
      this.selected = stand;
      this.light();
      const here = found.filter((action) => action.length === 2);
      if (here.length) this.openMenu(here, stand);
      return;
    }
    this.light();
  }

  /** The offered unit a unit of the same kind, place and condition stands for; -1 when there is none. */
  private standIn(unit: number): number {
    if (this.sheet) return Math.floor(unit / ARMY) === this.context.seat && this.sheet.open().includes(this.sheet.standIn(unit)) ? this.sheet.standIn(unit) : -1;
    const { kind, place: places, status } = this.view!.table;
    const named = this.actions.filter((action) => action.length > 1).map((action) => action[1]!);
    if (named.includes(unit)) return unit;
    const order = (each: number) => `${this.view!.hand?.way1[each % ARMY]} ${this.view!.hand?.way2[each % ARMY]} ${this.view!.hand?.spot[each % ARMY]}`;
    const own = Math.floor(unit / ARMY) === this.context.seat;
    return (own && named.find((each) => kind[each] === kind[unit] && places[each] === places[unit] && status[each] === status[unit] && order(each) === order(unit))) || -1;
  }

  private openMenu(actions: Action[], unit: number): void {
    const ids = this.menu.open(actions, lines(this.spots.get(unit)?.at ?? { x: 0, y: 0 }));
    const lit = [...this.layers.sectors.querySelectorAll(".offered"), ...this.layers.units.querySelectorAll(".offered")].map((found) => Number(found.getAttribute("data-field")));
    this.fields.light([...ids, ...lit, ...this.panel.buttons]);
    this.fields.get(ids[0]!)?.element.focus();
  }

  private chooseSector(sector: number): void {
    if (this.selected < 0) return;
    if (!this.sheet) {
      const found = this.of(this.selected).filter((action) => action[0] !== V.aim && action[2] === sector);
      if (found.length === 1) this.report(found[0]!);
      else if (found.length) this.openMenu(found, this.selected);
      return;
    }
    const paths = this.sheet.paths(this.selected);
    const next = [...this.path, sector];
    const longer = paths.filter((path) => next.every((each, i) => path[i] === each));
    if (longer.some((path) => path.length > next.length)) {
      this.path = next; // horse may go on: the next sector, or this one again to end here
      return this.light();
    }
    const path = longer.length ? next : this.path.at(-1) === sector ? this.path : null;
    if (path && this.sheet.add(this.selected, path)) this.redraft();
  }

  // dragging -------------------------------------------------------------------------

  /** The unit whose order is drawn when a drag starts on a unit. */
  private startDrag(unit: number): { unit: number; from: Point } | null {
    const spot = this.spots.get(unit);
    const stand = spot && this.view ? this.standIn(unit) : -1;
    if (!spot || stand < 0 || !(this.sheet || this.of(stand).some((action) => action.length > 2))) return null;
    this.fields.mark(this.goals(stand), "cm-reach");
    return { unit: stand, from: spot.at };
  }

  private endDrag(unit: number, over: number[], end: number, under: number): void {
    this.fields.mark([], "cm-reach");
    if (this.sheet) {
      const path = end >= 0 ? this.sheet.meant(unit, over) : null;
      if (path && this.sheet.add(unit, path)) this.redraft();
      return;
    }
    const found = this.of(unit).filter((action) => action.length > 2 && (action[0] === V.aim ? UNIT + action[2]! === under : action[2] === end));
    if (found.length === 1) this.report(found[0]!);
    else if (found.length) this.openMenu(found, unit);
  }

  /** Sectors a unit's offered orders or actions lead to. */
  private goals(unit: number): number[] {
    if (this.sheet) return this.sheet.paths(unit).flat();
    return this.of(unit).filter((action) => action.length > 2 && action[0] !== V.aim && action[0] !== V.reroll).map((action) => action[2]!);
  }

  // pointing -------------------------------------------------------------------------

  private point(id: number | null): void {
    this.pointed = id;
    for (const found of this.layers.arrows.children) found.classList.toggle("cm-pointed", id !== null && found.getAttribute("data-unit") === String(id - UNIT));
    const field = id === null ? undefined : this.fields.get(id);
    const unit = id !== null && id >= UNIT && id < MENU ? id - UNIT : -1;
    if (!this.drag.active) this.fields.mark(this.view && this.selected < 0 && unit >= 0 ? this.goals(Math.max(unit, this.standIn(unit))) : [], "cm-reach");
    if (!field || id === null || !this.view) return this.drawing.tooltip.hide();
    const lines = field.label.split(", ");
    this.drawing.tooltip.show(field.element, lines);
    this.context.point(field.label);
    const event = id >= TOLD ? this.rolls.told[id - TOLD] : undefined;
    const words = (key: string) => say(this.context, key);
    if (!event && id >= SECTORS && (unit < 0 || (this.view.table.zone[unit] ?? -1) < 0)) return;
    (id < SECTORS ? control(this.context, id, words) : explain(this.context, this.view.table, event ?? unit, this.rolls.told, words)).then(
      (more) => {
        if (this.pointed !== id || !more.length) return;
        this.drawing.tooltip.show(field.element, [...(event ? [field.label] : lines), ...more]);
        this.context.point([field.label, ...more].join(". "));
      },
      () => {},
    );
  }
}
