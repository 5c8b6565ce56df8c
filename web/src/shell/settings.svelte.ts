/** What the viewer has chosen, kept in this browser. */

import type { LanguageCode } from "../texts/index.svelte";
import { preferred, spokenLanguage } from "../texts/index.svelte";

interface Settings {
  language: LanguageCode;
  theme: "auto" | "light" | "dark";
  motion: boolean;
  sound: boolean;
  /** On touch screens: a first tap shows, a second confirms. */
  confirm: boolean;
  /** The table answers questions with only one answer. */
  auto: boolean;
  name: string;
}

const OURS = "sandtable.";
const KEY = "sandtable.settings";

function read(): Settings {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const fresh: Settings = { language: preferred(), theme: "auto", motion: !still, sound: false, confirm: matchMedia("(pointer: coarse)").matches, auto: true, name: "" };
  try {
    return { ...fresh, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return fresh;
  }
}

export const settings: Settings = $state(read());

/**
 * Somebody leaves a device that others may use: order sheets, drafts and what else tells of a person go, in storage and in memory.
 * How the page looks and sounds belongs to the device and stays.  The server asks the browser for the same (Clear-Site-Data),
 * but browsers heed that on secure connections only.
 */
export function leaveDevice(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(OURS)) localStorage.removeItem(key);
  sessionStorage.clear();
  settings.name = "";
  localStorage.setItem(KEY, JSON.stringify(settings));
  location.assign("/");
}

/** Call once: keeps page and storage in step with the settings. */
export function applySettings(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const paint = () => {
    const night = settings.theme === "dark" || (settings.theme === "auto" && dark.matches);
    document.documentElement.dataset["theme"] = night ? "dark" : "light";
  };
  dark.addEventListener("change", paint);
  $effect.root(() => {
    $effect(() => {
      spokenLanguage.code = settings.language;
      document.documentElement.lang = settings.language;
      document.documentElement.dataset["motion"] = settings.motion ? "on" : "off";
      paint();
      localStorage.setItem(KEY, JSON.stringify(settings));
    });
  });
  spokenLanguage.code = settings.language;
  paint();
}
