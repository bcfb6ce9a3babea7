// Flow name: reads a flow's display name from its text.

import { newFlowId } from "../../../src/flow/author/edit/id-of-name.ts";
import { readSource } from "../../../src/flow/language/source/source-reader.ts";

/** The flow's `name`, else its author's `id`, else "New flow". */
export function flowName(text: string): string {
  const { value } = readSource(text);
  const fields: ReadonlyMap<unknown, unknown> = value instanceof Map ? value : new Map();
  const named = [fields.get("name"), fields.get("id")].find(
    (each) => typeof each === "string" && each !== "" && each !== newFlowId,
  );
  return typeof named === "string" ? named : "New flow";
}
