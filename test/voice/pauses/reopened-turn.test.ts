// Reopened turns of callers who continue after a language model has begun to answer them: the model's view of the turn,
// and its forgotten part.

import { describe, expect, test } from "bun:test";
import { LlmTalk } from "../../support/fakes/llm-talk.ts";

const unheard = "Sorry, I did not understand that. Could you say it again?";

describe("a language model's responder", () => {
  test("hears a caller who continues within a second as one turn, though the answer had begun", async () => {
    const talk = new LlmTalk([{ pieces: ["Sure, ", "what is it?"], hangs: true }]);
    await talk.cut("I would like to", "Sure, what", 1_000);
    await talk.hear("change my booking.");
    expect(talk.told).toEqual(["user: I would like to\nchange my booking."]);
  });

  test("keeps the few heard words after a mere silencing", async () => {
    const talk = new LlmTalk([{ pieces: ["Sure, ", "what is it?"] }]);
    await talk.hear("I would like to");
    talk.responder.interrupted("Sure, what", { goesOn: false });
    await talk.hear("change my booking.");
    expect(talk.told[1]).toBe("assistant: Sure, what");
  });

  test("keeps the answer apart once three words of it were heard", async () => {
    const talk = new LlmTalk([{ pieces: ["Sure, ", "what is it?"], hangs: true }]);
    await talk.cut("I would like to", "Sure, what is", 500);
    await talk.hear("change my booking.");
    expect(talk.told[1]).toBe("assistant: Sure, what is");
  });

  test("answers again when only a noise followed the caller's words", async () => {
    const talk = new LlmTalk([{ pieces: ["Sure."], hangs: true }, { pieces: ["Sure, gladly."] }]);
    await talk.cut("I would like a table.", "", 600);
    expect(await talk.give({ type: "no-match" })).toBe("Sure, gladly.");
    expect(talk.told).toEqual(["user: I would like a table."]);
    // The recogniser does not understand the same noise later.
    await talk.clock.advance(1_001);
    talk.responder.interrupted("Sure, gladly.");
    expect(await talk.give({ type: "no-match" })).toBe(unheard);
  });

  test("takes typed words as a turn of their own, however soon they come", async () => {
    const talk = new LlmTalk([{ pieces: ["Sure."] }]);
    await talk.give({ type: "words", text: "A table.", typed: true });
    talk.responder.interrupted("Sure.");
    await talk.give({ type: "words", text: "No.", typed: true });
    expect(talk.told).toEqual(["user: A table.", "assistant: Sure.", "user: No."]);
  });

  test("judges the endings of words in its language, and none of another", () => {
    const inGerman = new LlmTalk([], { language: "de-DE" }).responder;
    expect(inGerman.saidSoFar?.("ich hätte gern einen Tisch für")).toBe("unfinished");
    expect(
      new LlmTalk([], { language: "fr" }).responder.saidSoFar?.("je voudrais une table"),
    ).toBeUndefined();
    expect(new LlmTalk().responder.saidSoFar?.("a table for")).toBeUndefined();
  });
});
