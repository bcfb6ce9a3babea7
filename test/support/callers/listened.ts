// Listened: what the recogniser hears of a turn that comes frame after frame, as in a call.

import { toFrames } from "../../../src/audio/frame.ts";
import type { Grammar } from "../../../src/speech/grammar.ts";
import type { Recogniser } from "../../../src/speech/recogniser.ts";
import { TurnAudio } from "../../../src/speech/turn-audio.ts";

/** All of a phrase of the grammar; "" when something else was said. */
export function listened(recogniser: Recogniser, pcm: Int16Array, grammar: Grammar): string {
  if (grammar.whole === undefined) return "";
  const turn = new TurnAudio();
  const listener = recogniser.listen(grammar.whole);
  for (const [at, frame] of toFrames(pcm).entries()) {
    turn.push(frame);
    if (at % 5 === 4) listener.push(turn.take());
  }
  listener.push(turn.take());
  const text = listener.end();
  return grammar.fits(text) ? text : "";
}
