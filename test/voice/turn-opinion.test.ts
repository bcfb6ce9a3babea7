// Effect of a recogniser's own opinion about the turn on endpointing, in milliseconds of audio.

import { expect, test } from "bun:test";
import { frameMs } from "../../src/audio/frame.ts";
import { Guard } from "../../src/base/guard.ts";
import type { SttEvent } from "../../src/providers/provider-contract.ts";
import { Endpointing } from "../../src/voice/endpointing.ts";
import { loudnessVad, quiet, scriptedStt, sound } from "../support/fakes/fake-speech.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";

type Opinion = Extract<SttEvent, { readonly type: "turn_opinion" }>["opinion"];

/** Length of the pause that ended the turn, if opinions came after so many milliseconds of it. */
async function pauseMs(opinions: readonly (readonly [afterMs: number, opinion: Opinion])[]): Promise<number> {
  const guard = new Guard((error) => {
    throw error;
  });
  const clock = new VirtualClock();
  const vad = loudnessVad();
  let ended: number | undefined;
  let silentMs = 0;
  await using closing = new AsyncDisposableStack();
  const listener = new Endpointing({
    clock,
    guard,
    openVad: (sink) => vad.open(sink),
    tell: (event) => {
      if (event.type === "turn-ended") ended ??= silentMs;
    },
  });
  closing.defer(() => listener.close());
  const stt = scriptedStt({ text: "hello" });
  const call = new AbortController();
  listener.use(await stt.open(listener.heardBy, { clock, log: undefined as never }, call.signal));
  for (const frame of [...quiet(400), ...sound(500)]) listener.hear(frame);
  for (const frame of quiet(1_500)) {
    silentMs += frameMs;
    listener.hear(frame);
    for (const [afterMs, opinion] of opinions)
      if (afterMs === silentMs) listener.heardBy({ type: "turn_opinion", opinion });
  }
  return ended ?? Number.NaN;
}

const within = (ms: number, from: number, to: number): void => {
  expect(ms).toBeGreaterThanOrEqual(from);
  expect(ms).toBeLessThanOrEqual(to);
};

test("endpointing: without an opinion the patience of the question counts", async () => {
  within(await pauseMs([]), 690, 800);
});

test("endpointing: a turn that its recogniser calls over ends after a fifth of a second", async () => {
  within(await pauseMs([[40, "over"]]), 190, 300);
});

test("endpointing: a later opinion ends the turn at once", async () => {
  expect(await pauseMs([[400, "over"]])).toBe(400);
});

test("endpointing: a turn that is probably over gets less than half a second", async () => {
  within(await pauseMs([[40, "probably_over"]]), 440, 540);
});

test("endpointing: a continued turn gets its patience back", async () => {
  within(
    await pauseMs([
      [40, "over"],
      [100, "goes_on"],
    ]),
    690,
    800,
  );
});
