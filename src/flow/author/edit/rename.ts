// Rename: gives anything in a flow another name, and changes every mention of it in keys, expressions, templates and
// tests.

import type { Path } from "../../language/source/problem.ts";
import { type Fields, fieldsOf, isFields, pathOf, put, valueAt, withKey } from "./data-at-path.ts";
import {
  type DocumentDraft,
  type RefusedEdit,
  refused,
  type WrittenDocument,
  written,
} from "./document-draft.ts";
import { renameNode } from "./edit-nodes.ts";
import { optionRenaming, paramRenaming, returnRenaming } from "./rename-parts.ts";
import {
  eventRenaming,
  exitRenaming,
  handlerRenaming,
  type NameChange,
  ownHandlerRenaming,
  type RenamingRule,
  secretRenaming,
  toolRenaming,
  typeRenaming,
  variableRenaming,
} from "./rename-rules.ts";
import { shapeAt } from "./shape-of-value.ts";
import { visit } from "./schema-walk.ts";

/** Renames the target of a JSON pointer. Refuses a taken or invalid name. */
export function renameKey(
  draft: DocumentDraft,
  { pointer, to }: { readonly pointer: string; readonly to: string },
): WrittenDocument | RefusedEdit {
  const { data, document } = draft;
  const path = pathOf(data, pointer);
  if (path === undefined || path.length === 0 || valueAt(data, path) === undefined) {
    return refused(`There is nothing at '${pointer}'.`);
  }
  const [section, name] = path;
  if (section === "nodes" && path.length === 2) return renameNode(draft, String(name), to);
  if (section === "tests" && typeof name === "number" && isFields(valueAt(data, path)) && path.length === 2) {
    return written(draft, { data: put(data, [...path, "name"], to) as Fields });
  }
  const { old, at } = namedAt(data, path);
  if (old === undefined) return refused(`What is at '${pointer}' has no name yet: give it one first.`);
  if (old === to) return { document };
  const renaming = renamingOf(data, { path: at, name: { old, to } });
  if (renaming.why !== undefined) return refused(renaming.why);
  return carriedOut(draft, renaming, { old, to });
}

/** Named thing and the place of its name: for options and secrets the name is a value. */
function namedAt(data: Fields, path: Path): { readonly old: string | undefined; readonly at: Path } {
  const value = valueAt(data, path);
  const at = path[2] === "options" && path.length === 4 && isFields(value) ? [...path, "id"] : path;
  const isValue =
    at.length === 5 ? at[2] === "options" && at[4] === "id" : at.length === 2 && at[0] === "secrets";
  if (!isValue) return { at, old: String(at.at(-1)) };
  const named = valueAt(data, at);
  return { at, old: typeof named === "string" ? named : undefined };
}

function renamingOf(
  data: Fields,
  { path, name }: { readonly path: Path; readonly name: NameChange },
): RenamingRule {
  const [section, owner = "", part] = path;
  const holder = String(owner);
  if (path.length === 2) {
    if (section === "variables") return variableRenaming(data, name);
    if (section === "types") return typeRenaming(data, name);
    if (section === "tools") return toolRenaming(data, name);
    if (section === "handlers") return handlerRenaming(data, name);
    if (section === "secrets") return secretRenaming(data, name);
  }
  if (path.length === 4 && part === "params" && section === "tools") return paramRenaming(data, name, holder);
  if (path.length === 4 && part === "returns" && section === "tools")
    return returnRenaming(data, name, holder);
  if (path.length === 4 && part === "handlers" && section === "nodes")
    return ownHandlerRenaming(data, name, holder);
  if (path.length === 4 && part === "exits" && section === "nodes") return exitRenaming(data, name, holder);
  if (path.length === 5 && part === "options" && path[4] === "id") return optionRenaming(data, name, path);
  if (path.at(-2) === "emit") return eventRenaming(name, path, isEmittedElsewhere(data, path));
  return keyRenaming(data, path, name);
}

function isEmittedElsewhere(data: Fields, at: Path): boolean {
  let isFound = false;
  visit(data, {
    key: (path, of) => {
      const isOther = path.join("/") !== at.join("/") && path[0] !== "tests";
      if (of === "event" && path.at(-1) === at.at(-1) && isOther) isFound = true;
    },
    text: () => {},
  });
  return isFound;
}

/** A key without other mentions. */
function keyRenaming(data: Fields, at: Path, { to }: NameChange): RenamingRule {
  const holder = at.slice(0, -1);
  const shape = shapeAt(data, holder)?.shape.is;
  const isTaken = fieldsOf(valueAt(data, holder)).has(to);
  const isFixed = typeof at.at(-1) === "number" || shape === "map" || shape === "list";
  return {
    why: isFixed
      ? "The language gives this its name: remove it, and add the other."
      : isTaken
        ? `'${to}' already exists: choose another name.`
        : undefined,
    isKey: () => false,
    text: (_path, text) => text,
    only: at,
  };
}

function carriedOut(
  draft: DocumentDraft,
  renaming: RenamingRule,
  { old, to }: NameChange,
): WrittenDocument | RefusedEdit {
  const keys: Path[] = renaming.only === undefined ? [] : [renaming.only];
  let data = draft.data;
  visit(draft.data, {
    key: (path, of) => {
      if (path.at(-1) === old && renaming.isKey(path, of)) keys.push(path);
    },
    text: (path, text, is) => {
      const now = renaming.text(path, text, is);
      if (now !== text) data = put(data, path, now) as Fields;
    },
  });
  const clash = keys.find((path) => fieldsOf(valueAt(draft.data, path.slice(0, -1))).has(to));
  if (clash !== undefined) {
    return refused(
      `'${to}' already exists beside '${old}', in ${clash.slice(0, -1).join("/")}: choose another name.`,
    );
  }
  // The deepest first: the others' paths stay true.
  for (const path of keys.toSorted((a, b) => b.length - a.length)) {
    const holder = path.slice(0, -1);
    data = put(data, holder, withKey(fieldsOf(valueAt(data, holder)), old, to)) as Fields;
  }
  return written(draft, { data, renamed: keys.map((path) => ({ path, to })) });
}
