/** One seat of one match over one socket: reconnects by itself, sends every message until it is answered. */

import type { Action } from "../wire";
import type { About, Manner, MatchInfo, Performed, Talk, Told } from "./api";
import { seatWord } from "./api";

export interface SessionEvents {
  view(told: Told, about: About, seq: number, fresh: boolean, performed?: Performed): void;
  /** How far a gesture came whose view was told before. */
  performed(how: Performed): void;
  /** What the table answers for this seat; `first`: as it was when the line was opened. */
  manner(manner: Manner, first: boolean): void;
  match(info: MatchInfo): void;
  talks(all: Talk[]): void;
  talk(one: Talk): void;
  present(seats: number[]): void;
  refused(error: { key: string; message: string }): void;
  online(yes: boolean): void;
  /** The seat is no longer ours: somebody else has it, or a bot plays on. */
  gone(): void;
  /** The difference between the server's clock and ours, in milliseconds. */
  time(ahead: number): void;
}

const STEP = 256; // characters: what is sent is filled up to a multiple of it
const NO_SEAT = 4403; // the code by which a line ends whose seat has changed hands
const WAITS = [300, 700, 1500, 3000, 5000, 8000]; // milliseconds before the next try to connect, a little more or less: many come at once after a cut
const GIVEN_WAY = 60_000; // this person has very many pages open: the oldest gives way, and does not push out the next

/** As text of a length that does not tell the action: who sees encrypted traffic sees its lengths. */
function filled(message: unknown[]): string {
  const text = JSON.stringify(message);
  return text.padEnd(Math.ceil(text.length / STEP) * STEP);
}

export class Session {
  private socket: WebSocket | null = null;
  private unanswered = new Map<string, unknown[]>();
  private seq = 0;
  private tries = 0;
  private timer = 0;
  private closed = false;
  private first = true;

  constructor(
    private match: string,
    readonly seat: number,
    private link: string | null,
    private events: SessionEvents,
  ) {
    window.addEventListener("online", this.retry);
    window.addEventListener("offline", this.lost);
    this.connect();
  }

  do(ask: number, action: Action): void {
    this.send(["do", fresh(), ask, action]);
  }

  /** Several actions as one gesture: as far as they go, or, if `whole`, all or none. */
  perform(ask: number, actions: Action[], whole: boolean): void {
    this.send(["perform", fresh(), ask, actions, whole]);
  }

  /** Which questions the table answers for this seat. */
  manner(wish: Partial<Manner>): void {
    this.send(["manner", fresh(), wish]);
  }

  call(verb: string): void {
    this.send(["call", fresh(), verb]);
  }

  say(channel: string, text: string): void {
    this.send(["say", fresh(), channel, text]);
  }

  close(): void {
    this.closed = true;
    window.clearTimeout(this.timer);
    window.removeEventListener("online", this.retry);
    window.removeEventListener("offline", this.lost);
    this.unanswered.clear();
    const socket = this.socket;
    this.socket = null;
    hangUp(socket);
  }

  /** The line anew, e.g. after somebody has got a name; what waits is sent on it. */
  renew(): void {
    const socket = this.socket;
    this.socket = null;
    hangUp(socket);
    window.clearTimeout(this.timer);
    this.connect();
  }

  private send(message: unknown[]): void {
    this.unanswered.set(String(message[1]), message);
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(filled(message));
  }

  private connect(): void {
    if (this.closed) return;
    const address = new URL(`/v1/matches/${encodeURIComponent(this.match)}/socket`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.searchParams.set("seat", seatWord(this.seat));
    if (!this.first) address.searchParams.set("since", String(this.seq));
    const socket = new WebSocket(address, this.link ? ["sandtable", `link.${this.link}`] : ["sandtable"]);
    this.socket = socket;
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.socket) this.hear(JSON.parse(event.data) as unknown[]);
    };
    socket.onclose = (event) => {
      if (socket !== this.socket) return;
      this.again(event.reason === "too-many-sockets" ? GIVEN_WAY : 0);
      if (event.code === NO_SEAT) this.events.gone();
    };
  }

  private again(least = 0): void {
    this.socket = null;
    if (this.closed) return;
    this.events.online(false);
    const wait = Math.max(least, (WAITS[Math.min(this.tries, WAITS.length - 1)] ?? 5000) * (0.75 + Math.random() / 2));
    this.tries += 1;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.connect(), wait);
  }

  private retry = (): void => {
    if (this.socket || this.closed) return;
    window.clearTimeout(this.timer);
    this.connect();
  };

  private lost = (): void => {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    if (!this.closed) this.again();
  };

  private hear(message: unknown[]): void {
    const [kind, ...rest] = message as [string, ...unknown[]];
    if (kind === "hello") {
      const hello = rest[0] as { time: number; match: MatchInfo; manner?: Manner };
      this.tries = 0;
      this.events.online(true);
      this.events.time(hello.time - Date.now());
      this.events.match(hello.match);
      // sent before the line broke and perhaps not heard: the same id gets the same answer
      for (const waiting of this.unanswered.values()) this.socket?.send(filled(waiting));
      if (hello.manner) this.events.manner(hello.manner, true);
    } else if (kind === "view") this.see(rest[0] as number, rest[1] as Told, rest[2] as About);
    else if (kind === "ok") {
      this.unanswered.delete(String(rest[0]));
      if (rest.length > 2) this.see(rest[2] as number, rest[3] as Told, rest[4] as About);
    } else if (kind === "performed") {
      this.unanswered.delete(String(rest[0]));
      const how = rest[2] as Performed;
      if (rest.length > 3) this.see(rest[3] as number, rest[4] as Told, rest[5] as About, how);
      else this.events.performed(how);
    } else if (kind === "manner") this.events.manner(rest[0] as Manner, false);
    else if (kind === "no") {
      if (rest[0] !== null) this.unanswered.delete(String(rest[0]));
      this.events.refused(rest[1] as { key: string; message: string });
    } else if (kind === "match") this.events.match(rest[0] as MatchInfo);
    else if (kind === "talks") this.events.talks(rest[0] as Talk[]);
    else if (kind === "talk") this.events.talk(rest[0] as Talk);
    else if (kind === "present") this.events.present(rest[0] as number[]);
  }

  private see(seq: number, told: Told, about: About, how?: Performed): void {
    const first = this.first;
    this.first = false;
    this.seq = seq;
    this.events.view(told, about, seq, first || about.gap === true, how);
  }
}

/** A line that is still being opened is closed as soon as it is: browsers log it as an error when it is cut before. */
function hangUp(socket: WebSocket | null): void {
  if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket?.close();
}

function fresh(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
