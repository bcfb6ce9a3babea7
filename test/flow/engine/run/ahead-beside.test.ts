// Answers ahead beside other answers: the question is answered by the entries of a list, or by keys of the phone.

import { describe, expect, test } from "bun:test";
import { expectationOf } from "../../../../src/flow/engine/guide/expectation-of.ts";
import { listeningPointAt } from "../../../../src/flow/engine/run/ask/listening-point.ts";
import { turnTakingAt } from "../../../../src/flow/engine/run/turn-taking.ts";
import type { Value } from "../../../../src/flow/value/value.ts";
import { flow, noon, Talk } from "./talk.ts";

const pizzas = ({ confirm = "auto", language = "en" } = {}): string =>
  flow(`
start: take
open: [day, at, guests]
variables:
  order:
    type: list
    confirm: ${confirm}
    of:
      count: {type: number, integer: true, min: 1, max: 20, default: 1}
      size: {type: choice, ask: Which size?, options: [{id: small, synonyms: [kleine]}, {id: large, synonyms: [große]}], only_for: {kind: [margherita]}}
      kind: {type: choice, options: [{id: margherita}, {id: cola}, {id: tea, synonyms: [Tee]}]}
    ask: What will it be?
  day: {type: date, ask: For which day?}
  at: {type: time, ask: At what time?}
  guests: {type: number, integer: true, min: 1, max: 12, ask: How many are you?, synonyms: [people, Leute]}
nodes:
  take: {ask: order, give_up: lost, next: when}
  when: {ask: [day, at], give_up: lost, next: many}
  many: {ask: guests, give_up: lost, next: done}
  lost: {end: lost}
  done: {end: done}
`).replace("language: en", `language: ${language}`);

/** The entries in words, then the other values: "2 large cola; 2026-11-21; ; 4". */
const heard = (talk: Talk): string =>
  ["order", "day", "at", "guests"].map((name) => inWords(talk.value(name))).join("; ");

const inWords = (value: Value): string =>
  value === null
    ? ""
    : Array.isArray(value)
      ? value.map(inWords).join(", ")
      : typeof value === "object"
        ? Object.values(value).map(inWords).filter(Boolean).join(" ")
        : String(value);

describe("beside a list", () => {
  const cases: readonly (readonly [said: string, heard: string])[] = [
    ["two large margheritas for tomorrow at noon", "2 large margherita; 2026-11-21; 12:00; "],
    ["for tomorrow two large margheritas", "2 large margherita; 2026-11-21; ; "],
    ["a cola and two teas for four people", "1 cola, 2 tea; ; ; 4"],
    ["four people, two colas", "2 cola; ; ; 4"],
    // A number that counts the following items belongs to the list.
    ["for four large margheritas", "4 large margherita; ; ; "],
    ["eight colas at eight in the evening", "8 cola; ; 20:00; "],
    ["a cola for the third of December", "1 cola; 2026-12-03; ; "],
    // If the caller denies a part, or the agent misunderstands it, the agent asks about it.
    ["two colas, not for tomorrow", "; ; ; "],
    ["two colas for zwanzig people", "; ; ; "],
  ];
  for (const [said, expected] of cases)
    test(`"${said}"`, () => {
      const talk = new Talk(pizzas());
      talk.start();
      talk.user(said);
      expect(heard(talk)).toBe(expected);
    });

  test("the same sentences are understood in German", () => {
    const talk = new Talk(pizzas({ language: "de" }));
    talk.start();
    talk.user("zwei große Margherita um halb acht abends für vier Leute");
    expect(heard(talk)).toBe("2 large margherita; ; 19:30; 4");
    talk.user("und einen Tee, am Montag");
    expect(heard(talk)).toBe("2 large margherita, 1 tea; 2026-11-23; 19:30; 4");
  });

  test("an ambiguous or impossible part is asked or reported, and the order is spoken and kept", () => {
    const talk = new Talk(pizzas());
    talk.start();
    expect(talk.user("two colas at eight")).toBe("2 cola. 8 a.m. or 8 p.m.?");
    expect(talk.user("in the evening")).toBe("Anything else?");
    expect(talk.user("and a tea for twenty people")).toBe(
      "2 cola and 1 tea. You said 20. I can take 1 to 12. Anything else?",
    );
    expect(heard(talk)).toBe("2 cola, 1 tea; ; 20:00; ");
    const either = new Talk(pizzas());
    either.start();
    expect(either.user("a tea tomorrow or Monday")).toBe(
      "1 tea. Saturday, November 21st or Monday, November 23rd?",
    );
  });

  test("an order in a read-back survives an unclear part beside it", () => {
    const talk = new Talk(pizzas({ confirm: "explicit" }));
    talk.start();
    expect(talk.user("two colas at eight")).toBe("2 cola, is that right?");
    talk.user("yes, and a tea, for Monday");
    expect(heard(talk)).toBe("; 2026-11-23; ; ");
    talk.user("yes");
    expect(heard(talk)).toBe("2 cola, 1 tea; 2026-11-23; ; ");
  });

  test("the day may come with the size, with the end, and with a yes that is not about the list", () => {
    const talk = new Talk(pizzas());
    talk.start();
    expect(talk.user("a margherita for four people")).toBe("1 margherita. Which size?");
    expect(talk.user("large, for tomorrow")).toBe("1 large margherita. Anything else?");
    expect(talk.user("yes, at noon")).toBe("noon. Anything else?");
    expect(talk.user("that's all, thanks")).toBe("");
    expect(heard(talk)).toBe("1 large margherita; 2026-11-21; 12:00; 4");
    expect(talk.outcome).toBe("done");
    const short = new Talk(pizzas());
    short.start();
    short.user("a tea");
    expect(short.user("that's all, for tomorrow please")).toBe("At what time?");
  });

  test("the list may be changed beside its day, before and after its question", () => {
    const talk = new Talk(pizzas());
    talk.start();
    talk.user("a tea");
    talk.user("no, make it two teas, for Monday");
    expect(heard(talk)).toBe("2 tea; 2026-11-23; ; ");
    expect(talk.user("that's all")).toBe("At what time?");
    talk.user("and another tea, for four people");
    expect(heard(talk)).toBe("3 tea; 2026-11-23; ; 4");
  });

  test("the recogniser may hear both in one breath", () => {
    const talk = new Talk(pizzas().replace("[day, at, guests]", "[day]"));
    talk.start();
    const point = listeningPointAt(talk.program, talk.state, { wallMs: noon });
    const { anyOf } = expectationOf(point, turnTakingAt(talk.program, talk.state));
    const [before = ""] = JSON.stringify(anyOf).split("tomorrow");
    expect(before).toContain("margherita");
  });
});

