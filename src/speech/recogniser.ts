// Recogniser: the embedded one, a whole utterance and a grammar in, words out. It hears every utterance anew, so the
// same audio gives the same words in every call.

import createSoundSwallower, { type Decoder } from "soundswallower";
import dict from "../../node_modules/soundswallower/model/en-us/dict.txt" with { type: "file" };
import featParams from "../../node_modules/soundswallower/model/en-us/feat_params.json" with { type: "file" };
import mdef from "../../node_modules/soundswallower/model/en-us/mdef" with { type: "file" };
import means from "../../node_modules/soundswallower/model/en-us/means" with { type: "file" };
import noiseDict from "../../node_modules/soundswallower/model/en-us/noisedict.txt" with { type: "file" };
import sendump from "../../node_modules/soundswallower/model/en-us/sendump" with { type: "file" };
import transitions from "../../node_modules/soundswallower/model/en-us/transition_matrices" with { type: "file" };
import variances from "../../node_modules/soundswallower/model/en-us/variances" with { type: "file" };
import engineWasm from "../../node_modules/soundswallower/soundswallower.node.wasm" with { type: "file" };
import { sampleRate } from "../audio/frame.ts";
import { garbageWords, isGarbage } from "./grammar.ts";
import { isPlausible } from "./plausibility.ts";

export class Recogniser {
  readonly #decoder: Decoder;
  #grammar: string | undefined;

  private constructor(decoder: Decoder) {
    this.#decoder = decoder;
  }

  /** Takes 300 ms and 26 MB, for any number of calls. */
  static async open(): Promise<Recogniser> {
    const engine = await createSoundSwallower({ wasmBinary: await Bun.file(engineWasm).arrayBuffer() });
    const decoder = new engine.Decoder({
      hmm: "embedded",
      samprate: sampleRate,
      // It writes to stderr whenever a caller says something unexpected.
      loglevel: "FATAL",
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
    // The model asks for noise removal, which makes it markedly worse: a third of quiet words were lost.
    decoder.set_config("remove_noise", 0);
    await decoder.reinitialize_audio();
    decoder.add_words(...garbageWords.map(([word, sounds]): [string, string] => [word, sounds]));
    return new Recogniser(decoder);
  }

  /** The sounds of a word (lower case), undefined when the dictionary lacks it. */
  readonly pronounce = (word: string): string | undefined => {
    // The engine answers null for a word it lacks, although its types say otherwise.
    const sounds: string | null = this.#decoder.lookup_word(word);
    return isGarbage(word) ? undefined : (sounds ?? undefined);
  };

  /** The words of the grammar that were said, which may be a phrase's beginning; "" when something else was. */
  hear(pcm: Float32Array, jsgf: string | undefined): string {
    if (jsgf === undefined || pcm.length === 0) return "";
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
    const text = this.#decoder.get_text();
    return isGarbage(text) || (text !== "" && !isPlausible(this.#decoder.get_alignment())) ? "" : text;
  }
}
