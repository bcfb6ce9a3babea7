// Reopened turns in a flow: turns that a flow takes back, because the caller had only paused.

import { describe, expect, test } from "bun:test";
import { eventsOf, openFlow } from "../../support/fakes/flow-answers.ts";

describe("turns that are taken back", () => {
  const plans = `
voice_flow: 1
id: plans
language: en
start: ask
variables:
  size: {type: choice, ask: Small or large?, options: [{id: small}, {id: large}, {id: very_large, synonyms: [large and thin]}]}
  sure: {type: boolean, ask: Sure?}
defaults: {give_up: bye}
nodes:
  ask: {ask: size, emit: {size.chosen: {size: size}}, next: sure}
  sure: {ask: sure, next: bye}
  bye: {say: Goodbye., end: done}
`;

  test("a caller who continues before any of the answer is heard is understood again", async () => {
    const { give, responder, clock, facts } = openFlow(plans);
    await give({ type: "start" }).over;
    const first = give({ type: "words", text: "large" });
    await first.over;
    await clock.advance(300);
    responder.interrupted("");
    const again = give({ type: "words", text: "and thin" });
    await again.over;
    expect(facts).toContainEqual(expect.objectContaining({ key: "size", value: "very_large" }));
    await clock.advance(2_000);
    expect(eventsOf(facts)).toEqual(["size.chosen"]);
  });

  test("a caller who continues at the answer's first words is understood again, unless that answers the next question", async () => {
    const { give, responder, clock, facts } = openFlow(plans);
    await give({ type: "start" }).over;
    await give({ type: "words", text: "large" }).over;
    await clock.advance(300);
    responder.interrupted("Sure?");
    await give({ type: "words", text: "and thin" }).over;
    expect(facts).toContainEqual(expect.objectContaining({ key: "size", value: "very_large" }));
    await clock.advance(300);
    responder.interrupted("Sure?");
    await give({ type: "words", text: "yes" }).over;
    expect(facts.at(-1)).toMatchObject({ type: "end", outcome: "done" });
  });

  test("a noise right after an answer changes nothing of it, and its reply is repeated", async () => {
    const { give, responder, clock, facts } = openFlow(plans);
    await give({ type: "start" }).over;
    const first = give({ type: "words", text: "large" });
    await first.over;
    await clock.advance(300);
    responder.interrupted("");
    const again = give({ type: "no-match" });
    await again.over;
    expect(again.said).toEqual(first.said);
    await clock.advance(1_001);
    responder.interrupted("");
    const later = give({ type: "no-match" });
    await later.over;
    expect(later.said).not.toEqual(first.said);
    expect(facts).toContainEqual(expect.objectContaining({ key: "size", value: "large" }));
  });

  test("an early interruption is understood again, though its words are known only later", async () => {
    for (const [agoMs, size] of [
      [1_200, "very_large"],
      [1_199, "large"],
    ] as const) {
      const { give, responder, clock, facts } = openFlow(plans);
      await give({ type: "start" }).over;
      await give({ type: "words", text: "large" }).over;
      await clock.advance(2_200);
      responder.interrupted("Sure?", { agoMs });
      await give({ type: "words", text: "and thin" }).over;
      expect(facts.findLast((fact) => "key" in fact && fact.key === "size")).toMatchObject({ value: size });
    }
  });

  test("typed words are a turn of their own, however soon they come", async () => {
    const { give, responder, clock, facts } = openFlow(plans);
    await give({ type: "start" }).over;
    await give({ type: "words", text: "large", typed: true }).over;
    await clock.advance(300);
    responder.interrupted("");
    const next = give({ type: "words", text: "yes", typed: true });
    await next.over;
    expect(facts.at(-1)).toMatchObject({ type: "end", outcome: "done" });
  });

  test("a caller who only silences the agent has not continued: the next words are another answer", async () => {
    const { give, responder, clock, facts } = openFlow(plans);
    await give({ type: "start" }).over;
    await give({ type: "words", text: "large" }).over;
    await clock.advance(300);
    responder.interrupted("", { goesOn: false });
    await give({ type: "words", text: "yes" }).over;
    expect(facts.at(-1)).toMatchObject({ type: "end", outcome: "done" });
    expect(facts.findLast((fact) => "key" in fact && fact.key === "size")).toMatchObject({ value: "large" });
  });

  test("once something was heard, more words are another answer", async () => {
    const { give, responder, clock, facts } = openFlow(plans);
    await give({ type: "start" }).over;
    await give({ type: "words", text: "large" }).over;
    await clock.advance(300);
    responder.interrupted("Sure?");
    const next = give({ type: "words", text: "yes" });
    await next.over;
    expect(facts.at(-1)).toMatchObject({ type: "end", outcome: "done" });
  });

  test("an event is sent when its turn can no longer be taken back, and at the latest at the end", async () => {
    const waits = openFlow(plans);
    await waits.give({ type: "start" }).over;
    await waits.give({ type: "words", text: "large" }).over;
    expect(eventsOf(waits.facts)).toEqual([]);
    // A second until the interruption, and the time that it takes to decide whether it was meant.
    await waits.clock.advance(2_299);
    expect(eventsOf(waits.facts)).toEqual([]);
    await waits.clock.advance(1);
    expect(eventsOf(waits.facts)).toEqual(["size.chosen"]);

    const leaves = openFlow(plans);
    await leaves.give({ type: "start" }).over;
    await leaves.give({ type: "words", text: "large" }).over;
    leaves.responder.leave?.();
    expect(eventsOf(leaves.facts)).toEqual(["size.chosen"]);
  });
});
