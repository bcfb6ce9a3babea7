// Pronunciations: words that a flow's author wants to hear differently from their spelling: as other words,
// by a respelling, or in the phones of English, which become a respelling that every voice can read.

import { phonesIn, respelled } from "./en/respelling.ts";

/** Replaces each written word by its pronunciation. Only whole words in exactly that case match. */
export function pronounced(text: string, table: ReadonlyMap<string, string> | undefined): string {
  if (table === undefined || table.size === 0) return text;
  return text.replaceAll(patternOf(table), (word) => saidAs(table.get(word) ?? word));
}

function saidAs(pronunciation: string): string {
  const phones = phonesIn(pronunciation);
  return phones === undefined ? pronunciation : respelled(phones);
}

/** Compiled flows own the tables, and all calls share them. */
const patterns = new WeakMap<ReadonlyMap<string, string>, RegExp>();

function patternOf(table: ReadonlyMap<string, string>): RegExp {
  const cached = patterns.get(table);
  if (cached !== undefined) return cached;
  const words = [...table.keys()].filter((word) => word !== "").toSorted((a, b) => b.length - a.length);
  const any = words.map((word) => RegExp.escape(word)).join("|");
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${any === "" ? "(?!)" : any})(?![\\p{L}\\p{N}])`, "gu");
  patterns.set(table, pattern);
  return pattern;
}
