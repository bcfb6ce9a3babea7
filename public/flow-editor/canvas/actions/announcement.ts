// Screen-reader announcement: describes the effect of an edit on the canvas in one sentence. Refused edits are reported
// by the editor itself.

import { shown } from "../../../../src/flow/author/draw/text-width.ts";
import type { Operation } from "../../../../src/flow/author/edit/operation.ts";
import { nodeKinds } from "../../../../src/flow/author/document/node-kinds.ts";

/** `selected` are the nodes selected after the edit. Empty for edits that need no announcement. */
export function announcementOf(operation: Operation, selected: readonly string[]): string {
  switch (operation.op) {
    case "add-node": {
      const { kind, from } = operation;
      const after = from === undefined ? "" : `, after ${shown(from.node)}`;
      return `Added ${nodeKinds[kind].name} ${listed(selected)}${after}.`;
    }
    case "remove-nodes":
      return `Deleted ${listed(operation.ids)}.`;
    case "rename-node":
      return `${shown(operation.id)} is now called ${shown(operation.to)}.`;
    case "change-kind":
      return `${shown(operation.id)} is now a ${nodeKinds[operation.to].name}.`;
    case "duplicate-nodes":
    case "paste":
      return `Added ${listed(selected)}.`;
    case "connect":
      return `${shown(operation.node)} leads to ${shown(operation.to)}.`;
    case "disconnect":
      return `${shown(operation.node)} no longer leads anywhere from there.`;
    case "set-start":
      return `The flow starts at ${shown(operation.id)}.`;
    default:
      return "";
  }
}

function listed(ids: readonly string[]): string {
  return ids.length > 3 ? `${ids.length} nodes` : ids.map(shown).join(", ");
}
