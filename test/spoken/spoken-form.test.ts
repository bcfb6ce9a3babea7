// Spoken form: no text loses a digit on its way to a voice, nothing throws, the work is quick, and unspeakable parts
// are listed.

import { expect, test } from "bun:test";
import { romanValue } from "../../src/spoken/word-rules.ts";
import { languageOfWords, spokenForm } from "../../src/spoken/spoken-form.ts";
import { random } from "../support/random.ts";
import { cpuMsOf } from "../support/fuzz/cpu-time.ts";

const inEnglish = { language: "en", speaks: ["en"] } as const;
const sorry = "I am sorry, I cannot say that in this language.";

test("spoken form: an unknown language, or one without data, leaves a text unchanged", () => {
  for (const text of ["Le 5 mars, 10 %", "5 & 6", "https://a.org/b"]) {
    expect(spokenForm(text, { language: "fr" })).toEqual({ text, isCut: false });
  }
  expect(spokenForm("5 & 6", {}).text).toBe("5 & 6");
});

test("spoken form: the language is the voice's only one, or shows in short words, when none is given", () => {
  expect(spokenForm("5 & 6", { speaks: ["en"] }).text).toBe("5 and 6");
  expect(spokenForm("Das sind 5 & 6 und mehr.", {}).text).toBe("Das sind 5 und 6 und mehr.");
  expect(spokenForm("This is the 5 & 6 for you.", {}).text).toBe("This is the 5 and 6 for you.");
  expect(languageOfWords("Ce sont les 5 & 6 pour vous.")).toBe("fr");
  expect(languageOfWords("Okay!")).toBeUndefined();
});

test("spoken form: unspeakable letters are left out, and a sentence of them becomes an apology", () => {
  for (const text of ["Привет", "مرحبا بك", "你好。", "Привет, мир!", "안녕하세요"]) {
    expect(spokenForm(text, inEnglish)).toEqual({ text: sorry, isCut: true });
  }
  expect(spokenForm("Привет means hello.", inEnglish)).toEqual({ text: "means hello.", isCut: true });
  expect(spokenForm("Say hello (你好) at 5 kg.", inEnglish)).toEqual({
    text: "Say hello at 5 kilograms.",
    isCut: true,
  });
  expect(spokenForm("Привет", { speaks: ["de"] }).text).toBe(
    "Es tut mir leid, das kann ich in dieser Sprache nicht sagen.",
  );
});

test("spoken form: speakable text is left alone", () => {
  expect(spokenForm("Привет", { language: "ru", speaks: ["ru"] })).toEqual({ text: "Привет", isCut: false });
  expect(spokenForm("Привет 你好", { language: "ru" })).toEqual({ text: "Привет 你好", isCut: false });
  expect(spokenForm("Zoë, Łódź, naïve: 5 μm 🙂", inEnglish).isCut).toBe(false);
  expect(spokenForm("🙂", inEnglish)).toEqual({ text: "🙂", isCut: false });
});

test("spoken form: Roman numerals in their usual form have a value", () => {
  const values = ["I", "II", "IV", "VIII", "IX", "XIV", "XXXIX", "XL", "LI", "IIII", "VX", "IC", ""].map(
    romanValue,
  );
  expect(values).toEqual([1, 2, 4, 8, 9, 14, 39, 40, 51, undefined, undefined, undefined, undefined]);
});

test("spoken form: an address of up to 400 characters is read, and a longer one is spoken as written", () => {
  const address = "https://a.org/".padEnd(400, "b");
  expect(spokenForm(address, inEnglish).text).toStartWith("a dot org slash b");
  expect(spokenForm(`${address}b`, inEnglish).text).toBe(`${address}b`);
});

test("spoken form: a text that would exceed the voices' limit is spoken as written", () => {
  const text = "± ".repeat(290).trim();
  expect(spokenForm(text, inEnglish).text).toBe(text);
});

const pieces = [
  ..."0123456789 .,:;-–/()+#$€%&@*=<>\"'°½²~_|[]{}\\\u00a0\n?!٣𝟘🙂eaVIXBé你Ж".split(/(?:)/u),
  ..." ,2026-11-22,12:30,3:2,$1.5M,€ 5,1.000,1,000,5 km,10%,DE89 3704 0044,0800 123 456,+49 30,1/2,v1.2,www.a.org,a@b.de".split(
    ",",
  ),
  ..."Dr. |St. |e.g. |Mon-|No. |Henry VIII|XIV|API|B2|4G|st|pm|am| Uhr|https://a.b/c?d=|Mio. |million|kg|z.B.".split(
    "|",
  ),
];

