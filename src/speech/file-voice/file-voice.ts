// File voice: a voice of the Piper family (VITS) from the operator's file, run by onnxruntime-web on the calling
// thread. A sentence is made at once, so its first audio comes when it is complete.

import * as ort from "onnxruntime-web/wasm";
import { sampleRate } from "../../audio/frame.ts";
import { loadResampler, type Resampler } from "../../audio/resampler.ts";
import type { WordTime } from "../../providers/provider-contract.ts";
import type { SpokenPart } from "../own-voice/own-voice.ts";
import { type Utterance, utterancesOf } from "../own-voice/sounded-text.ts";
import { writtenWords } from "../own-voice/voice-tokens.ts";
import { openWordSounds } from "../own-voice/open-word-sounds.ts";
import type { WordSounds } from "../own-voice/word-sounds.ts";
import { openNetwork } from "../turn-model/onnx-engine.ts";
import { piperSymbolsOf } from "./piper-symbols.ts";
import { type PiperSettings, readPiperSettings } from "./piper-settings.ts";

/** Medium ones have 63 MB, the largest 115. */
const fileBytesMax = 256 * 2 ** 20;
const pausesMs = { sentence: 220, part: 120 };
/** Loudness of -19 dB in running speech, like the built-in voices; no sample exceeds full scale. */
const wantedRms = 10 ** (-19 / 20);
const gainMax = 8;
const top = 0.95;
/** Sound this far below the loudest is no speech. */
const speechShare = 0.03;
/** Sample from which its loudness is measured. */
const sampleText = "One moment, please. Your table for 4 is booked for 7:45 on June 14.";

const another = "is another model: it takes the symbols of a text, their number and three scales";

export class FileVoice {
  readonly #network: ort.InferenceSession;
  readonly #settings: PiperSettings;
  readonly #sounds: WordSounds;
  readonly #makeResampler: (from: number, to: number) => Resampler;
  #gain = 1;

  private constructor(
    network: ort.InferenceSession,
    settings: PiperSettings,
    tools: { readonly sounds: WordSounds; readonly makeResampler: (from: number, to: number) => Resampler },
  ) {
    this.#network = network;
    this.#settings = settings;
    this.#sounds = tools.sounds;
    this.#makeResampler = tools.makeResampler;
  }

  /** Takes some seconds. Rejects with a clause about the file if it is no such voice. */
  static async open(path: string): Promise<FileVoice> {
    const file = Bun.file(path);
    if (!(await file.exists())) throw new Error("is not there");
    if (file.size > fileBytesMax) throw new Error(`has more than ${fileBytesMax / 2 ** 20} MiB`);
    const settings = await readPiperSettings(`${path}.json`);
    const network = await openNetwork(await file.bytes()).catch(() => {
      throw new Error("is no ONNX model that can be read");
    });
    if (!["input", "input_lengths", "scales"].every((name) => network.inputNames.includes(name)))
      throw new Error(another);
    const [sounds, makeResampler] = [await openWordSounds(), await loadResampler("voice")];
    const voice = new FileVoice(network, settings, { sounds, makeResampler });
    const [utterance] = utterancesOf(sampleText, sounds, voice.#alphabet);
    voice.#gain = gainFor(
      await voice.#made(utterance?.symbols ?? [], 1).catch(() => {
        throw new Error(another);
      }),
    );
    return voice;
  }

  /**
   * Like `OwnVoice.speak`; a sentence's time is divided among its words by symbols, since the network reports no
   * times.
   */
  async *speak(text: string, speed: number): AsyncGenerator<SpokenPart, void> {
    const utterances = utterancesOf(text, this.#sounds, this.#alphabet);
    if (utterances.length === 0) return;
    const { rate } = this.#settings;
    using resampler = this.#makeResampler(rate, sampleRate);
    const written = writtenWords(text);
    let samples = 0;
    for (const utterance of utterances) {
      const made = await this.#made(utterance.symbols, speed);
      const pauseMs = pausesMs[utterance.isSentence ? "sentence" : "part"];
      const audio = new Int16Array(made.length + Math.round((pauseMs * rate) / 1_000));
      for (let n = 0; n < made.length; n++) audio[n] = pcmOf((made[n] ?? 0) * this.#gain);
      const lasts = (made.length * 1_000) / rate;
      const words = timesOf(utterance, { written, beganMs: (samples * 1_000) / rate, lasts });
      samples += audio.length;
      yield { pcm: resampler.push(audio), words };
    }
    yield { pcm: resampler.flush(), words: [] };
  }

  get #alphabet() {
    return { symbolsOf: piperSymbolsOf, ids: this.#settings.ids };
  }

  /** At the voice's own rate. */
  async #made(symbols: readonly number[], speed: number): Promise<Float32Array> {
    const { ids, noise, length, lengthNoise } = this.#settings;
    const [begin = 1, blank = 0, end = 2] = [ids.get("^"), ids.get("_"), ids.get("$")];
    const all = [begin, blank, ...symbols.flatMap((symbol) => [symbol, blank]), end];
    const whole = (list: readonly number[], shape: readonly number[]) =>
      new ort.Tensor("int64", BigInt64Array.from(list, BigInt), shape);
    const answers = await this.#network.run({
      input: whole(all, [1, all.length]),
      input_lengths: whole([all.length], [1]),
      scales: new ort.Tensor("float32", Float32Array.of(noise, length / speed, lengthNoise), [3]),
      // Of several speakers, the first.
      ...(this.#network.inputNames.includes("sid") ? { sid: whole([0], [1]) } : {}),
    });
    const made = answers[this.#network.outputNames[0] ?? ""]?.data;
    if (!(made instanceof Float32Array)) throw new Error("The voice's file answers with no sound");
    return made;
  }
}

function timesOf(
  { symbols, words }: Utterance,
  of: { readonly written: readonly string[]; readonly beganMs: number; readonly lasts: number },
): readonly WordTime[] {
  const ms = (symbol: number): number => Math.round(of.beganMs + (of.lasts * symbol) / symbols.length);
  return words.map(({ at, from, to }) => ({ text: of.written[at] ?? "", startMs: ms(from), endMs: ms(to) }));
}

function gainFor(made: Float32Array): number {
  const loudest = made.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const speech = made.filter((sample) => Math.abs(sample) > loudest * speechShare);
  const rms = Math.sqrt(
    speech.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, speech.length),
  );
  return rms > 0 ? Math.min(gainMax, wantedRms / rms) : 1;
}

const pcmOf = (sample: number): number => Math.round(Math.max(-top, Math.min(top, sample)) * 32_767);
