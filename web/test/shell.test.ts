import { describe, expect, it } from "vitest";
import type { Handout } from "../src/boards/board";
import { sayEvent, spoken, word } from "../src/boards/kit/words";
import type { SeatInfo } from "../src/net/api";
import { dress, hue } from "../src/shell/colours";
import { isMarked, named, playersOf } from "../src/shell/match/players";
import { placing } from "../src/shell/placing";
import { spokenLanguage } from "../src/texts/index.svelte";

describe("colours of seats", () => {
  it("are the chosen ones, else the usual ones", () => {
    expect(hue({ seat: 0, colour: "green" })).toBe(2);
    expect(hue({ seat: 1, colour: "" })).toBe(1);
    expect(hue({ seat: 9, colour: "unheard of" })).toBe(1);
  });

  it("dress the page for a match and leave nothing behind", () => {
    const style = document.documentElement.style;
    const undress = dress([{ seat: 0, colour: "sky" }, { seat: 1, colour: "blue" }]);
    expect(style.getPropertyValue("--seat-0")).toBe("var(--hue-5)");
    expect(style.getPropertyValue("--seat-0-ink")).toBe("var(--hue-5-ink)");
    undress();
    expect(style.getPropertyValue("--seat-0")).toBe("");
  });
});

describe("placing", () => {
  it("says places, ties shared, and a draw", () => {
    expect([0, 1, 2].map((seat) => placing([-1000, 1000, -1000], seat))).toEqual(["2.", "1.", "2."]);
    expect(placing([0, 0], 1)).toBe("=");
    expect(placing([], 0)).toBe("");
  });
});

describe("names of players", () => {
  const seats = (...names: string[]) => names.map((name, seat) => ({ seat, name, kind: "person" }) as SeatInfo);
  const handout = (game: string, sides: number[]): Handout => ({
    game, version: 1, seats: sides.length, sides, options: {}, verbs: [], data: {},
    events: [{ word: "turn", operands: ["seat"] }, { word: "earned", operands: ["side"] }, { word: "said", operands: ["group"] }],
    words: { seat: { "0": "red", "1": "blue", "2": "green" }, side: { "0": "red", "1": "blue" } },
    patterns: { group: ["bits", "seat"] },
  });
  const texts = { event: { turn: "{seat} is on.", earned: "{side} earns.", said: "To {group}." }, word: { red: "Red", blue: "Blue" } };

  it("stand in every sentence, whatever they mean elsewhere", () => {
    const language = { handout: named(handout("company_leader", [0, 1, 0]), ["Anna", "red", "Cem"]), texts };
    expect(sayEvent(language, [0, 0])).toBe("Anna is on.");
    expect(sayEvent(language, [0, 1])).toBe("red is on.");
    expect(sayEvent(language, [1, 0])).toBe("Anna + Cem earns.");
    expect(sayEvent(language, [2, 5])).toBe("To Anna + Cem.");
  });
  it("leave sides alone that have names of their own", () => {
    expect(spoken({ handout: named({ ...handout("commanders", [0, 1]), sides_named: true }, ["Anna", "Bert"]), texts }, "seat", 0)).toBe("Red");
  });
  it("tell seats of one person apart", () => {
    expect(playersOf({ game: "picket", seats: seats("Owl", "Owl", "Fox"), options: {} })).toEqual(["Owl · Seat 1", "Owl · Seat 2", "Fox"]);
    expect(playersOf({ game: "leaders", seats: seats("Owl", "Owl"), options: { names: "Anna, Bert" } }, "names")).toEqual(["Anna", "Bert"]);
  });
  it("say guest in the language of the page, and number those who hold several seats", () => {
    expect(playersOf({ game: "picket", seats: seats("Guest ab3d", "Guest x9yz"), options: {} })).toEqual(["Guest ab3d", "Guest x9yz"]);
    expect(playersOf({ game: "picket", seats: seats("Guest ab3d", "Guest ab3d", "Owl"), options: {} })).toEqual(["Player 1", "Player 2", "Owl"]);
    spokenLanguage.code = "de";
    expect(playersOf({ game: "picket", seats: seats("Guest ab3d", "Guestimate"), options: {} })).toEqual(["Gast ab3d", "Guestimate"]);
    spokenLanguage.code = "en";
  });
  it("bear the mark of a guest unless they say so themselves", () => {
    expect([{ name: "Owl", guest: true }, { name: "Owl", guest: false }, { name: "Guest ab3d", guest: true }, { name: "Owl" }].map(isMarked)).toEqual([true, false, false, false]);
  });
  it("write directions as arrows with degrees from straight up, and in notation as they are", () => {
    const turned = { ...handout("war_of_leaders", [0, 1]), patterns: { angle: ["turn", 4096] as [string, number] } };
    expect([0, 1024, 512, 3072, 4000].map((angle) => spoken({ handout: turned, texts }, "angle", angle))).toEqual(["→ 90°", "↓ 180°", "↘ 135°", "↑ 0°", "→ 82°"]);
    expect(word(turned, "angle", 512)).toBe("512");
  });
});
