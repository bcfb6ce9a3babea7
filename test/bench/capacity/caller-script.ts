// Caller script: the repeated sound of every caller of a load: four seconds of speech without a pause that could end a
// turn, and six of a quiet line.

import { sampleRate } from "../../../src/audio/frame.ts";
import { human, joined, pause } from "../../support/callers/callers.ts";

export const wordsMs = 4_000;
export const roundMs = 10_000;
/** Longer pauses are shortened to this: the earliest measured detector ends a turn after 200 ms. */
const pauseMsMax = 80;

const windowSamples = sampleRate / 100;
/** Loudest sample of a quiet window of 10 ms; the silence of the recordings is far below it. */
const quietMax = 300;

/** The speech of a recording: without silence at either end, and without pauses of more than 80 ms. 16 kHz. */
export function withoutPauses(pcm: Int16Array): Int16Array {
  const windows = Array.from({ length: Math.floor(pcm.length / windowSamples) }, (_, i) =>
    pcm.subarray(i * windowSamples, (i + 1) * windowSamples),
  );
  const isQuiet = windows.map((window) => window.every((sample) => Math.abs(sample) <= quietMax));
  const [first, last] = [isQuiet.indexOf(false), isQuiet.lastIndexOf(false)];
  let quietMs = 0;
  return joined(
    ...windows.filter((_, i) => {
      quietMs = isQuiet[i] === true ? quietMs + 10 : 0;
      return i >= first && i <= last && quietMs <= pauseMsMax;
    }),
  );
}

/** The last four seconds of these words, so that they end like a sentence, and then silence. 16 kHz. */
export function roundOf(words: readonly Int16Array[]): Int16Array<ArrayBuffer> {
  const said = joined(...words.map(withoutPauses)).slice(-(wordsMs * sampleRate) / 1000);
  const missing = wordsMs - (said.length * 1000) / sampleRate;
  if (missing > 0) throw new RangeError(`The words are ${missing} ms too short`);
  return Int16Array.from(joined(said, pause(roundMs - wordsMs)));
}

/** The round of a recorded person. 16 kHz. */
export async function humanRound(): Promise<Int16Array<ArrayBuffer>> {
  return roundOf(await Promise.all(["vm-intro", "conf-onlyperson", "tt-weasels"].map((name) => human(name))));
}

/** Interval in milliseconds at which people answer a question of a flow. */
export const answerMs = 9_000;

/** Answers of a recorded person to the questions of `askingFlow`, one after the other, each followed by a quiet line. 16 kHz. */
export async function answersRound(): Promise<Int16Array<ArrayBuffer>> {
  const said = await Promise.all(["four", "friday", "no"].map((word) => human(word)));
  const answers = said.map((word) => joined(withoutPauses(word), pause(answerMs)));
  return Int16Array.from(joined(...answers.map((each) => each.subarray(0, (answerMs * sampleRate) / 1000))));
}

/** A flow that asks for a number, a day, and yes or no, repeatedly, and waits longer than people do. */
export const askingFlow = `voice_flow: 1
id: asking
language: en
start: people
defaults: {give_up: people, listen: {no_input: 20s}}
variables:
  people: {type: number, integer: true, min: 1, max: 12, confirm: never, ask: "A table for how many people?"}
  day: {type: choice, confirm: never, ask: "For which day?", options: [{id: friday}, {id: saturday}, {id: sunday}]}
  right: {type: boolean, ask: "A table for {{people}} on {{day}}. Is that right?"}
nodes:
  people: {ask: people, when_filled: ask, next: day}
  day: {ask: day, when_filled: ask, next: right}
  right: {ask: right, when_filled: ask, next: [{if: right, goto: booked}, {else: people}]}
  booked: {say: "It is booked.", end: booked}
`;

/** A round in messages of this many milliseconds: PCM16, little-endian. */
export function chunksOf(round: Int16Array<ArrayBuffer>, chunkMs: number): Uint8Array<ArrayBuffer>[] {
  const bytes = new Uint8Array(round.buffer, round.byteOffset, round.byteLength);
  const chunkBytes = (2 * sampleRate * chunkMs) / 1000;
  return Array.from({ length: bytes.length / chunkBytes }, (_, i) =>
    bytes.slice(i * chunkBytes, (i + 1) * chunkBytes),
  );
}
