// Preemptive generation in whole calls, in virtual time: an answer begins earlier, and an unwanted one leaves no trace
// except its cost.

import { describe, expect, test } from "bun:test";
import { modelMs, type Talk, talking } from "../../support/fakes/assistant-calls.ts";
import type { LlmScript } from "../../support/fakes/scripted-llm.ts";
import { unclear } from "../../support/fakes/written-ears.ts";

/** An answer after 400 ms. */
const price: LlmScript = [modelMs, "It is five", " euros."];

async function hangUp(talk: Talk): Promise<void> {
  talk.call.gone("caller");
  expect(await talk.leftovers()).toEqual([]);
  expect(talk.llm.writing).toBe(0);
}

const whole = { unit: "tokens", input: 10, output: 5, basis: "reported" } as const;

describe("an answer that is begun before the turn is over", () => {
  test("is heard earlier by the model's time, and is the only request", async () => {
    const talked = async (preempts: boolean): Promise<Talk> => {
      const talk = await talking({ scripts: [price, ["Bye."]], preempts });
      await talk.says("the price of two");
      await talk.pass(3_000);
      await talk.says("thank you");
      await talk.pass(3_000);
      expect(talk.heard()).toEqual(["Hello.", "It is five euros.", "Bye."]);
      expect(talk.used).toEqual([whole, whole]);
      await hangUp(talk);
      return talk;
    };
    const [early, late] = [await talked(true), await talked(false)];
    expect(late.latencies()[0]! - early.latencies()[0]!).toBe(modelMs);
    expect(early.llm.asked.map(({ isPreemptive }) => isPreemptive)).toEqual([undefined, true, true]);
    expect(late.llm.asked.map(({ isPreemptive }) => isPreemptive)).toEqual([undefined, undefined, undefined]);
    // The model's input and memory are the same in both.
    for (const request of [0, 1, 2]) expect(early.told(request)).toEqual(late.told(request));
    expect(early.timeline().replaceAll(/\d+/g, "")).toEqual(late.timeline().replaceAll(/\d+/g, ""));
  });

  test("is not spoken before the turn is over, however soon it is there", async () => {
    const talk = await talking({ scripts: [["At once."]] });
    await talk.says("the price of two");
    await talk.pass(400);
    expect(talk.llm.asked).toHaveLength(2);
    expect(talk.events.filter((it) => it.type === "reply-text")).toHaveLength(1);
    await talk.pass(1_500);
    expect(talk.heard()).toEqual(["Hello.", "At once."]);
    expect(talk.events.filter((it) => it.type === "reply-started")).toHaveLength(2);
    await hangUp(talk);
  });

  test("stands if the last words differ only in capitals and full stops", async () => {
    const talk = await talking({ scripts: [price, ["Bye."]] });
    talk.ears.finals.push("The price of two.");
    await talk.says("the price of two");
    await talk.pass(3_000);
    expect(talk.llm.asked).toHaveLength(2);
    await talk.says("thank you");
    await talk.pass(3_000);
    // From then on the model gets the finally spoken words.
    expect(talk.told(2)).toEqual([
      "assistant: Hello.",
      "user: The price of two.",
      "assistant: It is five euros.",
      "user: thank you",
    ]);
    await hangUp(talk);
  });

  test("is dropped without a trace where the last words differ, and is paid for nevertheless", async () => {
    const talk = await talking({ scripts: [["It is five euros."], [modelMs, "Two are ten."], ["Bye."]] });
    talk.ears.finals.push("the price of two for me");
    await talk.says("the price of two");
    await talk.pass(3_000);
    expect(talk.heard()).toEqual(["Hello.", "Two are ten."]);
    await talk.says("thank you");
    await talk.pass(3_000);
    expect(talk.told(3)).toEqual([
      "assistant: Hello.",
      "user: the price of two for me",
      "assistant: Two are ten.",
      "user: thank you",
    ]);
    expect(JSON.stringify(talk.events)).not.toContain("five");
    // The answer was complete before it was dropped, so its vendor had counted it.
    expect(talk.used).toEqual([whole, whole, whole]);
    await hangUp(talk);
  });

  test("is estimated where it is cancelled, by its input and its output so far", async () => {
    const talk = await talking({ scripts: [[{ hangs: true }], ["Twelve chars", { hangs: true }], price] });
    await talk.says("the price of two");
    await talk.pass(400);
    talk.ears.write("the price of two for");
    await talk.pass(20);
    expect(talk.llm.aborted).toBe(1);
    talk.ears.write("the price of two for me");
    await talk.pass(200);
    talk.ears.finals.push("the price of two for you");
    await talk.pass(3_000);
    const inputOf = (request: number): number =>
      Math.ceil(talk.llm.asked[request]!.messages.reduce((sum, { text }) => sum + text.length, 0) / 4);
    expect(talk.used).toEqual([
      { unit: "tokens", input: inputOf(1), output: 0, basis: "estimated" },
      { unit: "tokens", input: inputOf(2), output: 3, basis: "estimated" },
      whole,
    ]);
    expect(talk.heard()).toEqual(["Hello.", "It is five euros."]);
    await hangUp(talk);
  });

  test("is asked for anew where it has failed, without a report", async () => {
    const talk = await talking({ scripts: [["It is", { fails: "transient" }], price] });
    await talk.says("the price of two");
    await talk.pass(3_000);
    expect(talk.heard()).toEqual(["Hello.", "It is five euros."]);
    expect(talk.events.filter((it) => it.type === "warning" || it.type === "failed")).toEqual([]);
    await hangUp(talk);
  });

  test("fails normally once it is being spoken", async () => {
    const talk = await talking({ scripts: [["It is five euros. ", 1_500, { fails: "transient" }]] });
    await talk.says("the price of two");
    await talk.pass(5_000);
    expect(talk.heard()).toEqual([
      "Hello.",
      "It is five euros.",
      "I am sorry, I lost the connection to my language model.",
      "Please ask again.",
    ]);
    await hangUp(talk);
  });

  test("is dropped where the conversation has changed meanwhile", async () => {
    const talk = await talking({ scripts: [["It is five euros."], ["It is six euros."]] });
    await talk.says("the price of two");
    await talk.pass(400);
    talk.call.input({ type: "context", role: "user", text: "Prices have risen by one euro.", run: false });
    await talk.pass(3_000);
    expect(talk.heard()).toEqual(["Hello.", "It is six euros."]);
    expect(talk.told(2).join("\n")).toContain("risen");
    await hangUp(talk);
  });
});

