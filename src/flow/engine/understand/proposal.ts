// Proposal checker: accepts of a language model's proposal only what is open here, was said in words of the caller,
// and has a value that the type itself accepts. What the type reads from the quoted words counts more than the model.

import type {
  AskedVariable,
  Filled,
  ListeningPoint,
  UncheckedProposal,
  Understood,
  Wanted,
} from "./understanding.ts";
import type { Value } from "../../value/value.ts";
import { proposedEntries } from "./lists/proposed-list.ts";
import { CONFIRM_MIN, PROPOSAL_CONFIDENCE_MAX } from "./thresholds.ts";
import { fits, readAs } from "./askable-types.ts";
import { digitRuns } from "./types/digits.ts";
import { overlaps, type Utterance, utteranceOf } from "./tokenised-utterance.ts";
import { understand } from "./understand.ts";

/** Where a model proposes. */
export interface ProposalPoint extends ListeningPoint {
  /** The caller has gone and can be asked nothing: a day or a number that can not be read in their words is left out. */
  readonly isOver?: true;
}

/**
 * `words`: what the caller said, a line for each turn. `point.asked` and `point.open` must hold only what a model may
 * fill: nothing sensitive, nothing with `llm: false`. Values that fail a check are left out; when none remains, the
 * meaning is `unclear`. A value that the words do not say for sure is doubtful.
 */
export function understandProposal(
  proposal: UncheckedProposal,
  words: string,
  point: ProposalPoint,
): Understood {
  const utterance = utteranceOf(words, point.pack);
  const confidence = Math.min(point.confidence, PROPOSAL_CONFIDENCE_MAX);
  const unclear: Understood = { type: "unclear", coverage: 0 };
  if (utterance.tokens.length === 0 || confidence < CONFIRM_MIN || proposal.none === true) return unclear;
  const values = [
    ...new Map(
      [...optionOf(proposal, point), ...settings(proposal, utterance, point)].map((each) => [
        each.name,
        each,
      ]),
    ).values(),
  ];
  if (values.length > 0) return { type: "answer", values, decision: "confirm", confidence };
  const handler = point.handlers.find(({ name, proposable }) => proposable && name === proposal.handler);
  return handler === undefined ? unclear : { type: "handler", name: handler.name, confidence };
}

/** For a menu the model names only the option, without a quote. */
function optionOf({ option }: UncheckedProposal, { asked }: ListeningPoint): readonly Filled[] {
  if (asked?.wanted.kind !== "choice" || typeof option !== "string") return [];
  return fits(asked.wanted, option) ? [{ name: asked.name, value: option }] : [];
}

function settings({ set }: UncheckedProposal, utterance: Utterance, point: ProposalPoint): readonly Filled[] {
  const { asked, open, lists = [] } = point;
  if (typeof set !== "object" || set === null) return [];
  const records = lists.flatMap((list): readonly Filled[] => {
    const given: unknown = Object.hasOwn(set, list.name) ? Reflect.get(set, list.name) : undefined;
    const value = list.role === "asked" ? proposedEntries(quotedValue(given, utterance), list) : undefined;
    return value === undefined ? [] : [{ name: list.name, value }];
  });
  const variables = [...(asked === undefined ? [] : [asked]), ...open];
  const scalars = variables.flatMap((variable): readonly Filled[] => {
    const given: unknown = Object.hasOwn(set, variable.name) ? Reflect.get(set, variable.name) : undefined;
    const value = checked(given, variable, utterance);
    const read =
      value === undefined ? undefined : readIn(quoteOf(given), variable, { value, utterance, point });
    return read === undefined ? [] : [read];
  });
  return [...records, ...scalars];
}

/** The value of `{value, quote}`, if the caller said the quote. */
function quotedValue(given: unknown, utterance: Utterance): unknown {
  if (typeof given !== "object" || given === null || !Object.hasOwn(given, "value")) return undefined;
  return placeOf(quoteOf(given), utterance) === undefined ? undefined : Reflect.get(given, "value");
}

function quoteOf(given: unknown): string {
  if (typeof given !== "object" || given === null || !Object.hasOwn(given, "quote")) return "";
  const quote: unknown = Reflect.get(given, "quote");
  return typeof quote === "string" ? quote : "";
}

type Scalar = string | number | boolean;

function checked(given: unknown, { wanted }: AskedVariable, utterance: Utterance): Scalar | undefined {
  const value = quotedValue(given, utterance);
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return undefined;
  if (!fits(wanted, value)) return undefined;
  const spelt = wanted.kind === "digits" || wanted.kind === "phone" || wanted.kind === "code";
  return spelt && !areHeard(String(value), utterance) ? undefined : value;
}

interface Proposed {
  readonly value: Scalar;
  readonly utterance: Utterance;
  readonly point: ProposalPoint;
}

/**
 * The model's value, where the quoted words or all of their turn say it; the one that the type reads in the quote,
 * where that is sure; else the model's in doubt. Free text is the model's own: all words are one.
 */
