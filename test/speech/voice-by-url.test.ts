// Voice by URL, checked by ear: real speech comes from a server at its own rate, in pieces that cut samples in two, and
// the recogniser understands the result.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { bytesOf, sampleRate, toFrames } from "../../src/audio/frame.ts";
import { loadResampler } from "../../src/audio/resampler.ts";
import { writeWav } from "../../src/audio/wav.ts";
import type { SttEvent } from "../../src/providers/provider-contract.ts";
import { openSpeechPool, type SpeechPool } from "../../src/speech/speech-pool.ts";
import { human, joined, synthetic } from "../support/callers/callers.ts";
import type { HttpScript } from "../support/providers/fake-http.ts";
import { context, say, withServer } from "../support/providers/tts/voice-check.ts";

const menu = ["the time", "number", "book a table", "help", "goodbye", "yes", "no"];
let pool: SpeechPool;

beforeAll(async () => {
  pool = openSpeechPool({ workers: 1, ...context });
  await pool.ready;
}, 240_000);
afterAll(() => pool[Symbol.asyncDispose]());

async function atRate(pcm: Int16Array, rate: number): Promise<Int16Array> {
  using resampler = (await loadResampler())(sampleRate, rate);
  return joined(resampler.push(pcm), resampler.flush());
}

async function understood(pcm: Int16Array): Promise<string> {
  const over = Promise.withResolvers<SttEvent>();
  const call = new AbortController();
  const hear = (event: SttEvent): void => void (event.type === "end_of_turn" && over.resolve(event));
  const session = await pool.stt.open(hear, context, call.signal);
  session.expect({ anyOf: [{ type: "phrases", phrases: menu }], endSilenceMs: 700 });
  for (const frame of toFrames(joined(pcm, 500))) session.send(frame);
  session.finalize(1);
  const event = await over.promise;
  call.abort();
  return event.type === "end_of_turn" && !event.rejected ? event.text : "-";
}

const speakers: Readonly<Record<string, () => Promise<Int16Array>>> = {
  "a person": () => human("goodbye"),
  "the built-in voice": () => synthetic("slt", "goodbye"),
};

for (const [who, speak] of Object.entries(speakers)) {
  test(`${who} is understood over /audio/speech and over Piper`, async () => {
    const pcm = await speak();
    const raw = await atRate(pcm, 24_000);
    const wav = writeWav({ rate: 22_050, pcm: await atRate(pcm, 22_050) });
    const scripts: readonly (readonly ["kokoro" | "piper", HttpScript])[] = [
      ["kokoro", { headers: { "Content-Type": "audio/pcm" }, parts: [bytesOf(raw)], pieceBytes: 1_001 }],
      ["piper", { parts: [wav], pieceBytes: 1_001 }],
    ];
    for (const [kind, script] of scripts) {
      await withServer(kind, async (server, tts) => {
        server.scripts.push(script);
        const said = await say(tts, "Goodbye.");
        expect(Math.abs(said.pcm.length - pcm.length)).toBeLessThan(8);
        expect(await understood(said.pcm)).toMatch(/^goodbye\.?$/i);
      });
    }
  });
}
