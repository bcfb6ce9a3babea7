// German short forms: abbreviations, short names of days and months, capitals, and words before Roman numerals.

import { type Around, calendarForms, shortFormsOf } from "../read-aloud.ts";
import { months, weekdays } from "../../flow/locale/de/names.ts";

/** "So" and "Do" are also words: as days they stand next to a date. */
const inDate = ({ before, after }: Around): boolean =>
  /(?:\b(?:am|ab|bis|seit|vom|zum|jeden|nächsten|letzten|diesen|und|oder|von)|[\d(/–—-]|\d\.)\s*$/i.test(
    before,
  ) ||
  /^\.?,?\s*(?:\d|[-–—/]\s*\p{Lu}|den \d|bis \p{Lu}|und (?:Mo|Di|Mi|Do|Fr|Sa|So)\b)|^\.,|^,\s*den/u.test(
    after,
  );

/** "Mi", "Di", "Do", "So" only next to a date; for months the full stop is enough. */
const days = calendarForms(
  [
    [weekdays[1] ?? "", "Mo"],
    [weekdays[2] ?? "", "Di"],
    [weekdays[3] ?? "", "Mi"],
    [weekdays[4] ?? "", "Do"],
    [weekdays[5] ?? "", "Fr"],
    [weekdays[6] ?? "", "Sa"],
    [weekdays[0] ?? "", "So"],
  ],
  { when: inDate, sure: new Set<string>() },
);

const monthForms = calendarForms(
  [
    [months[0] ?? "", "Jan", "Jän"],
    [months[1] ?? "", "Feb"],
    [months[2] ?? "", "Mrz", "Mär"],
    [months[3] ?? "", "Apr"],
    [months[5] ?? "", "Jun"],
    [months[6] ?? "", "Jul"],
    [months[7] ?? "", "Aug"],
    [months[8] ?? "", "Sept", "Sep"],
    [months[9] ?? "", "Okt"],
    [months[10] ?? "", "Nov"],
    [months[11] ?? "", "Dez"],
  ],
  { when: inDate, sure: new Set("Mrz Apr Aug Sept Sep Okt Nov Dez Feb".split(" ")) },
);

export const shortForms = shortFormsOf([
  ["fr", /Fr\.(?=\s\p{Lu})/uy, "Frau", ({ before }) => !/\b(?:am|bis|ab|jeden)\s$/i.test(before)],
  ...days,
  ...monthForms,
  ["z", /z\.\s?B\.?(?!\p{L})/uy, "zum Beispiel"],
  ["z", /z\.\s?T\.?(?!\p{L})/uy, "zum Teil"],
  ["z", /z\.\s?Zt\.?(?!\p{L})/uy, "zur Zeit"],
  ["zb", /zB(?!\p{L})/uy, "zum Beispiel"],
  ["d", /d\.\s?h\.?(?!\p{L})/uy, "das heißt"],
  ["u", /u\.\s?a\.?(?!\p{L})/uy, "unter anderem"],
  ["u", /u\.\s?U\.?(?!\p{L})/uy, "unter Umständen"],
  ["i", /i\.\s?d\.\s?R\.?(?!\p{L})/uy, "in der Regel"],
  ["o", /o\.\s?Ä\.?(?!\p{L})/uy, "oder Ähnliches"],
  ["s", /s\.\s?o\.(?!\p{L})/uy, "siehe oben"],
  ["s", /S\.(?=\s?\d)/y, "Seite"],
  ["v", /v\.\s?Chr\.?(?!\p{L})/uy, "vor Christus"],
  ["n", /n\.\s?Chr\.?(?!\p{L})/uy, "nach Christus"],
  ["bzw", /bzw\b\.?/y, "beziehungsweise"],
  ["usw", /usw\b(?:\.(?=.))?/y, "und so weiter"],
  ["etc", /etc\b(?:\.(?=.))?/y, "et cetera"],
  ["ca", /ca\b\.?/iy, "circa"],
  ["evtl", /evtl\b\.?/y, "eventuell"],
  ["ggf", /ggf\b\.?/y, "gegebenenfalls"],
  ["inkl", /inkl\b\.?/y, "inklusive"],
  ["exkl", /exkl\b\.?/y, "exklusive"],
  ["zzgl", /zzgl\b\.?/y, "zuzüglich"],
  ["abzgl", /abzgl\b\.?/y, "abzüglich"],
  ["mind", /mind\./y, "mindestens"],
  ["max", /max\./y, "maximal"],
  ["min", /min\.(?=\s\d)/y, "mindestens"],
  ["vgl", /vgl\b\.?/iy, "vergleiche"],
  ["vs", /vs\b\.?/iy, "gegen"],
  ["nr", /Nr\b\.?\s?(?=\d)/y, "Nummer "],
  ["nr", /Nr\b\.?/y, "Nummer"],
  ["no", /No\.\s?(?=\d)/y, "Nummer "],
  ["tel", /Tel\b\.?:?/y, "Telefon"],
  ["str", /Str\.(?=.)|Str(?=\.$)/y, "Straße"],
  ["pl", /Pl\.(?=\s\d)/y, "Platz"],
  ["hbf", /Hbf\b(?:\.(?=.))?/y, "Hauptbahnhof"],
  ["hr", /Hr\.(?=\s\p{Lu})/uy, "Herr"],
  ["hrn", /Hrn\.(?=\s\p{Lu})/uy, "Herrn"],
  ["dr", /Dr\.(?=\s?\p{L})/uy, "Doktor"],
  ["prof", /Prof\./y, "Professor"],
  ["dipl", /Dipl\./y, "Diplom"],
  ["ing", /Ing\./y, "Ingenieur"],
  ["st", /St\.(?=\s\p{Lu})/uy, "Sankt"],
  ["abs", /Abs\.(?=\s?\d)/y, "Absatz"],
  ["art", /Art\.(?=\s?\d)/y, "Artikel"],
  ["abt", /Abt\./y, "Abteilung"],
  ["kap", /Kap\.(?=\s?\d)/y, "Kapitel"],
  ["bd", /Bd\.(?=\s?\d)/y, "Band"],
  ["stk", /Stk\b\.?/y, "Stück"],
  ["std", /Std\b\.?/y, "Stunden"],
  ["mwst", /MwSt\b(?:\.(?=.))?/y, "Mehrwertsteuer"],
  ["gmbh", /GmbH\b/y, "G M B H"],
  ["kg", /KG(?!\p{L})/uy, "K G"],
  ["mio", /Mio\b\.?/y, "Millionen"],
  ["mrd", /Mrd\b\.?/y, "Milliarden"],
  ["geb", /geb\./y, "geboren"],
  ["gest", /gest\./y, "gestorben"],
]);

const words = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(" ")));

