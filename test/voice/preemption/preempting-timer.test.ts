// Preempting timer: the requests of preemptive generation to a responder and their times, with its one timer and held
// words.

import { expect, test } from "bun:test";
import type { EndpointingEvent } from "../../../src/voice/hearing/endpointing-event.ts";
import { Timers } from "../../../src/voice/named-timers.ts";
import { preempting } from "../../../src/voice/preemption/preempting.ts";
import type { Floor } from "../../../src/voice/turn.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";

const partial = (text: string): EndpointingEvent => ({ type: "partial", text });
const [started, ended]: readonly EndpointingEvent[] = [{ type: "speech-started" }, { type: "speech-ended" }];

function begin(held?: string) {
  const clock = new VirtualClock();
  const did: string[] = [];
  const turn = {
    floor: { holder: "caller" } as Floor,
    held: held === undefined ? undefined : { text: held },
  };
  const tell = preempting(
    {
      clock,
      timers: new Timers(clock),
      turn,
      responder: {
        preempt: (text) => void did.push(text === undefined ? "drop" : `ask ${text}`),
        saidSoFar: (text) => (text.endsWith("and") ? "unfinished" : "plain"),
      },
    },
    (event) => void did.push(event.type),
  );
  return { clock, did, tell, turn };
}

test("the request starts once a silent caller's words are stable for 100 ms, after the report to the call", async () => {
  const { clock, did, tell } = begin();
  await clock.advance(5_000);
  for (const event of [started!, ended!, partial("a table")]) tell(event);
  await clock.advance(99);
  expect(did).toEqual(["speech-started", "speech-ended", "partial"]);
  await clock.advance(1);
  expect(did.at(-1)).toBe("ask a table");
  tell(partial("a table and"));
  expect(did.slice(-2)).toEqual(["partial", "drop"]);
  expect(clock.pending).toBe(0);
  tell({ type: "warning", code: "provider/late", message: "x" });
  tell({ type: "turn-ended", silentMs: 700, reason: "patience" });
  expect(did.slice(-2)).toEqual(["turn-ended", "ask a table and"]);
  expect(did.filter((it) => it === "warning")).toHaveLength(1);
});

test("the request has all words, and there is none unless the caller has the floor", () => {
  const goesOn = begin("a table");
  for (const event of [started!, partial("for two"), ended!]) goesOn.tell(event);
  goesOn.tell({ type: "turn-ended", silentMs: 700, reason: "patience" });
  expect(goesOn.did.at(-1)).toBe("ask a table for two");

  const over = begin();
  over.turn.floor = { holder: "agent", reply: 1, interruptible: true };
  for (const event of [started!, partial("stop"), ended!]) over.tell(event);
  over.tell({ type: "turn-ended", silentMs: 700, reason: "patience" });
  expect(over.did.at(-1)).toBe("turn-ended");
});

test("a responder without early requests has none", () => {
  const clock = new VirtualClock();
  const tell = (): void => undefined;
  const parts = {
    clock,
    timers: new Timers(clock),
    turn: { floor: { holder: "nobody" } as Floor, held: undefined },
  };
  expect(preempting({ ...parts, responder: {} }, tell)).toBe(tell);
});
