// Voice with fallbacks: the next voice says the rest of a failed one's text, from the first unheard word. A
// replacement stays for the rest of the call, so that the voice changes once.

import { sampleRate } from "../../audio/frame.ts";
import { failure, withEmitted } from "../connection/provider-failure.ts";
import {
  type ProviderContext,
  ProviderError,
  type Tts,
  type TtsEvent,
  type TtsStream,
  type WordTime,
} from "../provider-contract.ts";
import type { Breakers } from "./breaker.ts";
import {
  type Candidate,
  type Candidates,
  fallsBack,
  isWorthRetry,
  refused,
  tellFailure,
} from "./candidate.ts";
import { FailureTally } from "./failure-tally.ts";
import { msPerCharUsual, restOfText } from "./text-rest.ts";

/** Before the first audio, and between pieces of it, while another voice could step in. In milliseconds. */
const firstAudioMsMax = 2_500;
const gapMsMax = 3_000;
/** A sentence of less audio says little about how fast a voice speaks. In milliseconds. */
const measuredMsMin = 1_000;

/** State shared by the sentences of one call. */
interface CallState {
  /** Number of the candidate to ask first. */
  current: number;
  /** Time per character, by candidate number. */
  readonly msPerChar: Map<number, number>;
  /** A failed text that may be spoken once more. */
  again: { readonly text: string; readonly tally: FailureTally } | undefined;
}

/** Named after the first. Each session needs its own: it remembers failures. */
export function ttsWithFallback(candidates: Candidates<Tts>, breakers: Breakers): Tts {
  return voiceOf(candidates, breakers, { current: 0, msPerChar: new Map(), again: undefined });
}

function voiceOf(candidates: Candidates<Tts>, breakers: Breakers, state: CallState): Tts {
  const [{ client: first }] = candidates;
  const each = (change: (client: Tts, index: number) => Tts): Candidates<Tts> => {
    const [head, ...rest] = candidates;
    return [
      { ...head, client: change(head.client, 0) },
      ...rest.map((one, index) => ({ ...one, client: change(one.client, index + 1) })),
    ];
  };
  return {
    id: first.id,
    ...(first.speaks === undefined ? {} : { speaks: first.speaks }),
    speak: (text, sink, context) =>
      new SpokenText({ candidates, breakers, state, sink, context }, text).stream,
    // A voice's name is meaningful only to its own vendor.
    voiced: (manner) => {
      const { name: _, ...rest } = manner;
      const change = (client: Tts, index: number) => client.voiced?.(index === 0 ? manner : rest) ?? client;
      return voiceOf(each(change), breakers, state);
    },
    forCall: (context, call) =>
      voiceOf(
        each((client) => client.forCall?.(context, call) ?? client),
        breakers,
        state,
      ),
  };
}

interface SpeakingParts {
  readonly candidates: Candidates<Tts>;
  readonly breakers: Breakers;
  readonly state: CallState;
  readonly sink: (event: TtsEvent) => void;
  readonly context: ProviderContext;
}

interface Chosen {
  readonly index: number;
  readonly candidate: Candidate<Tts>;
}

/** Progress of the speaking candidate. */
interface Attempt extends Chosen {
  readonly text: string;
  samples: number;
  readonly words: WordTime[];
  /** Length of the audio before, in milliseconds. */
  readonly offsetMs: number;
  readonly beganAt: number;
}

class SpokenText {
  readonly stream: TtsStream;
  readonly #o: SpeakingParts;
  readonly #done = Promise.withResolvers<"ended" | "cancelled">();
  /** Numbers of candidates asked or refused for this text. */
  readonly #tried = new Set<number>();
  #attempt: Attempt | undefined;
  #inner: TtsStream | undefined;
  #deadline: Disposable | undefined;
  #failed: ProviderError | undefined;
  readonly #text: string;
  readonly #tally: FailureTally;
  /** True after a failure. */
  readonly #isAgain: boolean;
  #isOver = false;
  /** One hiccup per text is forgiven. */
  #hasRetried = false;

  constructor(parts: SpeakingParts, text: string) {
    this.#o = parts;
    this.stream = { done: this.#done.promise, cancel: () => this.#cancel() };
    this.#text = text;
    const { state, context } = parts;
    const { again } = state;
    state.again = undefined;
    this.#isAgain = again?.text === text;
    if (again !== undefined && !this.#isAgain) again.tally.gaveUp(context);
    this.#tally = this.#isAgain && again !== undefined ? again.tally : new FailureTally("tts");
    this.#next(text, 0);
  }

  #next(text: string, offsetMs: number): void {
    const chosen = this.#choose();
    if (chosen === undefined) {
      const error = this.#failed;
      this.#giveUp(error?.retryable === true && offsetMs === 0);
      this.#end(() => this.#done.reject(error && withEmitted(error, offsetMs > 0)));
      return;
    }
    const { state } = this.#o;
    state.current = chosen.index;
    this.#ask(chosen, text, offsetMs);
  }

  #ask({ index, candidate }: Chosen, text: string, offsetMs: number): void {
    const { breakers, context } = this.#o;
    const beganAt = context.clock.now();
    const attempt: Attempt = { index, candidate, text, samples: 0, words: [], offsetMs, beganAt };
    this.#attempt = attempt;
    this.#inner = undefined;
    breakers.started(candidate.breakerId);
    this.#wait(attempt, firstAudioMsMax);
    const stream = candidate.client.speak(text, (event) => this.#hear(attempt, event), context);
    // The attempt may have failed already.
    if (this.#attempt === attempt) this.#inner = stream;
    else stream.cancel();
    stream.done.then(
      (how) => this.#ended(attempt, how),
      (error: unknown) => this.#broke(attempt, error),
    );
  }

  /** The call's present voice, or the first of the others that may be asked. */
  #choose(): Chosen | undefined {
    const { candidates, breakers, state } = this.#o;
    const all = [...candidates.entries()];
    for (const [index, candidate] of [...all.slice(state.current), ...all.slice(0, state.current)]) {
      if (this.#tried.has(index)) continue;
      this.#tried.add(index);
      const why = breakers.refusal(candidate.breakerId);
      if (why === undefined) return { index, candidate };
      const error = refused(candidate.name, "tts", why);
      this.#tally.refused(index, candidate, error);
      this.#failed ??= error;
    }
    return undefined;
  }

  /** Without another voice the listener decides what is too long. */
  #wait(attempt: Attempt, ms: number): void {
    this.#deadline?.[Symbol.dispose]();
    const { clock } = this.#o.context;
    if (this.#tried.size === this.#o.candidates.length) return;
    this.#deadline = clock.after(ms, () => {
      this.#inner?.cancel();
      const of = { provider: attempt.candidate.name, capability: "tts" } as const;
      this.#broke(attempt, failure(of, "transient", "stream", { message: "The voice has stalled" }));
    });
  }

