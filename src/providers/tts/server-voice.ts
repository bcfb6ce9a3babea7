// Server voice: a voice at an address that the operator names, as the engine sees it. The request for a text differs
// from server to server.

import type { FailingProvider } from "../connection/provider-failure.ts";
import type { ProviderContext, ProviderSettings, Tts } from "../provider-contract.ts";
import { openSpeechStream, type SpeechOut } from "./speech-stream.ts";

/** A name of a voice ("" is the server's own choice) and a speed, 1 being as always. */
export interface Manner {
  readonly voice: string;
  readonly speed: number;
}

export interface SpeechTask {
  readonly text: string;
  readonly manner: Manner;
  readonly context: ProviderContext;
}

export interface VoiceServer {
  readonly of: FailingProvider;
  /** The longest text that it takes. */
  readonly charsMax: number;
  /** How long the first audio may take. */
  readonly firstAudioMs: number;
  /** Resolves when all of the speech has been handed to `out`. Throws ProviderErrors. */
  speak(task: SpeechTask, out: SpeechOut, signal: AbortSignal): Promise<void>;
}

/** Beyond these speech is not understood. */
const speedMin = 0.5;
const speedMax = 2;

export function openServerVoice(server: VoiceServer, settings: ProviderSettings): Tts {
  const { of, charsMax, firstAudioMs } = server;
  const inManner = (manner: Manner): Tts => ({
    id: of.provider,
    speak: (text, sink, context) => {
      const fetch = (out: SpeechOut, signal: AbortSignal): Promise<void> =>
        server.speak({ text, manner, context }, out, signal);
      return openSpeechStream({ of, text, sink, context, charsMax, firstAudioMs, fetch });
    },
    voiced: ({ name, speed }) =>
      inManner({
        voice: name ?? manner.voice,
        speed: Math.min(speedMax, Math.max(speedMin, speed ?? manner.speed)),
      }),
  });
  return inManner({ voice: settings.voice, speed: 1 });
}