describe("caps", () => {
  test("three requests a turn, however often its words change", async () => {
    const hangs: LlmScript = [{ hangs: true }];
    const talk = await talking({ scripts: [hangs, hangs, hangs, price, ["Bye."]] });
    await talk.says("one");
    for (const text of ["one two", "one two three", "one two three four"]) {
      await talk.pass(text === "one two" ? 280 : 140);
      talk.ears.write(text);
    }
    await talk.pass(3_000);
    expect(talk.llm.asked.map(({ isPreemptive }) => isPreemptive === true)).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
    expect(talk.heard()).toEqual(["Hello.", "It is five euros."]);
    // The next turn has its own answer.
    await talk.says("thank you");
    await talk.pass(3_000);
    expect(talk.llm.asked.at(-1)?.isPreemptive).toBe(true);
    await hangUp(talk);
  });

  test.each([
    [8, true],
    [12, false],
  ])("none after ten seconds of a turn: in one of %p", async (seconds, isPreemptive) => {
    const talk = await talking({ scripts: [price] });
    for (let second = 0; second < seconds; second++) {
      await talk.pass(860, true);
      await talk.pass(140);
    }
    await talk.says("the price of two");
    await talk.pass(3_000);
    expect(talk.heard()).toEqual(["Hello.", "It is five euros."]);
    expect(talk.llm.asked.at(-1)?.isPreemptive === true).toBe(isPreemptive);
    await hangUp(talk);
  });

  test("an unused one is dropped after five seconds", async () => {
    const talk = await talking({ scripts: [[{ hangs: true }]] });
    await talk.says("the price of two");
    await talk.pass(300);
    // The client lets the agent say a long sentence, during which the caller's words mean nothing.
    talk.ears.finals.push("");
    talk.call.input({ type: "say", text: "This is a sentence that lasts. ".repeat(20), interrupt: true });
    await talk.pass(4_700);
    expect(talk.llm.aborted).toBe(0);
    await talk.pass(400);
    expect(talk.llm.aborted).toBe(1);
    await hangUp(talk);
  });

  test("an answer is no longer than one requested later", async () => {
    const talk = await talking({ scripts: [["a".repeat(9_000), { hangs: true }]] });
    await talk.says("the price of two");
    await talk.pass(400);
    expect([talk.llm.writing, talk.llm.aborted]).toEqual([0, 1]);
    await talk.pass(2_000);
    const text = talk.events.flatMap((it) => (it.type === "reply-text" ? [it.delta] : []));
    expect(text).toEqual(["Hello.", "a".repeat(9_000)]);
    await hangUp(talk);
  });
});

describe("nothing is asked ahead of time", () => {
  test.each([
    ["where it is not switched on", { preempts: false }],
    ["where a tool could write", { tools: "writing" }],
    ["where the model could end the call", { tools: "ending" }],
    ["where it could press keys", { tools: "keys" }],
    ["where it could put the caller through", { tools: "transfers" }],
  ] as const)("%s", async (_, options) => {
    const talk = await talking({ scripts: [price], ...options });
    await talk.says("the price of two");
    await talk.pass(3_000);
    expect(talk.llm.asked.map(({ isPreemptive }) => isPreemptive)).toEqual([undefined, undefined]);
    await hangUp(talk);
  });

  test("while the caller speaks, or after words that end no sentence", async () => {
    const talk = await talking({ scripts: [price], language: "en" });
    await talk.says("the price of two and");
    await talk.pass(1_900);
    expect(talk.llm.asked).toHaveLength(1);
    // The turn is over nevertheless, and the call waits for its last words.
    await talk.pass(200);
    expect(talk.llm.asked).toHaveLength(2);
    await talk.pass(2_000);
    expect(talk.heard()).toEqual(["Hello.", "It is five euros."]);
    expect(talk.llm.asked).toHaveLength(2);
    await hangUp(talk);
  });
});

