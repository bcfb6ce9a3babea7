// Keyboard map: which command each key press means on the canvas.

import type { Direction } from "./arrow-keys.ts";

export type Command =
  | { readonly do: "go"; readonly direction: Direction; readonly isAdding: boolean }
  | { readonly do: "nudge"; readonly by: readonly [dx: number, dy: number] }
  | { readonly do: "zoom"; readonly by: number }
  | { readonly do: SimpleCommand };

export type SimpleCommand =
  | "undo"
  | "redo"
  | "delete"
  | "duplicate"
  | "copy"
  | "cut"
  | "paste"
  | "select-all"
  | "unselect"
  | "rename"
  | "open-form"
  | "connect"
  | "add"
  | "set-start"
  | "go-to-start"
  | "search"
  | "menu"
  | "map"
  | "help"
  | "arrange"
  | "fit";

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};
const towards: Readonly<Record<Direction, readonly [number, number]>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
};

/** Pixels. */
const smallStep = 8;
const largeStep = 48;
const zoomStep = 1.25;

const withControl: Readonly<Record<string, SimpleCommand>> = {
  d: "duplicate",
  a: "select-all",
  f: "search",
};
const plain: Readonly<Record<string, SimpleCommand>> = {
  Delete: "delete",
  Backspace: "delete",
  Escape: "unselect",
  Enter: "open-form",
  F2: "rename",
  Home: "go-to-start",
  c: "connect",
  n: "add",
  s: "set-start",
  t: "arrange",
  f: "fit",
  m: "map",
  ContextMenu: "menu",
  "?": "help",
};

/** The command of a key press. Copy, cut and paste are missing: they come as the browser's own events. */
export function commandOf(press: KeyPress): Command | undefined {
  const { key, ctrlKey, metaKey, altKey } = press;
  const isControl = ctrlKey || metaKey;
  const direction = directions[key];
  if (direction !== undefined) return arrow(direction, press);
  if (altKey) return undefined;
  if (isControl) {
    const command = withControl[key.toLowerCase()];
    return command === undefined ? undefined : { do: command };
  }
  if (key === "+" || key === "=") return { do: "zoom", by: zoomStep };
  if (key === "-") return { do: "zoom", by: 1 / zoomStep };
  // Shift+F10 is the menu key of keyboards that have none.
  if (key === "F10" && press.shiftKey) return { do: "menu" };
  const command = plain[key.length === 1 ? key.toLowerCase() : key];
  return command === undefined ? undefined : { do: command };
}

function arrow(direction: Direction, { ctrlKey, metaKey, shiftKey, altKey }: KeyPress): Command {
  const [dx, dy] = towards[direction];
  const step = altKey ? largeStep : smallStep;
  if (shiftKey || altKey) return { do: "nudge", by: [dx * step, dy * step] };
  return { do: "go", direction, isAdding: ctrlKey || metaKey };
}

/** Undo and redo, which work on the whole page except in text fields. */
export function historyCommandOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyPress): Command | undefined {
  if (altKey || !(ctrlKey || metaKey)) return undefined;
  if (key.toLowerCase() === "z") return { do: shiftKey ? "redo" : "undo" };
  return key.toLowerCase() === "y" ? { do: "redo" } : undefined;
}
