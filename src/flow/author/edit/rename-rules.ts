// Rename rules: the keys and texts that change with a name.

import type { Path } from "../../language/source/problem.ts";
import { isKind } from "../../language/model/model-variables.ts";
import type { NamedThing } from "../../language/schema/shape.ts";
import type { Plain } from "../../language/source/yaml-tree.ts";
import { type Fields, fieldsOf, listOf } from "./data-at-path.ts";
import { plainName } from "./free-names.ts";
import {
  allFinders,
  comparisonFinder,
  fieldFinder,
  type EditFinder,
  nameFinder,
  replaced,
} from "./rename-in-expressions.ts";
import type { TextKind } from "./schema-walk.ts";
import { whyNotInExpressions } from "./written-variables.ts";

export interface NameChange {
  readonly old: string;
  readonly to: string;
}

export interface RenamingRule {
  /** Why the new name is not allowed; undefined when it is. */
  readonly why?: string | undefined;
  /** Whether a key with the old name is the renamed thing. */
  readonly isKey: (path: Path, of: NamedThing | "any") => boolean;
  /** A key without other mentions, even where the language has no place for it. */
  readonly only?: Path;
  /** The text with the new name, or unchanged. */
  readonly text: (path: Path, text: string, is: TextKind) => string;
}

export const plainRule =
  "A name is made of small letters, digits and _, begins with a letter, and has at most 64 of them.";

/** Why a name is not allowed for things with plain names; undefined when it is. */
export function whyNotPlain(name: string, has: boolean): string | undefined {
  if (has) return `'${name}' already exists: choose another name.`;
  return plainName.test(name) ? undefined : plainRule;
}

function nameText(of: NamedThing, { old, to }: NameChange) {
  return (text: string, is: TextKind): string =>
    is.is === "name" && is.of === of && text === old ? to : text;
}

function inExprs(text: string, is: TextKind, find: EditFinder): string {
  return is.is === "template" || is.is === "expression" ? replaced(text, is.is, find) : text;
}

export function variableRenaming(data: Fields, name: NameChange): RenamingRule {
  const { old, to } = name;
  const variables = fieldsOf(data.get("variables"));
  const named = nameText("variable", name);
  // A session's context fills it by name.
  const find = allFinders(nameFinder(old, to), fieldFinder("context", old, to));
  return {
    why: whyNotPlain(to, variables.has(to)) ?? whyNotInExpressions(to),
    isKey: (path, of) => of === "variable" || (path.length === 4 && path[2] === "context"),
    // A tool sees its parameters and nothing of the flow.
    text: (path, text, is) => (path[0] === "tools" ? text : named(inExprs(text, is, find), is)),
  };
}

export function typeRenaming(data: Fields, name: NameChange): RenamingRule {
  const named = nameText("type", name);
  const builtIn = isKind(name.to) ? `'${name.to}' is a built-in type: choose another name.` : undefined;
  return {
    why: builtIn ?? whyNotPlain(name.to, fieldsOf(data.get("types")).has(name.to)),
    isKey: (_path, of) => of === "type",
    text: (_path, text, is) => named(text, is),
  };
}

export function toolRenaming(data: Fields, name: NameChange): RenamingRule {
  const named = nameText("tool", name);
  const find = comparisonFinder(
    (expr) =>
      expr.type === "field" && expr.name === "tool" && expr.of.type === "name" && expr.of.name === "failure",
    name.old,
    name.to,
  );
  return {
    why: whyNotPlain(name.to, fieldsOf(data.get("tools")).has(name.to)),
    isKey: (path, of) => of === "tool" || isMock(path),
    text: (_path, text, is) => named(inExprs(text, is, find), is),
  };
}

function isMock(path: Path): boolean {
  return path.length === 4 && path[0] === "tests" && path[2] === "mocks";
}

/** Rules for a handler of the flow; overriding nodes change too. */
export function handlerRenaming(data: Fields, name: NameChange): RenamingRule {
  const named = nameText("handler", name);
  return {
    why: whyNotPlain(name.to, fieldsOf(data.get("handlers")).has(name.to)),
    isKey: (_path, of) => of === "handler",
    text: (_path, text, is) => named(text, is),
  };
}

/** Rules for a handler of one node; handlers of that name elsewhere are unchanged. */
export function ownHandlerRenaming(data: Fields, name: NameChange, node: string): RenamingRule {
  const nodes = fieldsOf(data.get("nodes"));
  const handlersOf = (each: Plain | undefined): Fields => fieldsOf(fieldsOf(each).get("handlers"));
  const isShared =
    fieldsOf(data.get("handlers")).has(name.old) ||
    [...nodes].some(([id, each]) => id !== node && handlersOf(each).has(name.old));
  const named = nameText("handler", name);
  return {
    why: whyNotPlain(name.to, handlersOf(nodes.get(node)).has(name.to)),
    isKey: (path, of) => of === "handler" && path[0] === "nodes" && path[1] === node,
    text: (_path, text, is) => (isShared ? text : named(text, is)),
  };
}

/** Rules for an exit of a `converse` node; tests follow if no other node has an exit of that name. */
export function exitRenaming(data: Fields, { old, to }: NameChange, node: string): RenamingRule {
  const nodes = fieldsOf(data.get("nodes"));
  const exitsOf = (each: Plain | undefined): Fields => fieldsOf(fieldsOf(each).get("exits"));
  const isShared = [...nodes].some(([id, each]) => id !== node && exitsOf(each).has(old));
  const isTaken = exitsOf(nodes.get(node)).has(to);
  return {
    why: isTaken ? `'${to}' already exists: choose another name.` : to === "" ? plainRule : undefined,
    isKey: (path) => path.length === 4 && path[1] === node && path[2] === "exits",
    text: (path, text) =>
      !isShared && path[0] === "tests" && path.at(-1) === "exit" && path.at(-2) === "llm" && text === old
        ? to
        : text,
  };
}

const secretName = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

export function secretRenaming(data: Fields, name: NameChange): RenamingRule {
  const { old, to } = name;
  const named = nameText("secret", name);
  const find = fieldFinder("secrets", old, to);
  const isTaken = listOf(data.get("secrets")).includes(to);
  return {
    why: isTaken
      ? whyNotPlain(to, true)
      : secretName.test(to)
        ? undefined
        : "A secret's name is made of letters, digits and _, and begins with a letter.",
    isKey: () => false,
    text: (path, text, is) => named(path[0] === "tools" ? inExprs(text, is, find) : text, is),
  };
}

const eventName = /^[a-z][a-z0-9_]{0,40}(?:\.[a-z][a-z0-9_]{0,40}){1,4}$/;

/** Rules for an event at its sender. Receivers are renamed too, unless another place sends it. */
export function eventRenaming(name: NameChange, at: Path, isElsewhere: boolean): RenamingRule {
  const named = nameText("event", name);
  const isReceiver = (path: Path): boolean => !isElsewhere && (path[0] === "hooks" || path[0] === "tests");
  return {
    why: eventName.test(name.to)
      ? undefined
      : "The name of an event must be two words in lower case, separated by a dot: plan.chosen.",
    isKey: (path, of) => of === "event" && (isReceiver(path) || path.join("/") === at.join("/")),
    text: (path, text, is) => (isReceiver(path) ? named(text, is) : text),
  };
}
