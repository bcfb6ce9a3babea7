// Vendors of voices: each with its fake and its key, so that common duties are tested with all of them.

import { Secret } from "../../../../src/base/secret.ts";
import { type Clock, wallClock } from "../../../../src/base/clock.ts";
import { silentLog } from "../../../../src/base/log.ts";
import { findProvider } from "../../../../src/providers/catalog/catalog.ts";
import { openTts } from "../../../../src/providers/open-tts.ts";
import type {
  ProviderContext,
  ProviderSettings,
  Tts,
  TtsEvent,
  TtsStream,
  WordTime,
} from "../../../../src/providers/provider-contract.ts";
import { cartesiaKey, fakeCartesiaVoice } from "./fake-cartesia-voice.ts";
import { deepgramVoiceKey, fakeDeepgramVoice } from "./fake-deepgram-voice.ts";
import { elevenLabsKey, fakeElevenLabsVoice } from "./fake-elevenlabs-voice.ts";
import { fakeInworldVoice, inworldKey } from "./fake-inworld-voice.ts";
import { fakeRimeVoice, rimeKey } from "./fake-rime-voice.ts";
import { type FakeConnection, type FakePeer, FakeSocketServer, type SocketScript } from "../fake-socket.ts";

export interface VoiceVendor {
  readonly peer: (connection: FakeConnection) => FakePeer;
  readonly key: string;
  /** True if the vendor sends the time of each word. */
  readonly words: boolean;
  /** True if a socket can carry several texts at once. */
  readonly parallel: boolean;
}

export const voiceVendors: Readonly<Record<string, VoiceVendor>> = {
  elevenlabs: { peer: fakeElevenLabsVoice, key: elevenLabsKey, words: true, parallel: true },
  cartesia: { peer: fakeCartesiaVoice, key: cartesiaKey, words: true, parallel: true },
  deepgram: { peer: fakeDeepgramVoice, key: deepgramVoiceKey, words: false, parallel: false },
  rime: { peer: fakeRimeVoice, key: rimeKey, words: true, parallel: false },
  inworld: { peer: fakeInworldVoice, key: inworldKey, words: true, parallel: true },
};

export function vendorOf(name: string): VoiceVendor {
  const vendor = voiceVendors[name];
  if (vendor === undefined) throw new Error(`There is no voice ${name}`);
  return vendor;
}

/** A vendor's fake, and a client of it with the defaults of the catalog. */
export async function openVoice(name: string, ...scripts: readonly SocketScript[]) {
  return openVoiceWith(name, {}, ...scripts);
}

/** The same with settings that differ from the defaults. */
export async function openVoiceWith(
  name: string,
  settings: Partial<ProviderSettings>,
  ...scripts: readonly SocketScript[]
) {
  const { peer, key } = vendorOf(name);
  const server = await FakeSocketServer.open(peer, ...scripts);
  const row = findProvider("tts", name);
  const tts = openTts({
    provider: name,
    baseUrl: server.url,
    apiKey: new Secret(key),
    model: row?.models?.[0] ?? "",
    voice: row?.voice ?? "",
    language: "en",
    ...settings,
  });
  if (tts === undefined) throw new Error(`There is no client for ${name}`);
  return { server, tts, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

export function contextOf(clock: Clock = wallClock): ProviderContext {
  return { clock, log: silentLog };
}

/** Audio of one text. */
export interface HeardVoice {
  readonly events: readonly TtsEvent[];
  readonly stream: TtsStream;
  /** Resolves to "ended", "cancelled", or the kind of the failure. */
  readonly end: Promise<string>;
  /** Resolves with the first audio. */
  readonly begun: Promise<void>;
  readonly ms: number;
  readonly words: readonly WordTime[];
  readonly usage: number;
}

export function hear(tts: Tts, text: string, context = contextOf()): HeardVoice {
  const events: TtsEvent[] = [];
  const begun = Promise.withResolvers<void>();
  const stream = tts.speak(
    text,
    (event) => {
      events.push(event);
      if (event.type === "audio") begun.resolve();
    },
    context,
  );
  const end = stream.done.catch((error: unknown) => (error as { kind: string }).kind);
  return {
    events,
    stream,
    end,
    begun: begun.promise,
    get ms() {
      return events.reduce((sum, event) => sum + (event.type === "audio" ? event.pcm.length / 16 : 0), 0);
    },
    get words() {
      return events.flatMap((event) => (event.type === "words" ? event.words : []));
    },
    get usage() {
      return events.reduce(
        (sum, event) =>
          sum + (event.type === "usage" && event.usage.unit === "chars" ? event.usage.amount : 0),
        0,
      );
    },
  };
}

/** Signal of a call that ends with its block. */
export function aborting(): AbortController & Disposable {
  const controller = new AbortController();
  return Object.assign(controller, { [Symbol.dispose]: () => controller.abort() });
}
