// Answered by: whether a person or an answering machine has taken a call of ours, by how long its first words are, where
// they pause, and by its tone. A pure step, fed with what each 20 ms hold. Its words, which come later, are the flow's to
// judge (src/flow/engine/run/outside/answering-machine.ts).

import type { AnsweredBy } from "../voice/line.ts";

export interface CalleeState {
  readonly ms: number;
  /** Sounds so far, without the pauses between them. */
  readonly soundMs: number;
  /** Since when the present sound lasts, shorter gaps within it. */
  readonly segmentMs: number;
  /** How many sounds there were, parted by pauses. */
  readonly segments: number;
  readonly silenceMs: number;
  readonly decided: AnsweredBy | undefined;
}

export const answeringStart: CalleeState = {
  ms: 0,
  soundMs: 0,
  segmentMs: 0,
  segments: 0,
  silenceMs: 0,
  decided: undefined,
};

export interface AnsweringFrame {
  readonly ms: number;
  readonly isSound: boolean;
  /** The tone of a machine has ended. */
  readonly isTone?: boolean;
}

/** People say a hello or a name, and wait: this long at most, then at least so long nothing. */
const personMsMax = 1_700;
const personSilenceMs = 600;
/** Shops say a sentence, and wait longer than a recording pauses between two of them. */
const shopSilenceMs = 1_000;
/** One breath longer than this is a greeting that was recorded; several of them together, too. */
const machineBreathMs = 3_000;
const machineSoundMs = 3_600;
/** A gap within one breath. */
const gapMs = 300;
/** A silent caller waits for us. */
const nothingMsMax = 2_500;
/** The decision falls then in any case: a person who hears silence hangs up. */
const decidedMsMax = 5_500;

export function stepAnswering(
  state: CalleeState,
  { ms, isSound, isTone = false }: AnsweringFrame,
): CalleeState {
  if (state.decided !== undefined) return state;
  const next = heard(state, ms, isSound);
  return { ...next, decided: isTone ? "machine" : decide(next) };
}

function heard(state: CalleeState, ms: number, isSound: boolean): CalleeState {
  const at = state.ms + ms;
  if (!isSound) return { ...state, ms: at, silenceMs: state.silenceMs + ms };
  const isSame = state.segments > 0 && state.silenceMs < gapMs;
  return {
    ...state,
    ms: at,
    soundMs: state.soundMs + ms,
    segmentMs: (isSame ? state.segmentMs + state.silenceMs : 0) + ms,
    segments: isSame ? state.segments : state.segments + 1,
    silenceMs: 0,
  };
}

function decide({ ms, soundMs, segmentMs, segments, silenceMs }: CalleeState): AnsweredBy | undefined {
  if (segments === 0) return ms >= nothingMsMax ? "human" : undefined;
  if (segmentMs >= machineBreathMs || soundMs >= machineSoundMs) return "machine";
  if (silenceMs >= (soundMs <= personMsMax ? personSilenceMs : shopSilenceMs)) return "human";
  return ms >= decidedMsMax ? (soundMs > personMsMax ? "machine" : "human") : undefined;
}
