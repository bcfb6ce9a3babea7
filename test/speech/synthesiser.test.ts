// The embedded voice speaks at an unhurried pace, from its first sample on, and leaves a pause after a sentence.

import { expect, setDefaultTimeout, test } from "bun:test";
import { sampleRate } from "../../src/audio/frame.ts";
import { piecesOf } from "../../src/speech/spoken-text.ts";
import { Synthesiser } from "../../src/speech/synthesiser.ts";

// The voices are quick, but the machine may be busy.
setDefaultTimeout(240_000);

const engine = await Synthesiser.open();
const voices = process.env["LONG"] === "1" ? (["slt", "rms", "awb"] as const) : (["slt"] as const);
const sentences = [
  "Thank you for calling, I can book you a table for today or for one of the next thirty days.",
  "For how many people would you like to book?",
  "That is a table for four on Saturday at half past seven in the evening.",
  "Shall I book it?",
  "Sorry, I did not understand that.",
  "Please say the four digits, one after the other.",
  "Let me put you through to the restaurant.",
  "Nothing is booked.",
  "Your order has left our house and will be with you tomorrow.",
  "What is it about, a laptop, a phone or a printer?",
  "I can tell you where your order is, or take a message for my colleagues.",
  "This call may be recorded.",
  "One moment please, I am looking it up.",
  "You can say it in your own words.",
  "The kitchen is open from noon until eleven in the evening.",
  "We will send you a message with all the details.",
  "Is there anything else that I can do for you?",
  "That day is too far away, I can look thirty days ahead.",
  "Your appointment has been moved to Tuesday morning at nine.",
  "Thank you for your patience, and goodbye.",
];
const isLoud = (sample: number): boolean => Math.abs(sample) >= 100;

test.each(voices)(
  "voice: %s says at most 165 words a minute by default, and as many more as are wanted",
  (voice) => {
    const minutes = (speed: number): number =>
      sentences.reduce((sum, text) => sum + engine.speak(text, { voice, speed }).length, 0) / sampleRate / 60;
    const words = sentences.join(" ").split(" ").length;
    expect(words / minutes(1)).toBeWithin(140, 165);
    expect(minutes(1) / minutes(1.25)).toBeWithin(1.15, 1.3);
  },
);

test.each(voices)(
  "voice: %s is heard at once, and pauses after a sentence longer than within one",
  (voice) => {
    for (const [text, pauseMs] of [
      ["Hello there.", 220],
      ["So I thought,", 120],
      ["See you soon", 120],
      ["Is that all?", 220],
    ] as const) {
      const pcm = engine.speak(text, { voice, speed: 1 });
      expect(pcm.findIndex(isLoud)).toBeLessThanOrEqual(sampleRate / 100);
      expect(((pcm.length - 1 - pcm.findLastIndex(isLoud)) * 1_000) / sampleRate).toBeCloseTo(pauseMs, 1);
    }
  },
);

test("voice: a question rises where a yes or no is the answer, and is cut off from what follows", () => {
  const rises = [
    "Is that right?",
    "And your name?",
    "Do you know what it costs?",
    "At 7 p.m., is that right?",
  ];
  const falls = [
    "Which day would you like?",
    "For how many people?",
    "At what time?",
    "So, what's your name?",
    "Tuesday the 24th: at what time?",
    "Tea or coffee?",
  ];
  for (const text of rises) expect(piecesOf(text)).toEqual([text]);
  for (const text of falls) expect(piecesOf(text)).toEqual([text.replace("?", ".")]);
  expect(piecesOf("I have one. Shall I book it? Say yes. Which day?")).toEqual([
    "I have one. Shall I book it?",
    "Say yes. Which day.",
  ]);
});
