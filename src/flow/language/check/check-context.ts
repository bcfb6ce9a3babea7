// Context of a check: the document's model and graph, facts from outside the document, and the report for findings.

import type { Passage } from "../../knowledge/passage.ts";
import type { Finding, Report } from "../model/finding.ts";
import type { Model } from "../model/model.ts";
import type { Program } from "../program.ts";
import type { Path } from "../source/problem.ts";
import type { FlowGraph } from "../model/flow-graph.ts";

/** Facts that only the storing or running server can know. Each is optional: without it less is checked. */
export interface Knowledge {
  /** The newest text of the account's flow or library with this id; absent: an unknown flow is only a warning. */
  readonly resolveFlow?: (id: string) => string | undefined;
  /** True if flows that `resolveFlow` does not find may be stored elsewhere, which makes them only a warning. */
  readonly hasOtherFlows?: boolean;
  /** Whether the account has stored a value for this secret. */
  readonly knowsSecret?: (name: string) => boolean;
  /** How many passages a base of the account has; undefined: there is no such base. */
  readonly passagesIn?: (base: string) => number | undefined;
  /** Reads a page or a file that a flow names, by the id in its document; undefined: it is unknown here. */
  readonly readSource?: (documentId: string, name: string) => ReadSource | undefined;
  /** Problem of a recorded sound, by the id in the flow's document; undefined: none is known here. */
  readonly soundProblem?: (documentId: string, sound: string) => SourceProblem | undefined;
  /** Names of the voice in use; absent: they are unknown. */
  readonly voices?: readonly string[];
  /** The one language that the recogniser in use hears, such as en; absent: any, or unknown. */
  readonly hearsOnly?: string;
  /** Whether the operator allows a private host or plain http. `host` is a name, or an IP address without brackets. */
  readonly outboundAllowed?: (host: string, port: number) => boolean;
}

/** Result of reading a page or a file. */
export type ReadSource = { readonly passages: readonly Passage[] } | SourceProblem;

export interface SourceProblem {
  /** A clause with the page or file as its subject, such as "is not there". */
  readonly problem: string;
  readonly hint: string;
  /** A problem that does not go away by itself. */
  readonly isFatal: boolean;
}

export interface CheckContext {
  readonly model: Model;
  readonly graph: FlowGraph;
  readonly knowledge: Knowledge;
  /** The compiled flows that this one calls, by id; without those that are unknown or have errors. */
  readonly calls: ReadonlyMap<string, Program>;
  readonly report: Report;
  readonly isQuoted: (path: Path) => boolean;
}

/** Names in one hint: a longer list is of no use. */
const listedMax = 25;

/**
 * Part of a finding: a suggestion of the nearest name, which is looked up only when the finding is shown, and
 * a hint that lists the names if they are few.
 */
export function nearestOrAll(word: string, names: Iterable<string>): Pick<Finding, "hint" | "suggestion"> {
  const all = [...names];
  const isList = all.length > 0 && all.length <= listedMax;
  const hint = all.length === 1 ? `there is ${all.join()}` : `there are ${all.join(", ")}`;
  return { ...suggestName(word, all), ...(isList && { hint }) };
}

export function suggestName(
  word: string,
  names: Iterable<string>,
): { readonly suggestion: Finding["suggestion"] } {
  return { suggestion: { word, names } };
}
