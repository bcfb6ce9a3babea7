// German nouns: their plurals, for names that a flow gives and for counts that are read back.

import type { Company, Nouns } from "../language-pack.ts";

/** Singular and plural of what is counted most; other plurals follow no rule. */
const counted: readonly (readonly [string, string])[] = [
  ["Person", "Personen"],
  ["Person", "Leute"],
  ["Kind", "Kinder"],
  ["Erwachsener", "Erwachsene"],
  ["Gast", "Gäste"],
  ["Teilnehmer", "Teilnehmer"],
  ["Mitarbeiter", "Mitarbeiter"],
  ["Nacht", "Nächte"],
  ["Tag", "Tage"],
  ["Woche", "Wochen"],
  ["Monat", "Monate"],
  ["Jahr", "Jahre"],
  ["Stunde", "Stunden"],
  ["Minute", "Minuten"],
  ["Zimmer", "Zimmer"],
  ["Platz", "Plätze"],
  ["Tisch", "Tische"],
  ["Bett", "Betten"],
  ["Karte", "Karten"],
  ["Ticket", "Tickets"],
  ["Pizza", "Pizzen"],
  ["Pizza", "Pizzas"],
  ["Portion", "Portionen"],
  ["Flasche", "Flaschen"],
  ["Stück", "Stücke"],
  ["Koffer", "Koffer"],
  ["Hund", "Hunde"],
  ["Auto", "Autos"],
  ["Paket", "Pakete"],
];
const singulars: ReadonlyMap<string, string> = new Map(
  counted.map(([one, many]) => [many.toLowerCase(), one]),
);

/** Endings of plurals, and of adjectives; which one a word takes is not written in it. */
const endings = ["e", "er", "en", "n", "s", "es", "em"] as const;
const withUmlaut: Readonly<Record<string, string>> = { a: "ä", o: "ö", u: "ü", au: "äu" };

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** "Gast" → "Gäst", "Apfel" → "Äpfel": the last vowel of the stem. */
const umlautOf = (word: string): string =>
  word.replace(
    /(au|[aou])([^aeiouäöü]*(?:e[lnr])?)$/,
    (_, vowel: string, rest: string) => (withUmlaut[vowel] ?? "") + rest,
  );

export const nouns: Nouns = {
  countQuestions: ["wie viele", "wieviele"],
  capitals: true,
  isPlural: (word) => singulars.has(word.toLowerCase()),
  // Forms that no noun has are words that nobody says.
  otherForms: (word) => [
    ...[singulars.get(word.toLowerCase())?.toLowerCase() ?? []].flat(),
    ...endings.map((ending) => word + ending),
    ...["", "e", "er"].map((ending) => umlautOf(word) + ending),
    // "Pizza", "Pizzen".
    ...(word.endsWith("a") ? [`${word.slice(0, -1)}en`] : []),
    ...endings.flatMap((ending) => (word.endsWith(ending) ? [word.slice(0, -ending.length)] : [])),
  ],
  counted: (count, noun) => (count === 1 ? singulars.get(noun.toLowerCase()) : capital(noun)),
};

const people =
  "person personen leute gast gäste gästen erwachsener erwachsene erwachsenen kind kinder kindern baby babys babies säugling " +
  "kleinkind kleinkinder jugendlicher jugendliche junge jungs mädchen mann männer frau frauen sohn söhne tochter töchter " +
  "ehemann ehefrau partner partnerin freund freunde freunden freundin mutter vater mama papa bruder brüder schwester " +
  "schwestern kollege kollegen kollegin oma opa großmutter großvater enkel enkelin tante onkel neffe nichte schüler " +
  "student studenten eltern großeltern schwiegereltern zwillinge chef chefin nachbar nachbarin nachbarn andere anderer anderen familie " +
  "assistent assistentin sekretärin pflegerin mitbewohner mitbewohnerin kumpel kumpels leuten verwandte verwandten enkelkinder geschwister";

export const company: Company = {
  people: new Set(people.split(" ")),
  plurals: new Set(
    (
      "personen leute leuten gäste gästen erwachsene erwachsenen kinder kindern babys babies kleinkinder jugendliche jungs männer " +
      "frauen söhne töchter freunde freunden brüder schwestern kollegen schüler studenten nachbarn andere anderen familie " +
      "kumpels verwandte verwandten enkelkinder geschwister"
    ).split(" "),
  ),
  pairs: new Set("eltern großeltern schwiegereltern zwillinge".split(" ")),
  named: new Set("mama papa oma opa".split(" ")),
  ages: ["er ist", "sie ist", "sohn ist", "tochter ist"],
  ratings: new Set("sterne stern sternen punkte punkt punkten".split(" ")),
  both: new Set("beide beiden".split(" ")),
  determiners: new Set(
    "ein eine einen einem einer diese diesen der die das den dem mein meine meinen meinem meiner unser unsere unseren unserem unserer sein seine seinen seinem seiner ihr ihre ihren ihrem ihrer".split(
      " ",
    ),
  ),
  selves: new Set(["ich", "mich", "mir"]),
  joiners: new Set(["und", "plus", "mit", "sowie"]),
  hedges: ["vielleicht", "wahrscheinlich", "eventuell", "auch"],
};
