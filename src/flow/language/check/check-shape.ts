// Schema check: unknown keys, missing keys and values of a wrong shape, by the table of the language.

import { type Data, isMap } from "../model/map-reader.ts";
import type { Finding, Report } from "../model/finding.ts";
import { isKind } from "../model/model-variables.ts";
import type { Path } from "../source/problem.ts";
import { durationMs } from "../../value/duration.ts";
import { describe, ownersOf, range } from "../schema/describe-shape.ts";
import { insteadOf } from "../schema/key-hints.ts";
import type { Key, PlaceSchema, PlaceName, Shape } from "../schema/shape.ts";
import { hasTellingKey } from "../schema/knowledge-table.ts";
import { places } from "../schema/table.ts";
import { notOnTypes } from "../schema/variable-table.ts";
import { isSayPlace, sayPlaceOf } from "../schema/say-shape.ts";
import { didYouMean } from "../../../base/closest-word.ts";
import { suggestName } from "./check-context.ts";
import { ownerOf } from "./key-owner.ts";

/** UTF-16 units of one text, holes included. */
const textCharsMax = 2_000;
const wordingsMax = 20;
/** Keys in one hint; more are no help. */
const keysListedMax = 24;

/** Compares a document with the table of the language. It runs on plain data, before a model is built. */
export function checkShape(document: Data, report: Report): void {
  new ShapeCheck(document, report).map(document, { place: "flow", path: [] });
}

interface ValuePosition {
  readonly place: PlaceName;
  readonly path: Path;
}

const keysOf = new Map<PlaceSchema, ReadonlyMap<string, readonly Key[]>>();

function known(place: PlaceSchema): ReadonlyMap<string, readonly Key[]> {
  const cached = keysOf.get(place);
  if (cached !== undefined) return cached;
  const made = Map.groupBy(place.keys, ({ name }) => name);
  keysOf.set(place, made);
  return made;
}

class ShapeCheck {
  readonly #document: Data;
  readonly #report: Report;

  constructor(document: Data, report: Report) {
    this.#document = document;
    this.#report = report;
  }

  map(data: Data, { place: name, path }: ValuePosition): void {
    const place = places[name];
    const owner = ownerOf(data, name, this.#document);
    const keys = known(place);
    for (const [key, value] of data) {
      const rows = keys.get(key);
      const row = rows?.find(({ only }) => only === undefined || owner === undefined || only.includes(owner));
      const onType = name === "variable" && path[0] === "types" && notOnTypes.has(key);
      if (row === undefined || onType) this.#unknown(key, { path, name, place, rows, owner });
      else this.value(value, row.shape, [...path, key]);
    }
    for (const { name: key, required, shape } of place.keys) {
      if (required === true && !data.has(key)) this.#missing({ key, shape, path, place });
    }
  }

  value(data: unknown, shape: Shape, path: Path): void {
    switch (shape.is) {
      case "text":
        return this.#text(data, path);
      case "phrases":
        return this.#phrases(data, path);
      case "way":
        return this.#edges(data, path);
      case "list":
        return this.#list(data, shape, path);
      case "dictionary":
        if (!isMap(data)) return this.#wrong(data, shape, path);
        for (const [key, each] of data) this.value(each, shape.of, [...path, key]);
        return;
      case "map":
        if (!isMap(data)) return this.#wrong(data, shape, path);
        return this.map(data, { place: shape.place, path });
      case "either": {
        const fitting = shape.of.find((each) => isOfKind(data, each));
        if (fitting === undefined) return this.#wrong(data, shape, path);
        return this.value(data, fitting, path);
      }
      default:
        if (!isScalarOf(data, shape)) this.#wrong(data, shape, path);
    }
  }

  #text(data: unknown, path: Path): void {
    if (!isMap(data)) return this.#wordings(data, path);
    if (data.size === 0) return this.#wrong(data, { is: "text" }, path);
    for (const [language, each] of data) this.#wordings(each, [...path, language]);
  }

