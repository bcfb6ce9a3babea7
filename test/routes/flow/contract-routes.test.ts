// Contract of a stored flow, end to end: callers at real sockets, a receiver of hooks, the routes and the metrics.

import { expect, test } from "bun:test";
import { openMetrics } from "../../../src/app-metrics.ts";
import { wallClock } from "../../../src/base/clock.ts";
import { connect } from "../../support/callers/ws-client.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { json } from "../../support/json-request.ts";
import { answer, problem, signUpAt } from "../../support/people.ts";
import { HookReceiver } from "../../support/servers/hook-receiver.ts";
import { serveTest } from "../../support/servers/served.ts";

const desk = `
voice_flow: 1
id: desk
language: en
start: guests
contract: {wrong_read_backs: 0.02, completed: 0.9, failed_calls: 0.5, tool_errors: 0.1}
variables:
  guests: {type: number, integer: true, max: 12, confirm: explicit, ask: How many guests?}
nodes:
  guests: {ask: guests, give_up: bye, next: bye}
  bye: {say: Goodbye., end: done}
`;

const typed = (content: string): object => ({
  label: "rtvi-ai",
  type: "send-text",
  id: content,
  data: { content, options: { run_immediately: true, audio_response: false } },
});

const says =
  (words: string) =>
  ({ type, data }: { readonly type: string; readonly data?: Readonly<Record<string, unknown>> }): boolean =>
    type === "bot-output" && String(data?.["text"]).includes(words);

interface Terms {
  readonly calls: number;
  readonly terms: readonly { readonly name: string; readonly state: string; readonly since: string | null }[];
}

test("contract: 20 callers who deny a read-back break it, and hooks, routes and metrics tell of it once", async () => {
  using receiver = new HookReceiver();
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  const metrics = openMetrics({ dataDir: ":memory:", database: undefined }, wallClock);
  await using served = await serveTest({ OUTBOUND_ALLOW: receiver.origin }, { speech, metrics });
  const [ada, bob] = [await signUpAt(served), await signUpAt(served)];
  const hook = json("POST", { url: receiver.url, events: ["contract.broken"] }, ada.login);
  receiver.secret = (await answer<{ secret: string }>(served.ask("/v1/hooks", hook), 201)).secret;
  const flow = json("POST", { name: "Desk", yaml_content: desk }, ada.service);
  const { id } = await answer<{ id: string }>(served.ask("/v1/flows", flow), 201);
  const path = `/v1/flows/${id}/contract`;
  const read = () => answer<Terms>(served.ask(path, { headers: ada.service }));
  expect((await read()).terms.map(({ name, state }) => [name, state])).toEqual([
    ["wrong_read_backs", "unmeasured"],
    ["tool_errors", "unmeasured"],
    ["failed_calls", "unmeasured"],
    ["completed", "unmeasured"],
  ]);

  const callOnce = async (): Promise<void> => {
    const { session_token: token } = await answer<{ session_token: string }>(
      served.ask("/v1/sessions", json("POST", { flow_id: id }, ada.service)),
    );
    await using client = await connect(`${served.url()}/v1/ws/${token}`);
    await client.ready();
    client.send(typed("four"));
    await client.message(says("right"));
    client.send(typed("no"));
    await client.message(says("How many"));
    client.send({ label: "rtvi-ai", type: "disconnect-bot", id: "bye", data: {} });
    await client.closed;
  };
  for (let round = 0; round < 4; round++) await Promise.all(Array.from({ length: 5 }, callOnce));
  await receiver.until(({ taken }) => taken.length >= 2);

  const changes = new Map(
    receiver.taken.map(({ type, data }) => [`${type} ${String(data["term"])}`, data["value"]]),
  );
  expect(Object.fromEntries(changes)).toEqual({
    "contract.broken completed": 0,
    "contract.broken wrong_read_backs": 1,
  });
  expect(receiver.taken[0]?.data).toMatchObject({ flow: id, revision: 1, samples: 20 });
  const stands = await read();
  expect(stands.calls).toBe(20);
  expect(stands.terms).toMatchObject([
    { name: "wrong_read_backs", unit: "share", bound: 0.02, value: 1, samples: 20, state: "broken" },
    { name: "tool_errors", value: null, state: "unmeasured" },
    { name: "failed_calls", value: 0, samples: 20, state: "held", since: null },
    { name: "completed", value: 0, state: "broken" },
  ]);
  const list = await answer<{ broken: object[] }>(served.ask("/v1/contracts", { headers: ada.login }));
  expect(list.broken).toMatchObject([
    { flow_id: id, flow_name: "Desk", revision: 1, name: "wrong_read_backs" },
    { flow_id: id, flow_name: "Desk", revision: 1, name: "completed" },
  ]);
  expect(await answer<object>(served.ask("/v1/contracts", { headers: bob.login }))).toEqual({ broken: [] });
  const times = list.broken.map((each) => Reflect.get(each, "since") as string);
  for (const since of times) expect(Date.parse(since)).toBeGreaterThan(0);
  await problem(served.ask(path, { headers: bob.service }), 404, "flow/not-found");
  await problem(served.ask(`${path}?revision=7`, { headers: ada.service }), 404, "flow/revision-not-found");
  const figures = metrics.registry.textOf(await metrics.registry.figures());
  expect(figures).toContain('voice_flow_contract_changes_total{term="wrong_read_backs",to="broken"} 1');
  expect(figures).toContain('voice_flow_contract_changes_total{term="wrong_read_backs",to="held"} 0');
  expect(receiver.complaints).toEqual([]);
});