describe("tools", () => {
  test("a reading one is not run before the turn is over", async () => {
    const call = { id: "c1", name: "look", arguments: "{}" };
    const talk = await talking({ scripts: [[{ call }], ["It is five euros."]], tools: "reading" });
    await talk.says("the price of two");
    await talk.pass(400);
    expect(talk.llm.asked).toHaveLength(2);
    expect(talk.ran).toEqual([]);
    await talk.pass(2_000);
    expect(talk.ran).toEqual(["look"]);
    expect(talk.heard()).toEqual(["Hello.", "It is five euros."]);
    await hangUp(talk);
  });

  test("never starts while the caller had not finished", async () => {
    const call = { id: "c1", name: "look", arguments: "{}" };
    const talk = await talking({ scripts: [[{ call }], ["Gladly."]], tools: "reading" });
    talk.ears.finals.push("the price of two no wait");
    await talk.says("the price of two");
    await talk.pass(3_000);
    expect(talk.ran).toEqual([]);
    expect(talk.events.filter((it) => it.type === "tool-finished")).toEqual([]);
    expect(talk.heard()).toEqual(["Hello.", "Gladly."]);
    await hangUp(talk);
  });
});

describe("a caller who continues", () => {
  test("is answered to all words, where the end of a turn was only a pause", async () => {
    const talk = await talking({ scripts: [[{ hangs: true }], price] });
    await talk.says("the price of two");
    // The turn is over after 700 ms of silence; the caller speaks again before its words arrive.
    await talk.pass(740);
    await talk.says("for two");
    await talk.pass(3_000);
    expect(talk.heard()).toEqual(["Hello.", "It is five euros."]);
    expect(talk.llm.asked.map(({ isPreemptive }) => isPreemptive)).toEqual([undefined, true, true]);
    expect(talk.told(2).at(-1)).toBe("user: the price of two for two");
    expect(talk.llm.aborted).toBe(1);
    await hangUp(talk);
  });

  test("is answered to all words, where the answer had just begun", async () => {
    const talk = await talking({ scripts: [["Unfortunately everything is sold."], price] });
    await talk.says("the price of two");
    await talk.pass(900);
    await talk.says("for two");
    await talk.pass(4_000);
    expect(talk.heard()).toEqual(["Hello.", "It is five euros."]);
    expect(talk.told(talk.llm.asked.length - 1)).toEqual([
      "assistant: Hello.",
      "user: the price of two\nfor two",
    ]);
    await hangUp(talk);
  });

  test("interrupts an early answer like any other", async () => {
    const talk = await talking({
      scripts: [["It is five euros, and I could tell you more of it. ", { hangs: true }], price],
    });
    await talk.says("the price of two");
    await talk.pass(1_400);
    await talk.says("stop that please");
    await talk.pass(4_000);
    expect(talk.llm.aborted).toBe(1);
    expect(talk.heard()).toEqual(["Hello.", "It is five euros."]);
    expect(talk.told(talk.llm.asked.length - 1)).toContainEqual(
      expect.stringMatching(/^assistant: It is five/),
    );
    await hangUp(talk);
  });
});

describe("early ends", () => {
  test("a caller who hangs up leaves no request open", async () => {
    const talk = await talking({ scripts: [[{ hangs: true }]] });
    await talk.says("the price of two");
    await talk.pass(400);
    expect(talk.llm.writing).toBe(1);
    await hangUp(talk);
    expect(talk.llm.aborted).toBe(1);
    expect(talk.used).toMatchObject([{ output: 0, basis: "estimated" }]);
  });

  test("typed words, keys and misunderstood speech drop it", async () => {
    for (const input of [
      { type: "text", text: "by mail please", interrupt: true, speak: true },
      { type: "keys", keys: "1" },
      undefined,
    ] as const) {
      const talk = await talking({ scripts: [["It is five euros."], ["As you like."]] });
      if (input === undefined) talk.ears.finals.push(unclear);
      await talk.says("the price of two");
      await talk.pass(400);
      talk.ears.finals.push("");
      if (input !== undefined) talk.call.input(input);
      await talk.pass(3_000);
      expect(talk.heard().join(" ")).not.toContain("five");
      await hangUp(talk);
    }
  });

  test("a noise without words drops it at once", async () => {
    const talk = await talking({ scripts: [[{ hangs: true }]] });
    talk.ears.finals.push("");
    await talk.says("that is nice");
    await talk.pass(1_200);
    expect([talk.llm.asked.length, talk.llm.aborted]).toEqual([2, 1]);
    await hangUp(talk);
  });
});
