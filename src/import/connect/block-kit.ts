// Block kit of Amazon Connect: readings common to all its blocks: edges and compared values.

import { type Fields, waysMax } from "../export-data.ts";
import type { Equation, Note, SourceEdge, SourceTool, SourceWork } from "../source-flow.ts";
import { withNames } from "./references.ts";

export interface Block {
  readonly action: Fields;
  readonly id: string;
}

export interface KnownBlock {
  /** Block that sets a queue → the queue's name. */
  readonly queues: ReadonlyMap<string, string>;
  readonly actions: readonly Fields[];
  /** All names in texts anywhere. */
  readonly names: ReadonlySet<string>;
}

export interface Step {
  readonly work: SourceWork;
  readonly notes?: readonly Note[];
  /** Edges of the block, if other than its conditions and the next action. */
  readonly edges?: readonly SourceEdge[];
  /** Target if no edge holds, or after a failure. */
  readonly otherwise?: string | undefined;
  readonly tool?: SourceTool;
}

export type Row = (block: Block, context: KnownBlock) => Step;

export const manual = (words: string): Note => ({ fidelity: "manual", words });
export const approximate = (words: string): Note => ({ fidelity: "approximate", words });

/** Target of an action that fails in one of these ways, or in any. */
export function errorOf(action: Fields, ...types: readonly string[]): string | undefined {
  const errors = action.at("Transitions").list("Errors");
  const errorsOfTypes = types.map((type) => errors.find((each) => each.text("ErrorType") === type));
  return (errorsOfTypes.find((each) => each !== undefined) ?? errors[0])?.text("NextAction");
}

export interface Way {
  readonly operator: string;
  readonly operands: readonly string[];
  readonly to: string | undefined;
}

export function waysOf(action: Fields): readonly Way[] {
  return action
    .at("Transitions")
    .list("Conditions")
    .slice(0, waysMax)
    .map((each) => ({
      operator: each.at("Condition").text("Operator") ?? "",
      operands: each.at("Condition").texts("Operands"),
      to: each.text("NextAction"),
    }));
}

/** Target of an action by one of its named outcomes. */
export function outcome(action: Fields, name: string): string | undefined {
  return waysOf(action).find(({ operands }) => operands[0]?.toLowerCase() === name)?.to;
}

/** Comparisons of Connect → ours, and whether a remaining one is reversed. */
const operators: ReadonlyMap<string, string> = new Map([
  ["Equals", "=="],
  ["NotEquals", "!="],
  ["TextContains", "contains"],
  ["TextStartsWith", "starts_with"],
  ["NumberLessThan", "<"],
  ["NumberLessOrEqualTo", "<="],
  ["NumberGreaterThan", ">"],
  ["NumberGreaterOrEqualTo", ">="],
  ["NumberEquals", "=="],
]);

export function edgesOf(ways: readonly Way[], left: string): readonly SourceEdge[] {
  return ways.map(({ operator, operands, to }) => ({
    condition: {
      is: "equations",
      all: false,
      equations: operands.map((operand): Equation => ({
        left,
        operator: operators.get(operator) ?? operator,
        right: withNames(operand),
      })),
    },
    to,
  }));
}
