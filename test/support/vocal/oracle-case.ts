// Oracle case: an utterance by the kernel of our voices and by onnxruntime-web, and the distance between the two.

import { join } from "node:path";
import { LetterModel } from "../../../src/speech/own-voice/letter-model.ts";
import { voiceFiles } from "../../../src/speech/own-voice/own-voices.ts";
import { type Utterance, utterancesOf } from "../../../src/speech/own-voice/sounded-text.ts";
import { UtterancePlan } from "../../../src/speech/own-voice/utterance-plan.ts";
import { VoiceDictionary } from "../../../src/speech/own-voice/voice-dictionary.ts";
import { VoiceNetworks } from "../../../src/speech/own-voice/voice-networks.ts";
import { VoiceStyle } from "../../../src/speech/own-voice/voice-style.ts";
import { WordSounds } from "../../../src/speech/own-voice/word-sounds.ts";
import type { Voice } from "../../../src/speech/speech-message.ts";
import { planSteps, type ShapeInput } from "../../../src/speech/vocal/sound-network.ts";
import { ShapedSoFar, stepsMax } from "../../../src/speech/vocal/sound-shaper.ts";
import { FourierTransform } from "../../../src/speech/turn-model/fourier-transform.ts";
import { VoiceOracle } from "./voice-oracle.ts";

const folder = join(import.meta.dir, "../../../src/speech/own-voice");
const unpacked = async (file: string) => Bun.zstdDecompress(await Bun.file(join(folder, file)).bytes());

/** Used numbers of a step; rows may be longer. */
const shapeNumbers = 1_841;
const spectrumSamples = 480;
/** Quieter parts of a band do not count. */
const quietest = 1e-9;

interface Difference {
  /** Frames at which symbols begin, by the kernel and by the oracle. */
  readonly starts: readonly number[];
  readonly wantedStarts: readonly number[];
  readonly lengthsError: number;
  readonly shapeError: number;
  /** Ratio of the oracle's shapes to the difference. */
  readonly shapeDb: number;
  readonly pitchErrorHz: number;
  readonly voicing: { readonly steps: number; readonly flips: number };
  /** Mean distance of the spectra in bands, over all 20 ms of sound. */
  readonly spectralDb: number;
}

export class OracleCase {
  readonly #networks: VoiceNetworks;
  readonly #oracle: VoiceOracle;
  readonly #style: VoiceStyle;
  readonly #sounds: WordSounds;

  private constructor(networks: VoiceNetworks, oracle: VoiceOracle, style: VoiceStyle, sounds: WordSounds) {
    this.#networks = networks;
    this.#oracle = oracle;
    this.#style = style;
    this.#sounds = sounds;
  }

  static async open(name: Voice): Promise<OracleCase> {
    const files = await voiceFiles(name);
    return new OracleCase(
      await VoiceNetworks.open(files),
      await VoiceOracle.open(name),
      new VoiceStyle(files.style.buffer),
      new WordSounds(
        new VoiceDictionary(await unpacked("words.zst")),
        new LetterModel(await unpacked("letters.zst")),
      ),
    );
  }

