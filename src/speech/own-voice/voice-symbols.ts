// Voice symbols: the alphabet of the voice's networks, which is the one of Kokoro's American voices, and how phones are
// written in it.

import { isVowel } from "./phones.ts";

const vowels: Readonly<Record<string, string>> = {
  AA: "ɑ",
  AE: "æ",
  AH: "ʌ",
  AO: "ɔ",
  AW: "W",
  AY: "I",
  EH: "ɛ",
  ER: "ɜɹ",
  EY: "A",
  IH: "ɪ",
  IY: "i",
  OW: "O",
  OY: "Y",
  UH: "ʊ",
  UW: "u",
};
const consonants: Readonly<Record<string, string>> = {
  B: "b",
  CH: "ʧ",
  D: "d",
  DH: "ð",
  F: "f",
  G: "ɡ",
  HH: "h",
  JH: "ʤ",
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
const stresses: Readonly<Record<string, string>> = { "0": "", "1": "ˈ", "2": "ˌ" };

/** Numbers of the used symbols, as the networks have them. 0 is at the beginning and the end of a text. */
export const symbolIds: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ";": 1,
    ":": 2,
    ",": 3,
    ".": 4,
    "!": 5,
    "?": 6,
    " ": 16,
    A: 24,
    I: 25,
    O: 31,
    T: 36,
    W: 39,
    Y: 41,
    b: 44,
    d: 46,
    f: 48,
    h: 50,
    i: 51,
    j: 52,
    k: 53,
    l: 54,
    m: 55,
    n: 56,
    p: 58,
    s: 61,
    t: 62,
    u: 63,
    v: 64,
    w: 65,
    z: 68,
    ɑ: 69,
    æ: 72,
    ɔ: 76,
    ð: 81,
    ʤ: 82,
    ə: 83,
    ɛ: 86,
    ɜ: 87,
    ɡ: 92,
    ɪ: 102,
    ŋ: 112,
    θ: 119,
    ɹ: 123,
    ʃ: 131,
    ʧ: 133,
    ʊ: 135,
    ʌ: 138,
    ʒ: 147,
    ˈ: 156,
    ˌ: 157,
    ᵻ: 177,
  }),
);

/** The symbols of one word. `isWeak`: a little word that nothing stresses. */
export function symbolsOf(phones: readonly string[], isWeak: boolean): string {
  return phones
    .map((phone, at) => (isVowel(phone) ? vowelSymbol(phones, at, isWeak) : consonantSymbol(phones, at)))
    .join("");
}

/** A t between vowels is a tap in America ("water"), not before "n" ("button"). */
function consonantSymbol(phones: readonly string[], at: number): string {
  const [before, phone = "", after] = [phones[at - 1], phones[at], phones[at + 1]];
  const isTap =
    phone === "T" &&
    (isVowel(before) || before === "R") &&
    after?.endsWith("0") === true &&
    !(after === "AH0" && phones[at + 2] === "N");
  return isTap ? "T" : (consonants[phone] ?? "");
}

function vowelSymbol(phones: readonly string[], at: number, isWeak: boolean): string {
  const phone = phones[at] ?? "";
  const [kind, stress] = [phone.slice(0, -1), phone.slice(-1)];
  const isLastButOne = at === phones.length - 2;
  // Without a mark the voice swallows this sound at the beginning of a little word ("I").
  const mark = isWeak && kind === "AY" && at === 0 ? "ˌ" : (stresses[stress] ?? "");
  if (stress !== "0") return mark + (vowels[kind] ?? "");
  if (kind === "AH") return isWeak && phones.length > 1 && at < phones.length - 1 ? "ʌ" : "ə";
  if (kind === "ER") return "əɹ";
  if (kind === "IH" && isLastButOne && /^[DZ]$/.test(phones[at + 1] ?? "") && !isWeak) return "ᵻ";
  return mark + (vowels[kind] ?? "");
}
