// Description of a shape: its words for messages ("this should be …") and for the reference page.

import { durationText } from "../../value/duration.ts";
import type { Key, Shape } from "./shape.ts";

/** Completes "this should be …". */
export function describe(shape: Shape): string {
  switch (shape.is) {
    case "string":
      return shape.says ?? "a text";
    case "name":
      return nameWords[shape.of];
    case "text":
      return "a text, a list of texts, or texts by language";
    case "phrases":
      return "a list of phrases, or such lists by language";
    case "template":
      return "a text, which may contain {{ }}";
    case "bound":
      return "a value, or {{ an expression }}";
    case "condition":
      return "a condition";
    case "expression":
      return "an expression, or a map or list of expressions";
    case "body":
      return "data whose texts may contain {{ }}";
    case "target":
      return "the id of a node";
    case "way":
      return "the id of a node, or a list of {if, goto} that ends in {else}";
    case "duration":
      return `a duration from ${durationText(shape.minMs)} to ${durationText(shape.maxMs)}`;
    case "number":
      return numberWords(shape);
    case "boolean":
      return "true or false";
    case "enum":
      return shape.values.length === 1 ? String(shape.values[0]) : `one of ${shape.values.join(", ")}`;
    case "data":
      return "plain data";
    case "list":
      return shape.of.is === "map" ? "a list of maps" : `a list of values, each ${describe(shape.of)}`;
    case "dictionary":
      return "a map by name";
    case "map":
      return "a map";
    case "either":
      return [...new Set(shape.of.map(describe))].join(", or ");
  }
}

const nameWords = {
  variable: "the name of a variable",
  node: "the id of a node",
  tool: "the name of a tool",
  type: "the name of a type",
  handler: "the name of a handler",
  flow: "the id of a flow",
  secret: "the name of a secret",
  option: "the id of an option",
  language: "a language such as en or de",
  event: "the name of an event",
  knowledge: "the name of a knowledge entry",
} as const;

function numberWords({ min, max, integer }: Shape & { readonly is: "number" }): string {
  const kind = integer === true ? "a whole number" : "a number";
  if (min === undefined || max === undefined) return kind;
  return `${kind} from ${min.toLocaleString("en")} to ${max.toLocaleString("en")}`;
}

/** A range in words: "1 to 20", "at most 20", or one number. */
export function range(min: number, max: number): string {
  if (min === max) return String(min);
  return min === 0 ? `at most ${max}` : `${min} to ${max}`;
}

/** The verbs or types that have a key, in words: "menu", "ask and menu". */
export function ownersOf(rows: readonly Key[] | undefined): string | undefined {
  const owners = [...new Set((rows ?? []).flatMap(({ only }) => only ?? []))];
  if (owners.length === 0) return undefined;
  const last = owners.at(-1) ?? "";
  return owners.length === 1 ? last : `${owners.slice(0, -1).join(", ")} and ${last}`;
}