export const saidAcronyms = words(
  "NASA NATO UNESCO UNICEF OPEC AIDS PIN SIM RAM LAN FIFA UEFA IKEA LEGO VISA GIF COVID TÜV DAX EDEKA REWE ALDI AOK SEPA",
  "BIC IBAN TAN BAFÖG HUK SCHUFA ELSTER WLAN ADAC OK JA NEIN UND ODER DER DIE DAS IST IM AM IN AN AB AUF AUS BEI BIS DA DU",
  "ER ES SIE WIR IHR ICH MIT NUR SO UM VON VOR ZU ZUR ZUM NEU ALT ALLE GUT HIER JETZT NICHT BITTE DANKE EIN EINE",
);

export const spelledAcronyms = words("AGB EBITDA ISBN IOS USA UAE");

export const rulers = words(
  "karl heinrich ludwig friedrich wilhelm otto konrad leopold franz joseph maximilian rudolf ferdinand elisabeth",
  "elizabeth charles philipp katharina peter alexander nikolaus iwan napoleon ramses gustav christian pius benedikt leo",
  "gregor paul johannes urban clemens innozenz georg eduard richard jakob maria august albrecht",
);

export const numberedParts = words(
  "kapitel teil band akt artikel phase klasse typ stufe abschnitt weltkrieg buch szene",
);

/** Whether the words after a long number make it a count; a town after its postcode does not. */
export function isCounted(after: string): boolean {
  return /^ (?:Menschen|Leute|Einwohner|Personen|Mal|Stück|Artikel|Kunden|Kilometer|Meter|Schritte|Jahre|Tage|Stunden|Minuten|Sekunden|Teilnehmer|Mitarbeiter|Besucher|Wörter|Zeichen|Punkte|Meilen|Seiten)(?!\p{L})/u.test(
    after,
  );
}
