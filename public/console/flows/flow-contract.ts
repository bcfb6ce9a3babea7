// Flow contract: answers of GET /v1/flows/{id}/contract and GET /v1/contracts. Pure.

import { listOf, numberOf, textOf } from "../../page/json-answer.ts";

export interface ContractTermRow {
  readonly name: string;
  /** Both as people read them. */
  readonly bound: string;
  readonly value: string;
  readonly samples: number;
  readonly state: string;
  /** RFC 3339; empty: it is not broken. */
  readonly since: string;
}

export interface FlowContract {
  readonly calls: number;
  readonly terms: readonly ContractTermRow[];
}

export function contractIn(body: unknown): FlowContract {
  return {
    calls: numberOf(body, "calls") ?? 0,
    terms: listOf(body, "terms").map((term) => {
      const name = textOf(term, "name") ?? "";
      return {
        name,
        bound: figureText(name, numberOf(term, "bound")),
        value: figureText(name, numberOf(term, "value")),
        samples: numberOf(term, "samples") ?? 0,
        state: textOf(term, "state") ?? "",
        since: textOf(term, "since") ?? "",
      };
    }),
  };
}

/** Times and turns are named so; all else is a share. */
function figureText(name: string, value: number | undefined): string {
  if (value === undefined) return "–";
  if (name.includes("_ms_")) return `${Math.round(value)} ms`;
  return name.startsWith("turns") ? String(value) : `${Number((value * 100).toFixed(1))} %`;
}

export interface BrokenContract {
  readonly flowId: string;
  readonly flowName: string;
  readonly names: readonly string[];
}

/** By flow. */
export function brokenIn(body: unknown): readonly BrokenContract[] {
  const byFlow = Map.groupBy(listOf(body, "broken"), (each) => textOf(each, "flow_id") ?? "");
  return [...byFlow].map(([flowId, all]) => ({
    flowId,
    flowName: textOf(all[0], "flow_name") ?? flowId,
    names: all.map((each) => textOf(each, "name") ?? ""),
  }));
}
