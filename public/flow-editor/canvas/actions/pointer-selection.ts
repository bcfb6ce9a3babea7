// Pointer selection: turns the canvas library's selection and drag changes into actions of the editor.

import type { EdgeChange, NodeChange } from "@xyflow/react";
import type { CanvasPoint } from "../../../../src/flow/author/edit/edited-document.ts";
import type { CanvasEdge, CanvasNode } from "../elements/library-elements.ts";
import { idOf } from "../elements/element-id.ts";
import type { CanvasShell } from "../canvas-shell.ts";

/** Selects nodes as the library reports it, unless the selection already is the same. */
export function selectNodes(shell: CanvasShell, changes: readonly NodeChange<CanvasNode>[]): void {
  const { selection } = shell.editor.read();
  const nodes = new Set(selection.nodes);
  for (const change of changes) {
    if (change.type !== "select") continue;
    if (change.selected) nodes.add(idOf(change.id));
    else nodes.delete(idOf(change.id));
  }
  const isSame = nodes.size === selection.nodes.length && selection.nodes.every((id) => nodes.has(id));
  if (!isSame) shell.editor.dispatch({ type: "select", selection: { ...selection, nodes: [...nodes] } });
}

/** Selects at most one edge, as the library reports it. */
export function selectEdge(shell: CanvasShell, changes: readonly EdgeChange<CanvasEdge>[]): void {
  const { edge: before, nodes } = shell.editor.read().selection;
  let edge = before;
  for (const change of changes) {
    if (change.type !== "select") continue;
    const id = idOf(change.id);
    if (change.selected) edge = id;
    else if (edge === id) edge = undefined;
  }
  if (edge === before) return;
  shell.editor.dispatch({ type: "select", selection: { nodes, ...(edge === undefined ? {} : { edge }) } });
}

/** Keeps the positions of nodes during a drag, without an edit of the document. */
export function dragNodes({ ui }: CanvasShell, changes: readonly NodeChange<CanvasNode>[]): void {
  const moved = changes.flatMap((change): readonly (readonly [string, CanvasPoint])[] => {
    if (change.type !== "position" || change.dragging !== true || change.position === undefined) return [];
    return [[idOf(change.id), [change.position.x, change.position.y]]];
  });
  if (moved.length > 0) ui.set({ moving: new Map([...(ui.read().moving ?? []), ...moved]) });
}

/** Stores the positions at which the dragged nodes were released. */
export function endDrag(shell: CanvasShell): void {
  const { moving } = shell.ui.read();
  if (moving === undefined) return;
  shell.move(moving);
  shell.ui.set({ moving: undefined });
}
