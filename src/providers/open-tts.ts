// Voice factory: from settings to clients. The one place that knows which client stands behind which name of the
// catalogue of voices; "builtin" is not a client and is opened with the engine.

import type { ProviderSettings, Tts } from "./provider-contract.ts";
import { openOpenAiSpeech } from "./tts/tts-openai-speech.ts";
import { openPiper } from "./tts/tts-piper.ts";
import { openWyomingVoice } from "./tts/tts-wyoming.ts";

const clients: Readonly<Record<string, (settings: ProviderSettings) => Tts>> = {
  "openai-speech": openOpenAiSpeech,
  piper: openPiper,
  wyoming: openWyomingVoice,
};

/** Undefined for a name without a client. */
export function openTts(settings: ProviderSettings): Tts | undefined {
  return clients[settings.provider]?.(settings);
}
