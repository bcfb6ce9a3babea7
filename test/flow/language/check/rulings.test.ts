// Rulings of the checks: required findings and permitted flows, where the language decided on purpose.

import { expect, test } from "bun:test";
import { loadFlow, type Knowledge } from "../../../../src/flow/language/load-flow.ts";

const header = "voice_flow: 1\nid: f\nlanguage: en\nstart: a\n";
const end = "\n  b: {end: done}";

function problemsIn(body: string, knowledge: Knowledge = {}) {
  return loadFlow(header + body, knowledge).problems.filter(({ code }) => code !== "VF801");
}

function codesIn(body: string, knowledge: Knowledge = {}): readonly string[] {
  return problemsIn(body, knowledge).map(({ code }) => code);
}

const examples = ["table-booking", "call-routing", "appointment-reminder"];

test.each(examples)("ruling 60: %s has no error and no warning", async (name) => {
  const text = await Bun.file(`public/flows/${name}.flow.yaml`).text();
  const { problems, program, tests } = loadFlow(text);
  // The missing German pack is the only thing worth a remark here.
  const told = problems.filter(({ severity, code }) => severity !== "info" && code !== "VF703");
  expect(told).toEqual([]);
  expect(program?.nodes.size).toBeGreaterThan(5);
  expect(tests?.length).toBeGreaterThan(1);
});

test("the flow that answers without a model checks clean", async () => {
  const { problems } = loadFlow(await Bun.file("public/flows/welcome.flow.yaml").text());
  expect(problems.filter(({ severity }) => severity !== "info")).toEqual([]);
});

test("ruling 1: there is no verb 'branch'; a node with a list as next branches", () => {
  const [problem] = problemsIn(`nodes:\n  a: {branch: [{else: b}]}${end}`);
  expect(problem).toMatchObject({ code: "VF110", hint: "use a list as 'next' in a node without a verb" });
  expect(problemsIn(`nodes:\n  a: {branch: [{else: b}]}${end}`)).toContainEqual(
    expect.objectContaining({ code: "VF110", hint: "use a list as 'next' in a node without a verb" }),
  );
  expect(codesIn(`nodes:\n  a: {next: [{if: filled(session.from), goto: b}, {else: b}]}${end}`)).toEqual([]);
});

test("ruling 3: an outcome may be options and literals, joined by ?? and if", () => {
  const plan = "variables: {plan: {type: choice, options: [{id: keep}, {id: move}], input: true}}\n";
  for (const outcome of ["{{ plan ?? 'none' }}", "{{ plan if filled(plan) else 'none' }}", "done"])
    expect(codesIn(`${plan}nodes: {a: {say: "{{ plan ?? 'x' }}", end: "${outcome}"}}`)).toEqual([]);
  expect(codesIn(`${plan}nodes: {a: {say: "{{ plan ?? 'x' }}", end: "{{ plan ?? 'limit' }}"}}`)).toEqual([
    "VF113",
  ]);
  expect(codesIn(`${plan}nodes: {a: {say: "{{ plan ?? 'x' }}", end: "{{ last.text }}"}}`)).toEqual(["VF307"]);
});

test("ruling 8: a choice from data has no goto, and no list of options to check", () => {
  const flow = (more: string) =>
    `variables:\n  slots: {type: list, input: true, required: true}\n  slot: {type: choice, options: "{{ slots }}", ask: Which?}\n` +
    `nodes:\n  a: {menu: slot, give_up: b, ${more}}\n  c: {next: [{if: slot == 'x', goto: b}, {else: b}]}${end}`;
  expect(codesIn(flow("next: c"))).toEqual([]);
  expect(codesIn(flow("goto: {x: b}, next: c"))).toEqual(["VF504"]);
  expect(codesIn(flow("next: c").replace("{{ slots }}", "{{ 5 }}"))).toContain("VF304");
});

test("ruling 11: a type is copied, keys at the variable win, and it has no input", () => {
  const types = "types: {size: {type: number, min: 1, ask: How big?}}\n";
  expect(
    codesIn(`${types}variables: {n: {type: size, max: 3}}\nnodes:\n  a: {ask: n, give_up: b, next: b}${end}`),
  ).toEqual([]);
  expect(codesIn("types: {size: {type: number, input: true}}\nnodes: {a: {end: done}}")).toEqual(["VF110"]);
  expect(codesIn("types: {number: {type: text}}\nnodes: {a: {end: done}}")).toEqual(["VF113"]);
});

test("ruling 22: set runs before say, so a text that reads a variable cleared by its node is empty", () => {
  const flow = (set: string) =>
    `variables: {day: {type: date, input: true, required: true}}\ntimezone: UTC\nnodes:\n  a: {set: {${set}}, say: "It is {{ day }}.", next: b}${end}`;
  expect(codesIn(flow("day: null"))).toEqual(["VF208"]);
  expect(codesIn(flow("day: today()"))).toEqual([]);
});

