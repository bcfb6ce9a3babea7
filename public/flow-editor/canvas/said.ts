// What an operation did, in a sentence for those who hear it. What was refused is told by the editor.

import type { Operation } from "../../../src/flow/edit/operation.ts";
import { nameOf } from "./kinds.ts";

/** `selected` is what is selected since. Empty for what tells itself. */
export function said(operation: Operation, selected: readonly string[]): string {
  switch (operation.op) {
    case "add-node": {
      const { kind, from } = operation;
      const way = from === undefined ? "" : `, after ${from.node}`;
      return `Added ${nameOf(kind)} ${selected.join(", ")}${way}.`;
    }
    case "remove-nodes":
      return `Deleted ${listed(operation.ids)}.`;
    case "rename-node":
      return `${operation.id} is now called ${operation.to}.`;
    case "duplicate-nodes":
    case "paste":
      return `Added ${listed(selected)}.`;
    case "connect":
      return `${operation.node} leads to ${operation.to}.`;
    case "disconnect":
      return `${operation.node} leads nowhere from there any more.`;
    case "set-start":
      return `The flow starts at ${operation.id}.`;
    default:
      return "";
  }
}

function listed(ids: readonly string[]): string {
  return ids.length > 3 ? `${ids.length} nodes` : ids.join(", ");
}
