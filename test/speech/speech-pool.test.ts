// Pool of the embedded engines with real Workers: a person's expected words are understood, others are not, and the
// voice speaks its text.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { loudness, toFrames } from "../../src/audio/frame.ts";
import { wallClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import type { ExpectedKind } from "../../src/flow/engine/expectation.ts";
import { ACCEPT_MIN } from "../../src/flow/engine/understand/thresholds.ts";
import { findProvider } from "../../src/providers/catalog/catalog.ts";
import { reasonToSkip } from "../../src/providers/conformance-ability.ts";
import { ttsChecks } from "../../src/providers/conformance-tts.ts";
import { ProviderError, type SttEvent, type SttSession } from "../../src/providers/provider-contract.ts";
import type { TtsEvent, VadEvent } from "../../src/providers/provider-contract.ts";
import { type Voice, voices } from "../../src/speech/speech-message.ts";
import { openSpeechPool, type SpeechPool } from "../../src/speech/speech-pool.ts";
import { answer, dayWords, digitWords, human, joined, pause, pinkNoise } from "../support/callers/callers.ts";
import { withNoise } from "../support/callers/callers.ts";

const context = { clock: wallClock, log: silentLog };
const warmUpMs = 120_000;
setDefaultTimeout(240_000);
let pool: SpeechPool;

beforeAll(async () => {
  pool = openSpeechPool({ ...context, workers: 1, voice: "heart" });
  await pool.ready;
}, warmUpMs);
afterAll(() => pool[Symbol.asyncDispose]());

/** A recognition session with events that a test can wait for. */
class Ear {
  readonly events: SttEvent[] = [];
  readonly #waiting = new Set<() => void>();
  session!: SttSession;
  #turns = 0;

  static async open(from: SpeechPool, expected: readonly ExpectedKind[] | undefined): Promise<Ear> {
    const ear = new Ear();
    const sink = (event: SttEvent): void => {
      ear.events.push(event);
      for (const wake of ear.#waiting) wake();
    };
    ear.session = await from.stt.open(sink, context, new AbortController().signal);
    ear.session.expect(expected && { anyOf: expected, closed: true, endSilenceMs: 700 });
    return ear;
  }

  hear(pcm: Int16Array): void {
    for (const frame of toFrames(pcm)) this.session.send(frame);
  }

  /** The first event of this type that comes, or has come, from position `from` on. */
  async next<T extends SttEvent["type"]>(type: T, from = 0): Promise<Extract<SttEvent, { type: T }>> {
    for (;;) {
      const found = this.events.slice(from).find((event) => event.type === type);
      if (found !== undefined) return found as Extract<SttEvent, { type: T }>;
      const more = Promise.withResolvers<void>();
      this.#waiting.add(more.resolve);
      await more.promise;
      this.#waiting.delete(more.resolve);
    }
  }

  /** Hears a whole turn; returns its words, or "-" if they were rejected. */
  async turn(pcm: Int16Array): Promise<string> {
    const from = this.events.length;
    this.hear(pcm);
    this.session.finalize(++this.#turns);
    const { text, rejected } = await this.next("end_of_turn", from);
    return rejected ? "-" : text;
  }
}

const phrases = (...list: string[]): ExpectedKind => ({ type: "phrases", phrases: list });
const menuWords = ["the time", "number", "book a table", "help", "goodbye", "yes", "no"];
const menu = phrases(...menuWords);
const days = phrases(...dayWords, "today", "tomorrow");

async function speak(text: string, voice: Voice = "heart"): Promise<Int16Array> {
  const heard: Int16Array[] = [];
  const sink = (event: TtsEvent): void => void (event.type === "audio" && heard.push(event.pcm));
  await pool.tts(voice).speak(text, sink, context).done;
  return joined(...heard);
}

const isLong = process.env.LONG === "1";
/** Tests of several processor seconds wait for the long run. */
const slow = /long text|two texts/;
for (const check of ttsChecks.filter(({ name }) => isLong || !slow.test(name))) {
  if (reasonToSkip(check, findProvider("tts", "builtin")?.lacks) !== undefined) continue;
  test(`voice: conforms: it ${check.name}`, () => check.run(pool.tts("heart"), context));
}

test("voice: repeats the same text from memory, with the times of its words", async () => {
  const heard = async (): Promise<{ pcm: Int16Array; words: readonly string[] }> => {
    const events: TtsEvent[] = [];
    await pool.tts("heart").speak("Good to know, John.", (event) => events.push(event), context).done;
    return {
      pcm: joined(...events.flatMap((event) => (event.type === "audio" ? [event.pcm] : []))),
      words: events.flatMap((event) =>
        event.type === "words" ? event.words.map(({ text, endMs }) => `${text} ${endMs}`) : [],
      ),
    };
  };
  const [first, second] = [await heard(), await heard()];
  expect(first.words.map((word) => word.split(" ")[0])).toEqual(["Good", "to", "know,", "John."]);
  expect(second.words).toEqual(first.words);
  // The cache keeps the audio in whole frames.
  expect(second.pcm.subarray(0, first.pcm.length)).toEqual(first.pcm);
  expect(second.pcm.length - first.pcm.length).toBeLessThan(320);
});

// A second voice takes a second to start, so it waits for the long run; the first one shows the rest on each run.
if (isLong)
  test("voice: it has its own thread, which starts on first use", async () => {
    const before = pool.speakers.length;
    const michael = pool.tts("heart").voiced?.({ name: "michael" });
    expect(pool.speakers).toHaveLength(before);
    expect(await michael?.speak("Hello.", () => {}, context).done).toBe("ended");
    expect(pool.speakers).toHaveLength(before + 1);
  });

test("recogniser: understands the days that a person names", async () => {
  const ear = await Ear.open(pool, [days]);
  const said = [...dayWords, "today", "tomorrow"];
  const heard: string[] = [];
  for (const day of said) heard.push(await ear.turn(await answer([day])));
  expect(heard).toEqual(said);
});

test("recogniser: a menu and a no from a person are understood, on a noisy line too", async () => {
  const ear = await Ear.open(pool, [menu]);
  for (const word of ["number", "goodbye", "no"]) {
    expect(await ear.turn(await answer([word]))).toBe(word);
    expect(await ear.turn(withNoise(await answer([word]), 20))).toBe(word);
  }
});

test("recogniser: understands strings of digits of the lengths that are expected", async () => {
  const ear = await Ear.open(pool, [{ type: "digits", lengths: [3, 4] }]);
  for (const said of ["123", "901", "3086", "2143"]) {
    const words = said.split("").map((digit) => digitWords[Number(digit)]!);
    expect(await ear.turn(await answer(words))).toBe(words.join(" "));
  }
});

test("recogniser: unexpected words give no sure answer", async () => {
  const ear = await Ear.open(pool, [menu]);
  const taken: unknown[] = [];
  for (const recording of ["one-moment-please", "im-sorry", "call-waiting", "tt-weasels", "digits/million"]) {
    const from = ear.events.length;
    const text = await ear.turn(await answer([recording]));
    const { confidence = 0 } = await ear.next("end_of_turn", from);
    if (menuWords.includes(text) && confidence >= ACCEPT_MIN) taken.push([recording, text, confidence]);
  }
  expect(taken).toEqual([]);
  expect(await ear.turn(pinkNoise(24_000, 1_500))).toBe("");
});

test("recogniser: silence and a turn without audio give no words", async () => {
  const ear = await Ear.open(pool, [menu]);
  expect(await ear.turn(pause(1_500))).toBe("");
  expect(await ear.turn(new Int16Array(16_000))).toBe("");
  expect(await ear.turn(new Int16Array(0))).toBe("");
});

test("recogniser: the same audio gives the same words, after any other audio", async () => {
  const ear = await Ear.open(pool, [days]);
  const pcm = withNoise(await answer(["today"]), 10);
  const first = await ear.turn(pcm);
  await ear.turn(withNoise(await answer(["monday"]), 5));
  expect(await ear.turn(pcm)).toBe(first);
});

test("recogniser: it is silent after closing, and ends with its call", async () => {
  const call = new AbortController();
  const events: SttEvent[] = [];
  const session = await pool.stt.open((event) => events.push(event), context, call.signal);
  session.expect({ anyOf: [menu], endSilenceMs: 700 });
  for (const frame of toFrames(await answer(["goodbye"]))) session.send(frame);
  session.finalize(1);
  call.abort();
  session.finalize(1);
  session.send(new Int16Array(320));
  expect(await session.closed).toBeUndefined();
  const other = await Ear.open(pool, [menu]);
  await other.turn(await answer(["goodbye"]));
  expect(events).toEqual([]);
});

test("voice: speaks with each voice at the same loudness, without long silence around it", async () => {
  for (const voice of isLong ? voices : (["heart"] as const)) {
    const pcm = await speak("Hello, how can I help you today? You can book a table.", voice);
    expect(pcm.length).toBeGreaterThan(32_000);
    expect(loudness(pcm)).toBeGreaterThan(2_200);
    expect(loudness(pcm)).toBeLessThan(4_500);
    expect(pcm.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)).toBeLessThan(31_500);
    const loud = (sample: number): boolean => Math.abs(sample) >= 100;
    expect(pcm.findIndex(loud)).toBeLessThanOrEqual(160);
    expect(pcm.length - pcm.findLastIndex(loud)).toBeLessThanOrEqual(3_521);
  }
});

test("voice: the recogniser understands it", async () => {
  const ear = await Ear.open(pool, [phrases("book a table", "opening hours", "the time")]);
  for (const text of ["book a table", "opening hours", "the time"]) {
    expect(await ear.turn(joined(300, await speak(text), 500))).toBe(text);
  }
});

test("voice: a long text begins long before it is finished", async () => {
  const events: TtsEvent[] = [];
  const text = "This is a sentence of a long text, which goes on for quite a while. ".repeat(8);
  await pool.tts("heart").speak(text, (event) => events.push(event), context).done;
  expect(events.filter((event) => event.type === "audio").length).toBeGreaterThan(4);
  expect(events.at(-1)).toEqual({
    type: "usage",
    usage: { unit: "chars", amount: text.length, basis: "measured" },
  });
});

test("voice: the wait of a text for its first audio is known", async () => {
  const before = pool.queueMs;
  const text = "Nobody has asked for these words in here so far.";
  const from = wallClock.now();
  await speak(text);
  const tookMs = wallClock.now() - from;
  expect(pool.queueMs).toBeGreaterThan(0);
  expect(pool.queueMs).toBeLessThanOrEqual(Math.max(before, tookMs));
});

test("voice: an empty text ends without audio", async () => {
  for (const text of ["", "  ", "…", "🙂", "你好"]) expect(await speak(text)).toHaveLength(0);
});

test("voice: a text that is too long is refused", async () => {
  const refused = pool.tts("heart").speak("a".repeat(2_001), () => {}, context).done;
  const error = await refused.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ProviderError);
  expect((error as ProviderError).kind).toBe("bad_input");
});

test("voice: it is silent from the moment it is cancelled", async () => {
  const events: TtsEvent[] = [];
  let told = 0;
  const first = Promise.withResolvers<void>();
  const text = "One thing after another is said here, until somebody does not want to hear it. ".repeat(6);
  const stream = pool.tts("heart").speak(
    text,
    (event) => {
      events.push(event);
      first.resolve();
    },
    context,
  );
  await first.promise;
  stream.cancel();
  stream.cancel();
  told = events.length;
  expect(await stream.done).toBe("cancelled");
  await speak("Something else takes its turn.");
  expect(events).toHaveLength(told);
});

test("detector: it finds speech, and keeps counting over a gap", async () => {
  const events: VadEvent[] = [];
  const done = Promise.withResolvers<void>();
  const pcm = joined(800, await human("goodbye"), await human("saturday"), 800);
  const frames = toFrames(pcm);
  const total = frames.length * 320;
  const session = pool.vad.open((event) => {
    events.push(event);
    if (event.atSample > 2 * total - 512) done.resolve();
  });
  for (const frame of frames) session.push(frame);
  session.reset();
  for (const frame of frames) session.push(frame);
  await done.promise;
  session.close();
  session.push(frames[0]!);
  const speech = events.filter((event) => event.probability > 0.5);
  expect(speech.length).toBeGreaterThan(40);
  expect(speech[0]!.atSample).toBeGreaterThan(11_000);
  // The second half repeats the first, after the gap.
  const half = events.findIndex((event) => event.atSample > total);
  expect(events[half]!.atSample).toBe(total + 512);
  expect(events.slice(half).map((event) => event.probability)).toEqual(
    events.slice(0, half).map((event) => event.probability),
  );
});

test("detector: it judges a call the same way alone and among others", async () => {
  const frames = toFrames(joined(300, await human("monday"), 300));
  const windows = Math.floor((frames.length * 320) / 512);
  const judge = async (calls: number): Promise<number[][]> => {
    const heard: number[][] = Array.from({ length: calls }, () => []);
    const done = Promise.withResolvers<void>();
    const sessions = heard.map((list) =>
      pool.vad.open(({ probability }) => {
        list.push(probability);
        if (heard.every((each) => each.length === windows)) done.resolve();
      }),
    );
    for (const frame of frames) for (const session of sessions) session.push(frame);
    await done.promise;
    for (const session of sessions) session.close();
    return heard;
  };
  const [alone] = await judge(1);
  for (const list of await judge(5)) list.forEach((p, i) => expect(p).toBeCloseTo(alone![i]!, 3));
});
