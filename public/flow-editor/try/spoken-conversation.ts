// Spoken conversation: starts a voice call to the uploaded flow. Loaded when it is needed.

import { accessOfPage } from "../../voice/call-access.ts";
import type { CallEvent } from "../../voice/client-event.ts";
import { VoiceClient } from "../../voice/voice-client.ts";

export interface SpokenConversationOptions {
  readonly programId: string;
  readonly microphone: boolean;
  readonly token: string | undefined;
  readonly onEvent: (event: CallEvent) => void;
}

/** Must be called while a click or a key is handled, so that audio may play (autoplay policy). */
export function startCall({ programId, microphone, token, onEvent }: SpokenConversationOptions): VoiceClient {
  const client = new VoiceClient({
    mode: "flow",
    transport: "websocket",
    programId,
    microphone,
    access: () => Promise.resolve(accessOfPage(token)),
    onEvent,
  });
  void client.start();
  return client;
}
