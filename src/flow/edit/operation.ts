// Everything that can be done to a flow in an editor, as data, and the document that it leads to. Pure: a page, a test
// and a monkey do the same.

import type { NodeKind } from "../graph.ts";
import type { FlowDocument, Layout, Point } from "./document.ts";

/** Pointers are JSON pointers into the document; ports are those of `graphOf`. */
export type Operation =
  | {
      readonly op: "add-node";
      readonly kind: NodeKind;
      /** Made up when absent. */
      readonly id?: string;
      readonly at?: Point;
      /** Leads to the new node then; where it led before, the new node leads. */
      readonly from?: { readonly node: string; readonly port: string };
    }
  | { readonly op: "remove-nodes"; readonly ids: readonly string[] }
  | { readonly op: "rename-node"; readonly id: string; readonly to: string }
  | { readonly op: "duplicate-nodes"; readonly ids: readonly string[]; readonly by: Point }
  | { readonly op: "paste"; readonly clip: string; readonly at?: Point }
  | { readonly op: "connect"; readonly node: string; readonly port: string; readonly to: string }
  | { readonly op: "disconnect"; readonly node: string; readonly port: string }
  /** `undefined` removes. */
  | { readonly op: "set"; readonly pointer: string; readonly value: unknown }
  | { readonly op: "rename-key"; readonly pointer: string; readonly to: string }
  | { readonly op: "insert"; readonly pointer: string; readonly index: number; readonly value: unknown }
  | { readonly op: "remove-item"; readonly pointer: string; readonly index: number }
  | { readonly op: "move-item"; readonly pointer: string; readonly from: number; readonly to: number }
  | { readonly op: "set-start"; readonly id: string }
  | { readonly op: "move-nodes"; readonly places: Layout }
  | { readonly op: "replace-text"; readonly text: string };

export type Edited =
  | {
      readonly document: FlowDocument;
      /** Nodes to look at now. */
      readonly selected?: readonly string[];
      /** Comments were lost, because the text could not say otherwise what was wanted. */
      readonly rewritten?: true;
    }
  /** Why not, and the way out. */
  | { readonly refused: string };

export function edit(document: FlowDocument, operation: Operation): Edited {
  switch (operation.op) {
    case "replace-text":
      return { document: { ...document, text: operation.text } };
    case "move-nodes":
      return { document: { ...document, layout: { ...document.layout, ...operation.places } } };
    default:
      return { refused: "This can not be done yet." };
  }
}

/** YAML with `nodes` and, where they have places, `layout`: what `paste` takes. */
export function copy(_document: FlowDocument, _ids: readonly string[]): string {
  return "nodes: {}\n";
}
