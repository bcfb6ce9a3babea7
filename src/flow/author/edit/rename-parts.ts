// Rename rules for parts: further changes when an option of a choice, a parameter or a result field of a tool gets
// another name.

import type { Path } from "../../language/source/problem.ts";
import type { Plain } from "../../language/source/yaml-tree.ts";
import { type Fields, fieldsOf } from "./data-at-path.ts";
import {
  comparisonFinder,
  fieldFinder,
  nameFinder,
  replaced,
  replacedValue,
} from "./rename-in-expressions.ts";
import { type NameChange, plainRule, type RenamingRule, whyNotPlain } from "./rename-rules.ts";
import { optionIds, sharingOptions, variablesOf, whyNotInExpressions } from "./written-variables.ts";

/** `at` is where the option's id is written. */
export function optionRenaming(data: Fields, { old, to }: NameChange, at: Path): RenamingRule {
  const [section, owner] = [String(at[0]), String(at[1])];
  const sharing = sharingOptions(data, [section, owner]);
  const ownerFields = fieldsOf(fieldsOf(data.get(section)).get(owner));
  const isShared = [...variablesOf(data)].some(
    ([name, variable]) => !sharing.has(name) && optionIds(variable).includes(old),
  );
  const nodes = fieldsOf(data.get("nodes"));
  const isMeant = (name: unknown): boolean => typeof name === "string" && sharing.has(name);
  const find = comparisonFinder((expr) => expr.type === "name" && sharing.has(expr.name), old, to);
  const isValue = (path: Path): boolean => {
    const last = path.at(-1);
    const isOwn =
      (last === "default" || last === "example") &&
      path.length === 3 &&
      path[1] === (section === "variables" ? owner : path[1]);
    if (isOwn && path[0] === "variables" && isMeant(path[1])) return true;
    if (path[0] !== "tests") return false;
    return isMeant(last) && ["expect", "set", "context"].includes(String(path.at(-2)));
  };
  return {
    why: whyNotPlain(to, optionIds(ownerFields).includes(to)),
    isKey: (path) =>
      path.length === 4 && path[2] === "goto" && isMeant(fieldsOf(nodes.get(String(path[1]))).get("menu")),
    text: (path, text, { is }) => {
      if (path.join("/") === at.join("/")) return to;
      if (text === old && isValue(path)) return to;
      const isChosen = path[0] === "tests" && path.at(-1) === "option" && path.at(-2) === "llm";
      if (isChosen && text === old && !isShared) return to;
      if (is !== "expression" && is !== "template") return text;
      const isAssigned =
        is === "expression" && isMeant(path.at(-1)) && ["set", "save"].includes(String(path.at(-2)));
      return replaced(isAssigned ? replacedValue(text, old, to) : text, is, find);
    },
  };
}

/** Rules for a parameter of a tool: arguments in nodes, expected calls in tests, and the templates of its request. */
export function paramRenaming(data: Fields, { old, to }: NameChange, tool: string): RenamingRule {
  const params = fieldsOf(fieldsOf(fieldsOf(data.get("tools")).get(tool)).get("params"));
  const isUser = usersOf(data, tool);
  const find = nameFinder(old, to);
  return {
    why: whyNotPlain(to, params.has(to)) ?? whyNotInExpressions(to),
    isKey: (path) => {
      const [top, name, section] = path;
      if (top === "tools") return name === tool && section === "params";
      if (top === "nodes") return section === "with" && isUser(String(name));
      return isArgument(path, tool);
    },
    text: (path, text, { is }) =>
      path[0] === "tools" && path[1] === tool && (is === "template" || is === "expression")
        ? replaced(text, is, find)
        : text,
  };
}

/** `calls: {tool: {param: …}}`, and a model's `tool: {tool: {param: …}}`. */
function isArgument(path: Path, tool: string): boolean {
  const [holder, name] = [path.at(-3), path.at(-2)];
  return (
    path[0] === "tests" && path[2] === "script" && name === tool && (holder === "calls" || holder === "tool")
  );
}

/** Rules for a field of a tool's result: mocks in tests, and `save` of the nodes that call the tool. */
export function returnRenaming(data: Fields, { old, to }: NameChange, tool: string): RenamingRule {
  const returns = fieldsOf(fieldsOf(fieldsOf(data.get("tools")).get(tool)).get("returns"));
  const isUser = usersOf(data, tool);
  const find = fieldFinder("result", old, to);
  return {
    why: returns.has(to) ? whyNotPlain(to, true) : to === "" ? plainRule : undefined,
    isKey: (path) =>
      (path[0] === "tools" && path[1] === tool && path[2] === "returns") || isAnswer(path, tool),
    text: (path, text, { is }) =>
      path[0] === "nodes" && path[2] === "save" && isUser(String(path[1])) && is === "expression"
        ? replaced(text, is, find)
        : text,
  };
}

/** A mock's body, one of several, or a control's. */
function isAnswer(path: Path, tool: string): boolean {
  if (path[0] !== "tests" || path[2] !== "mocks" || path[3] !== tool) return false;
  const inside = path.slice(4, -1).filter((part) => typeof part !== "number");
  return inside.length === 0 ? path.length > 4 : inside.length === 1 && inside[0] === "body";
}

function usersOf(data: Fields, tool: string): (node: string) => boolean {
  const nodes = fieldsOf(data.get("nodes"));
  return (node) => fieldsOf(nodes.get(node) as Plain | undefined).get("tool") === tool;
}
