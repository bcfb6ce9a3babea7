// List question: the question for a list of records: its beginning, an entry's missing part, or more entries.

import type { RecordField, VariableType } from "../../../language/program.ts";
import { isValueMap, type Value, type ValueMap } from "../../../value/value.ts";
import { lacking } from "../../understand/lists/list-entry.ts";
import type { FilledVariable, HeardList, WantedField } from "../../understand/understanding.ts";
import { valueOf } from "../assign.ts";
import { variableOf, type FlowView } from "../expression-scope.ts";
import { viewOf } from "../running-flow.ts";
import type { StepDraft } from "../step-draft.ts";
import { ownWords, type SpokenText, spokenTextOf, timesHere } from "../walk/say.ts";
import { namesIn } from "./choice-options.ts";
import { wantedOf } from "./wanted.ts";

type ListType = Extract<VariableType, { kind: "list" }> & { readonly fields: readonly RecordField[] };

/** Type of a list whose entries have fields; otherwise undefined. */
export function listType(draft: StepDraft, name: string): ListType | undefined {
  const { type } = variableOf(draft.program, name);
  return type.kind === "list" && type.fields !== undefined ? { ...type, fields: type.fields } : undefined;
}

/** Entries so far, including an incomplete one. */
export function entriesSoFar(draft: StepDraft, name: string): readonly ValueMap[] {
  const { asking } = draft;
  return recordsIn(asking?.entries?.name === name ? asking.entries.value : valueOf(draft, name));
}

const recordsIn = (value: Value): readonly ValueMap[] =>
  Array.isArray(value) ? value.filter((each) => each !== null && isValueMap(each)) : [];

/** The list as the matchers need it. */
export function heardList(
  draft: StepDraft,
  name: string,
  heard: { readonly role: HeardList["role"]; readonly value?: Value; readonly question?: string },
): HeardList | undefined {
  const type = listType(draft, name);
  if (type === undefined) return undefined;
  const view = viewOf(draft);
  const { role, value, question } = heard;
  return {
    name,
    synonyms: namesIn(variableOf(draft.program, name).synonyms, view),
    ...(question === undefined ? {} : { question }),
    fields: fieldsOf(type, view),
    entries: value === undefined ? entriesSoFar(draft, name) : recordsIn(value),
    role,
  };
}

function fieldsOf({ fields }: ListType, view: FlowView): readonly WantedField[] {
  return fields.map((field) => ({
    name: field.name,
    wanted: wantedOf(field.type, view),
    synonyms: namesIn(field.synonyms, view),
    ...(field.default === undefined ? {} : { default: field.default }),
    isOptional: field.isOptional,
    onlyFor: field.onlyFor,
  }));
}

/** "Which size?", "Anything else?"; undefined if it is asked like any variable. */
export function listQuestion(draft: StepDraft, name: string): SpokenText | undefined {
  const type = listType(draft, name);
  const entries = type === undefined ? [] : entriesSoFar(draft, name);
  if (type === undefined || entries.length === 0) return undefined;
  const view = viewOf(draft);
  const wanted = fieldsOf(type, view);
  const missing = entries.map((entry) => lacking(entry, wanted)).find((field) => field !== undefined);
  if (missing === undefined) {
    const more = type.more === undefined ? undefined : spokenTextOf(type.more, timesHere(draft), view);
    return more ?? ownWords(draft, ({ wordings }) => wordings.more);
  }
  const ask = type.fields.find((field) => field.name === missing.name)?.ask;
  const words = ask === undefined ? undefined : spokenTextOf(ask, 1, view);
  if (words !== undefined) return words;
  if (missing.wanted.kind === "number") return ownWords(draft, ({ wordings }) => wordings.howMany);
  return ownWords(draft, () => `${missing.synonyms[0] ?? missing.name.replaceAll("_", " ")}?`);
}

/** True if a list's entries lack nothing; always for other types. */
export function isWhole(draft: StepDraft, { name, value }: FilledVariable): boolean {
  const type = listType(draft, name);
  const wanted = type === undefined ? [] : fieldsOf(type, viewOf(draft));
  return type === undefined || recordsIn(value).every((entry) => lacking(entry, wanted) === undefined);
}

/** Storable part of an answer: its complete entries. The rest is kept while it is asked for. */
export function settledList(
  draft: StepDraft,
  filled: FilledVariable,
): { readonly filled: FilledVariable; readonly isOpen: boolean } {
  const type = listType(draft, filled.name);
  if (type === undefined) return { filled, isOpen: false };
  const wanted = fieldsOf(type, viewOf(draft));
  const entries = recordsIn(filled.value);
  const complete = entries.filter((entry) => lacking(entry, wanted) === undefined);
  const isWhole = complete.length === entries.length;
  const isOpen = filled.isOver !== true || !isWhole || entries.length === 0;
  const value = complete.length === 0 ? null : complete;
  draft.changeAsking({ entries: isWhole ? undefined : { name: filled.name, value: entries } });
  return { filled: { name: filled.name, value }, isOpen };
}
