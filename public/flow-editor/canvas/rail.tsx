// The palette: every kind of node, to be dragged onto the canvas or pressed.

import type { ReactNode } from "react";
import { add, beginDrag } from "./adding.ts";
import { KindIcon } from "./kind-icon.tsx";
import { kinds } from "./kinds.ts";
import { useShell } from "./shell.ts";

export function Rail(): ReactNode {
  const shell = useShell();
  return (
    <div className="rail" role="toolbar" aria-label="Add a node" aria-orientation="vertical">
      {kinds.map(({ kind, name, does }) => (
        <button
          key={kind}
          type="button"
          className={`rail-kind kind-${kind}`}
          title={does}
          aria-label={`Add ${name}: ${does}`}
          draggable
          onDragStart={(event) => beginDrag(event, kind)}
          onClick={() => add(shell, kind)}
        >
          <KindIcon kind={kind} />
          <span>{name}</span>
        </button>
      ))}
    </div>
  );
}
