// Kind chooser: a menu of node kinds, shown where the new node will lie.

import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { shown } from "../../../../src/flow/author/draw/text-width.ts";
import type { CanvasPoint } from "../../../../src/flow/author/edit/edited-document.ts";
import { addNodeAt } from "../actions/add-node.ts";
import { KindIcon } from "../elements/kind-icon.tsx";
import { kinds } from "../elements/node-kinds.ts";
import { useShell } from "../canvas-shell.ts";
import type { PortRef } from "../canvas-state.ts";

export interface KindChooserProps {
  /** A point of the window. */
  readonly at: CanvasPoint;
  /** A position of the flow. */
  readonly place: CanvasPoint;
  readonly from: PortRef | undefined;
}

/** Approximate size of the menu in pixels, to keep it within the window. */
const size = { width: 300, height: 560 };
const margin = 8;

export function KindChooser({ at, place, from }: KindChooserProps): ReactNode {
  const shell = useShell();
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    menu.current?.querySelector("button")?.focus();
  }, []);
  const left = Math.max(margin, Math.min(at[0], innerWidth - size.width - margin));
  const top = Math.max(margin, Math.min(at[1], innerHeight - size.height - margin));
  return (
    <>
      <div className="backdrop" onPointerDown={() => shell.closeOverlay()} />
      <div
        ref={menu}
        className="chooser"
        role="menu"
        aria-orientation="vertical"
        aria-label={from === undefined ? "New node" : `New node after ${shown(from.node)}`}
        style={{ left, top, width: size.width }}
        onKeyDown={(event) => onKey(event, () => shell.closeOverlay())}
      >
        {from !== undefined && (
          <button
            type="button"
            role="menuitem"
            tabIndex={-1}
            className="choice"
            onClick={() => shell.ui.set({ overlay: { kind: "connect", ...from } })}
          >
            <span className="choice-name">Connect to a node that is there…</span>
          </button>
        )}
        {kinds.map(({ kind, name, does }) => (
          <button
            key={kind}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={`choice kind-${kind}`}
            onClick={() => {
              shell.ui.set({ overlay: undefined });
              addNodeAt(shell, kind, { place, from });
            }}
          >
            <KindIcon kind={kind} />
            <span className="choice-name">{name}</span>
            <span className="choice-does">{does}</span>
          </button>
        ))}
      </div>
    </>
  );
}

/**
 * Arrow keys, Home, End and first letters, as in the ARIA menu pattern
 * (https://www.w3.org/WAI/ARIA/apg/patterns/menubar/).
 */
function onKey(event: KeyboardEvent<HTMLDivElement>, close: () => void): void {
  const items = [...event.currentTarget.querySelectorAll("button")];
  const at = items.findIndex((item) => item === document.activeElement);
  const { key } = event;
  const next = nextItem(key, at, items);
  if (key === "Escape" || key === "Tab") close();
  else if (next === undefined) return;
  else items[next]?.focus();
  event.preventDefault();
  event.stopPropagation();
}

function nextItem(key: string, at: number, items: readonly HTMLElement[]): number | undefined {
  const count = items.length;
  if (key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowUp") return (at - 1 + count) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (!/^[a-z]$/i.test(key)) return undefined;
  const order = [...items.keys()].map((i) => (at + 1 + i) % count);
  return order.find((i) =>
    items[i]?.querySelector(".choice-name")?.textContent.toLowerCase().startsWith(key.toLowerCase()),
  );
}
