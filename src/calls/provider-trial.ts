// Provider trial: sends an account's chosen provider a small real request, like a call, and reports the result.
// Fallbacks and recent failures do not count: the trial is about this provider. Nothing is charged.

import { bytesOf, frameMs, sampleRate, toFrames } from "../audio/frame.ts";
import { type Clock, delay, within } from "../base/clock.ts";
import { Fault } from "../base/fault.ts";
import type { Log } from "../base/log.ts";
import type { ProviderChoices } from "../cloud/account-providers.ts";
import type { ProviderKind } from "../providers/catalog/catalog-row.ts";
import {
  type Llm,
  ProviderError,
  type ProviderSettings,
  type Stt,
  type SttEvent,
  type Tts,
} from "../providers/provider-contract.ts";
import { wavHead } from "./flight/flight-record.ts";
import { standingOf } from "./provider-standing.ts";
import { type ProvidersOptions, unusable } from "./session-providers.ts";

export interface ProviderTrialOptions extends Pick<
  ProvidersOptions,
  "deployment" | "clients" | "builtIn" | "prices"
> {
  readonly clock: Clock;
  readonly log: Log;
}

export interface TrialResult {
  readonly ok: boolean;
  readonly tookMs: number;
  /** Time to the first word, or to the first audio; undefined: none came. */
  readonly firstMs: number | undefined;
  /** Text or transcript, or the reason for a failure. */
  readonly says: string;
  /** Kind of a provider's failure; undefined: success, or a failure outside the provider. */
  readonly failure?: ProviderError["kind"];
  /** Synthesised audio: WAV. */
  readonly wav?: Uint8Array;
}

const trialMsMax = 15_000;
const sentence = "This is the voice of your agent.";
const heardSentence = "one two three";
const answerCharsMax = 300;
/** Thinking models write more than they say. */
const answerTokensMax = 500;

interface Answered {
  readonly says: string;
  readonly wav?: Uint8Array;
}

/** Reports the first part of the answer. */
type First = () => void;

export class ProviderTrial {
  readonly #o: ProviderTrialOptions;

  constructor(options: ProviderTrialOptions) {
    this.#o = options;
  }

  /**
   * Rejects with `provider/unusable` for one without a key or a server. `waiting`: signal of the waiting client; the
   * trial ends with it.
   */
  async of(kind: ProviderKind, choices: ProviderChoices, waiting: AbortSignal): Promise<TrialResult> {
    const { clock } = this.#o;
    const standing = standingOf(kind, choices[kind], this.#o);
    if (standing.state === "refused") throw unusable(kind, choices[kind], standing);
    const over = new AbortController();
    const from = clock.now();
    let firstMs: number | undefined;
    const first = (): void => void (firstMs ??= Math.round(clock.now() - from));
    const tookMs = (): number => Math.round(clock.now() - from);
    try {
      const signal = AbortSignal.any([over.signal, waiting]);
      const asked = this.#ask(kind, standing.settings, { first, signal });
      const answered = await within(clock, trialMsMax, asked);
      return { ok: true, ...answered, firstMs, tookMs: tookMs() };
    } catch (error) {
      if (!(error instanceof Fault || error instanceof ProviderError))
        this.#o.log.warn("provider.trial-failed", { kind, error });
      const failure = error instanceof ProviderError ? { failure: error.kind } : {};
      return { ok: false, says: whyNot(error), ...failure, firstMs, tookMs: tookMs() };
    } finally {
      over.abort(new Error("The trial is over"));
    }
  }

  #ask(kind: ProviderKind, settings: ProviderSettings | undefined, watch: Watch): Promise<Answered> {
    const { clients } = this.#o;
    if (kind === "llm") {
      if (settings === undefined) throw noSuch("There is no language model: choose a provider that has one.");
      return this.#write(clients.llm(settings), watch);
    }
    if (kind === "tts")
      return this.#speak(settings === undefined ? this.#builtIn.tts : clients.tts(settings), watch);
    return this.#hear(settings === undefined ? this.#builtIn.stt : clients.stt(settings), watch);
  }

