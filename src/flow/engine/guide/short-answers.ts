// Short answers: the answers of a word or two to what is asked, as plain phrases and digits. Most of what people say
// is one of them. The recogniser hears them with weights that were tuned on recordings of people, and everything
// longer by the grammar beside them.

import type { Expectation, ExpectedKind } from "../expectation.ts";
import type { Language } from "../../grammar/language.ts";
import type { AskedVariable, ListeningPoint } from "../understand/understanding.ts";
import { phrasesOf as listed } from "./sayer.ts";
import { spokenWords } from "./spoken-words.ts";
import type { GuideContext } from "./guide-context.ts";

/** Numbers in a list of short answers. */
const numbersMax = 60;
/** The largest number in the list: larger ones are said in several forms. */
const numberMax = 99;
const phrasesMax = 240;
/** Words of all phrases together: the grammar needs the rest of what a recogniser can hold. */
const wordsMax = 450;
/** The longest string of digits that is recognised in one piece. */
const digitsMax = 20;

/** `commands` are phrases that may be said at any question; answers leave them room. */
export function shortAnswers(
  guiding: GuideContext,
  point: ListeningPoint,
  commands: readonly string[],
): readonly ExpectedKind[] {
  const { asked, confirming } = point;
  const own = confirming === undefined && asked !== undefined ? phrasesOf(asked, guiding) : [];
  const always = limited(commands, { phrasesMax, wordsMax });
  const left = { phrasesMax: phrasesMax - always.length, wordsMax: wordsMax - wordsOf(always) };
  const answers = limited([...own, ...yesNo(guiding, point)], left);
  // Of two phrases that sound the same, the recogniser writes the first.
  const other = always.filter((phrase) => !answers.includes(phrase));
  const lengths = confirming === undefined ? lengthsOf(asked) : [];
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

/** The short answers to what is asked, by what they mean; undefined where that is none of a few things. */
export function meaningsOf(
  guiding: GuideContext,
  { asked, confirming, open }: ListeningPoint,
): Expectation["meanings"] {
  const { language, sayer } = guiding;
  const isOnly = open.length === 0;
  if (confirming !== undefined || asked?.wanted.kind === "boolean") {
    const groups = [sayer.words("said_yes"), sayer.words("said_no")];
    return { kind: "yes-no", groups, isOnly };
  }
  if (asked?.wanted.kind === "choice") {
    const { options } = asked.wanted;
    const groups = options.map((option, at) => [
      ...namesOf(option, language),
      ...placesOf(options, at, guiding),
    ]);
    return groups.length < 2 ? undefined : { kind: "option", groups, isOnly };
  }
  if (asked?.wanted.kind !== "number") return undefined;
  const numbers = numbersOf(asked.wanted, language);
  return numbers.length < 2
    ? undefined
    : { kind: "number", groups: numbers.map((number) => [number]), isOnly };
}

/**
 * Phrases for yes and no, the commonest first, some twenty of each. With 211 polite ones the recogniser understood no
 * more of what people say, and took five times as much of other speech for a yes or a no.
 */
function yesNo({ sayer }: GuideContext, { asked, confirming }: ListeningPoint): readonly string[] {
  if (confirming === undefined && asked?.wanted.kind !== "boolean") return [];
  return [...sayer.words("said_yes"), ...sayer.words("said_no")];
}

function lengthsOf(asked: AskedVariable | undefined): readonly number[] {
  if (asked?.wanted.kind !== "digits") return [];
  const { lengthMin, lengthMax } = asked.wanted;
  if (lengthMax > digitsMax) return [];
  return Array.from({ length: lengthMax - lengthMin + 1 }, (_, more) => lengthMin + more);
}

function phrasesOf({ wanted, synonyms }: AskedVariable, guiding: GuideContext): readonly string[] {
  const { language } = guiding;
  switch (wanted.kind) {
    case "choice":
      return optionPhrases(wanted, guiding);
    case "number": {
      const numbers = numbersOf(wanted, language);
      return [
        ...numbers,
        ...synonyms.flatMap((name) => numbers.map((number) => `${number} ${spokenWords(name, language)}`)),
      ];
    }
    default:
      return [];
  }
}

/** Whole numbers within the bounds, where they are few and small. */
function numbersOf(
  { min = 0, max = Infinity, integer }: Extract<AskedVariable["wanted"], { kind: "number" }>,
  language: Language,
): readonly string[] {
  if (!integer || min < 0 || max > numberMax || max - min > numbersMax) return [];
  return Array.from({ length: Math.floor(max) - Math.ceil(min) + 1 }, (_, more) =>
    spokenWords(String(Math.ceil(min) + more), language),
  );
}

type Choice = Extract<AskedVariable["wanted"], { kind: "choice" }>;

/** All names before all positions, so that the limit drops positions first. */
const optionPhrases = ({ options }: Choice, guiding: GuideContext): readonly string[] => [
  ...options.flatMap((option) => namesOf(option, guiding.language)),
  ...options.flatMap((_, at) => placesOf(options, at, guiding)),
];

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
    // By itself it is one only where nothing else is said.
    ...(isAlone ? [spokenWords(String(number), language)] : []),
  ];
}
