// Shown problems: findings in a flow, without those about parts that its author has not reached yet.

import { graphOfDocument } from "../../../src/flow/author/edit/document-draft.ts";
import type { FlowDocument } from "../../../src/flow/author/edit/edited-document.ts";
import type { Problem } from "../../../src/flow/language/source/problem.ts";

/** The first node solves both problems, and the empty canvas already asks for it. */
const comesWithNodes: ReadonlySet<string> = new Set(["the flow needs 'start'", "the flow needs 'nodes'"]);

export function shownProblemsOf(document: FlowDocument, problems: readonly Problem[]): readonly Problem[] {
  if (graphOfDocument(document)?.nodes.length !== 0) return problems;
  return problems.filter(({ code, message }) => code !== "VF111" || !comesWithNodes.has(message));
}
