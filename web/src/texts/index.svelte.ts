/** The language of the page; texts change at once when it does. */

import { de } from "./de";
import type { Key } from "./en";
import { en } from "./en";

export type { Key };
export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type LanguageCode = keyof typeof LANGUAGES;

const catalogues: Record<LanguageCode, Record<Key, string>> = { en, de };

export function preferred(): LanguageCode {
  const found = navigator.languages.map((each) => each.slice(0, 2)).find((each) => each in LANGUAGES);
  return (found as LanguageCode | undefined) ?? "en";
}

export const spokenLanguage = $state({ code: "en" as LanguageCode });

export function t(key: Key, fields: Record<string, string | number> = {}): string {
  return catalogues[spokenLanguage.code][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(fields[name] ?? whole));
}

/** A text for a key made at run time, if there is one. */
export function maybe(key: string): string | undefined {
  return key in en ? catalogues[spokenLanguage.code][key as Key] : undefined;
}

/** Names as a list in the page's language: "Anna, Bert and Cem". */
export function listed(names: string[]): string {
  return new Intl.ListFormat(spokenLanguage.code).format(names);
}

export function ago(time: number): string {
  const minutes = Math.floor((Date.now() - time) / 60_000);
  if (minutes < 1) return t("common.ago.now");
  if (minutes < 60) return t("common.ago.minutes", { n: minutes });
  if (minutes < 48 * 60) return t("common.ago.hours", { n: Math.floor(minutes / 60) });
  return t("common.ago.days", { n: Math.floor(minutes / 1440) });
}
