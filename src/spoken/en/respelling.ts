// Respelling: the sound of a word in letters that any English voice reads alike ("shih-VAWN"), and the phones
// of the CMU dictionary (ARPAbet, "SH IH0 V AO1 N") that it stands for.

import { tableOf } from "../../flow/locale/spoken-forms.ts";

/** Each letter or pair of letters has one sound, so that a respelling converts back to its phones. */
const consonants = tableOf(
  "B b, CH ch, D d, DH dh, F f, G g, HH h, JH j, K k, L l, M m, N n, NG ng, P p, R r, S s, SH sh, T t, TH th, V v, W w, " +
    "Y y, Z z, ZH zh",
);
const vowels = tableOf(
  "AA ah, AE a, AH uh, AO aw, AW ow, AY igh, EH eh, ER ur, EY ay, IH ih, IY ee, OW oh, OY oy, UH uu, UW oo",
);
const phoneForm = /^([A-Z]{1,2})([012]?)$/;
/** A vowel with its stress, which shows that a text consists of phones. */
const stressedForm = /^[A-Z]{2}[0-9]$/;

/** Consonants that can begin a syllable together. */
const onset =
  /^(?:S (?:P|T|K|M|N|L|W|P R|P L|T R|K R|K W)|[PBTDKGF] R|TH R|SH R|[PBKGF] L|[TDK] W|[PBKFMHV] Y|HH Y)$/;

const isVowel = (phone: string): boolean => Object.hasOwn(vowels, phone.replace(/\d$/, ""));
const isPhone = (token: string): boolean => {
  const [, name = "", stress] = phoneForm.exec(token) ?? [];
  return Object.hasOwn(vowels, name) || (stress === "" && Object.hasOwn(consonants, name));
};

const tokensOf = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Whether a text is meant as phones, correct or not: only phones have capitals followed by a stress. */
const isMeantAsPhones = (tokens: readonly string[]): boolean =>
  tokens.every((token) => /^[A-Z]{1,3}\d?$/.test(token)) && tokens.some((token) => stressedForm.test(token));

/** The phones of a text; undefined if it is no ARPAbet. */
export function phonesIn(text: string): readonly string[] | undefined {
  const tokens = tokensOf(text);
  return isMeantAsPhones(tokens) && tokens.every(isPhone) ? tokens : undefined;
}

/** The first invalid token in a text that is meant as phones. */
export function wrongPhoneIn(text: string): string | undefined {
  const tokens = tokensOf(text);
  return isMeantAsPhones(tokens) ? tokens.find((token) => !isPhone(token)) : undefined;
}

/** "shih-VAWN": the syllable with the main stress is in capitals, unless it is the only one. */
export function respelled(phones: readonly string[]): string {
  const syllables = syllablesOf(phones);
  const isAlone = syllables.length === 1;
  return syllables
    .map((syllable) => {
      const letters = syllable.map((phone) => lettersOf(phone)).join("");
      return !isAlone && syllable.some((phone) => phone.endsWith("1")) ? letters.toUpperCase() : letters;
    })
    .join("-");
}

function lettersOf(phone: string): string {
  const name = phone.replace(/\d$/, "");
  return vowels[name] ?? consonants[name] ?? "";
}

function syllablesOf(phones: readonly string[]): readonly (readonly string[])[] {
  const places = [...phones.keys()].filter((at) => isVowel(phones[at] ?? ""));
  const begins = places.slice(1).map((vowel, at) => beginOf(phones, { last: places[at] ?? 0, vowel }));
  const bounds = [0, ...begins, phones.length];
  return bounds.slice(1).map((end, at) => phones.slice(bounds[at], end));
}

/** Start of a vowel's syllable, after the previous syllable. */
function beginOf(phones: readonly string[], { last, vowel }: { last: number; vowel: number }): number {
  const between = phones.slice(last + 1, vowel);
  let length = Math.min(1, between.length);
  while (length < between.length && onset.test(between.slice(-length - 1).join(" "))) length += 1;
  // "AN-uh": this vowel ends no syllable, except as "ah" and "aw", which are other vowels. "NG" begins none.
  const isClosed =
    (phones[last] ?? "").startsWith("AE") &&
    length === between.length &&
    !["HH", "W"].includes(between[0] ?? "");
  if (between[between.length - length] === "NG" || isClosed) length = Math.max(0, length - 1);
  return vowel - length;
}

const byLetters: ReadonlyMap<string, string> = new Map(
  [...Object.entries(vowels), ...Object.entries(consonants)].map(([phone, letters]) => [letters, phone]),
);

/**
 * The phones of one syllable of a respelling, in lower case, without stress; undefined if it does not follow the key.
 */
export function phonesOfSyllable(letters: string): readonly string[] | undefined {
  const phones: string[] = [];
  for (let at = 0; at < letters.length;) {
    const length = [3, 2, 1].find(
      (each) => at + each <= letters.length && byLetters.has(letters.slice(at, at + each)),
    );
    const phone = length === undefined ? undefined : byLetters.get(letters.slice(at, at + length));
    if (length === undefined || phone === undefined) return undefined;
    phones.push(phone);
    at += length;
  }
  return phones.filter((phone) => isVowel(phone)).length === 1 ? phones : undefined;
}

/** Whether a syllable's vowel is written with two letters or more, which only respellings do. */
export const hasKeyVowel = (letters: string): boolean =>
  /ah|uh|aw|ow|igh|eh|ur|ay|ih|ee|oh|oy|uu|oo/.test(letters);
