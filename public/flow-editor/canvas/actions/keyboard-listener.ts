// Keyboard listener: passes keys and the browser's copy, cut and paste events to the canvas while it has the focus.

import { clipOf, paste } from "./clipboard.ts";
import { commandOf, historyCommandOf } from "./keyboard-map.ts";
import { perform } from "./perform.ts";
import type { CanvasShell } from "../canvas-shell.ts";

/** Starts listening; returns the function that stops it. */
export function listenForKeys(shell: CanvasShell): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  for (const type of ["pointerdown", "focusin"] as const)
    document.addEventListener(type, ({ target }) => noteUse(shell, target), { signal, capture: true });
  document.addEventListener("keydown", (event) => pressed(shell, event), { signal });
  document.addEventListener("copy", (event) => copied(shell, event), { signal });
  document.addEventListener(
    "cut",
    (event) => {
      if (copied(shell, event)) perform(shell, { do: "delete" });
    },
    { signal },
  );
  document.addEventListener("paste", (event) => pasted(shell, event), { signal });
  return () => stop.abort();
}

/**
 * While no element has the focus, keys go to the part that was used last. Dialogs do not count, because they return the
 * focus.
 */
function noteUse(shell: CanvasShell, target: EventTarget | null): void {
  if (target instanceof Element && target.closest("dialog, .chooser") !== null) return;
  shell.isInUse = target instanceof Node && shell.stage?.contains(target) === true;
}

function pressed(shell: CanvasShell, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  if (event.key === "Escape" && isInForm(event.target)) return shell.focusStage();
  if (isWriting(event.composedPath()[0])) return;
  const isHere = hasFocus(shell);
  const command = historyCommandOf(event) ?? (isHere ? commandOf(event) : undefined);
  if (command === undefined || isPressing(event, command.do)) return;
  if (perform(shell, command)) event.preventDefault();
}

/** Enter on a button presses that button and opens no form. */
function isPressing({ target }: KeyboardEvent, command: string): boolean {
  return command === "open-form" && target instanceof Element && target.closest("button") !== null;
}

function hasFocus({ stage, isInUse }: CanvasShell): boolean {
  const focused = document.activeElement;
  if (document.querySelector("dialog[open]") !== null) return false;
  return focused === document.body || focused === null ? isInUse : stage?.contains(focused) === true;
}

/** True in the form of a node, where Escape returns to the canvas. */
function isInForm(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("#panel-node") !== null;
}

function isWriting(target: EventTarget | null | undefined): boolean {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}

function copied(shell: CanvasShell, event: ClipboardEvent): boolean {
  if (!takesClipboard(shell)) return false;
  const clip = clipOf(shell);
  if (clip === undefined || clip === "") return false;
  event.clipboardData?.setData("text/plain", clip);
  event.preventDefault();
  return true;
}

function pasted(shell: CanvasShell, event: ClipboardEvent): void {
  if (!takesClipboard(shell)) return;
  event.preventDefault();
  paste(shell, event.clipboardData?.getData("text/plain") ?? "");
}

/** False while text of the page is selected, which is then copied as text. */
function takesClipboard(shell: CanvasShell): boolean {
  return (
    hasFocus(shell) && !isWriting(document.activeElement) && document.getSelection()?.isCollapsed !== false
  );
}
