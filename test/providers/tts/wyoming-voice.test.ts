// Wyoming voices: the conformance suite over TCP, frames in any pieces, and a server that fails in each way.

import { expect, test } from "bun:test";
import { sampleRate } from "../../../src/audio/frame.ts";
import { findProvider } from "../../../src/providers/catalog/catalog.ts";
import { reasonToSkip } from "../../../src/providers/conformance-ability.ts";
import { ttsChecks } from "../../../src/providers/conformance-tts.ts";
import {
  encodeWyoming,
  openWyoming,
  WyomingReader,
} from "../../../src/providers/connection/wyoming-frames.ts";
import { openTts } from "../../../src/providers/open-tts.ts";
import { ProviderError, type Tts } from "../../../src/providers/provider-contract.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";
import { FakeWyoming, frame, spoken, type WyomingPart } from "../../support/providers/fake-wyoming.ts";
import { toneOf } from "../../support/providers/tts/speech-tone.ts";
import { context, expectWhole, inStep, say, sentence } from "../../support/providers/tts/voice-check.ts";
import { until } from "../../support/until.ts";

async function withServer(use: (server: FakeWyoming, tts: Tts) => Promise<void>): Promise<void> {
  await using server = await FakeWyoming.open();
  await use(server, voiceAt(server.url));
  await until("end of each connection", () => server.open === 0);
  expect(server.problems).toEqual([]);
}

function voiceAt(baseUrl: string): Tts {
  const tts = openTts({
    provider: "wyoming",
    baseUrl,
    apiKey: undefined,
    model: "",
    voice: "",
    language: "en",
  });
  if (tts === undefined) throw new Error("There is no client of Wyoming");
  return tts;
}

for (const check of ttsChecks) {
  const reason = reasonToSkip(check, findProvider("tts", "wyoming")?.lacks);
  if (reason === undefined) {
    test(`wyoming: conforms: it ${check.name}`, () =>
      withServer((server, tts) =>
        check.run(check.needs === "streaming" ? inStep(server, tts) : tts, context),
      ));
  } else test(`wyoming: exempt: ${check.name} (${reason})`, () => expect(reason).not.toBe(""));
}

for (const pieceBytes of [1, 2, 3, 1_000]) {
  test(`wyoming: reads pieces of ${pieceBytes} bytes`, () =>
    withServer(async (server, tts) => {
      server.pieceBytes = pieceBytes;
      server.scripts.push(spoken("Hello", { rate: 8_000 }).map((message) => frame(message)));
      const said = await say(tts, "Hello");
      expect(said.end).toBe("ended");
      expectWhole(said, "Hello");
    }));
}

test("wyoming: reads data within the line, and both parts of it", () => {
  const reader = new WyomingReader();
  const line = Buffer.from(
    '{"type":"audio-chunk","data":{"rate":1,"width":2},"data_length":10,"payload_length":3}\n{"rate":5}abc',
  );
  const [event, ...others] = [...reader.push(line)];
  expect(others).toEqual([]);
  expect(event?.data).toEqual({ rate: 5, width: 2 });
  expect(String.fromCharCode(...event!.payload)).toBe("abc");
  expect([...reader.push(frame({ type: "info", data: { é: "ü" } }, true))][0]?.data).toEqual({ é: "ü" });
});

test("wyoming: writes lengths in bytes, and reads what it writes", () => {
  const payload = Uint8Array.of(10, 0, 255);
  const bytes = encodeWyoming("synthesize", { text: "Grüße\n" }, payload);
  expect(Buffer.from(bytes).toString("latin1").split("\n")[0]).toBe(
    '{"type":"synthesize","data_length":20,"payload_length":3}',
  );
  const [event] = [...new WyomingReader().push(bytes)];
  expect(event).toEqual({ type: "synthesize", data: { text: "Grüße\n" }, payload });
  expect(Buffer.from(encodeWyoming("describe", {})).toString()).toBe('{"type":"describe"}\n');
});

test("wyoming: an unknown voice is tried once, and the default one speaks", () =>
  withServer(async (server, tts) => {
    const named = tts.voiced!({ name: "slt" });
    for (let i = 0; i < 2; i++) expectWhole(await say(named));
    expectWhole(await say(tts.voiced!({ name: "en_GB-alan-low" })));
    expect(server.texts.map(({ voice }) => voice)).toEqual(["slt", "", "", "en_GB-alan-low"]);
  }));

test("wyoming: takes the rate of each chunk, also when it changes", () =>
  withServer(async (server, tts) => {
    const [start, chunk] = spoken("Hello", { rate: 48_000 });
    const late = spoken("Hello", { rate: 16_000 })[1]!;
    server.scripts.push([start, chunk, late, { type: "audio-stop" }].map((message) => frame(message!)));
    const { pcm } = await say(tts, "Hello");
    // A seventh of the text, twice.
    expect(Math.abs(pcm.length - (2 * toneOf("Hello", sampleRate).length) / 7)).toBeLessThan(8);
  }));

