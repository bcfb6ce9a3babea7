// Queue of texts for one voice of our own: beginnings go first, then the text whose audio ends soonest, and cancelled
// texts end.

import { expect, test } from "bun:test";
import { OwnVoiceQueue } from "../../../src/speech/own-voice/own-voice-queue.ts";
import type { SpokenPart } from "../../../src/speech/own-voice/own-voice.ts";
import type { WorkerAnswer } from "../../../src/speech/speech-message.ts";

/** Voice whose parts last a second each; "bad" fails at its second one. Records the text of each part. */
class Bench {
  readonly made: string[] = [];
  readonly told: WorkerAnswer[] = [];
  readonly ended: string[] = [];
  now = 0;
  /** Text after each part. */
  held: Promise<void> = Promise.resolve();
  collections = 0;
  readonly queue = new OwnVoiceQueue({
    voice: { speak: (text) => this.#parts(text) },
    tell: (answer) => void this.told.push(answer),
    pause: () => this.held,
    collect: () => void (this.collections += 1),
    clock: { now: () => this.now },
  });

  async *#parts(text: string): AsyncGenerator<SpokenPart, void> {
    try {
      for (let part = 0; part < 3; part++) {
        if (text === "bad" && part === 1) throw new Error("broken");
        this.made.push(`${text}${part}`);
        yield { pcm: new Int16Array(16_000), words: [] };
      }
    } finally {
      this.ended.push(text);
    }
  }

  async settled(): Promise<void> {
    for (let turn = 0; turn < 200; turn++) await Promise.resolve();
  }
}

test("own voice queue: a beginning precedes later needs, and the text that runs out first precedes the rest", async () => {
  const bench = new Bench();
  bench.queue.speak(1, { text: "a", speed: 1, isAhead: false });
  bench.now = 500;
  bench.queue.speak(2, { text: "b", speed: 1, isAhead: false });
  await bench.settled();
  expect(bench.made).toEqual(["a0", "b0", "a1", "b1", "a2", "b2"]);
  expect(bench.told.filter(({ type }) => type === "spoken")).toHaveLength(2);
});

test("own voice queue: text about to run out precedes any beginning, and speech made ahead comes last", async () => {
  const bench = new Bench();
  const goOn = Promise.withResolvers<void>();
  bench.held = goOn.promise;
  bench.queue.speak(1, { text: "a", speed: 1, isAhead: false });
  await bench.settled();
  // Its second is nearly over: beginning texts wait until it has more.
  bench.now = 900;
  bench.queue.speak(2, { text: "ahead", speed: 1, isAhead: true });
  for (const [at, text] of ["b", "c"].entries())
    bench.queue.speak(3 + at, { text, speed: 1, isAhead: false });
  bench.held = Promise.resolve();
  goOn.resolve();
  await bench.settled();
  expect(bench.made.slice(0, 4)).toEqual(["a0", "a1", "b0", "c0"]);
  expect(bench.made.slice(-3)).toEqual(["ahead0", "ahead1", "ahead2"]);
});

test("own voice queue: a cancelled text gets no more reports and frees its memory, and a failing one is reported", async () => {
  const bench = new Bench();
  bench.queue.speak(1, { text: "a", speed: 1, isAhead: false });
  bench.queue.speak(2, { text: "bad", speed: 1, isAhead: false });
  bench.queue.cancel(1);
  await bench.settled();
  expect(bench.told.map((answer) => [answer.type, "id" in answer && answer.id])).toEqual([
    ["audio", 2],
    ["failed", 2],
  ]);
  expect(bench.ended.sort()).toEqual(["a", "bad"]);
  bench.queue.speak(3, { text: "c", speed: 1, isAhead: false });
  await bench.settled();
  expect(bench.told.at(-1)).toEqual({ type: "spoken", id: 3 });
});

test("own voice queue: memory of finished parts is freed again and again", async () => {
  const bench = new Bench();
  for (let id = 1; id <= 31; id++) bench.queue.speak(id, { text: "a", speed: 1, isAhead: false });
  for (let turn = 0; turn < 20; turn++) await bench.settled();
  // Each text has three parts and an end.
  expect(bench.made).toHaveLength(93);
  expect(bench.collections).toBe(2);
});
