// Missing file: the reason why a file argument cannot be read, and the file that was probably meant.

import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { closest } from "../../base/closest-word.ts";

/** A folder of more is not listed. */
const listedMax = 8;

/** `ending` is the usual one of the command's files, such as `.flow.yaml`. A sentence without its full stop. */
function missingFile(path: string, ending?: string): string {
  if (entriesOf(path) !== undefined)
    return `${path} is a folder. Give a file in it${ending === undefined ? "" : `, such as ${join(path, `*${ending}`)}`}`;
  if (existsSync(path)) return `${path} cannot be read. Give this user permission to read it`;
  const none = `There is no readable file ${path}`;
  const folder = dirname(path);
  const entries = entriesOf(folder);
  if (entries === undefined) return `There is no folder ${folder} for ${basename(path)}`;
  const isPattern = basename(path).includes("*");
  const meant = isPattern ? undefined : neighbour(basename(path), entries);
  if (meant !== undefined) return `${none}; did you mean '${join(folder, meant)}'`;
  const wanted = isPattern ? (/\.\w+$/.exec(path)?.[0] ?? ending) : ending;
  if (wanted === undefined) return none;
  const others = entries.filter((name) => name.endsWith(wanted)).slice(0, listedMax);
  const where = folder === "." ? "this folder" : folder;
  return others.length === 0
    ? `${none}: ${where} has none that ends in ${wanted}`
    : `${none}: ${where} has ${others.join(", ")}`;
}

/** Sentence with its full stop. */
export function missingFileSentence(path: string, ending?: string): string {
  const sentence = missingFile(path, ending);
  return `${sentence}${sentence.endsWith("'") ? "?" : "."}`;
}

const withoutEnding = (name: string): string => name.replace(/(?:\.flow)?\.\w+$/, "");

/** File with the nearest name; an equal ending is no likeness, but the same name with another ending is one. */
function neighbour(name: string, entries: readonly string[]): string | undefined {
  const stem = withoutEnding(name);
  const same = entries.find((each) => each !== name && withoutEnding(each) === stem);
  const meant = closest(stem, entries.map(withoutEnding));
  return same ?? entries.find((each) => withoutEnding(each) === meant);
}

/** Names of a folder's contents; undefined if it is no folder or unreadable. */
function entriesOf(path: string): readonly string[] | undefined {
  try {
    return readdirSync(path);
  } catch {
    return undefined;
  }
}
