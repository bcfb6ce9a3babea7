// Answers ahead: values that callers volunteer are kept, read back, skipped and corrected.

import { describe, expect, test } from "bun:test";
import { loadFlow } from "../../../../src/flow/language/load-flow.ts";
import { saidSoFar } from "../../../../src/flow/engine/understand/said-so-far.ts";
import { expectationOf } from "../../../../src/flow/engine/guide/expectation-of.ts";
import { turnTakingAt } from "../../../../src/flow/engine/run/turn-taking.ts";
import { listeningPointAt } from "../../../../src/flow/engine/run/ask/listening-point.ts";
import { flow, noon, Talk } from "./talk.ts";

const topics =
  "{type: choice, options: [{id: order, label: standing order}, {id: balance}], ask: What would you like to do?}";

const bank = (amount = "", { first = "listen_for: [amount, payee, day, at]", top = "" } = {}) =>
  flow(`
start: topic
${top}
variables:
  topic: ${topics}
  amount: {type: money, currency: GBP, max: 500, ask: How much?${amount}}
  payee: {type: name, ask: For whom?, synonyms: [for]}
  day: {type: date, ask: From which day?}
  at: {type: time, ask: At what time?, depends_on: [day]}
  ok: {type: boolean, ask: "{{ amount }} for {{ payee }}, from {{ day }}, {{ at }}, right?"}
defaults: {give_up: lost}
nodes:
  topic: {ask: topic, ${first}${first === "" ? "" : ", "}next: payee}
  payee: {ask: payee, next: amount}
  amount: {ask: amount, next: day}
  day: {ask: day, next: at}
  at: {ask: at, next: ok}
  ok: {ask: ok, next: done}
  done: {say: Done., end: ok}
  lost: {say: Sorry., end: lost}
`);

const begun = (...settings: Parameters<typeof bank>): Talk => {
  const talk = new Talk(bank(...settings));
  expect(talk.start()).toBe("What would you like to do?");
  return talk;
};

test("one sentence answers the question and three later ones", () => {
  const talk = begun();
  expect(talk.user("I'd like a standing order of fifty pounds for Ada from tomorrow")).toBe("At what time?");
  expect([talk.value("topic"), talk.value("amount"), talk.value("payee"), talk.value("day")]).toEqual([
    "order", 50, "Ada", "2026-11-21",
  ]); // prettier-ignore
  expect(talk.path).toBe("payee amount day at");
});

test("`open` listens at every question; without it or `listen_for` nothing is kept", () => {
  const open = begun("", { first: "", top: "open: [amount, day]" });
  open.user("standing order");
  expect(open.user("Ada, fifty pounds")).toBe("From which day?");
  const closed = begun("", { first: "" });
  closed.user("a standing order of fifty pounds");
  expect(closed.value("amount")).toBeNull();
});

test("a value kept from an unanswered turn is read back first", () => {
  const talk = begun();
  expect(talk.user("fifty pounds for Ada")).toBe("50 pounds, Ada. What would you like to do?");
  expect(talk.user("standing order")).toBe("From which day?");
});

describe("a later question", () => {
  test("reads back the volunteered value where it says `explicit`, and asks after a no", () => {
    const talk = begun(", confirm: explicit");
    expect(talk.user("a standing order of fifty pounds for Ada")).toBe("50 pounds, is that right?");
    expect(talk.user("no")).toBe("How much?");
    expect(talk.user("sixty")).toBe("60 pounds, is that right?");
    expect(talk.user("yes")).toBe("From which day?");
    expect(talk.value("amount")).toBe(60);
  });

  test("echoes it where it says `implicit`", () => {
    const talk = begun(", confirm: implicit");
    expect(talk.user("a standing order of fifty pounds for Ada")).toBe("50 pounds. From which day?");
  });

  test("is asked on the next round, since a volunteered value is for one", () => {
    const round = flow(`
start: topic
variables:
  topic: ${topics}
  amount: {type: money, currency: GBP, ask: How much?}
defaults: {give_up: done}
nodes:
  topic: {ask: topic, when_filled: ask, listen_for: [amount], next: amount}
  amount: {ask: amount, next: topic}
  done: {end: ok}
`);
    const talk = new Talk(round);
    talk.start();
    expect(talk.user("a standing order of fifty pounds")).toBe("What would you like to do?");
    expect(talk.user("standing order")).toBe("How much?");
    expect(talk.user("sixty")).toBe("What would you like to do?");
  });

  test("is skipped on a later round too, when it was answered ahead in it", () => {
    const talk = new Talk(
      flow(`
start: topic
variables:
  topic: ${topics}
  amount: {type: money, currency: GBP, ask: How much?}
defaults: {give_up: done}
nodes:
  topic: {ask: topic, set: {amount: null}, when_filled: ask, listen_for: [amount], next: amount}
  amount: {ask: amount, next: topic}
  done: {end: ok}
`),
    );
    talk.start();
    expect(talk.user("standing order")).toBe("How much?");
    expect(talk.user("sixty")).toBe("What would you like to do?");
    expect(talk.user("a standing order of fifty pounds")).toBe("What would you like to do?");
  });
});

