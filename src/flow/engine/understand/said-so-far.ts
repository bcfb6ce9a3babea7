// Said so far: the meaning of an unfinished turn's words at the flow's question, so that the turn can end by their
// meaning. The same matchers decide afterwards on the whole turn.

import { acts } from "../../locale/acts.ts";
import { packIn } from "../../locale/languages.ts";
import { type TurnEnding, endingOf, endsHesitating, isBackchannel } from "../../locale/turn-endings.ts";
import { parse, type Reading } from "../../grammar/chart.ts";
import { digitRunsIn } from "../../grammar/dictated.ts";
import type { Language } from "../../grammar/language.ts";
import { type Token, tokenise } from "../../grammar/tokens.ts";
import { languageAt } from "./hearing/slots.ts";
import { understand } from "./understand.ts";
import type { ListeningPoint, Understood, ValueRule } from "./understanding.ts";

/**
 * Meaning of an unfinished turn's words. `yes-or-no`: they answer such a question, and further words change nothing.
 * `answer`: they answer the question. `may-grow`: they do, but people often continue ("twenty … five").
 * `lacks-digits`: more digits were asked for. `unfinished`: no sentence ends like this ("and", "um"). `finished`: a
 * complete free thought. `plain`: undecided. `unclear`: no answer yet, or said in parts of an unknown number.
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

/** `text`: all words of the turn so far, from the recogniser. */
export function saidSoFar(text: string, point: ListeningPoint): SaidSoFar {
  const ending = endingOf(text, point.pack);
  const words = wordsOf(text, languageAt(point));
  const { asked, confirming } = point;
  const isSaid = words.tokens.some(({ text: word }) => !point.pack.hesitations.has(word));
  if (!isSaid) return ending === "unfinished" ? ending : "nothing";
  const wanted = asked?.wanted;
  if (confirming === undefined && (wanted === undefined || isFree(wanted))) return free(text, point, ending);
  const meaning = understand(text, point);
  if (isYesOrNo(meaning, wanted)) return "yes-or-no";
  if (lacksDigits(words, wanted)) return "lacks-digits";
  if (endsHesitating(text, point.pack)) return "unfinished";
  // Callers who say "hello" often continue with their wish.
  if (meaning.type === "handler") return isNamedAct(meaning.name) ? "may-grow" : "answer";
  if (meaning.type === "alternatives") return "may-grow";
  if (meaning.type !== "answer" && meaning.type !== "confirmed") return "unclear";
  if (mayBeDictated(meaning, wanted)) return "unclear";
  // "In" ends no thought, but "check in" may be an option.
  const goesOn = ending === "unfinished" && wanted?.kind !== "choice";
  const isMoreAsked = point.open.some(({ isAhead }) => isAhead !== true);
  return goesOn || isMoreAsked || mayGrow(words, meaning, wanted) ? "may-grow" : "answer";
}

/** Meaning without a flow's question: by the end of the words, in the language of a BCP 47 tag; undefined: unknown. */
export function thoughtSoFar(text: string, language: string): SaidSoFar | undefined {
  const pack = packIn(language);
  return pack && endingOf(text, pack);
}

const isNamedAct = (name: string): boolean => acts.some((act) => act.name === name);

const isFree = ({ kind }: ValueRule): boolean => kind === "text" || kind === "name";

/** Whether words only show that the caller listens, in the language of a BCP 47 tag; false in an unknown language. */
export function onlyListens(text: string, language: string): boolean {
  const pack = packIn(language);
  return pack !== undefined && isBackchannel(text, pack);
}

/** Free speech; commands remain commands. */
function free(text: string, point: ListeningPoint, ending: TurnEnding): SaidSoFar {
  const meaning = understand(text, point);
  if (meaning.type === "handler") return isNamedAct(meaning.name) ? "may-grow" : "answer";
  // A name may have any number of words, so it is complete only at its end.
  return ending === "finished" && point.asked?.wanted.kind === "name" ? "plain" : ending;
}

