// Variables of a document: written variables, their types, and free names.

import type { Plain } from "../../language/source/yaml-tree.ts";
import { type Fields, fieldsOf, listOf } from "./data-at-path.ts";
import { freeName, plainName } from "./free-names.ts";

export function variablesOf(data: Fields): Fields {
  return fieldsOf(data.get("variables"));
}

/** Limit of types built on other types; it also ends a cycle. */
const chainMax = 8;

/** Keys of a variable with those of its copied types, nearest first. */
function chainOf(data: Fields, variable: Plain): readonly Fields[] {
  const types = fieldsOf(data.get("types"));
  const chain = [fieldsOf(variable)];
  while (chain.length < chainMax) {
    const name = chain.at(-1)?.get("type");
    const type = typeof name === "string" ? types.get(name) : undefined;
    if (type === undefined) break;
    chain.push(fieldsOf(type));
  }
  return chain;
}

/** Built-in type at the end of the chain, or what should be one. */
export function typeNamed(data: Fields, variable: Plain): string | undefined {
  const name = chainOf(data, variable).at(-1)?.get("type");
  return typeof name === "string" ? name : undefined;
}

/** Variables that use these options: the variable itself, or all variables of the type. */
export function sharingOptions(
  data: Fields,
  [section, name]: readonly [section: string, name: string],
): ReadonlySet<string> {
  const owner = fieldsOf(fieldsOf(data.get(section)).get(name));
  const sharing = [...variablesOf(data)].filter(
    ([, variable]) => chainOf(data, variable).find((each) => each.has("options")) === owner,
  );
  return new Set(sharing.map(([each]) => each));
}

const builtIn: ReadonlySet<string> = new Set([
  "session", "context", "metadata", "last", "attempt", "failure", "result", "secrets",
  "and", "or", "not", "in", "if", "else", "true", "false", "null",
]); // prettier-ignore

/** A free name of a variable that expressions do not reserve, similar to the wish. */
export function freeVariable(data: Fields, wish: string): string {
  const variables = variablesOf(data);
  return freeName(wish, (name) => variables.has(name) || builtIn.has(name));
}

/** Reason against a name in expressions; undefined: valid. */
export function whyNotInExpressions(name: string): string | undefined {
  if (builtIn.has(name)) return `'${name}' belongs to expressions: choose another name.`;
  return plainName.test(name) ? undefined : "";
}

export function optionIds(variable: Plain): readonly string[] {
  return listOf(fieldsOf(variable).get("options"))
    .map((option) => fieldsOf(option).get("id"))
    .filter((id) => typeof id === "string");
}
