/** The board of games that bring none: their layout if the card declares one, else the drawing of the terminal. */

import type { Mount } from "../board";
import { LayoutBoard } from "./layout";
import { TextBoard } from "./text";
import "./generic.css";

export const mount: Mount = (element, context) => {
  const layout = context.handout.layout;
  return layout ? new LayoutBoard(element, context, layout) : new TextBoard(element, context);
};
