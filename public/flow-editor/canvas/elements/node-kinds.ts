// Node kinds: the name and a short description of each kind, as menus show them.

import type { NodeKind } from "../../../../src/flow/author/document/document-graph.ts";

export interface KindWords {
  readonly kind: NodeKind;
  readonly name: string;
  readonly does: string;
}

/** In the order in which they are offered. */
export const kinds: readonly KindWords[] = [
  { kind: "say", name: "Say", does: "Speaks and continues" },
  { kind: "ask", name: "Ask", does: "Asks, and keeps the answer" },
  { kind: "menu", name: "Menu", does: "Lets the caller choose an edge" },
  { kind: "branch", name: "Branch", does: "Chooses an edge by conditions" },
  { kind: "tool", name: "Tool", does: "Asks another system" },
  { kind: "converse", name: "Converse", does: "A language model talks until an exit" },
  { kind: "answer_from", name: "Answer", does: "Answers from the flow's knowledge" },
  { kind: "transfer", name: "Transfer", does: "Hands the call over" },
  { kind: "wait", name: "Wait", does: "Pauses, or waits for an event" },
  { kind: "record", name: "Record", does: "Records the caller's words" },
  { kind: "call", name: "Call", does: "Runs another flow and comes back" },
  { kind: "end", name: "End", does: "Says goodbye and hangs up" },
];

export function kindName(kind: NodeKind): string {
  return kinds.find((each) => each.kind === kind)?.name ?? kind;
}
