/** The frame of a drawing: an SVG with patterns, zoom buttons and a tooltip, ready for layers. */

import type { Patterns } from "./palette";
import { patterns } from "./palette";
import type { Box } from "./panzoom";
import { PanZoom } from "./panzoom";
import { el, group } from "./svg";
import { Tooltip } from "./tooltip";

export interface Drawing {
  svg: SVGSVGElement;
  patterns: Patterns;
  view: PanZoom;
  tooltip: Tooltip;
  /** A layer above those made before. */
  layer(className: string): SVGGElement;
  destroy(): void;
}

export function drawing(element: HTMLElement, box: Box, label: string): Drawing {
  const root = el("svg", { class: "board-svg", role: "group", "aria-label": label, preserveAspectRatio: "xMidYMid meet" });
  const made = patterns();
  root.append(made.defs);
  root.addEventListener("dragstart", (event) => event.preventDefault()); // marked text is not dragged away: that would cancel a drag of ours
  element.classList.add("board");
  element.append(root);
  const view = new PanZoom(root, box);
  const tooltip = new Tooltip(element);
  return {
    svg: root,
    patterns: made,
    view,
    tooltip,
    layer(className) {
      const layer = group(className);
      root.append(layer);
      return layer;
    },
    destroy() {
      view.destroy();
      tooltip.destroy();
      element.replaceChildren();
      element.classList.remove("board");
    },
  };
}
