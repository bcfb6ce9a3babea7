// Proposal data: a model's JSON object as a proposal, field by field. Nothing of it is trusted: the flow checks it.

import type { Proposal } from "../../flow/engine/run/step-contract.ts";
import { isValueMap, type Value, type ValueMap } from "../../flow/value/value.ts";

export function proposalOf(written: ValueMap): Proposal {
  return {
    ...setOf(written),
    ...textField(written, "option"),
    ...textField(written, "handler"),
    ...textField(written, "act"),
    ...textField(written, "quote"),
  };
}

export function own(map: ValueMap, name: string): Value {
  return Object.hasOwn(map, name) ? (map[name] ?? null) : null;
}

export function textField<N extends string>(map: ValueMap, name: N): { readonly [K in N]?: string } {
  const value = own(map, name);
  // One key, whose name the compiler knows only as N.
  return typeof value === "string" && value !== "" ? ({ [name]: value } as { [K in N]?: string }) : {};
}

export function setOf(map: ValueMap): Pick<Proposal, "set"> {
  const set = own(map, "set");
  if (!isValueMap(set)) return {};
  const entries = Object.entries(set).flatMap(([name, given]) => {
    if (!isValueMap(given)) return [];
    const quote = own(given, "quote");
    return typeof quote === "string" ? [[name, { value: own(given, "value"), quote }] as const] : [];
  });
  return entries.length === 0 ? {} : { set: Object.fromEntries(entries) };
}
