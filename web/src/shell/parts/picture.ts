/** A picture of a game as part of the page, so that its colours follow the theme. */

const UNWANTED = "script, foreignObject, a, animate, set, use[href^='http'], image";

export function pictureFrom(source: string): SVGSVGElement | null {
  const found = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
  if (found.localName !== "svg") return null;
  for (const each of found.querySelectorAll(UNWANTED)) each.remove();
  for (const each of [found, ...found.querySelectorAll("*")])
    for (const { name } of [...each.attributes]) if (name.startsWith("on") || name === "style") each.removeAttribute(name);
  return document.importNode(found, true) as unknown as SVGSVGElement;
}
