// Voice by `/audio/speech`: it reads every form of audio, every failure has its kind, and it finds out the servers'
// hidden limits.

import { expect, test } from "bun:test";
import { openLog } from "../../../src/base/log.ts";
import { ProviderError, type Tts, type TtsEvent } from "../../../src/providers/provider-contract.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";
import type { HttpScript } from "../../support/providers/fake-http.ts";
import { FakeSpeechServer, refusal, speechKey } from "../../support/providers/tts/fake-speech-server.ts";
import { cut, toneBytes, toneWav } from "../../support/providers/tts/speech-tone.ts";
import {
  context,
  expectWhole,
  type Said,
  say,
  sentence,
  voiceOf,
  withServer,
} from "../../support/providers/tts/voice-check.ts";
import { until } from "../../support/until.ts";

const audio = (type: string, ...parts: Uint8Array[]): HttpScript => ({
  ...(type === "" ? {} : { headers: { "Content-Type": type } }),
  parts,
});

const shapes: Readonly<Record<string, HttpScript>> = {
  "raw samples in packets of odd length": {
    ...audio(
      "audio/pcm",
      toneBytes(sentence, 24_000).subarray(0, 30_001),
      toneBytes(sentence, 24_000).subarray(30_001),
    ),
    pieceBytes: 4_097,
  },
  "a whole body with its length": { ...audio("audio/pcm", toneBytes(sentence, 24_000)), framing: "length" },
  "a body that ends with the connection": {
    ...audio("audio/pcm", toneBytes(sentence, 24_000)),
    framing: "close",
  },
  "raw samples of no type": audio("", toneBytes(sentence, 24_000)),
  "raw samples as application/octet-stream": audio("application/octet-stream", toneBytes(sentence, 24_000)),
  "a rate in the content type": audio("audio/pcm;rate=22050;bits=16", toneBytes(sentence, 22_050)),
  "the same with spaces and quotes": audio(
    'audio/pcm; channels=1; rate="16000"',
    toneBytes(sentence, 16_000),
  ),
  "a WAV file": audio("audio/wav", toneWav(sentence, 16_000)),
  "a WAV file under the wrong type": audio("audio/mpeg", toneWav(sentence, 22_050)),
  "a WAV file byte by byte at its head": {
    parts: [...cut(toneWav(sentence, 24_000).subarray(0, 60), 60), toneWav(sentence, 24_000).subarray(60)],
  },
  "a WAV file that does not know its length": audio("audio/wav", unknownLength(0xffff_ffff)),
  "a WAV file whose length is not filled in": audio("audio/wav", unknownLength(0)),
  "a WAV file with something behind its samples": audio(
    "audio/wav",
    toneWav(sentence, 24_000),
    Buffer.from("LIST\x04\0\0\0INFO".repeat(400)),
  ),
};

function unknownLength(says: number): Uint8Array {
  const wav = toneWav(sentence, 24_000);
  new DataView(wav.buffer).setUint32(40, says, true);
  return wav;
}

for (const [name, script] of Object.entries(shapes)) {
  test(`/audio/speech: takes ${name}`, () =>
    withServer("openai", async (server, tts) => {
      // The first response only shows that the server accepts no rate.
      await say(tts);
      server.scripts.push(script);
      const said = await say(tts);
      expect(said.end).toBe("ended");
      expectWhole(said);
    }));
}

const mp3 = (start: readonly number[]): Uint8Array =>
  Uint8Array.from([...start, ...Array.from({ length: 400 }, () => 7)]);
const stereo = ((): Uint8Array => {
  const wav = toneWav(sentence, 24_000);
  new DataView(wav.buffer).setUint16(22, 2, true);
  return wav;
})();

