// Fake ElevenLabs Scribe realtime, as documented at elevenlabs.io/docs: audio in base64, commits by the client, each
// answered in two forms. Moods: "timed-first", "plain-only", "silent-empty" (no second form for an empty text), "late"
// (answers a commit when the next audio arrives), "loses-one" (does not answer the first commit), "throttles".

import type { FakeConnection, FakePeer } from "../fake-socket.ts";
import { MarkedEar } from "./marked-speech.ts";

export const elevenLabsKey = "el-key-0123456789";

interface Chunk {
  readonly message_type: string;
  readonly audio_base_64: string;
  readonly commit: boolean;
  readonly sample_rate: number;
}

export function fakeScribe(connection: FakeConnection): FakePeer {
  const { server, head, mood } = connection;
  const must = (condition: boolean, problem: string) => server.must(condition, `elevenlabs: ${problem}`);
  must(head.path === "/v1/speech-to-text/realtime", `path ${head.path}`);
  must(head.headers.get("xi-api-key") === elevenLabsKey, "the key in xi-api-key");
  for (const [name, value] of Object.entries({
    model_id: "scribe_v2_realtime",
    audio_format: "pcm_16000",
    commit_strategy: "manual",
    include_timestamps: "true",
    language_code: "en",
  })) {
    must(head.query.get(name) === value, `query ${name}`);
  }
  const ear = new MarkedEar();
  let from = 0;
  let told = 0;
  let commits = 0;
  let owed: (() => void) | undefined;

  const commit = (): void => {
    const words = ear.words.slice(from);
    [from, told] = [ear.words.length, ear.words.length];
    const text = words.map((word) => word.text).join(" ");
    const plain = { message_type: "committed_transcript", text };
    const timed = {
      message_type: "committed_transcript_with_timestamps",
      text,
      language_code: "en",
      words: words.flatMap((word, i) => [
        ...(i === 0
          ? []
          : [{ text: " ", start: word.startMs / 1_000, end: word.startMs / 1_000, type: "spacing" }]),
        {
          text: word.text,
          start: word.startMs / 1_000,
          end: word.endMs / 1_000,
          type: "word",
          logprob: -0.1,
        },
      ]),
    };
    const isShort = mood === "plain-only" || (mood === "silent-empty" && text === "");
    const forms = isShort ? [plain] : mood === "timed-first" ? [timed, plain] : [plain, timed];
    const answer = (): void => forms.forEach((form) => connection.json(form));
    commits += 1;
    if (mood === "loses-one" && commits === 1) return;
    if (mood === "late") owed = answer;
    else if (mood === "throttles") connection.json({ message_type: "commit_throttled", error: "too soon" });
    else answer();
  };

  return {
    opened: () => connection.json({ message_type: "session_started", session_id: "s-1", config: {} }),
    binary: () => must(false, "audio is base64 in JSON"),
    text(text) {
      const chunk = JSON.parse(text) as Chunk;
      must(chunk.message_type === "input_audio_chunk", `text ${text.slice(0, 80)}`);
      must(chunk.sample_rate === 16_000, "sample_rate");
      const bytes = Buffer.from(chunk.audio_base_64, "base64");
      must(bytes.length / 32 <= 250, `a chunk of ${bytes.length / 32} ms`);
      if (bytes.length > 0) {
        owed?.();
        owed = undefined;
        ear.hear(bytes);
      }
      if (ear.words.length > told) {
        told = ear.words.length;
        const words = ear.words.slice(from).map((word) => word.text);
        connection.json({ message_type: "partial_transcript", text: words.join(" ") });
        connection.json({ message_type: "something_new", text: "?" });
      }
      if (chunk.commit) commit();
    },
  };
}
