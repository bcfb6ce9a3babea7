// German nouns: their plurals, for names that a flow gives and for counts that are read back.

import type { Nouns } from "../language-pack.ts";

/** Singular and plural of the most counted things; other plurals follow no rule. */
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

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const nouns: Nouns = {
  countQuestions: ["wie viele", "wieviele"],
  capitals: true,
  isPlural: (word) => singulars.has(word.toLowerCase()),
  // Forms that no noun has are words that no caller says.
  counted: (count, noun) => (count === 1 ? singulars.get(noun.toLowerCase()) : capital(noun)),
};
