// Proposal checker: accepts of a language model's proposal only what is open here, was said in words of the caller,
// and has a value that the type itself accepts.

import type {
  AskedVariable,
  Filled,
  ListeningPoint,
  UncheckedProposal,
  Understood,
} from "./understanding.ts";
import type { Value } from "../../value/value.ts";
import { proposedEntries } from "./records/proposed-list.ts";
import { CONFIRM_MIN, PROPOSAL_CONFIDENCE_MAX } from "./thresholds.ts";
import { fits } from "./askable-types.ts";
import { digitRuns } from "./types/digits.ts";
import { type Utterance, utteranceOf } from "./tokenised-utterance.ts";

/**
 * `point.asked` and `point.open` must hold only what a model may fill: nothing sensitive, nothing with `llm: false`.
 * Values that fail a check are left out; when none remains, the meaning is `unclear`.
 */
export function understandProposal(
  proposal: UncheckedProposal,
  words: string,
  point: ListeningPoint,
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

function settings(
  { set }: UncheckedProposal,
  utterance: Utterance,
  { asked, open, lists = [] }: ListeningPoint,
): readonly Filled[] {
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
    return value === undefined ? [] : [{ name: variable.name, value }];
  });
  return [...records, ...scalars];
}

/** The value of `{value, quote}`, if the caller said the quote. */
function quotedValue(given: unknown, utterance: Utterance): unknown {
  if (typeof given !== "object" || given === null) return undefined;
  const quote: unknown = Object.hasOwn(given, "quote") ? Reflect.get(given, "quote") : undefined;
  const isSaid = typeof quote === "string" && isQuoted(quote, utterance);
  return isSaid && Object.hasOwn(given, "value") ? Reflect.get(given, "value") : undefined;
}

function checked(given: unknown, { wanted }: AskedVariable, utterance: Utterance): Value | undefined {
  const value = quotedValue(given, utterance);
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return undefined;
  if (!fits(wanted, value)) return undefined;
  const spelt = wanted.kind === "digits" || wanted.kind === "phone" || wanted.kind === "code";
  return spelt && !areHeard(String(value), utterance) ? undefined : value;
}

/** Whether the words of a quote stand together in the utterance. */
function isQuoted(quote: string, { keys, pack }: Utterance): boolean {
  const words = utteranceOf(quote, pack).keys;
  if (words.length === 0) return false;
  return keys.some((_, at) => words.every((word, index) => keys[at + index] === word));
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