const account = (more = "", top = "open: [day, at]"): string =>
  flow(`
start: take
${top}
variables:
  account: {type: digits, length: 4, ask: Please enter your number.${more}}
  day: {type: date, ask: For which day?}
  at: {type: time, ask: At what time?}
nodes:
  take: {ask: account, listen: {mode: dtmf}, give_up: lost, next: when}
  when: {ask: [day, at], give_up: lost, next: done}
  lost: {end: lost}
  done: {end: done}
`);

const accepts = ({ program, state }: Talk) => turnTakingAt(program, state).accepts;

describe("beside a question for keys", () => {
  const begun = (...settings: Parameters<typeof account>): Talk => {
    const talk = new Talk(account(...settings));
    talk.start();
    return talk;
  };

  test("a volunteered value is kept, corrected and asked about", () => {
    const talk = begun();
    expect(talk.user("it's about tomorrow at eight")).toBe("8 a.m. or 8 p.m.?");
    expect(talk.user("the evening")).toBe("Please enter your number.");
    expect(talk.user("no, Monday")).toBe("Monday, November 23rd. Please enter your number.");
    talk.press("1234");
    expect([talk.value("account"), talk.value("day"), talk.value("at")]).toEqual([
      "1234", "2026-11-23", "20:00",
    ]); // prettier-ignore
    expect(talk.outcome).toBe("done");
  });

  test("earlier keys still count", () => {
    const talk = begun();
    talk.press("12");
    talk.user("tomorrow");
    talk.press("34");
    expect(talk.value("account")).toBe("1234");
  });

  test("words answer nothing there, and are no wrong answer: only keys answer", () => {
    const talk = begun(", confirm: explicit");
    for (const said of ["one two three four", "bananas", "operator", "bananas"])
      expect([said, talk.user(said)]).toEqual([said, ""]);
    expect(talk.feed({ type: "no-match" })).toBe("");
    expect(talk.press("1234")).toBe("1 2 3 4, is that right?");
    expect(talk.user("yes")).toBe("");
    expect(talk.press("1")).toBe("For which day?");
  });

  test("speech is heard only where a value may be volunteered", () => {
    expect(accepts(begun())).toBe("both");
    const closed = begun("", "");
    expect(accepts(closed)).toBe("dtmf");
    expect(listeningPointAt(closed.program, closed.state, { wallMs: noon })).toBeUndefined();
    closed.user("tomorrow");
    expect(closed.value("day")).toBeNull();
  });

  test("words beside a secret are masked", () => {
    const talk = begun(", sensitive: true");
    talk.user("tomorrow");
    expect(talk.state.last.sensitive).toBe(true);
    expect(talk.value("day")).toBe("2026-11-21");
  });
});