describe("a weak value", () => {
  test("is read back at once, and dropped after a no", () => {
    const talk = begun(", confirm: never");
    expect(talk.user("a standing order of fifty pounds", 0.6)).toBe(
      "standing order and 50 pounds, is that right?",
    );
    expect(talk.value("amount")).toBeNull();
    expect(talk.user("no")).toEndWith("What would you like to do?");
    expect(talk.user("a standing order")).toBe("For whom?");
    expect(talk.user("Ada")).toBe("How much?");
  });

  test("that is a name counts as one only where it is written as one", () => {
    const talk = begun();
    expect(talk.user("a standing order for ada")).toBe("For whom?");
  });

  test("with two readings is asked about, and left to its question when that fails", () => {
    const talk = begun();
    expect(talk.user("a standing order at eight")).toBe("8 a.m. or 8 p.m.?");
    expect(talk.user("in the evening")).toBe("For whom?");
    expect(talk.value("at")).toBe("20:00");
    const lost = begun();
    lost.user("a standing order at eight");
    lost.user("bananas");
    lost.user("bananas");
    expect(lost.user("bananas")).toBe("For whom?");
    expect(lost.value("at")).toBeNull();
  });

  test("out of range is reported, and asked for at its question", () => {
    const talk = begun();
    expect(talk.user("a standing order of nine hundred pounds")).toBe(
      "You said 900 pounds. I can take 500 pounds or less. For whom?",
    );
    expect(talk.user("Ada")).toBe("How much?");
    expect(begun().user("nine hundred pounds")).toEndWith("or less. What would you like to do?");
  });
});

describe("later changes", () => {
  test("a correction reaches a volunteered value, before and after its question", () => {
    const talk = begun();
    expect(talk.user("a standing order of fifty pounds")).toBe("For whom?");
    expect(talk.user("no, sixty pounds")).toBe("60 pounds. For whom?");
    expect(talk.user("Ada")).toBe("From which day?");
    expect(talk.user("sorry, forty pounds")).toBe("40 pounds. From which day?");
    expect(talk.value("amount")).toBe(40);
  });

  test("`explicit` outlives a correction made before its question", () => {
    const talk = begun(", confirm: explicit");
    talk.user("a standing order of fifty pounds");
    talk.user("no, sixty pounds");
    expect(talk.user("Ada")).toBe("60 pounds, is that right?");
  });

  test("`depends_on` keeps a value for the first value of its variable, and clears it with the next", () => {
    const talk = begun();
    talk.user("a standing order of fifty pounds for Ada at half past seven p.m.");
    expect(talk.user("tomorrow")).toEndWith("Saturday, November 21st, 7:30 p.m., right?");
    expect(talk.user("no, Sunday")).toBe("Sunday, November 22nd. At what time?");
  });

  test("a filled variable is not heard ahead", () => {
    const talk = new Talk(bank("", { first: "", top: "open: [amount]" }), { context: { amount: 20 } });
    talk.start();
    talk.user("a standing order of fifty pounds");
    expect(talk.value("amount")).toBe(20);
  });

  test("a turn that is taken back takes the volunteered value back", () => {
    const talk = begun();
    talk.user("a standing order of fifty pounds");
    expect(talk.reopen("a standing order of fifty five pounds")).toBe("For whom?");
    expect(talk.value("amount")).toBe(55);
    expect(talk.state).toEqual(JSON.parse(JSON.stringify(talk.state)));
  });
});

