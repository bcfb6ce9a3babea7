// WAV files: reads and writes RIFF files with PCM16 mono.
// https://www.mmsp.ece.mcgill.ca/Documents/AudioFormats/WAVE/WAVE.html

export interface Wav {
  /** Samples a second. */
  readonly rate: number;
  readonly pcm: Int16Array;
}

const headerBytes = 44;
const extensible = 0xfffe;

/** Reads PCM16 mono. Throws for anything else with what is wrong, as a clause about the file ("it is not a WAV file"). */
export function readWav(bytes: Uint8Array): Wav {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tag = (at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (bytes.length < headerBytes || tag(0) !== "RIFF" || tag(8) !== "WAVE")
    throw new Error("it is not a WAV file");
  let rate = 0;
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = view.getUint32(at + 4, true);
    const body = at + 8;
    if (tag(at) === "fmt ") {
      const [code, channels, bits] = [
        view.getUint16(body, true),
        view.getUint16(body + 2, true),
        view.getUint16(body + 14, true),
      ];
      // The extensible form says further on what it really holds.
      const format = code === extensible && size >= 26 ? view.getUint16(body + 24, true) : code;
      if (format !== 1 || channels !== 1 || bits !== 16) {
        throw new Error(
          `it must hold 16 bit PCM in one channel, not format ${format} with ${channels} channels of ${bits} bits`,
        );
      }
      rate = view.getUint32(body + 4, true);
    }
    if (tag(at) === "data") {
      if (rate === 0) throw new Error("it has no format before its data");
      // A streamed file may claim more than it has: take what is there, in whole samples.
      const end = Math.min(bytes.length, body + size);
      const data = bytes.slice(body, end - ((end - body) % 2));
      return { rate, pcm: new Int16Array(data.buffer) };
    }
    at = body + size + (size % 2);
  }
  throw new Error("it holds no data");
}

export function writeWav({ rate, pcm }: Wav): Uint8Array {
  const bytes = new Uint8Array(headerBytes + pcm.byteLength);
  const view = new DataView(bytes.buffer);
  const tag = (at: number, text: string): void => bytes.set(new TextEncoder().encode(text), at);
  tag(0, "RIFF");
  view.setUint32(4, 36 + pcm.byteLength, true);
  tag(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  tag(36, "data");
  view.setUint32(40, pcm.byteLength, true);
  bytes.set(new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength), headerBytes);
  return bytes;
}
