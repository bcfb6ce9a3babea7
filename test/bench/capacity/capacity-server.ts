// Capacity benchmark server: the product with real voice detection and with instant recogniser, model and voice, so
// that only our own work is measured. Prints one JSON line for each line on its stdin.

import type { Store } from "../../../db/port/store.ts";
import { openPostgres } from "../../../db/postgres/open-postgres.ts";
import { openStoreThread } from "../../../db/thread/store-thread.ts";
import { UsageAccount } from "../../../src/billing/usage-account.ts";
import { openApp } from "../../../src/app.ts";
import { frameMs, sampleRate } from "../../../src/audio/frame.ts";
import { SharedAudio } from "../../../src/audio/shared-audio.ts";
import { type Clock, wallClock } from "../../../src/base/clock.ts";
import { type Log, silentLog } from "../../../src/base/log.ts";
import { startWorker } from "../../../src/base/start-worker.ts";
import { Ticker } from "../../../src/base/ticker.ts";
import { Vault } from "../../../src/cloud/vault.ts";
import { Calls } from "../../../src/calls/live-calls.ts";
import { Planner } from "../../../src/calls/call-plan.ts";
import { PhoneExtension } from "../../../src/phone/phone-extension.ts";
import { loadResampler } from "../../../src/audio/resampler.ts";
import { readConfig } from "../../../src/config.ts";
import type { Llm, Stt, SttSession, Tts } from "../../../src/providers/provider-contract.ts";
import { openSpeechPool } from "../../../src/speech/speech-pool.ts";
import { Sessions } from "../../../src/session/session-registry.ts";
import { loadFlow } from "../../../src/flow/language/load-flow.ts";
import { askingFlow } from "./caller-script.ts";
import { TurnWatch } from "./turn-watch.ts";
import { speechLike } from "../../support/callers/speech-like.ts";
import { noOutside } from "../../support/servers/outside.ts";
import { noReader } from "../../support/fakes/session-bench.ts";
import { memoryStore, migrations } from "../../support/servers/store.ts";
import { placeAt } from "../../support/stores/postgres-server.ts";

/**
 * `WATCH_TURNS`: it tells how long the event loop was at work at once. Where the data lies, in a folder or in
 * Postgres; neither: in memory. Answer audio: a file of PCM16 at 16 kHz, or 5 s of something that sounds like speech
 * to a codec.
 */
const {
  ANSWER_FILE: answerFile,
  DATA_FOLDER: directory,
  DATA_AT: databaseUrl,
  PBX_PORT: pbxPort,
} = process.env;
const answerAudio =
  answerFile === undefined
    ? speechLike(5 * sampleRate)
    : new Int16Array(await Bun.file(answerFile).arrayBuffer());
/** `PROMPTS=shared`: as what a flow says to every caller, which is kept; otherwise as what a model says to one. */
const shared = process.env.PROMPTS === "shared" ? new SharedAudio([answerAudio]) : undefined;

const instantStt: Stt = {
  id: "instant",
  open(sink) {
    const session: SttSession = {
      send: () => undefined,
      finalize: (turn) => sink({ type: "end_of_turn", turn, text: "tell me more", rejected: false }),
      reset: () => undefined,
      expect: () => undefined,
      close: () => undefined,
      closed: new Promise(() => undefined),
    };
    return Promise.resolve(session);
  },
};

const instantTts: Tts = {
  id: "instant",
  speak(_, sink) {
    sink({ type: "audio", pcm: shared?.pcm ?? answerAudio });
    return { cancel: () => undefined, done: Promise.resolve("ended") };
  },
};

const instantLlm: Llm = {
  id: "instant",
  model: "instant",
  async *stream() {
    yield { type: "text", delta: "Here is the answer to it." };
    yield { type: "done", reason: "stop" };
  },
};

/** Milliseconds from the end of the caller's turn to the first audio sent to the socket. */
let added: number[] = [];
const noting: Log = {
  ...silentLog,
  with: () => noting,
  debug(event, fields = {}) {
    const { audioMs, endOfTurnMs } = fields;
    if (event === "call.turn" && typeof audioMs === "number" && typeof endOfTurnMs === "number") {
      added.push(audioMs - endOfTurnMs);
    }
  },
};

