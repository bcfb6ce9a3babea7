// One reply for each turn, over a whole call: callers who pause, who continue after an answer, and who never end.

import { expect, test } from "bun:test";
import type { Stt, SttEvent } from "../../../src/providers/provider-contract.ts";
import { type CallWorld, openWorld, scriptedResponder } from "../../support/fakes/call-script.ts";
import type { VirtualClock } from "../../support/fakes/virtual-clock.ts";

/** The same recogniser, whose last words come so many milliseconds late, and twice. */
const lateAndTwice =
  (ms: number) =>
  (stt: Stt, clock: VirtualClock): Stt => ({
    ...stt,
    open: (sink, context, signal) =>
      stt.open(
        (event: SttEvent) => {
          if (event.type !== "end_of_turn") return sink(event);
          clock.after(ms, () => sink(event));
          clock.after(ms + 40, () => sink(event));
        },
        context,
        signal,
      ),
  });

/** Speech without a pause that could be an end: a steady tone would count as a noise of the line. */
async function talk(world: CallWorld, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 600) {
    await world.pass(500, true);
    await world.pass(100);
  }
}

const answering = () =>
  scriptedResponder((input) => (input.type === "words" ? `I heard ${input.text} from you.` : "Hello."));

test("one reply: late and repeated last words of a turn, while the caller continues, are answered with the rest", async () => {
  const responder = answering();
  const world = openWorld({
    responder,
    turns: [{ text: "a table" }, { text: "for two" }],
    changes: { stt: lateAndTwice(300) },
  });
  world.call.ready();
  await world.pass(1_000);
  await world.pass(500, true);
  await world.pass(900);
  await world.pass(500, true);
  await world.pass(4_000);
  expect(responder.inputs.filter(({ type }) => type === "words")).toEqual([
    { type: "words", text: "a table for two" },
  ]);
  expect(world.timeline()).toContain('heard "I heard a table for two from you."');
  world.call.end("caller");
  expect(await world.leftovers()).toEqual([]);
});

test("one reply: a rambling caller is stopped, hears the answer, and may interrupt it but not before", async () => {
  const responder = answering();
  const world = openWorld({
    responder: {
      ...responder,
      expectation: () => ({ anyOf: [], endSilenceMs: 700, maxSpeechMs: 12_000 }),
    },
    turns: [{ text: "on and on" }, { text: "and on" }],
    fillers: true,
  });
  world.call.ready();
  await world.pass(1_000);
  await talk(world, 12_600);
  expect(world.events.find(({ type }) => type === "turn-ended")).toMatchObject({ reason: "too-long" });
  expect(responder.inputs.filter(({ type }) => type === "words")).toEqual([
    { type: "words", text: "on and on" },
  ]);
  // The hummed words last 20 ms a letter; the agent says all of them although the caller talks.
  await talk(world, 600);
  expect(world.timeline()).toContain('heard "Let me stop you there."');
  await talk(world, 600);
  expect(world.timeline()).toContain("agent pauses");
  expect(world.timeline()).toContain('cut after "Let me stop you there. I heard on"');
  expect(responder.heard.at(-1)).toBe("I heard on");
  world.call.end("caller");
  expect(await world.leftovers()).toEqual([]);
});

test("one reply: without words for it a rambling caller is answered anyway", async () => {
  const responder = answering();
  const world = openWorld({ responder, turns: [{ text: "on and on" }] });
  world.call.ready();
  await world.pass(1_000);
  await talk(world, 29_400);
  expect(responder.inputs.filter(({ type }) => type === "words")).toEqual([]);
  await talk(world, 1_200);
  expect(responder.inputs.filter(({ type }) => type === "words")).toHaveLength(1);
  world.call.end("caller");
  expect(await world.leftovers()).toEqual([]);
});
