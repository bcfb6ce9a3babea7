// Recogniser factory: from settings to clients. Only this file maps catalogue names of recognisers to clients;
// "builtin" is not a client and is opened with the engine.

import type { ProviderSettings, Stt } from "./provider-contract.ts";
import { openOpenAiEars } from "./realtime/openai-ears.ts";
import { openAssemblyAiStt } from "./stt/stt-assemblyai.ts";
import { openCartesiaStt } from "./stt/stt-cartesia.ts";
import { openDeepgramFluxStt } from "./stt/stt-deepgram-flux.ts";
import { openDeepgramStt } from "./stt/stt-deepgram.ts";
import { openElevenLabsStt } from "./stt/stt-elevenlabs.ts";
import { openOpenAiStt } from "./stt/stt-openai-realtime.ts";
import { openSonioxStt } from "./stt/stt-soniox.ts";
import { openTranscriptionsStt } from "./stt/stt-transcriptions.ts";
import { openVoskStt } from "./stt/stt-vosk.ts";
import { openWyomingStt } from "./stt/stt-wyoming.ts";

const clients: Readonly<Record<string, (settings: ProviderSettings) => Stt>> = {
  assemblyai: openAssemblyAiStt,
  cartesia: openCartesiaStt,
  deepgram: openDeepgramStt,
  "deepgram-flux": openDeepgramFluxStt,
  elevenlabs: openElevenLabsStt,
  openai: openOpenAiStt,
  "openai-realtime-ears": openOpenAiEars,
  "openai-transcriptions": openTranscriptionsStt,
  soniox: openSonioxStt,
  vosk: openVoskStt,
  wyoming: openWyomingStt,
};

/** Undefined for a name without a client. */
export function openStt(settings: ProviderSettings): Stt | undefined {
  return clients[settings.provider]?.(settings);
}
