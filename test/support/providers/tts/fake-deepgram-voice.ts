// Fake Deepgram, voices: the Aura socket as developers.deepgram.com documents it. Moods: "late" (audio, and a Flushed,
// after Clear and before Cleared), "never-cleared", "warns" (of everything and nothing), "few" (takes two flushes only),
// "stalls", "silent".

import type { FakeConnection, FakePeer } from "../fake-socket.ts";
import { tonePieces } from "./spoken-tone.ts";

export const deepgramVoiceKey = "dg-key-0123456789";

const charsPerMessageMax = 2_000;
const flushesMax = 20;

export function fakeDeepgramVoice(connection: FakeConnection): FakePeer {
  const { server, head, mood } = connection;
  const must = (condition: boolean, problem: string) => server.must(condition, `deepgram: ${problem}`);
  const { query } = head;
  must(head.path === "/v1/speak", `path ${head.path}`);
  must(head.headers.get("authorization") === `Token ${deepgramVoiceKey}`, "the Token scheme");
  must(/^aura-2-[a-z]+-[a-z]{2}$/.test(query.get("model") ?? ""), `model ${query.get("model")}`);
  must(query.get("encoding") === "linear16" && query.get("sample_rate") === "16000", "16 kHz PCM");
  const speed = Number(query.get("speed") ?? "1");
  let waiting = "";
  let flushes = 0;
  let isSpeaking = false;
  let isCleared = false;

  const speak = async (text: string): Promise<void> => {
    isSpeaking = true;
    isCleared = false;
    for await (const piece of tonePieces(text, speed)) {
      if (mood === "stalls" && piece.fromMs > 0) return;
      if (isCleared) break;
      connection.say(piece.bytes);
    }
    isSpeaking = false;
    if (!isCleared) connection.json({ type: "Flushed", sequence_id: flushes });
  };

  return {
    opened: () => connection.json({ type: "Metadata", request_id: "r-1", model_name: query.get("model") }),
    binary: () => must(false, "a binary message"),
    text(line) {
      const message = JSON.parse(line) as { type: string; text?: string };
      if (message.type === "Speak") {
        must(!isSpeaking, "a text while another is spoken");
        must((message.text ?? "").length <= charsPerMessageMax, "too much text in a message");
        waiting += message.text ?? "";
      } else if (message.type === "Flush") {
        must(waiting !== "", "a flush of nothing");
        flushes += 1;
        if (mood === "warns") connection.json({ type: "Warning", code: "SLOW", description: "Never mind" });
        if (flushes > (mood === "few" ? 2 : flushesMax)) {
          must(mood === "few", "more flushes than it takes");
          connection.json({ type: "Warning", code: "EXCESSIVE_FLUSH", description: "Too many" });
          return;
        }
        if (mood !== "silent") void speak(waiting);
        waiting = "";
      } else if (message.type === "Clear") {
        isCleared = true;
        waiting = "";
        if (mood === "never-cleared") return;
        if (mood === "late") {
          connection.say(new Uint8Array(3_200).fill(1));
          connection.json({ type: "Flushed", sequence_id: flushes });
          connection.say(new Uint8Array(3_200).fill(1));
        }
        isSpeaking = false;
        connection.json({ type: "Cleared", sequence_id: flushes });
      } else must(message.type === "Close", `type ${message.type}`);
    },
  };
}
