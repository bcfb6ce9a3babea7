// Example phrases: a few of the things that a caller can say, shown on a page during a call.

import { dateParts } from "../../value/date-parts.ts";
import type { LanguagePack } from "../../locale/language-pack.ts";
import type { AskedVariable, ListeningPoint } from "../understand/understanding.ts";
import type { Language } from "../../grammar/language.ts";
import { spokenWords } from "./spoken-words.ts";

const examplesMax = 12;
const optionsMax = 8;

/** At most 12 phrases, the likeliest first. */
export function examplesOf(point: ListeningPoint, language: Language): readonly string[] {
  const { asked, confirming, handlers, pack } = point;
  const own =
    confirming !== undefined ? yesNo(pack) : asked === undefined ? [] : valuesOf(asked, point, language);
  const commands = handlers.flatMap(({ phrases: [first] }) => first ?? []);
  return [...new Set([...own, ...commands])].filter((each) => each !== "").slice(0, examplesMax);
}

/** The commonest yes and no. Single letters are typed, not said. */
const yesNo = ({ affirmations, no }: LanguagePack): readonly string[] =>
  [affirmations, no].map((phrases) => phrases.find((phrase) => phrase.length > 1) ?? "");

function valuesOf(
  { wanted }: AskedVariable,
  { pack, moment }: ListeningPoint,
  language: Language,
): readonly string[] {
  const spoken = (text: string): string => spokenWords(text, language);
  switch (wanted.kind) {
    case "boolean":
      return yesNo(pack);
    case "choice":
      return wanted.options.slice(0, optionsMax).map(({ label }) => label);
    case "number":
      return [spoken(String(Math.max(wanted.min ?? 0, Math.min(wanted.max ?? 4, 4))))];
    case "digits":
      return [spoken(exampleDigits.slice(0, wanted.lengthMin).split("").join(" "))];
    case "date":
      return [...pack.weekdays.keys()]
        .slice(0, 1)
        .flatMap((day) => (dateParts(moment.date) === undefined ? [] : [day]));
    default:
      return [];
  }
}

const exampleDigits = "31415926535897932384";
