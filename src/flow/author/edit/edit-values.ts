// Value editing: sets and removes values of a flow as a form does, and inserts, removes and moves items of lists.

import type { Path } from "../../language/source/problem.ts";
import { plainFrom } from "../../language/source/same-document.ts";
import { documentLimits } from "../../language/source/splice.ts";
import type { Plain } from "../../language/source/yaml-tree.ts";
import { type Fields, isEmpty, isFields, isList, pathOf, put, valueAt, without } from "./data-at-path.ts";
import {
  type DocumentDraft,
  type RefusedEdit,
  refused,
  type WrittenDocument,
  written,
} from "./document-draft.ts";
import { removeNodes } from "./edit-nodes.ts";
import { shapeAt, takesList } from "./shape-of-value.ts";

export interface ValueEdit {
  readonly pointer: string;
  /** `undefined` removes. */
  readonly value: unknown;
}

/** Sets the value at a JSON pointer, or removes it when the value is `undefined`. */
export function setValue(draft: DocumentDraft, { pointer, value }: ValueEdit): WrittenDocument | RefusedEdit {
  const path = pathOf(draft.data, pointer);
  if (path === undefined) return refused(`There is no place '${pointer}'.`);
  if (value === undefined) return remove(draft, path);
  const plain = dataFrom(value);
  if (plain === undefined) return refused(tooDeep);
  if (path.length === 0) {
    return isFields(plain) ? written(draft, { data: plain }) : refused("A flow is a map of keys.");
  }
  const obstacle = obstacleOn(draft.data, path);
  if (obstacle !== undefined) return refused(obstacle);
  return written(draft, { data: put(draft.data, path, plain) as Fields });
}

const tooDeep = "That is nested deeper than a flow can be.";

/** Undefined if nested too deeply. */
function dataFrom(value: unknown): Plain | undefined {
  return isShallow(value, documentLimits.depthMax) ? plainFrom(value) : undefined;
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (levels === 0) return false;
  const all: Iterable<unknown> = value instanceof Map ? value.values() : Object.values(value);
  return [...all].every((each) => isShallow(each, levels - 1));
}

/** Why nothing can be written at a path; undefined when it can. */
function obstacleOn(data: Fields, path: Path): string | undefined {
  for (let i = 0; i < path.length; i++) {
    const holder = valueAt(data, path.slice(0, i));
    const name = path.slice(0, i).join("/");
    if (holder === undefined || holder === null) return undefined;
    if (isList(holder) && (path[i] as number) > holder.length) return `The list '${name}' is not that long.`;
    if (typeof holder !== "object") return `'${name}' has one value and no parts: set all of it.`;
  }
  return undefined;
}

function remove(draft: DocumentDraft, path: Path): WrittenDocument | RefusedEdit {
  const { data, document } = draft;
  if (path.length === 0) return refused("A flow cannot be removed from itself: delete it instead.");
  if (valueAt(data, path) === undefined) return { document };
  const [section, id] = path;
  if (section === "nodes" && path.length === 2) return removeNodes(draft, [String(id)]);
  return written(draft, { data: withoutEmpty(data, path) });
}

/** Removes a value, and then emptied maps and lists, if the language makes their key optional. */
function withoutEmpty(data: Fields, path: Path): Fields {
  const rest = without(data, path) as Fields;
  const holder = path.slice(0, -1);
  const isOver =
    holder.length > 0 && isEmpty(valueAt(rest, holder)) && shapeAt(data, holder)?.isOptional === true;
  return isOver ? withoutEmpty(rest, holder) : rest;
}

export interface ItemInsertion {
  readonly pointer: string;
  readonly index: number;
  readonly value: unknown;
}

/**
 * Inserts an item. A single value becomes the first item of a new list; a single target becomes its `else` branch.
 */
export function insertItem(
  draft: DocumentDraft,
  { pointer, index, value }: ItemInsertion,
): WrittenDocument | RefusedEdit {
  const path = pathOf(draft.data, pointer);
  if (path === undefined || path.length === 0) return refused(`There is no list '${pointer}'.`);
  const plain = dataFrom(value);
  if (plain === undefined) return refused(tooDeep);
  const obstacle = obstacleOn(draft.data, path);
  if (obstacle !== undefined) return refused(obstacle);
  const old = valueAt(draft.data, path);
  const items = isList(old) ? old : asList(draft.data, { path, old });
  if (items === undefined) return refused(`'${pointer}' is no list.`);
  const at = Math.min(Math.max(0, Math.trunc(index) || 0), isElse(plain) ? items.length : endOf(items));
  const list = [...items.slice(0, at), plain, ...items.slice(at)];
  return written(draft, { data: put(draft.data, path, list) as Fields });
}

function asList(
  data: Fields,
  { path, old }: { readonly path: Path; readonly old: Plain | undefined },
): readonly Plain[] | undefined {
  if (old === undefined || old === null) return [];
  if (typeof old === "object") return undefined;
  const shape = shapeAt(data, path)?.shape;
  if (shape?.is === "way") return [new Map([["else", old]])];
  return shape !== undefined && takesList(shape) ? [old] : undefined;
}

/** Index of the end of items: an `else` branch stays last. */
function endOf(items: readonly Plain[]): number {
  return items.length - Number(isElse(items.at(-1)));
}

function isElse(item: Plain | undefined): boolean {
  return isFields(item) && item.has("else");
}

export function removeItem(
  draft: DocumentDraft,
  { pointer, index }: { readonly pointer: string; readonly index: number },
): WrittenDocument | RefusedEdit {
  const list = listAt(draft, pointer);
  if ("refused" in list) return list;
  if (list.items[index] === undefined) return refused(`The list '${pointer}' has no item ${index}.`);
  return written(draft, { data: withoutEmpty(draft.data, [...list.path, index]) });
}

export function moveItem(
  draft: DocumentDraft,
  { pointer, from, to }: { readonly pointer: string; readonly from: number; readonly to: number },
): WrittenDocument | RefusedEdit {
  const list = listAt(draft, pointer);
  if ("refused" in list) return list;
  const { path, items } = list;
  const item = items[from];
  if (item === undefined) return refused(`The list '${pointer}' has no item ${from}.`);
  if (isElse(item)) return refused("The else branch stays last: move the conditions.");
  const rest = [...items.slice(0, from), ...items.slice(from + 1)];
  const at = Math.min(Math.max(0, Math.trunc(to) || 0), endOf(rest));
  const moved = [...rest.slice(0, at), item, ...rest.slice(at)];
  return written(draft, { data: put(draft.data, path, moved) as Fields });
}

function listAt(
  { data }: DocumentDraft,
  pointer: string,
): { readonly path: Path; readonly items: readonly Plain[] } | RefusedEdit {
  const path = pathOf(data, pointer);
  const items = path === undefined ? undefined : valueAt(data, path);
  if (path === undefined || !isList(items)) return refused(`There is no list '${pointer}'.`);
  return { path, items };
}
