// The grammar on a phrase of the corpus, until `understand` is the grammar.

import { hear, nowOf, type State } from "../flow/grammar/dialogue.ts";
import { languageOf } from "../../src/flow/grammar/languages/languages.ts";
import type { Variable } from "../../src/flow/grammar/variables.ts";
import { understand } from "../../src/flow/engine/understand/understand-by-grammar.ts";
import { type Phrase, pointOf } from "../phrases/corpus.ts";
import { type BlindPhrase, type Heard, unitOf } from "../phrases/blind.ts";
import { type Effect, effectOf } from "../phrases/judge.ts";

export const heardByGrammar = (phrase: Phrase): Effect => effectOf(understand(phrase.said, pointOf(phrase)));

/** A variable as authors write it. */
function writtenVariable(name: string, given: any): Variable {
  const { type, ask, synonyms = [], options, length, unit, ...rest } = given;
  return {
    ...rest,
    name,
    type,
    synonyms,
    ...(ask && { ask }),
    ...(unit && { unit: unitOf(unit) }),
    ...(length !== undefined && { lengthMin: length, lengthMax: length }),
    ...(type === "digits" &&
      length === undefined && { lengthMin: rest.min_length ?? 1, lengthMax: rest.max_length ?? 20 }),
    ...(options && { options: options.map((each: any) => (typeof each === "string" ? { id: each } : each)) }),
  } as Variable;
}

export function blindByGrammar({ language, now, asked, variables, say }: BlindPhrase): Heard {
  const data = languageOf(language);
  const all = Object.entries(variables).map(([name, given]) => writtenVariable(name, given));
  const state: State = { values: new Map(), verdicts: new Map(), pending: [] };
  let act: string | null = null;
  for (const said of say) ({ act } = hear(said, all, asked, state, data, nowOf(now)));
  const values = [...state.values].map(([name, value]) => [name, value, state.verdicts.get(name)] as const);
  const of = (verdict: string) =>
    Object.fromEntries(values.filter((each) => each[2] === verdict).map(([name, value]) => [name, value]));
  return { stored: of("taken"), readBack: of("read_back"), hasFailed: act === null } as Heard;
}
