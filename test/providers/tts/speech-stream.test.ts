// Speech stream: samples of any form become 16 kHz, deadlines pass in virtual time, and each stream settles once.

import { expect, test } from "bun:test";
import { loudness } from "../../../src/audio/frame.ts";
import { silentLog } from "../../../src/base/log.ts";
import { ProviderError, type TtsEvent, type TtsStream } from "../../../src/providers/provider-contract.ts";
import {
  openSpeechStream,
  type SpeechOut,
  type SpeechStreamOptions,
} from "../../../src/providers/tts/speech-stream.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";
import { toneBytes, toneOf } from "../../support/providers/tts/speech-tone.ts";
import { until } from "../../support/until.ts";

const of = { provider: "some-voice", capability: "tts" } as const;
const text = "Good morning";

interface Spoken {
  readonly clock: VirtualClock;
  readonly events: TtsEvent[];
  readonly stream: TtsStream;
  /** Resolves, once the fetch has begun, with the receiver of its audio. */
  readonly out: Promise<SpeechOut>;
  /** Ends the fetch. */
  readonly end: (error?: Error) => void;
  readonly signal: () => AbortSignal | undefined;
}

function speak(options: Partial<SpeechStreamOptions> = {}): Spoken {
  const clock = new VirtualClock();
  const events: TtsEvent[] = [];
  const begun = Promise.withResolvers<SpeechOut>();
  const over = Promise.withResolvers<void>();
  let signal: AbortSignal | undefined;
  const stream = openSpeechStream({
    of,
    text,
    sink: (event) => events.push(event),
    context: { clock, log: silentLog },
    charsMax: 100,
    fetch: (out, given) => {
      signal = given;
      given.addEventListener("abort", () => over.reject(given.reason as Error));
      begun.resolve(out);
      return over.promise;
    },
    ...options,
  });
  over.promise.catch(() => undefined);
  const end = (error?: Error): void => (error === undefined ? over.resolve() : over.reject(error));
  return { clock, events, stream, out: begun.promise, end, signal: () => signal };
}

function heard(events: readonly TtsEvent[]): Int16Array {
  return Int16Array.from(events.flatMap((event) => (event.type === "audio" ? [...event.pcm] : [])));
}

async function failureOf(stream: TtsStream): Promise<ProviderError> {
  const error: unknown = await stream.done.catch((it: unknown) => it);
  if (!(error instanceof ProviderError)) throw new Error(`It did not fail: ${String(error)}`);
  return error;
}

test("samples in odd bytes are joined again", async () => {
  const { out, end, events, stream } = speak();
  const bytes = toneBytes(text, 16_000);
  const to = await out;
  for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 7 + 3) % 91 || 1) {
    to.pcm(bytes.subarray(at, at + size), 16_000);
  }
  end();
  expect(await stream.done).toBe("ended");
  expect(heard(events)).toEqual(toneOf(text, 16_000));
});

test("half a sample at the end is dropped", async () => {
  const { out, end, events, stream } = speak();
  (await out).pcm(Uint8Array.of(1, 2, 3), 16_000);
  end();
  await stream.done;
  expect([...heard(events)]).toEqual([0x0201]);
});

for (const rate of [8_000, 22_050, 24_000, 44_100, 48_000]) {
  test(`${rate} samples a second become 16,000, as long and as loud`, async () => {
    const { out, end, events, stream } = speak();
    (await out).pcm(toneBytes(text, rate), rate);
    end();
    await stream.done;
    const pcm = heard(events);
    const expected = toneOf(text, 16_000);
    expect(Math.abs(pcm.length - expected.length)).toBeLessThanOrEqual(2);
    expect(Math.abs(loudness(pcm) / loudness(expected) - 1)).toBeLessThan(0.05);
  });
}

test("a rate that changes midway loses nothing", async () => {
  const { out, end, events, stream } = speak();
  const to = await out;
  to.pcm(toneBytes(text, 24_000), 24_000);
  to.pcm(toneBytes(text, 8_000), 8_000);
  to.pcm(toneBytes(text, 16_000), 16_000);
  end();
  await stream.done;
  expect(Math.abs(heard(events).length - 3 * toneOf(text, 16_000).length)).toBeLessThanOrEqual(4);
});

for (const rate of [4_000, 96_000, Number.NaN, 0]) {
  test(`${rate} samples a second are refused`, async () => {
    const { out, end, stream } = speak();
    const to = await out;
    try {
      to.pcm(toneBytes(text, 16_000), rate);
    } catch (error) {
      end(error as Error);
    }
    const { kind, info } = await failureOf(stream);
    expect(kind).toBe("unsupported");
    expect(info.message).toContain("samples a second");
  });
}

test("the characters are counted once, when the voice begins: a cut text costs as much", async () => {
  const usage: TtsEvent = { type: "usage", usage: { unit: "chars", amount: text.length, basis: "measured" } };
  for (const how of ["whole", "broken", "cancelled"] as const) {
    const { out, end, events, stream } = speak();
    const to = await out;
    to.pcm(toneBytes(text, 16_000), 16_000);
    if (how === "cancelled") stream.cancel();
    else end(how === "broken" ? new Error("cut") : undefined);
    await stream.done.catch(() => undefined);
    expect([how, events.filter(({ type }) => type === "usage")]).toEqual([how, [usage]]);
  }
});

