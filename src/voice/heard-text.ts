// Heard text: which words of a reply a caller has heard before it was cut, from samples back to words, in proportion
// to the text.

export interface Played {
  readonly segment: number;
  readonly text: string;
  /** The text for everybody but the caller, where it differs. */
  readonly logged?: string;
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

/** Stands for words of a sentence that others may not know, when only some of it was heard. */
const masked = "•••";

/** A slow speaker's rate in characters a second: what a sentence lasts whose end is not synthesised yet. */
const charsPerSecond = 14;

/** How long a text will last that has no audio yet, in milliseconds: an estimate. */
export function estimateMs(text: string): number {
  return (text.length * 1000) / charsPerSecond;
}

/** What was heard in `ms` of a reply's sentences, in order; whole words only. `undefined`: nothing was sent. */
export function heardOf(played: readonly Played[], ms: number): HeardText | undefined {
  let left = ms;
  const texts: string[] = [];
  const logs: string[] = [];
  let last: HeardText | undefined;
  for (const { segment, text, logged, sentMs, lengthMs } of played) {
    if (sentMs === 0) break;
    const heardMs = Math.max(0, Math.min(left, sentMs));
    left -= heardMs;
    const segmentText = heardMs >= lengthMs ? text : wordsWithin(text, heardMs / lengthMs);
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

/** The words that end within this share of the text. */
function wordsWithin(text: string, share: number): string {
  const until = text.length * share;
  let end = 0;
  for (const word of text.matchAll(/\S+/g)) {
    const wordEnd = word.index + word[0].length;
    if (wordEnd > until) break;
    end = wordEnd;
  }
  return text.slice(0, end);
}
