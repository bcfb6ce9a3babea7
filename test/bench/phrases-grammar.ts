// The grammar on a phrase of the corpus, until `understand` is the grammar.

import { hear, nowOf, type State } from "../flow/grammar/dialogue.ts";
import { languages } from "../../src/flow/grammar/languages/languages.ts";
import type { Value, Variable } from "../../src/flow/grammar/variables.ts";
import type { AskedVariable, Confirming } from "../../src/flow/engine/understand/understanding.ts";
import type { Phrase } from "../phrases/corpus.ts";
import { type BlindPhrase, type Heard, unitOf } from "../phrases/blind.ts";
import type { Effect } from "../phrases/judge.ts";

const variableOf = ({ name, wanted, synonyms, question }: AskedVariable): Variable => {
  const { kind, ...rest } = wanted;
  return { ...rest, name, type: kind, synonyms, ...(question && { ask: question }) } as Variable;
};

export function heardByGrammar({ language, situation, said }: Phrase): Effect {
  const { asked, open = [], correctable = [], confirming, now = "2026-11-20T12:00" } = situation;
  const pending: Confirming["values"] = confirming?.values ?? [];
  const wanted =
    asked === undefined
      ? []
      : [asked, ...open.filter(({ isAhead }) => isAhead !== true)].map(({ name }) => name);
  const all = [...(asked === undefined ? [] : [asked]), ...open, ...correctable, ...pending];
  const state: State = { values: new Map(), verdicts: new Map(), pending: pending.map(({ name }) => name) };
  for (const { name, value } of [...correctable, ...pending]) state.values.set(name, value as Value);
  for (const { name } of correctable) state.verdicts.set(name, "taken");
  for (const { name } of pending) state.verdicts.set(name, "read_back");
  const before = new Map(state.values);
  const data = languages[language];
  if (data === undefined) throw new Error(`No grammar of ${language}`);
  const turn = hear(said, all.map(variableOf), wanted, state, data, nowOf(now));
  const taken: string[] = [];
  const readBack: string[] = [];
  const cleared: string[] = [];
  for (const name of new Set(turn.changed)) {
    const value = state.values.get(name);
    const old = before.get(name);
    if (value === undefined) {
      if (old !== undefined) cleared.push(name);
    } else if (state.verdicts.get(name) === "read_back") readBack.push(`${name}=${String(value)}`);
    else if (old === undefined || String(old) !== String(value)) taken.push(`${name}=${String(value)}`);
  }
  const head = turn.confirmed === undefined ? undefined : turn.confirmed ? "yes" : "no";
  return {
    ...(head !== undefined && { head }),
    ...(turn.act !== null && { act: handlerOf[turn.act] ?? turn.act }),
    taken,
    readBack,
    cleared,
  };
}

const handlerOf: Readonly<Record<string, string>> = { person: "operator" };

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
  const data = languages[language];
  if (data === undefined) throw new Error(`No grammar of ${language}`);
  const all = Object.entries(variables).map(([name, given]) => writtenVariable(name, given));
  const state: State = { values: new Map(), verdicts: new Map(), pending: [] };
  let act: string | null = null;
  for (const said of say) ({ act } = hear(said, all, asked, state, data, nowOf(now)));
  const values = [...state.values].map(([name, value]) => [name, value, state.verdicts.get(name)] as const);
  const of = (verdict: string) =>
    Object.fromEntries(values.filter((each) => each[2] === verdict).map(([name, value]) => [name, value]));
  return { stored: of("taken"), readBack: of("read_back"), hasFailed: act === null } as Heard;
}
