// Fake Deepgram, version 1: live recognition as documented at developers.deepgram.com. Moods: "no-ack" (Finalize is not
// answered), "late-ack" (only when the next audio arrives), "utterance-end" (reports the end of words in another form),
// "no-terms" (rejects other terms within a session, and continues).

import type { FakeConnection, FakePeer } from "../fake-socket.ts";
import { MarkedEar, type MarkedWord } from "./marked-speech.ts";

export const deepgramKey = "dg-key-0123456789";

const mustHave = {
  model: "nova-3",
  encoding: "linear16",
  sample_rate: "16000",
  channels: "1",
  interim_results: "true",
  language: "en",
};

export function fakeDeepgram(connection: FakeConnection): FakePeer {
  const { server, head, mood } = connection;
  const must = (condition: boolean, problem: string) => server.must(condition, `deepgram: ${problem}`);
  must(head.path === "/v1/listen", `path ${head.path}`);
  must(head.headers.get("authorization") === `Token ${deepgramKey}`, "the Token scheme");
  for (const [name, value] of Object.entries(mustHave)) must(head.query.get(name) === value, `query ${name}`);
  const ear = new MarkedEar();
  /** Words and position of the last settled segment. */
  let settledWords = 0;
  let settledMs = 0;
  let told = 0;
  let owed: (() => void) | undefined;

  const results = (words: readonly MarkedWord[], flags: object): void =>
    connection.json({
      type: "Results",
      channel_index: [0, 1],
      start: settledMs / 1_000,
      duration: (ear.atMs - settledMs) / 1_000,
      is_final: false,
      speech_final: false,
      from_finalize: false,
      ...flags,
      channel: {
        alternatives: [
          {
            transcript: words.map(({ text }) => text).join(" "),
            confidence: words.length === 0 ? 0 : 0.9,
            words: words.map(({ text, startMs, endMs }) => ({
              word: text,
              punctuated_word: text,
              start: startMs / 1_000,
              end: endMs / 1_000,
              confidence: 0.9,
            })),
          },
        ],
      },
      metadata: { request_id: "r-1" },
    });
  const settle = (flags: object): void => {
    results(ear.words.slice(settledWords), { is_final: true, ...flags });
    settledWords = ear.words.length;
    settledMs = ear.atMs;
  };

  return {
    binary(bytes) {
      must(bytes.length > 0, "an empty frame closes the stream");
      must(bytes.length % 2 === 0, "whole samples");
      owed?.();
      owed = undefined;
      ear.hear(bytes);
      if (ear.words.length > told) {
        told = ear.words.length;
        if (mood === "settles-words") settle({ speech_final: true });
        else results(ear.words.slice(settledWords), {});
        connection.json({ type: "SpeechStarted", channel: [0, 1], timestamp: 0.1 });
        connection.json({ type: "SomethingNew", channel: 7 });
      }
    },
    text(text) {
      if (text === `{"type":"KeepAlive"}`) return;
      if (text === `{"type":"CloseStream"}`) {
        connection.json({ type: "Metadata", request_id: "r-1", duration: ear.atMs / 1_000, channels: 1 });
        return;
      }
      if (text.startsWith(`{"type":"Configure"`)) {
        const { keyterms } = JSON.parse(text) as { keyterms: readonly string[] };
        must(new TextEncoder().encode(keyterms.join("")).length <= 500, "more terms than it takes");
        if (mood === "no-terms") {
          connection.json({ type: "Error", code: "KeytermsNotSupported", description: "Not on this model" });
        } else connection.json({ type: "ConfigureSuccess", request_id: "r-1", keyterms });
        return;
      }
      must(text === `{"type":"Finalize"}`, `text ${text}`);
      if (mood === "no-ack" || mood === "settles-words") return;
      if (mood === "utterance-end") connection.json({ type: "UtteranceEnd", last_word_end: 2.4 });
      if (mood === "late-ack") {
        const wordsThen = ear.words.slice(settledWords);
        const flags = { is_final: true, from_finalize: true, duration: (ear.atMs - settledMs) / 1_000 };
        const fromThen = settledMs;
        [settledWords, settledMs] = [ear.words.length, ear.atMs];
        owed = () => {
          const now = settledMs;
          settledMs = fromThen;
          results(wordsThen, flags);
          settledMs = now;
        };
        return;
      }
      settle({ speech_final: true, from_finalize: true });
    },
  };
}
