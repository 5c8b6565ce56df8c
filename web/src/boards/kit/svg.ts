/** Building SVG by hand.  Attributes only: style attributes are forbidden by the content security policy. */

const NS = "http://www.w3.org/2000/svg";

export type Attributes = Record<string, string | number | undefined>;

export function el<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  children: (Node | string)[] = [],
): SVGElementTagNameMap[K] {
  const made = document.createElementNS(NS, name);
  set(made, attributes);
  made.append(...children);
  return made;
}

/** Set attributes; undefined removes one. */
export function set(element: Element, attributes: Attributes): void {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined) element.removeAttribute(key);
    else element.setAttribute(key, String(value));
  }
}

export function group(className: string, children: (Node | string)[] = []): SVGGElement {
  return el("g", { class: className }, children);
}

export function place(element: Element, x: number, y: number, turn = 0, scale = 1): void {
  const parts = [`translate(${round(x)} ${round(y)})`];
  if (turn) parts.push(`rotate(${round(turn)})`);
  if (scale !== 1) parts.push(`scale(${round(scale)})`);
  element.setAttribute("transform", parts.join(" "));
}

export function text(x: number, y: number, content: string, attributes: Attributes = {}): SVGTextElement {
  return el("text", { x: round(x), y: round(y), "text-anchor": "middle", "dominant-baseline": "central", ...attributes }, [content]);
}

export function title(content: string): SVGTitleElement {
  return el("title", {}, [content]);
}

/** Two decimals are enough for any screen, and keep pictures small. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

export interface Point {
  x: number;
  y: number;
}

export function path(points: Point[], closed = true): string {
  return points.map((p, i) => `${i ? "L" : "M"}${round(p.x)} ${round(p.y)}`).join("") + (closed ? "Z" : "");
}

/** Where on the drawing a pointer is. */
export function pointer(svg: SVGSVGElement, event: { clientX: number; clientY: number }): Point {
  const matrix = svg.getScreenCTM();
  if (!matrix) return { x: 0, y: 0 };
  const inverse = matrix.inverse();
  return {
    x: event.clientX * inverse.a + event.clientY * inverse.c + inverse.e,
    y: event.clientX * inverse.b + event.clientY * inverse.d + inverse.f,
  };
}

let count = 0;

/** An id nobody else on the page has: for patterns, clip paths and labels. */
export function unique(prefix: string): string {
  count += 1;
  return `${prefix}-${count}`;
}
