// Scene: the words of a turn, the chart's readings, and the variables that may be meant, prepared for comparison.

import type { Reading } from "./chart.ts";
import type { Language } from "./language.ts";
import type { Token } from "./tokens.ts";
import type { Fit, Now, Variable } from "./variables.ts";

/** A stretch of the words, and its reading in this question. */
export interface Arc {
  readonly start: number;
  readonly end: number;
  readonly kind: "value" | "mark" | "act" | "beside" | "reason" | "doubt" | "foreign" | "open";
  readonly cost: number;
  /** Kind of a mark, an act or a doubt. */
  readonly what?: string;
  /** Form that read the value. */
  readonly form?: string;
  readonly sets?: readonly { readonly name: string; readonly fit: Fit }[];
}

export interface Slot {
  readonly variable: Variable;
  readonly isAsked: boolean;
  /** Whether a later node asks for the slot: a story may hold its values. */
  readonly isAhead?: true;
  /** Whether the variable has an earlier answer, which may be corrected. */
  readonly isFilled?: boolean;
  /** Whether the agent has just repeated the value. */
  readonly isEchoed?: boolean;
}

/** A slot with the words that belong to it, stemmed. */
export interface ReadySlot extends Slot {
  /** Order of the slots: the later of two costs a little more. */
  readonly order: number;
  /** Nouns that the variable's number counts: "people", "nights". */
  readonly nouns: readonly (readonly string[])[];
  readonly isPeople: boolean;
  /** Whether an earlier slot for a number already takes bare numbers. */
  readonly isSecond: boolean;
  /** Whether callers may say a value without its unit or noun. */
  readonly mayBeBare: boolean;
  /** Whether a denial names the earlier value: "fourteen, not forty". */
  readonly isRecalled: boolean;
  /** Words of the variable's options. */
  readonly named: ReadonlySet<string>;
  /** Words of the variable's question. */
  readonly own: readonly string[];
}

export interface Scene {
  readonly tokens: readonly Token[];
  readonly stems: readonly string[];
  readonly readings: readonly (readonly Reading[])[];
  readonly slots: readonly ReadySlot[];
  /** Words of the open questions, without those of their options. */
  readonly own: ReadonlySet<string>;
  /** Words that may accompany an answer of the open types. */
  readonly beside: readonly ReadonlySet<string>[];
  readonly hasName: boolean;
  readonly hasBoolean: boolean;
  /** Whether a summary has a time and a number, so that "make it nine" may mean either. */
  readonly isEither: boolean;
  readonly calls: readonly Call[];
  readonly language: Language;
  readonly now: Now;
}

export interface Words {
  readonly tokens: readonly Token[];
  readonly readings: readonly (readonly Reading[])[];
}

/** A phrase of an author's handler, as tokens. */
export interface Call {
  readonly name: string;
  readonly words: readonly string[];
}

export interface Place {
  readonly slots: readonly Slot[];
  readonly language: Language;
  readonly now: Now;
  readonly calls?: readonly Call[];
}

/** "No, I meant eight": the value belongs to an earlier answer. */
const MENDING = new Set(["mend", "no", "not", "instead"]);
const NUMERIC = new Set(["number", "money", "amount", "duration", "date", "time"]);

export function sceneOf({ tokens, readings }: Words, { slots, language, now, calls = [] }: Place): Scene {
  const isMended = readings.flat().some(({ type, value }) => type === "mark" && MENDING.has(value));
  const isOnlyNumber = (slot: Slot): boolean =>
    slots.filter((each) => each.isFilled === true && NUMERIC.has(each.variable.type)).length === 1 &&
    NUMERIC.has(slot.variable.type);
  const isSummary = slots.every(({ isAsked, variable }) => !isAsked || variable.type === "boolean");
  const firstNumber = slots.findIndex(({ variable }) => variable.type === "number");
  const ready = slots.map((slot, at): ReadySlot => ({
    ...withWords(slot, slots, language),
    order: at * 0.01,
    isSecond: at > firstNumber,
    isRecalled:
      isMended &&
      slot.isFilled === true &&
      readings.flat().some(({ type, value }) => type === "number" && value === slot.variable.near),
    mayBeBare:
      slot.isAsked ||
      (slot.isFilled === true && (isSummary || (isMended && (slot.isEchoed === true || isOnlyNumber(slot))))),
  }));
  const named = new Set(ready.flatMap((slot) => [...slot.named]));
  const has = (type: Variable["type"]): boolean => slots.some(({ variable }) => variable.type === type);
  return {
    tokens,
    readings,
    stems: tokens.map(({ text }) => language.stem(text)),
    slots: ready,
    own: new Set(
      ready.flatMap(({ isAsked, own }) => (isAsked ? own.filter((word) => !named.has(word)) : [])),
    ),
    beside: [
      language.besideSet,
      ...ready.flatMap(({ variable: { type, topic }, isAsked }) =>
        [type, ...(isAsked && topic !== undefined ? [topic] : [])].flatMap(
          (each) => language.besideOf.get(each) ?? [],
        ),
      ),
    ],
    hasName: has("name"),
    hasBoolean: has("boolean"),
    isEither: isSummary && has("time") && has("number"),
    calls,
    language,
    now,
  };
}

