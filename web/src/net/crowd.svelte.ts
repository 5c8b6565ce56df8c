/** Too many came from this network at once: the page says so, counts down and tries again by itself. */

export const crowd = $state({ left: 0, full: false }); // seconds until the next try, 0: nothing waits; the server is full, or this network has its share

const NETWORK = new Set(["request", "known", "page", "connection", "guest", "guest-match", "guest-link"]); // what people of one address share
const LONGEST = 600; // seconds; longer than that nobody looks at a page
let until = 0;
let clock: ReturnType<typeof setInterval> | undefined;

/** How long to wait before a refused request is sent again; 0: it is to be told, not repeated. */
export function wait(status: number, key: string, details: Record<string, unknown>): number {
  const seconds = Number(details["retry_after"]);
  crowd.full = key === "server-full";
  const shared = crowd.full || (status === 429 && NETWORK.has(String(details["limit"])));
  return shared && seconds > 0 && seconds <= LONGEST ? seconds : 0;
}

/** Waits, and shows it. */
export async function sitOut(seconds: number, signal?: AbortSignal): Promise<void> {
  until = Math.max(until, Date.now() + seconds * 1000);
  clock ??= setInterval(tick, 250);
  tick();
  await new Promise<void>((go) => {
    const timer = setTimeout(go, seconds * 1000 + Math.random() * 500); // a class that came at once does not come again at once
    signal?.addEventListener("abort", () => { clearTimeout(timer); go(); });
  });
}

function tick(): void {
  crowd.left = Math.max(0, Math.ceil((until - Date.now()) / 1000));
  if (crowd.left) return;
  clearInterval(clock);
  clock = undefined;
}
