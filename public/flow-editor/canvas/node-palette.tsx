// Node palette: a toolbar with every node kind, to drag onto the canvas or to press.

import { type KeyboardEvent, type ReactNode, useState } from "react";
import { addNode, beginDrag } from "./actions/add-node.ts";
import { KindIcon } from "./elements/kind-icon.tsx";
import { kindsInOrder, nodeKinds } from "../../../src/flow/author/document/node-kinds.ts";
import { useShell } from "./canvas-shell.ts";

/** One Tab stop (roving tabindex); arrow keys move between the kinds. */
export function NodePalette(): ReactNode {
  const shell = useShell();
  const [at, setAt] = useState(0);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, Home: -at, End: -at - 1 };
    const step = steps[event.key];
    if (step === undefined) return;
    const next = (at + step + kindsInOrder.length) % kindsInOrder.length;
    setAt(next);
    event.currentTarget.querySelectorAll("button")[next]?.focus();
    event.preventDefault();
  };
  return (
    <div
      className="rail"
      role="toolbar"
      aria-label="Add node"
      aria-orientation="vertical"
      onKeyDown={onKeyDown}
    >
      {kindsInOrder.map((kind, i) => (
        <button
          key={kind}
          type="button"
          className={`rail-kind kind-${kind}`}
          title={nodeKinds[kind].does}
          aria-label={`Add ${nodeKinds[kind].name}: ${nodeKinds[kind].does}`}
          tabIndex={i === at ? 0 : -1}
          onFocus={() => setAt(i)}
          draggable
          onDragStart={(event) => beginDrag(event, kind)}
          onClick={() => addNode(shell, kind)}
        >
          <KindIcon kind={kind} />
          <span>{nodeKinds[kind].name}</span>
        </button>
      ))}
    </div>
  );
}
