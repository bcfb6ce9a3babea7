// Text reader: reads a text once, from left to right, and writes its spoken form. A rule converts the text
// that it recognises; everything else is unchanged.

import type { ReadAloud } from "./read-aloud.ts";
import { emailRule, handleRule, webRule } from "./address-rules.ts";
import { feetAndInches, measured, plainNumber, sumWithSign } from "./amount-rules.ts";
import { dateRules } from "./date-rules.ts";
import {
  digitGroups,
  dimensions,
  longDigits,
  mixed,
  mixedCode,
  simpleFraction,
  spelledLetters,
  version,
} from "./number-rules.ts";
import { around, firstOf, matchAt, type Place, type Rule, type Said } from "./spoken-rule.ts";
import { capitalLetters, wordRules } from "./word-rules.ts";

const contraction = /(?:['’]\p{L}+)+/uy;
const sameSign = /([^\p{L}\p{N}\s])\1*/uy;
const chunkForm = /\S+/y;
const addressMark = /@|:\/\/|\p{L}\.\p{L}|\d\.\p{L}|^www\./u;
/** Not in `1-800-FLOWERS`, whose numbers are dialed. */
const rangeMark = /(?:[-–—]|[ \u00a0][-–—][ \u00a0])(?=[\d$€£¥+])(?!\d{1,6}-\p{Lu}{2})/uy;
const gluedEnding = /\d{1,6}(?:st|nd|rd|th)(?![\p{L}\d])|\d{1,3}0s(?![\p{L}\d])/uy;
const gluedWord = /\d{1,4}\p{Ll}{2,20}(?![\p{L}\d])/uy;
const dayBehind = /[-–]\p{Lu}\p{Ll}{1,3}(?!\p{L})/uy;

/** A longer word without a blank contains no address that a person could write down. */
const addressCharsMax = 400;
/** Positions in one such word at which an address may begin: brackets and quotation marks may precede it. */
const addressTriesMax = 3;
/** Letters of a currency's code (ISO 4217). */
const codeLetters = 3;
/** Longer rows of digits are no number. */
const numberDigitsMax = 15;

/** Rules that may begin with a number, by the character after its first digits. */
const groupRules: Readonly<Record<string, readonly Rule[]>> = {
  "\u00a0": [digitGroups],
  "-": [digitGroups],
  "–": [digitGroups],
  ")": [digitGroups],
  "/": [digitGroups, simpleFraction],
  ".": [digitGroups, version],
};
/** After digits and a blank: more digits, or "a.m." and "p.m.". */
const blankRules: Readonly<Record<string, readonly Rule[]>> = {
  digit: [mixed, digitGroups],
  letter: dateRules[" "] ?? [],
  sign: [digitGroups],
};
const countRules: Readonly<Record<string, readonly Rule[]>> = Object.fromEntries(
  ["letter", ...Array.from(" .,'’%‰°$€£¥₹₽₩₪₺₴\u00a0\u202f")].map((next) => [next, [measured]]),
);
const isHeightMark = (char: string): boolean => "'’′".includes(char) && char !== "";

class Reader {
  readonly #text: string;
  readonly #words: ReadAloud;
  readonly #tag: string;
  readonly #isShouted: boolean;
  #at = 0;
  #out: string[] = [];
  #last = " ";
  /** End of the current word without blanks, and the remaining searches for an address in it. */
  #chunkEnd = 0;
  #tries = 0;

  constructor(text: string, words: ReadAloud, tag: string) {
    this.#text = text;
    this.#words = words;
    this.#tag = tag;
    this.#isShouted = !/\p{Ll}/u.test(text) && (text.match(/\p{Lu}{2,}/gu) ?? []).length > 1;
  }

  read(): string {
    while (this.#at < this.#text.length) this.#next();
    return this.#out.join("");
  }

  #place(run: string): Place {
    return { text: this.#text, at: this.#at, run, words: this.#words, tag: this.#tag };
  }

  #next(): void {
    const kind = kindAt(this.#text, this.#at);
    if (kind === "blank") return this.#write(" ", this.#at + 1);
    if (this.#at >= this.#chunkEnd) this.#beginChunk();
    const whole = this.#address() ?? this.#symbols();
    if (whole !== undefined) this.#say(whole);
    else if (kind === "digit") this.#number();
    else if (kind === "letter") this.#word();
    else this.#sign(String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 32));
  }

  #beginChunk(): void {
    const chunk = matchAt(chunkForm, this.#text, this.#at)?.[0] ?? "";
    this.#chunkEnd = this.#at + chunk.length;
    this.#tries = chunk.length <= addressCharsMax && addressMark.test(chunk) ? addressTriesMax : 0;
  }

  #address(): Said | undefined {
    if (this.#tries === 0 || !/[\p{L}\p{N}@._]/u.test(this.#text[this.#at] ?? "")) return undefined;
    this.#tries -= 1;
    return firstOf([emailRule, webRule, handleRule], this.#place(""));
  }

  /** Letters and digits that are read one by one. */
  #symbols(): Said | undefined {
    const isWithin = /[\p{L}\d'’-]/u.test(this.#text[this.#at - 1] ?? "");
    return isWithin ? undefined : firstOf([mixedCode, spelledLetters], this.#place(""));
  }

  /** All letters or digits from here on. */
  #run(kind: Kind): string {
    let end = this.#at;
    while (end < this.#text.length && kindAt(this.#text, end) === kind)
      end += (this.#text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
    return this.#text.slice(this.#at, end);
  }

  #number(): void {
    const run = this.#run("digit");
    const place = this.#place(run);
    if (run.length > numberDigitsMax) return this.#say(longDigits(place));
    const after = this.#at + run.length;
    const next = kindAt(this.#text, after) === "letter" ? "letter" : (this.#text[after] ?? "");
    // All endings of a number are lower case.
    const mayEnd = next === "letter" && /[^A-Z]/.test(this.#text[after] ?? "");
    const glued = mayEnd ? matchAt(gluedEnding, this.#text, this.#at) : undefined;
    if (glued !== undefined) return this.#say({ to: this.#at + glued[0].length, said: glued[0] });
    const isBlank = next === " ";
    const dated = isBlank ? undefined : firstOf(dateRules[next] ?? [], place);
    if (dated !== undefined) return this.#range(dated);
    const behind = kindAt(this.#text, after + 1);
    const grouped = firstOf((isBlank ? blankRules[behind] : groupRules[next]) ?? [], place);
    if (grouped !== undefined) return behind === "letter" ? this.#range(grouped) : this.#say(grouped);
    const sized = /[x.]/.test(next === "letter" ? (this.#text[after] ?? "") : next)
      ? dimensions(place)
      : undefined;
    if (sized !== undefined) return this.#say(sized);
    const paired = this.#words.paired(run, around(place, after));
    if (paired !== undefined) return this.#say({ to: after, said: paired });
    const tall = isHeightMark(next) ? feetAndInches(place) : undefined;
    if (tall !== undefined) return this.#say(tall);
    const counted = firstOf(countRules[next] ?? [], place);
    if (counted !== undefined) return this.#range(counted);
    const word = mayEnd ? matchAt(gluedWord, this.#text, this.#at) : undefined;
    if (word !== undefined) return this.#say({ to: this.#at + word[0].length, said: word[0] });
    const long = longDigits(place);
    if (long !== undefined) return this.#say(long);
    const isMarked = next !== "letter" && next !== " " && next !== "";
    this.#range((isMarked ? plainNumber(place) : undefined) ?? { to: after, said: run });
  }

  /** A number, and "to" if a range follows it. */
  #range(spoken: Said): void {
    this.#say(spoken);
    const dash = matchAt(rangeMark, this.#text, this.#at);
    if (dash !== undefined) this.#say({ to: this.#at + dash[0].length, said: ` ${this.#words.words.to}` });
  }

  #word(): void {
    const run = this.#run("letter");
    const place = this.#place(run);
    const spoken =
      firstOf(wordRules, place) ??
      this.#product(run) ??
      this.#sum(place) ??
      capitalLetters(place, this.#isShouted);
    if (spoken === undefined) {
      const end = this.#at + run.length;
      const more = /['’]/.test(this.#text[end] ?? "")
        ? (matchAt(contraction, this.#text, end)?.[0] ?? "")
        : "";
      return this.#say({ to: end + more.length, said: run + more });
    }
    this.#say(spoken);
    const mark = this.#text[this.#at] ?? "";
    // Mon-Fri
    const isRange = "-–".includes(mark) && mark !== "" && this.#words.weekdays.includes(spoken.said);
    if (isRange && matchAt(dayBehind, this.#text, this.#at) !== undefined)
      this.#say({ to: this.#at + 1, said: ` ${this.#words.words.to} ` });
  }

  /** `5 x 3` */
  #product(run: string): Said | undefined {
    const isProduct = run === "x" && isBetweenNumbers(this.#text, this.#at);
    return isProduct ? { to: this.#at + 1, said: this.#words.signs.get("×") ?? "x" } : undefined;
  }

  /** `USD 20`, `US$5` */
  #sum(place: Place): Said | undefined {
    const mayBe = place.run.length === codeLetters || this.#text[this.#at + place.run.length] === "$";
    return mayBe ? sumWithSign(place) : undefined;
  }

  #sign(char: string): void {
    const text = this.#text;
    const next = text[this.#at + 1] ?? "";
    const { signs } = this.#words;
    const isPlain = next !== char && !dropped.has(char) && !signs.has(char) && !meaningful.has(char);
    if (isPlain) return this.#write(char, this.#at + char.length);
    const isFresh = !isWord(this.#last);
    const sum = /[$€£¥₹₽₩₪₺₴]/.test(char) ? sumWithSign(this.#place("")) : undefined;
    if (sum !== undefined) return this.#range(sum);
    const called = /[+(]/.test(char) && /[\d(]/.test(next) ? digitGroups(this.#place("")) : undefined;
    if (called !== undefined) return this.#say(called);
    const run = matchAt(sameSign, text, this.#at)?.[0] ?? char;
    const small = this.#smallSign(char, next, isFresh);
    if (small !== undefined) return this.#say({ to: this.#at + 1, said: small });
    if (run.length >= 3 && char !== ".") return this.#write(" ", this.#at + run.length);
    if (dropped.has(char)) return this.#write(" ", this.#at + run.length);
    const name = this.#named(char);
    if (name !== undefined) return this.#say({ to: this.#at + run.length, said: name });
    this.#write(char === "-" && /\d/.test(next) ? " " : run, this.#at + run.length);
  }

  /** Signs with a meaning directly before a digit or a letter. */
  #smallSign(char: string, next: string, isFresh: boolean): string | undefined {
    const { words } = this.#words;
    const isDigitNext = /\d/.test(next);
    if (/[-−–]/.test(char) && isFresh && /[\d$€£.]/.test(next)) return words.minus;
    // An underscore within a word is spoken; around a word it only stresses it.
    if (char === "_" && !isFresh && /[\p{L}\d]/u.test(next)) return words.underscore;
    // Keys of a telephone; at the start of a line it marks a heading or an entry.
    const isKey = /[\p{L}\d,] $/u.test(this.#text.slice(Math.max(0, this.#at - 2), this.#at));
    if (isKey && /^(?:$|[\s.,;:!?])/.test(next)) {
      if (char === "#") return this.#words.poundKey(this.#tag);
      if (char === "*" && !isBetweenNumbers(this.#text, this.#at)) return words.star;
    }
    if (char === "~" && isDigitNext) return words.about;
    if (char === "#" && isFresh) {
      if (isDigitNext) return words.number;
      if (/\p{L}/u.test(next)) return words.hashtag;
    }
    return char === "." && isDigitNext && isFresh && this.#last !== "." ? words.point : undefined;
  }

  #named(char: string): string | undefined {
    const { signs } = this.#words;
    const name = signs.get(char);
    // Comparisons stand between blanks or digits; elsewhere these signs are brackets.
    if (char === "*") return isBetweenNumbers(this.#text, this.#at) ? signs.get("×") : undefined;
    if (!/[<>]/.test(char)) return name;
    return /[\s\d]/.test(this.#text[this.#at + 1] ?? "") ? name : undefined;
  }

  /** Adds a separate form: blanks part it from letters and digits on both sides. */
  #say(spoken: Said | undefined): void {
    if (spoken === undefined) throw new Error("A rule that takes every digit took none");
    if (isWord(this.#last) && isWord(spoken.said)) this.#out.push(" ");
    // "5 p.m." at the end of a sentence has one full stop.
    const isDotted = spoken.said.endsWith(".") && this.#text[spoken.to] === ".";
    this.#write(spoken.said, isDotted ? spoken.to + 1 : spoken.to);
  }

  #write(text: string, to: number): void {
    this.#out.push(text);
    if (text !== "") this.#last = text.charAt(text.length - 1);
    this.#at = to;
  }
}

/** Whether a text begins with a letter or a digit. */
function isWord(text: string): boolean {
  const kind = text === "" ? "blank" : kindAt(text, 0);
  return kind === "letter" || kind === "digit";
}

type Kind = "blank" | "digit" | "letter" | "sign";

function kindAt(text: string, at: number): Kind {
  const code = text.charCodeAt(at);
  if (code <= 32) return "blank";
  if (code < 128) {
    if (code >= 48 && code <= 57) return "digit";
    const lower = code | 32;
    return lower >= 97 && lower <= 122 ? "letter" : "sign";
  }
  // General punctuation; its blanks are all before the hyphens.
  if (code >= 0x2010 && code <= 0x2027) return "sign";
  const char = String.fromCodePoint(text.codePointAt(at) ?? 32);
  if (/[\p{L}\p{M}]/u.test(char)) return "letter";
  return /\s/.test(char) ? "blank" : "sign";
}

/** Signs with a meaning before a number or a name. */
const meaningful = new Set(Array.from("$€£¥₹₽₩₪₺₴+(-−–~#.*"));

/** Marks without a sound of their own. */
const dropped = new Set(Array.from("_^`{}[]\\|~#\u00ad™®©•"));

function isBetweenNumbers(text: string, at: number): boolean {
  return /\d ?$/.test(text.slice(Math.max(0, at - 2), at)) && /^ ?\d/.test(text.slice(at + 1, at + 3));
}

/** The spoken form of a text. `tag`: the language as BCP 47, for differences between its countries. */
export function readText(text: string, words: ReadAloud, tag: string): string {
  return new Reader(plainDigits(text), words, tag)
    .read()
    .replaceAll(/ {2,}/g, " ")
    .replaceAll(/ ([,.;:!?])/g, "$1")
    .trim();
}

/** Rewrites one-character fractions as `1/2`, and digits of all scripts as 0 to 9. */
function plainDigits(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return text
    .replaceAll(/[¼-¾⅐-⅞](?=([\p{L}\d])?)/gu, (part, next?: string) => {
      const written = part.normalize("NFKD").replace("⁄", "/");
      return ` ${written}${next === undefined ? "" : " "}`;
    })
    .replaceAll(/[₀-₉]/gu, (digit) => digit.normalize("NFKC"))
    .replaceAll(/(?!\d)\p{Nd}/gu, digitValue);
}

function digitValue(digit: string): string {
  const plain = digit.normalize("NFKC");
  if (/^\d$/.test(plain)) return plain;
  const code = digit.codePointAt(0) ?? 0;
  // The ten digits of a script are consecutive.
  let zero = code;
  while (code - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}
