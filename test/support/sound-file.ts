// Sound files for tests: WAV in any form, valid or not.

interface SoundFile {
  /** Samples a second. */
  readonly rate: number;
  readonly samples: Int16Array;
  readonly code?: number;
  readonly bits?: number;
  readonly channels?: number;
  /** Bytes in place of the samples as 16 bits. */
  readonly bytes?: Uint8Array;
  /** Claimed number of bytes of samples. */
  readonly claims?: number;
}

/** A WAV file with the given header. */
export function soundFile({ rate, samples, code = 1, bits = 16, channels = 1, claims, ...given }: SoundFile) {
  const bytes = given.bytes ?? new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  const file = new Uint8Array(44 + bytes.length);
  const view = new DataView(file.buffer);
  const frameBytes = (channels * bits) / 8;
  file.set(new TextEncoder().encode("RIFF    WAVEfmt "));
  view.setUint32(4, 36 + bytes.length, true);
  view.setUint32(16, 16, true);
  view.setUint16(20, code, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * frameBytes, true);
  view.setUint16(32, frameBytes, true);
  view.setUint16(34, bits, true);
  file.set(new TextEncoder().encode("data"), 36);
  view.setUint32(40, claims ?? bytes.length, true);
  file.set(bytes, 44);
  return file;
}

/** Two tones that swell and fade twice a second, so that a delay of a few samples does not hide their shape. */
export function tone({ rate, seconds }: { readonly rate: number; readonly seconds: number }): Int16Array {
  return Int16Array.from({ length: Math.round(rate * seconds) }, (_, i) => {
    const at = i / rate;
    const swell = 0.6 + 0.4 * Math.sin(2 * Math.PI * 2 * at);
    return Math.round(
      6_000 * swell * (Math.sin(2 * Math.PI * 440 * at) + Math.sin(2 * Math.PI * 1_170 * at)),
    );
  });
}
