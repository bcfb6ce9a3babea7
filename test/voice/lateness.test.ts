// Late, fast or missing events, and their effect on a call: late words, unspeakable sentences, texts without end, a
// client's full buffer.

import { expect, test } from "bun:test";
import type { Stt } from "../../src/providers/provider-contract.ts";
import { type CallWorld, openWorld, scriptedResponder } from "../support/fakes/call-script.ts";
import type { VirtualClock } from "../support/fakes/virtual-clock.ts";

async function hangUp(world: CallWorld): Promise<void> {
  world.call.gone("caller");
  expect(await world.leftovers()).toEqual([]);
}

/** Recogniser that answers each end of a turn 5 s later, with the next of these words. */
function slowStt(clock: VirtualClock, words: readonly string[]): Stt {
  const left = [...words];
  return {
    id: "slow",
    open: (sink) => {
      const timers: Disposable[] = [];
      const closed = Promise.withResolvers<undefined>();
      return Promise.resolve({
        closed: closed.promise,
        send: () => undefined,
        reset: () => undefined,
        expect: () => undefined,
        finalize(turn) {
          const text = left.shift() ?? "";
          timers.push(clock.after(5_000, () => sink({ type: "end_of_turn", turn, text, rejected: false })));
        },
        close() {
          for (const timer of timers) timer[Symbol.dispose]();
          closed.resolve(undefined);
        },
      });
    },
  };
}

test("lateness: a recogniser too late for three turns gets them again, and answers no other one", async () => {
  const responder = scriptedResponder((input) => (input.type === "no-match" ? "Sorry?" : "Hello."));
  const changes = { stt: (_: Stt, clock: VirtualClock) => slowStt(clock, ["first", "second", "third"]) };
  const world = openWorld({ responder, changes });
  world.call.ready();
  await world.pass(1_000);
  for (let turn = 0; turn < 3; turn++) {
    await world.pass(600, true);
    await world.pass(3_400);
  }
  await world.pass(8_000);
  const told = world.events.flatMap((it) => (it.type === "user-words" && it.final ? [it.text] : []));
  expect(told).toEqual(["", "", ""]);
  expect(responder.inputs.filter(({ type }) => type === "words")).toEqual([]);
  await hangUp(world);
});

test("lateness: two failed sentences do not end a call that speaks between them", async () => {
  const world = openWorld({
    responder: scriptedResponder(() => "One. Two two. Three three. Four. Five."),
    changes: {
      tts: (tts) => ({
        ...tts,
        speak(text, sink, context) {
          if (text === "One." || text === "Four.") tts.failures.unshift("before audio");
          return tts.speak(text, sink, context);
        },
      }),
    },
  });
  world.call.ready();
  await world.pass(5_000);
  expect(world.events.filter(({ type }) => type === "failed")).toEqual([
    expect.objectContaining({ fatal: false }),
    expect.objectContaining({ fatal: false }),
  ]);
  const last = world.events.findLast((it) => it.type === "sentence" && it.status === "completed");
  expect([last, world.line.closed]).toEqual([expect.objectContaining({ text: "Five." }), undefined]);
  await hangUp(world);
});

test("lateness: a client that drops nothing never has more than the lead, the fading frame included", async () => {
  const world = openWorld({ responder: scriptedResponder(() => "One two three four five six seven.") });
  world.call.ready();
  await world.pass(300);
  world.call.input({ type: "text", text: "and now", interrupt: true, speak: true });
  const cutAt = world.line.played.length;
  await world.pass(400);
  expect(world.line.played.length).toBeGreaterThan(cutAt + 5);
  world.line.played.slice(cutAt).forEach(({ atMs }, i) => {
    expect((cutAt + i) * 20 - atMs).toBeLessThan(200);
  });
  await hangUp(world);
});

test("lateness: the result of a transfer is taken at once, an event from outside after the agent's sentence", async () => {
  for (const [input, answered] of [
    [{ type: "transferred", ok: true }, 1],
    [{ type: "event", name: "payment.done", data: null }, 0],
  ] as const) {
    const responder = Object.assign(
      scriptedResponder(() => "One two three four."),
      { takesEvents: true },
    );
    const world = openWorld({ responder });
    world.call.ready();
    await world.pass(100);
    world.call.input(input);
    await world.pass(20);
    expect(responder.inputs.slice(1)).toHaveLength(answered);
    await world.pass(1_000);
    expect(responder.inputs.slice(1)).toEqual([input]);
    await hangUp(world);
  }
});

test("lateness: the newest sixteen of inputs typed too fast are answered, in order", async () => {
  const responder = scriptedResponder(() => "Fine.");
  const world = openWorld({ responder });
  world.call.ready();
  for (let i = 0; i < 18; i++)
    world.call.input({ type: "text", text: `t${i}`, interrupt: false, speak: true });
  await world.pass(5_000);
  const answered = responder.inputs.flatMap((it) => (it.type === "words" ? [it.text] : []));
  expect(answered).toEqual(Array.from({ length: 16 }, (_, i) => `t${i + 2}`));
  await hangUp(world);
});
