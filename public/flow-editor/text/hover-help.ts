// Hover help: explains the key, verb, type, function or named thing under the pointer.

import type { Fields } from "../../../src/flow/author/edit/data-at-path.ts";
import { functionManual } from "../../../src/flow/language/expression/function-manual.ts";
import type { NamedThing, Shape } from "../../../src/flow/language/schema/shape.ts";
import { builtIn, openHole } from "../complete/expression-completion.ts";
import { keyDoc, shapeDoc } from "../complete/key-doc.ts";
import { flowNamesOf } from "../complete/flow-names.ts";
import { shapeAtPath } from "../complete/shape-at-path.ts";
import { type CaretContext, caretContextAt } from "./caret-path.ts";
import { wordAt } from "./word-at.ts";

export interface Explanation {
  /** Range of the word, in UTF-16 units from the start of the text. */
  readonly from: number;
  readonly to: number;
  readonly title: string;
  /** A type or a function's signature; may be empty. */
  readonly detail: string;
  readonly doc: string;
}

type Words = Pick<Explanation, "title" | "detail" | "doc">;

/** Length of the search for the colon behind a key, in UTF-16 units. */
const colonMax = 64;

/** Explains the word at an offset (UTF-16 units). Undefined when there is nothing to explain. */
export function explanationAt(text: string, offset: number, document: Fields): Explanation | undefined {
  const word = wordAt(text, offset);
  if (word === undefined) return undefined;
  const spot = caretContextAt(text, word.to);
  if (spot === undefined) return undefined;
  const name = text.slice(word.from, word.to);
  const isKey = /^["']?[ \t]*:(?:\s|$)/.test(text.slice(word.to, word.to + colonMax));
  const words =
    isKey && spot.from === word.from ? keyWords(spot, name, document) : valueWords(spot, name, document);
  return words === undefined ? undefined : { ...word, ...words };
}

function keyWords({ path }: CaretContext, name: string, document: Fields): Words | undefined {
  const { key, shapes } = shapeAtPath(document, [...path, name]);
  const above = shapeAtPath(document, path);
  const dictionary = above.shapes.find((shape) => shape.is === "dictionary");
  if (dictionary !== undefined && dictionary.keys !== "any") return named(dictionary.keys, name, document);
  if (key === undefined || shapes.length === 0 || key.name !== name) return undefined;
  return { title: name, detail: shapeDoc(key), doc: keyDoc(key) };
}

function valueWords(spot: CaretContext, name: string, document: Fields): Words | undefined {
  const { shapes } = shapeAtPath(document, spot.path);
  for (const shape of shapes) {
    const words = inShape(shape, { spot, name, document });
    if (words !== undefined) return words;
  }
  return undefined;
}

interface NameQuery {
  readonly spot: CaretContext;
  readonly name: string;
  readonly document: Fields;
}

function inShape(shape: Shape, { spot, name, document }: NameQuery): Words | undefined {
  switch (shape.is) {
    case "name":
      return named(shape.of, name, document);
    case "target":
    case "way":
      return named("node", name, document);
    case "condition":
    case "expression":
      return expressionWords(name, document);
    case "text":
    case "template":
    case "bound":
    case "body":
      return openHole(spot.word) === undefined ? undefined : expressionWords(name, document);
    default:
      return undefined;
  }
}

function expressionWords(name: string, document: Fields): Words | undefined {
  const variable = named("variable", name, document);
  if (variable !== undefined) return variable;
  const manual = Object.entries(functionManual).find(([functionName]) => functionName === name)?.[1];
  if (manual !== undefined) {
    const [expression, result] = manual.example;
    return { title: manual.form, detail: `${expression} is ${result}`, doc: manual.explanation };
  }
  const given = builtIn.get(name);
  return given === undefined ? undefined : { title: name, detail: "built in", doc: given.doc };
}

function named(thing: NamedThing, name: string, document: Fields): Words | undefined {
  const nameEntry = flowNamesOf(document).of[thing].find((each) => each.name === name);
  if (nameEntry === undefined) return undefined;
  return { title: `${thing} ${name}`, detail: nameEntry.detail, doc: nameEntry.doc };
}
