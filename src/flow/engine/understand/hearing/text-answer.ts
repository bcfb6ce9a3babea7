// Text answer: words at an open question are the answer unchanged, unless they are a question or an act.

import type { Hearing } from "../../../grammar/hearing.ts";
import type { Arc } from "../../../grammar/scene.ts";
import { ACCEPT_MIN } from "../thresholds.ts";
import type { ListeningPoint, Understood } from "../understanding.ts";
import { beginsToAsk, calledIn } from "./calls.ts";
import { languageAt } from "./slots.ts";

const TEXT_UNITS_MAX = 8_000;

export function textAnswer(words: string, hearing: Hearing, point: ListeningPoint): Understood | undefined {
  const { asked, confidence } = point;
  if (asked?.wanted.kind !== "text") return undefined;
  const called = calledIn(hearing, point);
  // "I do not know when they come" is a text.
  if (called?.type === "handler" && called.confidence >= confidence) return called;
  if (isNoText(hearing, point)) return { type: "unclear" };
  const value = words.slice(leadIn(hearing, point)).trim().slice(0, TEXT_UNITS_MAX);
  const isSure = confidence >= ACCEPT_MIN && !isActing(hearing);
  const decision = isSure ? "accept" : "confirm";
  return { type: "answer", values: [{ name: asked.name, value }], decision, confidence };
}

/** Longer texts tell a story, and their first words belong to it. */
const NAMED_WORDS_MAX = 6;

/** Start of the text after a lead-in, in characters: "It's called Salty Dog", "my name is …". */
function leadIn({ readings, tokens }: Hearing, point: ListeningPoint): number {
  const language = languageAt(point);
  const first = tokens.findIndex(({ text }) => !language.hesitationSet.has(text));
  const ends = (readings[first] ?? []).flatMap(({ type, end }) => (type === "opening" ? [end] : []));
  const end = Math.max(0, ...ends);
  const isShort = end < tokens.length && tokens.length - end <= NAMED_WORDS_MAX;
  return isShort && end > 0 ? (tokens[end]?.start ?? 0) : 0;
}

/** Acts with which callers end more than a sentence, and acts that ask. */
const ACTING = new Set("never_mind operator goodbye so_far who_are_you complaint refusal".split(" "));

/** "The front desk was rude": so few words are part of a noun, and no act. */
const WORDS_OF_NOUN = 2;
const isPhrase = ({ start, end, what }: Arc): boolean => end - start > WORDS_OF_NOUN || what === "goodbye";

/**
 * "Actually no, I'll ask my husband, cancel the whole thing": a text that begins or ends with an act is worth a
 * question.
 */
const isActing = ({ path }: Hearing): boolean => {
  const arcs = path.filter(({ kind }) => kind !== "beside" && kind !== "mark");
  return [arcs[0], arcs.at(-1)].some(
    (arc) => arc?.kind === "act" && ACTING.has(arc.what ?? "") && isPhrase(arc),
  );
};

function isNoText({ isQuestion, tokens, path }: Hearing, point: ListeningPoint): boolean {
  return (
    isQuestion ||
    beginsToAsk(tokens, languageAt(point)) ||
    path.some(({ kind, what, start }) => kind === "doubt" && what === "question" && start < 2) ||
    path.every(({ kind }) => kind === "beside" || kind === "mark" || kind === "act")
  );
}
