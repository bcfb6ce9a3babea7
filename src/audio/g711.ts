// Companding codec: A-law and µ-law bytes to and from PCM16 (ITU-T G.711), by precomputed tables.

import { once } from "../base/once.ts";

export type Law = "alaw" | "mulaw";

/** `pcm`: output buffer of as many samples. */
export function decodeG711(bytes: Uint8Array, law: Law, pcm = new Int16Array(bytes.length)): Int16Array {
  const table = tables[law]().decoded;
  for (let i = 0; i < bytes.length; i++) pcm[i] = table[bytes[i] ?? 0] ?? 0;
  return pcm;
}

export function encodeG711(pcm: Int16Array, law: Law): Uint8Array {
  const table = tables[law]().encoded;
  const bytes = new Uint8Array(pcm.length);
  for (let i = 0; i < pcm.length; i++) bytes[i] = table[((pcm[i] ?? 0) + 32_768) >> 2] ?? 0;
  return bytes;
}

/** A-law: 13 bits in 8 segments, even bits inverted. */
function expandA(byte: number): number {
  const bits = byte ^ 0x55;
  const segment = (bits >> 4) & 7;
  const step = ((bits & 15) << 4) + 8;
  const size = segment === 0 ? step : (step + 0x100) << (segment - 1);
  return (bits & 0x80) === 0 ? -size : size;
}

/** µ-law: 14 bits in 8 segments with a bias of 33, all bits inverted. */
function expandMu(byte: number): number {
  const bits = ~byte & 0xff;
  const segment = (bits >> 4) & 7;
  const size = ((((bits & 15) << 1) + 33) << (segment + 2)) - 132;
  return (bits & 0x80) === 0 ? size : -size;
}

interface Tables {
  readonly decoded: Int16Array;
  /** Indexed by the sample plus 32,768, in steps of 4: finer than either law. */
  readonly encoded: Uint8Array;
}

const tables: Readonly<Record<Law, () => Tables>> = {
  alaw: once(() => tablesOf(expandA)),
  mulaw: once(() => tablesOf(expandMu)),
};

function tablesOf(expand: (byte: number) => number): Tables {
  const decoded = Int16Array.from({ length: 256 }, (_, byte) => expand(byte));
  const bySize = [...decoded.keys()].sort((a, b) => (decoded[a] ?? 0) - (decoded[b] ?? 0));
  const encoded = new Uint8Array(16_384);
  let at = 0;
  for (let i = 0; i < encoded.length; i++) {
    const sample = i * 4 - 32_768 + 2;
    // Levels are in order, so the nearest only moves up.
    while (at + 1 < bySize.length && gap(at + 1, sample) <= gap(at, sample)) at++;
    encoded[i] = bySize[at] ?? 0;
  }
  function gap(index: number, sample: number): number {
    return Math.abs((decoded[bySize[index] ?? 0] ?? 0) - sample);
  }
  return { decoded, encoded };
}
