// Flight record: the bytes of a recorded call. One append-only file: a line that names the form, then parts of a kind
// (1 byte), a length (4 bytes, little-endian) and a body. A killed process leaves at most one part torn, the last,
// which readers ignore.

import { sampleRate } from "../../audio/frame.ts";
import type { JsonObject } from "../../../db/port/stored-rows.ts";

/** First bytes of a file. */
export const magic: Uint8Array = new TextEncoder().encode("voice-flow recording 1\n");

/** `head`: JSON, first and once. `audio`: one second of both directions. `entries`: JSON lines. */
export type PartKind = "head" | "audio" | "entries";

const codes: Readonly<Record<PartKind, number>> = { head: 0x48, audio: 0x41, entries: 0x45 };
const kinds = new Map(Object.entries(codes).map(([kind, code]) => [code, kind as PartKind]));
const prefixBytes = 5;

/** Two directions, 16 bit each, interleaved: the caller left, the agent right. */
const channels = 2;
export const secondSamples: number = sampleRate * channels;
const secondBytes = secondSamples * 2;

/** Program and time of the call. */
export interface FlightHead {
  readonly session: string;
  /** Start of the call, in epoch milliseconds. */
  readonly startedAtMs: number;
  /** Flow of the call, if any, with its text. */
  readonly flow: { readonly id: string; readonly text: string } | null;
  readonly context: JsonObject;
  readonly usesExamples: boolean;
  /** The built-in recogniser; absent or `guided` in old recordings, made by one that knew its grammar alone. */
  readonly ears?: "open" | "guided";
}

/** Event `atMs` milliseconds after the call began. */
export interface FlightEntry {
  readonly type: string;
  readonly atMs: number;
  readonly [key: string]: unknown;
}

function partOf(kind: PartKind, body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(prefixBytes + body.length);
  bytes[0] = codes[kind];
  new DataView(bytes.buffer).setUint32(1, body.length, true);
  bytes.set(body, prefixBytes);
  return bytes;
}

export function headPart(head: FlightHead): Uint8Array {
  return partOf("head", new TextEncoder().encode(JSON.stringify(head)));
}

export function entriesPart(entries: readonly FlightEntry[]): Uint8Array {
  const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
  return partOf("entries", new TextEncoder().encode(lines));
}

/** `samples`: `secondSamples` of them. */
export function audioPart(samples: Int16Array): Uint8Array {
  return partOf("audio", new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
}

/** Place of a part's bytes in the file. */
export interface PartPlace {
  readonly kind: PartKind;
  readonly from: number;
  readonly bytes: number;
}

/** Reads bytes of a file from an offset; fewer at its end. */
export type ReadAt = (from: number, bytes: number) => Promise<Uint8Array>;

/** All whole parts, in order. Throws, with a clause about the file, if it is no recording. */
export async function partsIn(read: ReadAt): Promise<readonly PartPlace[]> {
  const begin = await read(0, magic.length);
  if (!Buffer.from(begin).equals(magic)) throw new Error("it is not a recording of a call");
  const parts: PartPlace[] = [];
  for (let at = magic.length; ;) {
    const prefix = await read(at, prefixBytes);
    if (prefix.length < prefixBytes) return parts;
    const bytes = new DataView(prefix.buffer, prefix.byteOffset).getUint32(1, true);
    const kind = kinds.get(prefix[0] ?? 0);
    const from = at + prefixBytes;
    // The last byte shows whether the part is whole. A kind of a later version is skipped.
    if (bytes > 0 && (await read(from + bytes - 1, 1)).length === 0) return parts;
    if (kind !== undefined && (kind !== "audio" || bytes === secondBytes)) parts.push({ kind, from, bytes });
    at = from + bytes;
  }
}

/** Head of a recording. Throws, with a clause about the file, if there is none. */
export async function readHead(parts: readonly PartPlace[], read: ReadAt): Promise<FlightHead> {
  const place = parts.find(({ kind }) => kind === "head");
  if (place === undefined) throw new Error("it ends before its head does");
  return JSON.parse(new TextDecoder().decode(await read(place.from, place.bytes))) as FlightHead;
}

/** All events, in order. */
export async function readEntries(
  parts: readonly PartPlace[],
  read: ReadAt,
): Promise<readonly FlightEntry[]> {
  const entries: FlightEntry[] = [];
  for (const { kind, from, bytes } of parts) {
    if (kind !== "entries") continue;
    const lines = new TextDecoder().decode(await read(from, bytes)).split("\n");
    for (const line of lines) if (line !== "") entries.push(JSON.parse(line) as FlightEntry);
  }
  return entries;
}

const wavHeadBytes = 44;

/** Length of a recording's stereo WAV file, in bytes. */
export function wavBytes(parts: readonly PartPlace[]): number {
  return wavHeadBytes + secondsIn(parts).length * secondBytes;
}

const secondsIn = (parts: readonly PartPlace[]): readonly PartPlace[] =>
  parts.filter(({ kind }) => kind === "audio");

/** Bytes of the stereo WAV file, end exclusive, a piece at a time. */
export async function* wavSlice(
  parts: readonly PartPlace[],
  { read, from, to }: { readonly read: ReadAt; readonly from: number; readonly to: number },
): AsyncGenerator<Uint8Array> {
  const audio = secondsIn(parts);
  if (from < wavHeadBytes)
    yield wavHead(audio.length * secondBytes).subarray(from, Math.min(to, wavHeadBytes));
  const first = Math.max(0, Math.floor((from - wavHeadBytes) / secondBytes));
  for (let i = first; i < audio.length; i++) {
    const begins = wavHeadBytes + i * secondBytes;
    if (begins >= to) return;
    const [skip, end] = [Math.max(0, from - begins), Math.min(secondBytes, to - begins)];
    const place = audio[i];
    if (place !== undefined && end > skip) yield await read(place.from + skip, end - skip);
  }
}

/** Placeholder for an unknown file size: the largest number. */
export const endlessBytes: number = 0xffff_ffff - wavHeadBytes;

/** RIFF, PCM16, stereo by default. https://www.mmsp.ece.mcgill.ca/Documents/AudioFormats/WAVE/WAVE.html */
export function wavHead(dataBytes: number, sides: 1 | 2 = channels): Uint8Array {
  const bytes = Buffer.alloc(wavHeadBytes);
  bytes.write("RIFF", 0, "latin1");
  bytes.writeUInt32LE(wavHeadBytes - 8 + dataBytes, 4);
  bytes.write("WAVEfmt ", 8, "latin1");
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(sides, 22);
  bytes.writeUInt32LE(sampleRate, 24);
  bytes.writeUInt32LE(sampleRate * sides * 2, 28);
  bytes.writeUInt16LE(sides * 2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36, "latin1");
  bytes.writeUInt32LE(dataBytes, 40);
  return bytes;
}
