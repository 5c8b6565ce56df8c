/** The board's look follows the question: what is offered comes nearer on small screens, the whole board returns afterwards. */

import type { Board } from "../../boards/board";
import type { Area, Box } from "../../boards/kit/panzoom";
import { ATTEND } from "../../boards/kit/panzoom";

const REST = 900; // milliseconds without a question after which the whole board is shown again
const MARKS = ".offered:not(.aside, .aside *), .asked:not(.aside *), .latest";

export function attentive(board: Board, host: () => HTMLElement | null): Board {
  let resting = 0;
  let next = 0;
  const attend = (area: Area) => host()?.querySelector(".board-svg")?.dispatchEvent(new CustomEvent<Area>(ATTEND, { detail: area }));
  /** Once the marks are painted everything has its place: measuring then makes the browser lay nothing out twice. */
  const afterPaint = (task: () => void) => {
    cancelAnimationFrame(next);
    next = requestAnimationFrame(() => (resting = window.setTimeout(task)));
  };
  return {
    whole: board.whole ?? false,
    set: (view) => board.set(view),
    hear: (events, afresh) => board.hear?.(events, afresh),
    play: (events) => board.play(events),
    latest: (events) => board.latest?.(events),
    preview: (action) => board.preview?.(action),
    trace: (gesture) => board.trace?.(gesture),
    reaches: (gestures) => board.reaches?.(gestures),
    offer(actions) {
      board.offer(actions);
      clearTimeout(resting);
      cancelAnimationFrame(next);
      if (actions.length) afterPaint(() => attend(() => marked(host())));
      else resting = window.setTimeout(() => attend(null), REST);
    },
    destroy() {
      clearTimeout(resting);
      cancelAnimationFrame(next);
      board.destroy();
    },
  };
}

/** The smallest box of the drawing that holds everything marked. */
function marked(host: HTMLElement | null): Box | null {
  const svg = host?.querySelector<SVGSVGElement>(".board-svg");
  const toScreen = svg?.getScreenCTM();
  if (!svg || !toScreen) return null;
  const found = [...svg.querySelectorAll(MARKS)].map((each) => each.getBoundingClientRect()).filter(({ width }) => width > 0);
  if (!found.length) return null;
  const back = toScreen.inverse();
  const point = (x: number, y: number) => new DOMPoint(x, y).matrixTransform(back);
  const from = point(Math.min(...found.map(({ left }) => left)), Math.min(...found.map(({ top }) => top)));
  const to = point(Math.max(...found.map(({ right }) => right)), Math.max(...found.map(({ bottom }) => bottom)));
  return { x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y };
}
