// Short answers: answers of a word or two to a question, as plain phrases and digits. Most answers are among them.
// The recogniser hears them with weights tuned on recordings of people, and longer ones by the grammar beside them.

import type { Expectation, ExpectedKind } from "../expectation.ts";
import type { Language } from "../../grammar/language.ts";
import type { ListeningPoint, ValueRule } from "../understand/understanding.ts";
import { phrasesOf as listed, speak } from "./sayer.ts";
import { spokenWords } from "./spoken-words.ts";
import type { GuideContext } from "./guide-context.ts";
import { likelyValues } from "./likely-values.ts";

/** Numbers in a list of short answers. */
const numbersMax = 60;
/** Largest number in the list: larger ones have several forms. */
const numberMax = 99;
const phrasesMax = 240;
/** Words of all phrases together: the grammar needs the rest of what a recogniser can hold. */
const wordsMax = 450;
/** Longest string of digits recognised in one piece. */
const digitsMax = 20;

/** `commands`: phrases valid at any question; answers leave them room. */
export function shortAnswers(
  guiding: GuideContext,
  point: ListeningPoint,
  commands: readonly string[],
): readonly ExpectedKind[] {
  const { asked, confirming } = point;
  const always = limited(commands, { phrasesMax, wordsMax });
  const left = { phrasesMax: phrasesMax - always.length, wordsMax: wordsMax - wordsOf(always) };
  const answers = limited(phrasesOf(guiding, point), left);
  // Of two phrases with equal sound, the recogniser writes the first.
  const other = always.filter((phrase) => !answers.includes(phrase));
  const wanted = confirming === undefined ? asked?.wanted : undefined;
  const lengths = wanted?.kind === "digits" && wanted.lengthMax <= digitsMax ? lengthsOf(wanted) : [];
  return [
    ...(answers.length === 0 ? [] : [{ type: "phrases" as const, phrases: answers }]),
    ...(other.length === 0 ? [] : [{ type: "phrases" as const, phrases: other, areCommands: true as const }]),
    ...(lengths.length === 0 ? [] : [{ type: "digits" as const, lengths }]),
  ];
}

const wordsOf = (phrases: readonly string[]): number =>
  phrases.reduce((sum, phrase) => sum + phrase.split(" ").length, 0);

/** The first phrases within the limits, each once. */
function limited(
  phrases: readonly string[],
  max: { readonly phrasesMax: number; readonly wordsMax: number },
): readonly string[] {
  const kept: string[] = [];
  let held = 0;
  for (const phrase of new Set(phrases)) {
    // Single letters are typed, not said.
    if (phrase.length < 2) continue;
    held += phrase.split(" ").length;
    if (held > max.wordsMax || kept.length >= max.phrasesMax) break;
    kept.push(phrase);
  }
  return kept;
}

/** Short answers by meaning: names, and for options their places. */
interface Groups {
  readonly kind: "number" | "yes-no" | "option";
  readonly groups: readonly (readonly [names: readonly string[], places: readonly string[]])[];
}

/**
 * Phrases for yes and no are the most common, some twenty of each. With 211 polite ones the recogniser understood no
 * more, and took five times as much other speech for a yes or a no.
 */
function groupsOf(guiding: GuideContext, { asked, confirming }: ListeningPoint): Groups | undefined {
  const { sayer, language } = guiding;
  const wanted = confirming === undefined ? asked?.wanted : ({ kind: "boolean" } as const);
  switch (wanted?.kind) {
    case "boolean":
      return { kind: "yes-no", groups: ["said_yes", "said_no"].map((type) => [sayer.words(type), []]) };
    case "choice": {
      const { options } = wanted;
      const groups = options.map(
        (option, at) => [namesOf(option, language), placesOf(options, at, guiding)] as const,
      );
      return { kind: "option", groups };
    }
    case "number":
      return { kind: "number", groups: numbersOf(wanted, language).map((number) => [[number], []]) };
    default:
      return undefined;
  }
}

/** All names before all places, so that the limit drops places first. */
function phrasesOf(guiding: GuideContext, point: ListeningPoint): readonly string[] {
  const { kind, groups = [] } = groupsOf(guiding, point) ?? {};
  const names = groups.flatMap(([phrases]) => phrases);
  const nouns = kind === "number" ? (point.asked?.synonyms ?? []) : [];
  return [
    ...names,
    ...nouns.flatMap((noun) => names.map((number) => `${number} ${spokenWords(noun, guiding.language)}`)),
    ...groups.flatMap(([, places]) => places),
  ];
}

