// Fake Deepgram, version 2: Flux as documented at developers.deepgram.com. It ends a turn after 400 ms of silence,
// announces a probable end after 240 ms, and sends an update for each 240 ms of audio. Moods: "stubborn" (never ends a
// turn), "no-times" (words without times), "refuses-settings".

import type { FakeConnection, FakePeer } from "../fake-socket.ts";
import { deepgramKey } from "./fake-deepgram.ts";
import { MarkedEar } from "./marked-speech.ts";

const eagerMs = 240;
const overMs = 400;
const updateMs = 240;

export function fakeFlux(connection: FakeConnection): FakePeer {
  const { server, head, mood } = connection;
  const must = (condition: boolean, problem: string) => server.must(condition, `flux: ${problem}`);
  must(head.path === "/v2/listen", `path ${head.path}`);
  must(head.headers.get("authorization") === `Token ${deepgramKey}`, "the Token scheme");
  must(/^flux-general-(?:en|multi)$/.test(head.query.get("model") ?? ""), "query model");
  must(head.query.get("encoding") === "linear16" && head.query.get("sample_rate") === "16000", "format");
  const ear = new MarkedEar();
  let sequence = 0;
  let turn = 0;
  let from = 0;
  let told = 0;
  let saidAt = 0;
  let isEager = false;
  let configures = 0;

  const info = (event: string, confidence: number): void => {
    const words = ear.words.slice(from);
    connection.json({
      type: "TurnInfo",
      event,
      request_id: "r-1",
      sequence_id: (sequence += 1),
      turn_index: turn,
      audio_window_start: 0,
      audio_window_end: ear.atMs / 1_000,
      transcript: words.map(({ text }) => text).join(" "),
      words: words.map(({ text, startMs, endMs }) => ({
        word: text,
        confidence: 0.8,
        ...(mood.includes("no-times") ? {} : { start: startMs / 1_000, end: endMs / 1_000 }),
      })),
      end_of_turn_confidence: confidence,
      ...(event === "EndOfTurn" ? { trigger: "model" } : {}),
    });
  };
  const listen = (): void => {
    if (ear.words.length > told) {
      if (told === from) info("StartOfTurn", 0.1);
      else if (isEager) info("TurnResumed", 0.1);
      isEager = false;
      told = ear.words.length;
      info("Update", 0.1);
      info("SomethingNew", 0.1);
    } else if (told > from && !isEager && ear.silentMs >= eagerMs) {
      isEager = true;
      info("EagerEndOfTurn", 0.6);
    } else if (told > from && ear.silentMs >= overMs && !mood.includes("stubborn")) {
      info("EndOfTurn", 0.9);
      [from, turn, isEager] = [told, turn + 1, false];
    } else if (ear.atMs - saidAt >= updateMs) {
      saidAt = ear.atMs;
      info("Update", 0.2);
    }
  };

  return {
    opened: () => connection.json({ type: "Connected", request_id: "r-1", sequence_id: 0 }),
    binary(bytes) {
      must(bytes.length > 0, "no empty frame");
      // Reads audio in steps, as the vendor does.
      for (let at = 0; at < bytes.length; at += 640) {
        ear.hear(bytes.subarray(at, at + 640));
        listen();
      }
    },
    text(text) {
      if (text === `{"type":"CloseStream"}`) return;
      const message = JSON.parse(text) as { type: string; keyterms?: string[] };
      must(message.type === "Configure", `text ${text}`);
      configures += 1;
      must(configures === 1, "one Configure at a time");
      // The answer takes until the next turn of the event loop.
      setImmediate(() => {
        configures -= 1;
        if (mood === "refuses-settings") connection.json({ type: "ConfigureFailure", code: "TOO_MANY" });
        else connection.json({ type: "ConfigureSuccess", keyterms: message.keyterms });
      });
    },
  };
}
