import { describe, expect, it } from "vitest";
import { dress, hue } from "../src/shell/colours";
import { placing } from "../src/shell/placing";

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
