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
