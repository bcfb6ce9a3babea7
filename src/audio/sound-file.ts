// Sound files: reads recordings as PCM16 mono at the program's rate, as loud as its voices. Takes WAV in all
// uncompressed forms, and trusts a header only as far as its bytes exist.

import { sampleRate } from "./frame.ts";
import { once } from "../base/once.ts";
import { decodeG711 } from "./g711.ts";
import { loadResampler } from "./resampler.ts";

/** Limits of a sound file. */
export const soundMibMax = 16;
export const soundSecondsMax = 120;

const bytesMax = soundMibMax * 1_024 * 1_024;
const rateMin = 8_000;
const rateMax = 192_000;
const channelsMax = 2;
/** Chunks of a file searched for samples. */
const chunksMax = 1_000;

export const soundForms = "WAV with PCM of 8, 16, 24 or 32 bits, floats, A-law or µ-law, mono or stereo";

/** Root mean square of a levelled sound without its silence: −19 dB of full scale. */
const levelWanted = 32_768 * 10 ** (-19 / 20);
/** Highest sample after levelling; a sound above it is turned down as a whole. */
const peakMax = 31_000;
/** Maximum gain of a faint recording: 30 dB, or its noise would be all that is heard. */
const gainMax = 10 ** (30 / 20);
/** Frames 40 dB below the loudest 20 ms are pauses, and no part of how loud a sound is. */
const pauseBelow = 0.01;
/** A sound with no louder sample is empty: −70 dB. */
const audible = 10;

/** Reason why a file cannot be played, as a clause about it ("it is not a WAV file"). */
export class SoundError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "SoundError";
  }
}

/** Reads the sample of the file at an offset, −1 to 1. */
type ReadSample = (view: DataView, at: number) => number;

interface SampleForm {
  readonly bytes: number;
  readonly read: ReadSample;
}

const pcmForms: Readonly<Record<number, SampleForm>> = {
  8: { bytes: 1, read: (view, at) => (view.getUint8(at) - 128) / 128 },
  16: { bytes: 2, read: (view, at) => view.getInt16(at, true) / 32_768 },
  24: {
    bytes: 3,
    read: (view, at) => (view.getInt8(at + 2) * 65_536 + view.getUint16(at, true)) / 8_388_608,
  },
  32: { bytes: 4, read: (view, at) => view.getInt32(at, true) / 2_147_483_648 },
};

const floatForms: Readonly<Record<number, SampleForm>> = {
  32: { bytes: 4, read: (view, at) => finite(view.getFloat32(at, true)) },
  64: { bytes: 8, read: (view, at) => finite(view.getFloat64(at, true)) },
};

/** A NaN sample becomes silence; one beyond full scale is clipped, as by a player. */
const finite = (sample: number): number => (Number.isNaN(sample) ? 0 : Math.max(-1, Math.min(1, sample)));

const lawForm = (law: "alaw" | "mulaw"): Readonly<Record<number, SampleForm>> => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const table = once(() => decodeG711(bytes, law));
  return { 8: { bytes: 1, read: (view, at) => (table()[view.getUint8(at)] ?? 0) / 32_768 } };
};

/** By the format codes of RFC 2361: sample formats by size in bits. */
const formsByCode: ReadonlyMap<number, Readonly<Record<number, SampleForm>>> = new Map([
  [1, pcmForms],
  [3, floatForms],
  [6, lawForm("alaw")],
  [7, lawForm("mulaw")],
]);
const extensible = 0xfffe;

/** Rejected formats, by their first bytes. */
const refusedFormats: readonly (readonly [beginning: string, name: string])[] = [
  ["ID3", "MP3"],
  ["OggS", "Ogg"],
  ["fLaC", "FLAC"],
  ["FORM", "AIFF"],
  ["RF64", "RF64"],
  ["\u001AEß£", "WebM"],
];

/** Header of a sound file, before its samples are read. */
export interface SoundHead {
  /** Samples a second. */
  readonly rate: number;
  readonly channels: number;
  readonly seconds: number;
  readonly form: SampleForm;
  /** Offset of the samples, in bytes. */
  readonly from: number;
  /** Samples per channel. */
  readonly count: number;
}

