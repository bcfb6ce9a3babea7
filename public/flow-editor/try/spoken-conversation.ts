// Spoken conversation: starts a voice call to the uploaded flow. Loaded when it is needed.

import type { CallEvent } from "../../voice/client-event.ts";
import { VoiceClient } from "../../voice/voice-client.ts";

export interface CalledOptions {
  readonly programId: string;
  readonly microphone: boolean;
  readonly token: string | undefined;
  readonly tell: (event: CallEvent) => void;
}

export function startCall({ programId, microphone, token, tell }: CalledOptions): VoiceClient {
  const client = new VoiceClient({
    mode: "flow",
    transport: "websocket",
    programId,
    microphone,
    token: Promise.resolve(token),
    tell,
  });
  void client.start();
  return client;
}
