// Typed values: the edit for a value that a person types where one text or a list of texts may be.

import { expect, test } from "bun:test";
import { operationForTyping } from "../../../../public/flow-editor/inspector/fields/typed-value.ts";
import { parsedTextOf } from "../../../../public/flow-editor/state/parsed-text.ts";
import { edit } from "../../../../src/flow/author/edit/operation.ts";
import type { Path } from "../../../../src/flow/language/source/problem.ts";
import type { Plain } from "../../../../src/flow/language/source/yaml-tree.ts";

const above = "voice_flow: 1\nid: x\nlanguage: en\nstart: a\nnodes:\n  a:";

/** The node's text after the edit. */
function after(node: string, path: Path, value: Plain | undefined): string {
  const text = above + node;
  const { document } = parsedTextOf(text);
  const done = edit({ text, layout: {} }, operationForTyping(document, ["nodes", "a", ...path], value));
  return "refused" in done ? done.refused : done.document.text.slice(above.length);
}

test.each<readonly [string, Path, Plain | undefined, string]>([
  [" {say: One, next: a}\n", ["say", 0], "Two", " {say: Two, next: a}\n"],
  [" {say: One, next: a}\n", ["say", 1], "Two", " {say: [One, Two], next: a}\n"],
  [" {say: [One, Two], next: a}\n", ["say", 1], "Three", " {say: [One, Three], next: a}\n"],
  [" {next: a}\n", ["say", 0], "One", " {say: One, next: a}\n"],
  [" {ask: b, next: a}\n", ["ask", 0], "c", " {ask: c, next: a}\n"],
  [" {ask: b, next: a}\n", ["ask", 1], "c", " {ask: [b, c], next: a}\n"],
  [" {say: One, next: a}\n", ["say", 0], undefined, " {next: a}\n"],
  ["\n    converse: Talk.\n", ["fill", 0], "b", "\n    converse: Talk.\n    fill: [b]\n"],
  [" {say: {de: Eins}, next: a}\n", ["say", "en", 0], "One", " {say: {de: Eins, en: One}, next: a}\n"],
])("typing: %j at %j is %j", (node, path, value, now) => {
  expect(after(node, path, value)).toBe(now);
});
