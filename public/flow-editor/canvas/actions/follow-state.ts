// Viewport sync: moves the view when the editor's state changes. A flow that is opened is shown as a whole; a node
// that is selected elsewhere, or that the conversation enters, is brought into view. An opened flow gives the canvas the
// focus.

import { showInitially } from "./perform.ts";
import type { CanvasShell } from "../canvas-shell.ts";

/** Starts following; returns the function that stops it. */
export function followState(shell: CanvasShell): () => void {
  const { editor } = shell;
  let { history, selection, playing } = editor.read();
  return editor.listen(() => {
    const before = { history, selection, playing };
    ({ history, selection, playing } = editor.read());
    const isOpened =
      history.present !== before.history.present && history.past.length === 0 && history.future.length === 0;
    if (isOpened && before.history.future.length === 0) showOpened(shell);
    else if (playing !== undefined && playing !== before.playing) showSoon(shell, playing, "middle");
    else if (selection !== before.selection && shell.stage?.contains(document.activeElement) !== true) {
      const id = selection.nodes.at(-1) ?? nodeOfEdge(shell, selection.edge);
      if (id !== undefined) showSoon(shell, id);
    }
  });
}

/** The dialog that opened the flow would give the focus back to its button, where the keys of the canvas do nothing. */
function showOpened(shell: CanvasShell): void {
  requestAnimationFrame(() => showInitially(shell));
  shell.focusCanvas();
}

function showSoon(shell: CanvasShell, id: string, how: "near" | "middle" = "near"): void {
  requestAnimationFrame(() => shell.show(id, how));
}

function nodeOfEdge(shell: CanvasShell, edge: string | undefined): string | undefined {
  const from = edge === undefined ? undefined : shell.graph().edges.find(({ id }) => id === edge)?.from;
  return from === "*" ? undefined : from;
}
