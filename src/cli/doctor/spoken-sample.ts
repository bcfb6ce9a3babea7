// Spoken sample: a sentence that doctor speaks and recognises with any engines, with the time of each.

import { toFrames } from "../../audio/frame.ts";
import { wallClock } from "../../base/clock.ts";
import type { Expectation } from "../../flow/engine/expectation.ts";
import type { ProviderContext, Stt, Tts } from "../../providers/provider-contract.ts";

export const sampleWords = "three one four two";
export const sampleExpectation = {
  anyOf: [{ type: "digits", lengths: [4] }],
  closed: true,
  endSilenceMs: 700,
} as const;

/** Words that a sample may have: only a number from zero to ten. */
const numbers = "zero one two three four five six seven eight nine ten".split(" ");
export const numbersExpected = {
  anyOf: [{ type: "phrases", phrases: numbers }],
  closed: true,
  meanings: { kind: "number", groups: numbers.map((number) => [number]), isOnly: true },
  endSilenceMs: 700,
} as const;
/** Three seconds long. */
export const sampleSentence = "I would like to speak to somebody about my last order.";

/** Milliseconds from the order to the first and to the last sample. */
export interface SpokenSample {
  readonly pcm: Int16Array;
  readonly firstAudioMs: number;
  readonly wholeMs: number;
}

/** PCM16 mono at 16 kHz. Rejects with the voice's error. */
export async function say(
  tts: Tts,
  context: ProviderContext,
  text = `${sampleWords}.`,
): Promise<SpokenSample> {
  const from = wallClock.now();
  const pieces: Int16Array[] = [];
  let firstAudioMs = 0;
  const sink = (event: Parameters<Parameters<Tts["speak"]>[1]>[0]): void => {
    if (event.type !== "audio") return;
    if (pieces.length === 0) firstAudioMs = Math.round(wallClock.now() - from);
    pieces.push(event.pcm);
  };
  await tts.speak(text, sink, context).done;
  const pcm = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  pieces.reduce((at, piece) => (pcm.set(piece, at), at + piece.length), 0);
  return { pcm, firstAudioMs, wholeMs: Math.round(wallClock.now() - from) };
}

export interface HeardSample {
  readonly text: string;
  /** Time from the end of the audio to the last word. */
  readonly finalMs: number;
}

interface HearOptions extends ProviderContext {
  readonly signal: AbortSignal;
  /** Absent: the four digits of the sample. */
  readonly asked?: Expectation | "anything";
}

/** Rejects with the recogniser's error. */
export async function hear(
  stt: Stt,
  pcm: Int16Array,
  { signal, asked = sampleExpectation, ...context }: HearOptions,
): Promise<HeardSample> {
  const heard = Promise.withResolvers<string>();
  const session = await stt.open(
    (event) => {
      if (event.type === "end_of_turn") heard.resolve(event.text);
    },
    context,
    signal,
  );
  void session.closed.then((error) => heard.reject(error ?? new Error("The recogniser ended")));
  session.expect(asked === "anything" ? undefined : asked);
  for (const frame of toFrames(pcm)) session.send(frame);
  const from = wallClock.now();
  session.finalize(1);
  try {
    return { text: await heard.promise, finalMs: Math.round(wallClock.now() - from) };
  } finally {
    session.close();
  }
}

const digits = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** True if a transcript is the sample, in any spelling of the digits. */
export function isSample(text: string): boolean {
  const written = (text.toLowerCase().match(/[a-z]+|\d/g) ?? []).map((word) => {
    const at = digits.indexOf(word);
    return at === -1 ? word : String(at);
  });
  return written.join("") === "3142";
}