  get #builtIn(): { readonly stt: Stt; readonly tts: Tts } {
    const builtIn = this.#o.builtIn();
    if (builtIn === undefined) throw noSuch("Speech is switched off on this server.");
    return builtIn;
  }

  async #write(llm: Llm, { first, signal }: Watch): Promise<Answered> {
    const text = "Answer with one short sentence that says you are ready.";
    const request = { messages: [{ role: "user", text } as const], maxOutputTokens: answerTokensMax };
    let says = "";
    for await (const event of llm.stream(request, this.#o, signal)) {
      if (event.type !== "text") continue;
      if (event.delta !== "") first();
      says += event.delta;
    }
    if (says.trim() === "") throw noSuch("It answered without a word.");
    return { says: says.trim().slice(0, answerCharsMax) };
  }

  async #speak(tts: Tts, { first, signal }: Watch): Promise<Answered> {
    const pcm = await this.#audioOf(tts, sentence, { signal, first });
    const bytes = bytesOf(pcm);
    const seconds = (pcm.length / sampleRate).toFixed(1);
    const wav = Buffer.concat([wavHead(bytes.length, 1), bytes]);
    return { says: `"${sentence}", ${seconds} s of audio`, wav };
  }

  /** The built-in voice says it, and any recogniser hears it. */
  async #hear(stt: Stt, { first, signal }: Watch): Promise<Answered> {
    const pcm = await this.#audioOf(this.#builtIn.tts, heardSentence, { signal });
    const heard = Promise.withResolvers<string>();
    const sink = (event: SttEvent): void => {
      if (event.type === "partial" && event.text !== "") first();
      if (event.type === "end_of_turn") heard.resolve(event.text);
    };
    const session = await stt.open(sink, this.#o, signal);
    try {
      session.expect({ anyOf: [{ type: "phrases", phrases: [heardSentence] }], endSilenceMs: 500 });
      void session.closed.then((error) =>
        heard.reject(error ?? noSuch("It hung up before it had heard all.")),
      );
      const silence = new Int16Array(sampleRate / 2);
      for (const frame of toFrames(Int16Array.from([...pcm, ...silence]))) {
        session.send(frame);
        // Some vendors take no more than a caller could say.
        await delay(this.#o.clock, frameMs, signal);
      }
      session.finalize(1);
      const text = await heard.promise;
      first();
      return { says: text === "" ? "It recognised no words in the built-in voice's sentence." : `"${text}"` };
    } finally {
      session.close();
    }
  }

  async #audioOf(
    tts: Tts,
    text: string,
    { signal, first }: Partial<Watch> & Pick<Watch, "signal">,
  ): Promise<Int16Array> {
    const pieces: Int16Array[] = [];
    const stream = tts.speak(
      text,
      (event) => {
        if (event.type !== "audio") return;
        first?.();
        pieces.push(event.pcm);
      },
      this.#o,
    );
    signal.addEventListener("abort", () => stream.cancel(), { once: true });
    await stream.done;
    const pcm = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
      pcm.set(piece, at);
      at += piece.length;
    }
    if (pcm.length === 0) throw noSuch("It made no sound.");
    return pcm;
  }
}

interface Watch {
  readonly first: First;
  readonly signal: AbortSignal;
}

function noSuch(why: string): Fault {
  return new Fault("provider/failed", why);
}

/** In our words: a vendor's own may repeat a key. */
function whyNot(error: unknown): string {
  if (error instanceof Fault) return error.message;
  if (error instanceof ProviderError) return reasons[error.kind] ?? `${error.message}.`;
  return `It did not answer within ${trialMsMax / 1_000} seconds.`;
}

const reasons: Partial<Record<ProviderError["kind"], string>> = {
  auth: "It refused the key: check it with the provider.",
  quota: "The provider reports no remaining credit.",
  rate_limit: "It is asked too often: the limits of the key are reached.",
  unsupported: "It does not know this model or voice, or lacks an ability that calls need.",
};
