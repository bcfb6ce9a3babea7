// Compiler: the program has every inherited setting resolved, and everything that the interpreter looks up.

import { expect, test } from "bun:test";
import { loadFlow } from "../../../../src/flow/language/load-flow.ts";
import type { Act, Program } from "../../../../src/flow/language/program.ts";

function programOf(body: string): Program {
  const text = `voice_flow: 1\nid: f\nlanguage: en\nstart: a\n${body}`;
  const { program, problems } = loadFlow(text);
  if (program !== undefined) return program;
  throw new Error(
    `It does not compile: ${problems.map(({ code, message }) => `${code} ${message}`).join("; ")}`,
  );
}

function nodeOf(program: Program, id: string) {
  const node = program.nodes.get(id);
  if (node === undefined) throw new Error(`There is no node ${id}.`);
  return node;
}

function questionsOf(act: Act) {
  return act.type === "ask" ? act.questions : [];
}

const levels = (node: string, variable: string, defaults: string): string =>
  `variables: {n: {type: number, ask: How many?${variable}}}\ndefaults: {give_up: b${defaults}}\nnodes:\n  a: {ask: n${node}, next: b}\n  b: {end: done}`;

test("ruling 9: the node precedes the variable, the variable the defaults, and these the built-in values", () => {
  const noMatch = (...texts: readonly [string, string, string]): unknown =>
    questionsOf(nodeOf(programOf(levels(...texts)), "a").act)[0]?.noMatch.get("en");
  const said = (text: string): string => `, no_match: ${text}`;
  expect(noMatch(said("N."), said("V."), said("D."))).toEqual([["N."]]);
  expect(noMatch("", said("V."), said("D."))).toEqual([["V."]]);
  expect(noMatch("", "", said("D."))).toEqual([["D."]]);
  expect(noMatch("", "", "")).toBeUndefined();
});

test("ruling 9: built-in values apply where nothing is written", () => {
  const program = programOf(levels("", "", ""));
  const node = nodeOf(program, "a");
  expect(questionsOf(node.act)[0]).toMatchObject({ confirm: "auto", attemptsMax: 3, llm: true });
  expect(node).toMatchObject({ bargeIn: true });
  expect(node.listen).toEqual({
    noInputMs: 6_000,
    maxSpeechMs: 20_000,
    mode: "both",
    hints: [],
    finishKey: "#",
    interDigitMs: 3_000,
  });
  expect(program).toMatchObject({
    timezone: "UTC",
    startSpeaker: "agent",
    limits: { turnsMax: 100, durationMs: 900_000, failuresMax: 6 },
  });
});

test("ruling 9: listening is inherited key by key", () => {
  const listen = nodeOf(
    programOf(
      levels(
        ", listen: {no_input: 2s, dtmf: {finish: none}}",
        "",
        ", listen: {end_silence: 1.5s, no_input: 9s, dtmf: {inter_digit: 1s}}",
      ),
    ),
    "a",
  ).listen;
  expect(listen).toMatchObject({ noInputMs: 2_000, endSilenceMs: 1_500, interDigitMs: 1_000 });
  expect(listen.finishKey).toBeUndefined();
});

test("ruling 34: a sensitive variable is never sent to a model", () => {
  const helps = (variable: string): unknown =>
    questionsOf(nodeOf(programOf(levels("", variable, "")), "a").act)[0]?.llm;
  expect(helps("")).toBe(true);
  expect(helps(", sensitive: true")).toBe(false);
  expect(helps(", llm: false")).toBe(false);
});

test("ruling 11: a type is copied, and the variable's own keys win", () => {
  const program = programOf(
    "types: {small: {type: number, integer: true, min: 1, max: 9, ask: How many?}}\n" +
      "variables: {n: {type: small, max: 3}}\ndefaults: {give_up: b}\nnodes:\n  a: {ask: n, next: b}\n  b: {end: done}",
  );
  const variable = program.variables.get("n");
  expect(variable?.type).toMatchObject({ kind: "number", integer: true });
  expect(variable?.ask.get("en")).toEqual([["How many?"]]);
  const bound = (kind: "min" | "max"): unknown =>
    variable?.type.kind === "number"
      ? variable.type[kind]?.map((part) => (typeof part === "string" ? part : part.expr))
      : undefined;
  expect(bound("max")).toEqual([{ type: "literal", value: 3, from: 0, to: 0 }]);
  expect(bound("min")).toEqual([{ type: "literal", value: 1, from: 0, to: 0 }]);
});

const handlers = `variables: {n: {type: number, ask: How many?}}
defaults: {give_up: b}
handlers:
  operator: {dtmf: "0", next: b}
  hours: {phrases: [opening hours], say: All day.}
  deep: {phrases: [go deep], next: c}
nodes:
  a: {ask: n, handlers: {hours: disabled, mine: {phrases: [my own], say: Mine.}, repeat: {dtmf: "*"}}, next: d}
  d: {ask: n, when_filled: ask, next: b}
  c: {say: Deep., next: RESUME}
  b: {end: done}`;

