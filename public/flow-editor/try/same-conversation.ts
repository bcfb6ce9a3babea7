// Same conversation: whether another text of a flow would lead the same conversation. Tests of a flow do not matter.

import { draftOf } from "../../../src/flow/author/edit/document-draft.ts";
import { Fingerprints } from "../../../src/flow/language/source/same-document.ts";

/** False also while one of the texts cannot be read. Comments and the order of keys do not matter. */
export function isSameConversation(text: string, other: string): boolean {
  if (text === other) return true;
  const prints = [text, other].map(printOf);
  return prints[0] !== undefined && prints[0] === prints[1];
}

function printOf(text: string): string | undefined {
  const draft = draftOf({ text, layout: {} });
  if ("refused" in draft) return undefined;
  return new Fingerprints({ aliases: true }).of(new Map([...draft.data].filter(([key]) => key !== "tests")));
}
