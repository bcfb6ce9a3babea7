// Slow parts: a voice and a recogniser that take their time, in a virtual one.

import type { Clock } from "../../../src/base/clock.ts";
import type { Stt, SttEvent, Tts, TtsEvent } from "../../../src/providers/provider-contract.ts";
import { hummingTts } from "./fake-speech.ts";

/** Its audio comes later. */
export function lateVoice(tts: Tts, clock: Clock, ms: number): Tts {
  return {
    ...tts,
    speak: (text, sink, context) => {
      const { promise, resolve } = Promise.withResolvers<"ended">();
      const heard: TtsEvent[] = [];
      const stream = tts.speak(text, (event) => void heard.push(event), context);
      clock.after(ms, () => {
        heard.forEach(sink);
        resolve("ended");
      });
      return { done: promise, cancel: () => stream.cancel() };
    },
  };
}

/** Greets and fills in at once; the audio of an answer comes later. */
export function slowAnswers(tts: Tts, clock: Clock, ms: number): Tts {
  const late = lateVoice(tts, clock, ms);
  return { ...tts, speak: (text, ...rest) => (text.startsWith("It is") ? late : tts).speak(text, ...rest) };
}

/** Hums 100 ms a character. */
export function slowTalker(): Tts {
  const voice = hummingTts();
  return { ...voice, id: "slow", speak: (text, ...rest) => voice.speak(text.repeat(5), ...rest) };
}

/** Its final words come later, its partials as always. */
export function slowFinals(stt: Stt, clock: Clock, ms: number): Stt {
  return {
    ...stt,
    open: (sink, context, signal) =>
      stt.open(
        (event: SttEvent) => {
          if (event.type === "end_of_turn") clock.after(ms, () => sink(event));
          else sink(event);
        },
        context,
        signal,
      ),
  };
}
