// Reading aloud: a language's data for written forms (dates, sums, units, abbreviations), so that they are spoken as
// people say them. It is words as data and a few small functions; where the forms stand in a text is found by
// `src/spoken`.

/** Text around a place, at most 32 characters each way. */
export interface Around {
  readonly before: string;
  readonly after: string;
}

/** A written short form and its full form. */
export interface ShortForm {
  /** Matches at the beginning of the word; sticky, and bounded in length. */
  readonly form: RegExp;
  readonly said: string;
  /** Condition; absent: always. */
  readonly when?: (around: Around) => boolean;
}

export interface ClockTime {
  readonly hour: number;
  readonly minute: number;
  /** Seconds as written, with a fraction if there is one. */
  readonly second?: string;
  readonly half?: "a.m." | "p.m.";
}

/** The words of one language. Numerals stay where every voice reads them well ("1.5 million dollars"). */
export interface ReadAloud {
  readonly decimalMark: "." | ",";
  readonly thousandsMark: "," | ".";
  /** The names of the digits 0 to 9. */
  readonly digits: readonly string[];
  /** Spoken instead of a text without a speakable word. */
  readonly cannotSay: string;

  /** From Sunday on. */
  readonly weekdays: readonly string[];
  /** Months are 1 to 12. */
  readonly date: (date: { readonly year?: string; readonly month: number; readonly day: number }) => string;
  readonly monthOfYear: (month: number, year: string) => string;
  readonly time: (time: ClockTime) => string;
  /** `9:00 Uhr`: what may stand behind a time and is part of it. */
  readonly clockWord: RegExp;
  /** Between date and time. */
  readonly at: string;
  /** "m" in 3/4/2026 for the month first, as in the tag "en-US". */
  readonly slashedDate: (tag: string) => "md" | "dm";
  /** The key `#` of a telephone. */
  readonly poundKey: (tag: string) => string;
  /** The end of the text before a date without its year: "on" 3/14. */
  readonly beforeDate: RegExp;
  /** `221` as "two twenty one" in front of a street or behind "room"; undefined elsewhere. */
  readonly paired: (digits: string, around: Around) => string | undefined;
  /** `whole` as it is to be written, `hundredths` 0 to 99; undefined for a currency without a name. */
  readonly amount: (whole: string, hundredths: number, currency: string) => string | undefined;
  /** "three quarters"; undefined for a denominator without a name. `after` begins with the measured thing. */
  readonly fraction: (numerator: number, denominator: number, context: Around) => string | undefined;
  /** "2 and three quarters". */
  readonly mixed: (whole: number, numerator: number, denominator: number) => string | undefined;
  /** `VIII` after a king's name: "the 8th". */
  readonly reign: (ordinal: number) => string;
  /** Names of rulers, and words that are counted in Roman numerals ("chapter"); both in lower case. */
  readonly rulers: ReadonlySet<string>;
  readonly numberedParts: ReadonlySet<string>;

  /** Symbol → singular and plural. Entries of `gluedUnits` count only directly behind the number. */
  readonly units: ReadonlyMap<string, readonly [one: string, many: string]>;
  readonly gluedUnits: ReadonlySet<string>;
  /** Symbols that are spoken in full without a number, too. */
  readonly loneUnits: ReadonlySet<string>;
  /** Whether a unit's symbol apart from a number is a unit before this text: `21 W`, but not `21 W. 5th St.` */
  readonly isUnit?: (symbol: string, after: string) => boolean;
  /** "k" → "thousand", singular and plural. Entries of `gluedUnits` only directly behind the number. */
  readonly scales: ReadonlyMap<string, readonly [one: string, many: string]>;
  /** Sign → word. Blanks are added around it. */
  readonly signs: ReadonlyMap<string, string>;
  readonly words: SmallWords;
  /** Words after five to seven digits that make them a count: "12345 items". */
  readonly isCounted: (after: string) => boolean;

  /** Short forms by their first letters in lower case. */
  readonly shortForms: ReadonlyMap<string, readonly ShortForm[]>;
  /** Ends of longer words: "str." → "straße". */
  readonly suffixes: readonly (readonly [written: string, said: string])[];
  /** Words in capitals that are spoken as words ("NASA"), or are ordinary words. */
  readonly saidAcronyms: ReadonlySet<string>;
  /** Words in capitals with vowels that are spelled nevertheless. Words of up to three letters are always spelled. */
  readonly spelledAcronyms: ReadonlySet<string>;
}

export interface SmallWords {
  readonly to: string;
  readonly scoreTo: string;
  /** Word between length and width. */
  readonly by: string;
  readonly minus: string;
  readonly plus: string;
  readonly point: string;
  readonly dot: string;
  readonly at: string;
  readonly dash: string;
  readonly underscore: string;
  readonly slash: string;
  readonly colon: string;
  readonly questionMark: string;
  readonly number: string;
  readonly hashtag: string;
  /** The key `*` of a telephone. */
  readonly star: string;
  readonly version: string;
  readonly per: string;
  readonly about: string;
  readonly sharp: string;
}

/** Map of short forms from lists of `[first letters, form, said, when]`. */
export function shortFormsOf(
  entries: readonly (readonly [key: string, form: RegExp, said: string, when?: ShortForm["when"]])[],
): ReadonlyMap<string, readonly ShortForm[]> {
  const grouped = Map.groupBy(entries, ([key]) => key);
  return new Map(
    Array.from(grouped, ([key, all]) => [
      key,
      all.map(([, form, words, when]) => ({ form, said: words, ...(when === undefined ? {} : { when }) })),
    ]),
  );
}

/** Abbreviations of the names of days or months: spoken in full next to a date. */
export function calendarForms(
  names: readonly (readonly [full: string, ...short: readonly string[]])[],
  { when, sure }: { readonly when: (around: Around) => boolean; readonly sure: ReadonlySet<string> },
): (readonly [key: string, form: RegExp, said: string, when?: ShortForm["when"]])[] {
  return names.flatMap(([full, ...shorts]) =>
    shorts.map((short) => {
      // The full stop belongs to the abbreviation unless it ends the text.
      const form = new RegExp(`${short}(?:\\.(?=.))?(?![\\p{L}\\d])`, "uy");
      const key = short.toLowerCase();
      return sure.has(short) ? ([key, form, full] as const) : ([key, form, full, when] as const);
    }),
  );
}
