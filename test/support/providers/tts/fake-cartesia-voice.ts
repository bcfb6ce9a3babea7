// Fake Cartesia, voices: the contexts socket as documented at docs.cartesia.ai. Moods: "late" (cancelled speech
// continues for a while), "refuses" (too many at once), "fails" (an error of the socket), "stalls", "silent".

import type { FakeConnection, FakePeer } from "../fake-socket.ts";
import { base64, lists, tonePieces, unknownVoice, within, wordsOf } from "./spoken-tone.ts";

export const cartesiaKey = "ca-key-0123456789";

/** Required fields of each message. */
const fixed = {
  model_id: "sonic-3.5",
  continue: false,
  output_format: { container: "raw", encoding: "pcm_s16le", sample_rate: 16_000 },
  add_timestamps: true,
  use_normalized_timestamps: false,
  max_buffer_delay_ms: 0,
};
const latePieces = 3;

interface Message {
  readonly transcript?: string;
  readonly context_id: string;
  readonly cancel?: boolean;
  readonly language?: string;
  readonly voice?: { readonly mode: string; readonly id: string };
  readonly generation_config?: { readonly speed: number };
}

export function fakeCartesiaVoice(connection: FakeConnection): FakePeer {
  const { server, head, mood } = connection;
  const must = (condition: boolean, problem: string) => server.must(condition, `cartesia: ${problem}`);
  must(head.path === "/tts/websocket", `path ${head.path}`);
  must(head.headers.get("authorization") === `Bearer ${cartesiaKey}`, "the key");
  must(/^\d{4}-\d\d-\d\d$/.test(head.headers.get("cartesia-version") ?? ""), "the version");
  const seen = new Set<string>();
  const cancelled = new Set<string>();

  const speak = async ({
    transcript = "",
    context_id: id,
    generation_config: how,
  }: Message): Promise<void> => {
    const speed = how?.speed ?? 1;
    const words = wordsOf(transcript, speed);
    let late = 0;
    for await (const piece of tonePieces(transcript, speed)) {
      if (mood === "stalls" && piece.fromMs > 0) return;
      if (cancelled.has(id) && (mood !== "late" || ++late > latePieces)) return;
      const data = base64(piece.bytes);
      connection.json({ type: "chunk", data, done: false, status_code: 206, step_time: 1, context_id: id });
      const own = within(words, piece);
      if (own.length > 0) {
        connection.json({ type: "timestamps", context_id: id, done: false, word_timestamps: lists(own) });
      }
    }
    connection.json({ type: "something_new", context_id: id });
    connection.json({ type: "done", done: true, status_code: 200, context_id: id });
  };

  return {
    binary: () => must(false, "a binary message"),
    text(line) {
      const message = JSON.parse(line) as Message;
      const { context_id: id } = message;
      if (message.cancel === true) {
        must(seen.has(id), "a cancel of nothing");
        cancelled.add(id);
        return;
      }
      must(!seen.has(id), "a context used twice");
      seen.add(id);
      for (const [name, value] of Object.entries(fixed)) {
        must(JSON.stringify(message[name as keyof Message]) === JSON.stringify(value), `field ${name}`);
      }
      must(/^[a-z]{2}$/.test(message.language ?? ""), `language ${message.language}`);
      must(message.voice?.mode === "id" && message.voice.id !== "", "a voice");
      const error = { type: "error", title: "No", status_code: 429, request_id: "r-1" };
      if (message.voice?.id === unknownVoice) {
        const more = { status_code: 404, error_code: "voice_not_found", message: "No voice", context_id: id };
        return connection.json({ ...error, ...more });
      }
      if (mood === "refuses") {
        const more = { error_code: "concurrency_limited", message: "Too many", context_id: id };
        return connection.json({ ...error, ...more });
      }
      if (mood === "fails") return connection.json({ ...error, status_code: 500, error_code: "internal" });
      if (mood !== "silent") void speak(message);
    },
  };
}
