// Tests of the lines of a duplex flow that a model may word.

import { expect, test } from "bun:test";
import { FreeLines } from "../../../../../src/flow/engine/run/free-lines.ts";
import { programOf } from "../../../../support/fakes/flow-talk.ts";

const lines = new FreeLines(
  programOf(`
voice_flow: 1
id: t
language: en
mode: duplex
start: hello
defaults: {give_up: bye}
variables:
  x: {type: text, ask: What is it?}
nodes:
  hello: {say: Welcome to the harbour., next: ask}
  ask: {ask: x, next: price}
  price: {say: "It costs {{ x }}.", next: free}
  free: {say: "It {{ x }}.", exact: false, next: fixed}
  fixed: {say: It is gone for ever., exact: true, next: bye}
  bye: {say: Goodbye then., end: done}
`),
);

test("a line without a value is free", () => {
  expect(lines.of("Welcome to the harbour.")).toEqual({ values: [] });
});

test("a line with a value is free where its node says so", () => {
  expect(lines.of("It moves.")).toEqual({ values: ["moves"] });
});

test("a line stays exact when a free line's pattern fits it as well", () => {
  expect(lines.of("It costs ten euros.")).toBeUndefined();
  expect(lines.of("It is gone for ever.")).toBeUndefined();
  expect(lines.of("Welcome to the harbour. It costs ten euros.")).toBeUndefined();
});
