import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, Problem } from "../src/net/api";
import { crowd } from "../src/net/crowd.svelte";

const refusal = (status: number, details: Record<string, unknown>) =>
  new Response(JSON.stringify({ key: "too-many-requests", message: "", details }), { status, headers: { "Content-Type": "application/json" } });
const welcome = () => new Response(JSON.stringify({ user: "u", name: "Owl" }), { status: 201, headers: { "Content-Type": "application/json" } });

describe("too many from one network", () => {
  let answers: Response[] = [];
  const sent: string[] = [];
  beforeEach(() => {
    vi.useFakeTimers();
    sent.length = 0;
    vi.stubGlobal("fetch", (path: string, asked: { body: string }) => { sent.push(`${path} ${asked.body}`); return Promise.resolve(answers.shift()); });
  });
  afterEach(() => { vi.useRealTimers(); vi.unstubAllGlobals(); });

  it("is told with a countdown and tried again by itself", async () => {
    answers = [refusal(429, { limit: "guest", retry_after: 20 }), welcome()];
    const entered = api.guest("Owl", "a-link");
    await vi.advanceTimersByTimeAsync(1);
    expect(crowd.left).toBe(20);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(crowd.left).toBe(5);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(6_000);
    expect((await entered).name).toBe("Owl");
    expect(crowd.left).toBe(0);
    expect(sent).toEqual(Array(2).fill('/v1/guests {"name":"Owl","link":"a-link"}'));
  });

  it("is no reason to repeat what one person does too often", async () => {
    answers = [refusal(429, { limit: "create", retry_after: 20 })];
    await expect(api.create({ game: "picket" })).rejects.toBeInstanceOf(Problem);
    expect(crowd.left).toBe(0);
  });
});
