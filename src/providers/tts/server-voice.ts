// Server voice: a voice at an address that the operator names, as the engine sees it. The request for a text
// differs by server.

import type { FailingProvider } from "../connection/provider-failure.ts";
import type { ProviderContext, ProviderSettings, Tts } from "../provider-contract.ts";
import { openSpeechStream, type SpeechOut } from "./speech-stream.ts";

/** A name of a voice ("": the server's default) and a speed; 1 is normal. */
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
  /** Longest text that the server accepts, in UTF-16 units. */
  readonly charsMax: number;
  /** Longest wait for the first audio. */
  readonly firstAudioMs: number;
  /** Resolves when all of the speech was passed to `out`. Throws ProviderErrors. */
  speak(task: SpeechTask, out: SpeechOut, signal: AbortSignal): Promise<void>;
}

/** Speech outside these speeds is unintelligible. */
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
