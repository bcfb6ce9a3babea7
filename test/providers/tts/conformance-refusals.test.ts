// Conformance of voices: speeds that the check passes or refuses with long texts.

import { expect, test } from "bun:test";
import { sampleRate } from "../../../src/audio/frame.ts";
import { silentLog } from "../../../src/base/log.ts";
import { ttsChecks } from "../../../src/providers/conformance-tts.ts";
import type { Tts } from "../../../src/providers/provider-contract.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";

/** Voice that takes so long for every text. */
const voiceOf = (seconds: number): Tts => ({
  id: "slow",
  speak: (_text, sink) => {
    sink({ type: "audio", pcm: new Int16Array(seconds * sampleRate) });
    return { cancel: () => undefined, done: Promise.resolve("ended") };
  },
});

test.each([
  [25, "840 characters are not said in 25 seconds"],
  [26, undefined],
  [119, undefined],
  [120, "840 characters are not said in 120 seconds"],
])("voice: conforms: 840 characters in %p seconds: %p", async (seconds, refusal) => {
  const check = ttsChecks.find(({ name }) => name === "speaks a long text to its end")!;
  const run = check.run(voiceOf(seconds), { clock: new VirtualClock(), log: silentLog });
  const told = await run.then(
    () => undefined,
    (error: unknown) => String(error),
  );
  if (refusal === undefined) expect(told).toBeUndefined();
  else expect(told).toContain(refusal);
});
