// Providers benchmark client: sessions of a recogniser, a model and a voice through the product's own clients and
// policies, and their leftovers. Prints one JSON line, and another one after a line on its stdin, which says that the
// servers are gone.

import { heapStats } from "bun:jsc";
import { readdirSync, readlinkSync } from "node:fs";
import { parseArgs } from "node:util";
import { clientsOf } from "../../src/app-calls.ts";
import { wallClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import {
  providersOf,
  type ProvidersOptions,
  type SessionProviders,
} from "../../src/calls/session-providers.ts";
import { readConfig } from "../../src/config.ts";
import { Breakers } from "../../src/providers/policy/breaker.ts";
import { FinalTimes } from "../../src/providers/policy/final-times.ts";
import type { ProviderContext } from "../../src/providers/provider-contract.ts";
import { deepgramKey } from "../support/providers/stt/fake-deepgram.ts";
import { speak } from "../support/providers/stt/marked-speech.ts";
import { key } from "../support/servers/chat-server.ts";
import { quantile } from "./pinned.ts";
import { sharedMicros } from "./shared-clock.ts";
import { microsOfSamples } from "./time-in-samples.ts";

/** Milliseconds. */
export interface AddedDelay {
  readonly p50: number;
  readonly p99: number;
  readonly count: number;
}

/** Resources of the process. Bytes after a collection of garbage. */
export interface Held {
  readonly files: number;
  readonly sockets: number;
  readonly heapBytes: number;
  readonly objects: number;
  readonly rssBytes: number;
}

export interface Report {
  readonly sessions: number;
  readonly atATime: number;
  readonly seconds: number;
  readonly final: AddedDelay;
  readonly firstToken: AddedDelay;
  readonly firstAudio: AddedDelay;
  /** Before any connection. */
  readonly begun: Held;
  /** After sessions that only warm up. */
  readonly warm: Held;
  /** After all sessions were closed, while the servers still run: connections are kept for the next session. */
  readonly after: Held;
}

const { values } = parseArgs({
  options: {
    ear: { type: "string" },
    chat: { type: "string" },
    voice: { type: "string" },
    sessions: { type: "string" },
  },
});
const sessions = Number(values.sessions);
const atATime = 10;
/** Warms up code and pools before the measurement. */
const warmUpSessions = 200;
const restMsMax = 10_000;

const config = readConfig({
  STT_PROVIDER: "deepgram",
  STT_URL: values.ear,
  STT_API_KEY: deepgramKey,
  LLM_BASE_URL: values.chat,
  LLM_MODEL: "tiny",
  LLM_API_KEY: key,
  TTS_URL: values.voice,
  TTS_MODEL: "kokoro",
  TTS_VOICE: "af_heart",
});
const options = {
  deployment: config.providers,
  defaults: {},
  clients: clientsOf(config),
  clock: wallClock,
  prices: [],
  breakers: new Breakers(wallClock),
  finals: new FinalTimes(),
  builtIn: () => undefined,
};
const context: ProviderContext = { clock: wallClock, log: silentLog };
const word = speak("yes", 200);
const took = { final: [] as number[], firstToken: [] as number[], firstAudio: [] as number[] };

const sinceMs = (micros: number): number => (sharedMicros() - micros) / 1_000;

async function hear({ stt }: SessionProviders, signal: AbortSignal): Promise<void> {
  const heard = Promise.withResolvers<void>();
  const session = await stt!.open(
    (event) => {
      if (event.type !== "end_of_turn") return;
      took.final.push(sinceMs(Number(event.text)));
      heard.resolve();
    },
    context,
    signal,
  );
  for (const frame of word) session.send(frame);
  session.finalize(1);
  await heard.promise;
  session.close();
  await session.closed;
}

async function ask({ llm }: SessionProviders, signal: AbortSignal): Promise<void> {
  let isFirst = true;
  for await (const event of llm!.stream({ messages: [{ role: "user", text: "Now?" }] }, context, signal)) {
    if (event.type !== "text" || !isFirst) continue;
    isFirst = false;
    took.firstToken.push(sinceMs(Number(event.delta)));
  }
}

async function listen({ tts }: SessionProviders, signal: AbortSignal): Promise<void> {
  const voice = tts!.forCall?.(context, signal) ?? tts!;
  let isFirst = true;
  await voice.speak(
    "It is now.",
    (event) => {
      if (event.type !== "audio" || !isFirst) return;
      isFirst = false;
      took.firstAudio.push(sinceMs(microsOfSamples(event.pcm)));
    },
    context,
  ).done;
}

async function session(): Promise<void> {
  // Without an account no database is read.
  const providers = providersOf(
    { accountId: undefined, language: undefined },
    options as unknown as ProvidersOptions,
  );
  const call = new AbortController();
  await hear(providers, call.signal);
  await ask(providers, call.signal);
  await listen(providers, call.signal);
  call.abort();
}

async function run(count: number): Promise<void> {
  let left = count;
  const loop = async (): Promise<void> => {
    while (left-- > 0) await session();
  };
  await Promise.all(Array.from({ length: atATime }, loop));
}

function held(): Held {
  Bun.gc(true);
  const files = readdirSync("/proc/self/fd").flatMap((name) => {
    try {
      return [readlinkSync(`/proc/self/fd/${name}`)];
    } catch {
      // The request that lists them.
      return [];
    }
  });
  const { heapSize, objectCount } = heapStats();
  return {
    files: files.length,
    sockets: files.filter((target) => target.startsWith("socket:")).length,
    heapBytes: heapSize,
    objects: objectCount,
    rssBytes: process.memoryUsage.rss(),
  };
}

/** Waits until at most this many sockets are open, and nothing more is freed. */
async function rested(socketsMax = Infinity): Promise<Held> {
  const until = performance.now() + restMsMax;
  for (let before = held(); ;) {
    await Bun.sleep(250);
    const now = held();
    const isStill = now.sockets <= socketsMax && now.objects >= before.objects;
    if (isStill || performance.now() > until) return now;
    before = now;
  }
}

const added = (ms: number[]): AddedDelay => {
  const sorted = ms.toSorted((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), count: sorted.length };
};

// Both keep files open permanently: the thread for HTTP, and the reader of stdin.
const gone = Bun.stdin.stream().getReader().read();
await fetch(new URL("/v1/models", values.chat)).then((response) => response.text());
const begun = await rested();
await run(warmUpSessions);
const warm = await rested();
for (const kind of [took.final, took.firstToken, took.firstAudio]) kind.length = 0;
const from = performance.now();
await run(sessions);
const seconds = (performance.now() - from) / 1_000;
const [final, firstToken, firstAudio] = [added(took.final), added(took.firstToken), added(took.firstAudio)];
for (const kind of [took.final, took.firstToken, took.firstAudio]) kind.length = 0;
const after = await rested(warm.sockets);
const report: Report = { sessions, atATime, seconds, final, firstToken, firstAudio, begun, warm, after };
process.stdout.write(`${JSON.stringify(report)}\n`);
await gone;
process.stdout.write(`${JSON.stringify(await rested(begun.sockets))}\n`);
process.exit(0);
