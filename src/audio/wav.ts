// WAV files: reads and writes RIFF files with PCM16 mono.
// https://www.mmsp.ece.mcgill.ca/Documents/AudioFormats/WAVE/WAVE.html

export interface Wav {
  /** Samples a second. */
  readonly rate: number;
  readonly pcm: Int16Array;
}

const headerBytes = 44;
const formatBytesMin = 16;
const extensible = 0xfffe;

/** Bytes before the samples. */
export interface WavHead {
  /** Samples a second. */
  readonly rate: number;
  /** Offset of the samples, in bytes. */
  readonly dataAt: number;
  /** Size of the samples according to the header; a streamed file may claim too many, or 0. */
  readonly dataBytes: number;
}

/**
 * Header of a PCM16 mono file of which a part has arrived; undefined until there is enough. Throws as readWav does.
 */
export function readWavHead(bytes: Uint8Array): WavHead | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tag = (at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (bytes.length < 12) return undefined;
  if (tag(0) !== "RIFF" || tag(8) !== "WAVE") throw new Error("it is not a WAV file");
  let rate = 0;
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = view.getUint32(at + 4, true);
    const body = at + 8;
    if (tag(at) === "fmt ") {
      if (body + size > bytes.length) return undefined;
      rate = readFormat(view, body, size);
    }
    if (tag(at) === "data") {
      if (rate === 0) throw new Error("it has no format before its data");
      return { rate, dataAt: body, dataBytes: size };
    }
    at = body + size + (size % 2);
  }
  return undefined;
}

/** Samples a second. */
function readFormat(view: DataView, body: number, size: number): number {
  if (size < formatBytesMin) throw new Error("it has no format that can be read");
  const [code, channels, bits] = [
    view.getUint16(body, true),
    view.getUint16(body + 2, true),
    view.getUint16(body + 14, true),
  ];
  // The extensible form names its real format further on.
  const format = code === extensible && size >= 26 ? view.getUint16(body + 24, true) : code;
  if (format !== 1 || channels !== 1 || bits !== 16) {
    throw new Error(
      `it must hold 16 bit PCM in one channel, not format ${format} with ${channels} channels of ${bits} bits`,
    );
  }
  return view.getUint32(body + 4, true);
}

/** Reads PCM16 mono. Throws for anything else, with the fault as a clause about the file ("it is not a WAV file"). */
export function readWav(bytes: Uint8Array): Wav {
  if (bytes.length < headerBytes) throw new Error("it is not a WAV file");
  const head = readWavHead(bytes);
  if (head === undefined) throw new Error("it holds no data");
  const { rate, dataAt, dataBytes } = head;
  // A streamed file may claim more than it has: takes the existing whole samples.
  const end = Math.min(bytes.length, dataAt + dataBytes);
  const pcm = new Int16Array(Math.floor((end - dataAt) / 2));
  // Not by slice(): for a Buffer it makes no copy.
  new Uint8Array(pcm.buffer).set(bytes.subarray(dataAt, dataAt + pcm.byteLength));
  return { rate, pcm };
}

export function writeWav({ rate, pcm }: Wav): Uint8Array<ArrayBuffer> {
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
