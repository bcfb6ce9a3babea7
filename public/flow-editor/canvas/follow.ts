// What is seen follows the state: a flow that is opened is shown as a whole, and a node that is chosen elsewhere comes
// into view.

import { firstSight } from "./perform.ts";
import type { CanvasShell } from "./shell.ts";

/** Answers with how to stop. */
export function follow(shell: CanvasShell): () => void {
  const { editor } = shell;
  let { history, selection } = editor.read();
  return editor.listen(() => {
    const before = { history, selection };
    ({ history, selection } = editor.read());
    const isOpened =
      history.present !== before.history.present && history.past.length === 0 && history.future.length === 0;
    if (isOpened && before.history.future.length === 0) requestAnimationFrame(() => firstSight(shell));
    else if (selection !== before.selection && shell.stage?.contains(document.activeElement) !== true) {
      const id = selection.nodes.at(-1) ?? nodeOfEdge(shell, selection.edge);
      if (id !== undefined) requestAnimationFrame(() => shell.show(id));
    }
  });
}

function nodeOfEdge(shell: CanvasShell, edge: string | undefined): string | undefined {
  const from = edge === undefined ? undefined : shell.graph().edges.find(({ id }) => id === edge)?.from;
  return from === "*" ? undefined : from;
}
