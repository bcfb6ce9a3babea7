// Random flows of tests: nodes of many kinds with edges forward, back, to themselves, and to missing nodes.

import { random } from "../../../support/random.ts";

export function randomFlow(seed: number, nodes: number): string {
  const { int, chance, pick } = random(seed);
  const anywhere = (i: number): string =>
    chance(0.05)
      ? `missing${int(0, 3)}`
      : chance(0.2)
        ? `n${int(0, nodes - 1)}`
        : `n${Math.min(nodes - 1, i + int(1, 8))}`;
  const kinds: readonly ((i: number) => string)[] = [
    (i) => `say: A text of some length that takes two lines and is cut, next: ${anywhere(i)}`,
    (i) =>
      `ask: [day, guests], next: [{if: day, goto: ${anywhere(i)}}, {else: ${anywhere(i)}}], give_up: ${anywhere(i)}`,
    (i) => `tool: find, next: ${anywhere(i)}, on_error: ${anywhere(i)}`,
    (i) => `menu: topic, goto: {sales: ${anywhere(i)}, support: ${anywhere(i)}, billing: ${anywhere(i)}}`,
    (i) => `transfer: "tel:+4930123", on_failed: ${anywhere(i)}`,
    (i) => `next: [{if: open, goto: ${anywhere(i)}}, {else: n${i}}]`,
    () => `end: done`,
    () => `say: Back, next: RESUME`,
  ];
  const lines = Array.from({ length: nodes }, (_, i) => `  n${i}: {${pick(kinds)(i)}}`);
  return `start: n0\nhandlers:\n  operator: {next: n1}\nnodes:\n${lines.join("\n")}\n`;
}
