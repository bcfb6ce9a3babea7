// Test report: the results of a flow's embedded tests.

import type { Path } from "../../language/source/problem.ts";

export interface TestTranscriptLine {
  /** `outside`: neither side, such as a tool's call or an event. */
  readonly from: "agent" | "caller" | "outside";
  readonly text: string;
}

/** Failure and its place. */
export interface UnplacedFailure {
  /** The index of the failed step, from 0; absent when the test failed outside of its steps. */
  readonly step?: number;
  readonly path: Path;
  readonly message: string;
  /** Expected text of a failed assertion. */
  readonly expected?: string;
  readonly got?: string;
}

export interface TestFailure extends UnplacedFailure {
  readonly pointer: string;
  /** Both count from 1; columns are UTF-16 units. */
  readonly line: number;
  readonly column: number;
}

export interface UnplacedResult {
  readonly name: string;
  /** Absent: passed. */
  readonly mistake?: UnplacedFailure;
  /** Claims that neither the rules nor a model could judge; absent: none. */
  readonly unjudged?: readonly string[];
  readonly transcript: readonly TestTranscriptLine[];
  /** The nodes that were entered, in order; nodes of a called flow as `flow/node`. */
  readonly nodes: readonly string[];
  /** Null: the call was not over. */
  readonly outcome: string | null;
}

export interface TestResult extends Omit<UnplacedResult, "mistake"> {
  /** Absent: passed. */
  readonly failure?: TestFailure;
}

/** Path of a test through one flow, for coverage. */
export interface CoverageRecord {
  readonly nodes: ReadonlySet<string>;
  /** `node port`, ports as edges of the graph have them. */
  readonly edges: ReadonlySet<string>;
  readonly handlers: ReadonlySet<string>;
}
