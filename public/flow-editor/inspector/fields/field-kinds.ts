// Field kinds: which kinds of form field can edit a shape, and which one shows the present value.

import { fieldsOf, isFields, isList } from "../../../../src/flow/author/edit/data-at-path.ts";
import type { NamedThing, PlaceName, Shape } from "../../../../src/flow/language/schema/shape.ts";
import { hasTellingKey } from "../../../../src/flow/language/schema/knowledge-table.ts";
import { places } from "../../../../src/flow/language/schema/table.ts";
import { isSayPlace, sayPlaceOf, writtenKeys } from "../../../../src/flow/language/schema/say-shape.ts";
import type { Plain } from "../../../../src/flow/language/source/yaml-tree.ts";
import { alternatives } from "../../complete/shape-at-path.ts";

export type FieldKind =
  | { readonly as: "line"; readonly shape: Shape }
  | { readonly as: "choice"; readonly values: readonly (string | number | boolean)[] }
  /** Spoken texts: one or several wordings, in one language or several. */
  | { readonly as: "texts" }
  /** Short texts, one per line, in one language or several. */
  | { readonly as: "phrases"; readonly byLanguage: boolean }
  | { readonly as: "branches" }
  /** `isSingle`: a single item may be written without a list. */
  | { readonly as: "list"; readonly of: Shape; readonly isSingle: boolean }
  | { readonly as: "entries"; readonly keys: NamedThing | "any"; readonly of: Shape }
  | { readonly as: "record"; readonly place: PlaceName };

/** The kinds of field for a shape; the first one is used for a value that is not written yet. */
export function fieldKindsFor(shape: Shape): readonly FieldKind[] {
  const all = alternatives(shape);
  const [one, many] = all;
  if (all.length === 2 && one !== undefined && many?.is === "list" && isSame(one, many.of)) {
    return [{ as: "list", of: one, isSingle: true }];
  }
  const scalars = all.filter(isScalar);
  if (scalars.length < 2 || all.some(({ is }) => is === "map" || is === "dictionary" || is === "data")) {
    return all.flatMap(ofOne);
  }
  return [
    { as: "line", shape: { is: "either", of: scalars } },
    ...all.filter((each) => !isScalar(each)).flatMap(ofOne),
  ];
}

function ofOne(shape: Shape): readonly FieldKind[] {
  switch (shape.is) {
    case "enum":
      return [{ as: "choice", values: shape.values }];
    case "boolean":
      return [{ as: "choice", values: [true, false] }];
    case "text":
      return [{ as: "texts" }];
    case "phrases":
      return [{ as: "phrases", byLanguage: true }];
    case "way":
      return [{ as: "branches" }];
    case "list":
      if (shape.of.is === "string") return [{ as: "phrases", byLanguage: false }];
      return [{ as: "list", of: shape.of, isSingle: false }];
    case "dictionary":
      return [{ as: "entries", keys: shape.keys, of: shape.of }];
    case "map":
      return [{ as: "record", place: shape.place }];
    case "expression":
    case "body":
    case "data":
      return [
        { as: "line", shape },
        { as: "entries", keys: "any", of: shape },
        { as: "list", of: shape, isSingle: false },
      ];
    default:
      return [{ as: "line", shape }];
  }
}

const composite: ReadonlySet<Shape["is"]> = new Set(["text", "phrases", "way", "list", "dictionary", "map", "expression", "body", "data"]); // prettier-ignore

function isScalar({ is }: Shape): boolean {
  return !composite.has(is);
}

function isSame(one: Shape, other: Shape): boolean {
  return one.is === other.is && (one.is !== "name" || (other.is === "name" && one.of === other.of));
}

/** The kind that can show the value; undefined when none can. */
export function shownFieldKind(kinds: readonly FieldKind[], value: Plain | undefined): FieldKind | undefined {
  return value === undefined || value === null ? kinds[0] : kinds.find((kind) => isShown(kind, value));
}

