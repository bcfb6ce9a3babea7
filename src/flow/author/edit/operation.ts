// Edit operation: every editor change to a flow, as data, and the function that applies it. Pure; the page, the tests
// and a random test use the same operations.

import type { NodeKind } from "../document/node-kinds.ts";
import { changeKind } from "./change-kind.ts";
import { clipOf, paste } from "./clipboard-text.ts";
import type { FlowDocument, NodePositions, CanvasPoint } from "./edited-document.ts";
import {
  begin,
  type DocumentDraft,
  draftOf,
  type RefusedEdit,
  type WrittenDocument,
} from "./document-draft.ts";
import { addNode, duplicateNodes, removeNodes, renameNode } from "./edit-nodes.ts";
import { movedNodes, replacedText } from "./type-and-drag.ts";
import { renameKey } from "./rename.ts";
import { insertItem, moveItem, removeItem, setValue } from "./edit-values.ts";
import { connect, disconnect, setStart } from "./edit-edges.ts";

/** Pointers are JSON pointers into the document; ports are those of `graphOf`. */
export type Operation =
  | {
      readonly op: "add-node";
      readonly kind: NodeKind;
      /** Generated when absent. */
      readonly id?: string;
      readonly at?: CanvasPoint;
      /** Edge redirected to the new node, which gets its former target. */
      readonly from?: { readonly node: string; readonly port: string };
    }
  | { readonly op: "remove-nodes"; readonly ids: readonly string[] }
  | { readonly op: "rename-node"; readonly id: string; readonly to: string }
  | { readonly op: "change-kind"; readonly id: string; readonly to: NodeKind }
  | { readonly op: "duplicate-nodes"; readonly ids: readonly string[]; readonly by: CanvasPoint }
  | { readonly op: "paste"; readonly clip: string; readonly at?: CanvasPoint }
  | { readonly op: "connect"; readonly node: string; readonly port: string; readonly to: string }
  | { readonly op: "disconnect"; readonly node: string; readonly port: string }
  /** `undefined` removes. */
  | { readonly op: "set"; readonly pointer: string; readonly value: unknown }
  | { readonly op: "rename-key"; readonly pointer: string; readonly to: string }
  | { readonly op: "insert"; readonly pointer: string; readonly index: number; readonly value: unknown }
  | { readonly op: "remove-item"; readonly pointer: string; readonly index: number }
  | { readonly op: "move-item"; readonly pointer: string; readonly from: number; readonly to: number }
  | { readonly op: "set-start"; readonly id: string }
  | { readonly op: "move-nodes"; readonly places: NodePositions }
  | { readonly op: "replace-text"; readonly text: string };

export type EditResult = WrittenDocument | RefusedEdit;

/** Applies an operation. Returns the very same document object when nothing changes. */
export function edit(document: FlowDocument, operation: Operation): EditResult {
  if (operation.op === "replace-text") return replacedText(document, operation.text);
  if (operation.op === "move-nodes") return movedNodes(document, operation.places);
  const draft = draftOf(document);
  const begun = isWriting(operation) && "data" in draft && draft.data.size === 0 ? begin(document) : draft;
  const edited = "refused" in begun ? begun : applied(begun, operation);
  if ("refused" in edited) return edited;
  const { text, layout } = edited.document;
  const isSame = text === document.text && layout === document.layout;
  return isSame ? { ...edited, document } : edited;
}

/** Text that a form writes into an empty document begins a flow, as a first node does. */
function isWriting(operation: Operation): boolean {
  return operation.op === "insert" || (operation.op === "set" && operation.value !== undefined);
}

function applied(
  draft: DocumentDraft,
  operation: Exclude<Operation, { readonly op: "replace-text" | "move-nodes" }>,
): EditResult {
  switch (operation.op) {
    case "add-node":
      return addNode(draft, operation);
    case "remove-nodes":
      return removeNodes(draft, operation.ids);
    case "rename-node":
      return renameNode(draft, operation.id, operation.to);
    case "change-kind":
      return changeKind(draft, operation);
    case "duplicate-nodes":
      return duplicateNodes(draft, operation);
    case "paste":
      return paste(draft, operation);
    case "connect":
      return connect(draft, operation);
    case "disconnect":
      return disconnect(draft, operation);
    case "set":
      return setValue(draft, operation);
    case "rename-key":
      return renameKey(draft, operation);
    case "insert":
      return insertItem(draft, operation);
    case "remove-item":
      return removeItem(draft, operation);
    case "move-item":
      return moveItem(draft, operation);
    case "set-start":
      return setStart(draft, operation.id);
  }
}

/** The nodes as YAML with `nodes` and `layout`, for `paste`. Empty when there is nothing to copy. */
export function copy(document: FlowDocument, ids: readonly string[]): string {
  const draft = draftOf(document);
  if ("refused" in draft || !ids.some((id) => draft.nodes.has(id))) return "";
  return clipOf(draft, ids);
}
