// The short answers to what is asked, as plain phrases and digits: by far most of what people say. The recogniser hears
// them with weights that were tuned on people, and everything longer by the grammar beside them.

import type { Expected } from "../expectation.ts";
import type { Asked, Hearing } from "../understand/contract.ts";
import type { Guiding } from "./fragments.ts";
import { spokenWords } from "./spoken-words.ts";

/** Beyond it they are no short list any more. */
const numbersMax = 60;
const phrasesMax = 240;
/** Longest string of digits that is heard in one go. */
const digitsMax = 20;

/** `commands` are phrases that may be said at any question. */
export function shortAnswers(
  guiding: Guiding,
  { asked, confirming }: Hearing,
  commands: readonly string[],
): readonly Expected[] {
  const { pack, words } = guiding;
  const said = (phrases: readonly string[]): readonly string[] =>
    phrases.map((phrase) => spokenWords(phrase, words));
  const yesOrNo = confirming !== undefined || asked?.wanted.kind === "boolean";
  const own = confirming === undefined && asked !== undefined ? phrasesOf(asked, guiding) : [];
  const all = [...own, ...(yesOrNo ? said([...pack.yes, ...pack.no]) : []), ...commands];
  const phrases = [...new Set(all)].filter((phrase) => phrase.length > 1).slice(0, phrasesMax);
  const lengths = confirming === undefined ? lengthsOf(asked) : [];
  return [
    ...(phrases.length === 0 ? [] : [{ type: "phrases" as const, phrases }]),
    ...(lengths.length === 0 ? [] : [{ type: "digits" as const, lengths }]),
  ];
}

function lengthsOf(asked: Asked | undefined): readonly number[] {
  if (asked?.wanted.kind !== "digits") return [];
  const { lengthMin, lengthMax } = asked.wanted;
  if (lengthMax > digitsMax) return [];
  return Array.from({ length: lengthMax - lengthMin + 1 }, (_, more) => lengthMin + more);
}

function phrasesOf({ wanted, synonyms }: Asked, { words }: Guiding): readonly string[] {
  switch (wanted.kind) {
    case "choice":
      return wanted.options.flatMap(({ id, label, synonyms: names, dtmf }, index) => {
        const number = words.small[dtmf === undefined ? index + 1 : Number(dtmf)];
        const called = [label, ...names, id.replaceAll("_", " ")].map((name) => spokenWords(name, words));
        const placed = words.places.flatMap(([phrase, place]) => (place === index + 1 ? [phrase] : []));
        const numbered =
          number === undefined ? [] : [number, ...words.placeNouns.map((noun) => `${noun} ${number}`)];
        return [...called, ...placed, ...numbered];
      });
    case "number": {
      const { min = 0, max = Infinity, integer } = wanted;
      if (!integer || max - min > numbersMax) return [];
      const numbers = Array.from({ length: Math.floor(max) - Math.ceil(min) + 1 }, (_, more) =>
        spokenWords(String(Math.ceil(min) + more), words),
      );
      return [
        ...numbers,
        ...synonyms.flatMap((name) => numbers.map((number) => `${number} ${spokenWords(name, words)}`)),
      ];
    }
    default:
      return [];
  }
}