  #hear(attempt: Attempt, event: TtsEvent): void {
    if (this.#isOver) return;
    // A voice's work is paid for, even after its replacement.
    if (event.type === "usage") return this.#o.sink(event);
    if (attempt !== this.#attempt) return;
    if (event.type === "words") {
      attempt.words.push(...event.words);
      this.#o.sink({ type: "words", words: event.words.map((word) => later(word, attempt.offsetMs)) });
      return;
    }
    if (attempt.samples === 0 && event.pcm.length > 0) {
      this.#o.breakers.succeeded(attempt.candidate.breakerId);
      this.#tally.goesOn(attempt.index, attempt.candidate, this.#o.context);
    }
    attempt.samples += event.pcm.length;
    this.#wait(attempt, gapMsMax);
    this.#o.sink(event);
  }

  #ended(attempt: Attempt, how: "ended" | "cancelled"): void {
    if (attempt !== this.#attempt) return;
    const { breakers, state } = this.#o;
    // A text without a speakable word has no audio.
    if (attempt.samples === 0) breakers.gaveUp(attempt.candidate.breakerId);
    const ms = msOf(attempt);
    if (ms >= measuredMsMin) state.msPerChar.set(attempt.index, ms / attempt.text.length);
    this.#end(() => this.#done.resolve(how));
  }

  #broke(attempt: Attempt, error: unknown): void {
    if (attempt !== this.#attempt) return;
    this.#attempt = undefined;
    this.#deadline?.[Symbol.dispose]();
    const { candidate, text, offsetMs, words, index } = attempt;
    const audioMs = msOf(attempt);
    if (!(error instanceof ProviderError)) {
      this.#o.breakers.gaveUp(candidate.breakerId);
      this.#end(() => this.#done.reject(error));
      return;
    }
    this.#o.breakers.failed(candidate.breakerId, error);
    tellFailure(this.#o.context, candidate, error);
    this.#tally.failed(index, candidate, error);
    if (!fallsBack(error)) {
      this.#tally.gaveUp(this.#o.context);
      this.#end(() => this.#done.reject(withEmitted(error, offsetMs + audioMs > 0)));
      return;
    }
    if (audioMs === 0 && this.#mayRetry(attempt, error)) {
      this.#hasRetried = true;
      this.#ask(attempt, text, offsetMs);
      return;
    }
    this.#failed = error;
    const msPerChar = this.#o.state.msPerChar.get(index) ?? msPerCharUsual;
    const rest = audioMs === 0 ? text : restOfText(text, { audioMs, words, msPerChar });
    if (rest === "") this.#end(() => this.#done.resolve("ended"));
    else this.#next(rest, offsetMs + audioMs);
  }

  /** With one voice only the listener may retry: the result is then known later. */
  #giveUp(mayBeAskedAgain: boolean): void {
    const { candidates, state, context } = this.#o;
    if (mayBeAskedAgain && candidates.length === 1 && !this.#isAgain)
      state.again = { text: this.#text, tally: this.#tally };
    else this.#tally.gaveUp(context);
  }

  /** With one voice only the listener retries. */
  #mayRetry({ candidate, beganAt }: Attempt, error: ProviderError): boolean {
    const { candidates, breakers, context } = this.#o;
    if (this.#hasRetried || candidates.length === 1) return false;
    if (breakers.refusal(candidate.breakerId) !== undefined) return false;
    return isWorthRetry(error, context.clock.now() - beganAt);
  }

  #cancel(): void {
    const attempt = this.#attempt;
    if (this.#isOver) return;
    if (attempt !== undefined && attempt.samples === 0) this.#o.breakers.gaveUp(attempt.candidate.breakerId);
    this.#attempt = undefined;
    this.#inner?.cancel();
    this.#end(() => this.#done.resolve("cancelled"));
  }

  #end(settle: () => void): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#attempt = undefined;
    this.#deadline?.[Symbol.dispose]();
    settle();
  }
}

function msOf({ samples }: Attempt): number {
  return (samples * 1_000) / sampleRate;
}

function later(word: WordTime, ms: number): WordTime {
  return ms === 0 ? word : { ...word, startMs: word.startMs + ms, endMs: word.endMs + ms };
}
