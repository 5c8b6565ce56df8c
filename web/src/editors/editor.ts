/** What an editor is.  The contract in words: docs/editor.md. */

import type { Handout, Texts, Value } from "../boards/board";

export type Options = Record<string, Value>;

/** A doctor's finding, in the language of the page. */
export interface Remark {
  /** Grave ones forbid playing. */
  grave: boolean;
  /** Says that something is as it should be: nothing to mark. */
  fine: boolean;
  key: string;
  text: string;
  /** The places concerned, in the game's own words (`Remark.where` of the game's card). */
  where: string[];
}

export interface EditorContext {
  /** Of the game with its default options: words and `data`.  The design's own options come by `set`. */
  handout: Handout;
  texts: Texts;
  language: string;
  /** Where the editor puts its tools; above the drawing on a desk, below it on a phone. */
  toolbar: HTMLElement;
  /** Where the editor puts forms that belong to the drawing: cards below it. */
  aside: HTMLElement;
  /** False when the viewer, or the viewer's system, asks for less motion. */
  motion: boolean;
  /** Options that have changed, once per finished step (the end of a stroke or a drag): each call is one step of undo. */
  change(options: Options): void;
  /** Another number of seats, where the drawing decides it; one step of undo. */
  reseat(seats: number): void;
  /** Said by screen readers. */
  announce(text: string): void;
}

export interface Editor {
  /** Show this design and nothing else.  Not called for what the editor itself has just reported by `change`. */
  set(options: Options, seats: number): void;
  /** Mark the places of these findings; an empty list takes all marks away. */
  mark(remarks: Remark[]): void;
  /** Bring a finding's places into sight and put the focus there. */
  jump?(remark: Remark): void;
  /** Leave nothing behind. */
  destroy(): void;
}

export type MountEditor = (element: HTMLElement, context: EditorContext) => Editor;

export interface EditorModule {
  mount: MountEditor;
  /** Keys of the options the editor draws: the plain form leaves them out. */
  covers: readonly string[];
}
