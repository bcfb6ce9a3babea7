// Beep detector: finds the tone after which an answering machine records, one steady sine that ends in silence.
// Speech has harmonics, keys of a telephone and American line tones have two sines, and music continues after a note.

import { type Frame, sampleRate, samplesPerFrame } from "./frame.ts";

/** Length of a tone in frames of 20 ms: 140 ms to 3 s. The detector waits up to 3 s for the silence behind it. */
const toneFrames = { min: 7, max: 150 } as const;
const silentFrames = 5;
/** Machines beep between these, in hertz. */
const hertz = { min: 400, max: 2_200 } as const;
/** Root mean square of a sample. A quieter tone is lost in line noise. */
const levelMin = 250;
/** Minimum share of a frame's energy in the one sine. */
const purityMin = { first: 0.93, further: 0.88 } as const;
/** Maximum drift of the tone, as a share of its frequency. */
const driftMax = 0.015;
/** Maximum change of the tone's level, and minimum drop to the silence, as factors. */
const swellMax = 1.6;
const silenceMax = 0.2;

interface Tone {
  readonly hertz: number;
  readonly level: number;
  readonly frames: number;
  /** Frames of silence since the tone ended. */
  readonly silent: number;
}

/** Tone so far; undefined: no tone at present. */
export type BeepState = Tone | undefined;

/** Pure step. `heard`: a beep has ended. */
export function beepStep(
  tone: BeepState,
  frame: Frame,
): { readonly tone: BeepState; readonly heard: boolean } {
  const level = Math.sqrt(energyOf(frame) / frame.length);
  if (tone === undefined) return { tone: begun(frame, level), heard: false };
  if (tone.silent === 0 && goesOn(tone, frame, level)) {
    const frames = Math.min(tone.frames + 1, toneFrames.max + 1);
    return { tone: { ...tone, frames, level: Math.max(tone.level, level) }, heard: false };
  }
  // The frame in which a tone ends is neither tone nor silence.
  const isEdge = tone.silent === 0;
  const isBeep = tone.frames >= toneFrames.min && tone.frames <= toneFrames.max;
  if (!isBeep || (!isEdge && level > silenceMax * tone.level))
    return { tone: begun(frame, level), heard: false };
  const silent = tone.silent + 1;
  return silent > silentFrames
    ? { tone: undefined, heard: true }
    : { tone: { ...tone, silent }, heard: false };
}

function begun(frame: Frame, level: number): BeepState {
  if (level < levelMin) return undefined;
  const { at, purity } = strongest(frame);
  return purity < purityMin.first ? undefined : { hertz: at, level, frames: 1, silent: 0 };
}

function goesOn(tone: Tone, frame: Frame, level: number): boolean {
  if (level < tone.level / swellMax || level > tone.level * swellMax) return false;
  const from = tone.hertz * (1 - driftMax);
  const to = tone.hertz * (1 + driftMax);
  const { purity } = best(frame, [from, (from + tone.hertz) / 2, tone.hertz, (tone.hertz + to) / 2, to]);
  return purity >= purityMin.further;
}

/** Sine with most of the frame's energy, searched near its zero crossings. */
function strongest(frame: Frame) {
  const zerosHertz = hertzOfZeros(frame);
  if (zerosHertz === undefined || zerosHertz < hertz.min || zerosHertz > hertz.max)
    return { at: 0, purity: 0 };
  return best(
    frame,
    aside.map((part) => zerosHertz * (1 + part)),
  );
}

/** Error of zero crossings in noise, as shares of the frequency. */
const aside = [-0.02, -0.01, 0, 0.01, 0.02];

/** From the first rising zero crossing to the last. Small swings around zero are noise. */
function hertzOfZeros(frame: Frame): number | undefined {
  let peak = 0;
  for (const sample of frame) peak = Math.max(peak, Math.abs(sample));
  let [first, last, count] = [-1, -1, 0];
  let zero = -1;
  let before = 0;
  let isLow = false;
  for (const [at, sample] of frame.entries()) {
    if (before < 0 && sample >= 0) zero = at - sample / (sample - before);
    before = sample;
    if (sample < -peak / 4) isLow = true;
    if (!isLow || sample < peak / 4) continue;
    isLow = false;
    count += 1;
    if (first < 0) first = zero;
    last = zero;
  }
  return count < 2 ? undefined : ((count - 1) * sampleRate) / (last - first);
}

function best(frame: Frame, candidates: readonly number[]) {
  const whole = energyOf(frame);
  let purest = { at: 0, purity: 0 };
  for (const at of candidates) {
    const purity = sineEnergy(frame, at) / whole;
    if (purity > purest.purity) purest = { at, purity };
  }
  return purest;
}

function energyOf(frame: Frame): number {
  let sum = 0;
  for (const sample of frame) sum += sample * sample;
  return sum;
}

/** Energy of the sine of this frequency that fits the frame best, by least squares over its two phases. */
function sineEnergy(frame: Frame, at: number): number {
  const angle = (2 * Math.PI * at) / sampleRate;
  const [stepCos, stepSin] = [Math.cos(angle), Math.sin(angle)];
  let [cos, sin] = [1, 0];
  let [withCos, withSin, cosCos, cosSin] = [0, 0, 0, 0];
  for (const sample of frame) {
    withCos += sample * cos;
    withSin += sample * sin;
    cosCos += cos * cos;
    cosSin += cos * sin;
    [cos, sin] = [cos * stepCos - sin * stepSin, sin * stepCos + cos * stepSin];
  }
  const sinSin = samplesPerFrame - cosCos;
  const determinant = cosCos * sinSin - cosSin * cosSin;
  return (
    (withCos * withCos * sinSin - 2 * withCos * withSin * cosSin + withSin * withSin * cosCos) / determinant
  );
}
