// Menu opening: selects the target of a menu, and opens the menu with its commands.

import type { CanvasPoint } from "../../../../src/flow/author/edit/edited-document.ts";
import { idOf } from "../elements/element-id.ts";
import type { CanvasShell } from "../canvas-shell.ts";

/** Opens the menu of the node, the edge or the empty canvas at this point. `at` is a point of the window. */
export function openMenuAt(shell: CanvasShell, at: CanvasPoint, target: Element): void {
  const node = keyAt(target, ".react-flow__node");
  const edge = keyAt(target, ".react-flow__edge");
  if (node !== undefined) {
    if (!shell.selected().includes(node)) shell.select([node]);
    return open(shell, at, "nodes");
  }
  const selection = edge === undefined ? { nodes: [] } : { nodes: [], edge };
  shell.editor.dispatch({ type: "select", selection });
  open(shell, at, edge === undefined ? "canvas" : "edge");
}

function keyAt(target: Element, selector: string): string | undefined {
  const key = target.closest(selector)?.getAttribute("data-id");
  return key === null || key === undefined ? undefined : idOf(key);
}

/** Opens the menu of the selection beside it; without a selection, the menu of the canvas. */
export function openMenuOfSelection(shell: CanvasShell): void {
  const { nodes, edge } = shell.editor.read().selection;
  const id = nodes.at(-1);
  if (id !== undefined) shell.show(id);
  const at = (id === undefined ? undefined : shell.pointBelow(id)) ?? shell.middle();
  open(shell, at, id !== undefined ? "nodes" : edge === undefined ? "canvas" : "edge");
}

function open(shell: CanvasShell, at: CanvasPoint, about: "nodes" | "edge" | "canvas"): void {
  shell.ui.set({ overlay: { kind: "menu", at, about } });
}
