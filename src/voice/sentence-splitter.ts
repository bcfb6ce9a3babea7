// Sentence splitter: cuts a stream of text into sentences for the voice, as early as is safe. The same text gives the
// same sentences, however it is split into deltas. `speakable-text.ts` removes mark-up.

import { sayable } from "./speakable-text.ts";

/** A longer sentence is cut at a comma or a space. */
const sentenceCharsMax = 300;

/** From here on the first sentence may end at a comma: the caller waits for the first sound. */
const firstClauseCharsMin = 32;

const onlyCode = "My answer is code, which I cannot say aloud.";
const onlySigns = "My answer has no words that I could say aloud.";

export class SentenceCutter {
  #rest = "";
  #lineStart = true;
  #inCode = false;
  #skippedCode = false;
  #skippedSigns = false;
  #count = 0;

  /** Sentences that are certain now. */
  push(delta: string): string[] {
    this.#rest += delta;
    return this.#drain(false);
  }

  /** Complete sentences of an interrupted text; the rest is half a sentence and dropped. */
  breakOff(): string[] {
    // A full stop counts as an end only before a space.
    const sentences = this.push(" ");
    this.#rest = "";
    return sentences;
  }

  /** Last, unfinished sentence, when no more text will come. */
  flush(): string[] {
    const sentences = this.#drain(true);
    if (this.#count === 0 && this.#skippedCode) sentences.push(onlyCode);
    else if (this.#count === 0 && this.#skippedSigns) sentences.push(onlySigns);
    this.#count += sentences.length;
    return sentences;
  }

  #drain(last: boolean): string[] {
    const sentences: string[] = [];
    for (;;) {
      const piece = this.#next(last);
      if (piece === undefined) return sentences;
      const sentence = sayable(piece.text, piece.lineStart);
      if (sentence === "") {
        this.#skippedSigns ||= piece.text.trim() !== "";
        continue;
      }
      this.#count++;
      sentences.push(sentence);
    }
  }

  /** Takes the next piece from the rest; code between fences is dropped line by line. */
  #next(last: boolean): { readonly text: string; readonly lineStart: boolean } | undefined {
    for (;;) {
      if (this.#rest === "") return undefined;
      const fence = this.#lineStart && /^[ \t]*(?:```|~~~)/.test(this.#rest);
      const end =
        fence || this.#inCode
          ? lineEnd(this.#rest)
          : cutAt(this.#rest, { last, mayBreakClause: this.#count === 0, lineStart: this.#lineStart });
      if (end === undefined && !last) return undefined;
      const text = this.#rest.slice(0, end);
      const lineStart = this.#lineStart;
      this.#rest = this.#rest.slice(text.length);
      this.#lineStart = text.endsWith("\n");
      if (fence) this.#inCode = !this.#inCode;
      else if (!this.#inCode) return { text, lineStart };
      this.#skippedCode = true;
    }
  }
}

/** Sentences of a complete text. */
export function sentencesOf(text: string): readonly string[] {
  const sentences = new SentenceCutter();
  return [...sentences.push(text), ...sentences.flush()];
}

function lineEnd(text: string): number | undefined {
  const at = text.indexOf("\n");
  return at < 0 ? undefined : at + 1;
}

interface CutOptions {
  readonly last: boolean;
  readonly mayBreakClause: boolean;
  readonly lineStart: boolean;
}

/** End of the text's first piece, if certain: a number of characters. */
function cutAt(text: string, { last, mayBreakClause, lineStart }: CutOptions): number | undefined {
  const span = Math.min(text.length, sentenceCharsMax);
  for (let at = 0; at < span; at++) {
    const char = text[at] ?? "";
    if (char === "\n") return at + 1;
    if ("。！？".includes(char)) return at + 1;
    if (inBrackets(text, at)) continue;
    if (".!?…".includes(char) && !".!?…".includes(text[at - 1] ?? " ")) {
      const verdict = sentenceEnd(text, at, { last, lineStart });
      if (verdict === "unknown") return undefined;
      if (verdict !== "no") return verdict;
    }
    const isClause = ",;:–—".includes(char) && /\s/.test(text[at + 1] ?? "");
    if (mayBreakClause && isClause && at + 1 >= firstClauseCharsMin) return at + 1;
  }
  return text.length > sentenceCharsMax ? forcedCut(text) : undefined;
}

/** True if a link's text or address is still open here: nothing is cut inside one. */
function inBrackets(text: string, at: number): boolean {
  const before = text.slice(0, at);
  const open = before.lastIndexOf("[");
  if (open < 0) return false;
  const close = before.indexOf("](", open);
  return close < 0 ? !before.includes("]", open) : !before.includes(")", close);
}

/** Text without an end: at the last comma, else the last space, else anywhere. */
function forcedCut(text: string): number {
  const head = text.slice(0, sentenceCharsMax);
  const clause = [...head.matchAll(/[,;:–—](?=\s)/g)].at(-1)?.index ?? -1;
  if (clause > sentenceCharsMax / 2) return clause + 1;
  const space = head.search(/\s\S*$/);
  if (space > 0) return space + 1;
  // Not between the two halves of one character.
  return /[\uD800-\uDBFF]$/.test(head) ? sentenceCharsMax - 1 : sentenceCharsMax;
}

type Verdict = number | "no" | "unknown";

/** End of a sentence by the stop at `at`, and the start of the next one. */
function sentenceEnd(
  text: string,
  at: number,
  { last, lineStart }: { last: boolean; lineStart: boolean },
): Verdict {
  let end = at + 1;
  while (".!?…".includes(text[end] ?? " ")) end++;
  const stops = text.slice(at, end);
  while ("\"'”’»)]*_`".includes(text[end] ?? " ")) end++;
  const closers = text.slice(at + stops.length, end);
  const next = text[end];
  if (next === undefined) return last ? end : "unknown";
  if (!/\s/.test(next)) return "no";
  const kind = stopKind(text.slice(0, at), stops, { closers, lineStart });
  if (kind === "never") return "no";
  if (kind === "always") return end + 1;
  const after = /\S/.exec(text.slice(end))?.[0];
  if (after === undefined) return last || text.slice(end).includes("\n") ? end + 1 : "unknown";
  if (kind === "unless-number") return /[0-9]/.test(after) ? "no" : end + 1;
  if (kind === "unless-date" && /[0-9]/.test(after)) return "no";
  if (kind === "unless-month") {
    const word = /^\s*(\p{L}*)/u.exec(text.slice(end))?.[1] ?? "";
    if (monthStart.test(word)) return "no";
    const mayGrow = word.length < monthStartLetters && /^\s*\p{L}*$/u.test(text.slice(end));
    if (!last && mayGrow) return "unknown";
  }
  return /\p{Ll}/u.test(after) ? "no" : end + 1;
}

const neverEnds = new Set(
  "dr mr mrs ms prof st rev gen col capt sgt lt mt vs approx dept est fig e.g i.e cf".split(" "),
);
const mayEnd = new Set("etc inc ltd co corp jr sr a.m p.m am pm min max usw".split(" "));
/** A number may follow: "Jan. 5". */
const mayGoOn = new Set(
  "jan feb mar apr jun jul aug sept sep oct okt nov dec dez mon tue tues wed thu thurs fri".split(" "),
);
/** "22. November": languages that write a full stop behind the day write months with a capital letter. */
const monthStart = /^(?:Jan|Jän|Feb|Mär|Mrz|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)/;
const monthStartLetters = 3;

type StopKind = "always" | "never" | "unless-lower-case" | "unless-number" | "unless-date" | "unless-month";

function stopKind(
  before: string,
  stops: string,
  { closers, lineStart }: { readonly closers: string; readonly lineStart: boolean },
): StopKind {
  if (/["'”’»)]/.test(closers)) return "unless-lower-case";
  if (stops === "…" || /^\.{2,}$/.test(stops)) return "unless-lower-case";
  if (stops !== ".") return "always";
  const word = /[\p{L}\p{N}.']*$/u.exec(before)?.[0] ?? "";
  const plain = word.toLowerCase();
  if (lineStart && /^\s*\d{1,3}$/.test(before)) return "never"; // The number of a list's entry.
  if (plain === "no") return "unless-number";
  if (neverEnds.has(plain)) return "never";
  if (mayEnd.has(plain)) return "unless-lower-case";
  if (mayGoOn.has(plain)) return "unless-date";
  if (/^\d{1,2}$/.test(word)) return "unless-month";
  if (/^\d{1,2}\.\d{1,2}$/.test(word)) return "unless-lower-case"; // 22.11. um neun
  if (/^(?:\p{L}\.)+\p{L}$/u.test(word)) return "never"; // The U.S. Navy
  if (/^\p{Lu}$/u.test(word) && word !== "I") return "never"; // J. Smith
  return "always";
}
