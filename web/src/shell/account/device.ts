/** What kind of device a browser's name stands for, roughly: "Firefox, Linux".  Names of products need no translation. */

const BROWSERS: [RegExp, string][] = [[/Edg/, "Edge"], [/OPR|Opera/, "Opera"], [/Firefox|FxiOS/, "Firefox"], [/Chrome|Chromium|CriOS/, "Chrome"], [/Safari/, "Safari"]];
const SYSTEMS: [RegExp, string][] = [[/Android/, "Android"], [/iPhone|iPad/, "iOS"], [/Windows/, "Windows"], [/Mac OS/, "macOS"], [/CrOS/, "ChromeOS"], [/Linux/, "Linux"]];

export function device(agent: string): string {
  const find = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(agent))?.[1];
  return [find(BROWSERS), find(SYSTEMS)].filter(Boolean).join(", ") || agent.split("/")[0]!.slice(0, 40);
}
