// Example phrases: a few of the things that a caller can say, shown on a page during a call.

import type { AskedVariable, ListeningPoint } from "../understand/understanding.ts";
import { spokenWords } from "./spoken-words.ts";
import type { GuideContext } from "./guide-context.ts";

const examplesMax = 12;
const optionsMax = 8;

/** At most 12 phrases, the likeliest first. */
export function examplesOf(point: ListeningPoint, guiding: GuideContext): readonly string[] {
  const { asked, confirming, handlers } = point;
  const own = confirming !== undefined ? yesNo(guiding) : asked === undefined ? [] : valuesOf(asked, guiding);
  const commands = handlers.flatMap(({ phrases: [first] }) => first ?? []);
  return [...new Set([...own, ...commands])].filter((each) => each !== "").slice(0, examplesMax);
}

/** The commonest yes and no. */
const yesNo = ({ sayer }: GuideContext): readonly string[] =>
  ["said_yes", "said_no"].flatMap((type) => sayer.words(type).slice(0, 1));

function valuesOf({ wanted }: AskedVariable, guiding: GuideContext): readonly string[] {
  const spoken = (text: string): string => spokenWords(text, guiding.language);
  switch (wanted.kind) {
    case "boolean":
      return yesNo(guiding);
    case "choice":
      return wanted.options.slice(0, optionsMax).map(({ label }) => label);
    case "number":
      return [spoken(String(Math.max(wanted.min ?? 0, Math.min(wanted.max ?? 4, 4))))];
    case "digits":
      return [spoken(exampleDigits.slice(0, wanted.lengthMin).split("").join(" "))];
    case "date":
      return guiding.sayer.words("weekday").slice(0, 1);
    default:
      return [];
  }
}

const exampleDigits = "31415926535897932384";
