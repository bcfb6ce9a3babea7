// Simulated talks with agents that are wrong in one thing, which the laws detect, and with correct agents, which they
// accept.

import { expect, test } from "bun:test";
import { type AgentParts, type SimAgent, simulateTalk } from "../../src/sim/sim-talk.ts";
import type { CallService, Responder, ResponderInput } from "../../src/voice/responder.ts";

interface Wrong {
  readonly says?: (input: ResponderInput) => string;
  readonly works?: boolean;
  readonly listens?: boolean;
  readonly attend?: (call: CallService, parts: AgentParts) => void;
}

/** Broken laws of a call with a caller who says "hello" and an agent that answers by `says`. */
async function lawsBrokenBy({ says = () => "Good morning.", works = false, listens = true, attend }: Wrong) {
  const openAgent = (parts: AgentParts): SimAgent => {
    const responder: Responder = {
      name: "scripted",
      silenceMs: undefined,
      expectation: () => undefined,
      memory: () => "",
      attend: (call) => attend?.(call, parts),
      // oxlint-disable-next-line typescript/require-await
      async *answer(input) {
        const delta = says(input);
        if (delta !== "") yield { type: "text", delta };
      },
      interrupted: () => undefined,
      note: () => undefined,
    };
    return {
      responder,
      works,
      listens,
      mayBeInterrupted: true,
      answer: () => ({ type: "words", text: "hello" }),
      saidOf: (written) => [written],
    };
  };
  const options = { openAgent, seed: 7, troubles: false, startsAtMs: 0, durationMsMax: 60_000 };
  const { broken, manner, turns } = await simulateTalk(options);
  expect([manner, turns > 2]).toEqual(["patient", true]);
  return broken.map(({ law, detail }) => `${law}: ${detail}`);
}

const greeting = ({ type }: ResponderInput): string => (type === "start" ? "Good morning." : "");

test("simulated talk: an agent that answers breaks no law", async () => {
  expect(await lawsBrokenBy({})).toEqual([]);
});

test("simulated talk: an unanswered caller is noticed, unless the agent works or does not listen", async () => {
  expect(new Set(await lawsBrokenBy({ says: greeting }))).toEqual(
    new Set(["a caller who has spoken is answered: nothing for 6000 ms"]),
  );
  expect(await lawsBrokenBy({ says: greeting, works: true })).toEqual([]);
  expect(await lawsBrokenBy({ says: greeting, listens: false })).toEqual([]);
});

test("simulated talk: unfinished work is reported, and work that ends in time is awaited", async () => {
  const forever = (_: CallService, { clock }: AgentParts): void => void clock.after(900_000, () => undefined);
  expect(await lawsBrokenBy({ attend: forever })).toEqual(["nothing stays open: 1 timers"]);
  const untilAbandoned = (call: CallService): void =>
    call.run((abandoned) => new Promise((resolve) => abandoned.addEventListener("abort", () => resolve())));
  expect(await lawsBrokenBy({ attend: untilAbandoned })).toEqual([]);
  const slow = (call: CallService, { clock }: AgentParts): void =>
    call.run(
      (abandoned) =>
        new Promise((resolve) => abandoned.addEventListener("abort", () => void clock.after(1_500, resolve))),
    );
  expect(await lawsBrokenBy({ attend: slow })).toEqual([]);
  const heeded = Promise.withResolvers<void>();
  const deaf = (call: CallService): void => call.run(() => heeded.promise);
  expect(await lawsBrokenBy({ attend: deaf })).toContain("nothing stays open: scope work of a call");
  heeded.resolve();
});