const start = frame(spoken("Hello")[0]!);
const chunk = frame(spoken("Hello")[1]!);
const failures: Readonly<Record<string, readonly [readonly WyomingPart[], string, boolean]>> = {
  "two channels": [spoken("Hello", { channels: 2 }).map((it) => frame(it)), "unsupported", false],
  "samples of 32 bits": [spoken("Hello", { width: 4 }).map((it) => frame(it)), "unsupported", false],
  "a rate that nobody uses": [
    [frame({ type: "audio-chunk", data: { rate: 1, width: 2, channels: 1 }, payload: Buffer.from("ab") })],
    "unsupported",
    false,
  ],
  "no audio at all": [[start, frame({ type: "audio-stop" })], "transient", false],
  "an error before the audio": [
    [frame({ type: "error", data: { text: "CUDA out of memory" } })],
    "transient",
    false,
  ],
  "an error within the audio": [
    [start, chunk, frame({ type: "error", data: { text: "voice lost" } })],
    "transient",
    true,
  ],
  "a connection that closes at once": [["close"], "transient", false],
  "a connection that closes within a chunk": [
    [start, chunk, chunk.subarray(0, 90), "close"],
    "transient",
    true,
  ],
  garbage: [[Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n")], "transient", false],
  "a line without an end": [[Buffer.from("x".repeat(70_000)), "hang"], "transient", false],
  "a line without a type": [[Buffer.from("{}\n")], "transient", false],
  "a length below zero": [[Buffer.from('{"type":"audio-chunk","payload_length":-1}\n')], "transient", false],
  "a length that nobody can send": [[Buffer.from('{"type":"a","data_length":1e12}\n')], "transient", false],
};

for (const [name, [script, kind, emitted]] of Object.entries(failures)) {
  test(`wyoming: ${name} is a failure of the kind ${kind}`, () =>
    withServer(async (server, tts) => {
      server.scripts.push(script);
      const { end, error } = await say(tts, "Hello");
      expect([end, error?.info.emitted]).toEqual([kind, emitted]);
      expect(JSON.stringify(error?.info)).not.toContain("127.0.0.1");
    }));
}

test("wyoming: an error holds no part of the text", () =>
  withServer(async (server, tts) => {
    server.scripts.push([frame({ type: "error", data: { text: `cannot say: ${sentence}` } })]);
    expect((await say(tts)).error?.info.detail).toBe("cannot say: [conversation]");
  }));

test("wyoming: cancel() closes the connection at once", () =>
  withServer(async (server, tts) => {
    server.scripts.push([start, chunk, "hang"]);
    const first = Promise.withResolvers<void>();
    const stream = tts.speak(sentence, () => first.resolve(), context);
    await first.promise;
    stream.cancel();
    expect(await stream.done).toBe("cancelled");
    await until("end of the connection", () => server.open === 0);
  }));

for (const [name, script, ms] of [
  ["before the audio", ["hang"], 6_000],
  ["within the audio", [start, chunk, "hang"], 5_000],
] as const) {
  test(`wyoming: a server that hangs ${name} is abandoned after ${ms} ms`, () =>
    withServer(async (server, tts) => {
      server.scripts.push(script);
      const clock = new VirtualClock();
      const events: unknown[] = [];
      const stream = tts.speak(sentence, (event) => events.push(event), { ...context, clock });
      await until("text", () => server.texts.length === 1 && (ms === 6_000 || events.length > 0));
      await clock.advance(ms);
      expect(await stream.done.catch((error: unknown) => (error as Error).message)).toMatch(
        /^The voice (did not begin to speak in time|stopped in the middle of a sentence)$/,
      );
      await until("end of the connection", () => server.open === 0);
      expect(clock.pending).toBe(0);
    }));
}

test("wyoming: a server that does not accept the connection within 3 s is unreachable", async () => {
  await using server = await FakeWyoming.open();
  for (const isCancelled of [false, true]) {
    const clock = new VirtualClock();
    const abort = new AbortController();
    const opening = openWyoming({
      of: { provider: "wyoming", capability: "tts" },
      url: server.url,
      context: { ...context, clock },
      signal: abort.signal,
      onEvent: () => undefined,
      onOver: () => expect.unreachable(),
    }).catch((error: unknown) => error);
    if (isCancelled) abort.abort();
    // Only virtual time advances: the machine has had no turn to connect.
    await clock.advance(3_000);
    const error = await opening;
    expect(error instanceof ProviderError && [error.kind, error.info.phase]).toEqual([
      isCancelled ? "cancelled" : "transient",
      "connect",
    ]);
    expect(clock.pending).toBe(0);
  }
});

test("wyoming: an unreachable server is a failure that may succeed elsewhere", async () => {
  const server = await FakeWyoming.open();
  await server[Symbol.asyncDispose]();
  const { end, error } = await say(voiceAt(server.url));
  expect([end, error?.info.phase, error?.info.detail]).toEqual(["transient", "connect", "ECONNREFUSED"]);
});
