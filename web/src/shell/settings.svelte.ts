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
  name: string;
}

const KEY = "sandtable.settings";

function read(): Settings {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const fresh: Settings = { language: preferred(), theme: "auto", motion: !still, sound: false, confirm: matchMedia("(pointer: coarse)").matches, name: "" };
  try {
    return { ...fresh, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return fresh;
  }
}

export const settings: Settings = $state(read());

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
