/** Elements of panels beside a drawing.  Class names and properties only: style attributes are forbidden. */

export function html<K extends keyof HTMLElementTagNameMap>(name: K, className: string, children: (Node | string)[] = []): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

export function button(className: string, children: (Node | string)[], press: () => void, label = ""): HTMLButtonElement {
  const made = html("button", className, children);
  made.type = "button";
  if (label) made.setAttribute("aria-label", label);
  made.addEventListener("click", press);
  return made;
}

/** A strip of many seats is one line that scrolls sideways, by keys as well. */
export function crowded(bar: HTMLElement, seats: HTMLElement, count: number): void {
  bar.classList.toggle("bar-many", count > 3);
  if (count > 3) seats.tabIndex = 0;
  else seats.removeAttribute("tabindex");
}
