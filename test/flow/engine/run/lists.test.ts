// Lists in a conversation: incomplete entries, read-backs, deletions, entries by a model, and lists that stay complete.

import { describe, expect, test } from "bun:test";
import { valueMap } from "../../../../src/flow/value/value.ts";
import { expectationOf } from "../../../../src/flow/engine/guide/expectation-of.ts";
import { listeningPointAt } from "../../../../src/flow/engine/run/ask/listening-point.ts";
import { flow, noon, Talk } from "./talk.ts";

const order = (more = "", rest = ""): string =>
  flow(`
start: take
variables:
  order:
    type: list
    of:
      count: {type: number, integer: true, min: 1, max: 20, default: 1}
      size: {type: choice, ask: Which size?, options: [{id: small}, {id: large}], only_for: {kind: [pizza]}}
      kind: {type: choice, options: [{id: pizza}, {id: cola}, {id: tea, label: Earl Grey}]}
    ask: What will it be?
    output: true
${more}
nodes:
  take: {ask: order, ${rest}give_up: lost, next: done}
  lost: {end: lost}
  done: {say: "{{ order }}. {{ count(order) }}. {{ map(order, 'kind') }}.", end: done}
`);

const entries = (talk: Talk) => JSON.stringify(talk.value("order"));

describe("a requested list", () => {
  test("keeps an incomplete entry until it is whole, and stores only whole ones", () => {
    const talk = new Talk(order());
    expect(talk.start()).toBe("What will it be?");
    expect(talk.user("two teas and a pizza")).toBe("2 Earl Grey and 1 pizza. Which size?");
    expect(entries(talk)).toBe('[{"count":2,"size":null,"kind":"tea"}]');
    expect(talk.user("purple")).toContain("Which size?");
    expect(talk.user("large")).toBe("2 Earl Grey and 1 large pizza. Anything else?");
    expect(talk.user("that's all")).toBe("2 Earl Grey and 1 large pizza. 2. Earl Grey and pizza.");
    expect(talk.outcome).toBe("done");
  });

  test("is right and complete when nothing else is wanted behind its read-back", () => {
    const talk = new Talk(order());
    talk.start();
    expect(talk.user("two teas and two teas")).toBe("4 Earl Grey, is that right?");
    expect(talk.user("nothing else")).toBe("4 Earl Grey. 1. Earl Grey.");
    expect(talk.outcome).toBe("done");
  });

  test.each([
    ["so that's two teas and a large pizza", "Anything else?"],
    ["the two teas", "Anything else?"],
    ["just the three teas", "3 Earl Grey and 1 large pizza, is that right?"],
    ["so two teas, a large pizza and a cola", "2 Earl Grey, 1 large pizza and 1 cola. Anything else?"],
    ["make it two of the large pizzas", "2 Earl Grey and 2 large pizza. Anything else?"],
    ["two large pizzas instead of one", "2 Earl Grey and 2 large pizza. Anything else?"],
    ["two more teas", "4 Earl Grey and 1 large pizza. Anything else?"],
  ])("a list adds nothing that is said again: %s", (words, answer) => {
    const talk = new Talk(order());
    talk.start();
    talk.user("two teas and a large pizza");
    expect(talk.user(words)).toBe(answer);
  });

  test("asks for the number of a few, and keeps the rest", () => {
    const talk = new Talk(order());
    talk.start();
    expect(talk.user("a few colas and two teas")).toBe("cola and 2 Earl Grey. How many?");
    expect(talk.user("not many")).toEndWith("How many?");
    expect(talk.user("three colas")).toBe("3 cola and 2 Earl Grey. Anything else?");
    expect(talk.user("and a couple of large pizzas")).toBe(
      "3 cola, 2 Earl Grey and 2 large pizza, is that right?",
    );
    const own = new Talk(order().replace("max: 20,", "max: 20, ask: So how many of them?,"));
    own.start();
    expect(own.user("a few colas")).toBe("cola. So how many of them?");
  });

  test("asks for the item where only its size was given", () => {
    const talk = new Talk(order());
    talk.start();
    expect(talk.user("a large one")).toContain("kind?");
    expect(talk.user("pizza")).toBe("1 large pizza. Anything else?");
  });

  test("takes the last of its choices for the item, where every entry has all of them", () => {
    const talk = new Talk(order().replace(", only_for: {kind: [pizza]}", ""));
    talk.start();
    expect(talk.user("two large pizzas")).toBe("2 large pizza. Anything else?");
    expect(talk.user("yes, a tea")).toBe("2 large pizza and 1 Earl Grey. Which size?");
    expect(talk.user("small")).toBe("2 large pizza and 1 small Earl Grey. Anything else?");
  });

  test("does not end before it has an entry, nor with an incomplete one", () => {
    const talk = new Talk(order());
    talk.start();
    expect(talk.user("that's all")).not.toContain("Anything else");
    expect(talk.user("a pizza, that's all")).toBe("1 pizza. Which size?");
    expect(talk.user("small")).toBe("1 small pizza. Anything else?");
  });

  test("is asked for from the beginning when everything is taken out", () => {
    const talk = new Talk(order());
    talk.start();
    talk.user("a cola");
    expect(talk.user("remove the cola")).toBe("What will it be?");
    expect(talk.value("order")).toBe(null);
  });

  test("is read back where a word was not understood, and a no keeps the earlier content", () => {
    const talk = new Talk(order());
    talk.start();
    talk.user("a cola");
    expect(talk.user("a calzone and two teas")).toBe("1 cola and 2 Earl Grey, is that right?");
    expect(talk.user("no")).toContain("Anything else?");
    expect(entries(talk)).toBe('[{"count":1,"size":null,"kind":"cola"}]');
    talk.user("a calzone and two teas");
    expect(talk.user("yes")).toContain("Anything else?");
    expect(entries(talk)).toContain('"tea"');
  });

  test("is read back always with confirm: explicit, and a better one takes its place", () => {
    const talk = new Talk(order("", "confirm: explicit, "));
    talk.start();
    expect(talk.user("a cola")).toBe("1 cola, is that right?");
    expect(talk.user("no, two")).toBe("2 cola, is that right?");
    expect(talk.user("yes")).toBe("Anything else?");
  });

  test("is given up like any question, with its entries so far", () => {
    const talk = new Talk(order());
    talk.start();
    talk.user("a cola and a pizza");
    for (let i = 0; i < 3; i++) talk.user("purple");
    expect(talk.outcome).toBe("lost");
    expect(entries(talk)).toBe('[{"count":1,"size":null,"kind":"cola"}]');
  });

  test("tells the recogniser the options of its fields", () => {
    const talk = new Talk(order());
    talk.start();
    const point = listeningPointAt(talk.program, talk.state, { wallMs: noon });
    const expectation = expectationOf(point, { endSilenceMs: 800, accepts: "both", hints: [] });
    expect(JSON.stringify(expectation.anyOf)).toContain('{"sequence":["earl",{"anyOf":["grey","greys"]}]}');
    expect(JSON.stringify(expectation.anyOf)).toContain('"and"');
  });
});

