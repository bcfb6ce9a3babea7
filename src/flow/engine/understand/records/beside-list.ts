// Values beside a list: what an utterance says of other variables while a list is asked: "two margheritas, for tomorrow".

import { type Candidate, span } from "../claims.ts";
import { type Fill, parseJointly } from "../joint-parse.ts";
import type { Utterance } from "../tokenised-utterance.ts";
import type { Filled, ListeningPoint, Understood } from "../understanding.ts";
import { type Mark, marksIn } from "./list-marks.ts";

export interface BesideList {
  /** The words that are left for the list. */
  readonly words: Utterance;
  readonly fills: readonly Fill[];
  readonly isDoubtful: boolean;
}

/** Undefined where nothing but the list is meant. `again` reads a text like the utterance was read. */
export function besideList(
  utterance: Utterance,
  { open, lists = [], moment }: ListeningPoint,
  again: (text: string) => Utterance,
): BesideList | undefined {
  if (open.length === 0) return undefined;
  const candidates = open.map((each): Candidate => ({ ...each, mode: "open" }));
  const { explained } = parseJointly(utterance, candidates, moment);
  if (!explained.includes(true)) return undefined;
  const marks = lists.flatMap((list) => marksIn(utterance, list, moment));
  const own = marks.filter((mark, at) => isOfList(mark, marks[at + 1], explained));
  const listed = utterance.tokens.map((_, at) => own.some(({ from, to }) => from <= at && at < to));
  const others = again(without(utterance, listed, utterance.text));
  const parsed = parseJointly(others, candidates, moment);
  const fills = parsed.fills.filter(({ evident }) => evident);
  if (parsed.negated || fills.length === 0 || others.text.length !== utterance.text.length) return undefined;
  const words = again(without(others, betweenThem(others, parsed.explained), utterance.text));
  return { words, fills, isDoubtful: parsed.doubtful };
}

/** A value of the list's is not the others'; a number is, unless it counts what follows: "for four", "at eight". */
function isOfList(mark: Mark, next: Mark | undefined, explained: readonly boolean[]): boolean {
  const isNumber = mark.type === "place" || (mark.type === "field" && mark.field.wanted.kind === "number");
  if (!isNumber) return mark.type === "field" || mark.type === "pronoun";
  const isCounting = next !== undefined && next.from === mark.to && next.type === "field";
  return isCounting || !span(mark.from, mark.to).every((at) => explained[at] === true);
}

/** "Tomorrow or Monday": the word between two of their values is theirs. */
const betweenThem = ({ keys, pack }: Utterance, explained: readonly boolean[]): readonly boolean[] =>
  explained.map(
    (is, at) =>
      is || (pack.or.has(keys[at] ?? "") && explained[at - 1] === true && explained[at + 1] === true),
  );

/** `text`, in which these words of an utterance are left out. Every other word keeps its place. */
function without({ tokens }: Utterance, left: readonly boolean[], text: string): string {
  const chars = text.split("");
  for (const [at, { from, to }] of tokens.entries())
    if (left[at] === true)
      for (let place = from; place < to; place++) chars[place] = place === from ? "," : " ";
  return chars.join("");
}

/** What was said of the list, together with what was said beside it. */
export function withBeside(heard: Understood, { fills, isDoubtful }: BesideList): Understood {
  const clear = fills.flatMap(({ variable: { name }, values }): readonly Filled[] =>
    values.length === 1 ? [{ name, value: values[0] ?? null }] : [],
  );
  switch (heard.type) {
    case "answer": {
      const values = [...heard.values, ...clear];
      if (isDoubtful) return { ...heard, values, decision: "confirm", isDoubtful };
      if (heard.decision === "confirm") return { ...heard, values };
      const outside = fills.find((fill) => fill.values.length === 0);
      const unsure = fills.find((fill) => fill.values.length > 1);
      if (outside !== undefined)
        return { type: "invalid", name: outside.variable.name, value: outside.misfit ?? null, also: values };
      if (unsure !== undefined)
        return { type: "alternatives", name: unsure.variable.name, values: unsure.values, also: values };
      return { ...heard, values };
    }
    case "confirmed":
      return isDoubtful ? heard : { ...heard, values: [...heard.values, ...clear] };
    case "correction":
      return isDoubtful ? heard : { ...heard, also: [...heard.also, ...clear] };
    case "more":
      return isDoubtful || clear.length === 0
        ? heard
        : { type: "answer", values: clear, decision: "accept", confidence: 1 };
    default:
      return heard;
  }
}