test("words are passed on in order", async () => {
  const { out, end, events, stream } = speak();
  const to = await out;
  const word = { text: "Good", startMs: 0, endMs: 200 };
  to.words([word]);
  to.words([]);
  to.pcm(toneBytes(text, 16_000), 16_000);
  end();
  await stream.done;
  expect(events.map(({ type }) => type)).toEqual(["words", "usage", "audio"]);
});

test("a missing first audio at the deadline is a failure that may succeed elsewhere", async () => {
  const { clock, out, stream, signal } = speak({ firstAudioMs: 2_500 });
  await out;
  await clock.advance(2_499);
  expect(signal()?.aborted).toBe(false);
  await clock.advance(1);
  const { kind, info } = await failureOf(stream);
  expect([kind, info.emitted, info.message]).toEqual([
    "transient",
    false,
    "The voice did not begin to speak in time",
  ]);
  expect(clock.pending).toBe(0);
});

test("a pause in the middle is a failure with a spoken part, counted from the last piece", async () => {
  const { clock, out, stream } = speak({ gapMs: 5_000 });
  const to = await out;
  to.pcm(toneBytes("a", 16_000), 16_000);
  await clock.advance(4_999);
  to.pcm(toneBytes("b", 16_000), 16_000);
  await clock.advance(4_999);
  to.alive();
  await clock.advance(5_000);
  const { kind, info } = await failureOf(stream);
  expect([kind, info.emitted]).toEqual(["transient", true]);
  expect(info.message).toBe("The voice stopped in the middle of a sentence");
  expect(clock.pending).toBe(0);
});

test("a client that stops quietly at the deadline counts as failed", async () => {
  const fetch: SpeechStreamOptions["fetch"] = async (out, signal) => {
    out.pcm(toneBytes("a", 16_000), 16_000);
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  };
  const { clock, stream, events } = speak({ fetch });
  await until("sound", () => events.length > 0);
  await clock.advance(5_000);
  const { kind, info } = await failureOf(stream);
  expect([kind, info.emitted]).toEqual(["transient", true]);
});

test("a server that ends without a sound has failed", async () => {
  const { end, out, stream, events } = speak();
  await out;
  end();
  const { kind, info } = await failureOf(stream);
  expect([kind, info.emitted, info.message]).toEqual(["transient", false, "The voice sent no audio"]);
  expect(events).toEqual([]);
});

test("a server that never stops speaking is stopped", async () => {
  const { end, out, stream, events } = speak();
  const to = await out;
  const second = new Uint8Array(32_000);
  let seconds = 0;
  try {
    for (; seconds < 1_000; seconds++) to.pcm(second, 16_000);
  } catch (error) {
    end(error as Error);
  }
  // Ten seconds, and one more for each of the twelve characters.
  expect(seconds).toBe(22);
  const { kind, info } = await failureOf(stream);
  expect([kind, info.emitted]).toEqual(["transient", true]);
  expect(heard(events).length).toBe(22 * 16_000);
});

test("cancel() ends the fetch at once and lets nothing through after it", async () => {
  const { clock, out, stream, events, signal } = speak();
  const to = await out;
  to.pcm(toneBytes("a", 24_000), 24_000);
  const before = events.length;
  stream.cancel();
  expect(signal()?.aborted).toBe(true);
  to.pcm(toneBytes(text, 24_000), 24_000);
  to.words([{ text: "Good", startMs: 0, endMs: 1 }]);
  stream.cancel();
  expect(await stream.done).toBe("cancelled");
  expect(events.length).toBe(before);
  expect(clock.pending).toBe(0);
});

test("a sink that cancels receives nothing more of the same piece", async () => {
  const cancelling: { stream?: TtsStream; heard: number } = { heard: 0 };
  const { out, stream } = speak({
    sink: () => {
      cancelling.heard += 1;
      cancelling.stream?.cancel();
    },
  });
  cancelling.stream = stream;
  // Audio for three events.
  (await out).pcm(new Uint8Array(96_000), 16_000);
  expect(await stream.done).toBe("cancelled");
  expect(cancelling.heard).toBe(1);
});

test("late messages of a shared connection change nothing", async () => {
  const { clock, out, end, stream, events } = speak();
  const to = await out;
  to.pcm(toneBytes(text, 16_000), 16_000);
  end();
  await stream.done;
  const before = events.length;
  to.pcm(toneBytes(text, 16_000), 16_000);
  to.words([{ text: "late", startMs: 0, endMs: 1 }]);
  to.alive();
  expect(events.length).toBe(before);
  expect(clock.pending).toBe(0);
});

test("a text that is too long, or has no words, is not fetched", async () => {
  let fetched = 0;
  const fetch = (): Promise<void> => Promise.resolve(void (fetched += 1));
  expect((await failureOf(speak({ text: "a".repeat(101), fetch }).stream)).kind).toBe("bad_input");
  expect(await speak({ text: " … ?! ", fetch }).stream.done).toBe("ended");
  expect(fetched).toBe(0);
});

test("an error of the connection is a failure in our words, with the spoken part", async () => {
  for (const before of [false, true]) {
    const { out, end, stream } = speak();
    const to = await out;
    if (before) to.pcm(toneBytes(text, 16_000), 16_000);
    end(new TypeError("ECONNRESET 10.0.0.1:8880"));
    const { kind, info } = await failureOf(stream);
    expect([kind, info.emitted, info.phase]).toEqual(["transient", before, before ? "stream" : "connect"]);
    expect(`${info.message}${info.detail}`).not.toContain("10.0.0.1");
  }
});
