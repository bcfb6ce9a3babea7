// Answered by: whether a person or an answering machine took an outgoing call, by the length of its first words, its
// pauses and its tone. A pure step per 20 ms. Its words, which come later, are judged by the flow
// (src/flow/engine/run/outside/answering-machine.ts).

import type { AnsweredBy } from "../voice/line.ts";

export interface CalleeState {
  readonly ms: number;
  /** Sounds so far, without pauses. */
  readonly soundMs: number;
  /** Length of the present sound, shorter gaps included. */
  readonly segmentMs: number;
  /** Number of sounds separated by pauses. */
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

/** People say a hello or a name and wait: longest sound, and least silence after it. */
const personMsMax = 1_700;
const personSilenceMs = 600;
/** Shops say a sentence, and wait longer than a recording's pause between two sentences. */
const shopSilenceMs = 1_000;
/** A longer breath is a recorded greeting; so are several breaths of this total. */
const machineBreathMs = 3_000;
const machineSoundMs = 3_600;
/** Gap within one breath. */
const gapMs = 300;
/** A silent callee waits for us. */
const nothingMsMax = 2_500;
/** Latest decision: a person who hears silence hangs up. */
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
