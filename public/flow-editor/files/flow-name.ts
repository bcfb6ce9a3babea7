// Flow name: reads a flow's display name from its text.

import { readSource } from "../../../src/flow/language/source/source-reader.ts";

/** The flow's `name`, else its `id`, else "New flow". */
export function flowName(text: string): string {
  const { value } = readSource(text);
  const fields: ReadonlyMap<unknown, unknown> = value instanceof Map ? value : new Map();
  const named = [fields.get("name"), fields.get("id")].find(
    (each) => typeof each === "string" && each !== "",
  );
  return typeof named === "string" ? named : "New flow";
}
