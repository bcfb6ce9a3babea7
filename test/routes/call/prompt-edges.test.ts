// Beginning and end of the agent's audio over real sockets: a greeting waits until its client can hear, and the last
// sample arrives before the connection closes, however the audio is paced.

import { expect, test } from "bun:test";
import type { Tts } from "../../../src/providers/provider-contract.ts";
import { connect } from "../../support/callers/ws-client.ts";
import { loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { answer, signUpAt } from "../../support/people.ts";
import { json } from "../../support/json-request.ts";
import { serveTest } from "../../support/servers/served.ts";

const greeting = `voice_flow: 1
id: greeting
language: en
start: hello
nodes:
  hello:
    say: Hello there. Goodbye.
    end: done
`;
/** No whole number of frames: 410 ms and a part of one. */
const sentenceSamples = 6_567;
const sentences = 2;

/** Voice whose samples each contain their position in the sentence, from 1 on. */
const counting: Tts = {
  id: "counting",
  speaks: ["en"],
  speak(_text, sink) {
    queueMicrotask(() =>
      sink({ type: "audio", pcm: Int16Array.from({ length: sentenceSamples }, (_, i) => i + 1) }),
    );
    const { promise, resolve } = Promise.withResolvers<"ended">();
    setImmediate(() => resolve("ended"));
    return { cancel() {}, done: promise };
  },
};

test.each(["realtime", "burst"])(
  "edges: with pacing=%s the first and the last sample of each sentence arrive, and all between them, in ten calls",
  async (pacing) => {
    const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: counting, vad: loudnessVad() };
    await using served = await serveTest({}, { speech });
    const { service } = await signUpAt(served);
    const upload = json("POST", { name: "Greeting", yaml_content: greeting }, service);
    const { id } = await answer<{ id: string }>(served.ask("/v1/flows?draft=true", upload), 201);
    const whole = Array.from({ length: sentenceSamples }, (_, i) => i + 1);
    const calls = Array.from({ length: 10 }, async () => {
      const url = `${served.url()}/ws?mode=flow&program_id=${id}&features=clear&pacing=${pacing}`;
      const client = await connect(url, { headers: service });
      // The agent says nothing before its client is ready.
      expect(client.audioLength).toBe(0);
      await client.ready();
      expect((await client.closed).code).toBe(1000);
      return [...client.recording].filter((sample) => sample !== 0);
    });
    for (const heard of await Promise.all(calls))
      expect(heard).toEqual(Array.from({ length: sentences }, () => whole).flat());
  },
);
