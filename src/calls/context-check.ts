// Context check: checks a session's given values against its flow. Each key that names a variable must fit it,
// required ones must be present, and keys unknown to the flow are reported.

import type { JsonObject } from "../../db/port/stored-rows.ts";
import { Fault } from "../base/fault.ts";
import { valueOfData } from "../flow/value/json-value.ts";
import type { Program } from "../flow/language/program.ts";
import { type ContextRemark, contextProblems, contextRemarks } from "../flow/engine/run/prefill.ts";
import { isValueMap, valueMap } from "../flow/value/value.ts";

/** Warning about an accepted start: a JSON pointer into the request, and a sentence. */
export interface StartWarning {
  readonly pointer: string;
  readonly detail: string;
}

/**
 * Throws `request/invalid` with a pointer for each wrong or missing key. `atMs`: start of the flow, in epoch
 * milliseconds: ranges may depend on the day. Without a program nothing reads a context. `isOfPage`: from a page,
 * whose visitors can send anything, so it fills inputs alone.
 */
export function checkPrefill(
  program: Program | undefined,
  context: JsonObject,
  { atMs, isOfPage }: { readonly atMs: number; readonly isOfPage: boolean },
): readonly StartWarning[] {
  const values = valueOfData(context) ?? null;
  if (!isValueMap(values))
    throw unfit([{ pointer: "/context", detail: "Is nested too deep, or holds too much." }]);
  const keys = Object.keys(values);
  if (program === undefined)
    return keys.map((key) => located({ key, detail: "An assistant session reads no context." }));
  const facts = {
    id: "",
    channel: "voice",
    direction: "inbound",
    startedAtMs: atMs,
    context: values,
    metadata: valueMap([]),
    hasModel: false,
    usesExamples: false,
  } as const;
  const barred = isOfPage ? keys.filter((key) => program.variables.get(key)?.input === false) : [];
  const problems = [
    ...barred.map((key) => ({ key, detail: "Is no input of the flow, and a page fills inputs alone." })),
    ...contextProblems(program, facts),
  ].map(located);
  if (problems.length > 0) throw unfit(problems);
  return contextRemarks(program, facts).map(located);
}

function located({ key, detail }: ContextRemark): StartWarning {
  return { pointer: `/context/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`, detail };
}

function unfit(errors: readonly StartWarning[]): Fault {
  const [first] = errors;
  const message = `The context does not fit the flow at "${first?.pointer}": ${first?.detail}`;
  return new Fault("request/invalid", message, { errors });
}
