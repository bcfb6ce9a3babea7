// Export data: another system's export as plain data, read with limits, and looked into without trusting its shape.

import { ImportProblem } from "./import-problem.ts";
import { badJsonAt } from "./json-place.ts";

/** Exports of a few hundred nodes with long prompts have less than 1 MiB, positions and examples included. */
export const exportBytesMax = 4 * 1_024 * 1_024;
/** Each may become two or three nodes here, of which a flow has 1,000. */
export const exportNodesMax = 500;

/** Ways on from one node, and variables of one node: as many as a list of conditions has. */
export const waysMax = 100;

export type Fields = Readonly<Record<string, unknown>>;

/** Throws `ImportProblem` for what is too large or no JSON object. */
export function exportOf(text: string): Fields {
  if (Buffer.byteLength(text) > exportBytesMax)
    throw new ImportProblem(`the export has more than ${exportBytesMax / 1_024 / 1_024} MiB`);
  let data: unknown;
  try {
    data = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    const { line, column } = badJsonAt(text.replace(/^\ufeff/, ""));
    throw new ImportProblem(`the export is not JSON: line ${line}, column ${column} can not be read`);
  }
  if (!isFields(data)) throw new ImportProblem("the export is JSON, but no object with nodes in it");
  return data;
}

function isFields(data: unknown): data is Fields {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

/** The object under a key; an empty one where there is none. */
export function fieldsAt(data: unknown, key: string): Fields {
  const found = isFields(data) && Object.hasOwn(data, key) ? data[key] : undefined;
  return isFields(found) ? found : {};
}

/** The objects of a list; what is no object in it is left out. */
export function listAt(data: Fields, key: string): readonly Fields[] {
  const found = Object.hasOwn(data, key) ? data[key] : undefined;
  return Array.isArray(found) ? found.filter(isFields) : [];
}

/** A text that is not blank; a number, which some exports have as an id, as its digits. */
export function textAt(data: Fields, key: string): string | undefined {
  const found = Object.hasOwn(data, key) ? data[key] : undefined;
  if (typeof found === "number" && Number.isFinite(found)) return String(found);
  return typeof found === "string" && found.trim() !== "" ? found : undefined;
}

export function textsAt(data: Fields, key: string): readonly string[] {
  const found = Object.hasOwn(data, key) ? data[key] : undefined;
  if (!Array.isArray(found)) return [];
  return found.filter((each): each is string => typeof each === "string" && each.trim() !== "");
}

export function numberAt(data: Fields, key: string): number | undefined {
  const found = Object.hasOwn(data, key) ? data[key] : undefined;
  return typeof found === "number" && Number.isFinite(found) ? found : undefined;
}

/** The texts under the keys of an object, numbers and truth values written out. */
export function pairsAt(data: Fields, key: string): readonly (readonly [name: string, value: string])[] {
  return Object.entries(fieldsAt(data, key))
    .filter(([name]) => name !== "__proto__")
    .flatMap(([name, value]) =>
      typeof value === "string" || typeof value === "number" || typeof value === "boolean"
        ? [[name, String(value)] as const]
        : [],
    );
}
