// Shown problems: what the checker finds in a flow, without what its author has not come to yet.

import { graphOfDocument } from "../../../src/flow/author/edit/document-draft.ts";
import type { FlowDocument } from "../../../src/flow/author/edit/edited-document.ts";
import { problemsOf } from "../../../src/flow/language/find-problems.ts";
import type { Problem } from "../../../src/flow/language/source/problem.ts";

/** Both come with the first node, and the empty canvas asks for that already. */
const comesWithNodes: ReadonlySet<string> = new Set(["the flow needs 'start'", "the flow needs 'nodes'"]);

export function shownProblemsOf(document: FlowDocument): readonly Problem[] {
  const problems = problemsOf(document.text);
  if (graphOfDocument(document)?.nodes.length !== 0) return problems;
  return problems.filter(({ code, message }) => code !== "VF111" || !comesWithNodes.has(message));
}