function readIn(
  quote: string,
  variable: AskedVariable,
  { value, utterance, point }: Proposed,
): Filled | undefined {
  const { name, wanted } = variable;
  if (wanted.kind === "text") return { name, value };
  const { pack, moment } = point;
  const read = (words: string): Understood =>
    understand(words, {
      pack,
      moment,
      asked: variable,
      open: [],
      correctable: [],
      handlers: [],
      confidence: 1,
    });
  const { turn, said } = around(quote, variable, { utterance, point });
  const meaning = read(said);
  const [first] = meaning.type === "answer" ? meaning.values : [];
  // Of "at eight" a model may know from what was said before which eight.
  const says = (found: Understood): boolean =>
    found.type === "answer"
      ? found.values.some((each) => alike(each.value, value))
      : found.type === "alternatives" && found.values.some((each) => alike(each, value));
  if (says(meaning) || isOnlyIn(said, value, { variable, point })) return { name, value };
  if (first !== undefined && says(read(turn))) return { name, value };
  const isSure = meaning.type === "answer" && meaning.decision === "accept" && meaning.isDoubtful !== true;
  if (isSure && first !== undefined && first.isDoubtful !== true) return { name, value: first.value };
  if (point.isOver === true && exact.has(wanted.kind)) return undefined;
  return { name, value, isDoubtful: true };
}

/** "5000 dollars" may count nothing for a question, but where a number was meant there is no other. */
function isOnlyIn(
  said: string,
  value: Scalar,
  { variable: { wanted }, point }: { readonly variable: AskedVariable; readonly point: ProposalPoint },
): boolean {
  const utterance = utteranceOf(said, point.pack);
  const taken = utterance.tokens.map(() => false);
  const readings = readAs(wanted, utterance, { moment: point.moment, asked: true, taken });
  const values = new Set(readings.flatMap((each) => each.values));
  return readings.every(({ doubtful }) => doubtful !== true) && values.size === 1 && values.has(value);
}

/** These are either read or guessed; a choice or a yes may well be meant in words that do not say it. */
const exact: ReadonlySet<Wanted["kind"]> = new Set([
  "number",
  "money",
  "duration",
  "amount",
  "date",
  "time",
  "date_range",
  "time_range",
]);

const alike = (one: Value, other: Value): boolean =>
  one === other ||
  (typeof one === "string" && typeof other === "string" && one.toLowerCase() === other.toLowerCase());

/**
 * The turn in which the quote was said, and the quote with the words that belong to what it says: of "at eight thirty" a
 * model may quote the "eight".
 */
function around(
  quote: string,
  { wanted }: AskedVariable,
  { utterance, point: { pack, moment } }: Pick<Proposed, "utterance" | "point">,
): { readonly turn: string; readonly said: string } {
  const turns = utterance.text.split("\n").map((line) => utteranceOf(line, pack));
  const turn = turns.findLast((each) => placeOf(quote, each) !== undefined);
  const place = turn && placeOf(quote, turn);
  if (turn === undefined || place === undefined) return { turn: quote, said: quote };
  // A name takes any words that it gets.
  if (wanted.kind === "name") return { turn: turn.text, said: quote };
  const taken = turn.tokens.map(() => false);
  const beside = readAs(wanted, turn, { moment, asked: true, taken }).filter((each) =>
    overlaps(each, place.from, place.to),
  );
  const from = Math.min(place.from, ...beside.map((each) => each.from));
  const to = Math.max(place.to, ...beside.map((each) => each.to));
  return { turn: turn.text, said: turn.text.slice(turn.tokens[from]?.from, turn.tokens[to - 1]?.to) };
}

/** Where the words of a quote stand together in the utterance; undefined: nowhere. */
function placeOf(
  quote: string,
  { keys, pack }: Utterance,
): { readonly from: number; readonly to: number } | undefined {
  const words = utteranceOf(quote, pack).keys;
  const from = keys.findLastIndex((_, at) => words.every((word, index) => keys[at + index] === word));
  return words.length === 0 || from === -1 ? undefined : { from, to: from + words.length };
}

/** Whether every digit was said, in this order. Only a country's calling code may be added by the model. */
function areHeard(value: string, utterance: Utterance): boolean {
  const heard = digitRuns(utterance, true).map(({ spellings }) => spellings);
  const all = heard.reduce<readonly string[]>(
    (before, spellings) =>
      before.flatMap((each) => spellings.map((next) => each + next)).slice(0, spellingsMax),
    [""],
  );
  const digits = value.replaceAll(/[^0-9]/g, "");
  if (!value.startsWith("+")) return all.some((each) => each.includes(digits));
  return all.some((each) => {
    const national = each.replace(/^0+/, "");
    return national.length >= phoneDigitsMin && digits.endsWith(national);
  });
}

const spellingsMax = 16;
const phoneDigitsMin = 5;
