// Asides: words said over the agent, and which of them are meant to interrupt.

import { expect, test } from "bun:test";
import { type Aside, asideOf, type SaidOverAgent } from "../../../src/voice/barge-in/aside.ts";

const over = (text: string, changes: Partial<SaidOverAgent> = {}): Aside | undefined =>
  asideOf({
    heard: { text },
    said: "unclear",
    onlyListens: (text) => /^(yes|okay|uh huh)$/.test(text),
    agentSaid: "We are open from nine to five. For how many people?",
    hasAsked: false,
    ...changes,
  });

test("aside: words count, unless the recogniser is unsure", () => {
  expect(over("four")).toBeUndefined();
  expect(over("four", { heard: { text: "four", confidence: 0.8 } })).toBeUndefined();
  expect(over("four", { heard: { text: "four", confidence: 0.79 } })).toBe("unsure");
});

test("aside: words that are much softer than the caller's do not count", () => {
  expect(over("four", { isFaint: true })).toBe("faint");
  expect(over("four", { isFaint: false })).toBeUndefined();
});

test("aside: a backchannel does not count, unless it answers the question", () => {
  expect(over("okay")).toBe("backchannel");
  expect(over("yes", { said: "yes-or-no" })).toBe("backchannel");
  for (const said of ["yes-or-no", "answer", "may-grow"] as const)
    expect(over("yes", { said, hasAsked: true })).toBeUndefined();
  expect(over("yes", { said: "unclear", hasAsked: true })).toBe("backchannel");
});

test("aside: without a language's data a question mark makes a backchannel an answer", () => {
  const yes = { hasAsked: true, said: undefined };
  expect(over("yes", yes)).toBeUndefined();
  expect(over("yes", { ...yes, agentSaid: "Is that all?” " })).toBeUndefined();
  expect(over("yes", { ...yes, agentSaid: "Then I tell you what I know." })).toBe("backchannel");
});

test("aside: the agent's own words in a row are its echo; one of them alone is not", () => {
  expect(over("we are open")).toBe("echo");
  expect(over("From nine, to FIVE!")).toBe("echo");
  expect(over("people")).toBeUndefined();
  expect(over("nine five")).toBeUndefined();
  expect(over("many peop")).toBeUndefined();
});

test("aside: an answer in a few of the agent's own words is an answer", () => {
  for (const said of ["yes-or-no", "answer", "may-grow"] as const) {
    expect(over("nine to five", { said })).toBeUndefined();
    expect(over("from nine to five", { said })).toBe("echo");
  }
});
