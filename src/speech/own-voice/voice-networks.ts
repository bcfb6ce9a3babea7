// Voice networks: the two of a voice, in a kernel of our own. One reads symbols and says how long each is; the other says,
// step by step, how pulses of the vocal cords and noise are shaped into sound.

import { type FrameSource, type ShapeInput, SoundNetwork, type SoundStream } from "../vocal/sound-network.ts";
import { SoundShaper, stepsMax } from "../vocal/sound-shaper.ts";
import { type ReadSymbols, TextNetwork } from "../vocal/text-network.ts";
import { VocalKernel } from "../vocal/vocal-kernel.ts";
import { VocalWeights } from "../vocal/vocal-weights.ts";
import type { VoiceFiles } from "./own-voices.ts";
import { VoiceStyle } from "./voice-style.ts";

interface NetworkWeights {
  readonly text: VocalWeights;
  readonly sound: VocalWeights;
}

export class VoiceNetworks {
  readonly #text: TextNetwork;
  readonly #sound: SoundNetwork;
  readonly shaper: SoundShaper;
  readonly #style: VoiceStyle;

  private constructor(kernel: VocalKernel, weights: NetworkWeights, style: VoiceStyle) {
    this.#text = new TextNetwork(kernel, weights.text);
    this.#sound = new SoundNetwork(kernel, weights.sound, stepsMax);
    this.shaper = new SoundShaper(kernel);
    this.#style = style;
  }

  /** Takes some 0.1 s. Throws when a file is no network of a voice. */
  static async open({ text, sound, style }: VoiceFiles): Promise<VoiceNetworks> {
    const kernel = await VocalKernel.open();
    const staging = VocalWeights.staging(kernel);
    const weights = (file: Uint8Array): VocalWeights => new VocalWeights(kernel, staging, file);
    return new VoiceNetworks(
      kernel,
      { text: weights(text), sound: weights(sound) },
      new VoiceStyle(style.buffer),
    );
  }

  /** `symbols`: of one utterance. The result has one more at each end, which is silence. */
  read(symbols: readonly number[]): ReadSymbols {
    return this.#text.read([0, ...symbols, 0], this.#style.of(symbols.length));
  }

  begin(plan: FrameSource): SoundStream {
    return this.#sound.begin(plan);
  }

  /** Steps of 12.5 ms, as `SoundNetwork` says. */
  shape(stream: SoundStream, from: number, to: number): ShapeInput {
    return this.#sound.shape(stream, from, to);
  }
}
