// Compiler of knowledge: what a flow answers from, cut into passages.

import { type Passage, passagesOf, plain } from "../../knowledge/passage.ts";
import type { KnowledgeModel } from "../model/model.ts";
import type { KnowledgeSource } from "../program.ts";

export function compileKnowledge({ base, entries }: KnowledgeModel): KnowledgeSource {
  if (base !== undefined) return { base: base.value };
  return {
    passages: entries.flatMap(({ value, questions }): readonly Passage[] =>
      questions.length === 0 ? passagesOf(value) : [{ title: "", text: plain(value), questions }],
    ),
  };
}