test("ruling 4: a node's handlers precede the flow's, and disabled ones are left out", () => {
  const program = programOf(handlers);
  const names = (id: string) =>
    nodeOf(program, id).handlers.flatMap(({ name, isUnwritten }) => (isUnwritten === true ? [] : [name]));
  expect(names("a")).toEqual(["mine", "repeat", "operator", "deep", "wait", "back", "start_over"]);
  expect(names("d")).toEqual(["operator", "hours", "deep", "repeat", "wait", "back", "start_over"]);
});

test("ruling 4: a built-in name keeps its phrases, next is RESUME unless something else is written", () => {
  const of = (id: string, name: string) =>
    nodeOf(programOf(handlers), id).handlers.find((each) => each.name === name);
  expect(of("d", "operator")?.phrases.get("en")).toContain("operator");
  expect(of("d", "repeat")).toMatchObject({ does: "repeat", edges: [{ target: "RESUME" }], resumes: true });
  expect(of("a", "repeat")).toMatchObject({ does: "repeat", dtmf: "*" });
  expect(of("d", "hours")?.edges).toEqual([{ target: "RESUME" }]);
});

test("ruling 19: only an edge that can come back remembers the node", () => {
  const resumes = (name: string) =>
    nodeOf(programOf(handlers), "d").handlers.find((each) => each.name === name)?.resumes;
  expect(resumes("operator")).toBe(false);
  expect(resumes("hours")).toBe(true);
  expect(resumes("deep")).toBe(true);
});

test("ruling 10: texts have languages, the first wording comes first, and a plain text has the flow's language", () => {
  const program = programOf(
    "languages: [en, de]\nnodes:\n  a: {say: {en: [One., Two.], de: Eins.}, next: c}\n  c: {say: '{{ session.from }}', next: b}\n  b: {end: done}",
  );
  expect([...nodeOf(program, "a").say]).toEqual([
    ["en", [["One."], ["Two."]]],
    ["de", [["Eins."]]],
  ]);
  expect([...nodeOf(program, "c").say.keys()]).toEqual(["en"]);
});

test("tools: method, address, limits and writes are compiled", () => {
  const tool = (keys: string) =>
    programOf(
      `secrets: [K]\ntools: {t: {${keys}}}\nnodes: {a: {tool: t, on_error: b, next: b}, b: {end: done}}`,
    ).tools.get("t");
  expect(tool("http: 'GET https://x.example/a?b={{ secrets.K }}'")).toMatchObject({
    method: "GET",
    effect: "read",
    timeoutMs: 5_000,
    retries: 0,
    url: ["https://x.example/a?b=", expect.any(Object)],
  });
  expect(
    tool("http: 'POST https://x.example/', timeout: 1.5s, retry: 2, body: {n: 1, list: ['{{ secrets.K }}']}"),
  ).toMatchObject({
    method: "POST",
    effect: "write",
    timeoutMs: 1_500,
    retries: 2,
    body: { type: "map" },
  });
  expect(tool("http: 'POST https://x.example/', effect: read")?.effect).toBe("read");
});

test("a list of conditions ends at its else", () => {
  const { act } = nodeOf(
    programOf(
      "nodes:\n  a: {next: [{if: filled(session.from), goto: b}, {else: c}]}\n  b: {end: x}\n  c: {end: y}",
    ),
    "a",
  );
  expect(act).toMatchObject({ type: "go", edges: [{ target: "b" }, { target: "c" }] });
});

test("ruling 50: called flows are compiled into their caller", () => {
  const callee = "voice_flow: 1\nid: other\nlanguage: en\nstart: a\nnodes: {a: {end: done}}";
  const text =
    "voice_flow: 1\nid: f\nlanguage: en\nstart: a\nnodes: {a: {call: other, on_error: b, next: b}, b: {end: done}}";
  const { program } = loadFlow(text, { resolveFlow: (id) => (id === "other" ? callee : undefined) });
  expect(program?.calls.get("other")?.nodes.size).toBe(1);
  // Without an account the flow runs too, and takes the `on_error` edge.
  expect(loadFlow(text).program?.calls.size).toBe(0);
});

test("retention: the fewest days of a flow and its called ones count, and all their redactions", () => {
  const other = "voice_flow: 1\nid: other\nlanguage: en\nstart: a\nnodes: {a: {end: done}}\n";
  const called = `${other}retention: {words: 3, audio: 9}\nredact: [cards, ibans]\n`;
  const own = "retention: {words: 5, numbers: 90}\nredact: [phones, cards]\n";
  const nodes = "nodes: {a: {call: other, on_error: b, next: b}, b: {end: done}}";
  const text = `voice_flow: 1\nid: f\nlanguage: en\nstart: a\n${own}${nodes}`;
  const { program } = loadFlow(text, { resolveFlow: (id) => (id === "other" ? called : undefined) });
  expect(program).toMatchObject({
    retention: { words: 3, audio: 9, numbers: 90 },
    redact: ["phone", "card", "iban"],
  });
  expect(programOf("nodes: {a: {end: done}}")).toMatchObject({ retention: {}, redact: [] });
});
