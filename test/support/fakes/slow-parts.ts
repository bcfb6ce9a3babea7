// Slow parts: a voice and a recogniser that are slow, in virtual time.

import type { Clock } from "../../../src/base/clock.ts";
import type { Stt, SttEvent, Tts, TtsEvent } from "../../../src/providers/provider-contract.ts";
import { hummingTts } from "./fake-speech.ts";

/** Delays the voice's audio. */
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

/** Speaks the greeting and fillers at once; delays the audio of an answer. */
export function slowAnswers(tts: Tts, clock: Clock, ms: number): Tts {
  const late = lateVoice(tts, clock, ms);
  return { ...tts, speak: (text, ...rest) => (text.startsWith("It is") ? late : tts).speak(text, ...rest) };
}

/** Hums 100 ms a character. */
export function slowTalker(): Tts {
  const voice = hummingTts();
  return { ...voice, id: "slow", speak: (text, ...rest) => voice.speak(text.repeat(5), ...rest) };
}

/** Delays the final words, but not the partials. */
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
