// German halves: `1/2` takes the gender of the halved noun and the case in the sentence, "einen halben
// Liter", "in einer halben Stunde".

import type { Around } from "../read-aloud.ts";

type Gender = "m" | "f" | "n";

const genders: ReadonlyMap<string, Gender> = new Map(
  (
    [
      [
        "m",
        "Liter Milliliter Zentiliter Hektoliter Meter Kilometer Zentimeter Millimeter Quadratmeter Quadratkilometer " +
          "Kubikmeter Hektar Monat Tag Vormittag Nachmittag Euro Dollar Cent Becher Löffel Teelöffel Esslöffel Apfel " +
          "Kuchen Teil Punkt Preis Laib Kopf Bund Zoll Satz Weg Platz Eimer Kasten Sack Karton Zentner",
      ],
      [
        "f",
        "Stunde Minute Sekunde Woche Nacht Tasse Flasche Portion Million Milliarde Tonne Seite Packung Pizza Dose " +
          "Zitrone Orange Zwiebel Gurke Paprika Tablette Meile Scheibe Kiste Stelle Zeile Rolle Tafel Schicht Miete",
      ],
      [
        "n",
        "Kilo Kilogramm Gramm Milligramm Mikrogramm Pfund Jahr Jahrhundert Dutzend Prozent Glas Stück Brot Brötchen " +
          "Hähnchen Huhn Blech Paket Päckchen Blatt Gigabyte Megabyte Kilobyte Terabyte Grad Watt Volt Fass Gehalt",
      ],
    ] as const
  ).flatMap(([gender, words]) => words.split(" ").map((word) => [word, gender] as const)),
);

/** Prepositions that always take the dative before times and measures. */
const dative = /(?<!\p{L})(?:in|vor|seit|nach|mit|von|aus|bei|zu|ab|außer)\s+$/iu;
/** At the beginning of a sentence, with a verb after the noun, the half is the subject. */
const opening = /(?:^|[.!?:]\s+)$/;
const verbBehind = /^\p{Lu}\p{L}*\s+\p{Ll}+(?:t|st|nd|en|uss|ann|ill|arf|ar)(?!\p{L})/u;

/** `1/2` of what stands behind it. */
export function half({ before, after }: Around): string {
  const noun = /^\s*(\p{Lu}\p{L}*)/u.exec(after)?.[1] ?? "";
  const gender = genders.get(noun) ?? genders.get(noun.replace(/n$/, ""));
  if (gender === undefined) return "ein halb";
  if (dative.test(before)) return gender === "f" ? "einer halben" : "einem halben";
  if (gender === "f") return "eine halbe";
  if (gender === "n") return "ein halbes";
  const isSubject = opening.test(before) && verbBehind.test(after.trimStart());
  return isSubject ? "ein halber" : "einen halben";
}
