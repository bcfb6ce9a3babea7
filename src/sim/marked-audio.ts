// Marked audio: frames with marks in some of their samples, so that simulated recognisers know which word they hear,
// and a simulated line which sentence it plays. The rest is a tone that any detector takes for sound.

import { type Frame, frameMs, sampleRate, samplesPerFrame, silence } from "../audio/frame.ts";

/** Content of a caller's frame. */
export type CallerSound =
  /** The word number `word` of the utterance number `utterance`. */
  { readonly type: "word"; readonly utterance: number; readonly word: number } | { readonly type: "noise" };

const kinds = { word: 1, noise: 2, agent: 3 } as const;
const toneHz = 220;
/** At the microphone the caller is louder than the loudspeaker. */
const [callerLoudness, agentLoudness] = [8_000, 2_000] as const;
const [callerTone, agentTone] = [callerLoudness, agentLoudness].map((amplitude) =>
  Int16Array.from({ length: samplesPerFrame }, (_, i) =>
    Math.round(amplitude * Math.sin((2 * Math.PI * toneHz * i) / sampleRate)),
  ),
) as [Frame, Frame];

/**
 * A mark is the signs of pairs of samples in the middle of a frame: they survive when the frame is made
 * softer, fades in or out, or passes a telephone, which keeps one sample of two.
 */
const markAt = 140;
const [kindBits, numberBits] = [2, 12];
const markBits = kindBits + 2 * numberBits;
/** A frame that fades out ends in silence: it was cut, and does not count as heard. */
const endAt = samplesPerFrame - 2;
/** Softer than a ducked mark that fades; no mark is as soft. */
const audible = 100;

function marked(kind: number, first: number, second: number): Frame {
  const frame = (kind === kinds.agent ? agentTone : callerTone).slice();
  const loud = kind === kinds.agent ? agentLoudness : callerLoudness;
  const mark = kind * 2 ** (2 * numberBits) + (first % 2 ** numberBits) * 2 ** numberBits + second;
  for (let bit = 0; bit < markBits; bit++) {
    const at = markAt + 2 * bit;
    frame[at] = frame[at + 1] = Math.floor(mark / 2 ** bit) % 2 === 1 ? loud : -loud;
  }
  frame[endAt] = frame[endAt + 1] = loud;
  return frame;
}

/**
 * The mark of a frame that was cut later than this, in milliseconds, counts as heard: the repeated rest fades
 * in and hides it.
 */
export const markHeardMs = 7.84;

/** Content of the mark; undefined for silence and for a frame that fades out. */
function markOf(frame: Frame): { kind: number; first: number; second: number } | undefined {
  if (Math.abs(frame[endAt] ?? 0) < audible) return undefined;
  let mark = 0;
  for (let bit = 0; bit < markBits; bit++) {
    const sample = frame[markAt + 2 * bit] ?? 0;
    if (Math.abs(sample) < audible) return undefined;
    if (sample > 0) mark += 2 ** bit;
  }
  const whole = 2 ** numberBits;
  return {
    kind: Math.floor(mark / whole ** 2),
    first: Math.floor(mark / whole) % whole,
    second: mark % whole,
  };
}

export const noiseFrame: Frame = marked(kinds.noise, 0, 0);
const wordFrame = (utterance: number, word: number): Frame => marked(kinds.word, utterance, word);

/** Undefined: silence. */
export function callerSoundIn(frame: Frame): CallerSound | undefined {
  const { kind, first: utterance = 0, second: word = 0 } = markOf(frame) ?? {};
  if (kind === kinds.word) return { type: "word", utterance, word };
  return kind === kinds.noise ? { type: "noise" } : undefined;
}

/** A sentence of the agent as audio: `frames` frames with their positions in it. */
export function sentenceAudio(sentence: number, frames: number): Int16Array {
  const pcm = new Int16Array(frames * samplesPerFrame);
  for (let i = 0; i < frames; i++) pcm.set(marked(kinds.agent, sentence, i), i * samplesPerFrame);
  return pcm;
}

/** The sentence and the position in it, in frames; undefined for silence and for the fading end of a cut sentence. */
export function agentSoundIn(frame: Frame): { readonly sentence: number; readonly at: number } | undefined {
  const { kind, first: sentence = 0, second: at = 0 } = markOf(frame) ?? {};
  return kind === kinds.agent ? { sentence, at } : undefined;
}

/** Characters that people speak in a second. */
const charsPerSecond = 14;

/** Length of a spoken text in frames; at least one. */
export const framesOf = (text: string): number =>
  Math.max(1, Math.round((text.length * 1_000) / charsPerSecond / frameMs));

/** A caller's word, of its spoken length, and the silence after it. */
export function wordFrames({
  utterance,
  word,
  text,
}: {
  readonly utterance: number;
  readonly word: number;
  readonly text: string;
}): readonly Frame[] {
  const one = wordFrame(utterance, word);
  // Between two words it is nearly silent: a detector takes unbroken speech for line noise.
  return [
    ...Array.from({ length: framesOf(text) }, () => one),
    ...Array.from({ length: framesOf(" ") }, () => silence),
  ];
}
