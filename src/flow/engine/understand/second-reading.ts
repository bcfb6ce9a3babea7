// Second reading: a model's answer to words of which the rules were unsure. The model names an act, or values, each
// with a quote of the caller's words; the rules read the quote alone and decide. A lying model can thus confirm only
// the rules' own readings: everything else is read back, or as if no model had been asked.

import type { Value } from "../../value/value.ts";
import { ACCEPT_MIN } from "./thresholds.ts";
import { isQuoted, understandProposal } from "./proposal.ts";
import type {
  AskedVariable,
  CorrectedValue,
  FilledVariable,
  ListeningPoint,
  UncheckedProposal,
  Understood,
} from "./understanding.ts";
import { understand } from "./understand.ts";

export interface SecondReading {
  /** The caller's words. */
  readonly words: string;
  /** The rules' reading of the words. */
  readonly heard: Understood;
  /** Listening point without sensitive variables, and without those that a model must not fill. */
  readonly point: ListeningPoint;
  /** Acts that a model may name; none has a target. */
  readonly acts: readonly string[];
  /** No rules read this language, so only the model recognises a yes. */
  readonly isOnlyReader: boolean;
}

/** `heard` itself where the model's answer changes nothing. */
export function readAgain(proposal: UncheckedProposal, reading: SecondReading): Understood {
  const { heard, point, acts } = reading;
  const answer = consentIn(proposal, reading) ?? valuesIn(proposal, reading);
  if (answer !== undefined) return answer;
  const { act } = proposal;
  if (heard.type === "unclear" && typeof act === "string" && acts.includes(act))
    return { type: "handler", name: act, confidence: point.confidence };
  return heard;
}

const consents: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ["yes", true],
  ["no", false],
]);

/** A yes or a no to a read-back: the rules must read it in the quote too. */
function consentIn(
  { act, quote }: UncheckedProposal,
  { words, heard, point, isOnlyReader }: SecondReading,
): Understood | undefined {
  const yes = consents.get(act);
  if (yes === undefined || point.confirming === undefined || heard.type !== "unclear") return undefined;
  if (typeof quote !== "string" || !isQuoted(quote, words, point)) return undefined;
  if (isOnlyReader) return { type: "confirmed", yes, values: [] };
  const read = understand(quote, { ...point, confidence: 1 });
  return read.type === "confirmed" && read.yes === yes && read.values.length === 0 ? read : undefined;
}

function valuesIn(proposal: UncheckedProposal, reading: SecondReading): Understood | undefined {
  const { words, heard, point } = reading;
  const { asked, open, correctable, confirming } = point;
  const read = confirming?.values ?? [];
  const wanted: readonly AskedVariable[] = [...read, ...open, ...correctable];
  const { confirming: _, ...bare } = point;
  const [first, ...others] = asked === undefined ? wanted : [asked, ...wanted];
  if (first === undefined && point.lists === undefined) return undefined;
  const meaning = understandProposal(proposal, words, {
    ...bare,
    ...(first === undefined ? {} : { asked: first }),
    open: others,
    correctable: [],
  });
  if (meaning.type !== "answer") return meaning.type === "unclear" ? undefined : meaning;
  const values = meaning.values.map((filled) => doubted(filled, proposal));
  return heard.type === "unclear" ? guessed(values, reading) : compared(values, heard);
}

/** A model that quotes "eight" and says eleven has not read it. */
function doubted(filled: FilledVariable, { set }: UncheckedProposal): FilledVariable {
  const given: unknown = typeof set === "object" && set !== null ? Reflect.get(set, filled.name) : undefined;
  const value: unknown =
    typeof given === "object" && given !== null ? Reflect.get(given, "value") : undefined;
  return JSON.stringify(value) === JSON.stringify(filled.value) ? filled : { ...filled, isDoubtful: true };
}

/** Values without a reading of the rules are read back. Earlier answers change only by the quote. */
function guessed(values: readonly FilledVariable[], { point }: SecondReading): Understood | undefined {
  const earlier = new Set(point.correctable.map(({ name }) => name));
  const confidence = Math.min(point.confidence, ACCEPT_MIN);
  const changes = values.filter(({ name, isDoubtful }) => earlier.has(name) && isDoubtful !== true);
  const also = values.filter(({ name }) => !earlier.has(name));
  if (changes.length > 0)
    return { type: "correction", changes, also, decision: "confirm", confidence, isDoubtful: true };
  if (also.length === 0) return undefined;
  const pending = point.confirming?.values ?? [];
  if (pending.length === 0) return { type: "answer", values: also, decision: "confirm", confidence };
  const names = new Set(also.map(({ name }) => name));
  const isReplaced = pending.some(({ name }) => names.has(name));
  // A caller who answers the next question has not said no; both are read back together.
  const kept = isReplaced
    ? []
    : pending.map(({ name, value }): FilledVariable => ({ name, value, isDoubtful: true }));
  return { type: "answer", values: [...kept, ...also], decision: "confirm", confidence };
}

/** Two readers of one turn: common values are accepted, and values only in the model's quote are read back. */
function compared(values: readonly FilledVariable[], heard: Understood): Understood | undefined {
  const proposed = new Map(values.map((each) => [each.name, each]));
  if (heard.type === "answer" && agrees(heard.values, proposed)) {
    const { isDoubtful: _, ...sure } = heard;
    return { ...sure, values: heard.values.map(({ isDoubtful: __, ...each }) => each), decision: "accept" };
  }
  if (heard.type === "correction" && agrees(heard.changes, proposed)) {
    const { isDoubtful: _, ...sure } = heard;
    return { ...sure, decision: "accept" };
  }
  if (heard.type !== "answer") return undefined;
  // The quote certainly says another value.
  const others = values.filter(({ isDoubtful }) => isDoubtful !== true);
  const isOther = heard.values.some(({ name, value }) => {
    const other = others.find((each) => each.name === name);
    return other !== undefined && !isSame(other.value, value);
  });
  return isOther ? { ...heard, values: others, decision: "confirm" } : undefined;
}

/** Whether each value of the rules is also the model's, certain from its quote. */
function agrees(heard: readonly CorrectedValue[], proposed: ReadonlyMap<string, FilledVariable>): boolean {
  return (
    heard.length > 0 &&
    heard.every(({ name, value }) => {
      const other = proposed.get(name);
      return (
        value !== undefined && other !== undefined && other.isDoubtful !== true && isSame(other.value, value)
      );
    })
  );
}

const isSame = (one: Value, other: Value): boolean => JSON.stringify(one) === JSON.stringify(other);
