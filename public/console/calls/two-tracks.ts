// Two tracks: the caller's and the agent's sound in a recording, and the loudness of each over time. Pure.

export interface TwoTracks {
  /** Samples a second. */
  readonly rate: number;
  readonly caller: Float32Array<ArrayBuffer>;
  readonly agent: Float32Array<ArrayBuffer>;
}

const headBytes = 44;
/** Two samples of 16 bits. */
const pairBytes = 4;

/** Reads a stereo WAV file of 16 bits, or its beginning. Undefined for other data. */
export function tracksOf(wav: ArrayBuffer): TwoTracks | undefined {
  if (wav.byteLength < headBytes) return undefined;
  const view = new DataView(wav);
  const [channels, bits] = [view.getUint16(22, true), view.getUint16(34, true)];
  if (view.getUint32(0) !== 0x52494646 || channels !== 2 || bits !== 16) return undefined;
  const count = Math.floor((wav.byteLength - headBytes) / pairBytes);
  const samples = new Int16Array(wav, headBytes, 2 * count);
  const caller = new Float32Array(count);
  const agent = new Float32Array(count);
  for (let at = 0; at < count; at++) {
    caller[at] = (samples[2 * at] ?? 0) / 32_768;
    agent[at] = (samples[2 * at + 1] ?? 0) / 32_768;
  }
  return { rate: view.getUint32(24, true), caller, agent };
}

/** The loudest sample in each of this many equal parts, 0 to 1. */
export function peaksOf(track: Float32Array, parts: number): readonly number[] {
  return Array.from({ length: parts }, (_, part) => {
    const [from, to] = [part, part + 1].map((each) => Math.floor((each * track.length) / parts));
    let peak = 0;
    for (let at = from ?? 0; at < (to ?? 0); at++) peak = Math.max(peak, Math.abs(track[at] ?? 0));
    return peak;
  });
}

/** The parts as one path around the line y = 0, one unit wide each and at most 2 high. */
export function peaksPath(peaks: readonly number[]): string {
  return peaks.map((peak, at) => `M${at} ${-Math.max(peak, 0.02)}V${Math.max(peak, 0.02)}`).join("");
}