  #wordings(data: unknown, path: Path): void {
    if (!Array.isArray(data)) return this.#sentence(data, path);
    if (data.length === 0 || data.length > wordingsMax)
      this.#say(path, `a text can have 1 to ${wordingsMax} wordings`);
    data.forEach((each, i) => this.#sentence(each, [...path, i]));
  }

  #sentence(data: unknown, path: Path): void {
    if (typeof data !== "string") return this.#wrong(data, { is: "text" }, path);
    if (data.length > textCharsMax)
      this.#say(path, `a text can have at most ${textCharsMax.toLocaleString("en")} characters`, "divide it");
    else if (data.trim() === "") this.#say(path, "this text is empty", "remove the key, or write a text");
  }

  #phrases(data: unknown, path: Path): void {
    const strings: Shape = { is: "list", of: { is: "string" }, min: 1, max: 200 };
    if (!isMap(data)) return this.value(data, strings, path);
    // An empty list says that a language has no phrases.
    for (const [language, each] of data) this.value(each, { ...strings, min: 0 }, [...path, language]);
  }

  #edges(data: unknown, path: Path): void {
    if (typeof data === "string") return;
    this.value(data, { is: "list", of: { is: "map", place: "branch" }, min: 1, max: 100 }, path);
    if (Array.isArray(data)) data.forEach((each, i) => this.#branch(each, [...path, i]));
  }

  /** `{if, goto}` or `{else}`. */
  #branch(data: unknown, path: Path): void {
    if (!isMap(data)) return;
    if (data.has("else")) {
      const other = ["if", "goto"].find((key) => data.has(key));
      if (other !== undefined)
        this.#say(path, `'else' cannot be combined with '${other}'`, "write {if: …, goto: …} or {else: …}");
      return;
    }
    for (const key of ["if", "goto"]) {
      if (!data.has(key))
        this.#report({
          code: "VF111",
          path,
          message: `this branch has no '${key}'`,
          hint: "write {if: …, goto: …} or {else: …}",
        });
    }
  }

  #list(data: unknown, shape: Shape & { readonly is: "list" }, path: Path): void {
    if (!Array.isArray(data)) return this.#wrong(data, shape, path);
    const { min = 0, max = 1_000 } = shape;
    if (data.length < min || data.length > max)
      this.#say(path, `this list must have ${range(min, max)} entries`);
    data.slice(0, max).forEach((each, i) => this.value(each, shape.of, [...path, i]));
  }

  #unknown(key: string, { path, name, place, rows, owner }: Unknown): void {
    const where = ownersOf(rows);
    const problem = { code: "VF110", path: [...path, key], atKey: true } as const;
    const instead = insteadOf(key, name);
    if (where !== undefined && owner !== undefined) {
      this.#report({
        ...problem,
        message: `'${owner}' has no '${key}'`,
        hint: instead ?? `only ${where} ${where.includes(" and ") ? "support" : "supports"} it`,
      });
      return;
    }
    const names = place.keys
      .filter(({ only }) => only === undefined || owner === undefined || only.includes(owner))
      .map((each) => each.name);
    const listed =
      names.length > keysListedMax
        ? "remove it. /flow-language lists all keys"
        : `valid keys: ${names.join(", ")}`;
    const hint = instead === undefined ? { hint: listed, ...suggestName(key, names) } : { hint: instead };
    this.#report({
      ...problem,
      message: `unknown key '${key}' in ${place.title.toLowerCase()}`,
      ...hint,
    });
  }

  #missing({ key, shape, path, place }: MissingKey): void {
    const title = place.title.toLowerCase();
    const message = `${title} needs '${key}'`;
    this.#report({ code: "VF111", path, atKey: true, message, hint: `add '${key}': ${describe(shape)}` });
  }

  #wrong(data: unknown, shape: Shape, path: Path): void {
    const wanted = describe(shape);
    if (data === null || data === undefined) {
      this.#say(path, `a value is missing here: ${wanted}`);
      return;
    }
    this.#say(path, `this should be ${wanted}`, hintFor(data, shape));
  }

  #say(path: Path, message: string, hint?: string): void {
    const finding: Finding = { code: "VF112", path, message };
    this.#report(hint === undefined ? finding : { ...finding, hint });
  }
}

