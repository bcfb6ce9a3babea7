// Heard text: the words of a reply that a caller heard before it was cut, from samples back to words, by the voice's
// word times, or in proportion to the text without them.

import type { WordTime } from "../../providers/provider-contract.ts";
import { timesOfWords } from "../../providers/timed-text.ts";
import { wordsOf, writtenUntil } from "../../spoken/word-alignment.ts";

export interface PlayedSentence {
  readonly segment: number;
  readonly text: string;
  /** Text for all but the caller, if different. */
  readonly logged?: string;
  /** Text for the voice, and the reported times of its words. */
  readonly said: string;
  readonly words: readonly WordTime[];
  /** Milliseconds sent to the line, and its total (or expected) length. */
  readonly sentMs: number;
  readonly lengthMs: number;
}

export interface HeardText {
  readonly segment: number;
  readonly segmentText: string;
  readonly replyText: string;
  /** The same for transcripts and hooks, if different. */
  readonly logged?: string;
  readonly ms: number;
}

/** Text for the log, if different. */
export function loggedOf({ logged }: { readonly logged?: string }): { readonly logged?: string } {
  return logged === undefined ? {} : { logged };
}

/** Notice to the client about a cut reply. */
export function interruptionOf(heard: HeardText) {
  const { segment, segmentText: heardText, replyText: heardReplyText, ms: heardMs } = heard;
  return { segment, heardText, heardReplyText, heardMs, ...loggedOf(heard) };
}

/** Event of the call's end inside a reply: its heard part. */
export function endedIn(reply: number, heard: HeardText | undefined) {
  if (heard === undefined) return {};
  return { cut: { reply, heardText: heard.replyText, ...loggedOf(heard) } };
}

/** Replaces words of a partly heard sentence that others must not know. */
const masked = "•••";

/** Rate of a slow speaker in characters a second: estimates a sentence whose end is not synthesised yet. */
const charsPerSecond = 14;

/** Estimated length of a text without audio yet, in milliseconds. */
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

/** Words that end within `ms` of a sentence. */
function wordsWithin({ text, said, words, lengthMs }: PlayedSentence, heardMs: number): string {
  const times = timesOfWords(said, words);
  // Words without a time share the rest behind the last word with one.
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
