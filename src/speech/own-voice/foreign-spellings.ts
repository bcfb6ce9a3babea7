// Foreign spellings: names in the spelling of other languages, by the rules of those, and endings of places that have
// lost their sound. Only for words in no dictionary.

import { tableOf } from "../../flow/locale/spoken-forms.ts";

/** Initials and finals of pinyin in English pronunciation (ARPAbet). */
const initials = tableOf(
  "b B, p P, m M, f F, d D, t T, n N, l L, g G, k K, h HH, j JH, q CH, x SH, zh JH, ch CH, sh SH, r R, z Z, c T S, s S, " +
    "y Y, w W",
);
const finals = tableOf(
  "iang Y AA1 NG, iong Y OW1 NG, uang W AA1 NG, uai W AY1, iao Y AW1, ian Y EH1 N, ang AA1 NG, eng AH1 NG, ing IH1 NG, " +
    "ong AO1 NG, uan W AA1 N, ai AY1, ei EY1, ao AW1, ou OW1, an AA1 N, en AH1 N, in IH1 N, un UH1 N, ia Y AA1, ie Y EH1, " +
    "iu Y UW1, ua W AA1, uo W OW1, ui W EY1, a AA1, e AH1, i IY1, o OW1, u UW1",
);
const syllable = new RegExp(
  `(${Object.keys(initials).toSorted(longestFirst).join("|")})(${Object.keys(finals).toSorted(longestFirst).join("|")})`,
  "y",
);
/** No English word has these. */
const pinyinMark = /^(?:x[aiu]|qi|zh)|.zh|iao|uang$|iong/;

function longestFirst(a: string, b: string): number {
  return b.length - a.length;
}

/** "xiaoming" → "SH Y AW1 M IH0 NG"; undefined for words other than pinyin. */
export function pinyinPhones(word: string): readonly string[] | undefined {
  if (!pinyinMark.test(word)) return undefined;
  const phones: string[] = [];
  for (syllable.lastIndex = 0; syllable.lastIndex < word.length;) {
    const match = syllable.exec(word);
    if (match === null) return undefined;
    const [, initial = "", final = ""] = match;
    const isFirst = phones.length === 0;
    const syllablePhones = `${initials[initial]} ${finals[final]}`;
    phones.push(...(isFirst ? syllablePhones : syllablePhones.replace("1", "0")).split(" "));
  }
  return phones;
}

/** If all patterns of the first part match, the changes apply. */
const conventions: readonly (readonly [mark: RegExp, changes: readonly (readonly [RegExp, string])[]])[] = [
  // Polish and its neighbours.
  [
    /cz|sz|rz|dz|wsk|wicz|jci/,
    [
      [/sz/g, "sh"],
      [/cz|ci(?=[aeo])/g, "ch"],
      [/rz/g, "zh"],
      [/w/g, "v"],
      [/j/g, "y"],
    ],
  ],
  // Irish.
  [
    /aoi|mh/,
    [
      [/aoi/g, "ee"],
      [/i?a?mh/g, "v"],
    ],
  ],
  // Portuguese.
  [
    /[aeiou][ln]h(?:a|o|ao|aes)s?$/,
    [
      [/lh/g, "ly"],
      [/nh/g, "ny"],
    ],
  ],
  // Bantu and Igbo.
  [/^(?:ng|nd|mb|nk|mp)/, [[/^(?=[mn])/, "e"]]],
  // Wade-Giles.
  [/^hs/, [[/^hs/, "sh"]]],
  // Italian.
  [
    /^gi[aou]|cchi|gli[ao]?$/,
    [
      [/^gi/, "j"],
      [/gli/, "ly"],
      [/cch/g, "k"],
    ],
  ],
];

/** In English spelling. */
export function asEnglish(word: string): string {
  let written = word;
  for (const [mark, changes] of conventions) {
    if (!mark.test(word)) continue;
    for (const [from, to] of changes) written = written.replace(from, to);
  }
  return written;
}

/** Unstressed endings of place and personal names, with their sound. */
const endings: readonly (readonly [written: string, phones: string])[] = [
  ["borough", "B ER2 OW0"],
  ["minster", "M IH2 N S T ER0"],
  ["cester", "S T ER0"],
  ["combe", "K AH0 M"],
  ["mouth", "M AH0 TH"],
  ["shire", "SH ER0"],
  ["stead", "S T EH2 D"],
  ["burgh", "B ER0 G"],
  ["worth", "W ER2 TH"],
  ["bury", "B EH2 R IY0"],
  ["ford", "F ER0 D"],
  ["wich", "W IH2 CH"],
  ["wick", "W IH2 K"],
  ["ham", "AH0 M"],
  ["ton", "T AH0 N"],
];
/** Smallest number of letters before an ending. */
const headLettersMin = 3;

/** "teignmouth" → "teign" and the sound of the rest. */
export function placeEnding(word: string): readonly [head: string, phones: string] | undefined {
  const ending = endings.find(
    ([written]) => word.endsWith(written) && word.length >= written.length + headLettersMin,
  );
  return ending === undefined ? undefined : [word.slice(0, -ending[0].length), ending[1]];
}