interface MissingKey {
  readonly key: string;
  readonly shape: Shape;
  readonly path: Path;
  readonly place: PlaceSchema;
}

interface Unknown {
  readonly path: Path;
  readonly name: PlaceName;
  readonly place: PlaceSchema;
  readonly rows: readonly Key[] | undefined;
  readonly owner: string | undefined;
}

const isOfDuration = (shape: Shape): boolean =>
  shape.is === "duration" || (shape.is === "either" && shape.of.some(isOfDuration));

/** Hint for a duration in everyday notation: "5 seconds". */
function durationHint(data: string): string | undefined {
  const [, number, unit] =
    /^\s*(\d{1,6}(?:\.\d{1,3})?)\s*(ms|s|m|h|milliseconds?|secs?|seconds?|mins?|minutes?|hours?)\s*$/i.exec(
      data,
    ) ?? [];
  if (number === undefined || unit === undefined) return undefined;
  return `write ${number}${/^m(?:s|illi)/i.test(unit) ? "ms" : unit.charAt(0).toLowerCase()}`;
}

const isOfOptions = (shape: Shape): boolean =>
  shape.is === "list" && shape.of.is === "map" && shape.of.place === "option";

function hintFor(data: unknown, shape: Shape): string | undefined {
  if (typeof data === "number" && shape.is === "duration") return `write a unit: ${data}s or ${data}ms`;
  if (typeof data === "string" && isOfDuration(shape)) return durationHint(data);
  const isText =
    shape.is === "text" || shape.is === "string" || shape.is === "template" || shape.is === "name";
  if ((typeof data === "number" || typeof data === "boolean") && isText) return `put it in quotes: "${data}"`;
  if (shape.is === "map" && shape.place === "option" && typeof data === "string")
    return `write {id: ${data}}`;
  if (shape.is === "map" && shape.place === "variable" && typeof data === "string")
    return `write {type: ${isKind(data) ? data : "text"}}`;
  if (shape.is === "either" && isMap(data) && shape.of.some(isOfOptions))
    return "write a list: [{id: …}, {id: …}]";
  if (shape.is === "dictionary" && Array.isArray(data)) return "write 'name: …' instead of '- …'";
  if (shape.is === "enum" && typeof data === "string") return didYouMean(data, shape.values.map(String));
  return undefined;
}

/** Whether data looks like this shape, to choose among alternatives the one that the author wanted. */
function isOfKind(data: unknown, shape: Shape): boolean {
  switch (shape.is) {
    case "text":
      return !isMap(data) || sayPlaceOf(data) === undefined;
    case "map":
      if (isSayPlace(shape.place)) return isMap(data) && sayPlaceOf(data) === shape.place;
      if (shape.place !== "control") return isMap(data) && hasTellingKey(data, shape.place);
      return isMap(data) && data.size > 0 && [...data.keys()].every((key) => known(places.control).has(key));
    case "dictionary":
      return isMap(data);
    case "list":
      return Array.isArray(data);
    case "duration":
      return typeof data === "string";
    default:
      return isScalarOf(data, shape);
  }
}

function isScalarOf(data: unknown, shape: Shape): boolean {
  switch (shape.is) {
    case "string":
      return (
        typeof data === "string" &&
        data.trim() !== "" &&
        (shape.pattern === undefined || new RegExp(shape.pattern).test(data))
      );
    case "name":
    case "template":
    case "target":
      return typeof data === "string" && data.trim() !== "";
    case "bound":
      return typeof data === "string" || typeof data === "number";
    case "condition":
      return typeof data === "string" || typeof data === "boolean";
    case "boolean":
      return typeof data === "boolean";
    case "enum":
      return shape.values.some((value) => value === data);
    case "duration": {
      const ms = typeof data === "string" ? durationMs(data) : undefined;
      return ms !== undefined && ms >= shape.minMs && ms <= shape.maxMs;
    }
    case "number": {
      const { min = -Infinity, max = Infinity, integer = false } = shape;
      return typeof data === "number" && data >= min && data <= max && (!integer || Number.isInteger(data));
    }
    case "expression":
    case "body":
    case "data":
      return true;
    default:
      return false;
  }
}
