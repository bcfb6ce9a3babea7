// Audio frame: 20 ms of PCM16 mono at 16 kHz, the only audio type inside the program.

export const sampleRate = 16_000;
export const frameMs = 20;
export const samplesPerFrame = (sampleRate * frameMs) / 1000;
/** @internal */
export const bytesPerFrame = samplesPerFrame * 2;

/** Exactly `samplesPerFrame` samples, never written again, so holders may keep it. */
export type Frame = Int16Array;

export const silence: Frame = new Int16Array(samplesPerFrame);

/** PCM16 mono at 16 kHz, of any length: as little-endian bytes of a network, or as samples of a decoder. */
export type Pcm = Uint8Array | Int16Array;

export const pcmBytes = (pcm: Pcm): Uint8Array => (pcm instanceof Int16Array ? bytesOf(pcm) : pcm);

/**
 * Cuts a PCM16 little-endian byte stream of any chunking into frames; odd bytes and part frames are carried over.
 * Whole, aligned frames are views of the chunk, so the chunk must not be written again.
 */
export class Framer {
  #frame = new Int16Array(samplesPerFrame);
  #bytes = new Uint8Array(this.#frame.buffer);
  #filled = 0;

  /** Calls `emit` for each frame that `chunk` completes, in order. */
  push(pcm: Pcm, emit: (frame: Frame) => void): void {
    // Packet decoders return whole frames: nothing to cut, no allocation.
    if (this.#filled === 0 && pcm instanceof Int16Array && pcm.length === samplesPerFrame) return emit(pcm);
    const chunk = pcmBytes(pcm);
    let at = this.#filled === 0 ? 0 : this.#fill(chunk, 0, emit);
    const { buffer, byteOffset, length } = chunk;
    if ((byteOffset + at) % 2 === 0) {
      for (; length - at >= bytesPerFrame; at += bytesPerFrame) {
        emit(new Int16Array(buffer, byteOffset + at, samplesPerFrame));
      }
    }
    while (at < length) at = this.#fill(chunk, at, emit);
  }

  /** Copies as much as fits into the current frame; returns the new offset. */
  #fill(chunk: Uint8Array, at: number, emit: (frame: Frame) => void): number {
    const take = Math.min(bytesPerFrame - this.#filled, chunk.length - at);
    this.#bytes.set(chunk.subarray(at, at + take), this.#filled);
    this.#filled += take;
    if (this.#filled === bytesPerFrame) emit(this.#take());
    return at + take;
  }

  #take(): Frame {
    const full = this.#frame;
    this.#frame = new Int16Array(samplesPerFrame);
    this.#bytes = new Uint8Array(this.#frame.buffer);
    this.#filled = 0;
    return full;
  }

  /** Emits the incomplete last frame, padded with silence; drops a lone odd byte. */
  rest(emit: (frame: Frame) => void): void {
    this.#bytes.fill(0, this.#filled - (this.#filled % 2));
    const isEmpty = this.#filled < 2;
    const last = this.#take();
    if (!isEmpty) emit(last);
  }
}

/** Frames of a whole recording; the last one is padded with silence. */
export function toFrames(pcm: Int16Array): Frame[] {
  const frames: Frame[] = [];
  for (let at = 0; at < pcm.length; at += samplesPerFrame) {
    const frame = new Int16Array(samplesPerFrame);
    frame.set(pcm.subarray(at, at + samplesPerFrame));
    frames.push(frame);
  }
  return frames;
}

/** The bytes of samples without a copy. */
export function bytesOf(pcm: Int16Array): Uint8Array {
  return new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength);
}

/** Root mean square of the samples, 0 to 32,768. */
export function loudness(pcm: Int16Array): number {
  let sum = 0;
  for (const sample of pcm) sum += sample * sample;
  return pcm.length === 0 ? 0 : Math.sqrt(sum / pcm.length);
}
