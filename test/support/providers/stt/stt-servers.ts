// Recognisers by URL under test: each client with its fake.

import { Secret } from "../../../../src/base/secret.ts";
import { openStt } from "../../../../src/providers/open-stt.ts";
import type { Stt } from "../../../../src/providers/provider-contract.ts";
import { VirtualClock } from "../../fakes/virtual-clock.ts";
import { FakeSocketServer, type SocketScript } from "../fake-socket.ts";
import { FakeTranscriptions, type TranscriptionKind } from "./fake-transcriptions.ts";
import { fakeVosk } from "./fake-vosk.ts";
import { type EarsScript, FakeWyomingEars } from "../fake-wyoming-ears.ts";
import { Heard } from "./stt-vendors.ts";

export interface EarsWorld<Fake> extends AsyncDisposable {
  readonly fake: Fake;
  readonly stt: Stt;
  readonly clock: VirtualClock;
  readonly logged: string[];
  readonly call: AbortController;
  open(): Promise<Heard>;
}

export interface EarsSettings {
  readonly provider: string;
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  readonly model?: string;
  readonly language?: string;
}

export function earsAt({ apiKey, model = "", language = "en-GB", ...settings }: EarsSettings): Stt {
  const key = apiKey === undefined ? undefined : new Secret(apiKey);
  const stt = openStt({ ...settings, apiKey: key, model, voice: "", language });
  if (stt === undefined) throw new Error(`there is no client for ${settings.provider}`);
  return stt;
}

function worldOf<Fake extends AsyncDisposable>(
  fake: Fake,
  stt: Stt,
  clock = new VirtualClock(),
): EarsWorld<Fake> {
  const logged: string[] = [];
  const call = new AbortController();
  return {
    fake,
    stt,
    clock,
    logged,
    call,
    open: () => Heard.open(stt, { clock, call: call.signal, logged }),
    async [Symbol.asyncDispose]() {
      call.abort();
      await fake[Symbol.asyncDispose]();
    },
  };
}

export async function transcriptionWorld(
  kind: TranscriptionKind,
  clock?: VirtualClock,
): Promise<EarsWorld<FakeTranscriptions>> {
  const fake = await FakeTranscriptions.open(kind);
  const { baseUrl, model, key } = fake;
  const stt = earsAt({ provider: "openai-transcriptions", baseUrl, model, apiKey: key });
  return worldOf(fake, stt, clock);
}

/** One script per connection, and so per turn. */
export async function voskWorld(
  scripts: readonly SocketScript[] = [],
  clock?: VirtualClock,
): Promise<EarsWorld<FakeSocketServer>> {
  const fake = await FakeSocketServer.open(fakeVosk, ...scripts);
  return worldOf(fake, earsAt({ provider: "vosk", baseUrl: fake.url }), clock);
}

/** One script per connection, and so per turn. */
export async function wyomingWorld(
  scripts: readonly EarsScript[] = [],
  clock?: VirtualClock,
): Promise<EarsWorld<FakeWyomingEars>> {
  const fake = await FakeWyomingEars.open(...scripts);
  return worldOf(fake, earsAt({ provider: "wyoming", baseUrl: fake.url, model: "base" }), clock);
}