describe("models and secrets", () => {
  test("a model may propose a volunteered value, which is read back", () => {
    const talk = new Talk(bank(), {
      proposals: [{ set: { amount: { value: 40, quote: "two score" } }, option: "order" }],
    });
    talk.start();
    expect(talk.user("two score, the regular thing")).toBe("standing order and 40 pounds, is that right?");
    expect(talk.works[0]?.what).toMatchObject({
      type: "propose",
      request: { wanted: [{ name: "topic" }, { name: "amount" }, { name: "payee" }, { name: "day" }, { name: "at" }] },
    }); // prettier-ignore
  });

  test("while a sensitive value may be volunteered, words are masked and no model is asked", () => {
    const talk = new Talk(bank(", sensitive: true"), { hasModel: true });
    talk.start();
    talk.user("bananas");
    expect(talk.works).toEqual([]);
    expect(talk.state.last.sensitive).toBe(true);
    talk.user("a standing order of fifty pounds");
    expect(talk.latest).toContainEqual({
      type: "set", flow: "t", variable: "amount", value: 50, logged: "•••",
    }); // prettier-ignore
  });
});

test("the turn does not wait longer for volunteered values", () => {
  const talk = begun();
  const point = listeningPointAt(talk.program, talk.state, { wallMs: noon });
  if (point === undefined) throw new Error("The flow listens.");
  expect(point.open.map(({ name, isAhead }) => [name, isAhead])).toEqual(
    ["amount", "payee", "day", "at"].map((name) => [name, true]),
  );
  expect(saidSoFar("standing order", point)).toBe("answer");
});

describe("the checker", () => {
  const problems = (text: string) =>
    loadFlow(text)
      .problems.filter(({ severity }) => severity !== "info")
      .map(({ code, line, column }) => `${code} ${line}:${column}`);

  test("the checker knows every name, and that a node's own questions are heard anyway", () => {
    const text = bank("", { first: "listen_for: [topic, amout]", top: "open: [amount, nobody]" });
    expect(problems(text)).toEqual(["VF201 6:16", "VF112 16:36", "VF201 16:43"]);
  });

  test("the checker warns of two variables that sound alike", () => {
    const text = bank("", { top: "open: [amount, count]", first: "" }).replace(
      "  payee:",
      "  count: {type: number, output: true}\n  payee:",
    );
    expect(problems(text)).toEqual(["VF509 6:16"]);
  });

  test("the checker sees that an answer ahead clears its dependents, unless it has a value already", () => {
    const text = (start: string) =>
      flow(`
start: ${start}
open: [day]
variables:
  day: {type: date, ask: Which day?}
  at: {type: time, ask: At what time?, depends_on: [day]}
  ok: {type: boolean, ask: All right?}
defaults: {give_up: done}
nodes:
  day: {ask: day, next: at}
  at: {ask: at, next: ok}
  ok: {ask: ok, next: say}
  say: {say: "{{ at }}", next: done}
  done: {end: ok}
`);
    const empty = (start: string) => problems(text(start)).filter((each) => each.startsWith("VF208"));
    expect(empty("day")).toEqual([]);
    expect(empty("at")).toEqual(["VF208 16:18"]);
  });
});

test("a day is no name, and neither is a word that only follows", () => {
  const text = bank("", { first: "listen_for: [amount, payee]" });
  for (const words of [
    "a standing order for Monday",
    "a standing order for my rent",
    "a standing order for four",
  ]) {
    const talk = new Talk(text);
    talk.start();
    talk.user(words);
    expect([words, talk.value("payee")]).toEqual([words, null]);
  }
});

test("a phrase with an open end carries a name only where one is asked for", () => {
  const text = bank("", { first: "listen_for: [payee]" }).replace(", synonyms: [for]", "");
  const talk = new Talk(text);
  talk.start();
  expect(talk.user("a standing order for Christmas")).toBe("standing order, is that right?");
  expect(talk.user("yes")).toBe("For whom?");
  expect(talk.user("for Monday")).toBe("Monday, is that right?");
  expect(talk.user("no, for Ada")).toBe("How much?");
  expect(talk.value("payee")).toBe("Ada");
});

test("the recogniser expects volunteered values", () => {
  const heardAt = (first: string) => {
    const talk = begun("", { first });
    const point = listeningPointAt(talk.program, talk.state, { wallMs: noon });
    return JSON.stringify(expectationOf(point, turnTakingAt(talk.program, talk.state)).anyOf);
  };
  expect(heardAt("listen_for: [amount, day]")).toContain("pounds");
  expect(heardAt("listen_for: [amount, day]")).toContain("tomorrow");
  expect(heardAt("")).not.toContain("pounds");
});
