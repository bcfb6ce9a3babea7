// Fake Cartesia Ink-2 with the turns documented at docs.cartesia.ai: they end after 400 ms of silence. Moods:
// "stubborn" (never ends a turn), "slow" (ends it after 1,500 ms).

import type { FakeConnection, FakePeer } from "../fake-socket.ts";
import { MarkedEar } from "./marked-speech.ts";

export const cartesiaKey = "ca-key-0123456789";
const eagerMs = 240;

export function fakeInk(connection: FakeConnection): FakePeer {
  const { server, head, mood } = connection;
  const must = (condition: boolean, problem: string) => server.must(condition, `cartesia: ${problem}`);
  must(head.path === "/stt/turns/websocket", `path ${head.path}`);
  must(head.headers.get("authorization") === `Bearer ${cartesiaKey}`, "the Bearer scheme");
  must(head.headers.get("cartesia-version") === "2026-08-14", "the version");
  must(head.query.get("model") === "ink-2" && head.query.get("encoding") === "pcm_s16le", "format");
  must(head.query.get("sample_rate") === "16000", "sample_rate");
  const overMs = mood === "slow" ? 1_500 : 400;
  const ear = new MarkedEar();
  let from = 0;
  let told = 0;
  let isEager = false;
  const said = (type: string): void =>
    connection.json({
      type,
      transcript: ear.words
        .slice(from)
        .map(({ text }) => text)
        .join(" "),
      request_id: "r-1",
    });
  const listen = (): void => {
    if (ear.words.length > told) {
      if (told === from) connection.json({ type: "turn.start", request_id: "r-1" });
      else if (isEager) connection.json({ type: "turn.resume", request_id: "r-1" });
      isEager = false;
      told = ear.words.length;
      said("turn.update");
      connection.json({ type: "turn.new", transcript: 7 });
    } else if (told > from && !isEager && ear.silentMs >= eagerMs) {
      isEager = true;
      said("turn.eager_end");
    } else if (told > from && ear.silentMs >= overMs && mood !== "stubborn") {
      said("turn.end");
      [from, isEager] = [told, false];
    }
  };
  return {
    opened: () => connection.json({ type: "connected", request_id: "r-1" }),
    binary(bytes) {
      must(bytes.length > 0, "no empty frame");
      for (let at = 0; at < bytes.length; at += 640) {
        ear.hear(bytes.subarray(at, at + 640));
        listen();
      }
      if (mood === "busy" && ear.atMs > 300) {
        connection.json({
          type: "error",
          title: "Busy",
          status_code: 429,
          error_code: "concurrency_limited",
        });
      }
    },
    text: (text) => must(text === `{"type":"close"}`, `text ${text}`),
  };
}
