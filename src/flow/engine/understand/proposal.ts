// Proposal checker: accepts from a language model's proposal only open variables, with a quote of the caller and a
// value that the type itself accepts. A type's own reading of the quoted words outweighs the model.

import type {
  AskedVariable,
  FilledVariable,
  ListeningPoint,
  UncheckedProposal,
  Understood,
  ValueRule,
} from "./understanding.ts";
import type { Value } from "../../value/value.ts";
import { proposedEntries } from "./lists/list-entry.ts";
import { CONFIRM_MIN, PROPOSAL_CONFIDENCE_MAX } from "./thresholds.ts";
import { parse } from "../../grammar/chart.ts";
import { digitRunsIn } from "../../grammar/dictated.ts";
import { hear } from "../../grammar/hearing.ts";
import { type Token, tokenise } from "../../grammar/tokens.ts";
import { fits } from "./fits.ts";
import { languageAt, placeOf } from "./hearing/slots.ts";
import { understand } from "./understand.ts";

/** Listening point at which a model proposes. */
export interface ProposalPoint extends ListeningPoint {
  /** The caller has left and cannot be asked: a day or a number that is unreadable in the words is left out. */
  readonly isOver?: true;
}

/**
 * `words`: the caller's, a line per turn. `point.asked` and `point.open` must hold only variables that a model may
 * fill: nothing sensitive, nothing with `llm: false`. Values that fail a check are left out; without any left, the
 * meaning is `unclear`. A value not certain from the words is doubtful.
 */
export function understandProposal(
  proposal: UncheckedProposal,
  words: string,
  point: ProposalPoint,
): Understood {
  const turns = saidIn(words, point);
  const confidence = Math.min(point.confidence, PROPOSAL_CONFIDENCE_MAX);
  const unclear: Understood = { type: "unclear" };
  if (turns.length === 0 || confidence < CONFIRM_MIN || proposal.none === true) return unclear;
  const values = [
    ...new Map(
      [...optionOf(proposal, point), ...settings(proposal, turns, point)].map((each) => [each.name, each]),
    ).values(),
  ];
  if (values.length > 0) return { type: "answer", values, decision: "confirm", confidence };
  const handler = point.handlers.find(({ name, proposable }) => proposable && name === proposal.handler);
  return handler === undefined ? unclear : { type: "handler", name: handler.name, confidence };
}

/** For a menu the model names only the option, without a quote. */
function optionOf({ option }: UncheckedProposal, { asked }: ListeningPoint): readonly FilledVariable[] {
  if (asked?.wanted.kind !== "choice" || typeof option !== "string") return [];
  return fits(asked.wanted, option) ? [{ name: asked.name, value: option }] : [];
}

function settings({ set }: UncheckedProposal, turns: Said, point: ProposalPoint): readonly FilledVariable[] {
  const { asked, open, lists = [] } = point;
  if (typeof set !== "object" || set === null) return [];
  const records = lists.flatMap((list): readonly FilledVariable[] => {
    const given: unknown = Object.hasOwn(set, list.name) ? Reflect.get(set, list.name) : undefined;
    const value = list.role === "asked" ? proposedEntries(quotedValue(given, turns), list) : undefined;
    return value === undefined ? [] : [{ name: list.name, value }];
  });
  const variables = [...(asked === undefined ? [] : [asked]), ...open];
  const scalars = variables.flatMap((variable): readonly FilledVariable[] => {
    const given: unknown = Object.hasOwn(set, variable.name) ? Reflect.get(set, variable.name) : undefined;
    const value = checked(given, variable, turns);
    const read =
      value === undefined ? undefined : readIn(quoteOf(given), variable, { value, said: turns, point });
    return read === undefined ? [] : [read];
  });
  return [...records, ...scalars];
}

/** The value of `{value, quote}`, if the caller said the quote. */
function quotedValue(given: unknown, turns: Said): unknown {
  if (typeof given !== "object" || given === null || !Object.hasOwn(given, "value")) return undefined;
  return turnOf(quoteOf(given), turns) === undefined ? undefined : Reflect.get(given, "value");
}

function quoteOf(given: unknown): string {
  if (typeof given !== "object" || given === null || !Object.hasOwn(given, "quote")) return "";
  const quote: unknown = Reflect.get(given, "quote");
  return typeof quote === "string" ? quote : "";
}

type Scalar = string | number | boolean;

function checked(given: unknown, { wanted }: AskedVariable, turns: Said): Scalar | undefined {
  const value = quotedValue(given, turns);
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return undefined;
  if (!fits(wanted, value)) return undefined;
  const spelt = wanted.kind === "digits" || wanted.kind === "phone" || wanted.kind === "code";
  return spelt && !areHeard(String(value), turns) ? undefined : value;
}

interface Proposed {
  readonly value: Scalar;
  readonly said: Said;
  readonly point: ProposalPoint;
}

