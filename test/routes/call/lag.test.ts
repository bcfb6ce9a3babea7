// Admission after a stall: a server that stood still during many calls refuses further calls until it has caught up,
// except those of paying callers, as long as the others do not pay.

import { expect, test } from "bun:test";
import { offerText } from "../../support/callers/offer-text.ts";
import { connect } from "../../support/callers/ws-client.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { answer, grant, type Person, problem, signUpAt } from "../../support/people.ts";
import { json } from "../../support/json-request.ts";
import { type TestServer, serveTest } from "../../support/servers/served.ts";
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

/** Blocks this process, as if it were stopped or the machine had no time for it. */
const standStill = (ms: number): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

const speech = () => ({
  ready: Promise.resolve(),
  stt: scriptedStt(),
  tts: hummingTts(),
  vad: loudnessVad(),
});

const callers = (served: TestServer, { service }: Person, flow: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const client = await connect(`${served.url()}/ws?mode=flow&program_id=${flow}`, { headers: service });
      await client.ready();
      return client;
    }),
  );

test("admission: after a stall under twenty calls the next is refused for a moment, and no running one is lost", async () => {
  using folder = tempFolder();
  await using served = await serveTest({ DATA_DIR: folder.path }, { speech: speech() });
  const person = await signUpAt(served);
  const { email, service } = person;
  grant(folder.path, email);
  const upload = json("POST", { name: "Question", yaml_content: question }, service);
  const { id } = await answer<{ id: string }>(served.ask("/v1/flows?draft=true", upload), 201);
  const start = (): Promise<Response> => served.ask("/v1/sessions", json("POST", { flow_id: id }, service));
  const calls = await callers(served, person, id, 20);
  standStill(700);
  const refused = await problem(start(), 503, "calls/limit");
  expect(refused.headers.get("retry-after")).toBe("2");
  await until("place for another call", async () => (await start()).ok);
  for (const { socket } of calls) expect(socket.readyState).toBe(WebSocket.OPEN);
  await Promise.all(calls.map((caller) => caller.close()));
});

test("admission: a late server with calls of two free accounts accepts those of a paying one, over any transport", async () => {
  using folder = tempFolder();
  await using served = await serveTest({ DATA_DIR: folder.path }, { speech: speech() });
  const [one, other, paying] = [await signUpAt(served), await signUpAt(served), await signUpAt(served)];
  grant(folder.path, paying.email);
  const calls = (await Promise.all([one, other].map((free) => callers(served, free, "welcome", 10)))).flat();
  const ways: readonly ((of: Person) => Promise<number>)[] = [
    async ({ service }) => (await served.ask("/v1/sessions", json("POST", {}, service))).status,
    async ({ service }) =>
      (await served.ask("/offer", json("POST", { sdp: offerText([]), type: "offer" }, service))).status,
    async ({ service }) => {
      const opened = connect(`${served.url()}/ws?mode=flow&program_id=welcome`, { headers: service });
      return opened.then(
        (client) => (calls.push(client), 200),
        () => 503,
      );
    },
  ];
  for (const way of ways) {
    standStill(700);
    expect([await way(one), await way(paying), await way(other)]).toEqual([503, 200, 503]);
  }
  await Promise.all(calls.map((caller) => caller.close()));
});