const clock: Clock = wallClock;
/** `SPEECH=own`: our own ears and voice, on the same core; `ears`: our ears, and a voice that takes no time. */
const own = process.env.SPEECH;
const pool = openSpeechPool({ clock, log: silentLog, workers: 1 });
const { ready, vad } = pool;
const tts = own === "own" ? pool.tts("heart") : instantTts;
const speech =
  own === undefined
    ? { ready, vad, stt: instantStt, tts }
    : { ready, vad, stt: pool.stt, tts, queueMs: () => pool.queueMs };
const ticker = new Ticker(clock, frameMs);
const { program: asking } = loadFlow(askingFlow);
if (asking === undefined) throw new Error("The asking flow has errors");
const programs = new Map([["asking", asking]]);
const calls = new Calls({
  clock,
  log: noting,
  ticker,
  speech,
  systemPrompt: "",
  programs,
  outside: noOutside,
  durationMsMax: 3_600_000,
  ...(process.env.BARGE_IN_MS !== undefined && { bargeInMs: Number(process.env.BARGE_IN_MS) }),
});
const storing = { log: silentLog, isShared: false, start: () => startWorker("store") };
const store = await openData();
const planner = new Planner({
  store,
  programs,
  reader: noReader,
  choicesOf: () => Promise.reject(new Error("Nobody chooses here")),
  providersOf: () => ({
    stt: undefined,
    tts: undefined,
    llm: instantLlm,
    metered: [],
    usage: new UsageAccount([]),
    names: {},
  }),
});
const sessions = new Sessions({
  store,
  clock,
  log: silentLog,
  calls,
  // No call is refused, because the measurement exceeds the limit.
  ticker: { isBehind: false },
  planner,
  vault: new Vault(new Uint8Array(32)),
  numbers: new Vault(new Uint8Array(32)),
  home: "n1",
  perAccountMax: 100_000,
  placesMax: 100_000,
});
const { app } = await openApp(
  readConfig({ DATA_DIR: ":memory:", TRUSTED_PROXIES: "127.0.0.1", ENGINE_AUTH: "open" }),
  {
    clock,
    log: silentLog,
    speech,
    store,
    calls,
    sessions,
    ticker,
  },
);
app.listen({ hostname: "127.0.0.1", port: 0 });
await pool.ready;
if (pbxPort !== undefined) await answerPhone(Number(pbxPort));
say({ port: app.server?.port });

const turns = process.env.WATCH_TURNS === undefined ? undefined : new TurnWatch();
for await (const _ of console) {
  const { user, system } = process.cpuUsage();
  say({
    cpuMs: (user + system) / 1000,
    rss: process.memoryUsage.rss(),
    calls: calls.size,
    added,
    ...turns?.take(),
  });
  added = [];
}
process.exit(0); // The parent process has gone.

function say(fields: object): void {
  process.stdout.write(`${JSON.stringify(fields)}\n`);
}

/** Extension 620 of a PBX on this machine. */
async function answerPhone(port: number): Promise<void> {
  await PhoneExtension.open({
    clock,
    log: silentLog,
    ticker,
    convert: await loadResampler(),
    rtpPorts: undefined,
    extension: { domain: "127.0.0.1", user: "620", loginName: "620", password: "secret" },
    registrar: { host: "127.0.0.1", port, transport: "udp" },
    port: 0,
    dials: [],
    transferred: () => undefined,
    expire: () => undefined,
    arrive: async (parties) => {
      const ready = await sessions.prepare({ mode: "assistant", programId: undefined }, undefined);
      const given = { context: {}, metadata: {}, direction: "inbound", parties } as const;
      return await sessions.arrive(ready, { accountId: undefined }, { given });
    },
  });
}

async function openData(): Promise<Store> {
  if (databaseUrl !== undefined) return await openPostgres(placeAt(databaseUrl));
  return directory === undefined ? memoryStore() : await openStoreThread({ directory, migrations }, storing);
}
