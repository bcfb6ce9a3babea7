// Microphone worklet: resamples the device's audio to the wire's rate in the audio thread, in blocks of 20 ms.

import { Resampler } from "./sinc-resampler.ts";
import { wireRate } from "./wire-audio.ts";

const blockSamples = wireRate / 50;

class MicrophoneProcessor extends AudioWorkletProcessor {
  readonly #resampler = sampleRate === wireRate ? undefined : new Resampler(sampleRate, wireRate);
  #block = new Float32Array(blockSamples);
  #filled = 0;

  process(inputs: Float32Array[][]): boolean {
    const [channels = []] = inputs;
    const mono = mixed(channels);
    if (mono !== undefined) this.#gather(this.#resampler?.push(mono) ?? mono);
    return true;
  }

  #gather(samples: Float32Array): void {
    for (const sample of samples) {
      this.#block[this.#filled] = sample;
      this.#filled += 1;
      if (this.#filled < blockSamples) continue;
      this.port.postMessage(this.#block, [this.#block.buffer]);
      this.#block = new Float32Array(blockSamples);
      this.#filled = 0;
    }
  }
}

function mixed(channels: Float32Array[]): Float32Array | undefined {
  const [first, ...others] = channels;
  if (first === undefined || others.length === 0) return first;
  return first.map(
    (sample, i) => others.reduce((sum, other) => sum + (other[i] ?? 0), sample) / channels.length,
  );
}

registerProcessor("microphone", MicrophoneProcessor);
