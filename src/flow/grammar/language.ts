// A language: rules and word classes as data; everything else is computed from them.

import { slipsBetween } from "../../base/closest-word.ts";
import { compile, expand, type Grammar, type Rule } from "./rules.ts";

/** Lists of words, each a set in `Language`: `beside` is its `besideSet`. */
interface WordLists {
  /** Words that may accompany an answer and change nothing. */
  readonly beside: string;
  /** Words that say nothing within an act: "just", "really". */
  readonly aside?: string;
  /** Articles that may be the number one. */
  readonly weak: string;
  /** Words that are no names, beyond those of the rules. */
  readonly notName: string;
  /** First names that are usual words as well: "will", "may". */
  readonly given?: string;
  /** Words of a name that may be usual words: "de", "van". */
  readonly particle: string;
  /** Words before a noun, which is then no name. */
  readonly owner: string;
  /** "My", "our": the following noun is the caller's matter. */
  readonly mine: string;
  /** "I", "we": the following word is no name. */
  readonly subject: string;
  /** Verbs and other words of a question that do not answer it when repeated. */
  readonly pale: string;
  /** Nouns that ordinals count: "second floor". */
  readonly ranked: string;
  /** Words in place of a noun: "the yearly one". */
  readonly pronoun: string;
  readonly article: string;
  /** Nouns of persons. */
  readonly people: string;
  /** Words before a number that make it a time, or a count. */
  readonly beforeTime: string;
  readonly beforeCount: string;
  /** "I don't want sales": verbs behind a "not" that denies the wanted thing. */
  readonly want?: string;
  /** "Wrong", "another": the agent asks again for the answer beside them. */
  readonly wrong: string;
  /** Words that make a question a polite answer: "is friday possible". */
  readonly invite: string;
  /** Words that deny the following noun or verb: "no dairy" and "without dairy". */
  readonly deny: string;
  /** "Maybe": between two values both stay open. */
  readonly maybe?: string;
  /** "I", "we", "it": behind "could" these make a proposal. */
  readonly proposing?: string;
  /** "Please", "thanks": words that end an answer. */
  readonly closing?: string;
  /** Auxiliary verbs, behind which no clause begins: "could we". */
  readonly auxiliary?: string;
  /** "It", "that": a clause begins with these if a verb follows. */
  readonly pointer?: string;
  readonly preposition?: string;
  /** Prepositions of a place or a time, which add no persons: "two at the front", not "two with a baby". */
  readonly adjunct?: string;
  /** First words of a yes-or-no question, and words that may precede them. */
  readonly ask: string;
  readonly hesitation: string;
}

interface Written {
  readonly decimal: "." | ",";
  readonly hasOrdinalDot: boolean;
  /** Spoken spelling of words in the rules: "oclock" is "o'clock". */
  readonly spelt?: Readonly<Record<string, string>>;
}

export interface LanguageData {
  readonly code: string;
  readonly written: Written;
  readonly respell: readonly (readonly [RegExp, string])[];
  /** Letters that sound alike, for the comparison of words that recognisers do not know: "polar" and "cola". */
  readonly sounds: readonly (readonly [RegExp, string])[];
  /** Splits a word into its parts: "it's", "zweihundertfünfzig". */
  readonly split: (word: string) => readonly string[];
  /** Rules, made at the first use of the language: 2 to 11 ms. */
  readonly rules: () => readonly Rule[];
  readonly lists: WordLists;
  /** Words beside answers of certain types only: `"phone digits": "area code"`. */
  readonly besideTypes?: Readonly<Record<string, string>>;
  /** Words that only add information behind a value of these types: `date: "after because"`. */
  readonly further?: Readonly<Record<string, string>>;
  /** Words in the name or the question of a date that make it a day of birth. */
  readonly birth: RegExp;
  /** Words in the name or the question of a number that make it a number of years. */
  readonly aged: RegExp;
  /** The counted noun in a question for a number. */
  readonly howMany: RegExp;
  /** Groups of nouns for the same persons, one group in each entry: "child kid boy". */
  readonly kin: readonly string[];
  /** Words in a question that offers more. */
  readonly offersMore: RegExp;
  /** Words that only add doubt, by kind. */
  readonly doubt: Readonly<Record<string, string>>;
  /** Endings of words that are no names. */
  readonly notNameEnding: RegExp;
  /** Words by which speakers count themselves in: "of us". */
  readonly ofUs: readonly string[];
  /** Endings that do not count in comparisons of options and nouns. */
  readonly endings: RegExp;
  /** Letters that change in a plural: "Äpfel", "Gläser". */
  readonly folds?: Readonly<Record<string, string>>;
  readonly mail: {
    readonly at: readonly string[];
    readonly dot: readonly string[];
    readonly filler: readonly string[];
    readonly signs: Readonly<Record<string, string>>;
  };
  /** Words of a question that its answer may repeat, by type. */
  readonly typeWords: Readonly<Record<string, string>>;
  /** "Two people more": sign by which the word changes the number. */
  readonly moreWords: Readonly<Record<string, number>>;
  /** The language joins nouns into one word, whose last part is the head. */
  readonly joinsWords?: true;
  /** "No" before a noun denies it ("no colour"); other languages have a separate word. */
  readonly noDenies: boolean;
}

type WordSets = { readonly [name in keyof WordLists as `${name}Set`]-?: ReadonlySet<string> };

