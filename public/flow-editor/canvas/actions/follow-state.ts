// Viewport sync: moves the view when the editor's state changes. A flow that is opened, or pasted over another one, is
// shown from its start; a node that is selected elsewhere, or that the conversation enters, is brought into view. An
// opened flow gives the canvas the focus.

import { showInitially } from "./perform.ts";
import type { CanvasShell } from "../canvas-shell.ts";

/** Starts following; returns the function that stops it. */
export function followState(shell: CanvasShell): () => void {
  const { editor } = shell;
  let { history, selection, playing } = editor.read();
  let nodes = nodesOf(shell);
  return editor.listen(() => {
    const before = { history, selection, playing, nodes };
    ({ history, selection, playing } = editor.read());
    const isOpened =
      history.present !== before.history.present && history.past.length === 0 && history.future.length === 0;
    // A text that cannot be read at the moment has no nodes, and neither has a new flow.
    if (isOpened) nodes = nodesOf(shell);
    else if (history.present !== before.history.present) nodes = nodesOf(shell) ?? nodes;
    if (isOpened && before.history.future.length === 0) showOpened(shell);
    else if (isAnother(before.nodes, nodes)) requestAnimationFrame(() => showInitially(shell));
    else if (playing !== undefined && playing !== before.playing) showSoon(shell, playing, "middle");
    else if (selection !== before.selection && shell.stage?.contains(document.activeElement) !== true) {
      const id = selection.nodes.at(-1) ?? nodeOfEdge(shell, selection.edge);
      if (id !== undefined) showSoon(shell, id);
    }
  });
}

type Nodes = ReadonlySet<string> | undefined;

function nodesOf(shell: CanvasShell): Nodes {
  const { nodes } = shell.graph();
  return nodes.length === 0 ? undefined : new Set(nodes.map(({ id }) => id));
}

/** Most nodes are new: another flow was pasted over the text. A single new node is one that was renamed. */
function isAnother(before: Nodes, now: Nodes): boolean {
  if (before === undefined || now === undefined || before === now || now.size < 2) return false;
  return now.intersection(before).size < now.size / 2;
}

/**
 * The dialog that opened the flow would return the focus to its button, where the keys of the canvas have no effect.
 */
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
