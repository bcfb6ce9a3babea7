// Simulated audio model: a model that speaks in front of a duplex flow, in marked audio, with a manner from a seed.
// Some manners are hostile: they promise, ramble, talk unasked, stall, call twice and die.

import { samplesPerFrame } from "../audio/frame.ts";
import type { Clock } from "../base/clock.ts";
import type {
  AudioLlm,
  AudioLlmAnswer,
  AudioLlmEvent,
  AudioLlmListening,
  AudioLlmSession,
  AudioRequest,
} from "../providers/audio/audio-llm-contract.ts";
import { type LlmEvent, ProviderError } from "../providers/provider-contract.ts";
import { callerSoundIn, framesOf, sentenceAudio } from "./marked-audio.ts";
import type { SeededRandom } from "./seeded-random.ts";
import type { SimSpeech } from "./sim-speech.ts";

/** Probabilities of a model's doings, and its delays in milliseconds. */
interface ModelManner {
  readonly firstMs: readonly [number, number];
  readonly promises: number;
  readonly rambles: number;
  readonly forgets: number;
  readonly stalls: number;
  readonly fails: number;
  readonly talksUnasked: number;
  readonly callsTwice: number;
  /** For each request. */
  readonly dies: number;
}

const honest: ModelManner = {
  firstMs: [50, 500],
  promises: 0,
  rambles: 0,
  forgets: 0,
  stalls: 0,
  fails: 0,
  talksUnasked: 0,
  callsTwice: 0,
  dies: 0,
};
const manners: readonly ModelManner[] = [
  honest,
  { ...honest, firstMs: [200, 2_500], stalls: 0.2 },
  { ...honest, promises: 0.5, rambles: 0.2 },
  { ...honest, forgets: 0.5, callsTwice: 0.5 },
  { ...honest, talksUnasked: 1, callsTwice: 0.3 },
  { ...honest, fails: 0.3, dies: 0.1 },
  {
    firstMs: [20, 2_000],
    promises: 0.3,
    rambles: 0.1,
    forgets: 0.2,
    stalls: 0.1,
    fails: 0.1,
    talksUnasked: 0.5,
    callsTwice: 0.3,
    dies: 0.05,
  },
];

/** Silence that ends a turn for the model, in frames, and one frame of making in milliseconds. */
const turnFrames = 15;
const wordMsMade = 20;
const promise = "Your booking is confirmed, and it is free of charge.";

export interface SimAudioLlmOptions {
  readonly clock: Clock;
  readonly random: SeededRandom;
  readonly speech: Pick<SimSpeech, "modelSpeech">;
}

/** Delegations that got no result; all of them are settled when a call ends. */
export interface SimAudioLlm extends AudioLlm {
  readonly unsettled: ReadonlySet<string>;
}

export function simAudioLlm(options: SimAudioLlmOptions): SimAudioLlm {
  const manner = options.random.pick(manners);
  const unsettled = new Set<string>();
  return {
    id: "simulated",
    model: "simulated",
    unsettled,
    open: (_talk, listening) => {
      // Calls of an earlier session have nowhere to be settled.
      unsettled.clear();
      return Promise.resolve(new SimSession({ ...options, ...listening, manner, unsettled }));
    },
  };
}

interface SessionOptions extends SimAudioLlmOptions, AudioLlmListening {
  readonly manner: ModelManner;
  readonly unsettled: Set<string>;
}

class SimSession implements AudioLlmSession {
  readonly #o: SessionOptions;
  readonly #over = Promise.withResolvers<ProviderError | undefined>();
  readonly #answers = new Set<SimAnswer>();
  #silent = 0;
  #hasHeard = false;
  #calls = 0;
  #isOver = false;

  constructor(options: SessionOptions) {
    this.#o = options;
    options.signal.addEventListener("abort", () => this.close(), { once: true });
  }

  get closed(): Promise<ProviderError | undefined> {
    return this.#over.promise;
  }

  hear(frame: Int16Array): void {
    const isWord = callerSoundIn(frame)?.type === "word";
    this.#hasHeard ||= isWord;
    this.#silent = isWord ? 0 : this.#silent + 1;
    if (!this.#hasHeard || this.#silent < turnFrames || this.#isOver) return;
    this.#hasHeard = false;
    this.#taken();
  }

  add(messages: Parameters<AudioLlmSession["add"]>[0]): void {
    for (const message of messages) if (message.role === "tool") this.#o.unsettled.delete(message.id);
  }

  ask(request: number, { instructions = "" }: AudioRequest): void {
    if (this.#isOver) return;
    const { random, manner } = this.#o;
    if (random.chance(manner.dies)) return this.#end(this.#error());
    const line = JSON.parse(/^Line: (.*)$/mu.exec(instructions)?.[1] ?? '""') as string;
    const error = random.chance(manner.fails) ? this.#error() : undefined;
    this.#answer(request, { text: this.#wordingOf(line), isStalled: random.chance(manner.stalls), error });
  }

  withdraw(): void {
    // Too late for a model that has begun to think.
  }

  close(): void {
    this.#end(undefined);
  }

  /** The caller's turn is over: the model hands it on, and may talk as well. */
  #taken(): void {
    const { random, manner } = this.#o;
    this.#tell({ type: "turn", turn: `turn-${this.#calls}` });
    if (random.chance(manner.talksUnasked)) this.#answer(undefined, { text: promise, isStalled: false });
    const times = random.chance(manner.callsTwice) ? 2 : 1;
    for (let i = 0; i < times; i++) {
      const id = `call-${(this.#calls += 1)}`;
      const call = { type: "tool_call", id, name: "delegate", arguments: '{"wish":""}' } as const;
      this.#answer(undefined, { text: "", isStalled: false, call });
    }
  }

  #wordingOf(line: string): string {
    const { random, manner } = this.#o;
    if (random.chance(manner.promises)) return `${line} ${promise}`;
    if (random.chance(manner.rambles)) return `${line} ${"And so we talk on and on. ".repeat(20)}`.trim();
    return random.chance(manner.forgets) ? "Right, well." : `Well, ${line}`;
  }

