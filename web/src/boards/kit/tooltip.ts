/** One small box of text that follows what is pointed at. */

export class Tooltip {
  private box: HTMLDivElement;

  constructor(private host: HTMLElement) {
    this.box = document.createElement("div");
    this.box.className = "board-tooltip";
    this.box.setAttribute("role", "presentation");
    this.box.hidden = true;
    host.append(this.box);
  }

  /** Lines of text beside an element of the board; no lines hide it. */
  show(beside: Element, lines: string[]): void {
    if (!lines.length) return this.hide();
    this.box.replaceChildren(
      ...lines.map((line, i) => {
        const row = document.createElement(i ? "div" : "strong");
        row.textContent = line;
        return row;
      }),
    );
    this.box.hidden = false;
    const [around, at, own] = [this.host.getBoundingClientRect(), beside.getBoundingClientRect(), this.box.getBoundingClientRect()];
    const x = Math.min(Math.max(4, at.left - around.left + at.width / 2 - own.width / 2), Math.max(4, around.width - own.width - 4));
    const above = at.top - around.top - own.height - 8;
    const y = above > 0 ? above : at.bottom - around.top + 8;
    this.box.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  }

  hide(): void {
    this.box.hidden = true;
  }

  destroy(): void {
    this.box.remove();
  }
}
