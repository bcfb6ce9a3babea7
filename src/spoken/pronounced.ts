// Pronunciations: words that a flow's author wants to be said in another way than they are written, as other words, by a
// respelling, or in the phones of English, which become a respelling that every voice can read.

import { phonesIn, respelled } from "./en/respelling.ts";

/** The text with each written word in the form in which a voice says it. Whole words only, in exactly that case. */
export function pronounced(text: string, table: ReadonlyMap<string, string> | undefined): string {
  if (table === undefined || table.size === 0) return text;
  return text.replaceAll(patternOf(table), (word) => saidAs(table.get(word) ?? word));
}

function saidAs(pronunciation: string): string {
  const phones = phonesIn(pronunciation);
  return phones === undefined ? pronunciation : respelled(phones);
}

/** Tables belong to compiled flows, which all calls share. */
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
