// End of turn: decides how long a caller must be silent for the turn to end, by the question, the words so far, the
// recogniser's opinion and this caller's pauses. Pure: silence comes in as milliseconds of audio.

import type { SttEvent } from "../../providers/provider-contract.ts";
import type { SaidSoFar } from "../../flow/engine/understand/said-so-far.ts";

/** Reason of a turn's end. `too-long`: the caller talked without a pause for the maximum length. */
export type EndOfTurnReason =
  | "yes-or-no"
  | "complete"
  | "answer"
  | "may-grow"
  | "lacks-digits"
  | "unfinished"
  | "finished"
  | "plain"
  | "recogniser-over"
  | "recogniser-probably-over"
  | "model-over"
  | "patience"
  | "too-long";

/** Opinion of the recogniser, or of a model that judges how words sound. */
export type Opinion = "recogniser-over" | "recogniser-probably-over" | "model-over" | "model-goes-on";

/** Opinion on the turn in a recogniser's event; undefined: a continued turn, which its words show as well. */
export function opinionOf({ opinion, by }: Extract<SttEvent, { type: "turn_opinion" }>): Opinion | undefined {
  if (by === "turn-model") return opinion === "goes_on" ? "model-goes-on" : "model-over";
  if (opinion === "goes_on") return undefined;
  return opinion === "over" ? "recogniser-over" : "recogniser-probably-over";
}

export interface TurnSoFar {
  /** Undefined: unknown. */
  readonly said: SaidSoFar | undefined;
  /** The recogniser has heard all that is expected, and more would not fit. */
  readonly isComplete: boolean;
  readonly opinion: Opinion | undefined;
  /** Usual pauses within such an answer. */
  readonly patienceMs: number;
  /** Whether the flow's author set the pause: words that are no answer get all of it. */
  readonly isPatienceGiven: boolean;
  /** This caller's pauses within a turn; undefined: unknown. */
  readonly pausesMs: number | undefined;
}

export interface SilenceBudget {
  /** Silence that ends the turn, in milliseconds. */
  readonly silenceMs: number;
  readonly reason: EndOfTurnReason;
}

/** Silence that ends a turn, by the sign of its end, in milliseconds. The detector adds about 60. */
const enoughMs = {
  "yes-or-no": 240,
  complete: 240,
  answer: 240,
  "recogniser-over": 200,
  "recogniser-probably-over": 450,
  "model-over": 200,
  finished: 320,
  plain: 600,
  "may-grow": 500,
} as const;
/** A caller who stops in the middle of a string of digits is reading it off. */
const lacksDigitsMs = 2_500;
const unfinishedMs = 2_000;

type EarlyReason = keyof typeof enoughMs;

/** Silence budget of a turn. It exceeds 2.5 s only if the flow's author set more. */
export function silenceBudget(turn: TurnSoFar): SilenceBudget {
  const { said, opinion, patienceMs } = turn;
  if (said === "lacks-digits") return { silenceMs: Math.max(lacksDigitsMs, patienceMs), reason: said };
  if (said === "unfinished") return { silenceMs: Math.max(unfinishedMs, patienceMs), reason: said };
  const shown: EarlyReason[] = [];
  if (said === "yes-or-no" || said === "answer") shown.push(said);
  if (turn.isComplete) shown.push("complete");
  const goesOn = opinion === "model-goes-on";
  if (opinion !== undefined && !goesOn) shown.push(opinion);
  // Finished words may continue if they do not sound finished.
  const mayPause = !goesOn && (said === "finished" || said === "plain" || said === "may-grow");
  if (mayPause && !turn.isPatienceGiven) shown.push(said);
  return shown
    .map((reason): SilenceBudget => ({ silenceMs: budgetMs(reason, turn), reason }))
    .reduce((least, each) => (each.silenceMs < least.silenceMs ? each : least), {
      silenceMs: patienceMs,
      reason: "patience",
    });
}

/** Where more may follow, a caller with long pauses gets as long. */
function budgetMs(reason: EarlyReason, { pausesMs = 0 }: TurnSoFar): number {
  const mayFollow = reason === "finished" || reason === "plain" || reason === "may-grow";
  return mayFollow ? Math.max(enoughMs[reason], pausesMs) : enoughMs[reason];
}