test("ruling 39: a text without its own quotes gets a hint", () => {
  const flow =
    "variables: {dept: {type: choice, options: [{id: sales}], output: true}}\nnodes:\n  a: {set: {dept: sales}, say: Hi., next: b}";
  expect(problemsIn(flow + end)).toContainEqual(
    expect.objectContaining({ code: "VF201", hint: "a text needs two kinds of quotes: dept: \"'sales'\"" }),
  );
});

test("a name of another place gets a hint to it", () => {
  const hints = (body: string) => problemsIn(body).map(({ hint }) => hint);
  expect(hints("nodes: {a: {say: '{{ secrets.K }}', end: done}}")).toEqual([
    "only tools can use secrets, in http, headers or body",
  ]);
  expect(hints("nodes: {a: {say: '{{ result.x }}', end: done}}")).toEqual(["only save can use result"]);
  const tool =
    "variables: {day: {type: text, input: true, output: true}}\ntools: {t: {http: 'GET https://x.example/{{ day }}'}}\n";
  expect(hints(`${tool}nodes:\n  a: {tool: t, on_error: b, next: b}${end}`)).toContain(
    "a tool can use only its params: add day to params, and pass it under 'with'",
  );
});

const asking = (first: string, say: string): string =>
  `variables: {who: {type: name, ask: Who?}, n: {type: number, ask: How many?}}\ndefaults: {give_up: d}\n` +
  `nodes:\n  a: ${first}\n  c: {say: "${say}", next: b}\n  d: {say: Sorry., next: c}${end}`;

const emptiness: readonly (readonly [name: string, first: string, say: string, isEmpty: boolean])[] = [
  ["giving up fills nothing", "{ask: who, next: c}", "Hello {{ who }}.", true],
  ["?? looks after it", "{ask: who, next: c}", "Hello {{ who ?? 'you' }}.", false],
  ["default looks after it", "{ask: who, next: c}", "Hello {{ who | default('you') }}.", false],
  ["a condition does not raise it", "{ask: who, next: c}", "{{ 'Hi' if filled(who) else 'Ho' }}", false],
  ["what a condition knows is known", "{ask: who, next: c}", "{{ who if filled(who) else 'you' }}", false],
  ["a calculation raises it", "{ask: n, next: c}", "{{ n + 1 }}", true],
];

test.each(emptiness)("ruling 41: %s", (_name, first, say, isEmpty) => {
  expect(codesIn(asking(first, say)).includes("VF208")).toBe(isEmpty);
});

test("ruling 41: a branch uses its condition, and the negation of the earlier ones", () => {
  const flow = (next: string) =>
    `variables: {who: {type: name, input: true}}\nnodes:\n  a: {next: [${next}]}\n  c: {say: "Hi {{ who }}.", next: b}${end}`;
  expect(codesIn(flow("{if: filled(who), goto: c}, {else: b}"))).toEqual([]);
  expect(codesIn(flow("{if: who == null, goto: b}, {else: c}"))).toEqual([]);
  expect(codesIn(flow("{if: who == 'Ada', goto: c}, {else: b}"))).toEqual([]);
  expect(codesIn(flow("{if: filled(who), goto: b}, {else: c}"))).toEqual(["VF208"]);
});

test("ruling 41: a change clears its dependents", () => {
  const flow = (depends: string) =>
    `variables:\n  day: {type: text, ask: Which day?}\n  free: {type: text, input: true, required: true${depends}}\n` +
    `nodes:\n  a: {ask: day, give_up: b, next: c}\n  c: {say: "{{ free }}", next: b}${end}`;
  expect(codesIn(flow(", depends_on: [day]"))).toContain("VF208");
  expect(codesIn(flow(""))).not.toContain("VF208");
});

test("ruling 41: a handler uses the facts that all listening nodes share", () => {
  const flow = (first: string) =>
    `variables: {who: {type: name, ask: Who?, input: true, ${first}}, n: {type: number, ask: How many?}}\ndefaults: {give_up: b}\n` +
    `handlers: {me: {phrases: [who am i], say: "You are {{ who }}."}}\nnodes:\n  a: {ask: n, next: b}${end}`;
  expect(codesIn(flow("required: true"))).toEqual([]);
  expect(codesIn(flow("required: false"))).toEqual(["VF208"]);
});

