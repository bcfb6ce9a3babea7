// Fake ElevenLabs, voices: the multi-context socket as documented at elevenlabs.io/docs. Moods: "snake" (the other
// spelling), "restart" (times count from each piece), "late" (audio of closed or unknown contexts), "refuses" (an error
// of the context), "quota" (accepts the socket, then has no credit), "stalls" (stops in the middle), "silent".

import type { FakeConnection, FakePeer } from "../fake-socket.ts";
import { base64, unknownVoice, lettersOf, tonePieces, within } from "./spoken-tone.ts";

export const elevenLabsKey = "el-key-0123456789";

const mustHave = {
  output_format: "pcm_16000",
  auto_mode: "true",
  inactivity_timeout: "180",
  sync_alignment: "true",
  apply_text_normalization: "auto",
};
const contextsMax = 5;

interface Context {
  text: string;
  readonly speed: number;
}

export function fakeElevenLabsVoice(connection: FakeConnection): FakePeer {
  const { server, head, mood } = connection;
  const must = (condition: boolean, problem: string) => server.must(condition, `elevenlabs: ${problem}`);
  must(/^\/v1\/text-to-speech\/[^/]+\/multi-stream-input$/.test(head.path), `path ${head.path}`);
  must(head.headers.get("xi-api-key") === elevenLabsKey, "the key");
  for (const [name, value] of Object.entries(mustHave)) must(head.query.get(name) === value, `query ${name}`);
  const isTurbo = head.query.get("model_id") === "eleven_flash_v2_5";
  must(head.query.has("language_code") === isTurbo, "a language code, of the models that take one");
  const isKnown = !head.path.includes(unknownVoice);
  const contexts = new Map<string, Context>();

  const send = (id: string, message: Record<string, unknown>): void =>
    connection.json(mood === "snake" ? { context_id: id, ...message } : { contextId: id, ...message });
  const finish = async (id: string, { text, speed }: Context): Promise<void> => {
    const letters = lettersOf(text, speed);
    for await (const piece of tonePieces(text, speed)) {
      if (mood === "stalls" && piece.fromMs > 0) return;
      if (mood === "late") send("of-long-ago", { audio: base64(piece.bytes), alignment: null });
      const from = mood === "restart" ? piece.fromMs : 0;
      const own = within(letters, piece);
      const [starts, durations] =
        mood === "snake"
          ? ["charsStartTimesMs", "charsDurationsMs"]
          : ["charStartTimesMs", "charDurationsMs"];
      const alignment = {
        chars: own.map((letter) => letter.text),
        [starts]: own.map(({ startMs }) => startMs - from),
        [durations]: own.map(({ startMs, endMs }) => endMs - startMs),
      };
      send(id, { audio: base64(piece.bytes), alignment, normalizedAlignment: alignment });
    }
    send(id, mood === "snake" ? { is_final: true } : { isFinal: true });
    if (mood === "late") send(id, { audio: base64(new Uint8Array(640)) });
    contexts.delete(id);
  };

  return {
    binary: () => must(false, "a binary message"),
    text(line) {
      const message = JSON.parse(line) as Record<string, unknown>;
      if (message["close_socket"] === true) return;
      const id = String(message["context_id"]);
      const context = contexts.get(id);
      const { text } = message;
      if (mood === "quota") {
        connection.json({ message: "This request exceeds your quota.", error: "quota_exceeded", code: 1008 });
        return connection.close(1008, "quota_exceeded");
      }
      if (!isKnown) return connection.close(1008, "A voice with voice_id of that name does not exist.");
      if (context === undefined) {
        must(text === " ", "a context begins with a space");
        if (text !== " ") return connection.close(1008, "The first message must initialise the context");
        must(contexts.size < contextsMax, "more contexts than it takes");
        const { speed = 1 } = (message["voice_settings"] ?? {}) as { speed?: number };
        contexts.set(id, { text: "", speed });
        return;
      }
      must(message["voice_settings"] === undefined, "settings in the middle of a context");
      if (message["close_context"] === true) {
        if (mood === "silent") return;
        if (mood !== "refuses") return void finish(id, context);
        contexts.delete(id);
        return send(id, { error: "voice_not_found" });
      }
      must(
        typeof text === "string" && text.endsWith(" ") && message["flush"] === true,
        "a flushed text with a space",
      );
      context.text += String(text);
    },
  };
}