export interface Language
  extends Omit<LanguageData, "rules" | "ofUs" | "kin" | "written" | "lists" | "further">, Written, WordSets {
  readonly grammar: Grammar;
  readonly besideOf: ReadonlyMap<string, ReadonlySet<string>>;
  readonly furtherOf: ReadonlyMap<string, ReadonlySet<string>>;
  readonly doubtOf: ReadonlyMap<string, string>;
  readonly ofUs: readonly (readonly string[])[];
  readonly kin: readonly (readonly string[])[];
  readonly unitOf: ReadonlyMap<string, string>;
  readonly currencyOf: ReadonlyMap<string, string>;
  /** Words that alone mean a day, a time, a currency or a unit. */
  readonly measureSet: ReadonlySet<string>;
  /** Words for persons: "guests", "friends". */
  readonly personSet: ReadonlySet<string>;
  readonly nearest: (word: string) => string | undefined;
  readonly stem: (word: string) => string;
  /** Words of an author's text, stemmed and without articles. */
  readonly plain: (text: string) => readonly string[];
}

const MEASURING = new Set(
  "weekday weekdays month part ampm currency cents span measure day clock base".split(" "),
);

const list = (text: string): readonly string[] => text.trim().split(/\s+/).filter(Boolean);

export function language(data: LanguageData): Language {
  const { written, lists, rules: makeRules, ...plainData } = data;
  const rules = makeRules();
  const grammar = compile(rules);
  const doubtOf = new Map(
    Object.entries(data.doubt).flatMap(([kind, text]) => list(text).map((word) => [word, kind] as const)),
  );
  const notNameSet = new Set([...list(lists.notName), ...list(lists.beside), ...doubtOf.keys()]);
  const vocabulary = new Set([...grammar.vocabulary, ...notNameSet]);
  const values = new Map<number, string[]>();
  for (const { type, form } of rules) {
    if (!/^(weekday|month|unit|teen|ten|near)$/.test(type) || form.length < 6 || form.includes(" ")) continue;
    values.set(form.length, [...(values.get(form.length) ?? []), form]);
  }
  const nearest = (word: string): string | undefined => {
    if (word.length < 6 || vocabulary.has(word) || /\d/.test(word)) return undefined;
    for (const length of [word.length, word.length + 1, word.length - 1])
      for (const other of values.get(length) ?? []) if (slipsBetween(word, other) < 2) return other;
    return undefined;
  };
  const { folds = {} } = data;
  const folded = new RegExp(`[${Object.keys(folds).join("")}]`, "g");
  const ended = (word: string): string =>
    word.length > 3 ? word.replace(data.endings, "").replace(/(?<=...)e$/, "") : word;
  const stem = (word: string): string => ended(word).replace(folded, (letter) => folds[letter] ?? letter);
  const articleSet = new Set(list(lists.article));
  const plain = (text: string): readonly string[] =>
    (
      text
        .toLowerCase()
        .replaceAll("’", "'")
        .match(/[\p{L}\p{M}]+(?:'[\p{L}]+)?|\d+/gu) ?? []
    )
      .flatMap((word) => data.split(word))
      .filter((word, _at, all) => !articleSet.has(word) || all.length === 1)
      .map(stem);
  const namedBy = (...types: readonly string[]): ReadonlyMap<string, string> =>
    new Map(
      rules
        .filter(({ type, form }) => types.includes(type) && !form.includes("{"))
        .map(({ form, value }) => [stem(form), value?.() as string]),
    );
  return {
    ...plainData,
    ...written,
    ...setsOf(lists, stem),
    grammar,
    besideOf: byType(data.besideTypes),
    furtherOf: byType(data.further),
    doubtOf,
    notNameSet,
    ofUs: data.ofUs.map((phrase) => list(phrase).map(stem)),
    kin: data.kin.map((group) => list(group).map(stem)),
    nearest,
    stem,
    plain,
    unitOf: namedBy("span", "measure"),
    currencyOf: namedBy("currency"),
    measureSet: measuresIn(rules),
    personSet: new Set(namedBy("relatives").keys()),
  };
}

const measuresIn = (rules: readonly Rule[]): ReadonlySet<string> =>
  new Set(
    rules
      .filter(({ type, form }) => MEASURING.has(type) && !form.includes("{"))
      .flatMap(({ form }) => expand(form))
      .flatMap(([item, ...others]) =>
        item !== undefined && "word" in item && others.length === 0 && item.word.length > 1
          ? [item.word]
          : [],
      ),
  );

/** Words by each of their types. */
function byType(words: Readonly<Record<string, string>> = {}): ReadonlyMap<string, ReadonlySet<string>> {
  const sets = new Map<string, Set<string>>();
  for (const [types, text] of Object.entries(words))
    for (const type of list(types)) sets.set(type, new Set([...(sets.get(type) ?? []), ...list(text)]));
  return sets;
}

/** Lists whose words are compared without their endings. */
const stemmed: ReadonlySet<string> = new Set(["people", "ranked"]);

function setsOf(lists: WordLists, stem: (word: string) => string): WordSets {
  const none = {
    aside: "",
    given: "",
    want: "",
    maybe: "",
    proposing: "",
    closing: "",
    auxiliary: "",
    pointer: "",
    preposition: "",
    adjunct: "",
  };
  const all: WordLists = { ...none, ...lists };
  return Object.fromEntries(
    Object.entries(all).map(([name, text]: [string, string]) => [
      `${name}Set`,
      new Set(stemmed.has(name) ? list(text).map(stem) : list(text)),
    ]),
  ) as unknown as WordSets;
}
