// What a session brings along for its flow: each key that names an input must fit it, and what is required must be there.

import type { JsonObject } from "../../db/schema.ts";
import { Fault } from "../base/fault.ts";
import { valueOfData } from "../flow/json-value.ts";
import type { Program, Variable } from "../flow/program.ts";
import { fitsVariable } from "../flow/run/conform.ts";

/** Throws `request/invalid` with a pointer for each key that is wrong or missing. Other keys are for expressions. */
export function checkPrefill(program: Program, context: JsonObject): void {
  const errors = [...program.variables.values()]
    .filter(({ input }) => input)
    .flatMap((variable) => {
      const detail = problemOf(variable, context);
      return detail === undefined ? [] : [{ pointer: `/context/${variable.name}`, detail }];
    });
  const [first] = errors;
  if (first === undefined) return;
  const message = `The context does not fit the flow at "${first.pointer}": ${first.detail}`;
  throw new Fault("request/invalid", message, { errors });
}

function problemOf({ name, type, required }: Variable, context: JsonObject): string | undefined {
  const given = Object.hasOwn(context, name) ? context[name] : undefined;
  if (given === undefined || given === null) return required ? "Is required by the flow." : undefined;
  const ids = type.kind === "choice" && "options" in type ? type.options.map(({ id }) => id) : [];
  const value = valueOfData(given);
  if (value !== undefined && fitsVariable(value, type, ids)) return undefined;
  if (ids.length > 0) return `Must be one of ${ids.join(", ")}.`;
  return `Must be a ${type.kind}${examples[type.kind] ?? ""}.`;
}

/** How a value of the less obvious types is written. */
const examples: Readonly<Record<string, string>> = {
  date: ", such as 2026-11-21",
  time: ", such as 19:30",
  phone: " number with its country, such as +33140123456",
  digits: ", as text of digits only",
};
