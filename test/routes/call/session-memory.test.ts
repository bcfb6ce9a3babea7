// Memory of ended sessions: thousands of short sessions leave nothing behind in the process that served them.

import { heapStats } from "bun:jsc";
import { expect, test } from "bun:test";
import type { Tts } from "../../../src/providers/provider-contract.ts";
import { connect } from "../../support/callers/ws-client.ts";
import { loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { answer, grant, signUpAt } from "../../support/people.ts";
import { json } from "../../support/json-request.ts";
import { serveTest } from "../../support/servers/served.ts";
import { tempFolder } from "../../support/servers/store.ts";

const greeting = `voice_flow: 1
id: greeting
language: en
start: hello
nodes:
  hello: {say: Hello., end: done}
`;
/** 10,000 in the long run. */
const isLong = process.env.LONG === "1";
const sessions = isLong ? 10_000 : 600;
const atOnce = 50;
const batches = 20;

/** Voice that makes 40 ms of audio and keeps nothing. */
const brief: Tts = {
  id: "brief",
  speaks: ["en"],
  speak(_text, sink) {
    queueMicrotask(() => sink({ type: "audio", pcm: new Int16Array(640).fill(1_000) }));
    const { promise, resolve } = Promise.withResolvers<"ended">();
    setImmediate(() => resolve("ended"));
    return { cancel() {}, done: promise };
  },
};

const per = (batch: number): string => (batch / (sessions / batches)).toFixed(2);

/** Slope of a line through the values, for each step, and its standard error. */
function slopeOf(values: readonly number[]): readonly [slope: number, error: number] {
  const n = values.length;
  const [middle, mean] = [(n - 1) / 2, values.reduce((sum, value) => sum + value, 0) / n];
  const spread = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  const slope = values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0) / spread;
  const rest = values.reduce((sum, value, at) => sum + (value - mean - slope * (at - middle)) ** 2, 0);
  return [slope, Math.sqrt(rest / (n - 2) / spread)];
}

test(`session memory: ${sessions} sessions leave no object behind`, async () => {
  const stt = scriptedStt();
  const speech = { ready: Promise.resolve(), stt, tts: brief, vad: loudnessVad() };
  using folder = tempFolder();
  await using served = await serveTest({ DATA_DIR: folder.path }, { speech });
  const { email, service } = await signUpAt(served);
  grant(folder.path, email);
  const upload = json("POST", { name: "Greeting", yaml_content: greeting }, service);
  const { id } = await answer<{ id: string }>(served.ask("/v1/flows?draft=true", upload), 201);
  const one = async (): Promise<void> => {
    const client = await connect(`${served.url()}/ws?mode=flow&program_id=${id}`, { headers: service });
    await client.ready();
    expect((await client.closed).code).toBe(1000);
  };
  const objects: number[] = [];
  const megabytes: number[] = [];
  for (let batch = 0; batch < batches; batch++) {
    for (let done = 0; done < sessions / batches; done += atOnce)
      await Promise.all(Array.from({ length: atOnce }, one));
    // Memory of the test itself.
    served.events.length = 0;
    stt.expectations.length = 0;
    Bun.gc(true);
    objects.push(heapStats().objectCount);
    megabytes.push(process.memoryUsage.rss() / 2 ** 20);
  }
  // Compiled code and statistics of the first calls are allocated and freed.
  const [perBatch, error] = slopeOf(objects.slice(batches / 2));
  const mib = slopeOf(megabytes.slice(batches / 2));
  const told = `${sessions} sessions: ${per(perBatch)} ± ${per(error)} objects and ${per(mib[0] * 1_024)} ± ${per(mib[1] * 1_024)} KiB each`;
  if (isLong) console.log(told);
  // Even one object left by each session would show clearly.
  expect((perBatch - 4 * error) / (sessions / batches), told).toBeLessThan(0.5);
}, 600_000);