function isShown(kind: FieldKind, value: Plain): boolean {
  switch (kind.as) {
    case "line":
      return typeof value !== "object";
    case "choice":
      return kind.values.includes(value as string);
    case "texts":
      return isWords(value) || (isByLanguage(value, isWords) && sayFormOf(value) === undefined);
    case "phrases":
      return isList(value) ? value.every(isWord) : kind.byLanguage && isByLanguage(value, isWords);
    case "branches":
      return isWord(value) || (isList(value) && value.length > 0 && value.every(isFields));
    case "list":
      return isList(value) || (kind.isSingle && isWord(value));
    case "entries":
      return isFields(value);
    case "record":
      if (isSayPlace(kind.place)) return sayFormOf(value) === kind.place;
      if (!isFields(value) || !hasTellingKey(value, kind.place)) return false;
      return kind.place !== "control" || isMockControl(value);
  }
}

/** A mock with other keys, or with none, is the body of an answer and not a control map. */
function isMockControl(value: ReadonlyMap<string, Plain>): boolean {
  return (
    value.size > 0 && [...value.keys()].every((key) => places.control.keys.some(({ name }) => name === key))
  );
}

function sayFormOf(value: Plain) {
  return isFields(value) ? sayPlaceOf(value) : undefined;
}

function isWord(value: Plain): boolean {
  return typeof value !== "object";
}

function isWords(value: Plain): boolean {
  return isWord(value) || (isList(value) && value.every(isWord));
}

function isByLanguage(value: Plain, isFit: (value: Plain) => boolean): boolean {
  return isFields(value) && value.size > 0 && [...value.values()].every(isFit);
}

/** The initial value of a new field. */
export function starterOf(kind: FieldKind): Plain {
  switch (kind.as) {
    case "choice":
      // The type that takes every answer.
      return kind.values.includes("text") ? "text" : (kind.values[0] ?? "");
    case "list":
      return [];
    case "phrases":
      return [];
    case "entries":
      return new Map();
    case "record":
      return recordStarter(kind.place);
    case "line":
    case "texts":
    case "branches":
      return "";
  }
}

const begin: Partial<Record<PlaceName, ReadonlyMap<string, Plain>>> = {
  variable: new Map([["type", "text"]]),
  step: new Map([["user", ""]]),
  tool: new Map([["http", "GET https://"]]),
  control: new Map([["error", "timeout"]]),
};

function recordStarter(place: PlaceName): Plain {
  const required = places[place].keys.filter((key) => key.required === true);
  const entries = required.map(({ name, shape }) => {
    const [kind] = fieldKindsFor(shape);
    return [name, kind === undefined ? "" : starterOf(kind)] as const;
  });
  return begin[place] ?? new Map(entries);
}

/** The initial value after switching the kind; keeps the old value where it fits. */
export function beginningOf(kind: FieldKind, value: Plain | undefined): Plain {
  const starter = starterOf(kind);
  const form = value === undefined ? undefined : sayFormOf(value);
  const written = form === undefined ? value : fieldsOf(value).get(writtenKeys[form]);
  if (written === undefined || written === null || written === "") return starter;
  if (kind.as === "texts" && isShown(kind, written)) return written;
  if (kind.as === "record" && isSayPlace(kind.place) && isFields(starter))
    return new Map([...starter, [writtenKeys[kind.place], written]]);
  return kind.as === "list" && !isList(value) && !isFields(value) ? [written] : starter;
}

/** The kind's name in the select box that switches between kinds. */
export function fieldKindName(kind: FieldKind): string {
  switch (kind.as) {
    case "line":
      return kind.shape.is === "data" || kind.shape.is === "body" ? "value" : kind.shape.is;
    case "choice":
      return kind.values.join(", ");
    case "list":
      return "list";
    case "entries":
      return "map";
    case "record":
      return kind.place;
    case "texts":
    case "phrases":
    case "branches":
      return kind.as;
  }
}