test("a list from another flow has that flow's fields", () => {
  const shop = `voice_flow: 1\nid: shop\nlanguage: en\nstart: a\ndefaults: {give_up: b}\nvariables:\n  order: {type: list, output: true, ask: What?, of: {kind: {type: choice, options: [{id: tea}]}}}\nnodes: {a: {ask: order, next: b}, b: {end: done}}\n`;
  const codes = (field: string) =>
    codesIn(
      `variables: {first: {type: text}}\nnodes:\n  a: {call: shop, save: {first: "result.order[0].${field}"}, on_error: b, next: b}\n  b: {say: "{{ first }}", end: done}\n`,
      { resolveFlow: () => shop },
    );
  expect(codes("knd")).toContain("VF201");
  expect(codes("kind")).not.toContain("VF201");
});

test("ruling 50: at most twenty flows belong together, and no more are read", () => {
  let asked = 0;
  const resolveFlow = () => {
    asked += 1;
    return undefined;
  };
  const nodes = Array.from(
    { length: 60 },
    (_, i) => `  n${i}: {call: flow-${i}, on_error: b, next: ${i < 59 ? `n${i + 1}` : "b"}}\n`,
  );
  const codes = codesIn(`nodes:\n  a: {say: Hello., next: n0}\n${nodes.join("")}  b: {end: done}\n`, {
    resolveFlow,
  });
  expect(asked).toBeLessThan(21);
  expect(new Set(codes)).toEqual(new Set(["VF212", "VF211"]));
});

test("ruling 59: a cycle without a question is refused even when a counter bounds it", () => {
  const flow = (wait: string) =>
    `variables: {n: {type: number, default: 0}}\nnodes:\n  a: {set: {n: n + 1}, say: Again., ${wait}next: [{if: n < 3, goto: a}, {else: b}]}${end}`;
  expect(codesIn(flow(""))).toEqual(["VF408"]);
  expect(codesIn(flow("wait: 1s, "))).toEqual([]);
});

test("ruling 59: a return from a digression is an end for its nodes", () => {
  expect(
    codesIn(
      "handlers: {more: {phrases: [more], next: c}}\nnodes:\n  a: {end: done}\n  c: {say: More., next: d}\n  d: {say: Still more., next: RESUME}",
    ),
  ).toEqual([]);
});

test("ruling 59: asked variables count as used, and depends_on does not count as read", () => {
  expect(
    codesIn(
      `variables: {n: {type: number, ask: How many?}}\nnodes:\n  a: {ask: n, give_up: b, next: b}${end}`,
    ),
  ).toEqual([]);
  expect(
    codesIn(
      "variables: {x: {type: text, output: true, depends_on: [y]}, y: {type: text, output: true}}\nnodes: {a: {end: done}}",
    ),
  ).toEqual([]);
});

test("at most a hundred problems are reported, errors first, in text order", () => {
  const warnings = Array.from({ length: 150 }, (_, i) => `  w${i}: {end: done}\n`).join("");
  const errors = Array.from({ length: 90 }, (_, i) => `  e${i}: {end: done, next: x${i}}\n`).join("");
  const problems = problemsIn(`nodes:\n  a: {end: done}\n${warnings}${errors}`);
  expect(problems.length).toBeLessThanOrEqual(100);
  expect(problems.filter(({ severity }) => severity === "error").length).toBeGreaterThanOrEqual(90);
  expect(problems.map(({ line }) => line)).toEqual(
    problems.map(({ line }) => line).toSorted((a, b) => a - b),
  );
});

test("a transfer to a bare number gets a note: few deployments know it as a name", () => {
  const found = (address: string) =>
    problemsIn(`nodes:\n  a: {transfer: "${address}", on_failed: b}\n  b: {end: done}`);
  expect(found("+49 170 1234567")).toMatchObject([
    { code: "VF601", severity: "warning", hint: 'write "tel:+491701234567"' },
  ]);
  for (const fine of ["tel:+491701234567", "front_desk", "desk-12"]) expect(found(fine)).toEqual([]);
});

test("a yes or no in its own words is asked again, and any other filled question is skipped", () => {
  const whenFilled = (variable: string, node: string) => {
    const { program } = loadFlow(
      `${header}variables: {ok: {type: ${variable}, ask: Is it?}}\ndefaults: {give_up: b}\nnodes:\n  a: {ask: ok, ${node}next: b}\n  b: {end: done}`,
    );
    const act = program?.nodes.get("a")?.act;
    return act?.type === "ask" ? act.whenFilled : "not compiled";
  };
  expect(whenFilled("boolean", "say: Shall I?, ")).toBe("ask");
  expect(whenFilled("boolean", "say: Shall I?, when_filled: skip, ")).toBe("skip");
  expect(whenFilled("boolean", "")).toBeUndefined();
  expect(whenFilled("boolean, input: true", "say: Shall I?, ")).toBeUndefined();
  expect(whenFilled("number", "say: How many?, ")).toBeUndefined();
});
