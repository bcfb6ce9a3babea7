// Fake AssemblyAI: streaming version 3 as assemblyai.com/docs has it. The fake ends a turn after 400 ms of silence, or
// on request. Moods: "formats" (each end twice), "bad-key" and "no-money" (refuses after the handshake), "expired",
// "slow-forced" (a forced end only with the next message), "wordless", "silent-end" (does not say what the session
// came to), "long-count" (says a day).

import type { FakeConnection, FakePeer } from "../fake-socket.ts";
import { MarkedEar } from "./marked-speech.ts";

export const assemblyKey = "aai-key-0123456789";
const overMs = 400;

export function fakeAssemblyAi(connection: FakeConnection): FakePeer {
  const { server, head, mood } = connection;
  const must = (condition: boolean, problem: string) => server.must(condition, `assemblyai: ${problem}`);
  must(head.path === "/v3/ws", `path ${head.path}`);
  must(head.headers.get("authorization") === assemblyKey, "the key without a scheme");
  must(head.query.get("sample_rate") === "16000" && head.query.get("encoding") === "pcm_s16le", "format");
  must(head.query.has("speech_model"), "query speech_model");
  const ear = new MarkedEar();
  let order = 0;
  let from = 0;
  let told = 0;
  let owed: (() => void) | undefined;
  const beganAt = connection.server.now();

  const turn = (flags: { end_of_turn: boolean; turn_is_formatted?: boolean }): void => {
    const words = ear.words.slice(from);
    const plain = words.map(({ text }) => text).join(" ");
    const text = flags.turn_is_formatted === true ? `${plain[0]?.toUpperCase()}${plain.slice(1)}.` : plain;
    connection.json({
      type: "Turn",
      turn_order: order,
      turn_is_formatted: false,
      ...flags,
      transcript: text,
      end_of_turn_confidence: flags.end_of_turn ? 0.82 : 0.1,
      words: words.map(({ text: word, startMs, endMs }) => ({
        text: word,
        start: startMs,
        end: endMs,
        confidence: 0.7,
        word_is_final: true,
      })),
    });
  };
  const over = (): void => {
    turn({ end_of_turn: true });
    if (mood === "formats") turn({ end_of_turn: true, turn_is_formatted: true });
    [from, told] = [ear.words.length, ear.words.length];
    order += 1;
  };
  const fail = (code: number, error: string): void => {
    connection.json({ type: "Error", error_code: code, error });
    connection.close(code, error.slice(0, 123));
  };

  return {
    opened() {
      if (mood === "bad-key") return fail(1008, "Not authorized");
      if (mood === "no-money") return fail(1008, "Insufficient account balance");
      connection.json({ type: "Begin", id: "s-1", expires_at: 1_790_000_000 });
    },
    binary(bytes) {
      const ms = bytes.length / 32;
      must(ms >= 50 && ms <= 1_000, `a message of ${ms} ms`);
      owed?.();
      owed = undefined;
      ear.hear(bytes);
      must(ear.atMs <= connection.server.now() - beganAt + 2_000, "not faster than real time");
      if (mood === "expired" && ear.atMs > 300) return fail(3008, "Session expired");
      if (ear.words.length > told) {
        told = ear.words.length;
        turn({ end_of_turn: false });
        connection.json({ type: "Heartbeat" });
        connection.json({ type: "Warning", warning_code: 7, warning: "slow" });
      } else if (told > from && ear.silentMs >= overMs && mood !== "stubborn") over();
    },
    text(text) {
      const { type } = JSON.parse(text) as { type: string };
      if (type === "Terminate") {
        const openMs = connection.server.now() - beganAt;
        const seconds = mood === "long-count" ? 86_400 : Math.round(openMs / 100) / 10;
        if (mood === "silent-end") return;
        connection.json({
          type: "Termination",
          audio_duration_seconds: 1,
          session_duration_seconds: seconds,
        });
      } else if (type === "ForceEndpoint") {
        // Without an open turn there is nothing to end.
        if (ear.words.length === from) return;
        if (mood === "slow-forced") owed = over;
        else over();
      } else must(type === "UpdateConfiguration", `text ${text}`);
    },
  };
}
