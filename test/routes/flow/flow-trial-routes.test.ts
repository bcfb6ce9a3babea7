// Trials of flows that are not stored: POST /v1/flows/test, /say and /simulate test a text and talk to it, without a
// call.

import { expect, setDefaultTimeout, test } from "bun:test";
import { answer, problem, signUpAt } from "../../support/people.ts";
import { json } from "../../support/json-request.ts";
import { serveTest } from "../../support/servers/served.ts";

setDefaultTimeout(240_000);

const yaml = `voice_flow: 1
id: order
language: en
start: ask
variables: {order: {type: digits, length: 3, ask: Which order?}, state: {type: text}}
tools:
  find:
    params: {order: digits}
    http: GET https://shop.invalid/orders/{{ order }}
    returns: {state: text}
nodes:
  ask: {ask: order, give_up: bye, next: look}
  look: {tool: find, with: {order: order}, save: {state: result.state}, on_error: bye, next: tell}
  tell: {say: "It is {{ state }}.", end: told}
  bye: {say: Goodbye., end: lost}
tests:
  - {name: finds it, mocks: {find: {state: sent}}, script: [{dtmf: "123"}, {says: It is sent}, {ends: told}]}
`;

interface Tried {
  readonly transcript: readonly { readonly from: string; readonly text: string }[];
  readonly nodes: readonly string[];
  readonly outcome: string | null;
  readonly stopped: string | null;
}

test("a conversation goes as far as the given words, and its tools are answered by the flow's mocks", async () => {
  await using served = await serveTest();
  const { service } = await signUpAt(served);
  const say = (says: readonly string[]): Promise<Tried> =>
    answer<Tried>(served.ask("/v1/flows/say", json("POST", { yaml_content: yaml, says }, service)));
  expect(await say([])).toEqual({
    transcript: [{ from: "agent", text: "Which order?" }],
    nodes: ["ask"],
    outcome: null,
    stopped: null,
  });
  const whole = await say(["/silence", "one two three"]);
  expect(whole.transcript.map(({ text }) => text)).toEqual([
    "Which order?",
    "[is silent]",
    expect.any(String),
    "one two three",
    'find {"order":"123"}',
    "It is sent.",
    "the call is over: told",
  ]);
  expect([whole.nodes, whole.outcome, whole.stopped]).toEqual([["ask", "look", "tell"], "told", null]);
  expect((await say(["/123", "and then"])).stopped).toBe("the call was over before this: told");
  expect((await say(["/bye"])).outcome).toBe("hung_up");
});

test("the tests of a text run as those of a stored flow, and nothing is stored", async () => {
  await using served = await serveTest();
  const { service } = await signUpAt(served);
  const asked = served.ask("/v1/flows/test", json("POST", { yaml_content: yaml }, service));
  const report = await answer<{ passed: boolean; tests: readonly { name: string; outcome: string }[] }>(
    asked,
  );
  expect([report.passed, report.tests]).toMatchObject([true, [{ name: "finds it", outcome: "told" }]]);
  expect(await answer<unknown[]>(served.ask("/v1/flows", { headers: service }))).toEqual([]);
});

test.each(["test", "say"])("POST /v1/flows/%s refuses an invalid flow, with the reason", async (name) => {
  await using served = await serveTest();
  const { service } = await signUpAt(served);
  const says = name === "say" ? { says: ["hello"] } : {};
  const send = (text: string) =>
    served.ask(`/v1/flows/${name}`, json("POST", { yaml_content: text, ...says }, service));
  const refused = await problem(send(yaml.replace("next: tell", "next: tel")), 422, "flow/invalid");
  expect(JSON.stringify(refused.diagnostics)).toContain("did you mean 'tell'?");
  await problem(send("x".repeat(256 * 1_024 + 1)), 413, "request/too-large");
  await problem(send("a: \ud800"), 422, "request/invalid");
});

interface Simulated {
  readonly callers: number;
  readonly passed: boolean;
  readonly outcomes: readonly { readonly name: string; readonly count: number }[];
}

test("simulated people call a text, the same people for the same seed, as many as fit in the time", async () => {
  await using served = await serveTest();
  const { service } = await signUpAt(served);
  const ask = (body: object) => served.ask("/v1/flows/simulate", json("POST", body, service));
  const one = await answer<Simulated>(ask({ yaml_content: yaml, callers: 2, seed: 7 }));
  expect(one).toMatchObject({ callers: 2, seed: 7, passed: true, asked_again: expect.any(Array) as unknown });
  expect(one.outcomes.reduce((sum, { count }) => sum + count, 0)).toBe(2);
  expect(await answer<Simulated>(ask({ yaml_content: yaml, callers: 2, seed: 7 }))).toEqual(one);
  const many = await answer<Simulated>(ask({ yaml_content: yaml, callers: 100 }));
  expect(many.passed).toBe(true);
  expect(many.callers).toBeWithin(1, 101);
  await problem(ask({ yaml_content: "voice_flow: 1\n" }), 422, "flow/invalid");
  await problem(ask({ yaml_content: yaml, callers: 101 }), 422, "request/invalid");
});

test("a text may call the account's own flows, and another account's are not found", async () => {
  await using served = await serveTest();
  const [ada, bob] = [await signUpAt(served), await signUpAt(served)];
  const callee = "voice_flow: 1\nid: callee\nlanguage: en\nstart: b\nnodes:\n  b: {say: Hello., end: done}\n";
  await answer(
    served.ask("/v1/flows", json("POST", { name: "Callee", yaml_content: callee }, ada.service)),
    201,
  );
  const caller = `voice_flow: 1
id: caller
language: en
start: a
nodes:
  a: {call: callee, on_error: bye, next: bye}
  bye: {say: Goodbye., end: done}
`;
  const saidTo = async (headers: Record<string, string>): Promise<string> => {
    const asked = await served.ask(
      "/v1/flows/say",
      json("POST", { yaml_content: caller, says: [] }, headers),
    );
    return JSON.stringify((await asked.json()) as object);
  };
  expect(await saidTo(ada.service)).toContain("Hello.");
  expect(await saidTo(bob.service)).not.toContain("Hello.");
});
