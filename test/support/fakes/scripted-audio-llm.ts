// Scripted audio model: says what a test tells it to, and writes down what its session gets.

import type {
  AudioLlm,
  AudioLlmEvent,
  AudioLlmTalk,
} from "../../../src/providers/audio/audio-llm-contract.ts";
import { ModelSpeech } from "../../../src/providers/audio/model-speech.ts";
import {
  type LlmEvent,
  type LlmMessage,
  type LlmToolCall,
  ProviderError,
} from "../../../src/providers/provider-contract.ts";

export interface AudioScript {
  /** Words, a word a quarter of a second. */
  readonly say?: string;
  readonly call?: LlmToolCall;
  /** Begins, and neither speaks on nor ends. */
  readonly stalls?: boolean;
}

export interface ScriptedAudioLlm extends AudioLlm {
  readonly talks: AudioLlmTalk[];
  /** Messages that were added, and requests, in order. */
  readonly told: string[];
  /** Heard milliseconds of each speech that was cut. */
  readonly cuts: number[];
  framesHeard: number;
  /** Refuses the next sessions with these. */
  readonly refusals: ProviderError[];
  event(event: AudioLlmEvent): void;
  /** Takes a turn of the caller and answers it. */
  turn(name: string, script: AudioScript): void;
  end(error: ProviderError): void;
}

const wordMs = 250;
const info = {
  provider: "scripted-audio",
  capability: "llm",
  phase: "stream",
  message: "No",
  emitted: false,
} as const;
const broken = new ProviderError("transient", info);

export function scriptedAudioLlm(...scripts: readonly AudioScript[]): ScriptedAudioLlm {
  const left = [...scripts];
  let sink: ((event: AudioLlmEvent) => void) | undefined;
  let closed = Promise.withResolvers<ProviderError | undefined>();
  const answer = (request: number | undefined, script: AudioScript): void => {
    let isCancelled = false;
    const speech = new ModelSpeech((ms) => void model.cuts.push(ms));
    const done = Promise.withResolvers<void>();
    async function* events(): AsyncGenerator<LlmEvent> {
      const words = (script.say ?? "").split(/(?<=\s)/).filter((word) => word !== "");
      for (const word of words) {
        speech.write(word);
        speech.push(new Int16Array(16 * wordMs).fill(3_000));
        yield { type: "text", delta: word, speech };
      }
      if (script.stalls === true) await done.promise;
      if (script.say === undefined && script.call === undefined && !isCancelled) throw broken;
      if (isCancelled) return;
      speech.end();
      if (script.call !== undefined) yield { type: "tool_call", ...script.call };
      yield { type: "usage", usage: { unit: "tokens", input: 10, output: 5, basis: "reported" } };
      yield { type: "done", reason: script.call === undefined ? "stop" : "tool_calls" };
    }
    const cancel = (): void => {
      isCancelled = true;
      done.resolve();
      if (!speech.isPlayed) speech.cut(0);
    };
    sink?.({ type: "answer", answer: { request, events: events(), cancel } });
  };
  const model: ScriptedAudioLlm = {
    id: "scripted-audio",
    model: "audio-1",
    talks: [],
    told: [],
    cuts: [],
    framesHeard: 0,
    refusals: [],
    event: (event) => sink?.(event),
    turn(name, script) {
      sink?.({ type: "speech-ended", silentMs: 300 });
      sink?.({ type: "turn", turn: name });
      answer(undefined, script);
    },
    end(error) {
      sink = undefined;
      closed.resolve(error);
    },
    open(talk, listening) {
      const refusal = model.refusals.shift();
      if (refusal !== undefined) return Promise.reject(refusal);
      model.talks.push(talk);
      sink = listening.sink;
      closed = Promise.withResolvers();
      return Promise.resolve({
        hear: () => void (model.framesHeard += 1),
        add: (messages: readonly LlmMessage[]) =>
          void model.told.push(...messages.map(({ role, text }) => `${role}: ${text}`)),
        ask: (request: number, { mayCall }: { readonly mayCall: boolean }) => {
          model.told.push(mayCall ? "ask" : "ask without tools");
          const script = left.shift();
          if (script !== undefined) answer(request, script);
        },
        withdraw: () => void model.told.push("withdraw"),
        close: () => closed.resolve(undefined),
        closed: closed.promise,
      });
    },
  };
  return model;
}
