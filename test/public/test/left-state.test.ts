// Left state: the page shows a call again during which it was left, and nothing of what it cannot read.

import { expect, test } from "bun:test";
import { leftState } from "../../../public/test/left-state.ts";
import { noCall, turnInWords } from "../../../public/voice/call-state.ts";
import { addSpoken } from "../../../public/voice/call-transcript.ts";

const call = { ...noCall, phase: "open", transcript: addSpoken([], "a zebra", true), sessionId: "ses_1" };

test("left state: a call is over, and keeps what was said", () => {
  const state = leftState(JSON.parse(JSON.stringify(call)));
  expect(state).toMatchObject({ phase: "over", transcript: call.transcript, sessionId: "ses_1" });
  expect(state && turnInWords(state)).toBe("Call ended");
});

test("left state: a page that was left in no call shows none, and one of another version no words", () => {
  for (const nothing of [undefined, null, {}, { ...call, phase: "over" }, "open"])
    expect(leftState(nothing)).toBeUndefined();
  expect(leftState({ ...call, transcript: [{ who: "agent", text: "Hello" }] })?.transcript).toEqual([]);
});