/** Names of digits, and of the words that a digit becomes: months, parts of a whole, ordinals. */
const meanings: readonly (readonly [word: RegExp, digits: string])[] = [
  [/einhalb(?!\p{L})/gu, "1 2"],
  ..."null|zero 0,eins|eine?[nrm]?|one 1,zwei|two|half|halb(?:e[nrs]?)?|halves 2,drei|three|thirds?|Drittel 3,vier|four|quarters?|Viertel 4"
    .split(",")
    .map((entry) => entryOf(entry)),
  ..."fünf|five|fifths?|Fünftel 5,sechs|six|sixths?|Sechstel 6,sieben|seven|sevenths?|Siebtel 7,acht|eight|eighths?|Achtel 8,neun|nine|ninths?|Neuntel 9"
    .split(",")
    .map((entry) => entryOf(entry)),
  [/\b(?:tenths?|Zehntel)\b/g, "1"],
  [/\bSechzehntel\b/g, "16"],
  [/\bZwanzigstel\b/g, "2"],
  [/\bHundertstel\b/g, "1"],
  ...(
    [
      ["January|Januar", "1"],
      ["February|Februar", "2"],
      ["March|März", "3"],
      ["April", "4"],
      ["May|Mai", "5"],
      ["June|Juni", "6"],
      ["July|Juli", "7"],
      ["August", "8"],
      ["September", "9"],
      ["October|Oktober", "1"],
      ["November", "11"],
      ["December|Dezember", "12"],
    ] as const
  ).map(([names, digits]) => [new RegExp(`(?<!\\p{L})(?:${names})(?!\\p{L})`, "gu"), digits] as const),
];

function entryOf(entry: string): readonly [RegExp, string] {
  const [names = "", digit = ""] = entry.split(" ");
  return [new RegExp(`(?<!\\p{L})(?:${names})(?!\\p{L})`, "gu"), digit];
}

/** Number of times that each digit from 1 to 9 occurs. Zeros may be silent: "05:00" is five o'clock. */
function digitsIn(text: string): number[] {
  let written = text;
  for (const [word, digits] of meanings) written = written.replaceAll(word, ` ${digits} `);
  return Array.from("123456789", (digit) => written.split(digit).length - 1);
}

/** Whether the spoken form changes a text's digits on purpose: hours after noon, years of two digits, squares. */
const isRewritten = (text: string): boolean =>
  /(?:1[3-9]|2[0-4])[:.]\d\d|\d[:.]\d\d ?[ap]\.?m|\d ?[ap]\.?m|00:|\d[./]\d{1,2}[./]\d\d(?!\d)|[¼-¾]|[٣𝟘]|m[23²³]/iu.test(
    text,
  );

test("spoken form: no digit of a text is lost", () => {
  const draw = random(7);
  for (let round = 0; round < 6_000; round++) {
    const text = Array.from({ length: draw.int(1, 14) }, () => draw.pick(pieces)).join("");
    const language = round % 2 === 0 ? "en" : "de";
    const { text: said } = spokenForm(text, { language });
    if (isRewritten(text)) continue;
    const [before, after] = [digitsIn(text), digitsIn(said)];
    if (before.some((times, i) => times > (after[i] ?? 0)))
      throw new Error(`A digit of ${JSON.stringify(text)} is lost in ${JSON.stringify(said)} (${language})`);
  }
});

/** Bytes of a short text, and the factor for the hostile one. */
const shortBytes = 2_500;
const hostileTimes = 4;
/** Linear work takes 4 times as long for the longer text, quadratic work 16 times. */
const growthMax = 9;

const workMs = (text: string): number => cpuMsOf(() => spokenForm(text, inEnglish));

test("spoken form: work grows linearly with a hostile text", () => {
  const parts = [
    ...pieces,
    "1 ",
    "a.",
    "(1",
    "A1",
    "V",
    "ß",
    "μ ",
    "“1”",
    "1e",
    "AB ",
    "''",
    "a@",
    "x/",
    "12 34 56 ",
    "K.",
  ];
  const slow = parts.flatMap((part) => {
    const short = part.repeat(Math.ceil(shortBytes / Math.max(1, Buffer.byteLength(part))));
    const hostile = short.repeat(hostileTimes);
    let [shortMs, hostileMs] = [Infinity, Infinity];
    // Takes the best of several measurements, because one may include the collector's work.
    for (let i = 0; i < 5 || (i < 40 && hostileMs > growthMax * shortMs); i++) {
      shortMs = Math.min(shortMs, workMs(short));
      hostileMs = Math.min(hostileMs, workMs(hostile));
    }
    return hostileMs > growthMax * shortMs
      ? [`${JSON.stringify(part)} took ${shortMs.toFixed(1)} and then ${hostileMs.toFixed(1)} ms`]
      : [];
  });
  expect(slow).toEqual([]);
});
