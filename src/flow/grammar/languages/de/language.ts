// German language: joins its rules and words.

import type { LanguageData } from "../../language.ts";
import { common } from "../common.ts";
import { once } from "../../../../base/once.ts";
import { rulesOf, tableOf, wordsOf } from "../../forms.ts";
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

/** Full forms of clipped and southern words; "hat's" and similar ones are in `clipped`. */
const fullForms = tableOf(`
  ned=nicht nit=nicht nich=nicht nimmer=nicht_mehr isch=ist ham=haben hamm=haben hamms=haben_sie
  gsagt=gesagt ghabt=gehabt gwesen=gewesen wär=wäre könnt=könnte würd=würde möcht=möchte hätt=hätte
  müsst=müsste wart=warte woaß=weiß naa=nein mei=ach nem=einem nen=einen fürn=für_den fürs=für_das
  aufm=auf_dem wurscht=egal`);
const clipped =
  /^(hab|hat|ist|is|war|wär|wäre|wenn|geht|gibt|wie|ich|wir|du|ob|weil|sein|werden|reicht|tut|passt|macht|brauch|will|möcht|soll|muss|kann|sieht|steht|waren|sind|habe|mach|nehm)'?s$/;
/** "Schickens": "schicken Sie". */
const asked =
  /^(schicken|sagen|geben|haben|können|machen|warten|kommen|schauen|hören|reden|lassen|nehmen|rufen)s$/;
const dayAndPart =
  /^(montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)(früh|morgen|vormittag|mittag|nachmittag|abend|nacht)$/;
const monthAndWeek =
  /^(januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)(woche)$/;

/** "Zweihundertfünfzig" → zwei hundert fünfzig. */
const small = once(
  () =>
    new Set(
      wordsOf(words).flatMap(({ type, form }) => (/^(unit|teen|ten|compound)$/.test(type) ? [form] : [])),
    ),
);
const BIG = /^(hundert|tausend|million(en)?|ein)$/;
function joined(word: string): readonly string[] {
  if (!/hundert|tausend|million/.test(word) || word.length < 8) return [word];
  const parts = word
    .split(/(hundert|tausend|millionen|million)/)
    .map((part) => part.replace(/^und(?=.)/, ""))
    .filter((part) => part !== "");
  return parts.every((part) => BIG.test(part) || small().has(part)) ? parts : [word];
}

export const german: LanguageData = {
  code: "de",
  written: { decimal: ",", hasOrdinalDot: true },
  respell: [
    [/\bz\.\s?B\./gi, "zum Beispiel"],
    [/ß/g, "ß"],
    // "Moooment"
    [/([aeiouäöü])\1{2,}/gi, "$1"],
    // "I hab", "des is net", but not "gmx punkt net".
    [/\bi(?= (?:hab|bin|mein|glaub|brauch|woaß|weiß|möcht|will|doch|kann|muss))/gi, "ich"],
    [/(?<!(?:punkt|dot|\.) ?)\bnet\b/gi, "nicht"],
    [/\bis\b/gi, "ist"],
  ],
  sounds: [
    [/ck/g, "k"],
    [/ph|v/g, "f"],
    [/dt|th/g, "t"],
    [/ä/g, "e"],
    [/(.)\1/g, "$1"],
  ],
  split: (word) => {
    const parts = dayAndPart.exec(word) ?? monthAndWeek.exec(word);
    if (parts !== null) return [parts[1] as string, parts[2] as string];
    const polite = asked.exec(word)?.[1];
    if (polite !== undefined) return [polite, "sie"];
    const [, verb] = clipped.exec(word) ?? [];
    if (verb !== undefined) return [fullForms[verb] ?? verb, "es"];
    return Object.hasOwn(fullForms, word) ? (fullForms[word]?.split(" ") ?? [word]) : joined(word);
  },
  rules: () => [
    ...rulesOf([common, values, calendar, talk], classes),
    ...wordsOf(words),
    ...acts,
    ...records,
  ],
  lists: {
    deny: "kein keine keinen keiner nicht nie ohne",
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
    mine: "mein meine meinen meinem meiner unser unsere unseren unserem unserer",
    pale: "ihnen möchten wollen brauchen haben noch etwas sonst soll sollen auch sich einen eine diese dieser letzten vier monaten",
    ranked: "stock etage stockwerk reihe klasse",
    pronoun: "option variante art",
    article:
      "der die das den dem des ein eine einen einem einer für zu zum zur von vom bei mit am im in an auf um und oder wie viele viel was wann welche welcher welchen ist sind sie ihr ihre ihren ihnen möchten bitte soll ich",
    want: "möchte möchten will wollen brauche brauchen bräuchte bräuchten hätte hätten nehme nehmen würde würden kann könnte könnten",
    subject: "ich wir er sie man",
    maybe: "vielleicht eventuell",
    proposing: "ich wir es das er jemand",
    closing: "bitte danke",
    auxiliary:
      "bin ist sind war waren hab hat habe haben hatte wird werde werden würde kann können könnte muss müssen soll will möchte",
    pointer: "es das da hier",
    preposition: "am an auf aus bei beim bis für im in mit nach um von vom vor zu zum zur über unter gegen",
    adjunct: "am an auf bei beim im in vor hinter neben für",
    beforeTime: "um gegen",
    beforeCount: "für",
    wrong: "falsch falsche falscher ändern andere anderen anderer",
  },
  besideTypes: {
    "digits phone code":
      "pin code konto kontonummer vorwahl beginnt anfängt erreichen erreichbar buchstaben ziffern nummer lautet",
    age: "er sie geworden gerade alt",
    birth: "geburtstag geburtsdatum geboren",
    "number money amount duration": "glatt rund",
    money: "warm kalt monatlich netto brutto",
    time: "punkt",
    "date time date_range": "zeit aus",
    choice: "kaputt tot defekt langsam problem probleme frage fragen gerät",
    email: "schicken schreiben senden erreichen an mail email",
  },
  further: {
    "date date_range time":
      "da der die das den gleich direkt kurz für mit nach vor bei beim wegen zur zum weil wenn damit kein keine wie dann falls",
    "number amount":
      "da der die das den gleich direkt in im auf am für weil wenn damit kein keine wie bei beim",
  },
  birth: /\b(?:geburt|geboren)/i,
  aged: /\bwie alt\b|\balter\b/i,
  howMany: /\b(?:wie viele|anzahl der)(?: (?:davon|von ihnen)(?: sind)?)? (\p{L}+)/iu,
  kin: ["kind kinder bub buben junge jungen mädchen sohn tochter", "erwachsene erwachsener"],
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
    signs: tableOf("punkt=. .=. unterstrich=_ bindestrich=- minus=- strich=- -=- plus=+ +=+ _=_"),
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
  joinsWords: true,
  moreWords: { mehr: 1, weniger: -1 },
};
