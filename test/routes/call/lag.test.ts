// Admission during a stall: a server that stood still under many calls refuses another one until it has caught up.

import { expect, test } from "bun:test";
import { connect } from "../../support/callers/ws-client.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { answer, grant, problem, signUpAt } from "../../support/people.ts";
import { json } from "../../support/json-request.ts";
import { serveTest } from "../../support/servers/served.ts";
import { tempFolder } from "../../support/servers/store.ts";
import { until } from "../../support/until.ts";

const question = `voice_flow: 1
id: question
language: en
start: ask
defaults: {give_up: bye}
variables:
  people: {type: number, ask: "For how many people?"}
nodes:
  ask: {ask: people, next: bye}
  bye: {say: Goodbye., end: done}
`;

/** Nothing of this process runs meanwhile, as when it is stopped or the machine has no time for it. */
const standStill = (ms: number): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test("admission: after a stall under twenty calls the next is refused for a moment, and none that runs is lost", async () => {
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  using folder = tempFolder();
  await using served = await serveTest({ DATA_DIR: folder.path }, { speech });
  const { email, service } = await signUpAt(served);
  grant(folder.path, email);
  const upload = json("POST", { name: "Question", yaml_content: question }, service);
  const { id } = await answer<{ id: string }>(served.ask("/v1/flows?draft=true", upload), 201);
  const start = (): Promise<Response> => served.ask("/v1/sessions", json("POST", { flow_id: id }, service));
  const callers = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const client = await connect(`${served.url()}/ws?mode=flow&program_id=${id}`, { headers: service });
      await client.ready();
      return client;
    }),
  );
  standStill(700);
  const refused = await problem(start(), 503, "calls/limit");
  expect(refused.headers.get("retry-after")).toBe("2");
  await until("place for another call", async () => (await start()).ok);
  for (const { socket } of callers) expect(socket.readyState).toBe(WebSocket.OPEN);
  await Promise.all(callers.map((caller) => caller.close()));
});
