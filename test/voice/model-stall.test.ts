// Stalls of a model's answer: the definition of a stall, the time limit, and exceptions.

import { expect, test } from "bun:test";
import type { LlmEvent } from "../../src/providers/provider-contract.ts";
import { withoutStall } from "../../src/voice/model-stall.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";

const half: LlmEvent = { type: "text", delta: "It is" };

/** A model that says this and then nothing more. */
async function* hanging(...events: readonly LlmEvent[]): AsyncGenerator<LlmEvent> {
  yield* events;
  await new Promise<never>(() => undefined);
}

/** Reads in virtual time; `failedAt` is the time when the reader gave the answer up. */
async function read(events: AsyncIterable<LlmEvent>, hasTools: boolean, ms: number): Promise<unknown> {
  const clock = new VirtualClock();
  let failedAt: number | undefined;
  const said: LlmEvent[] = [];
  const reading = async (): Promise<void> => {
    for await (const event of withoutStall(events, { clock, provider: "fake", mayCall: () => hasTools }))
      said.push(event);
  };
  void reading().catch(() => (failedAt = clock.now()));
  await clock.advance(ms);
  return { failedAt, said: said.length, pending: clock.pending };
}

test("an answer that has begun may pause for three seconds, and for eight with tools", async () => {
  expect(await read(hanging(half), false, 20_000)).toEqual({ failedAt: 3_000, said: 1, pending: 0 });
  expect(await read(hanging(half), true, 20_000)).toEqual({ failedAt: 8_000, said: 1, pending: 0 });
});

test("an answer that has not begun is no stall: its client gives it up", async () => {
  expect(await read(hanging(), false, 20_000)).toEqual({ failedAt: undefined, said: 0, pending: 0 });
});

test("an answer that drips is abandoned once six seconds have brought too little to listen to", async () => {
  const dripping = async function* (
    clock: VirtualClock,
    ms: number,
    delta = "a word ",
  ): AsyncGenerator<LlmEvent> {
    for (;;) {
      yield { type: "text", delta };
      await new Promise<void>((resolve) => clock.after(ms, resolve));
    }
  };
  const said = async (ms: number, hasTools: boolean, delta?: string): Promise<unknown> => {
    const clock = new VirtualClock();
    let failedAt: number | undefined;
    const reading = async (): Promise<void> => {
      const events = withoutStall(dripping(clock, ms, delta), {
        clock,
        provider: "fake",
        mayCall: () => hasTools,
      });
      for await (const _ of events) if (clock.now() > 30_000) return;
    };
    void reading().catch(() => (failedAt = clock.now()));
    await clock.advance(40_000);
    return failedAt;
  };
  // Five words of seven characters are enough.
  expect(await said(1_100, false)).toBeUndefined();
  expect(await said(1_600, false)).toBe(6_000);
  expect(await said(1_600, true)).toBeUndefined();
  // Whole sentences can be listened to, however short.
  expect(await said(2_500, false, "Well. ")).toBeUndefined();
});
