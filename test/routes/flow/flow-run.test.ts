// Test runs and previews: POST /v1/flows/{flow_id}/test and POST /v1/flows/preview.

import { expect, test } from "bun:test";
import { answer, problem, signUpAt } from "../../support/people.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { serve } from "../../support/servers/clocked.ts";
import { json } from "../../support/json-request.ts";
import { type TestServer, serveTest, warmSpeech } from "../../support/servers/served.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";
import { connect } from "../../support/callers/ws-client.ts";

const flow = (script: string): string => `voice_flow: 1
id: hello
language: en
start: ask
variables: {well: {type: boolean, ask: Are you well?}}
handlers: {hours: {phrases: [opening hours], say: Until ten.}}
nodes:
  ask: {ask: well, give_up: bye, next: [{if: well, goto: bye}, {else: sorry}]}
  sorry: {say: I am sorry., next: bye}
  bye: {say: Goodbye., end: done}
tests:
  - name: is well
    script: [${script}]
`;
const passing = flow('{user: "yes"}, {says: Goodbye}, {ends: done}');

interface Report {
  readonly passed: boolean;
  readonly tests: readonly { readonly failure: object | null; readonly transcript: readonly object[] }[];
  readonly coverage: Record<string, object>;
}

async function stored(served: TestServer, yaml_content: string, query = "") {
  const { service } = await signUpAt(served);
  const { id } = await answer<{ id: string }>(
    served.ask(`/v1/flows${query}`, json("POST", { name: "Flow", yaml_content }, service)),
    201,
  );
  return { id, service, run: () => served.ask(`/v1/flows/${id}/test`, { method: "POST", headers: service }) };
}

test("tests: the answer has the words, the path, and untested edges", async () => {
  await using served = await serveTest();
  const { run } = await stored(served, passing);
  const response = await run();
  expect(response.headers.get("etag")).toBe('"1"');
  const report = await answer<Report>(response);
  expect(report).toMatchObject({
    revision: 1,
    passed: true,
    tests: [
      {
        name: "is well",
        passed: true,
        failure: null,
        transcript: [
          { from: "agent", text: "Are you well?" },
          { from: "caller", text: "yes" },
          { from: "agent", text: "Goodbye." },
          { from: "outside", text: "the call is over: done" },
        ],
        nodes: ["ask", "bye"],
        outcome: "done",
      },
    ],
    diagnostics: [],
  });
  expect(report.coverage).toMatchObject({
    nodes: { total: 3, tested: 2, untested: ["sorry"] },
    branches: {
      total: 4,
      tested: 1,
      untested: [
        { from: "ask", to: "sorry", port: "next:1", label: "else", line: 8 },
        { from: "ask", to: "bye", port: "give_up", label: "give_up", line: 8 },
        { from: "sorry", to: "bye", port: "next", label: "next", line: 9 },
      ],
    },
    inherited_give_up: { total: 0, tested: 0, untested: [] },
    handlers: { total: 1, tested: 0, untested: ["hours"] },
  });
});

test("tests: a failing test is an answer, with the step, the expectation and the result", async () => {
  await using served = await serveTest();
  const { run } = await stored(served, flow('{user: "yes"}, {says: Welcome}'));
  expect(await answer<Report>(run())).toMatchObject({
    passed: false,
    tests: [
      {
        passed: false,
        failure: {
          message: "the agent did not say this",
          expected: "Welcome",
          got: "Goodbye.",
          step: 1,
          pointer: "/tests/0/script/1",
          line: 13,
        },
      },
    ],
  });
});

const examples = [...new Bun.Glob("*.flow.yaml").scanSync("public/flows")].toSorted();

test("tests: every built-in flow is stored without a warning and passes its own tests", async () => {
  await using served = await serveTest();
  const { login, service } = await signUpAt(served);
  for (const name of ["BOOKING_KEY", "HOOK_KEY", "SHOP_KEY"]) {
    const secret = json("PUT", { value: "0123456789", hosts: ["a.example.com"] }, login);
    await answer(served.ask(`/v1/secrets/${name}`, secret));
  }
  for (const file of examples) {
    const yaml_content = await Bun.file(`public/flows/${file}`).text();
    const { id, diagnostics } = await answer<{ id: string; diagnostics: readonly { severity: string }[] }>(
      served.ask("/v1/flows", json("POST", { name: file, yaml_content }, service)),
      201,
    );
    const warnings = diagnostics.filter(({ severity }) => severity !== "info");
    expect(warnings, file).toEqual([]);
    const report = await answer<Report>(
      served.ask(`/v1/flows/${id}/test`, { method: "POST", headers: service }),
    );
    expect(report.passed, file).toBe(true);
    expect(report.coverage["branches"], file).toMatchObject({ untested: [] });
  }
});

