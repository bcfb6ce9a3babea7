// German language: its rules and words, put together.

import type { LanguageData } from "../../language.ts";
import { common } from "../../common.ts";
import { rulesOf, wordsOf } from "../../forms.ts";
import { acts, asides } from "./acts.ts";
import { calendar } from "./calendar.ts";
import {
  asks,
  beside,
  doubt,
  hesitation,
  invites,
  notNames,
  particles,
  people,
  talk,
  records,
} from "./talk.ts";
import { values } from "./values.ts";
import { classes, words } from "./words.ts";

const known: Readonly<Record<string, string>> = {
  gehts: "geht es",
  wirs: "wir es",
  ichs: "ich es",
  "hab's": "hab es",
  "geht's": "geht es",
  "wär's": "wär es",
  "gibt's": "gibt es",
  "war's": "war es",
  wars: "war es",
  "sieht's": "sieht es",
  siehts: "sieht es",
  "ist's": "ist es",
  gibts: "gibt es",
};
const dayAndPart =
  /^(montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)(früh|morgen|vormittag|mittag|nachmittag|abend|nacht)$/;

/** "Zweihundertfünfzig" → zwei hundert fünfzig. */
const small = new Set(
  wordsOf(words).flatMap(({ type, form }) => (/^(unit|teen|ten|compound)$/.test(type) ? [form] : [])),
);
const BIG = /^(hundert|tausend|million(en)?|ein)$/;
function joined(word: string): readonly string[] {
  if (!/hundert|tausend|million/.test(word) || word.length < 8) return [word];
  const parts = word
    .split(/(hundert|tausend|millionen|million)/)
    .map((part) => part.replace(/^und(?=.)/, ""))
    .filter((part) => part !== "");
  return parts.every((part) => BIG.test(part) || small.has(part)) ? parts : [word];
}

export const german: LanguageData = {
  code: "de",
  written: { decimal: ",", hasOrdinalDot: true },
  respell: [
    [/\bz\.\s?B\./gi, "zum Beispiel"],
    [/ß/g, "ß"],
  ],
  split: (word) => {
    const parts = dayAndPart.exec(word);
    if (parts !== null) return [parts[1] as string, parts[2] as string];
    return Object.hasOwn(known, word) ? (known[word]?.split(" ") ?? [word]) : joined(word);
  },
  rules: [...rulesOf([common, values, calendar, talk], classes), ...wordsOf(words), ...acts, ...records],
  lists: {
    aside: asides,
    beside,
    notName: notNames,
    particle: particles,
    people,
    invite: invites,
    ask: asks,
    hesitation,
    weak: "ein eine einen einem einer eines",
    given: "max mark rose frank ernst",
    owner:
      "frau herr herrn nachname vorname mein meine meinen meinem unser unsere der die das den dem ein eine einen kein keine dein ihr sein",
    pale: "ihnen möchten wollen brauchen haben noch etwas sonst soll sollen auch sich einen eine diese dieser letzten vier monaten",
    ranked: "stock etage stockwerk reihe klasse",
    pronoun: "option variante art",
    article:
      "der die das den dem des ein eine einen einem einer für zu zum zur von vom bei mit am im in an auf um und oder wie viele viel was wann welche welcher welchen ist sind sie ihr ihre ihren ihnen möchten bitte soll ich",
    subject: "ich wir er sie man",
    beforeTime: "um gegen",
    beforeCount: "für",
    wrong: "falsch falsche falscher ändern andere anderen anderer",
  },
  besideTypes: {
    "digits phone code":
      "pin code konto kontonummer vorwahl beginnt anfängt erreichen erreichbar buchstaben ziffern nummer lautet",
    birthday: "geburtstag geburtsdatum geboren",
    "number money amount duration": "glatt rund",
    email: "schicken schreiben senden erreichen an mail email",
  },
  birth: /\b(?:geburt|geboren)/i,
  offersMore: /\b(?:sonst|weiter|noch etwas)\b/i,
  doubt,
  notNameEnding: /(?:ung|lich|ig|isch|heit|keit|bar|los|end|ieren|ern)$/,
  ofUs: ["von uns"],
  endings: /(?:en|er|es|e|n|s)$/,
  folds: { ä: "a", ö: "o", ü: "u" },
  mail: {
    at: ["at", "@", "ät", "klammeraffe"],
    dot: ["punkt", ".", "dot"],
    filler: [],
    signs: {
      punkt: ".",
      ".": ".",
      unterstrich: "_",
      _: "_",
      bindestrich: "-",
      minus: "-",
      strich: "-",
      "-": "-",
      plus: "+",
      "+": "+",
    },
  },
  typeWords: {
    email: "mail email e adresse mailadresse",
    phone: "telefonnummer nummer handy handynummer",
    name: "name",
    date: "tag datum termin",
    time: "uhrzeit zeit uhr",
    money: "betrag preis summe",
    code: "code kennzeichen nummer",
    digits: "nummer ziffern",
    number: "zahl nummer",
    choice: "abteilung",
  },
  noDenies: false,
  moreWords: { mehr: 1, weniger: -1 },
};
