/** Designs and balance tests of the server, typed. */

import type { Value } from "../boards/board";
import { call, query } from "./api";

export interface Sketch { game: string; seats: number; options: Record<string, Value> }
export interface DesignLine {
  id: string; game: string; name: string; seats: number; public: boolean; revision: number; created: number; changed: number;
  copied: string | null; owner: string; mine: boolean;
}
export interface Design extends DesignLine { options: Record<string, Value>; link: string | null }
export interface Finding { grave: boolean; fine: boolean; key: string; text: string; where: string[]; values: Record<string, string> }
export interface Side { side: number; seats: number[]; wins: number; share: number; low: number; high: number }
export interface Tally {
  played: number; decided: number; draws: number; unfinished: number; decisions: number; sides: Side[];
  verdict: { key: "few" | "draws" | "even" | "favours" | "harms"; sides: number[]; margin: number };
}
export interface Trial { id: string; bot: string; games: number; state: "waiting" | "running" | "done" | "late" | "cancelled" | "failed"; tally: Tally | null }

const at = (id: string) => `/v1/designs/${encodeURIComponent(id)}`;

export const designs = {
  mine: (cursor?: string | null) => call<{ designs: DesignLine[]; cursor: string | null }>("GET", "/v1/designs" + query({ mine: true, cursor })),
  open: (game?: string, cursor?: string | null) => call<{ designs: DesignLine[]; cursor: string | null }>("GET", "/v1/designs" + query({ game, cursor })),
  get: (id: string, link?: string | null) => call<Design>("GET", at(id), undefined, link),
  create: (wish: Sketch & { name: string; public: boolean }) => call<Design>("POST", "/v1/designs", wish),
  change: (id: string, wish: { revision: number; name: string; seats: number; options: Record<string, Value>; public: boolean }) => call<Design>("PUT", at(id), wish),
  remove: (id: string) => call<void>("DELETE", at(id)),
  renew: (id: string) => call<Design>("POST", at(id) + "/link"),
  check: (sketch: Sketch) => call<{ playable: boolean; remarks: Finding[] }>("POST", "/v1/designs/check", sketch),
  tryOut: (sketch: Sketch & { games: number; bot: string; seed: number }) => call<{ id: string }>("POST", "/v1/designs/balance", sketch),
  trial: (id: string) => call<Trial>("GET", `/v1/designs/balance/${encodeURIComponent(id)}`),
  stop: (id: string) => call<void>("DELETE", `/v1/designs/balance/${encodeURIComponent(id)}`),
};
