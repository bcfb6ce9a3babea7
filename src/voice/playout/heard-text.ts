// Heard text: which words of a reply a caller has heard before it was cut, from samples back to words, by the times
// that the voice gave for its words, and in proportion to the text where it gave none.

import type { WordTime } from "../../providers/provider-contract.ts";
import { timesOfWords } from "../../providers/timed-text.ts";
import { wordsOf, writtenUntil } from "../../spoken/word-alignment.ts";

export interface PlayedSentence {
  readonly segment: number;
  readonly text: string;
  /** The text for all but the caller, where it differs. */
  readonly logged?: string;
  /** Text for the voice, and the reported times of its words. */
  readonly said: string;
  readonly words: readonly WordTime[];
  /** Milliseconds of it that were sent to the line, and how long all of it is (or will be). */
  readonly sentMs: number;
  readonly lengthMs: number;
}

export interface HeardText {
  readonly segment: number;
  readonly segmentText: string;
  readonly replyText: string;
  /** The same as transcripts and hooks show it, where it differs. */
  readonly logged?: string;
  readonly ms: number;
}

/** The log's text, where it differs. */
export function loggedOf({ logged }: { readonly logged?: string }): { readonly logged?: string } {
  return logged === undefined ? {} : { logged };
}

/** Notice for the client of a reply that was cut. */
export function interruptionOf(heard: HeardText) {
  const { segment, segmentText: heardText, replyText: heardReplyText, ms: heardMs } = heard;
  return { segment, heardText, heardReplyText, heardMs, ...loggedOf(heard) };
}

/** Event of the call's end inside a reply: the heard part of it. */
export function endedIn(reply: number, heard: HeardText | undefined) {
  if (heard === undefined) return {};
  return { cut: { reply, heardText: heard.replyText, ...loggedOf(heard) } };
}

/** Stands for words of a sentence that others may not know, when only some of it was heard. */
const masked = "•••";

/** A slow speaker's rate in characters a second: what a sentence lasts whose end is not synthesised yet. */
const charsPerSecond = 14;

/** How long a text will last that has no audio yet, in milliseconds: an estimate. */
export function estimateMs(text: string): number {
  return (text.length * 1000) / charsPerSecond;
}

/** Heard part of a reply's sentences after `ms`, in order; whole words only. `undefined`: nothing was sent. */
export function heardOf(played: readonly PlayedSentence[], ms: number): HeardText | undefined {
  let left = ms;
  const texts: string[] = [];
  const logs: string[] = [];
  let last: HeardText | undefined;
  for (const sentence of played) {
    const { segment, text, logged, sentMs, lengthMs } = sentence;
    if (sentMs === 0) break;
    const heardMs = Math.max(0, Math.min(left, sentMs));
    left -= heardMs;
    const segmentText = heardMs >= lengthMs ? text : wordsWithin(sentence, heardMs);
    if (segmentText !== "") {
      texts.push(segmentText);
      logs.push(logged === undefined ? segmentText : segmentText === text ? logged : masked);
    }
    const replyText = texts.join(" ");
    const log = logs.join(" ");
    last = { segment, segmentText, replyText, ...(log === replyText ? {} : { logged: log }), ms };
    if (heardMs < sentMs) break;
  }
  return last;
}

/** The words that end within so many milliseconds of a sentence. */
function wordsWithin({ text, said, words, lengthMs }: PlayedSentence, heardMs: number): string {
  const times = timesOfWords(said, words);
  // Words without a time share the rest behind the last word that has one.
  let last = { at: 0, ms: 0 };
  let count = 0;
  for (const [index, word] of wordsOf(said).entries()) {
    const end = word.index + word[0].length;
    const share = (end - last.at) / (said.length - last.at);
    const endMs = times.get(index)?.endMs ?? last.ms + Math.max(0, lengthMs - last.ms) * share;
    if (endMs > heardMs) break;
    if (times.has(index)) last = { at: end, ms: endMs };
    count += 1;
  }
  return writtenUntil(text, said, count);
}