  utterances(text: string): readonly Utterance[] {
    return utterancesOf(text, this.#sounds);
  }

  async compare(utterance: Utterance): Promise<Difference> {
    const { symbols } = utterance;
    const read = this.#networks.read(symbols);
    const wantedRead = await this.#oracle.read([0, ...symbols, 0], this.#style.of(symbols.length));
    const words = symbols.map((_, at) => ({ at, from: at, to: at }));
    const plan = (lengths: typeof read): UtterancePlan =>
      new UtterancePlan({ ...utterance, words }, lengths, 0.8);
    const startsOf = (of: UtterancePlan): readonly number[] => of.words.map(({ startMs }) => startMs / 25);
    const [own, wantedPlan] = [plan(read), plan(wantedRead)];
    const wanted = await this.#oracle.shape(wantedPlan, wantedRead.width);
    // Each from the symbols on by itself.
    const got = this.#shape(own);
    const shapes = pairs(got.shape, wanted.shape, got.width);
    const voicing = wanted.pitch.reduce(
      (sum, hz, at) => sum + Number(hz > 0 !== (got.pitch[at] ?? 0) > 0),
      0,
    );
    return {
      starts: startsOf(own),
      wantedStarts: startsOf(wantedPlan),
      lengthsError: Math.max(...read.lengths.map((each, at) => Math.abs(each - wantedRead.lengths[at]!))),
      shapeError: shapes.most,
      shapeDb: 10 * Math.log10(shapes.power / shapes.error),
      pitchErrorHz: Math.max(
        ...wanted.pitch.map((hz, at) => (hz > 0 && got.pitch[at]! > 0 ? Math.abs(hz - got.pitch[at]!) : 0)),
      ),
      voicing: { steps: wanted.pitch.length, flips: voicing },
      spectralDb: spectralDistance(this.#sound(symbols, got), this.#sound(symbols, wanted)),
    };
  }

  /** All steps, in windows of several sizes. */
  #shape(plan: UtterancePlan): ShapeInput {
    const stream = this.#networks.begin(plan);
    const steps = plan.frames * planSteps;
    const shapes: Float32Array[] = [];
    let width = 0;
    for (let from = 0, size = 20; from < steps; from += size, size = Math.min(stepsMax, 2 * size)) {
      const made = this.#networks.shape(stream, from, Math.min(steps, from + size));
      ({ width } = made);
      shapes.push(made.shape.slice());
      size = Math.min(size, steps - from);
    }
    return { shape: joinedFloats(shapes), width, pitch: stream.pitch };
  }

  #sound(symbols: readonly number[], { shape, width, pitch }: ShapeInput): Float32Array {
    const { shaper } = this.#networks;
    const soFar = new ShapedSoFar(0, symbols);
    const steps = pitch.length;
    const parts: Float32Array[] = [];
    for (let from = 0; from < steps; from += stepsMax) {
      const to = Math.min(steps, from + stepsMax);
      const part = { shape: shape.subarray(from * width, to * width), width, pitch };
      const window = { from, to, stepsInAll: steps, isFirst: from === 0, isLast: to === steps };
      parts.push(shaper.window(part, soFar, window));
    }
    return joinedFloats(parts);
  }
}

function joinedFloats(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function pairs(got: Float32Array, wanted: Float32Array, width: number) {
  let [most, error, power] = [0, 0, 0];
  for (let at = 0; at < wanted.length; at++) {
    const own = got[Math.floor(at / shapeNumbers) * width + (at % shapeNumbers)] ?? Number.NaN;
    const want = wanted[at] ?? Number.NaN;
    most = Math.max(most, Math.abs(own - want));
    error += (own - want) ** 2;
    power += want ** 2;
  }
  return { most, error, power };
}

/** Distance in dB, over 40 bands of 300 Hz, of the parts louder than -90 dB. */
function spectralDistance(a: Float32Array, b: Float32Array): number {
  const distances: number[] = [];
  for (let from = 0; from + spectrumSamples <= b.length; from += spectrumSamples) {
    const [x, y] = [a, b].map((sound) => bandsOf(sound.subarray(from, from + spectrumSamples)));
    const squares = y!.map(
      (power, band) => (10 * Math.log10((x![band]! + quietest) / (power + quietest))) ** 2,
    );
    distances.push(Math.sqrt(squares.reduce((sum, each) => sum + each, 0) / squares.length));
  }
  return distances.reduce((sum, each) => sum + each, 0) / distances.length;
}

const fourier = new FourierTransform(spectrumSamples);

/** Mean power of each band. */
function bandsOf(sound: Float32Array): readonly number[] {
  const turn = (2 * Math.PI) / spectrumSamples;
  fourier.transform(
    Float64Array.from(sound, (sample, n) => sample * (0.5 - 0.5 * Math.cos(turn * n))),
    new Float64Array(spectrumSamples),
  );
  return Array.from({ length: 40 }, (_, band) => {
    let power = 0;
    for (let bin = band * 6; bin < band * 6 + 6; bin++)
      power += (fourier.real[bin] ?? 0) ** 2 + (fourier.imaginary[bin] ?? 0) ** 2;
    return power / spectrumSamples ** 2;
  });
}
