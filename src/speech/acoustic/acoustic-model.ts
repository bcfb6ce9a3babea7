// Acoustic model: hears which words of a grammar were said. One serves any number of calls: each turn stands for itself,
// so the same audio gives the same words whatever came before it.

import type { DecodedPath } from "./decoded-path.ts";
import { openDictionary } from "../dictionary.ts";
import { AcousticKernel } from "./acoustic-kernel.ts";
import { AcousticUnits } from "./acoustic-units.ts";
import { topOfFrame } from "./assembly/memory-layout.ts";
import { CepstralMean } from "./cepstral-mean.ts";
import { readModel } from "./embedded-model.ts";
import { FrameRanker } from "./frame-ranker.ts";
import { FrontEnd } from "./front-end.ts";
import { readJsgf } from "./jsgf.ts";
import { type PhoneNetwork, phoneNetworkOf } from "./phone-network.ts";
import type { PronouncingDictionary } from "./pronunciations.ts";
import { StreamingDecoder } from "./streaming-decoder.ts";
import { TurnFeatures } from "./turn-features.ts";
import { ViterbiSearch } from "./viterbi-search.ts";
import { fillers, wordGraphOf } from "./word-graph.ts";

/** How much the mean of many turns weighs beside that of a turn that is judged: the weights of judging were fitted so. */
const priorFrames = 100;
/** Networks kept for the next turn with the same grammar; some 200 kB each. */
const networksMax = 48;

/** The sound of a turn, ready for any number of grammars: 1 kB for each 10 ms. */
export interface SoundOfTurn {
  readonly frames: number;
  readonly ranked: Uint8Array;
}

export class AcousticModel {
  readonly #kernel: AcousticKernel;
  readonly #units: AcousticUnits;
  readonly #dictionary: PronouncingDictionary;
  readonly #networks = new Map<string, PhoneNetwork>();

  private constructor(kernel: AcousticKernel, units: AcousticUnits, dictionary: PronouncingDictionary) {
    this.#kernel = kernel;
    this.#units = units;
    this.#dictionary = dictionary;
  }

  /** Takes 200 ms and 15 MB. `more`: words beside those of the dictionary, with their sounds. */
  static async open(more: readonly (readonly [word: string, sounds: string])[]): Promise<AcousticModel> {
    const files = await readModel();
    const units = new AcousticUnits(files.definition, files.transitions);
    const kernel = await AcousticKernel.open(files, units.phoneOfSenone);
    const sounds = fillers.map(([word, sound]) => [word, sound] as const);
    return new AcousticModel(kernel, units, openDictionary([...more, ...sounds]));
  }

  /** The sounds of a word (lower case), undefined when the dictionary lacks it. */
  soundsOf(word: string): string | undefined {
    return this.#dictionary.pronunciationsOf(word)[0]?.phones.join(" ");
  }

  /** Listens for the words of a grammar while a turn is spoken. Throws for a grammar that cannot be heard. */
  listen(jsgf: string): StreamingDecoder {
    return new StreamingDecoder(this.#kernel, this.#network(jsgf));
  }

  /** `pcm`: all of a turn, -1 to 1, 16 kHz. */
  soundOf(pcm: Float32Array): SoundOfTurn {
    const frontEnd = new FrontEnd();
    const cepstra: Float32Array[] = [];
    const keep = (frame: Float32Array): void => void cepstra.push(frame);
    frontEnd.push(pcm, keep);
    frontEnd.end(keep);
    const mean = new CepstralMean(priorFrames);
    for (const frame of cepstra) mean.add(frame);
    const ranked = new Uint8Array(cepstra.length * topOfFrame);
    let frames = 0;
    const ranker = new FrameRanker(this.#kernel, (frame) => ranked.set(frame, topOfFrame * frames++));
    const features = new TurnFeatures();
    for (const frame of cepstra) features.push(frame, mean.value, ranker.add);
    features.end(ranker.add);
    ranker.flush();
    return { frames, ranked };
  }

  /**
   * The best path of all of the grammar from the first frame to the last; without words when none fits. Throws for a
   * grammar that cannot be heard.
   */
  decode({ frames, ranked }: SoundOfTurn, jsgf: string): DecodedPath {
    const search = new ViterbiSearch(this.#network(jsgf));
    for (let frame = 0; frame < frames; frame++)
      search.step(this.#kernel.misfits(ranked.subarray(frame * topOfFrame, (frame + 1) * topOfFrame)));
    return search.path(true);
  }

  #network(jsgf: string): PhoneNetwork {
    const known = this.#networks.get(jsgf);
    const network =
      known ??
      phoneNetworkOf(wordGraphOf(readJsgf(jsgf)), {
        dictionary: this.#dictionary,
        units: this.#units,
        slotOfSenone: this.#kernel.slotOfSenone,
      });
    this.#networks.delete(jsgf);
    this.#networks.set(jsgf, network);
    const [oldest] = this.#networks.keys();
    if (this.#networks.size > networksMax && oldest !== undefined) this.#networks.delete(oldest);
    return network;
  }
}
