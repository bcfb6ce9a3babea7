// Streaming decoder: the words of a turn while it is spoken. Each frame is decoded once, and what was understood so far
// can be asked for at any time.

import type { DecodedPath } from "./decoded-path.ts";
import type { AcousticKernel } from "./acoustic-kernel.ts";
import { CepstralMean } from "./cepstral-mean.ts";
import { FrameRanker } from "./frame-ranker.ts";
import { FrontEnd } from "./front-end.ts";
import type { PhoneNetwork } from "./phone-network.ts";
import { TurnFeatures } from "./turn-features.ts";
import { ViterbiSearch } from "./viterbi-search.ts";
import type { CostOf } from "./word-ends.ts";

/** How much the mean of many turns weighs beside that of this one so far: little, for lines with noise are unlike most. */
const priorFrames = 20;
/**
 * So much of a turn, 2 s, is heard before its mean is good enough to keep what was decoded with it. Until then each look
 * decodes all of it.
 */
const firstFrames = 200;

export class StreamingDecoder {
  readonly #kernel: AcousticKernel;
  readonly #network: PhoneNetwork;
  readonly #frontEnd = new FrontEnd();
  readonly #mean = new CepstralMean(priorFrames);
  /** The first frames, until they are enough; undefined afterwards. */
  #first: Float32Array[] | undefined = [];
  #decoding: Decoding;

  constructor(kernel: AcousticKernel, network: PhoneNetwork) {
    this.#kernel = kernel;
    this.#network = network;
    this.#decoding = new Decoding(kernel, network);
  }

  /** `pcm`: what comes next, -1 to 1, 16 kHz. */
  push(pcm: Float32Array): void {
    this.#frontEnd.push(pcm, this.#heard);
    if (this.#first === undefined) this.#decoding.flush();
  }

  /** The words so far; those of the last 50 ms are not in it yet. */
  soFar(costOf: CostOf): DecodedPath {
    const first = this.#first;
    if (first === undefined) return this.#decoding.path(false, costOf);
    const look = new Decoding(this.#kernel, this.#network);
    for (const cepstra of first) look.add(cepstra, this.#mean.value);
    look.flush();
    return look.path(false, costOf);
  }

  /** Ends the turn. The best path of all of the grammar; without words when none fits. */
  end(): DecodedPath {
    this.#frontEnd.end(this.#heard);
    this.#begin();
    return this.#decoding.end();
  }

  readonly #heard = (cepstra: Float32Array): void => {
    this.#mean.add(cepstra);
    if (this.#first === undefined) this.#decoding.add(cepstra, this.#mean.value);
    else if (this.#first.push(cepstra) === firstFrames) this.#begin();
  };

  #begin(): void {
    const first = this.#first ?? [];
    this.#first = undefined;
    for (const cepstra of first) this.#decoding.add(cepstra, this.#mean.value);
  }
}

/** From cepstra to words. */
class Decoding {
  readonly #features = new TurnFeatures();
  readonly #ranker: FrameRanker;
  readonly #search: ViterbiSearch;

  constructor(kernel: AcousticKernel, network: PhoneNetwork) {
    this.#search = new ViterbiSearch(network);
    this.#ranker = new FrameRanker(kernel, (ranked) => this.#search.step(kernel.misfits(ranked)));
  }

  add(cepstra: Float32Array, mean: Float32Array): void {
    this.#features.push(cepstra, mean, this.#ranker.add);
  }

  /** Decodes what was added. */
  flush(): void {
    this.#ranker.flush();
  }

  path(isWhole: boolean, costOf?: CostOf): DecodedPath {
    return this.#search.path(isWhole, costOf);
  }

  end(): DecodedPath {
    this.#features.end(this.#ranker.add);
    this.flush();
    return this.path(true);
  }
}
