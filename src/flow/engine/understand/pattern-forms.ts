// Pattern compiler: takes the written forms of a pack's date and time patterns ("half past {hour}") apart into words
// and slots.

import type { Pattern, Slots } from "../../locale/language-pack.ts";

export type SlotName =
  "hour" | "minute" | "day" | "ordinal" | "month" | "weekday" | "year" | "n" | "unit" | "clock";

export type FormElement =
  | { readonly type: "words"; readonly words: ReadonlySet<string>; readonly optional: boolean }
  | { readonly type: "slot"; readonly slot: SlotName; readonly optional: boolean };

export interface PatternForm<T> {
  readonly elements: readonly FormElement[];
  readonly read: (slots: Slots) => T | undefined;
  readonly bare: boolean;
}

/** Forms by what they begin with, so that a word meets only the few that it may begin. */
export interface PatternForms<T> {
  readonly byWord: ReadonlyMap<string, readonly PatternForm<T>[]>;
  readonly bySlot: ReadonlyMap<SlotName, readonly PatternForm<T>[]>;
}

const slotNames: ReadonlySet<string> = new Set<SlotName>([
  "hour",
  "minute",
  "day",
  "ordinal",
  "month",
  "weekday",
  "year",
  "n",
  "unit",
  "clock",
]);
const isSlotName = (name: string): name is SlotName => slotNames.has(name);

/** A pattern as elements. Optional elements are marked, because the grammar builder needs them too. */
export function compilePattern<T>({ form, read, bare = false }: Pattern<T>): PatternForm<T> {
  return { elements: form.split(" ").map(elementOf), read, bare };
}

/** Patterns with their optional elements expanded, indexed by what they begin with. */
export function compileForms<T>(patterns: readonly Pattern<T>[]): PatternForms<T> {
  const forms = patterns
    .map((pattern) => compilePattern(pattern))
    .flatMap(({ elements, ...rest }) =>
      variantsOf(elements).map((variant) => ({ ...rest, elements: variant })),
    );
  const begun = forms.flatMap((form) => beginnings(form).map((beginning) => ({ form, ...beginning })));
  const byWord = grouped(
    begun.flatMap(({ form, word }) => (word === undefined ? [] : [[word, form] as const])),
  );
  const bySlot = grouped(
    begun.flatMap(({ form, slot }) => (slot === undefined ? [] : [[slot, form] as const])),
  );
  return { byWord, bySlot };
}

function beginnings({
  elements: [first],
}: PatternForm<unknown>): readonly { word?: string; slot?: SlotName }[] {
  if (first === undefined) return [];
  return first.type === "slot" ? [{ slot: first.slot }] : [...first.words].map((word) => ({ word }));
}

function grouped<K, T>(pairs: readonly (readonly [K, T])[]): ReadonlyMap<K, readonly T[]> {
  const groups = Map.groupBy(pairs, ([key]) => key);
  return new Map([...groups].map(([key, own]) => [key, own.map(([, form]) => form)]));
}

/** "a? quarter" is "a quarter" and "quarter". */
function variantsOf(elements: readonly FormElement[]): readonly (readonly FormElement[])[] {
  return elements.reduce<readonly (readonly FormElement[])[]>(
    (variants, element) => [
      ...variants.map((before) => [...before, element]),
      ...(element.optional ? variants : []),
    ],
    [[]],
  );
}

function elementOf(part: string): FormElement {
  const optional = part.endsWith("?");
  const plain = optional ? part.slice(0, -1) : part;
  const name = plain.startsWith("{") ? plain.slice(1, -1) : "";
  if (isSlotName(name)) return { type: "slot", slot: name, optional };
  return { type: "words", words: new Set(plain.split("|")), optional };
}
