// Fake OpenAI realtime transcription, as documented at platform.openai.com/docs. Moods: "swapped" (two turns are
// transcribed in the other order), "fails" (an item fails), "late" (answers a commit when the next audio arrives),
// "no-money".

import type { FakeConnection, FakePeer } from "../fake-socket.ts";
import { MarkedEar } from "./marked-speech.ts";

export const openAiKey = "oa-key-0123456789";

interface Message {
  readonly type: string;
  readonly audio?: string;
  readonly event_id?: string;
  readonly session?: {
    readonly type: string;
    readonly audio: {
      readonly input: {
        readonly format: { readonly type: string; readonly rate: number };
        readonly transcription: { readonly model: string };
        readonly turn_detection: unknown;
      };
    };
  };
}

const transcription = "conversation.item.input_audio_transcription";

export function fakeOpenAi(connection: FakeConnection): FakePeer {
  const { server, head, mood } = connection;
  const must = (condition: boolean, problem: string) => server.must(condition, `openai: ${problem}`);
  must(head.path === "/v1/realtime" && head.query.get("intent") === "transcription", `path ${head.path}`);
  must(!head.query.has("model"), "no model in the address");
  must(head.headers.get("authorization") === `Bearer ${openAiKey}`, "the Bearer scheme");
  must(!head.headers.has("openai-beta"), "no beta header");
  const ear = new MarkedEar(24_000);
  let isSet = false;
  let item = 0;
  let committedMs = 0;
  let from = 0;
  let told = 0;
  let owed: (() => void)[] = [];
  const pay = (): void => {
    for (const answer of owed.toReversed()) answer();
    owed = [];
  };

  const commit = (eventId: string | undefined): void => {
    const ms = ear.atMs - committedMs;
    if (ms < 99 || mood === "empty") {
      const error = {
        type: "invalid_request_error",
        code: "input_audio_buffer_commit_empty",
        event_id: eventId,
      };
      return connection.json({ type: "error", error });
    }
    const id = `item-${item}`;
    connection.json({
      type: "input_audio_buffer.committed",
      item_id: id,
      previous_item_id: item === 0 ? null : `item-${item - 1}`,
    });
    item += 1;
    const transcript = ear.words
      .slice(from)
      .map(({ text }) => text)
      .join(" ");
    [from, told, committedMs] = [ear.words.length, ear.words.length, ear.atMs];
    const answer = (): void =>
      mood === "fails"
        ? connection.json({
            type: `${transcription}.failed`,
            item_id: id,
            error: { code: "audio_unintelligible" },
          })
        : connection.json({
            type: `${transcription}.completed`,
            item_id: id,
            content_index: 0,
            transcript,
            usage: { type: "duration", seconds: ms / 1_000 },
          });
    if (mood === "late" || mood === "swapped") owed.push(answer);
    else answer();
    if (mood === "swapped" && owed.length === 2) pay();
  };

  return {
    opened: () => connection.json({ type: "session.created", session: { id: "s-1" } }),
    binary: () => must(false, "audio is base64 in JSON"),
    text(text) {
      const message = JSON.parse(text) as Message;
      if (message.type === "session.update") {
        const input = message.session?.audio.input;
        must(message.session?.type === "transcription", "session type");
        must(input?.format.type === "audio/pcm" && input.format.rate === 24_000, "24 kHz");
        must(input?.turn_detection === null, "no turns of its own");
        isSet = true;
        if (mood === "no-money") {
          const error = {
            type: "insufficient_quota",
            code: "credit_balance_exhausted",
            message: "No credit",
          };
          return connection.json({ type: "error", error });
        }
        return connection.json({ type: "session.updated", session: { id: "s-1" } });
      }
      must(isSet, "session.update first");
      if (message.type === "input_audio_buffer.commit") return commit(message.event_id);
      must(message.type === "input_audio_buffer.append", `text ${text.slice(0, 80)}`);
      if (mood === "late") pay();
      ear.hear(Buffer.from(message.audio ?? "", "base64"));
      const delta = ear.words.slice(told).map((word, i) => (told + i > from ? ` ${word.text}` : word.text));
      told = ear.words.length;
      if (delta.length > 0) {
        connection.json({
          type: `${transcription}.delta`,
          item_id: `item-${item}`,
          content_index: 0,
          delta: delta.join(""),
        });
      }
    },
  };
}
