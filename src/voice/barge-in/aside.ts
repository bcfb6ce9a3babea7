// Aside: caller's words over the agent that are not meant to interrupt it: "mm-hm", an echo of the agent's voice, or
// hardly understood words. Pure.

import type { SaidSoFar } from "../../flow/engine/understand/said-so-far.ts";
import { ACCEPT_MIN } from "../../flow/engine/understand/thresholds.ts";
import type { HeardWords } from "../heard-words.ts";

/**
 * `unsure`: an answer while the agent is silent, but here possibly noise. `faint`: too soft for this caller, and probably
 * another person's.
 */
export type Aside = "backchannel" | "echo" | "faint" | "unsure";

/** Reason why words get no answer and are not the caller's. A silent agent asks back about uncertain ones. */
export function setAside(
  aside: Aside | undefined,
  { holder }: { readonly holder: string },
): Aside | undefined {
  return aside === "unsure" && holder !== "agent" ? undefined : aside;
}

export interface SaidOverAgent {
  readonly heard: HeardWords;
  /** The sound is much softer than the caller's words. */
  readonly isFaint?: boolean;
  /** Meaning of the words at this point of the conversation; undefined: unknown. */
  readonly said: SaidSoFar | undefined;
  /** True if words only show that the caller listens. */
  readonly onlyListens: (text: string) => boolean;
  /** The agent's words at that moment. */
  readonly agentSaid: string;
  /** The agent had asked its question when the caller began. */
  readonly hasAsked: boolean;
}

/** This few words may be an answer in the agent's own words: "Small or large?" */
const answerWordsMax = 3;
/** Callers say single words of the agent too. */
const echoWordsMin = 2;

/** Undefined: the caller means to interrupt. */
export function asideOf(over: SaidOverAgent): Aside | undefined {
  if (isEcho(over)) return "echo";
  const { heard, onlyListens } = over;
  if (over.isFaint === true) return "faint";
  if (onlyListens(heard.text) && !isReply(over)) return "backchannel";
  return (heard.confidence ?? 1) < ACCEPT_MIN ? "unsure" : undefined;
}

const isAnswer = (soFar: SaidSoFar | undefined): boolean =>
  soFar === "answer" || soFar === "yes-or-no" || soFar === "may-grow" || soFar === "lacks-digits";

/** "Yes" is an answer after a yes/no question. */
function isReply({ said, hasAsked, agentSaid }: SaidOverAgent): boolean {
  if (!hasAsked) return false;
  if (isAnswer(said)) return true;
  return said !== "unclear" && /[?？]["”»)]?$/u.test(agentSaid.trimEnd());
}

/** True if the agent's present sentence contains the words in a row. */
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
