// Compiler of knowledge: the sources of a flow's answers, cut into passages.

import { type Passage, passagesOf, plain } from "../../knowledge/passage.ts";
import type { KnowledgeEntry, KnowledgeModel } from "../model/model.ts";
import type { KnowledgeSource } from "../../knowledge/own-source.ts";

/** The passages of a page or a file that was read; undefined: the flow's own base has the source. */
export type PassagesOf = (name: string) => readonly Passage[] | undefined;

export function compileKnowledge(
  { base, entries }: KnowledgeModel,
  read: PassagesOf = () => undefined,
): KnowledgeSource {
  if (base !== undefined) return { base: base.value };
  const parts = entries.map((entry) => passagesIn(entry, read) ?? entry.value);
  const passages = parts.flatMap((part) => (typeof part === "string" ? [] : part));
  const sources = parts.filter((part) => typeof part === "string");
  return { passages, ...(sources.length > 0 && { sources }) };
}

function passagesIn(
  { value, questions, source }: KnowledgeEntry,
  read: PassagesOf,
): readonly Passage[] | undefined {
  if (source !== undefined) return read(value);
  return questions.length === 0 ? passagesOf(value) : [{ title: "", text: plain(value), questions }];
}