const unusable: Readonly<Record<string, readonly [HttpScript, RegExp]>> = {
  "MP3 by its type": [
    audio("audio/mpeg", mp3([0, 0, 0])),
    /sent MP3; the required format is raw 16 bit samples or WAV/,
  ],
  "MP3 by its tag": [audio("application/octet-stream", mp3([0x49, 0x44, 0x33, 4])), /sent MP3/],
  "MP3 by its first frame": [audio("", mp3([0xff, 0xfb, 0x90, 0xc4])), /sent MP3/],
  Ogg: [audio("", Buffer.from("OggS\0\x02".repeat(20))), /sent Ogg/],
  FLAC: [audio("audio/x-flac", mp3([1])), /sent FLAC/],
  "two channels": [audio("audio/wav", stereo), /2 channels/],
  "two channels of raw samples": [audio("audio/pcm;channels=2", mp3([1])), /more than one channel/],
  "a page": [audio("text/html", Buffer.from("<html>It works!</html>")), /audio of an unknown format/],
  "a WAV file that is cut off": [
    audio("audio/wav", toneWav(sentence, 24_000).subarray(0, 30)),
    /ends before/,
  ],
  "a rate that nobody uses": [audio("audio/pcm;rate=192000", mp3([1])), /192000 samples a second/],
};

for (const [name, [script, words]] of Object.entries(unusable)) {
  test(`/audio/speech: refuses ${name} with the reason`, () =>
    withServer("kokoro", async (server, tts) => {
      server.scripts.push(script);
      const { end, error, pcm } = await say(tts);
      expect(end).toBe("unsupported");
      expect(error?.info.message).toMatch(words);
      expect(pcm.length).toBe(0);
    }));
}

const refusals: Readonly<Record<string, readonly [HttpScript, string]>> = {
  "a wrong key": [refusal(401, { error: { message: `Incorrect API key: ${speechKey}` } }), "auth"],
  "no credit": [refusal(429, { error: { message: "x", code: "insufficient_quota" } }), "quota"],
  "too many requests": [refusal(429, { detail: "slow down" }), "rate_limit"],
  "a model that is still loading": [refusal(503, { detail: "Model is loading" }), "transient"],
  "Kokoro's own failure": [
    refusal(500, { detail: { error: "processing_error", message: "x", type: "server_error" } }),
    "transient",
  ],
  "an error under 200": [
    refusal(200, { error: { message: "x", code: "invalid_request_error" } }),
    "bad_input",
  ],
  "a redirect": [
    { status: 307, headers: { Location: "http://127.0.0.1:9/" }, framing: "length" },
    "bad_input",
  ],
  "nothing at all": [{ headers: { "Content-Type": "audio/pcm" }, framing: "length" }, "transient"],
};

for (const [name, [script, kind]] of Object.entries(refusals)) {
  test(`/audio/speech: ${name} is a failure of the kind ${kind}`, () =>
    withServer("kokoro", async (server, tts) => {
      server.scripts.push(script);
      const { end, error } = await say(tts);
      expect(end).toBe(kind);
      expect(error?.info.emitted).toBe(false);
      expect(JSON.stringify(error?.info)).not.toContain(speechKey);
      expect(JSON.stringify(error?.info)).not.toContain("127.0.0.1");
    }));
}

test("/audio/speech: the text never appears in an error, however it is quoted", () =>
  withServer("speaches", async (server, tts) => {
    const secret = `My "number" is 4111 1111, she said.\n${"And then she went on for long. ".repeat(60)}`;
    server.scripts.push(refusal(422, { detail: [{ msg: "too long", input: { input: secret } }] }));
    const { end, error } = await say(tts, secret);
    expect(end).toBe("bad_input");
    expect(error?.info.detail).toContain("too long");
    expect(error?.info.detail).not.toContain("4111");
    server.scripts.push({ status: 500, headers: {}, parts: [Buffer.from(`failed: ${secret}`)] });
    expect((await say(tts, secret)).error?.info.detail).toBe("failed: [conversation]");
  }));

test("/audio/speech: a server without a choice of rates is not asked again", () =>
  withServer("openai", async (server, tts) => {
    for (let i = 0; i < 3; i++) expectWhole(await say(tts));
    // Three texts, and one extra request at the start.
    expect(server.texts.length).toBe(4);
  }));

