// Fake Rime: the socket "ws3" with segment=never as documented at docs.rime.ai. Chunks cut samples in half. Moods:
// "refuses" (an error without a context), "stalls", "silent".

import type { FakeConnection, FakePeer } from "../fake-socket.ts";
import { base64, lists, tonePieces, unknownVoice, within, wordsOf } from "./spoken-tone.ts";

export const rimeKey = "ri-key-0123456789";

const mustHave = {
  audioFormat: "pcm",
  samplingRate: "16000",
  lang: "eng",
  segment: "never",
  modelId: "coda",
};
const charsPerMessageMax = 500;

export function fakeRimeVoice(connection: FakeConnection): FakePeer {
  const { server, head, mood } = connection;
  const must = (condition: boolean, problem: string) => server.must(condition, `rime: ${problem}`);
  must(head.path === "/ws3", `path ${head.path}`);
  must(head.headers.get("authorization") === `Bearer ${rimeKey}`, "the key");
  for (const [name, value] of Object.entries(mustHave)) must(head.query.get(name) === value, `query ${name}`);
  must(head.query.has("speaker"), "a speaker");
  // Unlike elsewhere in its interface, a larger value is faster here.
  const speed = Number(head.query.get("speedAlpha") ?? "1");
  let waiting = "";
  let contextId: string | null = null;
  let isSpeaking = false;

  const speak = async (text: string): Promise<void> => {
    isSpeaking = true;
    const words = wordsOf(text, speed);
    for await (const piece of tonePieces(text, speed)) {
      if (mood === "stalls" && piece.fromMs > 0) return;
      const at = piece.bytes.length - 101;
      for (const bytes of [piece.bytes.subarray(0, at), piece.bytes.subarray(at)]) {
        connection.json({ type: "chunk", data: base64(bytes), contextId });
      }
      const own = within(words, piece);
      if (own.length > 0) connection.json({ type: "timestamps", word_timestamps: lists(own), contextId });
    }
    isSpeaking = false;
    connection.json({ type: "done", contextId });
  };

  return {
    binary: () => must(false, "a binary message"),
    text(line) {
      const message = JSON.parse(line) as { text?: string; contextId?: string; operation?: string };
      must(!isSpeaking, "a message while a text is spoken");
      if (message.text !== undefined) {
        must(message.text.length <= charsPerMessageMax, "too much text in a message");
        waiting += message.text;
        contextId = message.contextId ?? null;
        return;
      }
      must(message.operation === "flush" && waiting !== "", `operation ${message.operation}`);
      if (head.query.get("speaker") === unknownVoice) {
        connection.json({ type: "error", message: "Invalid speaker" });
      } else if (mood === "refuses") connection.json({ type: "error", message: "rate_limit of your plan" });
      else if (mood !== "silent") void speak(waiting);
      waiting = "";
    },
  };
}
