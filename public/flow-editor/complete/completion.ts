// Completion: suggests values and keys for a place of a flow from its shape, the text before the caret and the flow's
// names.

import type { Key, NamedThing, Shape } from "../../../src/flow/language/schema/shape.ts";
import { expressionCompletions, openHole } from "./expression-completion.ts";
import { keyDoc } from "./key-doc.ts";
import type { NameEntry, FlowNames } from "./flow-names.ts";
import type { Completion, Completions } from "./completion-item.ts";

const nothing: Completions = { from: 0, options: [] };

/** `before` is the value up to the caret, without quotes. */
export function completionsFor(shape: Shape, before: string, names: FlowNames): Completions {
  switch (shape.is) {
    case "name":
      return { from: 0, options: namesFor(shape.of, names) };
    case "target":
    case "way":
      return { from: 0, options: [...namesFor("node", names), resume] };
    case "condition":
    case "expression":
      return expressionCompletions(before, names);
    case "text":
    case "template":
    case "bound":
    case "body":
      return inHole(before, names);
    case "boolean":
      return { from: 0, options: [value("true"), value("false")] };
    case "enum":
      return { from: 0, options: shape.values.map((each) => value(String(each))) };
    case "string":
    case "phrases":
    case "duration":
    case "number":
    case "data":
    case "list":
    case "dictionary":
    case "map":
      return nothing;
    case "either":
      return joined(shape.of.map((each) => completionsFor(each, before, names)));
  }
}

const resume: Completion = { kind: "word", text: "RESUME", doc: "Back to the interrupted place." };

/** Suggestions for all names of one kind. */
export function namesFor(thing: NamedThing, names: FlowNames): readonly Completion[] {
  return names.of[thing].map((name) => nameCompletion(thing, name));
}

export function nameCompletion(kind: NamedThing, { name, detail, doc }: NameEntry): Completion {
  return { kind, text: name, detail, doc };
}

function value(text: string): Completion {
  return { kind: "value", text, doc: "" };
}

function inHole(before: string, names: FlowNames): Completions {
  const from = openHole(before);
  if (from === undefined) return nothing;
  const completions = expressionCompletions(before.slice(from), names);
  return { from: from + completions.from, options: completions.options };
}

/**
 * Joins suggestions. One list has one start, so only those that start where the first non-empty one does are kept.
 */
function joined(lists: readonly Completions[]): Completions {
  const first = lists.find(({ options }) => options.length > 0) ?? nothing;
  return {
    from: first.from,
    options: lists.filter(({ from }) => from === first.from).flatMap(({ options }) => options),
  };
}

/** Suggestions for keys that are not written yet, with their documentation from the language's table. */
export function keyCompletions(keys: readonly Key[], written: ReadonlySet<string>): readonly Completion[] {
  return keys
    .filter(({ name }) => !written.has(name))
    .map((key) => ({
      kind: "key",
      text: key.name,
      detail: key.required ? "required" : "",
      doc: keyDoc(key),
    }));
}
