// Language model as a responder: the model's input, the words after a failure, and the end of the call.

import { describe, expect, test } from "bun:test";
import { openLog } from "../../src/base/log.ts";
import type { ErrorKind } from "../../src/providers/provider-contract.ts";
import { LlmTalk } from "../support/fakes/llm-talk.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";

const unheard = "Sorry, I did not understand that. Could you say it again?";
const unreachable = "I am sorry, I could not reach my language model. Please try again.";
const stay = new AbortController().signal;

describe("a language model's responder", () => {
  test("lets the model greet, under the system prompt", async () => {
    const talk = new LlmTalk([{ pieces: ["Hello! ", "What can I do?"] }]);
    expect(await talk.give({ type: "start" })).toBe("Hello! What can I do?");
    expect(talk.llm.asked[0]?.map(({ role }) => role)).toEqual(["system", "user"]);
    expect(talk.llm.asked[0]?.[0]?.text).toBe("Be kind.");
    expect(talk.responder.name).toBe("fake-1");
    expect(talk.responder.expectation()).toBeUndefined();
  });

  test("sends with each request the hash of its stable beginning, the prompt's", async () => {
    const talk = new LlmTalk();
    await talk.hear("One.");
    await talk.hear("Two.");
    const other = new LlmTalk([], { systemPrompt: "Be brief." });
    await other.hear("One.");
    const [first, second] = talk.llm.cacheKeys;
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(second).toBe(first!);
    expect(other.llm.cacheKeys).not.toContain(first);
  });

  test("keeps the conversation, in turns", async () => {
    const talk = new LlmTalk([{ pieces: ["Hi."] }, { pieces: ["Four."] }]);
    await talk.give({ type: "start" });
    await talk.hear("Two and two?");
    await talk.hear("And three?");
    expect(talk.told.slice(1)).toEqual([
      "assistant: Hi.",
      "user: Two and two?",
      "assistant: Four.",
      "user: And three?",
    ]);
  });

  test("remembers only the heard part of a cut answer", async () => {
    const talk = new LlmTalk([{ pieces: ["One, two, ", "three, four."], hangs: true }]);
    await talk.cut("Count.", "One,", 1_001);
    await talk.hear("Stop.");
    expect(talk.told).toEqual(["user: Count.", "assistant: One,", "user: Stop."]);
  });

  test("forgets an unheard answer, so the caller's turns become one", async () => {
    const talk = new LlmTalk([{ pieces: ["One,"], hangs: true }]);
    await talk.cut("Count.", "");
    await talk.hear("To five.");
    expect(talk.told).toEqual(["user: Count.\nTo five."]);
  });

  test("corrects an answer that was cut after it was written, and only the last one", async () => {
    const talk = new LlmTalk([{ pieces: ["First answer."] }, { pieces: ["Second answer."] }]);
    await talk.hear("a");
    await talk.hear("b");
    await talk.clock.advance(1_001);
    talk.responder.interrupted("Second");
    talk.responder.interrupted("Nonsense");
    await talk.hear("c");
    expect(talk.told).toEqual([
      "user: a",
      "assistant: First answer.",
      "user: b",
      "assistant: Second",
      "user: c",
    ]);
  });

  test("closes the request when it is cut, and when the listener leaves", async () => {
    const talk = new LlmTalk([
      { pieces: ["One,"], hangs: true },
      { pieces: ["One,"], hangs: true },
    ]);
    await talk.cut("Count.", "One,");
    expect(talk.llm.cancelled).toBe(1);
    for await (const said of talk.responder.answer({ type: "words", text: "Again." }, stay)) {
      expect(said).toEqual({ type: "text", delta: "One," });
      break;
    }
    expect(talk.llm.cancelled).toBe(2);
  });

  test("puts notes and keys into the conversation, and alternates the roles", async () => {
    const talk = new LlmTalk();
    talk.responder.note("assistant", "Your order is on its way.");
    talk.responder.note("user", "I am Ada.");
    await talk.give({ type: "keys", keys: "12#" });
    expect(talk.told).toEqual([
      "user: (Please go on.)",
      "assistant: Your order is on its way.",
      "user: I am Ada.\n(The caller pressed 1 2 #.)",
    ]);
    talk.responder.note("assistant", "One more thing.");
    await talk.give({ type: "context" });
    expect(talk.told.slice(-2)).toEqual(["assistant: Yes.\nOne more thing.", "user: (Please go on.)"]);
  });

  test("forgets the oldest when the conversation grows too long, never the system prompt", async () => {
    const talk = new LlmTalk([], { limits: { charsMax: 1_000, messagesMax: 5 } });
    for (let turn = 0; turn < 20; turn++) await talk.hear(`Turn ${turn}.`);
    expect(talk.llm.asked.at(-1)?.[0]).toEqual({ role: "system", text: "Be kind." });
    expect(talk.told).toEqual([
      "user: Turn 17.",
      "assistant: Yes.",
      "user: Turn 18.",
      "assistant: Yes.",
      "user: Turn 19.",
    ]);
    await talk.hear("x".repeat(2_000));
    expect(talk.told).toEqual([`user: ${"x".repeat(2_000)}`]);
  });

  test("stops a model that cannot stop", async () => {
    const talk = new LlmTalk([{ pieces: Array.from({ length: 1_000 }, () => "blah ".repeat(10)) }]);
    expect((await talk.hear("Talk.")).length).toBe(8_000);
    expect(talk.llm.cancelled).toBe(1);
  });
});

