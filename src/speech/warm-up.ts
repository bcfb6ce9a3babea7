// Warm-up: runs every engine a few times before the first call, because compiled code gets fast only after it has
// run.

import { toFrames } from "../audio/frame.ts";
import { grammarOf } from "./grammar.ts";
import type { Recogniser } from "./recogniser.ts";
import type { Synthesiser } from "./synthesiser.ts";
import { TurnAudio } from "./turn-audio.ts";

const sentence = "One two three four. You can say yes or no.";
const rounds = 3;

export interface Engines {
  readonly recogniser: Recogniser;
  readonly synthesiser: Synthesiser;
}

/** Takes about a second. */
export function warmUp({ recogniser, synthesiser }: Engines): void {
  const grammar = grammarOf(
    {
      anyOf: [
        { type: "phrases", phrases: ["yes", "no"] },
        { type: "digits", lengths: [4] },
      ],
      endSilenceMs: 0,
    },
    recogniser.pronounce,
  );
  for (let round = 0; round < rounds; round++) {
    const pcm = synthesiser.speak(sentence, { voice: "slt", speed: 1 });
    const utterance = new TurnAudio();
    for (const frame of toFrames(pcm)) utterance.push(frame);
    recogniser.hear(utterance.pcm(), round % 2 === 0 ? grammar.whole : grammar.begun);
  }
}
