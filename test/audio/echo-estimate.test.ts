// The agent's own voice out of a loudspeaker and back into the microphone, and a caller who talks over it.

import { expect, test } from "bun:test";
import { EchoEstimate } from "../../src/audio/echo-estimate.ts";
import { type Frame, silence, toFrames } from "../../src/audio/frame.ts";
import { NoiseGate } from "../../src/audio/noise-gate.ts";
import { human, synthetic } from "../support/callers/callers.ts";

const question = "You can ask for the time, book a table, or have me repeat a number. What would you like?";

const attenuated = (frame: Frame, decibels: number): Frame =>
  frame.map((sample) => sample * 10 ** (decibels / 20));

/** Whether the gate was open in each frame while the agent spoke: `back` is what the microphone hears of it. */
function line(played: readonly Frame[], back: (at: number) => Frame): boolean[] {
  const [gate, echo] = [new NoiseGate(), new EchoEstimate()];
  const sentAhead = 10;
  for (const frame of played.slice(0, sentAhead)) echo.play(frame);
  return played.map((_, at) => {
    const open = gate.open(back(at), echo.next());
    const next = played[at + sentAhead];
    if (next !== undefined) echo.play(next);
    return open;
  });
}

for (const decibels of [-20, -30]) {
  for (const delayMs of [0, 60, 240]) {
    test(`echo: the agent does not hear itself, ${decibels} dB and ${delayMs} ms behind`, async () => {
      const played = toFrames(await synthetic("slt", question));
      const late = delayMs / 20;
      expect(line(played, (at) => attenuated(played[at - late] ?? silence, decibels))).not.toContain(true);
    });
  }
}

for (const decibels of [0, -10]) {
  test(`echo: a caller at ${decibels} dB is heard over the agent, with its first sound`, async () => {
    const played = toFrames(await synthetic("slt", question));
    for (const word of ["six", "four", "goodbye"]) {
      const said = toFrames(await human(word));
      const alone = line(
        said.map(() => silence),
        (at) => attenuated(said[at] ?? silence, decibels),
      );
      const over = line(played, (at) => attenuated(said[at - 50] ?? silence, decibels));
      const lateMs = (over.indexOf(true) - 50 - alone.indexOf(true)) * 20;
      // The listener adds 400 ms from before: nothing is lost.
      expect(lateMs).toBeLessThanOrEqual(200);
    }
  });
}
