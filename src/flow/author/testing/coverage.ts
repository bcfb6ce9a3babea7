// Test coverage: the nodes, edges and handlers of a flow passed by its tests, and the others.

import { isVerbThat } from "../../language/schema/verbs.ts";
import { type GraphEdge, graphOf } from "../document/document-graph.ts";
import { keyOfWay } from "../../language/schema/way-keys.ts";
import { readSource, type Source } from "../../language/source/source-reader.ts";
import { mapAt } from "../document/targets.ts";
import type { CoverageRecord } from "./test-report.ts";

export interface CoverageShare {
  readonly all: number;
  readonly tested: number;
}

export interface UntestedBranch {
  readonly from: string;
  readonly to: string;
  /** Port as in the flow's graph: `next:0`, `option:sales`, `give_up`. */
  readonly port: string;
  /** In words: `if free`, `else`, `option sales`, `give_up`. */
  readonly label: string;
  readonly pointer: string;
  readonly line: number;
}

export interface Coverage {
  readonly nodes: CoverageShare & { readonly untested: readonly string[] };
  /** The edges that are written at nodes. */
  readonly branches: CoverageShare & { readonly untested: readonly UntestedBranch[] };
  /** Questions without a `give_up` of their own, which use the flow's. */
  readonly inherited: CoverageShare & { readonly untested: readonly string[] };
  readonly handlers: CoverageShare & { readonly untested: readonly string[] };
}

/** `text` is the flow's own. */
export function coverageOf(text: string, records: readonly CoverageRecord[]): Coverage {
  const graph = graphOf(text);
  const nodes = graph?.nodes ?? [];
  const edges = graph?.edges ?? [];
  const written = edges.filter(({ from, kind }) => from !== "*" && kind !== "handler");
  const untested = written.filter((edge) => !was(records, "edges", edgeKeyOf(edge)));
  const source = readSource(text);
  // Ids hold nothing that a pointer escapes.
  const lineAt: LineAt = (pointer) => source.placeOf(pointer.split("/").slice(1)).line;
  const hasGiveUp = edges.some(({ from, port }) => from === "*" && port === "give_up");
  const inheriting = hasGiveUp
    ? nodes.filter(
        ({ id, kind }) =>
          isVerbThat("listens", kind) && !written.some((edge) => edge.from === id && edge.kind === "give_up"),
      )
    : [];
  return {
    nodes: shareOf(
      nodes.map(({ id }) => id),
      (id) => was(records, "nodes", id),
    ),
    branches: {
      all: written.length,
      tested: written.length - untested.length,
      untested: untested.map((edge) => branchOf(edge, lineAt)),
    },
    inherited: shareOf(
      inheriting.map(({ id }) => id),
      (id) => was(records, "edges", `${id} give_up`),
    ),
    handlers: shareOf(handlersOf(source), (name) => was(records, "handlers", name)),
  };
}

function was(records: readonly CoverageRecord[], kind: keyof CoverageRecord, name: string): boolean {
  return records.some((record) => record[kind].has(name));
}

function shareOf(names: readonly string[], isTested: (name: string) => boolean) {
  const untested = names.filter((name) => !isTested(name));
  return { all: names.length, tested: names.length - untested.length, untested };
}

/** Key of an edge in the engine's records; a single target is the first branch of one. */
function edgeKeyOf({ from, port }: GraphEdge): string {
  return `${from} ${port === "next" ? "next:0" : port}`;
}

function branchOf({ from, to, port, kind, label, pointer }: GraphEdge, lineAt: LineAt): UntestedBranch {
  const word =
    kind === "option" || kind === "exit"
      ? `${kind} ${label}`
      : (keyOfWay(kind) ?? (kind === "next" && label === "" ? "next" : label));
  return { from, to, port, label: word, pointer, line: lineAt(pointer) };
}

type LineAt = (pointer: string) => number;

/** Handlers written by the flow; built-in ones need no test. */
function handlersOf({ value }: Source): readonly string[] {
  const nodes = mapAt(value, "nodes").values();
  const named = [value, ...nodes].flatMap((place) => [...mapAt(place, "handlers")]);
  return [...new Set(named.flatMap(([name, handler]) => (handler === "disabled" ? [] : [name])))];
}