/**
 * The model's value, if the quote or its whole turn says it; the type's certain reading of the quote; else the model's
 * value, in doubt. Free text is the model's own.
 */
function readIn(
  quote: string,
  variable: AskedVariable,
  { value, said: all, point }: Proposed,
): FilledVariable | undefined {
  const { name, wanted } = variable;
  if (wanted.kind === "text") return { name, value };
  const read = (words: string): Understood => understand(words, askingOnly(variable, point));
  const { turn, said } = around(quote, variable, { said: all, point });
  const meaning = read(said);
  const [first] = meaning.type === "answer" ? meaning.values : [];
  // A model may know from earlier words which eight "at eight" means.
  const says = (understood: Understood): boolean =>
    understood.type === "answer"
      ? understood.values.some((each) => alike(each.value, value))
      : understood.type === "alternatives" && understood.values.some((each) => alike(each, value));
  if (says(meaning) || isOnlyIn(said, value, { variable, point })) return { name, value };
  if (first !== undefined && says(read(turn))) return { name, value };
  const isSure = meaning.type === "answer" && meaning.decision === "accept" && meaning.isDoubtful !== true;
  if (isSure && first !== undefined && first.isDoubtful !== true) return { name, value: first.value };
  if (point.isOver === true && exact.has(wanted.kind)) return undefined;
  return { name, value, isDoubtful: true };
}

const askingOnly = (asked: AskedVariable, { pack, moment }: ProposalPoint): ListeningPoint => ({
  pack,
  moment,
  asked,
  open: [],
  correctable: [],
  handlers: [],
  confidence: 1,
});

/** "5000 dollars" may count nothing for a question, but it is the only number. */
function isOnlyIn(
  words: string,
  value: Scalar,
  { variable, point }: { readonly variable: AskedVariable; readonly point: ProposalPoint },
): boolean {
  const fits = valuesIn(words, variable, point).map(({ fit }) => fit);
  return fits.length > 0 && fits.every((fit) => fit.doubt === undefined && fit.value === value);
}

/** Values of a variable in the words, with any words beside them. */
function valuesIn(words: string, variable: AskedVariable, point: ProposalPoint) {
  return hear(words, placeOf(askingOnly(variable, point))).path.flatMap(({ start, end, sets = [] }) =>
    sets.filter(({ name }) => name === variable.name).map(({ fit }) => ({ start, end, fit })),
  );
}

/** Kinds whose values are either read or guessed; a choice or a yes may be meant by words that do not say it. */
const exact: ReadonlySet<ValueRule["kind"]> = new Set([
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

/** Turn of the quote, and the quote with its belonging words: of "at eight thirty" a model may quote "eight". */
function around(
  quote: string,
  variable: AskedVariable,
  { said, point }: Pick<Proposed, "said" | "point">,
): { readonly turn: string; readonly said: string } {
  const place = turnOf(quote, said);
  if (place === undefined) return { turn: quote, said: quote };
  const { turn, start, end } = place;
  // A name takes any words.
  if (variable.wanted.kind === "name") return { turn: turn.text, said: quote };
  const overlapping = valuesIn(turn.text, variable, point).filter(
    (each) => each.start < end && start < each.end,
  );
  const from = Math.min(start, ...overlapping.map((each) => each.start));
  const to = Math.max(end, ...overlapping.map((each) => each.end));
  const words = turn.tokens.slice(from, to).map(({ raw }) => raw);
  return { turn: turn.text, said: words.join(" ") };
}

interface SaidTurn {
  readonly text: string;
  readonly tokens: readonly Token[];
}

/** Turns of a caller that have words. */
type Said = readonly (SaidTurn & { readonly point: ListeningPoint })[];

const saidIn = (words: string, point: ListeningPoint): Said =>
  words
    .split("\n")
    .map((text) => ({ text, point, tokens: tokenise(text, languageAt(point)).tokens }))
    .filter(({ tokens }) => tokens.length > 0);

/** True if a quote's words are together in the caller's. */
export const isQuoted = (quote: string, words: string, point: ListeningPoint): boolean =>
  turnOf(quote, saidIn(words, point)) !== undefined;

/** Last turn with a quote's words together, and their place; undefined: none. */
function turnOf(quote: string, turns: Said) {
  const point = turns[0]?.point;
  const words = point === undefined ? [] : tokenise(quote, languageAt(point)).tokens.map(({ text }) => text);
  if (words.length === 0) return undefined;
  for (const turn of turns.toReversed()) {
    const start = turn.tokens.findLastIndex((_, at) =>
      words.every((word, n) => turn.tokens[at + n]?.text === word),
    );
    if (start >= 0) return { turn, start, end: start + words.length };
  }
  return undefined;
}

/** True if every digit was said, in this order. Only a country's calling code may be added by the model. */
function areHeard(value: string, turns: Said): boolean {
  const heard = turns.flatMap(({ tokens, point }) =>
    digitRunsIn(parse(tokens, languageAt(point).grammar)).map(({ spellings }) => spellings),
  );
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