function isYesOrNo(meaning: Understood, wanted: ValueRule | undefined): boolean {
  if (meaning.type === "confirmed") return meaning.values.length === 0;
  return meaning.type === "answer" && meaning.values.length === 1 && wanted?.kind === "boolean";
}

/** The words so far, with the chart's readings. */
interface Words {
  readonly tokens: readonly Token[];
  readonly readings: readonly (readonly Reading[])[];
  readonly language: Language;
}

function wordsOf(text: string, language: Language): Words {
  const { tokens } = tokenise(text, language);
  return { tokens, readings: parse(tokens, language.grammar), language };
}

function lacksDigits({ tokens, readings, language }: Words, wanted: ValueRule | undefined): boolean {
  if (wanted?.kind !== "digits") return false;
  const runs = digitRunsIn(readings);
  const count = runs.reduce((sum, { spellings: [digits = ""] }) => sum + digits.length, 0);
  const isElse = tokens.some(
    ({ text }, at) =>
      !language.besideSet.has(text) && !runs.some(({ start, end }) => start <= at && at < end),
  );
  // "The other one" begins no string of digits.
  return count > (isElse ? 1 : 0) && count < wanted.lengthMin;
}

/** Whether callers say a kind in parts of an unknown number. */
function mayBeDictated(
  { values }: Extract<Understood, { type: "answer" | "confirmed" }>,
  wanted: ValueRule | undefined,
): boolean {
  if (wanted?.kind === "digits")
    return values.some(({ value }) => typeof value === "string" && value.length < wanted.lengthMax);
  return wanted?.kind === "phone" || wanted?.kind === "email";
}

/** Whether people often say more after a pause: "twenty … five", "seven … thirty", "book … a table". */
function mayGrow(
  words: Words,
  meaning: Extract<Understood, { type: "answer" | "confirmed" }>,
  wanted: ValueRule | undefined,
): boolean {
  const value = meaning.values[0]?.value;
  switch (wanted?.kind) {
    case "number":
      return isNumberBegun(words);
    case "money":
    case "duration":
    case "amount":
    case "date":
    case "time":
    case "date_range":
    case "time_range":
      return endsWithNumber(words);
    case "choice":
      return isBeginning(words, wanted, value);
    default:
      return false;
  }
}

const endsWith = ({ tokens, readings }: Words, ...types: readonly string[]): boolean =>
  readings.flat().some(({ type, end }) => end === tokens.length && types.includes(type));

const endsWithNumber = (words: Words): boolean => endsWith(words, "figures", "number", "ordinal");

/**
 * Whether the words begin a number: "twenty", "two hundred", and a recogniser's "20" before "25", after which a small
 * number could belong to them by the rules of the language.
 */
function isNumberBegun({ tokens, language }: Words): boolean {
  const last = tokens.at(-1);
  const unit = language.grammar.byType.get("unit")?.[0]?.form;
  if (last === undefined || unit === undefined) return false;
  if (/^\d/.test(last.text)) return /^[1-9]\d*0$/.test(last.text) && last.text !== "10";
  const next: Token = { ...last, text: unit, raw: unit, isAfterBreak: false };
  const longer = parse([...tokens, next], language.grammar).slice(0, tokens.length);
  return longer.flat().some(({ type, end }) => type === "number" && end === tokens.length + 1);
}

/** Whether another option's name continues where these words end. */
function isBeginning(
  { tokens, language }: Words,
  { options }: Extract<ValueRule, { kind: "choice" }>,
  chosen: unknown,
): boolean {
  const stems = tokens.map(({ text }) => language.stem(text));
  return options
    .filter(({ id }) => id !== chosen)
    .flatMap(({ label, synonyms }) => [label, ...synonyms])
    .some((name) => {
      const longer = language.plain(name);
      return longer.length > stems.length && stems.every((stem, at) => stem === longer[at]);
    });
}
