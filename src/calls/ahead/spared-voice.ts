// Spared voice: a voice of our own with a quick one beside it, which speaks a whole answer when too many wait, and what is
// left of a sentence that does not go on. It stays for the rest of the call, so that the voice changes once.

import { sampleRate } from "../../audio/frame.ts";
import type { Breakers } from "../../providers/policy/breaker.ts";
import { breakerId, type Candidate } from "../../providers/policy/candidate.ts";
import { ttsWithFallback } from "../../providers/policy/tts-with-fallback.ts";
import type { ProviderContext, ProviderNotice, Tts } from "../../providers/provider-contract.ts";

/** A caller who hears no voice yet does not hear it change. */
const waitMsMax = { atFirst: 700, later: 2_500 };
/** Sentences that follow each other so closely are one answer. */
const answerGapMs = 600;

/** Times in milliseconds of one clock. */
export interface Spoken {
  /** Until when what was given to the caller is heard; undefined: nothing was. */
  readonly untilMs: number | undefined;
}

/** @internal Whether the quick voice speaks from here on; `waitMs`: how long the other would take to begin. */
export function isTooBusy({ untilMs }: Spoken, nowMs: number, waitMs: number): boolean {
  if (untilMs === undefined) return waitMs > waitMsMax.atFirst;
  return nowMs > untilMs + answerGapMs && waitMs > waitMsMax.later;
}

export interface SparedVoiceOptions {
  readonly own: Tts;
  readonly quick: Tts;
  /** How long a text would wait now for the first audio in the own voice. */
  readonly waitMs: () => number;
  readonly breakers: Breakers;
}

/** Outside a call it is the own voice alone. */
export function sparedVoice(options: SparedVoiceOptions): Tts {
  const { own } = options;
  return {
    ...own,
    ...(own.voiced && {
      voiced: (manner) => sparedVoice({ ...options, own: own.voiced?.(manner) ?? own }),
    }),
    forCall: () => inCall(options),
  };
}

function inCall({ own, quick, waitMs, breakers }: SparedVoiceOptions): Tts {
  const candidate = (client: Tts, model: string): Candidate<Tts> => {
    const name = "builtin";
    return { client, name, breakerId: breakerId(name, model, ""), ownKey: false };
  };
  const guarded = ttsWithFallback([candidate(own, "own"), candidate(quick, "quick")], breakers);
  return voiceOf(guarded, quick, { waitMs, isQuick: false, untilMs: undefined });
}

/** What the sentences of one call share. */
interface CallState {
  readonly waitMs: () => number;
  isQuick: boolean;
  untilMs: number | undefined;
}

function voiceOf(guarded: Tts, quick: Tts, state: CallState): Tts {
  return {
    ...guarded,
    speak(text, sink, context) {
      const { clock } = context;
      choose(state, context);
      return (state.isQuick ? quick : guarded).speak(
        text,
        (event) => {
          const now = clock.now();
          if (event.type === "audio")
            state.untilMs = Math.max(state.untilMs ?? 0, now) + (event.pcm.length * 1_000) / sampleRate;
          sink(event);
        },
        context,
      );
    },
    voiced(manner) {
      const { name: _, ...rest } = manner;
      return voiceOf(guarded.voiced?.(manner) ?? guarded, quick.voiced?.(rest) ?? quick, state);
    },
  };
}

function choose(state: CallState, { clock, tell }: ProviderContext): void {
  if (state.isQuick || !isTooBusy(state, clock.now(), state.waitMs())) return;
  state.isQuick = true;
  tell?.(notice);
}

const notice: ProviderNotice = {
  code: "provider/fallback",
  message: "Too many texts wait for the built-in voice: the quick voice continues",
  incident: {
    kind: "tts",
    provider: "builtin",
    error: "rate_limit",
    ownKey: false,
    attempts: 0,
    action: "fell_back",
    to: "builtin",
  },
};
