// Pre-filled variables: a session's context sets the variables of the same names before the first node. This file
// reports unfitting values, and keys that no part of the flow reads.

import { didYouMean } from "../../../base/closest-word.ts";
import type { Program, Variable } from "../../language/program.ts";
import { wantedInstead } from "../../language/type-conformity.ts";
import type { FlowSession } from "./step-contract.ts";
import { wantedOf } from "./ask/wanted.ts";
import { initialState } from "./initial-state.ts";
import type { FlowView } from "./expression-scope.ts";
import { own } from "./flow-state.ts";
import type { ValueMap } from "../../value/value.ts";

/** A remark about one key of a context. */
export interface ContextRemark {
  readonly key: string;
  /** A sentence without its subject: "Must be a number." */
  readonly detail: string;
}

/** Reasons against a session with this context: unfitting values, and missing required ones. Empty: none. */
export function contextProblems(program: Program, facts: FlowSession): readonly ContextRemark[] {
  const state = initialState(program, facts);
  const [frame] = state.frames;
  if (frame === undefined) return [];
  const view = { program, state, frame, wallMs: facts.startedAtMs, language: state.language };
  return [...program.variables.values()].flatMap((variable) => {
    const detail = problemOf(variable, facts, view);
    return detail === undefined ? [] : [{ key: variable.name, detail }];
  });
}

function problemOf(
  variable: Variable,
  { context, usesExamples }: FlowSession,
  view: FlowView,
): string | undefined {
  const { name, type, input, required } = variable;
  const given = own(context, name) ?? null;
  if (given === null) return input && required && !usesExamples ? "Is required by the flow." : undefined;
  const instead = wantedInstead(given, type);
  if (instead !== undefined) return `Must be ${instead}.`;
  const wanted = wantedOf(variable.type, view);
  if (!("min" in wanted || "max" in wanted)) return undefined;
  const { min, max } = wanted;
  if (min !== undefined && given < min) return `Must be at least ${min}.`;
  return max !== undefined && given > max ? `Must be at most ${max}.` : undefined;
}

/**
 * Oddities of a fitting context: unread keys, an unsupported language, and inputs that stay empty, because no
 * question asks for them either.
 */
export function contextRemarks(
  program: Program,
  { context, usesExamples }: Pick<FlowSession, "context" | "usesExamples">,
): readonly ContextRemark[] {
  return [
    ...unreadKeys(Object.keys(context), program),
    ...unspoken(program, context),
    ...[...program.variables.values()]
      .filter((one) => one.input && one.default === undefined && one.ask.size === 0)
      .filter(({ name, example }) => (own(context, name) ?? null) === null && !(usesExamples && example))
      .map(({ name }) => ({
        key: name,
        detail: "Is an input of the flow that was not brought: it is empty.",
      })),
  ];
}

function unspoken({ languages, variables }: Program, context: ValueMap): readonly ContextRemark[] {
  const wanted = own(context, "language");
  if (typeof wanted !== "string" || languages.includes(wanted) || variables.has("language")) return [];
  return [
    { key: "language", detail: `The flow does not speak this language: it speaks ${languages.join(", ")}.` },
  ];
}

/** Context keys that name no variable and that no expression reads: most likely misspelt. */
function unreadKeys(
  keys: readonly string[],
  { contextKeys, variables }: Pick<Program, "contextKeys" | "variables">,
): readonly ContextRemark[] {
  if (contextKeys === "all") return [];
  return keys
    .filter((key) => !variables.has(key) && !contextKeys.has(key))
    .map((key) => {
      const hint = didYouMean(key, [...variables.keys(), ...contextKeys]);
      return { key, detail: `Nothing in the flow reads this${hint === undefined ? "." : `: ${hint}`}` };
    });
}
