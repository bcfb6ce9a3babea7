// Checks VF114, VF201, VF205, VF605 and VF613: references outside of expressions to things that are not defined. The
// names in expressions are checked in check-expressions.ts.

import { isKind, kindNames, typeNames } from "../model/model-variables.ts";
import { alwaysHeard, alwaysOn } from "../model/built-in-handlers.ts";
import type { LocatedValue } from "../model/map-reader.ts";
import type { AssignmentModel } from "../model/model.ts";
import { expressionPlaces } from "../model/expression-places.ts";
import { fieldsRead } from "../model/place-dependencies.ts";
import type { Finding } from "../model/finding.ts";
import { typeInsteadOf } from "../schema/type-hints.ts";
import { type CheckContext, nearestOrAll, suggestName } from "./check-context.ts";

export function checkNames(checking: CheckContext): void {
  types(checking);
  variables(checking);
  tools(checking);
  secrets(checking);
  disabled(checking);
}

/** The name of another language's type is no misspelling of ours. */
function typeHint(name: string, names: readonly string[]): Pick<Finding, "hint" | "suggestion"> {
  const hint = typeInsteadOf(name);
  return hint === undefined ? nearestOrAll(name, names) : { hint };
}

function types({ model, report }: CheckContext): void {
  const extracted = model.onEnd?.extract.values() ?? [];
  for (const { kind, fields } of [...model.variables.values(), ...model.types.values(), ...extracted]) {
    const type = fields.string("type");
    if (kind !== undefined || type === undefined) continue;
    const names = [...typeNames(), ...model.types.keys()];
    const isCircle = model.types.has(type.value);
    const message = isCircle ? `'${type.value}' refers to itself` : `there is no type '${type.value}'`;
    report({ code: "VF114", path: type.path, message, ...(!isCircle && typeHint(type.value, names)) });
  }
  const typed = [...model.tools.values()].flatMap(({ fields }) => [
    ...fields.entries("params"),
    ...fields.entries("returns"),
  ]);
  for (const { value, path } of typed) {
    if (typeof value !== "string" || isKind(value)) continue;
    const message = `there is no type '${value}'`;
    report({ code: "VF114", path, message, ...typeHint(value, kindNames()) });
  }
}

function variables(checking: CheckContext): void {
  const { model } = checking;
  const checkVariable = (at: LocatedValue<string>, atKey = false): void => variable(at, { checking, atKey });
  for (const node of model.nodes.values()) {
    for (const at of [...node.asks, ...node.listenFor, ...node.fill]) checkVariable(at);
    if (node.record !== undefined) checkVariable(node.record);
    for (const at of keysOf([...node.set, ...node.save])) checkVariable(at, true);
    for (const { set } of node.handlers) for (const at of keysOf(set)) checkVariable(at, true);
  }
  for (const { set } of model.handlers.values()) for (const at of keysOf(set)) checkVariable(at, true);
  for (const at of model.open) checkVariable(at);
  for (const { dependsOn } of model.variables.values()) for (const at of dependsOn) checkVariable(at);
}

const isName = /^[A-Za-z_]\w*$/;

function keysOf(assignments: readonly AssignmentModel[]): readonly LocatedValue<string>[] {
  return assignments.map(({ variable: value, path }) => ({ value, path }));
}

function variable(
  { value, path }: LocatedValue<string>,
  { checking, atKey }: { readonly checking: CheckContext; readonly atKey: boolean },
): void {
  const { model, report } = checking;
  if (model.variables.has(value)) return;
  report({
    code: "VF201",
    path,
    ...(atKey && { atKey: true }),
    message: `there is no variable '${value}'`,
    hint: isName.test(value)
      ? `declare it: variables: {${value}: {type: text}}`
      : "write the name of a variable, and its question under variables: {name: {type: text, ask: …}}",
    ...suggestName(value, model.variables.keys()),
  });
}

function tools({ model, report }: CheckContext): void {
  for (const node of model.nodes.values()) {
    const called = node.verb === "tool" && node.callee !== undefined ? [node.callee] : [];
    for (const { value, path } of [...called, ...node.tools]) {
      if (model.tools.has(value)) continue;
      report({
        code: "VF205",
        path,
        message: `there is no tool '${value}'`,
        hint: `declare it: tools: {${value}: {http: GET https://…}}`,
        ...suggestName(value, model.tools.keys()),
      });
    }
  }
}

function secrets({ model, report, knowledge }: CheckContext): void {
  const declared = new Set(model.secrets.map(({ value }) => value));
  const undeclared = (name: string) => ({
    code: "VF605" as const,
    message: `the secret '${name}' is not declared`,
    ...suggestName(name, declared),
    hint: `add it to the list: secrets: [${name}]`,
  });
  for (const place of expressionPlaces(model)) {
    const path = place.line?.path;
    if (place.tool === undefined || path === undefined) continue;
    for (const { name, from, to } of fieldsRead(place, "secrets")) {
      if (!declared.has(name)) report({ ...undeclared(name), path, from, to });
    }
  }
  for (const { secret } of model.hooks) {
    if (secret !== undefined && !declared.has(secret.value))
      report({ ...undeclared(secret.value), path: secret.path });
  }
  for (const { value, path } of model.secrets) {
    if (knowledge.knowsSecret?.(value) !== false) continue;
    report({
      code: "VF613",
      path,
      message: `the account has no value for the secret '${value}'`,
      hint: `store it with PUT /v1/secrets/${value}`,
    });
  }
}

function disabled({ model, report }: CheckContext): void {
  const names = new Set([...model.handlers.keys(), ...alwaysOn, ...alwaysHeard]);
  const all = [...model.nodes.values()].flatMap(({ handlers }) => handlers);
  for (const handler of all) {
    if (!handler.disabled || names.has(handler.name)) continue;
    report({
      code: "VF506",
      path: handler.path,
      message: `there is no handler '${handler.name}' to disable`,
      ...suggestName(handler.name, names),
    });
  }
}
