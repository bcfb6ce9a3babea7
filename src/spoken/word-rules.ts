// Word rules: abbreviations, Roman numerals, spelled capitals, account numbers, and letters next to digits.

import type { ReadAloud } from "./read-aloud.ts";
import {
  around,
  groupedDigits,
  matchAt,
  namedDigits,
  type Place,
  type Rule,
  type Said,
  spelled,
} from "./spoken-rule.ts";

const iban = /[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?(?![A-Za-z\d])/y;
const roman = /[ \u00a0]([IVXL]{1,7})(\.(?!$))?(?![\p{L}\d'’])/uy;
const versionMark = /v(?=\d)|V(?=\d+\.\d)|[vV](?:\. ?|er\.? ?)(?=\d)/y;
const initials = /(?:\p{Lu}\.){2,6}(?!\p{L}\p{Ll})/uy;
const programmed = /([A-Z])(#|\+\+)(?![\p{L}\d+#])/uy;
const unit = /[A-Za-zµμ]{1,6}[²³]?(?:\/[hs](?!\p{L}))?(?![\p{L}\d²³/])/uy;
/** With an "s" for more than one. */
const capitalsMax = 6;
/** `BA2490`, `US-101`, `AB-1093-KX` */
const codeBehind = /-?\d{3,8}(?:-?([A-Z]{1,4}))?(?!-?[\p{L}\d]|[.,:]\d)/uy;
const letterBehind = /-(\p{Lu})(?![\p{L}\d-])/uy;
const capitals = /^(\p{Lu}{2,5})(s|['’]s)?$/u;
/** Letters of a unit before its slash. */
const unitLettersMax = 4;
const possessive = /['’]s(?!\p{L})/uy;

/** No short form begins with more letters. */
const shortCharsMax = 8;

/** Letters without a vowel cannot be spoken as a word. */
const noVowel = /^[^AEIOUYÄÖÜ]+$/u;
const spelledLettersMax = 3;

/** `e.g.`, `Dr.`, `Mon`, `No. 5` */
const shortForm: Rule = (place) => {
  const { text, at, words } = place;
  const { run: written } = place;
  if (written.length > shortCharsMax) return suffixed(place, written);
  for (const { form, said, when } of words.shortForms.get(written.toLowerCase()) ?? []) {
    const match = matchAt(form, text, at);
    if (match === undefined) continue;
    const to = at + match[0].length;
    if (when !== undefined && !when(around(place, to))) continue;
    // A full stop at the end of the text belongs to the sentence.
    const isLast = to === text.length && match[0].endsWith(".");
    return { to, said: isLast ? `${said.replace(/,$/, "")}.` : said };
  }
  return suffixed(place, written);
};

/** `Hauptstr.` */
function suffixed({ text, at, words }: Place, written: string): Said | undefined {
  const to = at + written.length + 1;
  if (text[to - 1] !== ".") return undefined;
  const suffix = words.suffixes.find(([end]) => `${written}.`.endsWith(end));
  if (suffix === undefined) return undefined;
  const [end, fullEnd] = suffix;
  return {
    to,
    said: `${written.slice(0, written.length + 1 - end.length)}${fullEnd}${to === text.length ? "." : ""}`,
  };
}

/** `DE89 3704 0044 0532 0130 00` (ISO 13616), and other codes in groups of four. */
const account: Rule = ({ text, at, run, words }) => {
  if (run.length !== 2) return undefined;
  const match = matchAt(iban, text, at);
  if (match === undefined) return undefined;
  const all = match[0].replaceAll(" ", "");
  const digits = Array.from(all).filter((char) => /\d/.test(char)).length;
  if (digits < 8) return undefined;
  const groups = all.match(/.{1,4}/g) ?? [];
  const spokenGroups = groups.map((group) =>
    Array.from(group, (char) => (/\d/.test(char) ? namedDigits(char, words) : char)),
  );
  return { to: at + match[0].length, said: spokenGroups.map((group) => group.join(" ")).join(", ") };
};

/** `Henry VIII`, `Chapter IV` */
const numbered: Rule = ({ text, at, run: name, words }) => {
  const plain = name.toLowerCase();
  const isRuler = words.rulers.has(plain);
  if (!isRuler && !words.numberedParts.has(plain)) return undefined;
  if (isRuler && name === plain) return undefined;
  const match = matchAt(roman, text, at + name.length);
  const value = match === undefined ? undefined : romanValue(match[1] ?? "");
  if (match === undefined || value === undefined) return undefined;
  // "I" after a name may be the pronoun ("Charles I saw"); languages that write "Karl I." have the full stop
  // as evidence.
  if (isRuler && value === 1 && match[2] === undefined && words.decimalMark === ".") return undefined;
  const number = isRuler ? words.reign(value) : String(value);
  const to = at + name.length + match[0].length - (isRuler || match[2] === undefined ? 0 : 1);
  return { to, said: `${name} ${number}` };
};

const romanDigits: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50 };

/** @internal 1 to 89; undefined for what is no numeral in its usual form. */
export function romanValue(numeral: string): number | undefined {
  if (!/^L?X{0,3}(?:IX|IV|V?I{0,3})$|^X[L](?:IX|IV|V?I{0,3})$/.test(numeral) || numeral === "")
    return undefined;
  let value = 0;
  for (let i = 0; i < numeral.length; i++) {
    const here = romanDigits[numeral[i] ?? ""] ?? 0;
    const next = romanDigits[numeral[i + 1] ?? ""] ?? 0;
    value += here < next ? -here : here;
  }
  return value;
}

/** `v2.1` */
const versionWord: Rule = ({ text, at, run, words }) => {
  if (run[0] !== "v" && run[0] !== "V") return undefined;
  const match = matchAt(versionMark, text, at);
  if (match === undefined) return undefined;
  const isSaid = /\bversion $/i.test(text.slice(Math.max(0, at - 9), at));
  return { to: at + match[0].length, said: isSaid ? "" : words.words.version };
};

/** `C#`, `C++` */
const programName: Rule = ({ text, at, run, words }) => {
  if (run.length !== 1 || !/[#+]/.test(text[at + 1] ?? "")) return undefined;
  const match = matchAt(programmed, text, at);
  if (match === undefined) return undefined;
  const { sharp, plus } = words.words;
  return { to: at + match[0].length, said: `${match[1]} ${match[2] === "#" ? sharp : `${plus} ${plus}`}` };
};

/** `U.S.`, `U.S.A.` */
const dottedInitials: Rule = ({ text, at, run }) => {
  if (run.length !== 1 || text[at + 1] !== ".") return undefined;
  const match = matchAt(initials, text, at);
  if (match === undefined) return undefined;
  const to = at + match[0].length;
  return { to, said: `${spelled(match[0].replaceAll(".", ""))}${to === text.length ? "." : ""}` };
};

/** `km/h` without a number. */
const loneUnit: Rule = ({ text, at, run, words }) => {
  const next = text[at + run.length] ?? "";
  if (run.length > unitLettersMax || !(words.loneUnits.has(run) || /[/²]/.test(next))) return undefined;
  const symbol = matchAt(unit, text, at)?.[0] ?? "";
  const names = words.loneUnits.has(symbol) ? words.units.get(symbol) : undefined;
  return names === undefined ? undefined : { to: at + symbol.length, said: names[1] };
};

/** `API`, `PDFs`, `NASA`, `AT&T`, `USB-C`; `A380`, `B2`. `isShouted`: all of the text is in capitals. */
export function capitalLetters(place: Place, isShouted: boolean): Said | undefined {
  const { text, at, run: letters, words } = place;
  if (letters.length < 2 || letters.length > capitalsMax) return undefined;
  const to = at + letters.length;
  const next = text[to] ?? "";
  const match = capitals.exec(letters);
  const acronym = match?.[1] ?? "";
  if (acronym === "") return undefined;
  const isJoined = next === "&" && /\p{Lu}/u.test(text[to + 1] ?? "");
  const code = isShouted || words.saidAcronyms.has(acronym) ? undefined : matchAt(codeBehind, text, to);
  if (code !== undefined) {
    const digits = groupedDigits(code[0].replaceAll(/\D/g, ""), words);
    const tail = spelled(code[1] ?? "");
    return { to: to + code[0].length, said: `${spelled(acronym)} ${digits}${tail === "" ? "" : ` ${tail}`}` };
  }
  const isGlued = /\d/.test(next) && acronym.length <= spelledLettersMax && !words.saidAcronyms.has(acronym);
  if (!isJoined && !isGlued && !isSpelled(acronym, words, isShouted)) return undefined;
  const behind = matchAt(letterBehind, text, to);
  if (behind !== undefined) return { to: to + behind[0].length, said: `${spelled(acronym)} ${behind[1]}` };
  const ending = match?.[2] === undefined ? "" : "'s";
  const owned = matchAt(possessive, text, to)?.[0] ?? "";
  return { to: to + owned.length, said: `${spelled(acronym)}${owned === "" ? ending : "'s"}` };
}

function isSpelled(acronym: string, words: ReadAloud, isShouted: boolean): boolean {
  if (words.saidAcronyms.has(acronym)) return false;
  if (noVowel.test(acronym) || words.spelledAcronyms.has(acronym)) return true;
  return !isShouted && acronym.length <= spelledLettersMax;
}

export const wordRules: readonly Rule[] = [
  account,
  shortForm,
  versionWord,
  programName,
  dottedInitials,
  numbered,
  loneUnit,
];
