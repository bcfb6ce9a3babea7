// Open recogniser in real Workers: any words, answers to closed questions, and the consequences of a Worker's death.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { openApp } from "../../../src/app.ts";
import { readConfig } from "../../../src/config.ts";
import { type Frame, toFrames } from "../../../src/audio/frame.ts";
import { wallClock } from "../../../src/base/clock.ts";
import { silentLog } from "../../../src/base/log.ts";
import type { Expectation } from "../../../src/flow/engine/expectation.ts";
import { findProvider } from "../../../src/providers/catalog/catalog.ts";
import { reasonToSkip } from "../../../src/providers/conformance-ability.ts";
import { sttChecks } from "../../../src/providers/conformance-stt.ts";
import type { SttEvent, SttSession } from "../../../src/providers/provider-contract.ts";
import { openSpeechPool, type SpeechPool } from "../../../src/speech/speech-pool.ts";
import { answer, human, joined } from "../../support/callers/callers.ts";
import { dial } from "../../support/callers/phone.ts";
import { until } from "../../support/until.ts";

const context = { clock: wallClock, log: silentLog };
const closed: Expectation = {
  anyOf: [{ type: "digits", lengths: [4] }],
  closed: true,
  endSilenceMs: 700,
};
let pool: SpeechPool;
let restarts = 0;

beforeAll(async () => {
  const restarted = (): void => void (restarts += 1);
  pool = openSpeechPool({ ...context, workers: 1, restarted });
  await pool.ready;
}, 240_000);
afterAll(() => pool[Symbol.asyncDispose]());

type EndOfTurn = Extract<SttEvent, { readonly type: "end_of_turn" }>;

class Ear {
  readonly events: SttEvent[] = [];
  #session: SttSession | undefined;
  #ended = Promise.withResolvers<EndOfTurn>();

  static async open(): Promise<Ear> {
    const ear = new Ear();
    const sink = (event: SttEvent): void => {
      ear.events.push(event);
      if (event.type === "end_of_turn") ear.#ended.resolve(event);
    };
    ear.#session = await pool.stt.open(sink, context, new AbortController().signal);
    return ear;
  }

  expect(expectation: Expectation | undefined): void {
    this.#session?.expect(expectation);
  }

  send(frames: readonly Frame[]): void {
    for (const frame of frames) this.#session?.send(frame);
  }

  end(turn: number): Promise<EndOfTurn> {
    this.#ended = Promise.withResolvers();
    this.#session?.finalize(turn);
    return this.#ended.promise;
  }
}

async function spoken(text: string): Promise<readonly Frame[]> {
  const pieces: Int16Array[] = [];
  const sink = (event: { readonly type: string; readonly pcm?: Int16Array }): void => {
    if (event.pcm !== undefined) pieces.push(event.pcm);
  };
  await pool.tts("michael").speak(text, sink, context).done;
  return toFrames(joined(300, ...pieces, 500));
}

for (const check of sttChecks) {
  if (check.server !== "answer" || reasonToSkip(check, findProvider("stt", "builtin")?.lacks) !== undefined)
    continue;
  test(`it conforms: it ${check.name}`, async () => {
    const frames = toFrames(await answer(["number"]));
    const phrases: Expectation = {
      anyOf: [{ type: "phrases", phrases: ["number", "friday"] }],
      endSilenceMs: 700,
    };
    // A repeated sentence is no answer to a closed question.
    const expectation: Expectation = check.name.includes("both ends")
      ? phrases
      : { ...phrases, closed: true };
    await check.run(pool.stt, { frames, text: "number", expectation }, context);
  }, 240_000);
}

test("any words are heard where the caller may say anything, and reported as they arrive", async () => {
  expect(pool.stt.id).toBe("builtin");
  const ear = await Ear.open();
  ear.send(await spoken("I would like to speak to the manager."));
  await until("text at the pause", () => ear.events.some(({ type }) => type === "partial"));
  const text = "I would like to speak to the manager.";
  expect(ear.events.at(-1)).toEqual({ type: "partial", text, complete: false });
  expect(await ear.end(1)).toMatchObject({ turn: 1, text, rejected: false });
}, 240_000);

test("a closed question gets the answer, its confidence and the reason", async () => {
  const ear = await Ear.open();
  ear.expect(closed);
  ear.send(await spoken("three one four two"));
  const heard = await ear.end(1);
  expect(heard).toMatchObject({ turn: 1, text: "three one four two", rejected: false });
  expect(heard.confidence).toBeGreaterThan(0.8);
  expect(heard.evidence?.fit).toBeGreaterThan(-7);
  expect(heard.evidence?.lead).toBeGreaterThan(1);
  ear.send(await spoken("What time do you close?"));
  expect((await ear.end(2)).text).toBe("What time do you close?");
}, 240_000);

test("a caller whose Worker is killed in mid-word is answered normally", async () => {
  const { ready, stt, vad } = pool;
  const config = readConfig({ LOG_LEVEL: "silent", DATA_DIR: ":memory:" });
  const speech = { ready, stt, tts: pool.tts("heart"), vad };
  await using server = await openApp(config, { log: silentLog, speech });
  server.app.listen({ hostname: "127.0.0.1", port: 0 });
  await using phone = await dial(`ws://127.0.0.1:${server.app.server?.port}/ws`);
  await phone.client.message("bot-stopped-speaking");
  const [before, killed] = [restarts, pool.ears[0]];
  const said = phone.say(await human("number"));
  await phone.client.message("user-started-speaking");
  killed?.terminate();
  await said;
  const answered = await phone.client.message(
    ({ type, data }) => type === "bot-output" && data?.spoken_status === "completed",
  );
  expect(answered.data?.text).toMatch(/four digits/);
  const words = phone.client.messages.filter(({ type }) => type === "user-transcription");
  expect(words.map(({ data }) => String(data?.text).toLowerCase().replace(".", ""))).toContain("number");
  expect([restarts - before, pool.ears[0] === killed]).toEqual([1, false]);
}, 240_000);
