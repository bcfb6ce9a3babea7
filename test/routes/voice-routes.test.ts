// Built-in voices in the routes: each by name, with a sample that is synthesised once.

import { expect, test } from "bun:test";
import { readWav } from "../../src/audio/wav.ts";
import { hummingTts } from "../support/fakes/fake-speech.ts";
import { serveTest, warmSpeech } from "../support/servers/served.ts";

test("voices: each has a name and a sample, which is made once", async () => {
  const tts = hummingTts();
  const named: unknown[] = [];
  const spoken = { ...tts, voiced: (manner: unknown) => (named.push(manner), tts) };
  await using server = await serveTest({ SPEECH: "on" }, { speech: { ...warmSpeech, tts: spoken } });
  const voices = (await (await server.ask("/v1/voices")).json()) as { name: string; sample: string }[];
  expect(voices.map(({ name }) => name)).toEqual(["heart", "michael"]);
  for (let round = 0; round < 2; round++) {
    const [one, other] = await Promise.all([server.ask(voices[0]!.sample), server.ask(voices[0]!.sample)]);
    expect([one.status, one.headers.get("content-type")]).toEqual([200, "audio/wav"]);
    expect(readWav(await one.bytes()).pcm.length).toBeGreaterThan(1_000);
    expect(other.status).toBe(200);
  }
  expect(named).toEqual([{ name: "heart" }]);
  expect((await server.ask("/v1/voices/rachel/sample")).status).toBe(404);
});

test("voices: there are no samples without speech, as the answer says", async () => {
  await using server = await serveTest();
  const refused = await server.ask("/v1/voices/heart/sample");
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ detail: expect.stringContaining("SPEECH=on") });
});
