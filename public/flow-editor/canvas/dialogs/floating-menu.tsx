// Floating menu: a list of commands at a point of the window, used with the mouse, with keys and with a finger.

import { type KeyboardEvent, type MouseEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import type { CanvasPoint } from "../../../../src/flow/author/edit/edited-document.ts";
import { useShell } from "../canvas-shell.ts";

export interface FloatingMenuProps {
  readonly label: string;
  /** A point of the window. */
  readonly at: CanvasPoint;
  /** Buttons of the class `choice` with the role `menuitem`. */
  readonly children: ReactNode;
}

/** Pixels between the menu and the edge of the window. */
const margin = 8;

export function FloatingMenu({ label, at: [x, y], children }: FloatingMenuProps): ReactNode {
  const shell = useShell();
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = menu.current;
    if (element === null) return;
    const { width, height } = element.getBoundingClientRect();
    element.style.left = `${Math.max(margin, Math.min(x, innerWidth - width - margin))}px`;
    element.style.top = `${Math.max(margin, Math.min(y, innerHeight - height - margin))}px`;
    element.querySelector("button")?.focus({ preventScroll: true });
  }, [x, y]);
  const preventMenu = (event: MouseEvent): void => event.preventDefault();
  return (
    <>
      <div className="backdrop" onPointerDown={() => shell.closeOverlay()} onContextMenu={preventMenu} />
      <div
        ref={menu}
        className="chooser"
        role="menu"
        aria-orientation="vertical"
        aria-label={label}
        onContextMenu={preventMenu}
        onKeyDown={(event) => onKey(event, () => shell.closeOverlay())}
      >
        {children}
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
