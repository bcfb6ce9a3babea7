// Oracle of our voices' kernel: it gives the same as onnxruntime-web with the same files: the length of each symbol,
// the pitch, the shape, and so the audio.

import { expect, setDefaultTimeout, test } from "bun:test";
import { OracleCase } from "../../support/vocal/oracle-case.ts";
import { voices } from "../../../src/speech/speech-message.ts";

// Both engines open each voice.
setDefaultTimeout(240_000);

const texts = [
  "No.",
  "Thanks, Margaret, your parking permit expires on Saturday.",
  "We close at half past six, and the kitchen takes its last orders at a quarter to.",
  "Was that B as in Bravo, or V as in Victor?",
  "The nearest branch is opposite the old railway bridge, next to the pharmacy; it has step-free access, twelve parking spaces, and a cash machine that is open all night, every night, except on public holidays.",
  "Zbigniew Krzyzanowski ordered quinoa, gnocchi, and a bottle of sparkling water!",
];

test.each(voices)("vocal: %s matches onnxruntime-web with the same files", async (name) => {
  const voice = await OracleCase.open(name);
  let [steps, flips] = [0, 0];
  for (const utterance of texts.flatMap((text) => voice.utterances(text))) {
    const { starts, wantedStarts, lengthsError, shapeError, shapeDb, pitchErrorHz, voicing, spectralDb } =
      await voice.compare(utterance);
    expect(starts).toEqual(wantedStarts);
    expect(lengthsError).toBeLessThan(0.001);
    expect(shapeError).toBeLessThan(0.01);
    expect(shapeDb).toBeGreaterThan(70);
    expect(pitchErrorHz).toBeLessThan(0.1);
    expect(spectralDb).toBeLessThan(0.5);
    steps += voicing.steps;
    flips += voicing.flips;
  }
  // The network says "voiced" from 0 on, and some step lies exactly there.
  expect(steps).toBeGreaterThan(1_000);
  expect(flips).toBeLessThanOrEqual(steps / 1_000);
});
