// Text answer: words at an open question are the answer as they stand, unless they are a question or an act.

import type { Hearing } from "../../../grammar/hearing.ts";
import { ACCEPT_MIN } from "../thresholds.ts";
import type { ListeningPoint, Understood } from "../understanding.ts";
import { calledIn } from "./calls.ts";
import { languageAt } from "./slots.ts";

const TEXT_UNITS_MAX = 8_000;

export function textAnswer(words: string, hearing: Hearing, point: ListeningPoint): Understood | undefined {
  const { asked, confidence } = point;
  if (asked?.wanted.kind !== "text") return undefined;
  const called = calledIn(hearing, point);
  // "I do not know when they come" is a text.
  if (called?.type === "handler" && called.confidence >= confidence) return called;
  if (isNoText(hearing, point)) return { type: "unclear", coverage: 0 };
  const value = words.trim().slice(0, TEXT_UNITS_MAX);
  const decision = confidence >= ACCEPT_MIN ? "accept" : "confirm";
  return { type: "answer", values: [{ name: asked.name, value }], decision, confidence };
}

function isNoText({ isQuestion, tokens, path }: Hearing, point: ListeningPoint): boolean {
  const language = languageAt(point);
  const first = tokens.find(({ text }) => !language.hesitationSet.has(text))?.text ?? "";
  return (
    isQuestion ||
    (language.askSet.has(first) && tokens.length > 2) ||
    path.some(({ kind, what, start }) => kind === "doubt" && what === "question" && start < 2) ||
    path.every(({ kind }) => kind === "beside" || kind === "mark" || kind === "act")
  );
}
