// Bursts and marks over real sockets: audio arrives as fast as it is made, and the agent still knows the heard part, by
// the client's marks.

import { expect, test } from "bun:test";
import { bytesPerFrame, frameMs } from "../../../src/audio/frame.ts";
import { burstLeadMs, leadMs } from "../../../src/transport/connection-limits.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { problem } from "../../support/people.ts";
import { type TestServer, serveTest } from "../../support/servers/served.ts";
import { connect, type ReceivedMessages, type WsClient } from "../../support/callers/ws-client.ts";

function serveCalls(): Promise<TestServer> {
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  return serveTest({}, { speech });
}

/** Eight seconds of the agent's voice. */
const words = Array.from({ length: 10 }, () => "This is one of several sentences.").join(" ");
const msOf = (bytes: number): number => (bytes / bytesPerFrame) * frameMs;

async function calling(served: TestServer, query: string): Promise<WsClient> {
  const client = await connect(`${served.url()}/ws?${query}`);
  await client.ready();
  // This test does not measure the greeting.
  client.send({ type: "client-message", data: { t: "interrupt" } });
  client.send({ type: "client-message", id: "now", data: { t: "ping" } });
  await client.message(({ id }) => id === "now");
  return client;
}

const say = { type: "client-message", data: { t: "say", d: { text: words, interrupt: true } } };
const isMark = ({ data }: ReceivedMessages): boolean => data?.["type"] === "mark";

test("burst: it needs the feature clear, which the refusal names", async () => {
  await using served = await serveCalls();
  for (const features of ["", "marks", "resume,marks"])
    await problem(fetch(`${served.url()}/ws?pacing=burst&features=${features}`), 422, "request/bad-query");
  await problem(fetch(`${served.url()}/ws?pacing=slow&features=clear`), 422, "request/bad-query");
  for (const [pacing, lead_ms] of [
    ["burst", burstLeadMs],
    ["realtime", leadMs],
  ] as const) {
    await using client = await connect(`${served.url()}/ws?features=clear,marks&pacing=${pacing}`);
    const ready = await client.ready();
    expect(ready.data?.["about"]).toMatchObject({
      features: ["clear", "marks"],
      audio: { out: { pacing, lead_ms } },
    });
  }
});

test("burst: all of a reply comes at once, and at an interruption the played part counts as heard", async () => {
  await using served = await serveCalls();
  await using client = await calling(served, "features=clear,marks&pacing=burst");
  const before = client.audioLength;
  client.send(say);
  await client.message("bot-started-speaking");
  const from = performance.now();
  await client.audioBytes(before + (bytesPerFrame / frameMs) * 5_000);
  // At the pace of speech it would be 4,800 ms.
  expect(performance.now() - from).toBeLessThan(4_000);
  const mark = await client.message(isMark);
  client.send({ type: "client-message", data: { t: "mark", d: { name: mark.data?.["name"] } } });
  client.send({ type: "client-message", data: { t: "interrupt" } });
  await client.message("audio_clear");
  const { data } = await client.message("truncated");
  expect(data).toMatchObject({ estimated: false });
  // Far less than was sent: only the audio that a client can have played since then.
  expect(Number(data?.["heard_ms"])).toBeLessThanOrEqual(performance.now() - from + 100);
  expect(msOf(client.audioLength - before)).toBeGreaterThanOrEqual(5_000);
});