function withWords(slot: Slot, slots: readonly Slot[], language: Language) {
  const { variable } = slot;
  const asked = language.plain(variable.ask ?? "");
  const { synonyms = [] } = variable;
  const nouns = (synonyms.length > 0 ? synonyms : [variable.name.replaceAll("_", " ")])
    .map((name) => language.plain(name))
    .filter((noun) => noun.length > 0);
  if (variable.type === "number") nouns.push(...countedIn(variable.ask ?? "", language));
  // "My two boys", at a question for children.
  nouns.push(
    ...language.kin
      .filter((group) => nouns.some(([noun]) => group.includes(noun ?? "")))
      .flatMap((group) => group.map((word) => [word])),
  );
  const typeWords = (language.typeWords[variable.type] ?? "").split(" ");
  const isOnly = slots.every((other) => other === slot || other.variable.type !== variable.type);
  // "The time should be eight", if there is only one time.
  if (isOnly && variable.type !== "number") nouns.push(...typeWords.map((word) => [language.stem(word)]));
  const isPeople = [...nouns.flat(), ...(synonyms.length === 0 ? asked : [])].some((word) =>
    language.peopleSet.has(word),
  );
  // "On which floor" asks for "the third floor".
  if (isOnly) nouns.push(...asked.filter((word) => language.rankedSet.has(word)).map((word) => [word]));
  if (isPeople) nouns.push(...[...language.peopleSet].map((word) => [word]), ...language.ofUs);
  const named = new Set(
    (variable.options ?? []).flatMap(({ id, label = "", synonyms = [] }) =>
      [id, label, ...synonyms].flatMap((name) => language.plain(name)),
    ),
  );
  const text = `${variable.name} ${variable.ask ?? ""}`;
  const isAge = language.aged.test(text);
  const unit =
    variable.unit ??
    nouns
      .flat()
      .map((noun) => language.unitOf.get(noun))
      .find((each) => each !== undefined) ??
    (isAge ? "years" : undefined);
  const currency = [...asked, ...nouns.flat()]
    .map((word) => language.currencyOf.get(word))
    .find((each) => each !== undefined);
  return {
    ...slot,
    variable: {
      ...variable,
      ...(variable.type === "number" && unit !== undefined && { unit }),
      ...(variable.type === "number" && currency !== undefined && { currency }),
      ...(variable.type === "number" && {
        askedUnits: asked.flatMap((word) => language.unitOf.get(word) ?? []),
      }),
      ...(variable.type === "date" && language.birth.test(text) && { topic: "birth" as const }),
      ...(variable.type === "number" && isAge && { topic: "age" as const }),
      ...(variable.type === "boolean" && language.offersMore.test(text) && { offersMore: true }),
    },
    nouns,
    isPeople,
    named,
    own: [...asked, ...language.plain(variable.name), ...typeWords],
  };
}

/** "How many children": the counted noun, if it is one. */
function countedIn(ask: string, language: Language): readonly (readonly string[])[] {
  const noun = language.howMany.exec(ask)?.[1]?.toLowerCase() ?? "";
  const isSmall = noun === "" || language.besideSet.has(noun) || language.articleSet.has(noun);
  return isSmall ? [] : [[language.stem(noun)]];
}

/** Whether these stems begin at a place. */
export const startsAt = ({ stems }: Scene, at: number, words: readonly string[]): boolean =>
  at >= 0 && words.every((word, n) => stems[at + n] === word);

/** "Three of us", "three people": whether a number counts persons, and nothing else. */
export const isOfPeople = (scene: Scene, at: number): boolean =>
  scene.language.peopleSet.has(scene.stems[at] ?? "") ||
  scene.language.ofUs.some((words) => startsAt(scene, at, words));

export const readingsAt = ({ readings }: Scene, at: number): readonly Reading[] => readings[at] ?? [];
/** Whether a word may accompany an answer to an open question. */
export const isBeside = ({ beside }: Scene, word: string): boolean => beside.some((words) => words.has(word));
export const textAt = ({ tokens }: Scene, at: number): string => tokens[at]?.text ?? "";

export const isBare = ({ sets }: Arc): boolean => sets?.some(({ fit }) => fit.isBare || fit.isAlone) === true;
export const isOf = ({ sets }: Arc, { name }: Variable): boolean =>
  sets?.some((each) => each.name === name) === true;

/** The next value behind words that change nothing. */
export const nextValue = (path: readonly Arc[], arc: Arc): Arc | undefined =>
  path.slice(path.indexOf(arc) + 1).find(({ kind }) => kind !== "beside");
