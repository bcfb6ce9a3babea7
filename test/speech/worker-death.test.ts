// What happens when a speech Worker dies under the calls that use it, and when the pool closes.

import { expect, test } from "bun:test";
import { openApp } from "../../src/app.ts";
import { toFrames } from "../../src/audio/frame.ts";
import { wallClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { readConfig } from "../../src/config.ts";
import type { SttEvent, TtsEvent } from "../../src/providers/provider-contract.ts";
import { openSpeechPool } from "../../src/speech/speech-pool.ts";
import { answer, human, joined } from "../support/callers/callers.ts";
import { dial } from "../support/callers/phone.ts";
import { turn } from "../support/until.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";

const context = { clock: wallClock, log: silentLog };
const menu = { anyOf: [{ type: "phrases", phrases: ["goodbye", "number"] }], endSilenceMs: 700 } as const;

/** What a promise was rejected with. */
const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

test("pool: replaces a Worker that dies, and every session goes on", async () => {
  let restarts = 0;
  const restarted = (): void => void (restarts += 1);
  await using pool = openSpeechPool({
    workers: 1,
    ears: "guided",
    clock: wallClock,
    log: silentLog,
    restarted,
  });
  await pool.ready;
  const [doomed] = pool.workers;

  const turns: (SttEvent & { type: "end_of_turn" })[] = [];
  let turned = Promise.withResolvers<void>();
  const stt = await pool.stt.open(
    (event) => {
      if (event.type === "end_of_turn") turns.push(event);
      if (event.type === "end_of_turn") turned.resolve();
    },
    context,
    new AbortController().signal,
  );
  stt.expect(menu);
  const goodbye = toFrames(await answer(["goodbye"]));
  for (const frame of goodbye) stt.send(frame);
  stt.finalize(1);
  const spoken: TtsEvent[] = [];
  const stream = pool.tts("slt").speak("This is said after all.", (event) => spoken.push(event), context);
  doomed!.terminate();

  await turned.promise;
  expect(turns).toEqual([{ type: "end_of_turn", turn: 1, text: "", rejected: true }]);
  expect(await stream.done).toBe("ended");
  expect(spoken.map((event) => event.type)).toEqual(["audio", "usage"]);

  turned = Promise.withResolvers();
  for (const frame of goodbye) stt.send(frame);
  stt.finalize(2);
  await turned.promise;
  expect(turns.at(-1)).toEqual({ type: "end_of_turn", turn: 2, text: "goodbye", rejected: false });

  expect([pool.workers.length, restarts]).toEqual([1, 1]);
  expect(pool.workers[0]).not.toBe(doomed);
}, 240_000);

test("pool: replaces a Worker that hangs, and the turn that waits for it was not understood", async () => {
  const clock = new VirtualClock();
  await using pool = openSpeechPool({ workers: 1, ears: "guided", clock, log: silentLog });
  await pool.ready;
  const [stuck] = pool.workers;
  const turned = Promise.withResolvers<SttEvent>();
  const stt = await pool.stt.open(
    (event) => void (event.type === "end_of_turn" && turned.resolve(event)),
    context,
    new AbortController().signal,
  );
  stt.expect(menu);
  for (const frame of toFrames(await answer(["goodbye"]))) stt.send(frame);
  stt.finalize(1);
  // The audio is with the Worker at the end of this turn of the event loop; its answer cannot have come before the next.
  await turn();
  await clock.advance(20_000);
  expect(pool.workers[0]).not.toBe(stuck);
  expect(await turned.promise).toEqual({ type: "end_of_turn", turn: 1, text: "", rejected: true });
}, 240_000);

test("pool: a caller whose Worker dies in mid-sentence is spoken to again, and then understood", async () => {
  await using pool = openSpeechPool({ workers: 1, ears: "guided", clock: wallClock, log: silentLog });
  await pool.ready;
  const speech = { ready: pool.ready, stt: pool.stt, tts: pool.tts("slt"), vad: pool.vad };
  const config = readConfig({ LOG_LEVEL: "silent", DATA_DIR: ":memory:" });
  await using server = await openApp(config, { log: silentLog, speech });
  server.app.listen({ hostname: "127.0.0.1", port: 0 });
  await using phone = await dial(`ws://127.0.0.1:${server.app.server?.port}/ws`);
  await phone.client.message("bot-started-speaking");
  await phone.client.message("bot-stopped-speaking");
  const said = phone.say(await human("number"));
  await phone.client.message("user-started-speaking");
  pool.workers[0]!.terminate();
  await said;
  // Either what is left of the word was understood, or the agent asks for it. On a machine that is busy with the new
  // Worker the rest of that word may reach it late and talk into the goodbye: a person then says it once more.
  const spokenTo = async (): Promise<boolean> => {
    const stopped = phone.client.message("bot-stopped-speaking").then(() => true);
    return await Promise.race([stopped.catch(() => false), phone.client.closed.then(() => false)]);
  };
  let goodbyes = 0;
  while (await spokenTo()) {
    goodbyes += 1;
    await phone.say(await human("goodbye"));
  }
  expect(goodbyes).toBeGreaterThan(0);
  expect(await phone.client.closed).toMatchObject({ code: 1000 });
  const words = phone.client.messages
    .filter(({ type }) => type === "user-transcription")
    .map(({ data }) => data?.text);
  expect(words.at(-1)).toBe("goodbye");
}, 240_000);

test("pool: moves sessions to a Worker that lives, and a text that has begun fails", async () => {
  await using pool = openSpeechPool({ workers: 2, ears: "guided", clock: wallClock, log: silentLog });
  await pool.ready;
  const long = "One sentence follows the other here, and there is no end of it in sight. ".repeat(20);
  const begun = Promise.withResolvers<void>();
  const stream = pool.tts("slt").speak(long, () => begun.resolve(), context);
  const heard = Promise.withResolvers<SttEvent>();
  const stt = await pool.stt.open(
    (event) => void (event.type === "end_of_turn" && heard.resolve(event)),
    context,
    new AbortController().signal,
  );
  stt.expect(menu);
  await begun.promise;
  const crashed = pool.workers[0]!;
  const other = pool.workers[1]!;
  // No such order: what the Worker throws at it is not caught anywhere.
  crashed.postMessage({ orders: [{ type: "nonsense" }], audio: new Int16Array(0) });
  expect(await failureOf(stream.done)).toMatchObject({ kind: "transient", info: { emitted: true } });
  for (const frame of toFrames(await answer(["number"]))) stt.send(frame);
  stt.finalize(1);
  expect(await heard.promise).toEqual({ type: "end_of_turn", turn: 1, text: "number", rejected: false });
  expect(pool.workers).toContain(other);
}, 240_000);

test("pool: leaves no Worker behind, and tells what was open", async () => {
  const stop = new AbortController();
  const pool = openSpeechPool({
    workers: 1,
    ears: "guided",
    clock: wallClock,
    log: silentLog,
    signal: stop.signal,
  });
  await pool.ready;
  const gone = pool.workers.map((worker) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    worker.addEventListener("close", () => resolve());
    return promise;
  });
  const stt = await pool.stt.open(() => {}, context, new AbortController().signal);
  const stream = pool.tts("slt").speak("Too late.", () => {}, context);
  stop.abort();
  await Promise.all(gone);
  await pool[Symbol.asyncDispose]();
  expect(pool.workers).toEqual([]);
  expect((await stt.closed)?.kind).toBe("transient");
  expect(await failureOf(stream.done)).toMatchObject({ kind: "transient" });
  const late = await pool.stt.open(() => {}, context, new AbortController().signal);
  expect((await late.closed)?.kind).toBe("transient");
}, 240_000);

test("pool: keeps what it is told before its Workers are ready", async () => {
  await using pool = openSpeechPool({ workers: 1, ears: "guided", clock: wallClock, log: silentLog });
  const heard = Promise.withResolvers<SttEvent>();
  const stt = await pool.stt.open(
    (event) => void (event.type === "end_of_turn" && heard.resolve(event)),
    context,
    new AbortController().signal,
  );
  stt.expect(menu);
  for (const frame of toFrames(joined(200, await human("number"), 300))) stt.send(frame);
  stt.finalize(1);
  expect(await heard.promise).toEqual({ type: "end_of_turn", turn: 1, text: "number", rejected: false });
}, 240_000);
