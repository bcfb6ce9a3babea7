// Voices of the pool with fake threads: known speech costs no thread anything, and preparation yields to calls.

import { afterEach, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import { wallClock } from "../../../src/base/clock.ts";
import { silentLog } from "../../../src/base/log.ts";
import type { TtsEvent } from "../../../src/providers/provider-contract.ts";
import type { PoolClient } from "../../../src/speech/pool-client.ts";
import type { WorkerOrder } from "../../../src/speech/speech-message.ts";
import { KeptSpeech } from "../../../src/speech/voices/kept-speech.ts";
import { PoolVoices } from "../../../src/speech/voices/pool-tts.ts";
import type { WorkerSlot } from "../../../src/speech/worker-slot.ts";
import { tempFolder } from "../../support/servers/store.ts";
import { until } from "../../support/until.ts";

const context = { clock: wallClock, log: silentLog };
const never = new AbortController().signal;
let folder: ReturnType<typeof tempFolder>;
beforeEach(() => void (folder = tempFolder()));
afterEach(() => folder[Symbol.dispose]());

class Bench {
  readonly orders: WorkerOrder[] = [];
  readonly clients = new Map<number, PoolClient>();
  /** Voices whose threads were requested. */
  readonly asked: string[] = [];
  readonly voices: PoolVoices;
  #ids = 0;

  constructor(kept?: KeptSpeech) {
    const slot = { order: (order: WorkerOrder) => void this.orders.push(order) } as unknown as WorkerSlot;
    const places = {
      join: (client: PoolClient) => {
        this.clients.set(++this.#ids, client);
        return { id: this.#ids, slot };
      },
      leave: (id: number) => void this.clients.delete(id),
    };
    this.voices = new PoolVoices({
      placesOf: (voice) => {
        this.asked.push(voice);
        return places;
      },
      timed: () => () => undefined,
      clock: wallClock,
      kept,
    });
  }

  /** Carries out each waiting order. */
  say(): void {
    for (const [id, client] of this.clients) {
      client.answer({ type: "words", id, words: [{ text: "Hello.", startMs: 0, endMs: 90 }] });
      client.answer({ type: "audio", id, pcm: new Int16Array(1_600).fill(7) });
      client.answer({ type: "spoken", id });
    }
  }
}

const keptSpeech = (): KeptSpeech =>
  new KeptSpeech({
    directory: join(folder.path, "prompts"),
    mibMax: 8,
    maker: () => Promise.resolve("one"),
    ...context,
  });

test("pool voices: a prepared line comes from its file, in another process too, without a thread", async () => {
  const kept = keptSpeech();
  const bench = new Bench(kept);
  const ahead = bench.voices.ahead("heart");
  await kept.want("acc/flow", [ahead.nameOf("Hello.")!]);
  const made = ahead.make("Hello.", undefined, never);
  expect(bench.orders).toMatchObject([{ type: "speak", text: "Hello.", isAhead: true }]);
  bench.say();
  expect(await made).toBe("made");
  await until("file", () => ahead.isKnown("Hello."));

  const others = keptSpeech();
  await others.want("acc/other", []);
  const other = new Bench(others);
  const events: TtsEvent[] = [];
  const stream = other.voices.tts("heart").speak("Hello.", (event) => events.push(event), context);
  expect(await stream.done).toBe("ended");
  expect(other.orders).toEqual([]);
  expect(events.map(({ type }) => type)).toEqual(["words", "audio", "usage"]);
  // Another speed or another voice makes another sound.
  for (const voice of [other.voices.tts("heart", 1.2), other.voices.tts("michael")])
    voice.speak("Hello.", () => undefined, context);
  expect(other.orders).toHaveLength(2);
});

test("pool voices: preparing stops when a call needs the voice, and begins when none does", async () => {
  const bench = new Bench();
  const ahead = bench.voices.ahead("michael");
  const manner = { name: "heart" };
  const made = ahead.make("Hello.", manner, never);
  const live = bench.voices.tts("heart").speak("For how many?", () => undefined, context);
  expect(await made).toBe("yielded");
  expect(bench.orders.map(({ type }) => type)).toEqual(["speak", "speak-cancel", "speak"]);
  expect(await ahead.make("Hello.", manner, never)).toBe("yielded");
  bench.say();
  await live.done;
  const again = ahead.make("Hello.", manner, never);
  bench.say();
  expect(await again).toBe("made");
  expect(ahead.isKnown("Hello.", manner)).toBe(true);
  expect(ahead.isKnown("Hello.", { ...manner, speed: 1.5 })).toBe(false);
});

test("pool voices: a line that several calls request at once is made once, and each hears all of it", async () => {
  const bench = new Bench();
  const tts = bench.voices.tts("heart");
  const ask = () => {
    const events: TtsEvent[] = [];
    return { events, stream: tts.speak("For how many?", (event) => events.push(event), context) };
  };
  const [first, second] = [ask(), ask()];
  const [[id, thread] = [], ...others] = bench.clients;
  if (id === undefined || thread === undefined) throw new Error("A thread is asked");
  expect(others).toEqual([]);
  thread.answer({ type: "audio", id, pcm: new Int16Array(1_600).fill(7) });
  const late = ask();
  const gone = ask();
  gone.stream.cancel();
  expect(late.events).toEqual([]);
  await Promise.resolve();
  expect(late.events).toEqual(first.events);
  expect(gone.events).toEqual([]);
  // Its cancellation takes nothing from the others.
  first.stream.cancel();
  thread.answer({ type: "audio", id, pcm: new Int16Array(1_600).fill(8) });
  thread.answer({ type: "spoken", id });
  expect(await Promise.all([first, second, late].map(({ stream }) => stream.done))).toEqual([
    "cancelled",
    "ended",
    "ended",
  ]);
  expect(first.events).toMatchObject([{ type: "audio" }]);
  expect(second.events.map(({ type }) => type)).toEqual(["audio", "audio", "usage"]);
  expect(late.events).toEqual(second.events);
  expect(bench.orders.map(({ type }) => type)).toEqual(["speak"]);
});

test("pool voices: a shared line is cancelled with its last listener, and made again for the next", async () => {
  const bench = new Bench();
  const ask = () => bench.voices.tts("heart").speak("For how many?", () => undefined, context);
  const streams = [ask(), ask()];
  streams[0]?.cancel();
  streams[0]?.cancel();
  expect(bench.orders.map(({ type }) => type)).toEqual(["speak"]);
  streams[1]?.cancel();
  const next = ask();
  // The caller has heard the end of the first one by now.
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  const beside = ask();
  expect(bench.orders.map(({ type }) => type)).toEqual(["speak", "speak-cancel", "speak"]);
  bench.say();
  expect(await Promise.all([next.done, beside.done])).toEqual(["ended", "ended"]);
});

test("pool voices: a line that cannot be spoken fails for all calls that share it", async () => {
  const bench = new Bench();
  const ask = () => bench.voices.tts("heart").speak("For how many?", () => undefined, context).done;
  const ends = [ask(), ask()].map((done) => done.catch((error: unknown) => (error as Error).message));
  for (const [id, client] of bench.clients)
    client.answer({ type: "failed", id, kind: "transient", message: "Out of memory" });
  expect(await Promise.all(ends)).toEqual(["Out of memory", "Out of memory"]);
  void ask();
  expect(bench.orders).toHaveLength(2);
});

test("pool voices: the wait of a text is known, for any client", () => {
  const { voices } = new Bench();
  voices
    .tts("heart")
    .speak("Number 0.", () => undefined, context)
    .cancel();
  const before = voices.longestWaitMs;
  for (let i = 0; i < 9; i++) voices.tts("heart").speak(`Number ${i}.`, () => undefined, context);
  expect(voices.longestWaitMs).toBeGreaterThanOrEqual(10 * before);
});

test("pool voices: a flite name maps to our nearest voice", async () => {
  const bench = new Bench();
  const tts = bench.voices.tts("heart");
  const said: (string | undefined)[] = [];
  for (const name of ["slt", "rms", "awb", "kal", "nobody"]) {
    const places = bench.asked.length;
    tts.voiced?.({ name }).speak(`I was ${name}.`, () => undefined, context);
    said.push(bench.asked[places]);
  }
  expect(said).toEqual(["heart", "michael", "michael", "michael", "heart"]);
});
