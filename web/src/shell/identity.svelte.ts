/** Who we are: nobody, a guest of this browser, or an account. */

import type { Me } from "../net/api";
import { api, Problem } from "../net/api";
import { settings } from "./settings.svelte";

const KEY = "sandtable.known"; // set once this browser has a session, so that strangers cause no failing request

const AWAY = "away"; // at an OpenID provider: who comes back may have a session, or the page says ?openid=why-not

const NOT_MINE = ["name-taken", "reserved-name", "mixed-alphabets", "bad-name"]; // why a guest may not be called that

export const identity = $state({ me: null as Me | null, asked: false });
let asking: Promise<Me | null> | null = null;

export function whoAmI(): Promise<Me | null> {
  if (identity.me || identity.asked) return Promise.resolve(identity.me);
  const known = localStorage.getItem(KEY);
  if (known === AWAY && new URLSearchParams(location.search).has("openid")) localStorage.removeItem(KEY); // came back as nobody
  if (!localStorage.getItem(KEY)) {
    identity.asked = true;
    return Promise.resolve(null);
  }
  asking ??= api
    .me()
    .then(know)
    .catch((error: unknown) => {
      if (error instanceof Problem && error.status === 401) forget();
      return null;
    })
    .finally(() => {
      identity.asked = true;
      asking = null;
    });
  return asking;
}

export function know(me: Me): Me {
  localStorage.setItem(KEY, "1");
  identity.me = me;
  identity.asked = true;
  return me;
}

/** About to leave for an OpenID provider. */
export function expectBack(): void {
  if (!localStorage.getItem(KEY)) localStorage.setItem(KEY, AWAY);
}

/** A session was opened for us (a guest's, by registering): ask anew who we are. */
export function askAgain(): void {
  localStorage.setItem(KEY, "1");
  identity.asked = false;
  void whoAmI();
}

export function forget(): void {
  localStorage.removeItem(KEY);
  identity.me = null;
}

/** Somebody who may play: a new guest if need be, who may bring the link of a match or a seat. */
export async function someone(link?: string | null): Promise<Me> {
  const known = await whoAmI();
  if (known) return known;
  await api.guest(settings.name, link ?? "").catch((error: unknown) => {
    if (!(error instanceof Problem) || !NOT_MINE.includes(error.key)) throw error;
    return api.guest("", link ?? ""); // an account has this name now: rather a name by the house than no match
  });
  localStorage.setItem(KEY, "1");
  return know(await api.me());
}
