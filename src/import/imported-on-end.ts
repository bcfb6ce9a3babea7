// On_end of an import: findings of another system after a call, as `on_end` of ours.

import type { Plain } from "../flow/language/source/yaml-tree.ts";
import { reservedNames } from "../flow/language/check/check-ids.ts";
import { optionRows, optionsOf } from "./imported-options.ts";
import { withoutBraces } from "./imported-text.ts";
import { SafeNames } from "./safe-names.ts";
import type { SourceFlow, SourceVariable } from "./source-flow.ts";

export function importedOnEnd({
  summary,
  extract,
}: NonNullable<SourceFlow["onEnd"]>): ReadonlyMap<string, Plain> {
  const names = new SafeNames("value", reservedNames);
  const values = new Map(extract.map((each) => [names.fresh(each.name), valueOf(each)] as const));
  const made = new Map<string, Plain>();
  if (summary) made.set("summary", true);
  if (values.size > 0) made.set("extract", values);
  return made;
}

function valueOf({ name, type, choices, description }: SourceVariable): ReadonlyMap<string, Plain> {
  const options = type === "choice" ? optionsOf(choices) : new Map<string, string>();
  const isChoice = options.size > 0;
  // Lists and data cannot be found in words.
  const value = new Map<string, Plain>([
    ["type", isChoice ? "choice" : type === "number" || type === "boolean" ? type : "text"],
  ]);
  if (isChoice) value.set("options", optionRows(options));
  return value.set("description", withoutBraces(description ?? name));
}
