// Second opinion: the contribution, requests and release of a second recogniser in a turn.

import { expect, test } from "bun:test";
import type { Expectation } from "../../src/flow/engine/expectation.ts";
import type { Stt, SttEvent, SttSession } from "../../src/providers/provider-contract.ts";
import { withSecondOpinion } from "../../src/providers/policy/second-opinion.ts";
import { type FakeStt, scriptedStt, sound } from "../support/fakes/fake-speech.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";

const closed: Expectation = { anyOf: [], closed: true, endSilenceMs: 700 };
const free: Expectation = { anyOf: [], endSilenceMs: 700 };

async function listen(first: Stt, second: Stt) {
  const clock = new VirtualClock();
  const events: SttEvent[] = [];
  const call = new AbortController();
  const context = { clock, log: undefined as never };
  const session = await withSecondOpinion(first, second).open(
    (event) => events.push(event),
    context,
    call.signal,
  );
  const ends = () => events.filter((event) => event.type === "end_of_turn");
  return { clock, events, ends, session };
}

function say(session: SttSession, turn: number, expectation: Expectation): void {
  session.expect(expectation);
  for (const frame of sound(200)) session.send(frame);
  session.finalize(turn);
}

test("second opinion: it is passed along with the first recogniser's words", async () => {
  const it = await listen(scriptedStt({ text: "Five." }), scriptedStt({ text: "nine" }));
  say(it.session, 1, closed);
  expect(it.ends()).toEqual([
    { type: "end_of_turn", turn: 1, text: "Five.", rejected: false, second: "nine" },
  ]);
  it.session.close();
  expect(it.clock.pending).toBe(0);
});

test("second opinion: there is none without words, or where any words answer", async () => {
  const second = scriptedStt({ text: "", rejected: true });
  const it = await listen(scriptedStt({ text: "five" }, { text: "Anna" }), second);
  say(it.session, 1, closed);
  say(it.session, 2, free);
  expect(it.ends()).toEqual([
    { type: "end_of_turn", turn: 1, text: "five", rejected: false },
    { type: "end_of_turn", turn: 2, text: "Anna", rejected: false },
  ]);
  expect(second.given).toHaveLength(1);
});

test("second opinion: a missing opinion is awaited for a quarter of a second, in order", async () => {
  const it = await listen(scriptedStt({ text: "five" }, { text: "Anna" }), scriptedStt("no-answer"));
  say(it.session, 1, closed);
  expect(it.ends()).toEqual([]);
  await it.clock.advance(240);
  expect(it.ends()).toEqual([]);
  say(it.session, 2, free);
  expect(it.ends().map(({ turn }) => turn)).toEqual([1, 2]);
  await it.clock.advance(1_000);
  expect(it.ends()).toHaveLength(2);
  expect(it.clock.pending).toBe(0);
});

test("second opinion: its complete answer counts as complete", async () => {
  const it = await listen(scriptedStt({ text: "five" }), scriptedStt({ text: "five", complete: true }));
  it.session.expect(closed);
  for (const frame of sound(200)) it.session.send(frame);
  expect(it.events).toEqual([{ type: "partial", text: "five", complete: false }]);
  it.session.finalize(1);
  expect(it.ends()).toHaveLength(1);
});

test("second opinion: a call without it continues, and both close with either", async () => {
  const refusing: Stt = { id: "none", open: () => Promise.reject(new Error("down")) };
  const alone = await listen(scriptedStt({ text: "five" }), refusing);
  say(alone.session, 1, closed);
  expect(alone.ends()).toHaveLength(1);
  const [first, second] = [scriptedStt({ text: "a" }), scriptedStt({ text: "b" })] as [FakeStt, FakeStt];
  const it = await listen(first, second);
  it.session.close();
  expect(await it.session.closed).toBeUndefined();
  expect([first.sessions, second.sessions]).toEqual([0, 0]);
});

test("second opinion: it is not opened where the first recogniser refuses", async () => {
  const second = scriptedStt({ text: "b" }) as FakeStt;
  const refusing: Stt = { id: "none", open: () => Promise.reject(new Error("down")) };
  expect(await listen(refusing, second).catch((error: Error) => error.message)).toBe("down");
  expect(second.sessions).toBe(0);
});