describe("a language model's responder, when the model fails", () => {
  const words: Record<Exclude<ErrorKind, "cancelled">, string> = {
    transient: unreachable,
    session_limit: unreachable,
    rate_limit: "I am sorry, my language model is busy right now. Please try again in a moment.",
    auth: "I am sorry, my language model is not set up correctly. Please tell the people who run this service.",
    quota:
      "I am sorry, my language model is not set up correctly. Please tell the people who run this service.",
    bad_input:
      "I am sorry, my language model is not set up correctly. Please tell the people who run this service.",
    unsupported:
      "I am sorry, my language model is not set up correctly. Please tell the people who run this service.",
    content: "I am sorry, I cannot answer that.",
  };
  for (const [kind, said] of Object.entries(words)) {
    test(`says something sensible about ${kind}, warns, and logs the server's words only`, async () => {
      const talk = new LlmTalk([{ fails: kind as ErrorKind }]);
      expect(await talk.hear("My secret.")).toBe(said);
      expect(talk.warnings).toEqual([kind === "auth" ? "provider/auth" : "provider/failed"]);
      expect(talk.logged.join()).toContain("words of the server");
      expect(talk.logged.join()).not.toContain("My secret");
    });
  }

  test("continues with both of the caller's turns, and without the apology", async () => {
    const talk = new LlmTalk([{ fails: "transient" }]);
    await talk.hear("Hello?");
    talk.responder.interrupted("I am");
    expect(await talk.hear("Anybody?")).toBe("Yes.");
    expect(talk.told).toEqual(["user: Hello?\nAnybody?"]);
  });

  test("says that it was cut off when part of the answer is out", async () => {
    const talk = new LlmTalk([{ pieces: ["The answer is"], fails: "transient" }]);
    expect(await talk.hear("What is it?")).toBe(
      "The answer is\nI am sorry, I lost the connection to my language model. Please ask again.",
    );
  });

  test("remembers whole sentences only of an answer that broke off", async () => {
    const talk = new LlmTalk([{ pieces: ["It is five. And the"], fails: "transient" }]);
    await talk.hear("What time is it?");
    await talk.hear("Say it again.");
    expect(talk.told).toEqual(["user: What time is it?", "assistant: It is five.", "user: Say it again."]);
  });

  test("gives up an answer that stops for three seconds, and closes the request", async () => {
    const clock = new VirtualClock();
    const log = openLog({ level: "error", format: "json", write: () => undefined });
    const talk = new LlmTalk([{ pieces: ["It is five. And the"], hangs: true }], { context: { clock, log } });
    const words = talk.hear("What time is it?");
    await clock.advance(2_999);
    expect(talk.llm.cancelled).toBe(0);
    await clock.advance(1);
    expect(await words).toEndWith(
      "\nI am sorry, I lost the connection to my language model. Please ask again.",
    );
    expect(talk.llm.cancelled).toBe(1);
    expect(clock.pending).toBe(0);
  });

  test("ends politely after three failures in a row, and not after two", async () => {
    const fails = { fails: "transient" } as const;
    const talk = new LlmTalk([fails, fails, {}, { pieces: ["Back."] }, fails, fails, fails]);
    for (let turn = 0; turn < 6; turn++) await talk.hear("Hello?");
    expect(talk.outcome).toBeUndefined();
    expect(await talk.hear("Hello?")).toEndWith("Goodbye.");
    expect(talk.outcome).toBe("error");
  });

  test("never stays silent: an empty or refused answer has words", async () => {
    const talk = new LlmTalk([{}, { pieces: [" "] }, { refuses: true }]);
    const nothing = "I am sorry, I have no answer to that. Could you say it differently?";
    expect(await talk.hear("a")).toBe(nothing);
    expect(await talk.hear("b")).toEndWith(nothing);
    expect(await talk.hear("c")).toBe("I am sorry, I cannot answer that.");
  });

  test("does not hide a bug of ours", async () => {
    const talk = new LlmTalk();
    talk.llm.stream = () => {
      throw new TypeError("a bug");
    };
    expect(await talk.hear("a").catch(String)).toBe("TypeError: a bug");
  });
});

describe("a language model's responder, when the caller is not heard", () => {
  test("asks at the first silence and ends at the second, without the model", async () => {
    const talk = new LlmTalk();
    expect(await talk.give({ type: "silence" })).toBe("Are you still there?");
    expect(talk.outcome).toBeUndefined();
    expect(await talk.give({ type: "silence" })).toEndWith("Goodbye.");
    expect(talk.outcome).toBe("gave_up");
    expect(talk.llm.asked).toEqual([]);
  });

  test("does not hang up on a caller who speaks at the moment of the second silence", async () => {
    const talk = new LlmTalk();
    await talk.give({ type: "silence" });
    expect(await talk.give({ type: "silence" }, AbortSignal.abort())).toBe("");
    expect(talk.outcome).toBeUndefined();
  });

  test("restarts the count of silences when the caller says something", async () => {
    const talk = new LlmTalk();
    await talk.give({ type: "silence" });
    await talk.hear("I am here.");
    expect(talk.told).toEqual([
      "user: (Please go on.)",
      "assistant: Are you still there?",
      "user: I am here.",
    ]);
    expect(await talk.give({ type: "silence" })).toBe("Are you still there?");
  });

  test("asks again after misunderstood words", async () => {
    const talk = new LlmTalk();
    expect(await talk.give({ type: "no-match" })).toBe(unheard);
    expect(await talk.give({ type: "no-match" })).toStartWith("I still did not catch that.");
    expect(await talk.give({ type: "no-match" })).toBe(unheard);
    await talk.hear("A table.");
    await talk.clock.advance(1_001);
    expect(await talk.give({ type: "no-match" })).toBe(unheard);
  });
});
