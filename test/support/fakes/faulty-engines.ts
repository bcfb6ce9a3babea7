// Faulty engines: a model, a voice and a recogniser that begin well and then fail in every way of vendors, in virtual
// time, with the reports of their clients.

import type { Clock } from "../../../src/base/clock.ts";
import type {
  ErrorKind,
  Llm,
  LlmEvent,
  ProviderError,
  Stt,
  SttEvent,
  SttSession,
  Tts,
} from "../../../src/providers/provider-contract.ts";
import { hummingTts, sound } from "./fake-speech.ts";
import { providerError } from "./scripted-provider.ts";

export const greeting = "Hello.";
const answer = "It is five euros. Will that be all?";

/** A client that counts its requests. */
export type RequestCount<T> = T & { asked: number };

/** Greets, and then behaves like this; without a fault it answers. */
export function modelOf(clock: Clock, fault: ModelFault = () => texts(answer)): RequestCount<Llm> {
  const llm: RequestCount<Llm> = {
    id: "model",
    model: "m",
    asked: 0,
    stream: (_request, _context, signal) => (++llm.asked === 1 ? texts(greeting) : fault(clock, signal)),
  };
  return llm;
}

const text = (delta: string): LlmEvent => ({ type: "text", delta });
const failing = (kind: ErrorKind, emitted = false): ProviderError => providerError(kind, { emitted });

async function* texts(...deltas: readonly string[]): AsyncGenerator<LlmEvent> {
  yield* deltas.map(text);
  yield { type: "done", reason: "stop" };
}

/** Resolves after this time, and rejects when the request is cancelled. */
function waited(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = clock.after(ms, resolve);
  signal.addEventListener("abort", () => {
    timer[Symbol.dispose]();
    reject(failing("cancelled"));
  });
  return promise;
}

/** Behaviour of a model at the caller's question. */
export type ModelFault = (clock: Clock, signal: AbortSignal) => AsyncIterable<LlmEvent>;

const refuses = (kind: ErrorKind): ModelFault =>
  // eslint-disable-next-line typescript/require-await, require-yield -- an answer that is none
  async function* () {
    throw failing(kind);
  };

export const modelFaults = {
  "refused key": refuses("auth"),
  "no money": refuses("quota"),
  "rate limit": refuses("rate_limit"),
  garbage: refuses("unsupported"),
  // Its client gives up after eight seconds.
  "hangs before its first word": async function* (clock, signal) {
    await waited(clock, 8_000, signal);
    yield* refuses("transient")(clock, signal);
  },
  "hangs in mid-sentence": async function* (clock, signal) {
    yield text("It is five euros. Will that");
    await waited(clock, 1_000_000, signal);
  },
  "cut in mid-sentence": async function* () {
    yield text("It is five euros. Will that");
    throw failing("transient", true);
  },
  "slow drip": async function* (clock, signal) {
    for (;;) {
      yield text("five euros ");
      await waited(clock, 2_500, signal);
    }
  },
  empty: () => texts(),
  endless: async function* (clock, signal) {
    for (;;) {
      yield text("It is five euros. ");
      await waited(clock, 50, signal);
    }
  },
} satisfies Readonly<Record<string, ModelFault>>;

/** Behaviour of a voice at the answer; it has greeted. */
export type VoiceFault = (say: (ms: number) => void, clock: Clock, cancelled: AbortSignal) => Promise<void>;

const hoarse =
  (kind: ErrorKind): VoiceFault =>
  () =>
    Promise.reject(providerError(kind, {}, "tts"));

