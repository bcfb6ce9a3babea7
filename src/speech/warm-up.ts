// Warm-up: runs every engine a few times before the first call, because compiled code gets fast only after it has
// run.

import { toFrames } from "../audio/frame.ts";
import type { Expectation } from "../flow/engine/expectation.ts";
import { closedQuestionOf } from "./closed-question.ts";
import { grammarOf } from "./grammar.ts";
import type { Recogniser } from "./recogniser.ts";
import type { Synthesiser } from "./synthesiser.ts";
import { TurnAudio } from "./turn-audio.ts";

const sentence = "One two three four. You can say yes or no.";
const rounds = 2;

export interface Engines {
  readonly recogniser: Recogniser;
  readonly synthesiser: Synthesiser;
}

/** Takes half a second: the second round is as fast as all that follow. */
export function warmUp({ recogniser, synthesiser }: Engines): void {
  const expectation: Expectation = {
    anyOf: [
      { type: "phrases", phrases: ["yes", "no"] },
      { type: "digits", lengths: [4] },
    ],
    endSilenceMs: 0,
  };
  const grammar = grammarOf(expectation, recogniser.pronounce);
  const closed = closedQuestionOf(expectation, recogniser.pronounce);
  for (let round = 0; round < rounds; round++) {
    const pcm = synthesiser.speak(sentence, { voice: "slt", speed: 1 });
    const utterance = new TurnAudio();
    for (const frame of toFrames(pcm)) utterance.push(frame);
    const listener = grammar.whole === undefined ? undefined : recogniser.listen(grammar.whole);
    listener?.push(utterance.take());
    const heard = listener?.end() ?? "";
    // Once is enough for what is the same code with other grammars.
    if (round === 0 && closed !== undefined) recogniser.judge(utterance.pcm(), heard, closed);
  }
}
