// Socket voice: a voice of the contract over a vendor's protocol: one socket per text, or the shared sockets of a call.

import { openSpeechStream } from "./speech-stream.ts";
import type { ProviderContext, ProviderSettings, Tts } from "../provider-contract.ts";
import { CallVoice } from "./call-voice.ts";
import type { VoiceManner, VoiceProtocol } from "./voice-protocol.ts";
import { VoiceNames } from "./voice-names.ts";
import { type SpokenText, VoiceSocket } from "./voice-socket.ts";

type Say = (text: SpokenText, context: ProviderContext) => Promise<void>;

export function socketVoice(settings: ProviderSettings, protocol: VoiceProtocol): Tts {
  const { provider: id, apiKey: key } = settings;
  const names = new VoiceNames(settings.voice);
  const voiceOf = (manner: VoiceManner, say: Say): Tts => ({
    id,
    speak: (text, sink, context) =>
      openSpeechStream({
        of: protocol.of,
        text,
        sink,
        context,
        charsMax: protocol.charsMax,
        fetch: (out, signal) =>
          names.speak(manner.voice, context, (voice) =>
            say({ text, manner: { ...manner, voice }, out, signal }, context),
          ),
      }),
    voiced: ({ name = manner.voice, speed = manner.speed }) => voiceOf({ voice: name, speed }, say),
    forCall(context, call) {
      const voice = new CallVoice({ protocol, key, context, call });
      voice.openAhead(manner);
      return voiceOf(manner, (text) => voice.say(text));
    },
  });
  const alone: Say = async (text, context) => {
    const address = protocol.address(text.manner);
    const { signal } = new AbortController();
    const socket = new VoiceSocket({ protocol, address, key, context, signal });
    try {
      await socket.say(text);
    } finally {
      socket.close();
    }
  };
  return voiceOf({ voice: settings.voice, speed: 1 }, alone);
}
