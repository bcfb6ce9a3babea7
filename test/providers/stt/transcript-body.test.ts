// Responses of servers of the transcriptions protocol, and the spoken words in them.

import { expect, test } from "bun:test";
import { readTranscript } from "../../../src/providers/stt/transcript-body.ts";

const segment = (text: string, change: object = {}) => ({
  start: 0,
  end: 2,
  text,
  avg_logprob: -0.25,
  no_speech_prob: 0.01,
  compression_ratio: 1.1,
  ...change,
});

test("transcript: a plain body is its text", () => {
  expect(readTranscript({ text: " Two coffees,\n please. " })).toEqual({
    text: "Two coffees, please.",
    words: [],
    rejected: false,
  });
  expect(readTranscript({ text: "" })).toMatchObject({ text: "", rejected: false });
});

test("transcript: an empty body has none", () => {
  for (const body of [undefined, null, 3, "text", [], {}, { text: 3 }, { error: "no" }])
    expect(readTranscript(body)).toBeUndefined();
});

test("transcript: the confidence is the mean of its segments, weighted by their length", () => {
  const segments = [
    segment(" Yes.", { end: 3, avg_logprob: 0 }),
    segment(" No.", { start: 3, end: 4, avg_logprob: -1e9 }),
  ];
  expect(readTranscript({ text: "Yes. No.", segments })?.confidence).toBe(0.75);
  const odd = [segment("a", { avg_logprob: 7 }), segment("b", { avg_logprob: "x" })];
  expect(readTranscript({ text: "a", segments: odd.slice(0, 1) })?.confidence).toBe(1);
  expect(readTranscript({ text: "ab", segments: odd })?.confidence).toBeUndefined();
});

test("transcript: segments that the model itself considers silence or a loop are left out", () => {
  const silent = segment(" Thank you.", { no_speech_prob: 0.8, avg_logprob: -1.2 });
  const loop = segment(" no no no no", { compression_ratio: 5 });
  expect(readTranscript({ text: " Yes. Thank you.", segments: [segment(" Yes."), silent] })).toMatchObject({
    text: "Yes.",
    rejected: false,
  });
  expect(readTranscript({ text: " Thank you.", segments: [silent] })).toEqual({
    text: "",
    words: [],
    rejected: true,
  });
  expect(readTranscript({ text: " no no no no", segments: [loop] })).toMatchObject({ rejected: true });
  // Sure words count, whatever the judgement of the sound.
  const sure = segment(" Yes.", { no_speech_prob: 0.9, avg_logprob: -0.3 });
  expect(readTranscript({ text: " Yes.", segments: [sure] })).toMatchObject({ text: "Yes." });
});

test("transcript: sounds that are no words are rejected", () => {
  for (const text of [" [BLANK_AUDIO]", "(music)", "*coughs*", "♪♪", "[ Silence ] (wind)"])
    expect(readTranscript({ text })).toEqual({ text: "", words: [], rejected: true });
  expect(readTranscript({ text: "[noise] yes (laughs) please" })).toMatchObject({ text: "yes please" });
});

test("transcript: a repetition of the prompt is not believed", () => {
  const prompt = ["book a table", "opening hours", "goodbye"];
  expect(readTranscript({ text: "Book a table, opening hours, goodbye." }, prompt)?.rejected).toBe(true);
  expect(readTranscript({ text: "Goodbye." }, prompt)?.rejected).toBe(false);
  // Only so few answers are possible.
  expect(readTranscript({ text: "Yes, no." }, ["yes", "no"])?.rejected).toBe(false);
});

test("transcript: words have their times in every position of the body", () => {
  const words = [
    { word: " Two", start: 0.1, end: 0.35, probability: 0.5 },
    { word: "coffees", start: 0.4, end: 0.9 },
    { word: "?", start: "x" },
  ];
  const expected = [
    { text: "Two", startMs: 100, endMs: 350, confidence: 0.5 },
    { text: "coffees", startMs: 400, endMs: 900 },
  ];
  expect(readTranscript({ text: "Two coffees", words })).toMatchObject({ words: expected, confidence: 0.5 });
  const segments = [segment(" Two coffees", { words })];
  expect(readTranscript({ text: "Two coffees", segments, words: null })?.words).toEqual(expected);
});
