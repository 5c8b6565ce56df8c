/** Controls that editors put beside their drawings.  Class names and properties only: style attributes are forbidden. */

import { button, html } from "../boards/kit/dom";

export { button, html };

/** Hear pointer, click and keys of a drawing before anybody else does; the answer ends it. */
export interface Ears {
  down(event: PointerEvent): void;
  move(event: PointerEvent): void;
  up(event: PointerEvent): void;
  cancel(): void;
  click(event: Event): void;
  key?(event: KeyboardEvent): void;
}
export function listen(host: HTMLElement, ears: Ears): () => void {
  const gone = new AbortController();
  const first = { capture: true, signal: gone.signal };
  host.addEventListener("pointerdown", (event) => ears.down(event), first);
  host.addEventListener("pointermove", (event) => ears.move(event), first);
  host.addEventListener("pointerup", (event) => ears.up(event), first);
  host.addEventListener("pointercancel", () => ears.cancel(), first);
  host.addEventListener("click", (event) => ears.click(event), first);
  host.addEventListener("keydown", (event) => ears.key?.(event), first);
  return () => gone.abort();
}

export interface Stepper {
  element: HTMLElement;
  show(value: number): void;
}

/** A number with minus and plus; the buttons say what they change. */
export function stepper(label: string, low: number, high: number, step: (by: number) => void, picture?: Element, short = ""): Stepper {
  const value = html("output", "ed-value");
  const less = button("ed-step", ["−"], () => step(-1), `${label} −`);
  const more = button("ed-step", ["+"], () => step(1), `${label} +`);
  const name = html("span", "ed-stepper-name", picture ? [picture, short] : [label]);
  if (picture) name.title = label;
  const element = html("div", "ed-stepper", [name, less, value, more]);
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", label);
  return {
    element,
    show(number) {
      value.textContent = String(number);
      less.disabled = number <= low;
      more.disabled = number >= high;
    },
  };
}

export interface Picker {
  element: HTMLLabelElement;
  input: HTMLSelectElement;
}

export function picker(label: string, choices: [string, string][], pick: (value: string) => void): Picker {
  const input = html("select", "", choices.map(([value, words]) => {
    const option = html("option", "", [words]);
    option.value = value;
    return option;
  }));
  input.addEventListener("change", () => pick(input.value));
  return { input, element: html("label", "ed-picker", [html("span", "", [label]), input]) };
}

/** A number field that reports when the author is done with it. */
export function numberField(label: string, low: number, high: number, pick: (value: number) => void, help = ""): { element: HTMLElement; input: HTMLInputElement } {
  const input = html("input", "");
  input.type = "number";
  input.min = String(low);
  input.max = String(high);
  input.inputMode = "numeric";
  input.addEventListener("change", () => {
    const value = Math.round(Number(input.value));
    pick(Math.min(high, Math.max(low, Number.isFinite(value) ? value : low)));
  });
  const name = html("label", "ed-picker", [html("span", "", [label]), input]);
  return { input, element: help ? html("div", "ed-helped", [name, html("p", "ed-help", [help])]) : name };
}

/** Buttons of which one is down: the tools of a tray. */
export class Tray {
  readonly element: HTMLElement;
  private buttons = new Map<string, HTMLButtonElement>();

  constructor(label: string, private pick: (key: string) => void) {
    this.element = html("div", "ed-tray");
    this.element.setAttribute("role", "group");
    this.element.setAttribute("aria-label", label);
  }

  add(key: string, label: string, content: (Node | string)[]): HTMLButtonElement {
    const made = button("ed-tool", content, () => this.pick(key), label);
    made.title = label;
    made.dataset["tool"] = key;
    made.setAttribute("aria-pressed", "false");
    this.buttons.set(key, made);
    this.element.append(made);
    return made;
  }

  press(key: string): void {
    for (const [each, made] of this.buttons) made.setAttribute("aria-pressed", String(each === key));
  }
}
