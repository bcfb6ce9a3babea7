// Library decoder: the library whose model our own decoder reads, as the judge of it. It is set to scores that can be
// compared between grammars.

import createSoundSwallower, { type Decoder, type SoundSwallowerModule } from "soundswallower";
import dict from "../../../node_modules/soundswallower/model/en-us/dict.txt" with { type: "file" };
import featParams from "../../../node_modules/soundswallower/model/en-us/feat_params.json" with { type: "file" };
import mdef from "../../../node_modules/soundswallower/model/en-us/mdef" with { type: "file" };
import means from "../../../node_modules/soundswallower/model/en-us/means" with { type: "file" };
import noiseDict from "../../../node_modules/soundswallower/model/en-us/noisedict.txt" with { type: "file" };
import sendump from "../../../node_modules/soundswallower/model/en-us/sendump" with { type: "file" };
import transitions from "../../../node_modules/soundswallower/model/en-us/transition_matrices" with { type: "file" };
import variances from "../../../node_modules/soundswallower/model/en-us/variances" with { type: "file" };
import engineWasm from "../../../node_modules/soundswallower/soundswallower.node.wasm" with { type: "file" };
import { sampleRate } from "../../../src/audio/frame.ts";

/** What the module and its decoders have beyond their types. */
interface Native extends Pick<SoundSwallowerModule, "HEAP16" | "HEAP32" | "HEAPF32"> {
  _decoder_init_fe(decoder: number): number;
  _decoder_init_feat_s3file(decoder: number, lda: number): number;
  _acmod_reinit_feat(acmod: number, fe: number, feat: number): number;
}
interface OpenDecoder extends Decoder {
  readonly cdecoder: number;
  readonly cacmod: number;
}

/** Bytes into its `acmod_t` (acmod.h of version 0.6.3, as compiled for 32 bits). */
const senoneScoresAt = 36;
const senoneScoresFrameAt = 48;
const featuresAt = 64;
const framesAt = 76;
const senones = 5126;
const streams = 3;
const streamNumbers = 13;
const sampleBlock = 160;
const anyGrammar = "#JSGF V1.0;\ngrammar any;\npublic <any> = yes | no;\n";

/** What it makes of a frame: its 39 numbers, and how much worse each senone fits than the one that fits best. */
export interface LibraryFrame {
  readonly features: Float32Array;
  readonly misfits: Int16Array;
}

/** A word, silence or noise: its frames of 10 ms, and 1,000 times the logarithm of its fit, as exact as it is written. */
export interface LibrarySegment {
  readonly text: string;
  readonly from: number;
  readonly frames: number;
  readonly score: number;
}

export class LibraryDecoder {
  readonly #native: Native;
  readonly #decoder: OpenDecoder;
  #grammar: string | undefined;

  private constructor(native: Native, decoder: OpenDecoder) {
    this.#native = native;
    this.#decoder = decoder;
  }

  /** `more`: words beside those of its dictionary. */
  static async open(more: readonly (readonly [word: string, sounds: string])[]): Promise<LibraryDecoder> {
    const engine: SoundSwallowerModule = await createSoundSwallower({
      wasmBinary: await Bun.file(engineWasm).arrayBuffer(),
    });
    const decoder = new engine.Decoder({
      hmm: "embedded",
      samprate: sampleRate,
      loglevel: "FATAL",
      compallsen: true,
      // A path like the others; the type checker takes it for the file's content.
      featparams: featParams as unknown as string,
      mdef,
      mean: means,
      var: variances,
      sendump,
      tmat: transitions,
      dict,
      fdict: noiseDict,
    });
    await decoder.initialize();
    decoder.set_config("remove_noise", 0);
    decoder.set_config("cmn", "live");
    await decoder.reinitialize_audio();
    decoder.add_words(...more.map(([word, sounds]): [string, string] => [word, sounds]));
    return new LibraryDecoder(engine as unknown as Native, decoder as OpenDecoder);
  }

  /** The best path of all of the grammar. `mean`: what is taken off the 13 cepstra of each frame. */
  decode(pcm: Float32Array, mean: Float32Array, jsgf: string): readonly LibrarySegment[] {
    this.#startFrom(mean.join(","));
    if (this.#grammar !== jsgf) {
      this.#grammar = undefined;
      this.#decoder.set_grammar(jsgf);
      this.#grammar = jsgf;
    }
    this.#decoder.start();
    try {
      this.#decoder.process_audio(pcm, false, true);
    } finally {
      this.#decoder.stop();
    }
    const text: string | null = this.#decoder.get_text();
    if (text === null || text === "") return [];
    const words = this.#decoder.get_alignment().w ?? [];
    return words
      .filter(({ t }) => t !== "(NULL)")
      .map(({ t, b, d, p }) => ({
        text: t,
        from: Math.round(b * 100),
        frames: Math.round(d * 100),
        score: 1000 * Math.log(p),
      }));
  }

  /** The 39 numbers of each frame of a turn. */
  features(pcm: Float32Array, mean: Float32Array): readonly Float32Array[] {
    this.#decodeAny(mean);
    this.#decoder.process_audio(pcm, false, true);
    this.#decoder.stop();
    const frames = this.#word(this.#decoder.cacmod + framesAt);
    return Array.from({ length: frames }, (_, frame) => this.#featuresOf(frame));
  }

  /** Frames as they come, without the last ones, which it keeps until the turn ends. */
  *frames(pcm: Float32Array, mean: Float32Array): Generator<LibraryFrame> {
    this.#decodeAny(mean);
    let frame = -1;
    for (let at = 0; at < pcm.length; at += sampleBlock) {
      this.#decoder.process_audio(pcm.subarray(at, at + sampleBlock), false, false);
      const { cacmod } = this.#decoder;
      if (this.#word(cacmod + senoneScoresFrameAt) === frame) continue;
      frame += 1;
      const from = this.#word(cacmod + senoneScoresAt) / Int16Array.BYTES_PER_ELEMENT;
      yield { features: this.#featuresOf(frame), misfits: this.#native.HEAP16.slice(from, from + senones) };
    }
    this.#decoder.stop();
  }

  #decodeAny(mean: Float32Array): void {
    this.#startFrom(mean.join(","));
    this.#decoder.set_grammar(anyGrammar);
    this.#grammar = anyGrammar;
    this.#decoder.start();
  }

  #featuresOf(frame: number): Float32Array {
    const rows = this.#word(this.#word(this.#decoder.cacmod + featuresAt) + 4 * frame);
    const features = new Float32Array(streams * streamNumbers);
    for (let stream = 0; stream < streams; stream++) {
      const from = this.#word(rows + 4 * stream) / Float32Array.BYTES_PER_ELEMENT;
      features.set(this.#native.HEAPF32.subarray(from, from + streamNumbers), stream * streamNumbers);
    }
    return features;
  }

  #word(address: number): number {
    return this.#native.HEAP32[address / 4] ?? 0;
  }

  /** A front end that has heard nothing yet. */
  #startFrom(mean: string): void {
    this.#decoder.set_config("cmninit", mean);
    const { cdecoder, cacmod } = this.#decoder;
    const frontEnd = this.#native._decoder_init_fe(cdecoder);
    const features = this.#native._decoder_init_feat_s3file(cdecoder, 0);
    if (this.#native._acmod_reinit_feat(cacmod, frontEnd, features) < 0) {
      throw new Error("The front end could not be set");
    }
  }
}