  #answer(request: number | undefined, making: Omit<MakingOptions, "done">): void {
    const answer = new SimAnswer(request, this.#o, {
      ...making,
      done: () => void this.#answers.delete(answer),
    });
    this.#answers.add(answer);
    this.#tell({ type: "answer", answer });
  }

  #tell(event: AudioLlmEvent): void {
    if (!this.#isOver) this.#o.sink(event);
  }

  #error(): ProviderError {
    const info = { provider: "simulated", capability: "llm", phase: "stream", emitted: false } as const;
    return new ProviderError("transient", { ...info, message: "The simulated model is gone" });
  }

  #end(error: ProviderError | undefined): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const answer of this.#answers) answer.fail(error ?? this.#error());
    this.#over.resolve(error);
  }
}

interface MakingOptions {
  readonly text: string;
  readonly isStalled: boolean;
  readonly error?: ProviderError | undefined;
  readonly call?: Extract<LlmEvent, { readonly type: "tool_call" }>;
  /** Nothing more comes of it. */
  readonly done: () => void;
}

class SimAnswer implements AudioLlmAnswer {
  readonly request: number | undefined;
  readonly #o: Pick<SessionOptions, "clock" | "random" | "speech" | "manner" | "unsettled">;
  readonly #making: MakingOptions;
  readonly #words: readonly string[];
  readonly #speech: ReturnType<SimSpeech["modelSpeech"]>;
  readonly #queue: LlmEvent[] = [];
  #wake: (() => void) | undefined;
  #end: { readonly error: ProviderError | undefined } | undefined;
  #made = 0;
  #timer: Disposable | undefined;

  constructor(
    request: number | undefined,
    options: Pick<SessionOptions, "clock" | "random" | "speech" | "manner" | "unsettled">,
    making: MakingOptions,
  ) {
    this.request = request;
    this.#o = options;
    this.#making = making;
    this.#words = making.text.split(/(?<=\s)/u).filter((word) => word !== "");
    this.#speech = options.speech.modelSpeech(request !== undefined);
    const { clock, random, manner } = options;
    this.#timer = clock.after(random.int(...manner.firstMs), () => this.#make());
  }

  get events(): AsyncIterable<LlmEvent> {
    return { [Symbol.asyncIterator]: () => this.#read() };
  }

  cancel(): void {
    this.#over(undefined);
    if (!this.#speech.speech.isPlayed) this.#speech.speech.cut(0);
  }

  fail(error: ProviderError): void {
    this.#over(error);
  }

  /** A word, and its sound. */
  #make(): void {
    const { error, isStalled, call } = this.#making;
    const [{ speech }, word] = [this.#speech, this.#words[this.#made]];
    if (error !== undefined && this.#made >= this.#words.length / 2) return this.#over(error);
    if (isStalled && this.#made >= this.#words.length / 2) return;
    if (word !== undefined) {
      speech.write(word);
      this.#push({ type: "text", delta: word, speech });
      this.#timer = this.#o.clock.after(wordMsMade, () => this.#sound());
      return;
    }
    speech.end();
    if (call !== undefined) {
      this.#o.unsettled.add(call.id);
      this.#push(call);
    }
    this.#push({ type: "done", reason: call === undefined ? "stop" : "tool_calls" });
    this.#over(undefined);
  }

  /** The sound of a word comes after it. */
  #sound(): void {
    const { speech, number } = this.#speech;
    const before = framesIn(this.#words, this.#made);
    this.#made += 1;
    const sound = sentenceAudio(number, framesIn(this.#words, this.#made));
    speech.push(sound.subarray(before * samplesPerFrame));
    this.#make();
  }

  #push(event: LlmEvent): void {
    this.#queue.push(event);
    this.#wake?.();
  }

  #over(error: ProviderError | undefined): void {
    if (this.#end !== undefined) return;
    this.#timer?.[Symbol.dispose]();
    this.#end = { error };
    this.#speech.speech.end();
    this.#wake?.();
    this.#making.done();
  }

  async *#read(): AsyncGenerator<LlmEvent> {
    for (;;) {
      const next = this.#queue.shift();
      if (next !== undefined) yield next;
      else if (this.#end === undefined) {
        const { promise: woken, resolve } = Promise.withResolvers<void>();
        this.#wake = resolve;
        await woken;
      } else if (this.#end.error === undefined) return;
      else throw this.#end.error;
    }
  }
}

const framesIn = (words: readonly string[], count: number): number => {
  const text = words.slice(0, count).join("").trim();
  return text === "" ? 0 : framesOf(text);
};
