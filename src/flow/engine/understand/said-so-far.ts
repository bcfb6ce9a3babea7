// Said so far: what the words of a turn that goes on amount to where the flow stands, so that the turn can end by what
// was said. The same matchers decide afterwards what the whole turn means.

import { acts } from "../../locale/acts.ts";
import { packIn } from "../../locale/languages.ts";
import { isBackchannel } from "../../locale/backchannels.ts";
import { type Ending, endingOf, endsHesitating } from "../../locale/turn-endings.ts";
import { wordReading } from "./spoken-numbers.ts";
import { digitRuns } from "./types/digits.ts";
import { type Utterance, utteranceOf } from "./tokenised-utterance.ts";
import { understand } from "./understand.ts";
import type { ListeningPoint, Understood, Wanted } from "./understanding.ts";

/**
 * What the words of a turn that goes on amount to. `yes-or-no`: they answer such a question, and what may follow changes
 * nothing. `answer`: they answer what was asked. `may-grow`: they do, but people often go on here ("twenty … five").
 * `lacks-digits`: more digits were asked for. `unfinished`: nobody ends like this ("and", "um"). `finished`: a thought of
 * one's own that is over. `plain`: nothing shows whether it is. `unclear`: they answer nothing yet, or are
 * said in parts, and nobody knows how many there are.
 */
export type SaidSoFar =
  | "nothing"
  | "yes-or-no"
  | "answer"
  | "may-grow"
  | "lacks-digits"
  | "unfinished"
  | "finished"
  | "plain"
  | "unclear";

/** `text`: all words of the turn so far, as the recogniser writes them. */
export function saidSoFar(text: string, point: ListeningPoint): SaidSoFar {
  const ending = endingOf(text, point.pack);
  const utterance = utteranceOf(text, point.pack);
  const { asked, confirming } = point;
  // Hesitations alone are no tokens.
  if (utterance.tokens.length === 0) return ending === "unfinished" ? ending : "nothing";
  const wanted = asked?.wanted;
  if (confirming === undefined && (wanted === undefined || isFree(wanted))) return free(text, point, ending);
  const meaning = understand(text, point);
  if (isYesOrNo(meaning, wanted)) return "yes-or-no";
  if (lacksDigits(utterance, wanted)) return "lacks-digits";
  if (endsHesitating(text, point.pack)) return "unfinished";
  // "Hello" is often followed by what the caller wants.
  if (meaning.type === "handler") return isNamedAct(meaning.name) ? "may-grow" : "answer";
  if (meaning.type === "alternatives") return "may-grow";
  if (meaning.type !== "answer" && meaning.type !== "confirmed") return "unclear";
  if (mayBeDictated(meaning, wanted)) return "unclear";
  // "In" ends no thought, but "check in" may be an option.
  const goesOn = ending === "unfinished" && wanted?.kind !== "choice";
  const isMoreAsked = point.open.some(({ isAhead }) => isAhead !== true);
  return goesOn || isMoreAsked || mayGrow(utterance, meaning, wanted) ? "may-grow" : "answer";
}

/** The same where no flow asks: by how the words end, in the language of a BCP 47 tag; undefined: it is unknown. */
export function thoughtSoFar(text: string, language: string): SaidSoFar | undefined {
  const pack = packIn(language);
  return pack && endingOf(text, pack);
}

const isNamedAct = (name: string): boolean => acts.some((act) => act.name === name);

const isFree = ({ kind }: Wanted): boolean => kind === "text" || kind === "name";

/** Whether words only show that the caller listens, in the language of a BCP 47 tag; of an unknown one none do. */
export function onlyListens(text: string, language: string): boolean {
  const pack = packIn(language);
  return pack !== undefined && isBackchannel(text, pack);
}

/** Anything may be said here; commands still are what they are. */
function free(text: string, point: ListeningPoint, ending: Ending): SaidSoFar {
  const meaning = understand(text, point);
  if (meaning.type === "handler") return isNamedAct(meaning.name) ? "may-grow" : "answer";
  // A name is over as soon as its words are, and nobody knows how many those are.
  return ending === "finished" && point.asked?.wanted.kind === "name" ? "plain" : ending;
}

function isYesOrNo(meaning: Understood, wanted: Wanted | undefined): boolean {
  if (meaning.type === "confirmed") return meaning.values.length === 0;
  return meaning.type === "answer" && meaning.values.length === 1 && wanted?.kind === "boolean";
}

function lacksDigits(utterance: Utterance, wanted: Wanted | undefined): boolean {
  if (wanted?.kind !== "digits") return false;
  const count = digitRuns(utterance, false).reduce(
    (sum, { spellings }) => sum + (spellings[0]?.length ?? 0),
    0,
  );
  return count > 0 && count < wanted.lengthMin;
}

/** Whether it is of a kind that is said in parts, and nobody knows how many there are. */
function mayBeDictated(
  { values }: Extract<Understood, { type: "answer" | "confirmed" }>,
  wanted: Wanted | undefined,
): boolean {
  if (wanted?.kind === "digits")
    return values.some(({ value }) => typeof value === "string" && value.length < wanted.lengthMax);
  return wanted?.kind === "phone" || wanted?.kind === "email";
}

/** Whether people often say more after a pause: "twenty … five", "seven … thirty", "book … a table". */
function mayGrow(
  utterance: Utterance,
  meaning: Extract<Understood, { type: "answer" | "confirmed" }>,
  wanted: Wanted | undefined,
): boolean {
  const value = meaning.values[0]?.value;
  switch (wanted?.kind) {
    case "number":
      return isRound(utterance);
    case "money":
    case "duration":
    case "amount":
    case "date":
    case "time":
    case "date_range":
    case "time_range":
      return endsWithNumber(utterance);
    case "choice":
      return isBeginning(utterance, wanted, value);
    default:
      return false;
  }
}

const lastWord = (utterance: Utterance) => wordReading(utterance, utterance.tokens.length - 1);

const endsWithNumber = (utterance: Utterance): boolean =>
  utterance.tokens.at(-1)?.numeral === true || lastWord(utterance) !== undefined;

/** "Twenty", "two hundred", and the "20" that a recogniser writes before it writes "25". */
function isRound(utterance: Utterance): boolean {
  const token = utterance.tokens.at(-1);
  if (token?.numeral === true) return /^[1-9]\d*0$/.test(token.word) && token.word !== "10";
  const { rank } = lastWord(utterance) ?? {};
  const hasUnitFirst = utterance.pack.numbers.unitFirst;
  return rank === "hundred" || rank === "thousand" || rank === "million" || (rank === "ten" && !hasUnitFirst);
}

/** Whether another option's name goes on where these words end. */
function isBeginning(
  { keys, pack }: Utterance,
  { options }: Extract<Wanted, { kind: "choice" }>,
  chosen: unknown,
): boolean {
  return options
    .filter(({ id }) => id !== chosen)
    .flatMap(({ label, synonyms }) => [label, ...synonyms])
    .some((name) => {
      const longer = utteranceOf(name, pack).keys;
      return longer.length > keys.length && keys.every((key, at) => key === longer[at]);
    });
}
