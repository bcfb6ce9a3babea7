// What the mouse selects and drags, told to the editor.

import type { EdgeChange, NodeChange } from "@xyflow/react";
import type { CanvasPoint } from "../../../../src/flow/author/edit/edited-document.ts";
import type { CanvasEdge, CanvasNode } from "../elements/library-elements.ts";
import { idOf } from "../elements/element-id.ts";
import type { CanvasShell } from "../canvas-shell.ts";

export function nodesSelected(shell: CanvasShell, changes: readonly NodeChange<CanvasNode>[]): void {
  const { selection } = shell.editor.read();
  const nodes = new Set(selection.nodes);
  for (const change of changes) {
    if (change.type !== "select") continue;
    if (change.selected) nodes.add(idOf(change.id));
    else nodes.delete(idOf(change.id));
  }
  const isSame = nodes.size === selection.nodes.length && selection.nodes.every((id) => nodes.has(id));
  if (!isSame) shell.editor.tell({ type: "select", selection: { ...selection, nodes: [...nodes] } });
}

export function edgesSelected(shell: CanvasShell, changes: readonly EdgeChange<CanvasEdge>[]): void {
  const { edge: before, nodes } = shell.editor.read().selection;
  let edge = before;
  for (const change of changes) {
    if (change.type !== "select") continue;
    const id = idOf(change.id);
    if (change.selected) edge = id;
    else if (edge === id) edge = undefined;
  }
  if (edge === before) return;
  shell.editor.tell({ type: "select", selection: { nodes, ...(edge === undefined ? {} : { edge }) } });
}

export function dragged({ ui }: CanvasShell, changes: readonly NodeChange<CanvasNode>[]): void {
  const moved = changes.flatMap((change): readonly (readonly [string, CanvasPoint])[] => {
    if (change.type !== "position" || change.dragging !== true || change.position === undefined) return [];
    return [[idOf(change.id), [change.position.x, change.position.y]]];
  });
  if (moved.length > 0) ui.set({ moving: new Map([...(ui.read().moving ?? []), ...moved]) });
}

/** They stay where they were let go. */
export function dragEnded(shell: CanvasShell): void {
  const { moving } = shell.ui.read();
  if (moving === undefined) return;
  shell.move(moving);
  shell.ui.set({ moving: undefined });
}
