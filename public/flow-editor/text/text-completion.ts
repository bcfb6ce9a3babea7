// Text completion: suggests the keys or values that fit the caret's place in the YAML.

import { type Fields, fieldsOf, valueAt } from "../../../src/flow/author/edit/data-at-path.ts";
import { verbsOf } from "../../../src/flow/language/model/model-nodes.ts";
import { Fields as Reader } from "../../../src/flow/language/model/map-reader.ts";
import type { Key, Shape } from "../../../src/flow/language/schema/shape.ts";
import { places } from "../../../src/flow/language/schema/table.ts";
import { completionsFor, keyCompletions, nameCompletion, namesFor } from "../complete/completion.ts";
import { flowNamesOf } from "../complete/flow-names.ts";
import type { Completion, Completions } from "../complete/completion-item.ts";
import { keysOf, shapeAtPath } from "../complete/shape-at-path.ts";
import { type CaretContext, caretContextAt } from "./caret-path.ts";

/**
 * `from` is an offset of the text. Undefined when there is nothing to offer. `document` may be older than the text.
 */
export function completionsAt(text: string, offset: number, document: Fields): Completions | undefined {
  const spot = caretContextAt(text, offset);
  if (spot === undefined) return undefined;
  const { shapes } = shapeAtPath(document, spot.path);
  const completions =
    spot.writes === "key" ? keysAt(spot, shapes, document) : valuesAt(spot, shapes, document);
  return completions.options.length === 0
    ? undefined
    : { from: spot.from + completions.from, options: completions.options };
}

function keysAt(spot: CaretContext, shapes: readonly Shape[], document: Fields): Completions {
  const here = fieldsOf(valueAt(document, spot.path));
  const written = new Set([...spot.written, ...here.keys()].filter((key) => key !== spot.word));
  const options = shapes.flatMap((shape) => keysIn(shape, { spot, here, written, document }));
  // A word at the start of a line or after a dash may become a value as well as a key.
  const values = spot.written.size === 0 ? valuesAt(spot, shapes.filter(isScalar), document) : nothing;
  const keys = options.map((each) => ({ ...each, label: each.text, text: `${each.text}: ` }));
  return { from: 0, options: [...keys, ...(values.from === 0 ? values.options : [])] };
}

const nothing: Completions = { from: 0, options: [] };

interface KeyQuery {
  readonly spot: CaretContext;
  readonly here: Fields;
  readonly written: ReadonlySet<string>;
  readonly document: Fields;
}

function keysIn(shape: Shape, { spot, here, written, document }: KeyQuery): readonly Completion[] {
  const names = flowNamesOf(document);
  switch (shape.is) {
    case "map": {
      const keys = keysOf(shape.place, here, { document, path: spot.path });
      const verbs = shape.place === "node" ? missingVerbs(here, spot) : [];
      return keyCompletions([...keys, ...verbs], written);
    }
    case "dictionary": {
      if (shape.keys === "any") return [];
      const options = shape.keys === "option" ? optionsAt(spot, document) : namesFor(shape.keys, names);
      return options.filter(({ text }) => !written.has(text));
    }
    case "text":
    case "phrases":
      return namesFor("language", names).filter(({ text }) => !written.has(text));
    case "way":
      return keyCompletions(places.branch.keys, written);
    default:
      return [];
  }
}

/** The verbs, for a node that has none yet. */
function missingVerbs(here: Fields, spot: CaretContext): readonly Key[] {
  const hasVerb =
    verbsOf(new Reader(here, [])).some((verb) => verb !== spot.word) ||
    verbsOf(new Reader(new Map([...spot.written].map((key) => [key, null])), [])).length > 0;
  return hasVerb ? [] : places.node.keys.filter(({ name, only }) => only?.includes(name));
}

/** The options of a menu's variable, which are the keys of its `goto`. */
function optionsAt(spot: CaretContext, document: Fields): readonly Completion[] {
  const node = fieldsOf(valueAt(document, spot.path.slice(0, -1)));
  const chosen = node.get("menu");
  const names = flowNamesOf(document);
  const options = typeof chosen === "string" ? names.optionsOf.get(chosen) : undefined;
  return (options ?? names.of.option).map((name) => nameCompletion("option", name));
}

/** Whether a value of the shape is written without keys. */
function isScalar({ is }: Shape): boolean {
  return is !== "map" && is !== "dictionary" && is !== "way" && is !== "list";
}

function valuesAt(spot: CaretContext, shapes: readonly Shape[], document: Fields): Completions {
  const names = flowNamesOf(document);
  return completionsFor({ is: "either", of: shapes }, spot.word, names);
}