describe("a model", () => {
  const cola = valueMap([
    ["count", 3],
    ["size", null],
    ["kind", "cola"],
  ]);
  const proposal = (entry: unknown) => [
    { set: { order: { value: [entry], quote: "three of the black fizzy stuff" } } },
  ];
  const llm = order().replace("ask: What will it be?", "llm: true\n    ask: What will it be?");

  test("proposes entries, which are read back", () => {
    const talk = new Talk(llm, { proposals: proposal(cola) as never });
    talk.start();
    expect(talk.user("three of the black fizzy stuff")).toBe("3 cola, is that right?");
    expect(talk.user("yes")).toBe("Anything else?");
    const [work] = talk.works;
    expect(JSON.stringify(work?.what)).toContain('"enum":["pizza","cola","tea"]');
  });

  test.each([
    ["an option that there is not", { count: 1, size: null, kind: "beer" }],
    ["a count out of range", { count: 99, size: null, kind: "cola" }],
    ["a size of what has none", { count: 1, size: "large", kind: "cola" }],
    ["no entry", "cola"],
  ])("is not believed when it proposes %s", (_, entry) => {
    const talk = new Talk(llm, { proposals: proposal(entry) as never });
    talk.start();
    expect(talk.user("three of the black fizzy stuff")).toContain("Sorry");
    expect(talk.value("order")).toBe(null);
  });
});
