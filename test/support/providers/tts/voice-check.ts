// Voice checks: runs a voice by URL against a fake server, and checks that its output is whole.

import { expect } from "bun:test";
import { sampleRate } from "../../../../src/audio/frame.ts";
import { wallClock } from "../../../../src/base/clock.ts";
import { silentLog } from "../../../../src/base/log.ts";
import { Secret } from "../../../../src/base/secret.ts";
import { openTts } from "../../../../src/providers/open-tts.ts";
import {
  ProviderError,
  type ProviderSettings,
  type Tts,
  type TtsEvent,
} from "../../../../src/providers/provider-contract.ts";
import { FakeSpeechServer, speechKey, type SpeechKind } from "./fake-speech-server.ts";
import { turn } from "../../until.ts";
import { toneOf } from "./speech-tone.ts";

export const context = { clock: wallClock, log: silentLog };
export const sentence = "Good morning, how can I help you?";

/** The client of a server of this kind. */
export function voiceOf(
  server: FakeSpeechServer,
  kind: SpeechKind,
  more: Partial<ProviderSettings> = {},
): Tts {
  const isPiper = kind.startsWith("piper");
  const settings = {
    provider: isPiper ? "piper" : "openai-speech",
    baseUrl: server.baseUrl(kind),
    apiKey: isPiper ? undefined : new Secret(speechKey),
    model: kind === "openai" ? "tts-1" : kind === "speaches" ? "hexgrad/Kokoro-82M" : "",
    voice: kind === "openai" ? "alloy" : kind === "speaches" ? "af_heart" : "",
    language: "en",
    ...more,
  };
  const tts = openTts(settings);
  if (tts === undefined) throw new Error(`There is no client of ${settings.provider}`);
  return tts;
}

/** A server and a voice for one test; every request must be correct. */
export async function withServer(
  kind: SpeechKind,
  use: (server: FakeSpeechServer, tts: Tts) => Promise<void>,
): Promise<void> {
  await using server = await FakeSpeechServer.open(kind);
  await use(server, voiceOf(server, kind));
  expect(server.problems).toEqual([]);
}

export interface Said {
  readonly end: string;
  readonly error: ProviderError | undefined;
  readonly pcm: Int16Array;
  readonly events: readonly TtsEvent[];
}

/** Speaks a text, and waits for the end. */
export async function say(tts: Tts, text = sentence, with_ = context): Promise<Said> {
  const events: TtsEvent[] = [];
  const outcome: unknown = await tts
    .speak(text, (event) => events.push(event), with_)
    .done.catch((error: unknown) => error);
  const pcm = Int16Array.from(events.flatMap((event) => (event.type === "audio" ? [...event.pcm] : [])));
  const error = outcome instanceof ProviderError ? outcome : undefined;
  return { end: String(error?.kind ?? outcome), error, pcm, events };
}

/** Expects the tone of a text to have its whole length, to a few samples. */
export function expectWhole({ pcm }: Said, text = sentence): void {
  expect(Math.abs(pcm.length - toneOf(text, sampleRate).length)).toBeLessThanOrEqual(4);
}

/**
 * The same voice, whose fake sends only the first part until that has been heard for two turns of the event loop: a
 * stream is recognised as one, however late this machine reads.
 */
export function inStep(fake: { hold: Promise<unknown> | undefined }, tts: Tts): Tts {
  const heard = Promise.withResolvers<void>();
  fake.hold = heard.promise;
  return {
    ...tts,
    speak: (text, sink, with_) => {
      const noticing = (event: TtsEvent): void => {
        sink(event);
        void turn().then(turn).then(heard.resolve);
      };
      return tts.speak(text, noticing, with_);
    },
  };
}
