// Clipboard commands: copy selected nodes as YAML text and paste such text. It can be pasted into a file too, and
// text from a file into a flow.

import { copy } from "../../../../src/flow/author/edit/operation.ts";
import type { CanvasShell } from "../canvas-shell.ts";

/** Limit in UTF-16 units. A flow is no longer than this, so a part of one is not either. */
const clipCharsMax = 256 * 1_024;

/** The selected nodes as YAML text. Undefined when no node is selected. */
export function clipOf({ editor }: CanvasShell): string | undefined {
  const { selection, history } = editor.read();
  return selection.nodes.length === 0 ? undefined : copy(history.present, selection.nodes);
}

/** Pastes at the pointer, or in the middle of the viewport when the pointer is elsewhere. */
export function paste(shell: CanvasShell, clip: string): void {
  if (clip.trim() === "") return;
  if (clip.length > clipCharsMax) {
    say(shell, "The text is too long to paste. The limit is 256 Ki characters.");
    return;
  }
  const at = shell.placeAt(shell.pointer ?? shell.middle());
  if (shell.edit({ op: "paste", clip, at })) shell.focusStage();
}

/**
 * Copies for menus. Keys use the browser's copy event instead, which needs no permission. False when nothing was
 * copied.
 */
export async function copyToClipboard(shell: CanvasShell): Promise<boolean> {
  const clip = clipOf(shell);
  if (clip === undefined) return false;
  try {
    await navigator.clipboard.writeText(clip);
    return true;
  } catch {
    say(shell, "The browser blocks the clipboard. Press Ctrl+C.");
    return false;
  }
}

/** Pastes for menus. Needs permission; a refusal is shown as a message. */
export async function pasteFromClipboard(shell: CanvasShell): Promise<void> {
  try {
    paste(shell, await navigator.clipboard.readText());
  } catch {
    say(shell, "The browser blocks the clipboard. Press Ctrl+V.");
  }
}

function say({ editor }: CanvasShell, text: string): void {
  editor.dispatch({ type: "notify", message: { tone: "failed", text } });
}
