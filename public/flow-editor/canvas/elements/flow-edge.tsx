// Edge view: draws an edge as a line with an arrow, and a grip at its end to drag it to another node.

import { BaseEdge, type EdgeProps } from "@xyflow/react";
import { memo, type MouseEvent as ReactMouseEvent, type ReactNode } from "react";
import type { CanvasEdge } from "./library-elements.ts";

const arrows = { down: "l-4.5 -8h9z", left: "l8 -4.5v9z", right: "l-8 -4.5v9z" } as const;
/** Offset of the grip from the arrow's tip, in pixels. */
const gripAt = { down: [0, -6], left: [6, 0], right: [-6, 0] } as const;

function FlowEdgeView({ data, selected }: EdgeProps<CanvasEdge>): ReactNode {
  if (data === undefined) return undefined;
  const { path, tip, heading } = data.curve;
  const [dx, dy] = gripAt[heading];
  return (
    <>
      <BaseEdge path={path} interactionWidth={18} />
      <path className="way-arrow" d={`M${tip.x} ${tip.y}${arrows[heading]}`} />
      {selected === true && (
        <circle className="way-grip" cx={tip.x + dx} cy={tip.y + dy} r={7} onMouseDown={grip} />
      )}
    </>
  );
}

export const FlowEdge = memo(FlowEdgeView);

/**
 * Passes the press on to the library's own grip, which lies elsewhere because the library assumes another end of the
 * line.
 */
function grip(event: ReactMouseEvent<SVGElement>): void {
  const { clientX, clientY, button } = event;
  const libraryGrip = event.currentTarget.parentElement?.querySelector(".react-flow__edgeupdater-target");
  event.stopPropagation();
  libraryGrip?.dispatchEvent(
    new MouseEvent("mousedown", { clientX, clientY, button, bubbles: true, view: window }),
  );
}
