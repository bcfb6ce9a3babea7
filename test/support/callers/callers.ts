// Caller recordings: the voices of callers, 16 kHz PCM16: a person from Debian's recordings
// (asterisk-core-sounds-en-wav), the built-in voices, pauses, and lines with noise. Everything is the same in each run.

import { existsSync } from "node:fs";
import { sampleRate } from "../../../src/audio/frame.ts";
import { loadResampler } from "../../../src/audio/resampler.ts";
import { readWav } from "../../../src/audio/wav.ts";
import { OwnVoice } from "../../../src/speech/own-voice/own-voice.ts";
import type { Voice } from "../../../src/speech/speech-message.ts";
import { spokenForm } from "../../../src/spoken/spoken-form.ts";
import { type Flite, type FliteVoice, openFlite, ownSpeed } from "../flite/flite.ts";
import { random } from "../random.ts";

const recordings = "/usr/share/asterisk/sounds/en_US_f_Allison";

export const digitWords = "zero one two three four five six seven eight nine".split(" ");
export const dayWords = "sunday monday tuesday wednesday thursday friday saturday".split(" ");

/** Words of the person whose recording has another name. */
const files: Readonly<Record<string, string>> = {
  ...Object.fromEntries(digitWords.map((word, i) => [word, `digits/${i}`])),
  ...Object.fromEntries(dayWords.map((word, i) => [word, `digits/day-${i}`])),
  oh: "digits/oh",
  today: "digits/today",
  tomorrow: "digits/tomorrow",
  yesterday: "digits/yesterday",
  no: "vm-no",
};

const loaded = new Map<string, Int16Array>();
let flite: Promise<Flite> | undefined;

/** Spoken by a person: a word of `files`, or a recording by its name ("goodbye", "tt-weasels"). About -20 dB. */
export async function human(said: string): Promise<Int16Array> {
  const known = loaded.get(said);
  if (known !== undefined) return known;
  const file = `${recordings}/${files[said] ?? said}.wav`;
  if (!existsSync(file)) throw new Error(`${file} is missing: apt-get install asterisk-core-sounds-en-wav`);
  const wav = readWav(await Bun.file(file).bytes());
  const makeResampler = await loadResampler();
  using resampler = makeResampler(wav.rate, sampleRate);
  const pcm = joined(resampler.push(wav.pcm), resampler.flush());
  loaded.set(said, pcm);
  return pcm;
}

/** Names of all recordings of the person, in order. */
export function recordingNames(): string[] {
  const files = Array.from(new Bun.Glob("**/*.wav").scanSync(recordings));
  return files.map((file) => file.slice(0, -".wav".length)).sort();
}

/** A voice of flite, which speaks each text at once; an agent speaks at a `speed` of 1. */
export async function fliteVoice(
  voice: FliteVoice,
  speed = ownSpeed(voice),
): Promise<(text: string) => Int16Array> {
  flite ??= openFlite();
  const say = await flite;
  return (text) => say(text, { voice, speed });
}

/** The text in a voice of flite: as a caller, or as the agent at a `speed` of 1. */
export async function synthetic(
  voice: FliteVoice,
  text: string,
  speed = ownSpeed(voice),
): Promise<Int16Array> {
  const say = await fliteVoice(voice, speed);
  return say(spokenForm(text, { language: "en" }).text);
}

const owns = new Map<Voice, Promise<OwnVoice>>();
const saidByOwn = new Map<string, Promise<Int16Array>>();

/** The text in a voice of ours, as the agent; the first text takes a second of processor time. */
export function ownVoiceSaying(name: Voice, text: string): Promise<Int16Array> {
  const said = saidByOwn.get(`${name} ${text}`) ?? sayOwn(name, text);
  saidByOwn.set(`${name} ${text}`, said);
  return said;
}

async function sayOwn(name: Voice, text: string): Promise<Int16Array> {
  const opening = owns.get(name) ?? OwnVoice.open(name);
  owns.set(name, opening);
  const parts: Int16Array[] = [];
  for await (const { pcm } of (await opening).speak(spokenForm(text, { language: "en" }).text, 1))
    parts.push(pcm);
  return joined(...parts);
}

/** The parts one after the other; a number is a pause of this many milliseconds on a good line. */
export function joined(...parts: readonly (Int16Array | number)[]): Int16Array {
  const pieces = parts.map((part) => (typeof part === "number" ? pause(part) : part));
  const all = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** A line without speech: noise of a few steps, as from a converter. */
export function pause(ms: number): Int16Array {
  const { int } = random(ms);
  return Int16Array.from({ length: Math.round((ms * sampleRate) / 1000) }, () => int(-4, 4));
}

/** An answer as a caller gives it: a breath, the words, and `after` ms of silence. */
export async function answer(said: readonly string[], { gap = 120, after = 900 } = {}): Promise<Int16Array> {
  const parts: (Int16Array | number)[] = [300];
  for (const word of said) parts.push(await human(word), gap);
  return joined(...parts, after);
}

/** Pink noise with this root mean square. */
export function pinkNoise(samples: number, rms: number, seed = 1): Int16Array {
  const { next } = random(seed);
  // Leaky integrators at five speeds: their sum falls by 3 dB per octave: the filter of Paul Kellet.
  const leak = [0.99886, 0.99332, 0.969, 0.8665, 0.55, -0.7616] as const;
  const gain = [0.0555179, 0.0750759, 0.153852, 0.3104856, 0.5329522, -0.016898] as const;
  const held = [0, 0, 0, 0, 0, 0];
  let last = 0;
  const noise = Float64Array.from({ length: samples }, () => {
    const white = next() * 2 - 1;
    let sum = last + white * 0.5362;
    leak.forEach((keep, i) => (sum += held[i] = held[i]! * keep + white * gain[i]!));
    last = white * 0.115926;
    return sum;
  });
  const factor = rms / rootMeanSquare(noise);
  return Int16Array.from(noise, (sample) => Math.round(sample * factor));
}

/** The audio with pink noise, `snrDb` below its loudness. */
export function withNoise(pcm: Int16Array, snrDb: number, seed = 1): Int16Array {
  const spoken = pcm.filter((sample) => Math.abs(sample) > 200);
  const noise = pinkNoise(pcm.length, rootMeanSquare(spoken) / 10 ** (snrDb / 20), seed);
  return pcm.map((sample, i) => Math.max(-32_768, Math.min(32_767, sample + noise[i]!)));
}

/** The audio, louder or softer by this many decibels. */
export function atLevel(pcm: Int16Array, decibels: number): Int16Array {
  return pcm.map((sample) => Math.round(sample * 10 ** (decibels / 20)));
}

function rootMeanSquare(samples: ArrayLike<number> & Iterable<number>): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / Math.max(1, samples.length));
}
