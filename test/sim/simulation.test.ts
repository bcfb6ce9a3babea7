// Simulation of a flow: its report, and the command that prints it.

import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadFlow } from "../../src/flow/language/load-flow.ts";
import { simulateFlow, spread } from "../../src/sim/simulation.ts";
import { product } from "../support/servers/product.ts";

const flow = `voice_flow: 1
id: one
language: en
start: ask
defaults: {max_attempts: 1}
variables:
  size: {type: choice, options: [{id: small}, {id: large}, {id: huge}], ask: Small or large?}
nodes:
  ask: {ask: size, next: [{if: size == "small", goto: cheap}, {if: size == "huge" and false, goto: free}, {else: dear}], give_up: lost}
  cheap: {say: That is three euros., end: small}
  free: {say: That is nothing., end: free}
  dear: {say: That is five euros., end: large}
  lost: {say: Goodbye., end: lost}
tests:
  - {name: small, script: [{user: small}, {ends: small}]}
`;

test("simulation: it lists outcomes, edges, unreached nodes, and untested ones", async () => {
  const { program, tests, problems } = loadFlow(flow);
  expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
  const done: number[] = [];
  const report = await simulateFlow({
    text: flow,
    program: program!,
    tests: tests!,
    callers: 30,
    seed: 3,
    troubles: false,
    threads: 1,
    progress: (count) => done.push(count),
  });
  expect(done).toEqual([10, 20, 30]);
  expect(report.broken).toEqual([]);
  const total = (all: typeof report.outcomes): number => all.reduce((sum, { count }) => sum + count, 0);
  expect([total(report.outcomes), total(report.manners)]).toEqual([30, 30]);
  expect(report.outcomes.map(({ count }) => count)).toEqual(
    report.outcomes.map(({ count }) => count).toSorted((one, other) => other - one),
  );
  expect(report.paths[0]).toEqual({ name: "ask › dear", count: expect.any(Number) });
  expect(report.coverage.nodes.untested).toEqual(["free"]);
  expect(report.coverage.branches.untested.map(({ label }) => label)).toEqual([
    'if size == "huge" and false',
  ]);
  expect(report.untested.map(({ label }) => label)).toEqual(["else", "give_up"]);
  expect(report.askedAgain[0]?.name).toBe("ask");
  expect(report.seconds.p95).toBeGreaterThan(report.seconds.p50);
});

test("simulation: half of the values and 95 of 100 lie below its figures", () => {
  expect(spread(Array.from({ length: 100 }, (_, i) => 99 - i))).toEqual({ p50: 50, p95: 95 });
  expect(spread([7])).toEqual({ p50: 7, p95: 7 });
  expect(spread([])).toEqual({ p50: 0, p95: 0 });
});

async function command(...args: readonly string[]) {
  const child = Bun.spawn([...product, "simulate", ...args], {
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, error] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, error };
}

test("simulation: the command prints it for people and for programs, equal for equal seeds", async () => {
  const folder = mkdtempSync(join(tmpdir(), "simulate-"));
  try {
    const path = join(folder, "one.flow.yaml");
    await Bun.write(path, flow);
    const { code, out, error } = await command(path, "--callers", "20", "--seed", "3");
    expect([code, error]).toEqual([0, ""]);
    expect(out).toContain(path);
    expect(out).toContain("20 callers, seed 3:");
    expect(out).toContain("never: node free");
    expect(out).toMatch(/never: line \d+, ask to free \(if size == "huge" and false\)/);
    expect(out).toMatch(/reached, but by no test of the flow: line \d+, ask to dear \(else\)/);
    const asJson = await command(path, "--callers", "20", "--seed", "3", "--json");
    expect(JSON.parse(asJson.out)).toMatchObject({ callers: 20, seed: 3, broken: [] });
    expect((await command(path, "--callers", "20", "--seed", "3")).out).toBe(out);
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 240_000);

test("simulation: the command prints each term of a contract and fails when the calls break one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "simulate-"));
  try {
    const [kept, broken] = ["kept", "broken"].map((name) => join(folder, `${name}.flow.yaml`));
    await Bun.write(kept!, `${flow}\ncontract: {answer_ms_p95: 60000, completed: 0, tool_errors: 0.5}\n`);
    await Bun.write(broken!, `${flow}\ncontract: {answer_ms_p95: 60000, completed: 1, turns_p50: 900}\n`);
    const good = await command(kept!, "--callers", "30");
    expect(good.code).toBe(0);
    expect(good.out).toMatch(/contract +answer_ms_p95 at most 60000 ms: \d+ ms over \d+ answers\n/);
    expect(good.out).toContain("tool_errors at most 50 %: nothing over 0 requests; at least 20 are needed");
    const bad = await command(broken!, "--callers", "30", "--json");
    const { contract, broken: laws } = JSON.parse(bad.out) as { contract: object[]; broken: object[] };
    expect([bad.code, laws]).toEqual([1, []]);
    expect(contract).toMatchObject([
      { name: "answer_ms_p95", state: "held" },
      { name: "completed", bound: 1, samples: 30, state: "broken" },
      { name: "turns_p50", state: "held" },
    ]);
    const few = await command(broken!, "--callers", "3");
    expect(few.code).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 240_000);

test("simulation: threads share many callers, and end with them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "simulate-"));
  try {
    const path = join(folder, "one.flow.yaml");
    await Bun.write(path, flow);
    const { program, tests } = loadFlow(flow);
    const options = { text: flow, program: program!, tests: tests!, callers: 60, seed: 3, troubles: false };
    const alone = await simulateFlow({ ...options, threads: 1, progress: () => undefined });
    const { code, out } = await command(path, "--callers", "60", "--seed", "3", "--json");
    expect(JSON.parse(out)).toEqual(JSON.parse(JSON.stringify(alone)));
    expect(code).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 240_000);

test.each([
  [[], 2, "Usage: "],
  [["welcome", "more"], 2, "Usage: "],
  [["welcome", "--callers", "0"], 2, "--callers must be a whole number from 1 to 100000"],
  [["welcome", "--callers", "1e3"], 2, "--callers must be a whole number from 1 to 100000"],
  [["welcome", "--seed", "-1"], 2, "--seed"],
  [["welcome", "--caller", "3"], 2, "There is no option --caller; did you mean '--callers'?"],
  [["none.flow.yaml"], 1, "There is no readable file none.flow.yaml"],
])(
  "simulation: the command refuses %j",
  async (args, code, message) => {
    const told = await command(...args);
    expect(told.code).toBe(code);
    expect(told.error).toContain(message);
  },
  240_000,
);
