// Recorded sounds over every kind of connection: callers hear the recording as loud as a voice.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { loudness } from "../../../src/audio/frame.ts";
import { RtcCaller } from "../../support/callers/rtc-caller.ts";
import { connect } from "../../support/callers/ws-client.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { answer, type Person, signUpAt } from "../../support/people.ts";
import { type TestServer, serveTest } from "../../support/servers/served.ts";
import { tempFolder } from "../../support/servers/store.ts";
import { begin, expectFound, file, flowSaying, put, seconds, store } from "../../support/sound-calls.ts";
import { tone } from "../../support/sound-file.ts";

setDefaultTimeout(240_000);

let folder: ReturnType<typeof tempFolder>;
let server: TestServer;
let ada: Person;
let flowId = "";
beforeAll(async () => {
  folder = tempFolder();
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  server = await serveTest({ SPEECH: "on", DATA_DIR: folder.path }, { speech });
  server.url();
  ada = await signUpAt(server);
  await answer(put(server, ada, "hello.wav", file));
  ({ id: flowId } = await store(server, ada, flowSaying("hello.wav")));
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

test.each([8_000, 16_000, 24_000, 48_000])(
  "A socket of %d samples a second carries the sound",
  async (rate) => {
    const { token } = await begin(server, ada, flowId);
    await using client = await connect(`${server.url()}/v1/ws/${token}?out_rate=${rate}`);
    await client.ready();
    await client.audioBytes(2 * rate * (seconds + 0.2));
    expectFound(client.recording, tone({ rate, seconds }));
  },
);

/** Median share of the sound's two tones in a tenth of a second, however the receiver stretches time. */
function toneShare(heard: Int16Array): number {
  const window = 1_600;
  const shares: number[] = [];
  for (let from = 0; from + window <= heard.length; from += window) {
    const part = heard.subarray(from, from + window);
    const power = [440, 1_170].map((hertz) => {
      let [re, im] = [0, 0];
      for (const [i, sample] of part.entries()) {
        const angle = (2 * Math.PI * hertz * i) / 16_000;
        re += sample * Math.cos(angle);
        im += sample * Math.sin(angle);
      }
      return (2 * (re ** 2 + im ** 2)) / window ** 2;
    });
    shares.push(((power[0] ?? 0) + (power[1] ?? 0)) / loudness(part) ** 2);
  }
  return shares.sort((a, b) => a - b)[shares.length >> 1] ?? 0;
}

test.each(["Opus", "G.711"])("A caller by %s hears the sound", async (codec) => {
  await using caller = await RtcCaller.call({
    url: server.url(),
    query: `?mode=flow&program_id=${flowId}`,
    edit: (sdp) => (codec === "Opus" ? sdp : sdp.replace(/(m=audio \d+ \S+) .*/, "$1 0")),
    fetch: (url, init) => fetch(url, { ...init, headers: ada.service }),
  });
  await caller.ready();
  await caller.until("the sound", () => caller.ear.loudBlocks >= seconds * 90);
  const { pcm } = caller.ear;
  const begins = pcm.findIndex((sample) => Math.abs(sample) > 1_000);
  const loud = pcm.subarray(begins, begins + 16_000 * seconds * 0.9);
  expect(toneShare(loud)).toBeGreaterThan(0.9);
  // The total loudness depends on how the receiver stretches time.
  expect(Math.abs(20 * Math.log10(loudness(loud) / 32_768) + 19)).toBeLessThan(2);
});