test("/audio/speech: a server without captions is asked for them once", () =>
  withServer("speaches", async (server, tts) => {
    for (let i = 0; i < 3; i++) await say(tts);
    const asked = server.http.requests.filter(({ path }) => path === "/dev/captioned_speech");
    expect(asked.map(({ method }) => method)).toEqual(["GET"]);
    expect(server.texts.map(({ path }) => path)).toEqual(Array.from({ length: 3 }, () => "/v1/audio/speech"));
  }));

/** Speaks the first text, after which the client knows that there are captions. */
async function begin(server: FakeSpeechServer, tts: Tts): Promise<Said> {
  const told = Promise.withResolvers<void>();
  const log = openLog({
    level: "info",
    format: "json",
    write: (line) => void (line.includes("tts.captions") && told.resolve()),
  });
  const said = await say(tts, sentence, { ...context, log });
  await told.promise;
  expect(server.texts.length).toBe(1);
  return said;
}

test("/audio/speech: Kokoro gives word times from the second text on", () =>
  withServer("kokoro", async (server, tts) => {
    const first = await begin(server, tts);
    expectWhole(first);
    expect(first.events.some(({ type }) => type === "words")).toBe(false);
    const second = await say(tts);
    expectWhole(second);
    const words = second.events.flatMap((event) => (event.type === "words" ? event.words : []));
    expect(words.map(({ text }) => text).join(" ")).toBe("Good morning how can I help you");
    expect(words[1]).toEqual({ text: "morning", startMs: 300, endMs: 720 });
    expect(server.texts.map(({ path }) => path)).toEqual(["/v1/audio/speech", "/dev/captioned_speech"]);
  }));

const json = { "Content-Type": "application/json" };
const noCaptions: Readonly<Record<string, HttpScript>> = {
  "are gone": refusal(404, { detail: "Not Found" }),
  "fail on the server": refusal(500, { detail: { error: "processing_error", message: "x" } }),
  "are a page": { headers: { "Content-Type": "text/html" }, parts: [Buffer.from("<html>Hello</html>\n")] },
  "are something else": { headers: json, parts: [Buffer.from('{"result":"ok"}\n')] },
  "are empty": { headers: json },
};

for (const [name, script] of Object.entries(noCaptions)) {
  test(`/audio/speech: if captions ${name}, this text and the next ones are spoken without`, () =>
    withServer("kokoro", async (server, tts) => {
      await begin(server, tts);
      server.scripts.push(script);
      for (let i = 0; i < 2; i++) expectWhole(await say(tts));
      const plain = "/v1/audio/speech";
      expect(server.texts.map(({ path }) => path)).toEqual([plain, "/dev/captioned_speech", plain, plain]);
    }));
}

test("/audio/speech: invalid times give no words, and a cut line is a failure", () =>
  withServer("kokoro", async (server, tts) => {
    await begin(server, tts);
    const part = Buffer.from(toneBytes("a", 24_000)).toString("base64");
    const timestamps = [{ word: "x", start_time: "a", end_time: 2 }, { word: 5 }, null, { word: "." }];
    const line = JSON.stringify({ audio: part, audio_format: "audio/pcm", timestamps });
    server.scripts.push({ headers: json, parts: [Buffer.from(`${line}\n{"audio":"`)] });
    const { end, error, events } = await say(tts);
    expect([end, error?.info.emitted]).toEqual(["transient", true]);
    expect(events.some(({ type }) => type === "words")).toBe(false);
  }));

test("/audio/speech: an unknown voice is tried once, and the default one speaks", () =>
  withServer("kokoro", async (server, tts) => {
    const named = tts.voiced!({ name: "slt" });
    for (let i = 0; i < 3; i++) expectWhole(await say(named));
    expect(server.texts.map(({ voice }) => voice)).toEqual(["slt", "", "", ""]);
    expectWhole(await say(tts.voiced!({ name: "af_bella" })));
    expect(server.texts.at(-1)?.voice).toBe("af_bella");
  }));

