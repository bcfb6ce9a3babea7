// Check VF113: ids that are malformed, or that the engine or the language has reserved.

import { isKind } from "../model/model-variables.ts";
import type { Path } from "../source/problem.ts";
import type { CheckContext } from "./check-context.ts";

const plain = /^[a-z][a-z0-9_]{0,63}$/;
const hyphened = /^[a-z][a-z0-9_-]{0,63}$/;
const secretName = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
const eventName = /^[a-z][a-z0-9_]{0,40}(?:\.[a-z][a-z0-9_]{0,40}){1,4}$/;

/** Names that expressions know without a variable. */
const builtInNames: ReadonlySet<string> = new Set([
  "session",
  "context",
  "metadata",
  "last",
  "attempt",
  "failure",
  "result",
  "secrets",
]);
/** Keywords of the expression language. */
export const expressionWords: ReadonlySet<string> = new Set([
  "and",
  "or",
  "not",
  "in",
  "if",
  "else",
  "true",
  "false",
  "null",
]);

/** Names that no variable can have. */
export const reservedNames: ReadonlySet<string> = new Set([...builtInNames, ...expressionWords]);

/** Outcomes with which the engine itself ends calls. */
export const engineOutcomes: ReadonlySet<string> = new Set([
  "hung_up",
  "transferred",
  "gave_up",
  "limit",
  "error",
]);
/** Events that the engine itself sends to hooks. */
const engineEvents: ReadonlySet<string> = new Set([
  "session.started",
  "node.entered",
  "turn.completed",
  "session.transferring",
  "session.ended",
]);
const reservedPrefix = /^(?:session|node|turn|call|client)\./;

interface Named {
  readonly what: string;
  readonly path: Path;
  readonly atKey?: boolean;
}

export function checkIds(checking: CheckContext): void {
  const { model } = checking;
  const { fields } = model;
  const id = fields.string("id");
  if (id !== undefined && !hyphened.test(id.value)) bad(id.value, { what: "id", path: id.path }, checking);
  for (const [section, what] of [
    ["nodes", "node"],
    ["variables", "variable"],
    ["types", "type"],
    ["tools", "tool"],
    ["handlers", "handler"],
  ] as const) {
    for (const { key, path } of fields.entries(section)) {
      if (!plain.test(key)) bad(key, { what, path, atKey: true }, checking);
    }
  }
  for (const { name, path } of model.variables.values()) {
    if (builtInNames.has(name) || expressionWords.has(name))
      taken(name, { what: "expressions", path }, checking);
  }
  for (const { name, path } of model.types.values()) {
    if (isKind(name)) taken(name, { what: "a built-in type", path }, checking);
  }
  for (const { options } of [...model.variables.values(), ...model.types.values()]) {
    for (const option of options ?? []) {
      if (!plain.test(option.id)) bad(option.id, { what: "option", path: [...option.path, "id"] }, checking);
    }
  }
  for (const { value, path } of model.secrets) {
    if (!secretName.test(value)) bad(value, { what: "secret", path }, checking);
  }
  tools(checking);
  outcomes(checking);
  events(checking);
}

function tools(checking: CheckContext): void {
  for (const { fields } of checking.model.tools.values()) {
    for (const { key, path } of fields.entries("params")) {
      if (!plain.test(key)) bad(key, { what: "parameter", path, atKey: true }, checking);
      else if (key === "secrets" || expressionWords.has(key))
        taken(key, { what: "expressions", path }, checking);
    }
  }
}

function outcomes(checking: CheckContext): void {
  for (const { outcome } of checking.model.nodes.values()) {
    if (outcome === undefined || outcome.template === undefined || outcome.source.includes("{{")) continue;
    const at = { what: "outcome", path: outcome.path };
    if (!plain.test(outcome.source)) bad(outcome.source, at, checking);
    else if (engineOutcomes.has(outcome.source))
      taken(outcome.source, { ...at, what: "calls that the engine ends" }, checking);
  }
}

function events(checking: CheckContext): void {
  const { model, report } = checking;
  const actings = [...model.nodes.values()].flatMap((node) => [node, ...node.handlers]);
  for (const { emit } of [...actings, ...model.handlers.values()]) {
    for (const { event, path } of emit) {
      if (!eventName.test(event)) badEvent(event, { what: "event", path, atKey: true }, checking);
      else if (reservedPrefix.test(event)) taken(event, { what: "the engine's own events", path }, checking);
    }
  }
  for (const { event } of model.nodes.values()) {
    if (event !== undefined && !eventName.test(event.value))
      badEvent(event.value, { what: "event", path: event.path }, checking);
  }
  for (const { events: names } of model.hooks) {
    for (const { value, path } of names) {
      if (engineEvents.has(value)) continue;
      if (!eventName.test(value)) badEvent(value, { what: "event", path }, checking);
      else if (reservedPrefix.test(value))
        report({
          code: "VF113",
          path,
          message: `the engine has no event '${value}'`,
          hint: `it has ${[...engineEvents].join(", ")}`,
        });
    }
  }
}

function bad(name: string, { what, path, atKey }: Named, { report }: CheckContext): void {
  report({
    code: "VF113",
    path,
    ...(atKey === true && { atKey: true }),
    message: `'${shortened(name)}' cannot be the name of ${what === "id" ? "a flow" : `${/^[aeiou]/.test(what) ? "an" : "a"} ${what}`}`,
    hint:
      what === "secret"
        ? "use letters, digits and _, at most 64"
        : `use lower-case letters, digits and _${what === "id" ? ", and hyphens" : ""}, starting with a letter, at most 64`,
  });
}

function badEvent(name: string, { path, atKey }: Named, { report }: CheckContext): void {
  report({
    code: "VF113",
    path,
    ...(atKey === true && { atKey: true }),
    message: `'${shortened(name)}' cannot be the name of an event`,
    hint: "use two words in lower case, separated by a dot: plan.chosen",
  });
}

function taken(name: string, { what, path }: Named, { report }: CheckContext): void {
  const atKey = name === path.at(-1);
  report({
    code: "VF113",
    path,
    ...(atKey && { atKey: true }),
    message: `'${name}' is reserved for ${what}`,
    hint: "choose another name",
  });
}

function shortened(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}
