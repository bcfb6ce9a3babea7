// Uploads of flows: each is checked with the account's flows and secrets.

import { expect, test } from "bun:test";
import { answer, type Person, problem, signUpAt } from "../../support/people.ts";
import { json } from "../../support/json-request.ts";
import { type TestServer, serveTest } from "../../support/servers/served.ts";

interface Told {
  readonly diagnostics: readonly {
    readonly code: string;
    readonly severity: string;
    readonly hint?: string;
  }[];
}

const callee = `voice_flow: 1
id: verify-caller
language: en
start: a
variables: {account: {type: text, input: true, required: true}}
nodes: {a: {end: done}}
`;

const calling = (id: string, args = ""): string => `voice_flow: 1
id: main-line
language: en
start: a
nodes:
  a: {call: ${id}, ${args}on_error: b, next: b}
  b: {end: done}
`;

function store(served: TestServer, { service }: Person, yaml_content: string): Promise<Response> {
  return served.ask("/v1/flows", json("POST", { name: "Flow", yaml_content }, service));
}

function found({ diagnostics }: Told): readonly string[] {
  return diagnostics
    .filter(({ severity }) => severity !== "info")
    .map(({ code, severity }) => `${severity} ${code}`);
}

test("upload: every mistake comes back with its place and the remedy, and nothing is stored", async () => {
  await using served = await serveTest();
  const person = await signUpAt(served);
  const text =
    "voice_flow: 1\nid: f\nlanguage: en\nstart: a\nnodes:\n  a: {say: Hello., next: bb}\n  b: {end: hung_up}\n";
  const { diagnostics } = await problem(store(served, person, text), 422, "flow/invalid");
  expect(diagnostics).toContainEqual({
    code: "VF203",
    severity: "error",
    message: "there is no node 'bb'",
    hint: "did you mean 'b'?",
    pointer: "/nodes/a/next",
    line: 6,
    column: 26,
    end_line: 6,
    end_column: 28,
  });
  expect(diagnostics?.map(({ code }) => code)).toContain("VF113");
  expect(await answer<unknown[]>(served.ask("/v1/flows", { headers: person.service }))).toEqual([]);
});

test("upload: a warning is no reason to refuse", async () => {
  await using served = await serveTest();
  const person = await signUpAt(served);
  const text = `${callee.replace("{a: {end: done}}", "{a: {end: done}, b: {end: done}}")}`;
  const told = await answer<Told>(store(served, person, text), 201);
  expect(found(told)).toContain("warning VF406");
});

test("upload: a called flow must be in the account, and get its inputs", async () => {
  await using served = await serveTest();
  const [person, other] = [await signUpAt(served), await signUpAt(served)];
  const text = calling("verify-caller");
  const { diagnostics } = await problem(store(served, person, text), 422, "flow/invalid");
  expect(diagnostics?.map(({ code }) => code)).toContain("VF212");
  await answer(store(served, other, callee), 201);
  await problem(store(served, person, text), 422, "flow/invalid");
  await answer(store(served, person, callee), 201);
  const missing = await problem(store(served, person, text), 422, "flow/invalid");
  expect(missing.diagnostics?.map(({ code }) => code)).toContain("VF607");
  const right = calling("verify-caller", "with: {account: \"'1'\"}, ");
  expect(found(await answer<Told>(store(served, person, right), 201))).toEqual([]);
});

test("check: without an account a called flow is only a warning", async () => {
  await using served = await serveTest();
  const check = served.ask("/v1/flows/check", json("POST", { yaml_content: calling("verify-caller") }));
  expect(found(await answer<Told>(check))).toEqual(["warning VF212"]);
});

test("upload: a secret without a value is a warning until it has one", async () => {
  await using served = await serveTest();
  const person = await signUpAt(served);
  const text = `${callee}secrets: [KEY]\n`;
  expect(found(await answer<Told>(store(served, person, text), 201))).toContain("warning VF613");
  const put = served.ask("/v1/secrets/KEY", json("PUT", { value: "x", hosts: ["x.example"] }, person.login));
  expect((await put).status).toBeLessThan(300);
  expect(found(await answer<Told>(store(served, person, text), 201))).not.toContain("warning VF613");
});
