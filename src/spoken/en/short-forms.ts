// English short forms: abbreviations, short names of days and months, capitals, and words before Roman numerals.

import { type Around, calendarForms, shortFormsOf } from "../read-aloud.ts";
import { months, weekdays } from "../../flow/locale/en/names.ts";

const beforeName = ({ after }: Around): boolean => /^\s+["“]?\p{Lu}/u.test(after);
const beforeDigit = ({ after }: Around): boolean => /^\s*\d/.test(after);
const afterName = ({ before }: Around): boolean => /\p{Lu}[\p{L}'’]*\s$|\d(?:st|nd|rd|th)\s$/u.test(before);

/** `12 sq. ft.` */
const isPower = ({ before }: Around): boolean => /\b(?:sq|cu)\.? $/.test(before);

/** Capitalised words after a number and a compass letter that begin a sentence and name no street. */
const openers =
  "The|This|That|It|Its|I|You|Your|We|Our|They|He|She|There|Here|If|In|And|But|So|Please|Do|Is|Are|Can";
const streetAhead = new RegExp(
  `^\\.?\\s(?:(?!(?:${openers})\\b)\\p{Lu}\\p{Ll}|\\d{1,3}(?:st|nd|rd|th)\\s\\p{Lu}|of\\b)`,
  "u",
);
/** `W. 5th St.`, `N Main St` behind the number of a house; `E. of the river` */
export const isBeforeStreet = (after: string): boolean => streetAhead.test(after);

/** `I-95 N`, `12 N Main St`, `5th Ave. NW`, `3 miles N. on Route 5` */
const isDirection = ({ before, after }: Around): boolean =>
  /\b(?:I|US|SR|Route|Rte\.?|Hwy\.?|Highway|Interstate)[- ]\d{1,4} $/.test(before) ||
  /\b(?:St|Street|Ave|Avenue|Rd|Road|Blvd|Boulevard|Dr|Drive|Ln|Lane|Pl|Place)\.? $/.test(before) ||
  (/\d[A-Z]? $/.test(before) && isBeforeStreet(after)) ||
  (/\b(?:mi|miles?|km|kilometers?|then|head|go|drive|turn|walk) $/i.test(before) &&
    /^\.?\s(?:on|of|along)\s/.test(after));

/** "Sat" and "Mar" are also words: as dates they stand next to a date, or after a word that precedes dates. */
const inDate = ({ before, after }: Around): boolean =>
  /(?:\b(?:on|next|last|this|every|each|until|till|by|from|since|to|through|and|or|of|for|in|between)|[\d:;([/–—-]|\bday,?)\s*$/i.test(
    before,
  ) ||
  /^\.?,?\s*(?:\d|[-–—/]\s*\p{Lu}|to \p{Lu}|(?:morning|afternoon|evening|night|at)\b)|^,\s*\p{Lu}|^\./u.test(
    after,
  ) ||
  (/^\s*$/.test(before) && /^\s*$/.test(after));

const sure = new Set(
  "Tue Tues Thu Thur Thurs Fri Weds Mo Jan Feb Apr Jun Jul Aug Sept Sep Oct Nov".split(" "),
);

const days = calendarForms(
  [
    [weekdays[1] ?? "", "Mon", "Mo"],
    [weekdays[2] ?? "", "Tues", "Tue"],
    [weekdays[3] ?? "", "Weds", "Wed"],
    [weekdays[4] ?? "", "Thurs", "Thur", "Thu"],
    [weekdays[5] ?? "", "Fri"],
    [weekdays[6] ?? "", "Sat"],
    [weekdays[0] ?? "", "Sun"],
  ],
  { when: inDate, sure: new Set([...sure].filter((short) => short !== "Mo")) },
);

const shortMonths = "Jan Feb Mar Apr . Jun Jul Aug Sept Oct Nov Dec".split(" ");
const monthForms = calendarForms(
  [
    ...shortMonths.flatMap((short, i) =>
      short === "." || short === "Jan" ? [] : [[months[i] ?? "", short] as const],
    ),
    [months[0] ?? "", "Jan"],
    [months[8] ?? "", "Sep"],
  ],
  { when: inDate, sure: new Set([...sure].filter((short) => short !== "Jan")) },
);

export const shortForms = shortFormsOf([
  ...days,
  ...monthForms,
  ["dr", /Dr\./y, "Doctor", beforeName],
  ["dr", /Dr(?=\s\p{Lu})/uy, "Doctor"],
  ["dr", /Dr\.(?=\S|\s)/y, "Drive", afterName],
  ["dr", /Dr(?=\.$)/y, "Drive"],
  ["st", /St\.?(?=[,;]|\.?$)/y, "Street", afterName],
  ["st", /St\.(?=\s\p{Ll})/uy, "Street", afterName],
  ["st", /St\.?(?=\s\p{Lu})/uy, "Saint"],
  ["mr", /Mr\b\.?/y, "Mister"],
  ["mrs", /Mrs\b\.?/y, "Missus"],
  ["ms", /Ms\b\.?(?=\s\p{Lu})/uy, "Miz"],
  ["prof", /Prof\./y, "Professor"],
  ["rev", /Rev\./y, "Reverend", beforeName],
  ["gen", /Gen\./y, "General", beforeName],
  ["col", /Col\./y, "Colonel", beforeName],
  ["capt", /Capt\./y, "Captain"],
  ["lt", /Lt\./y, "Lieutenant"],
  ["sgt", /Sgt\./y, "Sergeant"],
  ["sen", /Sen\./y, "Senator", beforeName],
  ["gov", /Gov\./y, "Governor", beforeName],
  ["jr", /Jr\b(?:\.(?=.))?/y, "Junior"],
  ["sr", /Sr\b(?:\.(?=.))?/y, "Senior", afterName],
  ["ave", /Ave\b(?:\.(?=.))?/y, "Avenue"],
  ["blvd", /Blvd\b(?:\.(?=.))?/y, "Boulevard"],
  ["rd", /Rd\b(?:\.(?=.))?/y, "Road"],
  ["hwy", /Hwy\b(?:\.(?=.))?/y, "Highway"],
  ["ln", /Ln\b(?:\.(?=.))?/y, "Lane", afterName],
  ["sq", /Sq\b(?:\.(?=.))?/y, "Square", afterName],
  ["pl", /Pl\b(?:\.(?=.))?/y, "Place", afterName],
  ["ct", /Ct\b(?:\.(?=.))?/y, "Court", afterName],
  ["cres", /Cres\b(?:\.(?=.))?/y, "Crescent", afterName],
  ["pkwy", /Pkwy\b(?:\.(?=.))?/y, "Parkway"],
  ["gdns", /Gdns\b(?:\.(?=.))?/y, "Gardens"],
  ["apt", /[Aa]pt\b\.?(?=\s?[#\d])/y, "apartment"],
  ["mt", /Mt\b\.?(?=\s\p{Lu})/uy, "Mount"],
  ["sq", /sq\b\.?(?=\s(?:ft|in|mi|yd|km|m)\b)/y, "square"],
  ["cu", /cu\b\.?(?=\s(?:ft|in|yd|m)\b)/y, "cubic"],
  ...(
    [
      ["ft", "feet"],
      ["in", "inches"],
      ["mi", "miles"],
      ["yd", "yards"],
      ["km", "kilometers"],
      ["m", "meters"],
    ] as const
  ).map(([short, unit]) => [short, new RegExp(`${short}\\b(?:\\.(?=.))?`, "y"), unit, isPower] as const),
  ["ft", /Ft\.(?=\s\p{Lu})/uy, "Fort"],
  ["e", /e\.\s?g\.?,?(?![\p{L}\d])/uy, "for example,"],
  ["eg", /eg\.,?(?![\p{L}\d])/uy, "for example,"],
  ["i", /i\.\s?e\.?,?(?![\p{L}\d])/uy, "that is,"],
  ["etc", /etc\b(?:\.(?=.))?/y, "et cetera"],
  ["vs", /vs\b\.?/iy, "versus"],
  ["no", /[Nn]o\.\s?(?=\d)/y, "number "],
  ["no", /[Nn]o\.\s?(?=[A-Z\d-]*\d)/y, "number "],
  ["ref", /[Rr]ef\b\.?(?=\s?[#:\d]|\s[Nn]o\.|\s[A-Z\d-]*\d)/y, "reference"],
  ["nos", /[Nn]os\.\s?(?=\d)/y, "numbers "],
  ["nr", /[Nn]r\.?\s?(?=\d)/y, "number "],
  ["approx", /[Aa]pprox\b\.?/y, "approximately"],
  ["ca", /ca\.?(?=\s\d)/y, "about"],
  ["c", /c\.(?=\s\d)/y, "about"],
  ["dept", /[Dd]ept\b\.?(?=.)/y, "department"],
  ["inc", /Inc\b(?:\.(?=.))?/y, "Incorporated"],
  ["ltd", /Ltd\b(?:\.(?=.))?/y, "Limited"],
  ["corp", /Corp\b(?:\.(?=.))?/y, "Corporation"],
  ["co", /Co\.(?=.)/y, "Company", afterName],
  ["est", /est\.(?=\s)/y, "estimated"],
  ["fig", /[Ff]ig\.(?=\s?\d)/y, "figure"],
  ["p", /p\.(?=\s?\d)/y, "page", ({ before }) => !/\d\s?$/.test(before)],
  ["pp", /pp\.(?=\s?\d)/y, "pages"],
  ["ch", /[Cc]h\.(?=\s?\d)/y, "chapter"],
  ["vol", /[Vv]ol\.(?=\s?\d)/y, "volume"],
  ["sec", /[Ss]ec\.(?=\s?\d)/y, "section", beforeDigit],
  ["tel", /[Tt]el\b\.?:?/y, "telephone"],
  ["ext", /[Ee]xt\.?(?=\s?\d)/y, "extension"],
  ["max", /[Mm]ax\.(?=.)/y, "maximum"],
  ["min", /[Mm]in\.(?=\s\p{L})/uy, "minimum"],
  ["incl", /[Ii]ncl\.(?=.)/y, "including"],
  ["excl", /[Ee]xcl\.(?=.)/y, "excluding"],
  ["w", /w\/o(?!\p{L})/uy, "without"],
  ["w", /w\/(?=\s)/y, "with"],
  ["asap", /(?:ASAP|asap)\b/y, "as soon as possible"],
  ["acct", /[Aa]cct\b\.?(?=\s?[#\d]|\s[Nn]o\.)/y, "account"],
  ["mo", /mo\b(?:\.(?=.))?/y, "month", ({ before }) => /(?:\/|\bper |\d )$/.test(before)],
  ["n", /N\b(?:\.(?=\s))?/y, "North", isDirection],
  ["s", /S\b(?:\.(?=\s))?/y, "South", isDirection],
  ["e", /E\b(?:\.(?=\s))?/y, "East", isDirection],
  ["w", /W\b(?:\.(?=\s))?/y, "West", isDirection],
  ["nw", /NW\b(?:\.(?=\s))?/y, "Northwest", isDirection],
  ["ne", /NE\b(?:\.(?=\s))?/y, "Northeast", isDirection],
  ["sw", /SW\b(?:\.(?=\s))?/y, "Southwest", isDirection],
  ["se", /SE\b(?:\.(?=\s))?/y, "Southeast", isDirection],
  ["aka", /a\.k\.a\.|aka\b/y, "also known as"],
  ["a", /a\.k\.a\.(?!\p{L})/uy, "also known as"],
  ["rsvp", /RSVP\b/y, "R S V P"],
  ["ph", /Ph\.?D\b\.?/y, "P H D"],
  ["phd", /PhD\b/y, "P H D"],
  ["am", /AM(?![\p{L}\d])/uy, "a.m.", ({ before }) => /\d\s?$/.test(before)],
  ["pm", /PM(?![\p{L}\d])/uy, "p.m.", ({ before }) => /\d\s?$/.test(before)],
]);

const words = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(" ")));

export const saidAcronyms = words(
  "NASA NATO UNESCO UNICEF OPEC AIDS PIN SIM RAM ROM LAN NASDAQ FIFA UEFA IKEA LEGO VISA GIF JPEG COVID RADAR SCUBA TED",
  "VIN ZIP SWIFT LASER SONAR YOLO NAFTA ASEAN INTERPOL SEPA IBAN CAPTCHA BIOS CAD DOS WIFI",
  "I A OK NO YES NOT IT AND THE OR ON IN IS AS AT BE BY DO GO HE IF ME MY OF SO TO UP WE AN AM ARE CAN FOR HAS HAD HER",
  "HIM HIS HOW ITS MAY NEW NOW OFF OLD ONE OUR OUT SEE SHE TWO WAS WAY WHO YOU ALL ANY BUT DAY GET GOT LET OH HI HEY TOO",
  "USE RED BIG TOP HOT MAN MEN BOY END FUN SIX TEN WIN WON BAD BUY CAR PAY RUN SET TRY ASK PUT SAY MR MS DR ST",
);

export const spelledAcronyms = words(
  "AWS ISBN ISSN IEEE AARP AFAIK EBITDA IMAP IOS OEM UEFI USAF USSR USPS UAE",
);

export const rulers = words(
  "henry louis charles elizabeth george edward richard william james philip mary john paul benedict pius leo gregory",
  "clement innocent urban nicholas catherine alexander peter ivan frederick wilhelm napoleon ramses ramesses ptolemy",
  "gustav christian felipe ferdinand otto heinrich karl friedrich ludwig albert baldwin constantine darius xerxes cyrus",
  "alfonso carlos juan harald haakon olav margrethe juliana umberto emmanuel theodore francis franz joseph leopold",
);

export const numberedParts = words(
  "chapter part act volume book section phase type war article class grade level title appendix scene stage tier",
  "figure table unit rocky mark page division group bowl",
);

/** Words after which a number is no count: "12345 items", but "12345 is your code". */
const notCounted = words(
  "is was has does as this its us plus thus always yes gets goes means ends works helps was",
);

/** Whether the words after a long number make it a count: a plural, or a word of quantity. */
export function isCounted(after: string): boolean {
  const word = /^ ([a-z]{3,20})\b/.exec(after)?.[1];
  if (word === undefined || notCounted.has(word)) return false;
  return (
    word.endsWith("s") || /^(?:people|men|women|children|miles|feet|more|times|square|percent)$/.test(word)
  );
}
