// Wire audio: the client's PCM format and the loudness of a block.

/** Samples per second of the wire format: PCM16, mono, little-endian. */
export const wireRate = 16_000;

/** Root mean square of samples between -1 and 1. */
export function loudness(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return samples.length === 0 ? 0 : Math.sqrt(sum / samples.length);
}

/** Converts samples from -1 to 1 to 16 bits; louder ones are clipped. */
export function toPcm(samples: Float32Array): Int16Array<ArrayBuffer> {
  return Int16Array.from(samples, (sample) => Math.max(-1, Math.min(1, sample)) * 32_767);
}

/** Converts 16-bit samples to the range -1 to 1. */
export function fromPcm(pcm: Int16Array): Float32Array {
  return Float32Array.from(pcm, (sample) => sample / 32_768);
}
