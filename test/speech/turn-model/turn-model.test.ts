// Turn model in its thread: its input, its refusals, and that no call ever waits for it.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { wallClock } from "../../../src/base/clock.ts";
import { silentLog } from "../../../src/base/log.ts";
import { checkTurnModel } from "../../../src/cli/doctor/doctor-turn-model.ts";
import { readConfig } from "../../../src/config.ts";
import { LogMelFeatures } from "../../../src/speech/turn-model/log-mel-features.ts";
import { TurnModel } from "../../../src/speech/turn-model/turn-model.ts";
import type { FromTurnModel, ToTurnModel } from "../../../src/speech/turn-model/turn-model-message.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";
import { meanModel, onnxFile } from "../../support/onnx-file.ts";
import { tempFolder } from "../../support/servers/store.ts";

const folder = tempFolder();
afterAll(() => folder[Symbol.dispose]());
const path = join(folder.path, "model.onnx");
beforeAll(async () => void (await Bun.write(path, meanModel())));

const tone = (): Int16Array<ArrayBuffer> =>
  Int16Array.from({ length: 20_000 }, (_, n) => Math.round(9_000 * Math.sin(n / 5)));

function judged(sound: Int16Array): number {
  const features = new LogMelFeatures().of(sound);
  return 1 / (1 + Math.exp(-features.reduce((sum, each) => sum + each, 0) / features.length));
}

test("turn model: it gets the features of the sound, one after the other", async () => {
  await using model = new TurnModel({ clock: wallClock, log: silentLog, path });
  await model.ready;
  const [first, second] = await Promise.all([model.judge(tone()), model.judge(new Int16Array(0))]);
  expect(first).toBeCloseTo(judged(tone()), 4);
  expect(second).toBeCloseTo(judged(new Int16Array(0)), 4);
});

test.each([
  ["does not exist", undefined],
  ["is no ONNX model that can be read", new TextEncoder().encode("not a model")],
  [
    "is another model: it takes one input of 80 bands and 800 frames",
    onnxFile({ name: "x", shape: [1, 7] }, [{ does: "Sigmoid", from: "x", to: "y" }]),
  ],
])("turn model: a file is refused that %s, and doctor reports it", async (why, bytes) => {
  const other = join(folder.path, `${why.length}.onnx`);
  if (bytes !== undefined) await Bun.write(other, bytes);
  await using model = new TurnModel({ clock: wallClock, log: silentLog, path: other });
  expect(await model.ready.catch((error: Error) => error.message)).toBe(why);
  expect(await model.judge(tone())).toBeUndefined();
  const { state, says } = await checkTurnModel(readConfig({ ENDPOINTING_MODEL: other }));
  expect([state, says]).toEqual([
    "problem",
    `${other} ${why}: set ENDPOINTING_MODEL to a Smart Turn v3 model, or leave it empty.`,
  ]);
});

test("turn model: doctor prints its time, or that none is set", async () => {
  expect(await checkTurnModel(readConfig({}))).toMatchObject({ state: "skipped" });
  const { state, says } = await checkTurnModel(readConfig({ ENDPOINTING_MODEL: path }));
  expect(state).toBe("ok");
  expect(says).toMatch(/model\.onnx judges a turn in \d+ ms\./);
});

/** A thread that does what the test says. */
class FakeThread extends EventTarget {
  readonly asked: ToTurnModel[] = [];
  onmessage: ((event: MessageEvent<FromTurnModel>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  isOver = false;

  postMessage(message: ToTurnModel): void {
    this.asked.push(message);
  }

  say(data: FromTurnModel): void {
    this.onmessage?.({ data } as MessageEvent<FromTurnModel>);
  }

  terminate(): void {
    this.isOver = true;
    this.dispatchEvent(new Event("close"));
  }
}

function started() {
  const clock = new VirtualClock();
  const threads: FakeThread[] = [];
  const start = (): Worker => {
    const thread = new FakeThread();
    threads.push(thread);
    return thread as unknown as Worker;
  };
  let restarts = 0;
  const restarted = (): void => void (restarts += 1);
  const model = new TurnModel({ clock, log: silentLog, path, start, restarted });
  const ready = (): void => {
    threads.at(-1)?.say({ type: "started" });
    threads.at(-1)?.say({ type: "ready" });
  };
  return { clock, threads, model, ready, restarts: () => restarts };
}

test("turn model: no turn is judged before it is ready, too late, or beside four others", async () => {
  const { clock, threads, model, ready } = started();
  expect(await model.judge(tone())).toBeUndefined();
  ready();
  const five = Array.from({ length: 5 }, () => model.judge(tone()));
  expect(await five[4]).toBeUndefined();
  expect(threads[0]!.asked.map(({ type }) => type)).toEqual(["open", "judge", "judge", "judge", "judge"]);
  threads[0]!.say({ type: "judged", number: 1, probability: 0.25 });
  expect(await five[0]).toBe(0.25);
  // One place is free again.
  const sixth = model.judge(tone());
  await clock.advance(499);
  threads[0]!.say({ type: "judged", number: 2, probability: 0.5 });
  expect(await five[1]).toBe(0.5);
  await clock.advance(1);
  expect(await Promise.all([five[2], five[3], sixth])).toEqual([undefined, undefined, undefined]);
  // The model still judges the earlier ones.
  const [seventh, eighth] = [model.judge(tone()), model.judge(tone())];
  expect(await eighth).toBeUndefined();
  for (const number of [3, 4, 5]) threads[0]!.say({ type: "judged", number, probability: 1 });
  threads[0]!.say({ type: "judged", number: 6, probability: 0.75 });
  expect(await seventh).toBe(0.75);
  await model[Symbol.asyncDispose]();
  expect(clock.pending).toBe(0);
});

test("turn model: a dead thread is replaced, later each time, and a hanging one is found", async () => {
  const { clock, threads, model, ready, restarts } = started();
  ready();
  const lost = model.judge(tone());
  threads[0]!.terminate();
  expect(await lost).toBeUndefined();
  await clock.advance(999);
  expect(threads).toHaveLength(1);
  await clock.advance(1);
  expect(threads).toHaveLength(2);
  threads[1]!.terminate();
  await clock.advance(1_999);
  expect(threads).toHaveLength(2);
  await clock.advance(1);
  expect(threads).toHaveLength(3);
  ready();
  const first = model.judge(tone());
  await clock.advance(6_000);
  threads[2]!.say({ type: "judged", number: 2, probability: 0.5 });
  expect(await first).toBeUndefined();
  const stuck = model.judge(tone());
  await clock.advance(9_999);
  expect([await stuck, threads[2]!.isOver]).toEqual([undefined, false]);
  await clock.advance(1);
  expect(threads[2]!.isOver).toBe(true);
  await clock.advance(1_000);
  expect([threads.length, restarts()]).toEqual([4, 3]);
  await model[Symbol.asyncDispose]();
  expect([threads[3]!.isOver, clock.pending]).toEqual([true, 0]);
});
