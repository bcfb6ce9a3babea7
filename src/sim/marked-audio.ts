// Marked audio: frames that carry in their first samples what they are a part of, so that simulated ears know which
// word they hear, and a simulated line which sentence it plays. The rest is a tone that any detector takes for sound.

import { type Frame, frameMs, sampleRate, samplesPerFrame } from "../audio/frame.ts";

/** What a frame of a caller holds. */
export type CallerSound =
  /** The word number `word` of the utterance number `utterance`. */
  { readonly type: "word"; readonly utterance: number; readonly word: number } | { readonly type: "noise" };

const kinds = { word: 1, noise: 2, agent: 3 } as const;
const toneHz = 220;
/** The caller is louder at the microphone than what its loudspeaker plays. */
const [callerTone, agentTone] = [8_000, 2_000].map((amplitude) =>
  Int16Array.from({ length: samplesPerFrame }, (_, i) =>
    Math.round(amplitude * Math.sin((2 * Math.PI * toneHz * i) / sampleRate)),
  ),
) as [Frame, Frame];

function marked(kind: number, first: number, second: number): Frame {
  const frame = (kind === kinds.agent ? agentTone : callerTone).slice();
  frame.set([kind, first, second]);
  // A frame that the playout fades out ends in silence, and is no mark any more.
  frame[samplesPerFrame - 1] = endMark;
  return frame;
}
const endMark = 1_234;

export const noiseFrame: Frame = marked(kinds.noise, 0, 0);
export const wordFrame = (utterance: number, word: number): Frame => marked(kinds.word, utterance, word);

/** Undefined: silence. */
export function callerSoundIn(frame: Frame): CallerSound | undefined {
  const [kind, utterance = 0, word = 0] = frame;
  if (kind === kinds.word) return { type: "word", utterance, word };
  return kind === kinds.noise ? { type: "noise" } : undefined;
}

/** A sentence of the agent's as audio: `frames` frames that know their place in it. */
export function sentenceAudio(sentence: number, frames: number): Int16Array {
  const pcm = new Int16Array(frames * samplesPerFrame);
  for (let i = 0; i < frames; i++) pcm.set(marked(kinds.agent, sentence, i), i * samplesPerFrame);
  return pcm;
}

/** The sentence and the place in it, in frames; undefined for silence and for the fading end of a cut sentence. */
export function agentSoundIn(frame: Frame): { readonly sentence: number; readonly at: number } | undefined {
  const [kind, sentence = 0, at = 0] = frame;
  return kind === kinds.agent && frame[samplesPerFrame - 1] === endMark ? { sentence, at } : undefined;
}

/** People say so many characters in a second. */
const charsPerSecond = 14;

/** Frames that a text lasts; at least one. */
export const framesOf = (text: string): number =>
  Math.max(1, Math.round((text.length * 1_000) / charsPerSecond / frameMs));
