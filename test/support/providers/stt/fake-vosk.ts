// Fake Vosk server, after websocket/asr_server.py of alphacep/vosk-server: one reply per message of audio, the end by
// one literal text, a phrase list that counts only before the first audio. Moods: "endpoint" (each word is a segment of
// its own), "silent-end" (closes at the end of the turn instead of answering).

import { asArray, asRecord } from "../../../../src/providers/connection/json-fields.ts";
import type { FakeConnection, FakePeer } from "../fake-socket.ts";
import { MarkedEar, type MarkedWord } from "./marked-speech.ts";

export function fakeVosk(connection: FakeConnection): FakePeer {
  const { server, mood } = connection;
  const must = (condition: boolean, problem: string) => server.must(condition, `vosk: ${problem}`);
  const ear = new MarkedEar();
  let isConfigured = false;
  let phrases: readonly unknown[] | undefined;
  let said = 0;
  const word = ({ text, startMs, endMs }: MarkedWord) => ({
    conf: 0.8,
    start: startMs / 1_000,
    end: endMs / 1_000,
    word: phrases === undefined || phrases.some((phrase) => isIn(phrase, text)) ? text : "[unk]",
  });
  const fresh = () => ear.words.slice(said).map(word);
  const text = (words: readonly { readonly word: string }[]) => words.map((one) => one.word).join(" ");
  const final = (): void => {
    const result = fresh();
    said = ear.words.length;
    connection.json(result.length === 0 ? { text: "" } : { result, text: text(result) });
  };
  return {
    text(message) {
      if (message === '{"eof" : 1}') {
        if (mood !== "silent-end") final();
        connection.close(1_000, "");
        return;
      }
      const { config } = asRecord(JSON.parse(message));
      const { sample_rate: rate, words, phrase_list: list, ...others } = asRecord(config);
      must(!isConfigured && ear.atMs === 0, "a configuration behind the first audio");
      must(rate === 16_000 && words === true, `configured with ${message}`);
      must(Object.keys(others).length === 0, `fields ${Object.keys(others).join(" ")}`);
      must(list === undefined || asArray(list).includes("[unk]"), "no unknown word in the phrase list");
      if (list !== undefined) phrases = asArray(list);
      isConfigured = true;
    },
    binary(bytes) {
      must(isConfigured, "audio before the configuration");
      must(bytes.length > 0 && bytes.length % 2 === 0 && bytes.length <= 6_400, `${bytes.length} bytes`);
      ear.hear(bytes);
      const isOver = mood === "endpoint" && ear.words.length > said;
      if (isOver || (ear.words.length > said && ear.silentMs > 1_000)) final();
      else connection.json({ partial: text(fresh()) });
    },
  };
}

function isIn(phrase: unknown, word: string): boolean {
  return typeof phrase === "string" && phrase.split(" ").includes(word);
}