test("/audio/speech: the first audio is heard before the last byte was sent", () =>
  withServer("kokoro", async (server, tts) => {
    const gate = Promise.withResolvers<void>();
    const [one, other] = cut(toneBytes(sentence, 24_000), 2) as [Uint8Array, Uint8Array];
    server.scripts.push(audio("audio/pcm", one));
    server.scripts[0] = { ...server.scripts[0], parts: [one, { gate: gate.promise }, other] };
    const first = Promise.withResolvers<void>();
    const events: TtsEvent[] = [];
    const stream = tts.speak(sentence, (event) => (events.push(event), first.resolve()), context);
    await first.promise;
    gate.resolve();
    expect(await stream.done).toBe("ended");
  }));

test("/audio/speech: a connection that is cut within the audio reports a spoken part", () =>
  withServer("kokoro", async (server, tts) => {
    const first = Promise.withResolvers<void>();
    const parts = [toneBytes(sentence, 24_000).subarray(0, 24_000), { gate: first.promise }];
    server.scripts.push({ parts, end: "cut" });
    const error: unknown = await tts
      .speak(sentence, () => first.resolve(), context)
      .done.catch((it: unknown) => it);
    expect(error instanceof ProviderError && [error.kind, error.info.emitted]).toEqual(["transient", true]);
  }));

test("/audio/speech: cancel() closes the request at once", () =>
  withServer("kokoro", async (server, tts) => {
    server.scripts.push({ parts: [toneBytes("a", 24_000)], end: "hang" });
    const first = Promise.withResolvers<void>();
    const stream = tts.speak(sentence, () => first.resolve(), context);
    await first.promise;
    stream.cancel();
    const request = server.http.requests.find(({ method }) => method === "POST")!;
    await request.left;
    expect(await stream.done).toBe("cancelled");
  }));

test("/audio/speech: consecutive texts share a connection", () =>
  withServer("speaches", async (server, tts) => {
    await say(tts);
    await until("answer about captions", () => server.http.requests.length === 2);
    const before = server.http.connections;
    for (let i = 0; i < 4; i++) expectWhole(await say(tts));
    expect(server.http.connections).toBe(before);
  }));

const hangs: Readonly<Record<string, HttpScript>> = {
  "before its head": { headGate: new Promise(() => undefined) },
  "after its head": { end: "hang" },
};

for (const [name, script] of Object.entries(hangs)) {
  test(`/audio/speech: a server that hangs ${name} is left after 4 s`, () =>
    withServer("kokoro", async (server, tts) => {
      server.scripts.push(script);
      const clock = new VirtualClock();
      const saying = say(tts, sentence, { ...context, clock });
      await until("text", () => server.texts.length > 0);
      await clock.advance(4_000);
      const { end, error } = await saying;
      expect([end, error?.info.message]).toEqual(["transient", "The voice did not begin to speak in time"]);
    }));
}

test("/audio/speech: an unreachable server is a failure that may succeed elsewhere", async () => {
  const server = await FakeSpeechServer.open("kokoro");
  const tts = voiceOf(server, "kokoro");
  await server[Symbol.asyncDispose]();
  const { end, error } = await say(tts);
  expect([end, error?.info.phase, error?.info.emitted]).toEqual(["transient", "connect", false]);
});

test("/audio/speech: no key, text or address is in the log", () =>
  withServer("kokoro", async (server, tts) => {
    const lines: string[] = [];
    const log = openLog({ level: "debug", format: "json", write: (line) => lines.push(line) });
    await say(tts.voiced!({ name: "slt" }), sentence, { ...context, log });
    server.scripts.push(refusal(401, { error: { message: `bad ${speechKey} at ${server.http.address}` } }));
    await say(tts, sentence, { ...context, log });
    const text = lines.join("");
    expect(text).toContain("tts.voice_unknown");
    for (const hidden of [speechKey, sentence, "127.0.0.1"]) expect(text).not.toContain(hidden);
  }));
