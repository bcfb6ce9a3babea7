// Edit case of a test: an operation and the parts of the text that it changes; every other byte must stay.

import { expect } from "bun:test";
import type { NodePositions } from "../../../../src/flow/author/edit/edited-document.ts";
import { edit, type Operation } from "../../../../src/flow/author/edit/operation.ts";

/** Old text, which appears once, and its replacement. */
export type Swap = readonly [old: string, now: string];

export type Case = readonly [name: string, operation: Operation, ...swaps: Swap[]];

export function expectCase(text: string, [, operation, ...swaps]: Case): void {
  const done = edit({ text, layout: {} }, operation);
  if ("refused" in done) throw new Error(done.refused);
  expect(done.document.text).toBe(swapped(text, swaps));
  expect(done.rewritten).toBeUndefined();
}

function swapped(text: string, swaps: readonly Swap[]): string {
  return swaps.reduce((rest, [old, now]) => {
    const parts = rest.split(old);
    if (parts.length !== 2) throw new Error(`stands ${parts.length - 1} times: ${old}`);
    return parts.join(now);
  }, text);
}

export function textAfter(text: string, operation: Operation): string {
  const done = edit({ text, layout: {} }, operation);
  if ("refused" in done) throw new Error(done.refused);
  return done.document.text;
}

export function layoutAfter(text: string, layout: NodePositions, operation: Operation): NodePositions {
  const done = edit({ text, layout }, operation);
  if ("refused" in done) throw new Error(done.refused);
  return done.document.layout;
}

export type Refusal = readonly [operation: Operation, sentence: string];

export function expectRefusal(text: string, [operation, sentence]: Refusal): void {
  expect(edit({ text, layout: {} }, operation)).toEqual({ refused: sentence });
}
