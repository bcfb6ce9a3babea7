// End of turn: decides how long the caller must be silent for the turn to be over, by what was asked and said so far, what
// the recogniser thinks, and how long this caller pauses. Pure: silence comes in as milliseconds of audio.

import type { SttEvent } from "../../providers/provider-contract.ts";
import type { SaidSoFar } from "../../flow/engine/understand/said-so-far.ts";

/** Why a turn ended when it did. `too-long`: the caller talked without a pause for as long as a turn may last. */
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

/** The recogniser's own, or that of a model which hears how things are said. */
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
  /** The recogniser: all that is expected has been said, and more would not fit. */
  readonly isComplete: boolean;
  readonly opinion: Opinion | undefined;
  /** How long people pause within such an answer. */
  readonly patienceMs: number;
  /** The author of the flow has said so: words that are not an answer get all of it. */
  readonly isPatienceGiven: boolean;
  /** How long this caller pauses within a turn; undefined: not known. */
  readonly pausesMs: number | undefined;
}

export interface SilenceBudget {
  /** The turn is over after so many milliseconds of silence. */
  readonly silenceMs: number;
  readonly reason: EndOfTurnReason;
}

/** Silence that ends a turn, by what shows that it is over, in milliseconds. The detector adds about 60. */
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
/** A caller who stops in the middle of a string of digits reads it off. */
const lacksDigitsMs = 2_500;
const unfinishedMs = 2_000;

type EarlyReason = keyof typeof enoughMs;

/** The budget of a turn. It exceeds 2.5 s only where the author of a flow gave more. */
export function silenceBudget(turn: TurnSoFar): SilenceBudget {
  const { said, opinion, patienceMs } = turn;
  if (said === "lacks-digits") return { silenceMs: Math.max(lacksDigitsMs, patienceMs), reason: said };
  if (said === "unfinished") return { silenceMs: Math.max(unfinishedMs, patienceMs), reason: said };
  const shown: EarlyReason[] = [];
  if (said === "yes-or-no" || said === "answer") shown.push(said);
  if (turn.isComplete) shown.push("complete");
  const goesOn = opinion === "model-goes-on";
  if (opinion !== undefined && !goesOn) shown.push(opinion);
  // Words that look finished are not, where they do not sound so.
  const mayPause = !goesOn && (said === "finished" || said === "plain" || said === "may-grow");
  if (mayPause && !turn.isPatienceGiven) shown.push(said);
  return shown
    .map((reason): SilenceBudget => ({ silenceMs: budgetMs(reason, turn), reason }))
    .reduce((least, each) => (each.silenceMs < least.silenceMs ? each : least), {
      silenceMs: patienceMs,
      reason: "patience",
    });
}

/** Where more may well follow, a caller who pauses for long gets as long. */
function budgetMs(reason: EarlyReason, { pausesMs = 0 }: TurnSoFar): number {
  const mayFollow = reason === "finished" || reason === "plain" || reason === "may-grow";
  return mayFollow ? Math.max(enoughMs[reason], pausesMs) : enoughMs[reason];
}
