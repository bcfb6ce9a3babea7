// Voice factory: from settings to clients. Only this file maps catalogue names of voices to clients; "builtin" is not
// a client and is opened with the engine.

import type { ProviderSettings, Tts } from "./provider-contract.ts";
import { openCartesiaTts } from "./tts/tts-cartesia.ts";
import { openDeepgramTts } from "./tts/tts-deepgram.ts";
import { openElevenLabsTts } from "./tts/tts-elevenlabs.ts";
import { openInworldTts } from "./tts/tts-inworld.ts";
import { openOpenAiSpeech } from "./tts/tts-openai-speech.ts";
import { openPiper } from "./tts/tts-piper.ts";
import { openRimeTts } from "./tts/tts-rime.ts";
import { openWyomingVoice } from "./tts/tts-wyoming.ts";

const clients: Readonly<Record<string, (settings: ProviderSettings) => Tts>> = {
  "openai-speech": openOpenAiSpeech,
  piper: openPiper,
  wyoming: openWyomingVoice,
  elevenlabs: openElevenLabsTts,
  cartesia: openCartesiaTts,
  deepgram: openDeepgramTts,
  rime: openRimeTts,
  inworld: openInworldTts,
};

/** Undefined for a name without a client. */
export function openTts(settings: ProviderSettings): Tts | undefined {
  return clients[settings.provider]?.(settings);
}
