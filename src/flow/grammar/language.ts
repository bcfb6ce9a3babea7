// A language: rules and word classes as data; everything else is computed from them.

import { slipsBetween } from "../../base/closest-word.ts";
import { compile, expand, type Grammar, type Rule } from "./rules.ts";

/** Lists of words, each a set in `Language`: `beside` is its `besideSet`. */
interface WordLists {
  /** They may stand beside an answer and change nothing. */
  readonly beside: string;
  /** Words that say nothing within an act: "just", "really". */
  readonly aside?: string;
  /** Articles that may be the number one. */
  readonly weak: string;
  /** They are no names, beyond those of the rules. */
  readonly notName: string;
  /** First names that are usual words as well: "will", "may". */
  readonly given?: string;
  /** Words of a name that may be usual words: "de", "van". */
  readonly particle: string;
  /** Words before a noun that is no name. */
  readonly owner: string;
  /** "My", "our": what follows is the caller's matter. */
  readonly mine: string;
  /** "I", "we": what follows is no name. */
  readonly subject: string;
  /** Verbs and others of a question that do not answer it when repeated. */
  readonly pale: string;
  /** Nouns that are counted by ordinals: "second floor". */
  readonly ranked: string;
  /** "The yearly one". */
  readonly pronoun: string;
  readonly article: string;
  /** Nouns of persons. */
  readonly people: string;
  /** Words before a number that make it a time, or a count. */
  readonly beforeTime: string;
  readonly beforeCount: string;
  /** "I don't want sales": a "not" before them denies what is wanted. */
  readonly want?: string;
  /** "Wrong", "another": the answer beside them is to be asked again. */
  readonly wrong: string;
  /** Words that make a question a polite answer: "is friday possible". */
  readonly invite: string;
  /** Words that deny the noun or the verb behind them: "no dairy" and "without dairy". */
  readonly deny: string;
  /** "Maybe": between two values it leaves both open. */
  readonly maybe?: string;
  /** "I", "we", "it": behind "could" they propose something. */
  readonly proposing?: string;
  /** "Please", "thanks": what an answer ends with. */
  readonly closing?: string;
  /** Verbs that help others, behind which no clause begins: "could we". */
  readonly auxiliary?: string;
  /** "It", "that": a clause begins with them where a verb follows. */
  readonly pointer?: string;
  readonly preposition?: string;
  /** Prepositions of a place or a time, which count nothing more: "two at the front", not "two with a baby". */
  readonly adjunct?: string;
  /** First words of a question that may be answered by yes or no, and what may stand before them. */
  readonly ask: string;
  readonly hesitation: string;
}

interface Written {
  readonly decimal: "." | ",";
  readonly hasOrdinalDot: boolean;
  /** How words of the rules are written where they are said: "oclock" is "o'clock". */
  readonly spelt?: Readonly<Record<string, string>>;
}

export interface LanguageData {
  readonly code: string;
  readonly written: Written;
  readonly respell: readonly (readonly [RegExp, string])[];
  /** Letters that sound like others, by which words that recognisers do not know are compared: "polar" and "cola". */
  readonly sounds: readonly (readonly [RegExp, string])[];
  /** How words fall apart: "it's", "zweihundertfünfzig". */
  readonly split: (word: string) => readonly string[];
  /** Made when the language is first heard: 2 to 11 ms. */
  readonly rules: () => readonly Rule[];
  readonly lists: WordLists;
  /** Words beside answers of these types alone: `"phone digits": "area code"`. */
  readonly besideTypes?: Readonly<Record<string, string>>;
  /** Words that only say more behind a value of these types: `date: "after because"`. */
  readonly further?: Readonly<Record<string, string>>;
  /** In the name or the question of a date: it is a day of birth. */
  readonly birth: RegExp;
  /** In the name or the question of a number: it is a number of years. */
  readonly aged: RegExp;
  /** In a question for a number: the noun that it counts. */
  readonly howMany: RegExp;
  /** Nouns for the same persons, a group an entry: "child kid boy". */
  readonly kin: readonly string[];
  /** In a question that offers more. */
  readonly offersMore: RegExp;
  /** Words that only add doubt, by kind. */
  readonly doubt: Readonly<Record<string, string>>;
  /** Ends of words that are no names. */
  readonly notNameEnding: RegExp;
  /** How a speaker counts himself in: "of us". */
  readonly ofUs: readonly string[];
  /** Ends of words that do not count for options and nouns. */
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
  /** "Two people more": by which sign it changes the number. */
  readonly moreWords: Readonly<Record<string, number>>;
  /** Nouns join into one word, of which the last says what it is. */
  readonly joinsWords?: true;
  /** "No" before a noun denies it ("no colour"), where other languages have a word for that. */
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
  /** Words that alone say a day, a time, a currency or a unit. */
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

/** Words by each of the types that they are given for. */
function byType(words: Readonly<Record<string, string>> = {}): ReadonlyMap<string, ReadonlySet<string>> {
  const sets = new Map<string, Set<string>>();
  for (const [types, text] of Object.entries(words))
    for (const type of list(types)) sets.set(type, new Set([...(sets.get(type) ?? []), ...list(text)]));
  return sets;
}

/** These are compared without their endings. */
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
