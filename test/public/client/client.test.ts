// Client module outside of a browser: the view of a call that cannot begin, and of no call.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect, noCall } from "../../../public/client/client.ts";
import type { CallSnapshot } from "../../../public/client/client-types.d.ts";

beforeAll(() => {
  // Refusals include the page's address.
  Object.assign(globalThis, { location: new URL("https://app.example/") });
});
afterAll(() => void Reflect.deleteProperty(globalThis, "location"));

/** Resolves with every snapshot until the call is over. Without a loudspeaker that is soon. */
function shownUntilOver(): Promise<{ readonly shown: readonly CallSnapshot[]; readonly silent: number }> {
  const { promise, resolve } = Promise.withResolvers<{ shown: CallSnapshot[]; silent: number }>();
  const call = connect({ url: "https://voice.example", microphone: false });
  const shown = [call.getSnapshot()];
  let silent = 0;
  const stop = call.subscribe(() => (silent += 1));
  call.subscribe(() => {
    const now = call.getSnapshot();
    expect(call.getSnapshot()).toBe(now);
    expect([call.state, call.transcript]).toEqual([now.state, now.transcript]);
    shown.push(now);
    if (now.state.phase === "over") resolve({ shown, silent });
  });
  stop();
  return promise;
}

test("client: a snapshot stays the same object until the call changes, and has the last error", async () => {
  const { shown, silent } = await shownUntilOver();
  const [first, last] = [shown[0]!, shown.at(-1)!];
  expect([first.state.phase, last.state.phase]).toEqual(["connecting", "over"]);
  expect(new Set(shown).size).toBe(shown.length);
  // No word was said.
  expect(last.transcript).toBe(first.transcript);
  expect([first.error, last.error]).toEqual([
    undefined,
    { code: expect.any(String), message: expect.stringMatching(/\.$/), isFatal: true },
  ]);
  expect(silent).toBe(0);
});

test("client: the placeholder call is over, shows nothing, and accepts everything", () => {
  const heard: unknown[] = [];
  const stops = [
    noCall.on("state", (state) => heard.push(state.phase)),
    noCall.on("error", (it) => heard.push(it)),
  ];
  noCall.on("transcript", (lines) => heard.push(lines));
  stops.push(noCall.subscribe(() => heard.push("a change")));
  noCall.mute(true);
  noCall.sendText("hello");
  noCall.press("1");
  noCall.interrupt();
  noCall.transferred(true);
  noCall.hangUp();
  for (const stop of stops) stop();
  expect(heard).toEqual(["over", []]);
  expect(noCall.getSnapshot()).toBe(noCall.getSnapshot());
  expect(noCall.getSnapshot().state).toMatchObject({ phase: "over", words: "Ready when you are" });
});
