// Spoken tone: output of a fake voice behind a socket: the tone of a text in pieces, and the time of each character and
// each word.

import type { WordTime } from "../../../../src/providers/provider-contract.ts";
import { turn } from "../../until.ts";
import { msPerChar, toneBytes } from "./speech-tone.ts";

/** No vendor has a voice of this name. */
export const unknownVoice = "nobody-is-called-that";

const pieceMs = 240;
const bytesPerMs = 32;

/** One piece of a text that is being spoken. */
export interface TonePiece {
  readonly bytes: Uint8Array;
  /** Position of the piece in the text's audio. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** The tone of a text in pieces of about a quarter of a second, with a turn of the event loop between two. */
export async function* tonePieces(text: string, speed = 1): AsyncGenerator<TonePiece> {
  const whole = toneBytes(text, 16_000, speed);
  for (let at = 0; at < whole.length; at += pieceMs * bytesPerMs) {
    const bytes = whole.subarray(at, at + pieceMs * bytesPerMs);
    yield { bytes, fromMs: at / bytesPerMs, toMs: (at + bytes.length) / bytesPerMs };
    await turn();
  }
}

/** Each character with its times, spaces included. */
export function lettersOf(text: string, speed = 1): readonly WordTime[] {
  const ms = msPerChar / speed;
  return Array.from(text, (letter, at) => ({ text: letter, startMs: at * ms, endMs: (at + 1) * ms }));
}

/** Each word with its times. */
export function wordsOf(text: string, speed = 1): readonly WordTime[] {
  const ms = msPerChar / speed;
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    text: word,
    startMs: index * ms,
    endMs: (index + word.length) * ms,
  }));
}

/** Times that begin within a piece. */
export function within(times: readonly WordTime[], { fromMs, toMs }: TonePiece): readonly WordTime[] {
  return times.filter(({ startMs }) => startMs >= fromMs && startMs < toMs);
}

/** Times as vendors write them, in seconds. */
export function lists(times: readonly WordTime[]) {
  return {
    words: times.map(({ text }) => text),
    start: times.map(({ startMs }) => startMs / 1_000),
    end: times.map(({ endMs }) => endMs / 1_000),
  };
}

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
