// Death of a speech Worker during calls that use it, and the closing of the pool.

import { expect, test } from "bun:test";
import { type Frame, toFrames } from "../../src/audio/frame.ts";
import { wallClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import type { SttEvent, TtsEvent } from "../../src/providers/provider-contract.ts";
import { openSpeechPool, type SpeechPool } from "../../src/speech/speech-pool.ts";
import { answer, human, joined } from "../support/callers/callers.ts";
import { turn, until } from "../support/until.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";

const context = { clock: wallClock, log: silentLog };
const menu = {
  anyOf: [{ type: "phrases", phrases: ["goodbye", "number"] }],
  closed: true,
  endSilenceMs: 700,
} as const;

/** Resolves with the reason of a rejected promise. */
const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

type EndOfTurn = Extract<SttEvent, { readonly type: "end_of_turn" }>;

/** A caller whose turns are answered one after the other. */
async function listen(pool: SpeechPool) {
  let ended = Promise.withResolvers<EndOfTurn>();
  const sink = (event: SttEvent): void => void (event.type === "end_of_turn" && ended.resolve(event));
  const session = await pool.stt.open(sink, context, new AbortController().signal);
  session.expect(menu);
  return {
    session,
    hear: (frames: readonly Frame[]): void => frames.forEach((frame) => session.send(frame)),
    end(turn: number): Promise<EndOfTurn> {
      ended = Promise.withResolvers();
      session.finalize(turn);
      return ended.promise;
    },
  };
}

test("pool: dead Workers are replaced, and the next one takes their turn and text", async () => {
  let restarts = 0;
  const restarted = (): void => void (restarts += 1);
  await using pool = openSpeechPool({ ...context, workers: 1, voice: "heart", restarted });
  await pool.ready;
  const caller = await listen(pool);
  const goodbye = toFrames(await answer(["goodbye"]));
  caller.hear(goodbye.slice(0, 40));
  const [before, ears] = [pool.speakers, pool.ears[0]];
  const spoken: TtsEvent[] = [];
  const stream = pool.tts("heart").speak("This is said after all.", (event) => spoken.push(event), context);
  ears?.terminate();
  before.forEach((worker) => worker.terminate());
  caller.hear(goodbye.slice(40));
  expect(await caller.end(1)).toMatchObject({ turn: 1, text: "goodbye", rejected: false });
  expect(await stream.done).toBe("ended");
  expect(spoken.some(({ type }) => type === "audio")).toBe(true);
  expect([pool.speakers.length, pool.ears.length, restarts]).toEqual([before.length, 1, before.length + 1]);
  expect([pool.speakers.some((worker) => before.includes(worker)), pool.ears[0] === ears]).toEqual([
    false,
    false,
  ]);
}, 240_000);

test("pool: a turn that costs two Workers is not given to a third", async () => {
  await using pool = openSpeechPool({ ...context, workers: 1 });
  await pool.ready;
  const caller = await listen(pool);
  caller.hear(toFrames(await answer(["goodbye"])));
  const [first] = pool.ears;
  const ended = caller.end(1);
  first?.terminate();
  await until("next Worker", () => pool.ears.length === 1 && pool.ears[0] !== first);
  pool.ears[0]?.terminate();
  expect(await ended).toMatchObject({ turn: 1, text: "", rejected: true });
}, 240_000);

test("pool: a hanging Worker is replaced, and the next one hears its turn", async () => {
  const clock = new VirtualClock();
  await using pool = openSpeechPool({ workers: 1, clock, log: silentLog });
  await pool.ready;
  const [stuck] = pool.ears;
  const caller = await listen(pool);
  caller.hear(toFrames(await answer(["goodbye"])));
  const ended = caller.end(1);
  // The Worker has the audio at the end of this turn of the event loop; its answer cannot have come before the next.
  await turn();
  await clock.advance(20_000);
  expect(pool.ears[0]).not.toBe(stuck);
  expect(await ended).toMatchObject({ turn: 1, text: "goodbye", rejected: false });
}, 240_000);

test("pool: sessions move to a living Worker", async () => {
  await using pool = openSpeechPool({ ...context, workers: 4 });
  await pool.ready;
  const caller = await listen(pool);
  const [crashed, other] = pool.ears;
  // No such order exists: nothing catches the error that the Worker throws.
  crashed?.postMessage({ orders: [{ type: "nonsense" }], audio: new Int16Array(0) });
  caller.hear(toFrames(await answer(["number"])));
  expect(await caller.end(1)).toMatchObject({ turn: 1, text: "number", rejected: false });
  expect(pool.ears).toContain(other!);
}, 240_000);

test("pool: a started text continues at its last sample when its Worker dies", async () => {
  const text = "One sentence follows the other here, and there is an end of it in sight. ".repeat(3);
  const said = async (isCut: boolean): Promise<readonly unknown[]> => {
    await using pool = openSpeechPool({ ...context, workers: 1, voice: "heart" });
    const pcm: Int16Array[] = [];
    const words: string[] = [];
    const sink = (event: TtsEvent): void => {
      if (event.type === "words") words.push(...event.words.map((word) => `${word.text} ${word.endMs}`));
      if (event.type === "audio" && pcm.push(event.pcm) === 3 && isCut)
        pool.speakers.forEach((worker) => worker.terminate());
    };
    expect(await pool.tts("heart").speak(text, sink, context).done).toBe("ended");
    return [joined(...pcm), words];
  };
  expect(await said(true)).toEqual(await said(false));
}, 240_000);

test("pool: no Worker stays behind, and open work is reported", async () => {
  const stop = new AbortController();
  const pool = openSpeechPool({
    workers: 1,
    clock: wallClock,
    log: silentLog,
    signal: stop.signal,
  });
  await pool.ready;
  const gone = pool.speakers.map((worker) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    worker.addEventListener("close", () => resolve());
    return promise;
  });
  const stt = await pool.stt.open(() => {}, context, new AbortController().signal);
  const stream = pool.tts("heart").speak("Too late.", () => {}, context);
  stop.abort();
  await Promise.all(gone);
  await pool[Symbol.asyncDispose]();
  expect(pool.speakers).toEqual([]);
  expect((await stt.closed)?.kind).toBe("transient");
  expect(await failureOf(stream.done)).toMatchObject({ kind: "transient" });
  const late = await pool.stt.open(() => {}, context, new AbortController().signal);
  expect((await late.closed)?.kind).toBe("transient");
}, 240_000);

test("pool: messages before its Workers are ready are kept", async () => {
  await using pool = openSpeechPool({ ...context, workers: 1 });
  const caller = await listen(pool);
  caller.hear(toFrames(joined(200, await human("number"), 300)));
  expect(await caller.end(1)).toMatchObject({ turn: 1, text: "number", rejected: false });
}, 240_000);
