// Piper symbols: phones in the phonetic alphabet with which Piper voices were trained.

import { isVowel } from "../own-voice/phones.ts";

const consonants: Readonly<Record<string, string>> = {
  B: "b",
  CH: "tʃ",
  D: "d",
  DH: "ð",
  F: "f",
  G: "ɡ",
  HH: "h",
  JH: "dʒ",
  K: "k",
  L: "l",
  M: "m",
  N: "n",
  NG: "ŋ",
  P: "p",
  R: "ɹ",
  S: "s",
  SH: "ʃ",
  T: "t",
  TH: "θ",
  V: "v",
  W: "w",
  Y: "j",
  Z: "z",
  ZH: "ʒ",
};
const vowels: Readonly<Record<string, string>> = {
  AA: "ɑː",
  AE: "æ",
  AH: "ʌ",
  AO: "ɔː",
  AW: "aʊ",
  AY: "aɪ",
  EH: "ɛ",
  ER: "ɜː",
  EY: "eɪ",
  IH: "ɪ",
  IY: "iː",
  OW: "oʊ",
  OY: "ɔɪ",
  UH: "ʊ",
  UW: "uː",
};
const stresses: Readonly<Record<string, string>> = { "0": "", "1": "ˈ", "2": "ˌ" };

/** Symbols of one word. `isWeak`: a function word without stress. */
export function piperSymbolsOf(phones: readonly string[], isWeak: boolean): string {
  return phones
    .map((phone, at) => (isVowel(phone) ? vowelSymbols(phones, at, isWeak) : consonantSymbols(phones, at)))
    .join("");
}

/** A t between vowels is a tap in America ("water"), not before "n" ("button"). */
function consonantSymbols(phones: readonly string[], at: number): string {
  const [before, phone = "", after] = [phones[at - 1], phones[at], phones[at + 1]];
  const isTap =
    phone === "T" &&
    (isVowel(before) || before === "R") &&
    after?.endsWith("0") === true &&
    !(after === "AH0" && phones[at + 2] === "N");
  return isTap ? "ɾ" : (consonants[phone] ?? "");
}

function vowelSymbols(phones: readonly string[], at: number, isWeak: boolean): string {
  const phone = phones[at] ?? "";
  const [kind, stress] = [phone.slice(0, -1), phone.slice(-1)];
  const next = phones[at + 1];
  const isLast = next === undefined;
  if (stress === "0")
    return unstressed(kind, { at, next, isLast, isWeak, isLastButOne: at === phones.length - 2 });
  // The dictionary marks full unstressed vowels at the end of a word ("window", "Chicago").
  const isMarkless = stress === "2" && isLast && /^(?:OW|EY|IY|UW)$/.test(kind);
  const vowel = kind === "AO" && next === "R" && stress === "1" ? "oː" : (vowels[kind] ?? "");
  return (isMarkless ? "" : (stresses[stress] ?? "")) + vowel + linkingR(kind, next);
}

interface VowelPlace {
  readonly at: number;
  readonly next: string | undefined;
  readonly isLast: boolean;
  readonly isLastButOne: boolean;
  readonly isWeak: boolean;
}

function unstressed(kind: string, { at, next, isLast, isLastButOne, isWeak }: VowelPlace): string {
  if (kind === "AH") return isWeak && at > 0 && !isLast ? "ʌ" : at === 0 ? "ɐ" : "ə";
  if (kind === "ER") return "ɚ" + linkingR(kind, next);
  if (kind === "IY") return isWeak ? "iː" : "i";
  if (kind === "IH" && !isWeak && at > 0 && isLastButOne && /^[DZ]$/.test(next ?? "")) return "ᵻ";
  return vowels[kind] ?? "";
}

const linkingR = (kind: string, next: string | undefined): string =>
  kind === "ER" && isVowel(next) ? "ɹ" : "";
