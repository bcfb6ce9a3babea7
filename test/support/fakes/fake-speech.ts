// Fake speech: a detector by loudness, a recogniser with scripted words, and a voice that hums for the length of the
// text. All are instant and deterministic.

import { type Frame, loudness, sampleRate, samplesPerFrame } from "../../../src/audio/frame.ts";
import type { Clock } from "../../../src/base/clock.ts";
import type { Expectation } from "../../../src/flow/engine/expectation.ts";
import {
  ProviderError,
  type Stt,
  type SttEvent,
  type SttSession,
  type Tts,
  type TtsEvent,
  type TtsStream,
  type Vad,
} from "../../../src/providers/provider-contract.ts";

const windowSamples = 512;

/** Reports 0.98 for a loud window and 0.02 for a quiet one, at once; nothing while it is `stuck`. */
export function loudnessVad(): Vad & { readonly open: Vad["open"]; sessions: number; stuck: boolean } {
  const vad = {
    sessions: 0,
    stuck: false,
    open(sink: Parameters<Vad["open"]>[0]) {
      vad.sessions += 1;
      let kept: number[] = [];
      let at = 0;
      let closed = false;
      return {
        push(frame: Frame) {
          if (closed || vad.stuck) return;
          kept.push(...frame);
          while (kept.length >= windowSamples) {
            const window = Int16Array.from(kept.slice(0, windowSamples));
            kept = kept.slice(windowSamples);
            at += windowSamples;
            sink({ probability: loudness(window) > 1_000 ? 0.98 : 0.02, atSample: at });
          }
        },
        reset() {
          at += kept.length;
          kept = [];
        },
        close() {
          if (!closed) vad.sessions -= 1;
          closed = true;
        },
      };
    },
  };
  return vad;
}

/** Caller's words in one turn: the words, or `rejected` speech, or no answer at all. */
export type Utterance =
  { readonly text: string; readonly rejected?: boolean; readonly complete?: boolean } | "no-answer";

export interface FakeStt extends Stt {
  /** Scripted turns; without any the recogniser hears nothing. */
  readonly turns: Utterance[];
  /** Received frames of each turn. */
  readonly given: Frame[][];
  readonly expectations: (Expectation | undefined)[];
  sessions: number;
}

/** Hears the next scripted turn at each finalize; the partial comes with the fifth frame. */
export function scriptedStt(...turns: Utterance[]): FakeStt {
  const stt: FakeStt = {
    id: "scripted",
    turns,
    given: [],
    expectations: [],
    sessions: 0,
    open(sink: (event: SttEvent) => void) {
      stt.sessions += 1;
      const closed = Promise.withResolvers<ProviderError | undefined>();
      let frames: Frame[] = [];
      let isClosed = false;
      const session: SttSession = {
        closed: closed.promise,
        send(frame) {
          frames.push(frame);
          const [turn] = stt.turns;
          if (frames.length !== 5 || turn === undefined || turn === "no-answer") return;
          sink({ type: "partial", text: turn.text, complete: turn.complete ?? false });
        },
        finalize(number) {
          stt.given.push(frames);
          frames = [];
          const turn = stt.turns.shift() ?? { text: "" };
          if (turn === "no-answer") return;
          const end = { text: turn.text, rejected: turn.rejected ?? false };
          sink({ type: "end_of_turn", turn: number, ...end });
        },
        reset() {
          frames = [];
        },
        expect: (expectation) => void stt.expectations.push(expectation),
        close() {
          if (!isClosed) stt.sessions -= 1;
          isClosed = true;
          closed.resolve(undefined);
        },
      };
      return Promise.resolve(session);
    },
  };
  return stt;
}

export const lateEarsId = "late-ears";

/** A recogniser that reports its heard audio only after it was closed: `heardMs`, `afterMs` later; Infinity: never. */
export function lateEars(clock: Clock, { heardMs, afterMs }: { heardMs: number; afterMs: number }): Stt {
  const ears = scriptedStt();
  return {
    ...ears,
    id: lateEarsId,
    async open(sink, context, signal) {
      const session = await ears.open(sink, context, signal);
      const told = Promise.withResolvers<void>();
      let rest: Promise<void> | undefined;
      return {
        ...session,
        get rest() {
          return rest;
        },
        close() {
          session.close();
          if (rest !== undefined) return;
          rest = told.promise;
          if (afterMs === Infinity) return;
          clock.after(afterMs, () => {
            sink({ type: "usage", usage: { unit: "audio_ms", amount: heardMs, basis: "reported" } });
            told.resolve();
          });
        },
      };
    },
  };
}

/** Milliseconds of sound for each character. */
export const hummedMsPerChar = 20;

export interface FakeTts extends Tts {
  readonly texts: string[];
  /** Failures of the next sentences, one each: "stalls" after 100 ms of sound. */
  readonly failures: ("before audio" | "never" | "stalls")[];
  /** Sends audio in pieces of this length, each a microtask later; absent: all at once. */
  pieceMs: number;
}

/** Hums 20 ms for each character, at once; `delivered` one microtask later. */
export function hummingTts(): FakeTts {
  const tts: FakeTts = {
    id: "humming",
    speaks: ["en"],
    texts: [],
    failures: [],
    pieceMs: Infinity,
    speak(text: string, sink: (event: TtsEvent) => void): TtsStream {
      tts.texts.push(text);
      const failure = tts.failures.shift();
      const { promise, resolve, reject } = Promise.withResolvers<"ended" | "cancelled">();
      let live = true;
      queueMicrotask(() => {
        if (!live || failure === "never") return;
        if (failure === "stalls") {
          sink({ type: "audio", pcm: tone(0.1) });
          return;
        }
        live = false;
        if (failure === "before audio") {
          const info = {
            provider: "humming",
            capability: "tts",
            phase: "start",
            message: "hoarse",
            emitted: false,
          } as const;
          reject(new ProviderError("transient", info));
          return;
        }
        void hum(sink, tone((text.length * hummedMsPerChar) / 1000), tts.pieceMs).then(() =>
          resolve("ended"),
        );
      });
      return {
        done: promise,
        cancel() {
          if (!live) return;
          live = false;
          resolve("cancelled");
        },
      };
    },
  };
  return tts;
}

async function hum(sink: (event: TtsEvent) => void, pcm: Int16Array, pieceMs: number): Promise<void> {
  const step = (pieceMs * sampleRate) / 1000;
  if (pcm.length <= step) return sink({ type: "audio", pcm });
  for (let at = 0; at < pcm.length; at += step) {
    sink({ type: "audio", pcm: pcm.slice(at, at + step) });
    await Promise.resolve();
  }
}

/** A 200 Hz tone, loud enough for every gate. */
function tone(seconds: number): Int16Array {
  return Int16Array.from(
    { length: Math.round(seconds * sampleRate) },
    (_, i) => 8_000 * Math.sin((i * 400 * Math.PI) / sampleRate),
  );
}

/** Frames of a tone or of silence, by milliseconds. */
export function sound(ms: number): Frame[] {
  const pcm = tone(ms / 1000);
  return Array.from({ length: ms / 20 }, (_, i) => pcm.slice(i * samplesPerFrame, (i + 1) * samplesPerFrame));
}

export function quiet(ms: number): Frame[] {
  return Array.from({ length: ms / 20 }, () => new Int16Array(samplesPerFrame));
}
