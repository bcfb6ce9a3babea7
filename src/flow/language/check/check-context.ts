// Context of a check: the document's model and graph, what is known beside the document, and where findings are
// reported.

import type { Finding, Report } from "../model/finding.ts";
import type { Model } from "../model/model.ts";
import type { Program } from "../program.ts";
import type { Path } from "../source/problem.ts";
import type { FlowGraph } from "../model/flow-graph.ts";

/** What only the place where a flow is stored or run can know. Everything is optional: without it less is checked. */
export interface Knowledge {
  /** The newest text of the account's flow or library with this id; without it an unknown flow is only a warning. */
  readonly resolveFlow?: (id: string) => string | undefined;
  /** What `resolveFlow` does not find may be stored elsewhere, and is only worth a warning. */
  readonly hasOtherFlows?: boolean;
  /** Whether the account has a value for this secret. */
  readonly knowsSecret?: (name: string) => boolean;
  /** Whether the recogniser knows how an English word is pronounced. */
  readonly knowsWord?: (word: string) => boolean;
  /** Whether the operator allows what is not public, or plain http. `host` is a name or an address without brackets. */
  readonly outboundAllowed?: (host: string, port: number) => boolean;
}

export interface CheckContext {
  readonly model: Model;
  readonly graph: FlowGraph;
  readonly knowledge: Knowledge;
  /** The flows that it calls, compiled, by their own ids; one that is unknown or has errors is not there. */
  readonly calls: ReadonlyMap<string, Program>;
  readonly report: Report;
  readonly isQuoted: (path: Path) => boolean;
}

/** A hint with the nearest name, as a part of a finding; looked for only when the finding is shown. */
export function suggestName(
  word: string,
  names: Iterable<string>,
): { readonly suggestion: Finding["suggestion"] } {
  return { suggestion: { word, names } };
}
