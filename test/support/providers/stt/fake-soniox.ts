// Fake Soniox, with the socket documented at soniox.com/docs: pieces of words as tokens, with marks among them. Moods:
// "restart" (503 after 300 ms of audio), "bad-key" (an error as a message), "late" (answers a finalize when the next
// audio arrives), "together" (the answer and the next turn's first words in one message).

import type { FakeConnection, FakePeer } from "../fake-socket.ts";
import { MarkedEar, type MarkedWord } from "./marked-speech.ts";

export const sonioxKey = "so-key-0123456789";
const overMs = 400;

interface Token {
  readonly text: string;
  readonly start_ms?: number;
  readonly end_ms?: number;
  readonly confidence?: number;
  readonly is_final: boolean;
}

export function fakeSoniox(connection: FakeConnection): FakePeer {
  const { server, head, mood } = connection;
  const must = (condition: boolean, problem: string) => server.must(condition, `soniox: ${problem}`);
  must(head.path === "/transcribe-websocket", `path ${head.path}`);
  must(head.headers.get("authorization") === `Bearer ${sonioxKey}`, "the key in the handshake");
  const ear = new MarkedEar();
  let hasConfig = false;
  let settled = 0;
  let told = 0;
  let isEnded = false;
  let owed: Token[] = [];

  const send = (tokens: readonly Token[]): void =>
    connection.json({
      tokens: [...owed, ...tokens],
      final_audio_proc_ms: ear.atMs,
      total_audio_proc_ms: ear.atMs,
    });
  const final = (): Token[] => {
    const tokens = ear.words.slice(settled).flatMap((word) => pieces(word, true));
    settled = ear.words.length;
    return tokens;
  };
  const mark = (text: string): Token => ({ text, is_final: true });

  return {
    opened() {
      if (mood === "bad-key") connection.json({ error_code: 401, error_message: "Invalid key" });
    },
    binary(bytes) {
      must(hasConfig, "the settings first");
      // An empty frame ends the audio.
      if (bytes.length === 0) return;
      ear.hear(bytes);
      if (mood === "restart" && ear.atMs > 300) {
        connection.json({
          error_code: 503,
          error_message: "Cannot continue request (code 7). Please restart",
        });
        return connection.close(1000, "");
      }
      if (ear.words.length > told) {
        told = ear.words.length;
        isEnded = false;
        // All words except the newest are settled.
        const newest = ear.words.at(-1);
        const old = ear.words.slice(settled, -1).flatMap((word) => pieces(word, true));
        settled = Math.max(settled, ear.words.length - 1);
        send([...old, ...(newest === undefined ? [] : pieces(newest, false))]);
        owed = [];
      } else if (!isEnded && told > 0 && ear.silentMs >= overMs) {
        isEnded = true;
        send([...final(), mark("<end>")]);
        owed = [];
      }
    },
    text(text) {
      const message = JSON.parse(text) as Record<string, unknown>;
      if (!hasConfig) {
        hasConfig = true;
        must(!("api_key" in message), "no key in the message");
        must(message["audio_format"] === "pcm_s16le" && message["sample_rate"] === 16_000, "format");
        must(message["num_channels"] === 1 && typeof message["model"] === "string", "model and channels");
        return;
      }
      if (message["type"] === "keepalive") return;
      must(message["type"] === "finalize", `text ${text}`);
      const answer = [...final(), mark("<fin>")];
      if (mood === "late" || mood === "together") owed = [...owed, ...answer];
      else send(answer);
    },
  };
}

/** A word in two pieces; the first begins with the space. */
function pieces({ text, startMs, endMs }: MarkedWord, isFinal: boolean): Token[] {
  const half = (startMs + endMs) / 2;
  const more = { confidence: 0.9, is_final: isFinal };
  return [
    { text: ` ${text.slice(0, 2)}`, start_ms: startMs, end_ms: half, ...more },
    ...(text.length > 2 ? [{ text: text.slice(2), start_ms: half, end_ms: endMs, ...more }] : []),
  ];
}