/** Short answers to the question, by meaning; undefined if the meanings are not few. */
export function meaningsOf(guiding: GuideContext, point: ListeningPoint): Expectation["meanings"] {
  const { kind, groups = [] } = groupsOf(guiding, point) ?? {};
  if (kind === undefined || groups.length < 2) return undefined;
  return { kind, groups: groups.map((group) => group.flat()), isOnly: point.open.length === 0 };
}

export const lengthsOf = ({
  lengthMin,
  lengthMax,
}: Extract<ValueRule, { kind: "digits" }>): readonly number[] =>
  Array.from({ length: Math.max(0, lengthMax - lengthMin + 1) }, (_, more) => lengthMin + more);

/** Whole numbers within the bounds, where they are few and small. */
function numbersOf(
  { min = 0, max = Infinity, integer }: Extract<ValueRule, { kind: "number" }>,
  language: Language,
): readonly string[] {
  if (!integer || min < 0 || max > numberMax || max - min > numbersMax) return [];
  return Array.from({ length: Math.floor(max) - Math.ceil(min) + 1 }, (_, more) =>
    spokenWords(String(Math.ceil(min) + more), language),
  );
}

type Choice = Extract<ValueRule, { kind: "choice" }>;

export const namesOf = (
  { id, label, synonyms }: Choice["options"][number],
  language: Language,
): readonly string[] => {
  const ids = /^\p{L}+(?:_\p{L}+)*$/u.test(id) ? [id.replaceAll("_", " ")] : [];
  const all = [label, ...synonyms, ...ids].map((name) => spokenWords(name, language));
  return [...new Set(all)].filter((name) => name !== "");
};

/** "The second one", "number two", "the last". */
export function placesOf(
  options: Choice["options"],
  at: number,
  { sayer, language, isAlone = true }: GuideContext & { readonly isAlone?: boolean },
): readonly string[] {
  const key = options[at]?.dtmf;
  const number = /^[1-9]$/.test(key ?? "") ? Number(key) : at + 1;
  const places = [at + 1, ...(at === options.length - 1 && at > 0 ? [-1] : [])];
  return [
    ...listed(sayer.of("position", [...new Set([...places, number])])),
    // A bare number is one only if nothing else is said.
    ...(isAlone ? [spokenWords(String(number), language)] : []),
  ];
}

/** Phrases of a built-in handler. */
const packPhrasesMax = 12;
/** Phrases with the same first word: half of all phrases for yes begin with "yes". */
const samePhrasesMax = 3;
const packPhraseWordsMax = 4;

/** The shortest and most common, first in a pack, and of many kinds. */
export function commonPhrases(
  phrases: readonly string[],
  language: Language,
  max: number = packPhrasesMax,
): readonly string[] {
  const begun = new Map<string, number>();
  return (
    phrases
      .map((phrase) => spokenWords(phrase, language))
      // Single letters are typed, not said.
      .filter((phrase) => phrase.length > 1 && phrase.split(" ").length <= packPhraseWordsMax)
      .filter((phrase) => {
        const [first = ""] = phrase.split(" ");
        const count = begun.get(first) ?? 0;
        begun.set(first, count + 1);
        return count < samePhrasesMax;
      })
      .slice(0, max)
  );
}

const examplesMax = 12;
const optionsMax = 8;

/** At most 12 phrases, the likeliest first. */
export function examplesOf(point: ListeningPoint, guiding: GuideContext): readonly string[] {
  const { asked, confirming, handlers } = point;
  const values = valuesOf(confirming === undefined ? asked?.wanted : { kind: "boolean" }, guiding);
  const commands = handlers.flatMap(({ phrases: [first] }) => first ?? []);
  return [...new Set([...values, ...commands])].filter((each) => each !== "").slice(0, examplesMax);
}

function valuesOf(
  wanted: ValueRule | undefined,
  { language, sayer, today }: GuideContext,
): readonly string[] {
  const spoken = (text: string): string => spokenWords(text, language);
  switch (wanted?.kind) {
    case "boolean":
      return ["said_yes", "said_no"].flatMap((type) => sayer.words(type).slice(0, 1));
    case "choice":
      return wanted.options.slice(0, optionsMax).map(({ label }) => label);
    case "number":
      return [speak("number", Math.max(wanted.min ?? 0, Math.min(wanted.max ?? 4, 4)), language) ?? ""];
    case "digits":
      return [spoken(exampleDigits.slice(0, wanted.lengthMin).split("").join(" "))];
    case "date":
      return sayer.words("weekday").slice(0, 1);
    case "time": {
      const [[, hours] = ["", []]] = likelyValues(wanted, today).bare;
      return [speak("time", hours[Math.floor(hours.length / 2)], language) ?? ""];
    }
    default:
      return [];
  }
}

const exampleDigits = "31415926535897932384";