export const voiceFaults = {
  "refused key": hoarse("auth"),
  "no money": hoarse("quota"),
  "rate limit": hoarse("rate_limit"),
  "garbage, or a wrong sample rate": hoarse("unsupported"),
  "hangs before its first sound": (_, clock, cancelled) => waited(clock, 1_000_000, cancelled),
  "hangs in mid-sentence": (say, clock, cancelled) => {
    say(200);
    return waited(clock, 1_000_000, cancelled);
  },
  "cut in mid-sentence": async (say) => {
    say(200);
    throw providerError("transient", { emitted: true }, "tts");
  },
  "slow drip": async (say, clock, cancelled) => {
    for (let i = 0; i < 20; i++) {
      say(20);
      await waited(clock, 400, cancelled);
    }
  },
  empty: () => Promise.resolve(),
  endless: async (say, clock, cancelled) => {
    for (;;) {
      say(1_000);
      await waited(clock, 1_000, cancelled);
    }
  },
} satisfies Readonly<Record<string, VoiceFault>>;

/** Speaks the greeting, and then behaves like this. */
export function voiceOf(clock: Clock, fault: VoiceFault): RequestCount<Tts> {
  const well = hummingTts();
  const voice: RequestCount<Tts> = {
    id: "voice",
    asked: 0,
    speak: (said, sink, context) => {
      voice.asked += 1;
      if (said === greeting) return well.speak(said, sink, context);
      const cancelled = new AbortController();
      const say = (ms: number): void => {
        if (!cancelled.signal.aborted) for (const pcm of sound(ms)) sink({ type: "audio", pcm });
      };
      const done = fault(say, clock, cancelled.signal).then(
        () => "ended" as const,
        (error: unknown) => {
          if (cancelled.signal.aborted) return "cancelled" as const;
          throw error;
        },
      );
      return { done, cancel: () => cancelled.abort() };
    },
  };
  return voice;
}

/** Behaviour of a recogniser: at its opening, and with the frames of the caller's turn. */
export interface EarFault {
  readonly opens?: (clock: Clock, signal: AbortSignal) => Promise<void>;
  /** Called with the number of each frame, from 1. */
  readonly hears?: (frame: number, sink: (event: SttEvent) => void, end: (kind: ErrorKind) => void) => void;
  /** Time for its last words, in milliseconds; undefined: forever. */
  readonly finalMs?: number;
}

const deaf = (kind: ErrorKind): EarFault => ({ opens: () => Promise.reject(providerError(kind, {}, "stt")) });
const dies = (kind: ErrorKind): EarFault => ({ hears: (frame, _, end) => frame === 10 && end(kind) });

export const earFaults = {
  "refused key": deaf("auth"),
  "no money": deaf("quota"),
  "rate limit": deaf("rate_limit"),
  "hangs at its opening": { opens: (clock, signal) => waited(clock, 1_000_000, signal) },
  "hangs before its last words": {
    hears: (frame, sink) => {
      if (frame === 10) sink({ type: "partial", text: "how much", complete: false });
    },
  },
  "hangs without a word": {},
  "cut in mid-turn": dies("transient"),
  "garbage, or a wrong sample rate": dies("bad_input"),
  "no money in mid-turn": dies("quota"),
  "slow drip": { finalMs: 3_500 },
  endless: {
    hears: (frame, sink) => sink({ type: "partial", text: "how much ".repeat(frame), complete: false }),
  },
} satisfies Readonly<Record<string, EarFault>>;

export function earsOf(clock: Clock, fault: EarFault): RequestCount<Stt> {
  const ears: RequestCount<Stt> = {
    id: "ears",
    asked: 0,
    open: async (sink, _context, signal): Promise<SttSession> => {
      ears.asked += 1;
      await fault.opens?.(clock, signal);
      const closed = Promise.withResolvers<ProviderError | undefined>();
      const over = new AbortController();
      let frames = 0;
      return {
        closed: closed.promise,
        send: () => fault.hears?.(++frames, sink, (kind) => closed.resolve(providerError(kind, {}, "stt"))),
        finalize: (turn) => {
          const { finalMs } = fault;
          if (finalMs === undefined) return;
          waited(clock, finalMs, over.signal).then(
            () => sink({ type: "end_of_turn", turn, text: "how much is it", rejected: false }),
            () => undefined,
          );
        },
        reset: () => undefined,
        expect: () => undefined,
        close: () => {
          over.abort();
          closed.resolve(undefined);
        },
      };
    },
  };
  return ears;
}
