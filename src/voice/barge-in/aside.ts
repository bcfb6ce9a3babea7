// Aside: words of a caller over the agent that are not meant to interrupt it: "mm-hm", the agent's own voice that came
// back, or what was hardly understood. Pure.

import type { SaidSoFar } from "../../flow/engine/understand/said-so-far.ts";
import { ACCEPT_MIN } from "../../flow/engine/understand/thresholds.ts";
import type { HeardWords } from "../heard-words.ts";

/** `unsure`: words that would be an answer while the agent is silent, but may be a noise. */
export type Aside = "backchannel" | "echo" | "unsure";

/** Why words are not answered and no line of the caller's. An agent that is silent asks back what it is not sure of. */
export function setAside(
  aside: Aside | undefined,
  { holder }: { readonly holder: string },
): Aside | undefined {
  return aside === "unsure" && holder !== "agent" ? undefined : aside;
}

export interface SaidOverAgent {
  readonly heard: HeardWords;
  /** Meaning of the words where the conversation stands; undefined: unknown. */
  readonly said: SaidSoFar | undefined;
  /** Whether words only show that the caller listens. */
  readonly onlyListens: (text: string) => boolean;
  /** The agent's words at that moment. */
  readonly agentSaid: string;
  /** The agent had said its question when the caller began. */
  readonly hasAsked: boolean;
}

/** So few words may be an answer in the agent's own words: "Small or large?" */
const answerWordsMax = 3;
/** A single word of the agent's is said by callers, too. */
const echoWordsMin = 2;

/** Undefined: the caller means to be heard. */
export function asideOf(over: SaidOverAgent): Aside | undefined {
  if (isEcho(over)) return "echo";
  const { heard, onlyListens } = over;
  if (onlyListens(heard.text) && !isReply(over)) return "backchannel";
  return (heard.confidence ?? 1) < ACCEPT_MIN ? "unsure" : undefined;
}

const isAnswer = (soFar: SaidSoFar | undefined): boolean =>
  soFar === "answer" || soFar === "yes-or-no" || soFar === "may-grow" || soFar === "lacks-digits";

/** "Yes" is an answer once it was asked for. */
function isReply({ said, hasAsked, agentSaid }: SaidOverAgent): boolean {
  if (!hasAsked) return false;
  if (isAnswer(said)) return true;
  return said !== "unclear" && /[?？]["”»)]?$/u.test(agentSaid.trimEnd());
}

/** Whether the words stand in a row in what the agent is saying. */
function isEcho({ heard, said, agentSaid }: SaidOverAgent): boolean {
  const words = wordsOf(heard.text);
  const least = isAnswer(said) ? answerWordsMax + 1 : echoWordsMin;
  if (words.length < least) return false;
  return ` ${wordsOf(agentSaid).join(" ")} `.includes(` ${words.join(" ")} `);
}

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .replaceAll("’", "'")
    .match(/[\p{L}\p{M}\p{N}']+/gu) ?? [];
