// Splits: the arm that a session draws by its id alone, and the checker's findings about a split.

import { describe, expect, test } from "bun:test";
import { loadFlow } from "../../../../src/flow/language/load-flow.ts";
import { initialState } from "../../../../src/flow/engine/run/initial-state.ts";
import { factsOf, flow, programOf, Talk } from "./talk.ts";

const arms = (split = "{old: 90, new: 10}", more = "") =>
  flow(`
start: hello
variables:
  greeting: {type: choice, options: [{id: old}, {id: new}], split: ${split}, output: true${more}}
  farewell: {type: choice, options: [{id: old}, {id: new}], split: {old: 1, new: 1}, output: true}
nodes:
  hello: {next: [{if: greeting == "new", goto: new}, {else: old}]}
  new: {say: "Hi, {{ greeting }}!", end: done}
  old: {say: Good day., end: done}
`);

const drawnBy = (id: string, text = arms()) => {
  const [frame] = initialState(programOf(text), { ...factsOf({}), id }).frames;
  return [frame?.values["greeting"], frame?.values["farewell"]];
};

test("sessions draw by the shares, and each variable separately", () => {
  const draws = Array.from({ length: 4_000 }, (_, i) => drawnBy(`ses_${(i * 7_919).toString(36)}x${i}`));
  const share = (wanted: readonly (string | undefined)[]) =>
    draws.filter((drawn) => wanted.every((each, i) => each === undefined || each === drawn[i])).length /
    4_000;
  expect(share(["new"])).toBeWithin(0.08, 0.12);
  expect(share([undefined, "new"])).toBeWithin(0.46, 0.54);
  expect(share(["new", "new"])).toBeWithin(0.03, 0.07);
});

test("a session keeps its drawn option", () => {
  for (const id of ["ses_a", "ses_b", "ses_c"]) expect(drawnBy(id)).toEqual(drawnBy(id));
});

test("an option with a share of zero is never drawn, and a context sets the other option", () => {
  expect(new Talk(arms("{old: 0, new: 5}")).start()).toBe("Hi, new!");
  expect(new Talk(arms("{old: 5, new: 0}")).start()).toBe("Good day.");
  expect(new Talk(arms("{old: 5, new: 0}"), { context: { greeting: "new" } }).start()).toBe("Hi, new!");
});

describe("the checker", () => {
  const problems = (text: string) =>
    loadFlow(text)
      .problems.filter(({ severity }) => severity !== "info")
      .map(({ code, message }) => `${code} ${message}`);

  test("treats a drawn variable as filled", () => expect(problems(arms())).toEqual([]));

  test("knows the options, and demands a share", () => {
    expect(problems(arms("{old: 1, nwe: 1}"))).toEqual(["VF305 'nwe' is not one of old, new"]);
    expect(problems(arms("{old: 0}"))).toEqual(["VF112 all shares are 0"]);
    expect(problems(arms("{old: 1}", ", default: old"))).toEqual([
      "VF112 a split chooses its value at random, so it cannot have a default",
    ]);
  });

  test("refuses to ask for a drawn variable", () => {
    const asked = arms().replace("hello: {next", "hello: {ask: greeting, say: Which?, give_up: old, next");
    expect(problems(asked)).toEqual([
      "VF514 'greeting' is asked for, so it cannot have a split: the question would be skipped",
    ]);
  });
});
