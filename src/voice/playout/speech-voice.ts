// Speech voice: a model's own speech in place of a voice.

import type { ModelSpeech } from "../../providers/audio/model-speech.ts";
import type { Tts } from "../../providers/provider-contract.ts";

export function speechVoice(speech: ModelSpeech): Tts {
  return {
    id: "model",
    speak(_text, sink) {
      const { promise: done, resolve, reject } = Promise.withResolvers<"ended" | "cancelled">();
      speech.listen({
        audio: (pcm) => sink({ type: "audio", pcm }),
        over: (failure) => (failure === undefined ? resolve("ended") : reject(failure)),
      });
      return { cancel: () => resolve("cancelled"), done };
    },
  };
}