/** Throws a SoundError for a file that cannot be played. Allocates nothing by a size from the file. */
export function readSoundHead(bytes: Uint8Array): SoundHead {
  if (bytes.length === 0) throw new SoundError("it is empty");
  if (bytes.length > bytesMax) throw new SoundError(`it has more than ${soundMibMax} MiB`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tag = (at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (tag(0) !== "RIFF" || tag(8) !== "WAVE") throw new SoundError(unknownForm(bytes));
  let format: Omit<SoundHead, "seconds" | "from" | "count"> | undefined;
  let at = 12;
  for (let chunk = 0; chunk < chunksMax && at + 8 <= bytes.length; chunk++) {
    const size = view.getUint32(at + 4, true);
    const from = at + 8;
    if (tag(at) === "fmt ") format = formatIn(view, from, Math.min(size, bytes.length - from));
    if (tag(at) === "data") {
      if (format === undefined) throw new SoundError("it has no format before its samples");
      const { rate, channels, form } = format;
      // A streamed file claims more than it has, or nothing.
      const samplesSize = Math.min(size === 0 ? Infinity : size, bytes.length - from);
      const count = Math.floor(samplesSize / (form.bytes * channels));
      if (count === 0) throw new SoundError("it has no samples");
      const seconds = count / rate;
      if (seconds > soundSecondsMax)
        throw new SoundError(`it lasts ${Math.round(seconds)} s, and a sound at most ${soundSecondsMax} s`);
      return { ...format, seconds, from, count };
    }
    at = from + size + (size % 2);
  }
  throw new SoundError("it ends before its samples");
}

function formatIn(view: DataView, at: number, size: number): Omit<SoundHead, "seconds" | "from" | "count"> {
  if (size < 16) throw new SoundError("it has no format that can be read");
  const code = view.getUint16(at, true);
  const channels = view.getUint16(at + 2, true);
  const rate = view.getUint32(at + 4, true);
  const bits = view.getUint16(at + 14, true);
  // The extensible form names its real format further on.
  const format = code === extensible && size >= 26 ? view.getUint16(at + 24, true) : code;
  const form = formsByCode.get(format)?.[bits];
  if (form === undefined)
    throw new SoundError(
      `it holds format ${format} with ${bits} bits, and playable sounds are ${soundForms}`,
    );
  if (channels < 1 || channels > channelsMax)
    throw new SoundError(`it has ${channels} channels, and a sound has one or two`);
  if (rate < rateMin || rate > rateMax)
    throw new SoundError(`it has ${rate} samples a second, and a sound ${rateMin} to ${rateMax}`);
  return { rate, channels, form };
}

function unknownForm(bytes: Uint8Array): string {
  const beginning = String.fromCharCode(...bytes.subarray(0, 4));
  const [first = 0, second = 0] = bytes;
  // An MP3 without a tag begins with the sync word of its first frame (ISO 11172-3, 2.4.1.3), layer III.
  const isMp3 = first === 0xff && (second & 0xe6) === 0xe2;
  const name = isMp3 ? "MP3" : refusedFormats.find(([start]) => beginning.startsWith(start))?.[1];
  return `it is ${name ?? "no sound that is known"}, and playable sounds are ${soundForms}`;
}

/** Samples converted at a time. */
const sliceSamples = 16_384;

/**
 * Sound file as PCM16 mono at 16 kHz, at −19 dB. Throws a SoundError. Blocks up to 8 ms per second of sound: do not
 * call it on a thread that serves calls.
 */
export async function readSound(bytes: Uint8Array): Promise<Int16Array> {
  const { rate, channels, form, from, count } = readSoundHead(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Levelled before it is cut to 16 bits, so a faint recording keeps its detail.
  const mono = new Float32Array(count);
  for (let i = 0, at = from; i < count; i++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++, at += form.bytes) sum += form.read(view, at);
    mono[i] = (32_768 * sum) / channels;
  }
  const gain = gainOf(mono, rate);
  const level = (samples: Float32Array): Int16Array => {
    const pcm = new Int16Array(samples.length);
    for (let i = 0; i < pcm.length; i++) pcm[i] = Math.round((samples[i] ?? 0) * gain);
    return pcm;
  };
  if (rate === sampleRate) return level(mono);
  using resampler = (await loadResampler())(rate, sampleRate);
  const out = new Int16Array(Math.ceil((count * sampleRate) / rate));
  let filled = 0;
  const keep = (pcm: Int16Array): void => {
    const fitting = pcm.subarray(0, out.length - filled);
    out.set(fitting, filled);
    filled += fitting.length;
  };
  for (let at = 0; at < count; at += sliceSamples)
    keep(resampler.push(level(mono.subarray(at, at + sliceSamples))));
  keep(resampler.flush());
  return out.subarray(0, filled);
}

/** Factor for all samples. */
function gainOf(mono: Float32Array, rate: number): number {
  const window = Math.round(rate / 50);
  const energies: number[] = [];
  let peak = 0;
  for (let at = 0; at < mono.length; at += window) {
    let sum = 0;
    const part = mono.subarray(at, at + window);
    for (let i = 0; i < part.length; i++) {
      const sample = part[i] ?? 0;
      sum += sample * sample;
      peak = Math.max(peak, Math.abs(sample));
    }
    energies.push(sum / part.length);
  }
  if (peak < audible) throw new SoundError("it holds only silence");
  const loudest = energies.reduce((most, one) => Math.max(most, one), 0);
  const heard = energies.filter((one) => one >= loudest * pauseBelow ** 2);
  const level = Math.sqrt(heard.reduce((sum, one) => sum + one, 0) / heard.length);
  return Math.min(levelWanted / level, peakMax / peak, gainMax);
}