test("tests: called flows of the account run too", async () => {
  await using served = await serveTest();
  const { service } = await signUpAt(served);
  const store = (yaml_content: string) =>
    answer<{ id: string }>(
      served.ask("/v1/flows", json("POST", { name: "Flow", yaml_content }, service)),
      201,
    );
  await store(`voice_flow: 1
id: verify
language: en
start: ask
variables: {pin: {type: digits, length: 4, ask: Your PIN?}}
nodes: {ask: {ask: pin, give_up: bye, next: bye}, bye: {end: verified}}
`);
  const { id } = await store(`voice_flow: 1
id: main
language: en
start: a
variables: {how: {type: text}}
nodes:
  a: {call: verify, save: {how: result.outcome}, on_error: b, next: b}
  b: {say: "You are {{ how ?? 'nobody' }}.", end: done}
tests: [{name: it, script: [{says: Your PIN}, {dtmf: "1234"}, {says: You are verified}]}]
`);
  const run = served.ask(`/v1/flows/${id}/test`, { method: "POST", headers: service });
  expect(await answer<Report>(run)).toMatchObject({
    passed: true,
    tests: [{ nodes: ["a", "verify/ask", "verify/bye", "b"] }],
  });
});

test("tests: a draft with errors and a text that is no flow cannot be run", async () => {
  await using served = await serveTest();
  const draft = await stored(served, passing.replace("goto: bye", "goto: nowhere"), "?draft=true");
  const found = await problem(draft.run(), 422, "flow/invalid");
  expect(found).toMatchObject({
    detail: expect.stringContaining("nowhere"),
    diagnostics: [{ code: "VF203" }],
  });
  const notes = await stored(served, "just: notes");
  await problem(notes.run(), 422, "flow/invalid");
});

test("tests: an account has 60 in a minute, then 429", async () => {
  await using served = await serve({ CHECKS_PER_MINUTE: "2" });
  const { run } = await stored(served, passing);
  await answer(run());
  await answer(run());
  const { headers } = await problem(run(), 429, "request/limit");
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
});

test("preview: an unstored text can be called for a quarter of an hour", async () => {
  const clock = new VirtualClock();
  await using served = await serveTest({}, { clock, speech: warmSpeech });
  const made = served.ask("/v1/flows/preview", json("POST", { yaml_content: passing }));
  const { program_id, expires_at } = await answer<{ program_id: string; expires_at: number }>(made, 201);
  expect(program_id).toMatch(/^preview_n[a-z2-7]{7}_[0-9A-Z]{26}$/);
  expect(expires_at).toBe((clock.wall() + 15 * 60_000) / 1_000);
  const call = (): Promise<Response> => served.ask(`/ws?mode=flow&program_id=${program_id}`);
  // The route exists: the request only lacks the upgrade.
  await problem(call(), 426, "request/upgrade-required");
  await clock.advance(15 * 60_000);
  await problem(call(), 404, "flow/not-found");
});

test("preview: a call runs the text as sent", async () => {
  const speech = {
    ready: Promise.resolve(),
    stt: scriptedStt(),
    tts: hummingTts(),
    vad: loudnessVad(),
  };
  await using served = await serveTest({}, { speech });
  const yaml_content =
    "voice_flow: 1\nid: p\nlanguage: en\nstart: a\nnodes: {a: {say: Only a try., end: done}}\n";
  const { program_id } = await answer<{ program_id: string }>(
    served.ask("/v1/flows/preview", json("POST", { yaml_content })),
    201,
  );
  await using client = await connect(`${served.url()}/ws?mode=flow&program_id=${program_id}`);
  const ready = await client.ready();
  expect(ready.data?.["about"]).toMatchObject({ mode: "flow", program_id });
  expect(await client.closed).toEqual({ code: 1000, reason: "completed" });
  expect(JSON.stringify(await client.message("bot-output"))).toContain("Only a try.");
});

test("preview: an invalid flow is refused with all its problems", async () => {
  await using served = await serveTest();
  const preview = (yaml_content: string) => served.ask("/v1/flows/preview", json("POST", { yaml_content }));
  const found = await problem(preview(passing.replace("goto: bye", "goto: nowhere")), 422, "flow/invalid");
  expect(found).toMatchObject({ diagnostics: [{ code: "VF203", line: 8 }] });
  await problem(preview("just: notes"), 422, "flow/invalid");
  await problem(preview(`a: ${"x".repeat(262_144)}`), 413, "request/too-large");
});

test("preview: a preview belongs to its account alone", async () => {
  await using served = await serveTest({}, { speech: warmSpeech });
  const [ada, bob] = [await signUpAt(served), await signUpAt(served)];
  const { program_id } = await answer<{ program_id: string }>(
    served.ask("/v1/flows/preview", json("POST", { yaml_content: passing }, ada.service)),
    201,
  );
  const call = (headers: Record<string, string>): Promise<Response> =>
    served.ask(`/ws?mode=flow&program_id=${program_id}`, { headers });
  await problem(call(ada.service), 426, "request/upgrade-required");
  await problem(call(bob.service), 404, "flow/not-found");
  await problem(call({}), 404, "flow/not-found");
});
