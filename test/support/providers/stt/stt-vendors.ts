// Recognisers of vendors under test: each client with its fake, an opened session and its events.

import type { Clock } from "../../../../src/base/clock.ts";
import { wallClock } from "../../../../src/base/clock.ts";
import { openLog } from "../../../../src/base/log.ts";
import { Secret } from "../../../../src/base/secret.ts";
import type { Frame } from "../../../../src/audio/frame.ts";
import type { Expectation } from "../../../../src/flow/engine/expectation.ts";
import { findProvider } from "../../../../src/providers/catalog/catalog.ts";
import { openStt } from "../../../../src/providers/open-stt.ts";
import {
  ProviderError,
  type Stt,
  type SttEvent,
  type SttSession,
} from "../../../../src/providers/provider-contract.ts";
import { VirtualClock } from "../../fakes/virtual-clock.ts";
import { assemblyKey, fakeAssemblyAi } from "./fake-assemblyai.ts";
import { cartesiaKey, fakeInk } from "./fake-cartesia-stt.ts";
import { fakeFlux } from "./fake-deepgram-flux.ts";
import { deepgramKey, fakeDeepgram } from "./fake-deepgram.ts";
import { elevenLabsKey, fakeScribe } from "./fake-elevenlabs-stt.ts";
import { earsKey, fakeEars } from "./fake-openai-ears.ts";
import { fakeOpenAi, openAiKey } from "./fake-openai-realtime.ts";
import { type FakeConnection, type FakePeer, FakeSocketServer, type SocketScript } from "../fake-socket.ts";
import { fakeSoniox, sonioxKey } from "./fake-soniox.ts";

interface Vendor {
  readonly key: string;
  readonly peer: (connection: FakeConnection) => FakePeer;
}

export const sttVendors = {
  assemblyai: { key: assemblyKey, peer: fakeAssemblyAi },
  cartesia: { key: cartesiaKey, peer: fakeInk },
  deepgram: { key: deepgramKey, peer: fakeDeepgram },
  "deepgram-flux": { key: deepgramKey, peer: fakeFlux },
  elevenlabs: { key: elevenLabsKey, peer: fakeScribe },
  openai: { key: openAiKey, peer: fakeOpenAi },
  "openai-realtime-ears": { key: earsKey, peer: fakeEars() },
  soniox: { key: sonioxKey, peer: fakeSoniox },
} satisfies Readonly<Record<string, Vendor>>;

export type SttVendor = keyof typeof sttVendors;
export const sttVendorNames = Object.keys(sttVendors) as SttVendor[];

export interface SttWorld extends AsyncDisposable {
  readonly stt: Stt;
  readonly server: FakeSocketServer;
  readonly clock: VirtualClock;
  readonly logged: string[];
  readonly call: AbortController;
  /** `expected`: facts before the session. */
  open(expected?: Expectation): Promise<Heard>;
}

/** One script per connection; a connection without one behaves normally. */
export async function sttWorld(name: SttVendor, ...scripts: readonly SocketScript[]): Promise<SttWorld> {
  return sttWorldAt(name, new VirtualClock(), scripts);
}

async function sttWorldAt(
  name: SttVendor,
  clock: VirtualClock,
  scripts: readonly SocketScript[],
): Promise<SttWorld> {
  const { key, peer } = sttVendors[name];
  const server = await FakeSocketServer.open(peer, ...scripts);
  const stt = clientOf(name, server.url, key);
  const logged: string[] = [];
  const call = new AbortController();
  return {
    stt,
    server,
    clock,
    logged,
    call,
    open: (expected) => Heard.open(stt, { clock, call: call.signal, logged, expected }),
    async [Symbol.asyncDispose]() {
      call.abort();
      await server[Symbol.asyncDispose]();
    },
  };
}

export function clientOf(name: SttVendor, baseUrl: string, key: string, model?: string): Stt {
  const stt = openStt({
    provider: name,
    baseUrl,
    apiKey: new Secret(key),
    model: model ?? findProvider("stt", name)?.models?.[0] ?? "",
    voice: "",
    language: "en",
  });
  if (stt === undefined) throw new Error(`there is no client for ${name}`);
  return stt;
}

export function contextOf(clock: Clock, logged: string[]) {
  return { clock, log: openLog({ level: "debug", format: "json", write: (line) => void logged.push(line) }) };
}

/** The error that refused an opening; throws if it was not refused. */
export async function refusal(opening: Promise<unknown>): Promise<ProviderError> {
  const error = await opening.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ProviderError) return error;
  throw new Error(`there was no provider error but ${String(error)}`);
}

export type End = Extract<SttEvent, { type: "end_of_turn" }>;

/** A session and its events. */
export class Heard {
  readonly session: SttSession;
  readonly events: readonly SttEvent[];
  readonly #news: { wake: () => void };

  private constructor(session: SttSession, events: SttEvent[], news: { wake: () => void }) {
    this.session = session;
    this.events = events;
    this.#news = news;
  }

  static async open(
    stt: Stt,
    with_: {
      readonly clock?: Clock;
      readonly call: AbortSignal;
      readonly logged?: string[];
      readonly expected?: Expectation | undefined;
    },
  ): Promise<Heard> {
    const events: SttEvent[] = [];
    const news = { wake: (): void => {} };
    const sink = (event: SttEvent): void => {
      events.push(event);
      news.wake();
    };
    const context = {
      ...contextOf(with_.clock ?? wallClock, with_.logged ?? []),
      expected: with_.expected,
    };
    return new Heard(await stt.open(sink, context, with_.call), events, news);
  }

  send(frames: readonly Frame[]): void {
    for (const frame of frames) this.session.send(frame);
  }

  of<T extends SttEvent["type"]>(type: T): readonly Extract<SttEvent, { type: T }>[] {
    return this.events.filter((event): event is Extract<SttEvent, { type: T }> => event.type === type);
  }

  get ends(): readonly End[] {
    return this.of("end_of_turn");
  }

  /** Resolves with the answer to this turn. */
  end(turn: number): Promise<End> {
    return this.when(() => this.ends.find((end) => end.turn === turn));
  }

  /** Resolves to the found value, searching at each event. */
  async when<T>(find: () => T | undefined): Promise<T> {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      const more = Promise.withResolvers<void>();
      this.#news.wake = more.resolve;
      await more.promise;
    }
  }

  /** Speaks the audio, and resolves when its last word was understood. */
  async say(frames: readonly Frame[], understood: string): Promise<void> {
    this.send(frames);
    await this.when(() => this.of("partial").find(({ text }) => text === understood));
  }

  /** Speaks the audio, ends the turn, and resolves to the understood words. */
  turn(frames: readonly Frame[], number: number): Promise<End> {
    this.send(frames);
    this.session.finalize(number);
    return this.end(number);
  }
}
