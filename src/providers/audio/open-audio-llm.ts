// Audio model factory: the client of a name in the catalog. Another model is another row.

import type { AudioLlm } from "./audio-llm-contract.ts";
import type { ProviderSettings } from "../provider-contract.ts";
import { openOpenAiSpeech } from "../realtime/openai-speech.ts";

export const audioLlms: Readonly<Record<string, (settings: ProviderSettings) => AudioLlm>> = {
  "openai-realtime": openOpenAiSpeech,
};

/** Undefined for a name without a client. */
export function openAudioLlm(settings: ProviderSettings): AudioLlm | undefined {
  return audioLlms[settings.provider]?.(settings);
}
