// Free lines: the lines of a duplex flow that a model may word. All others are spoken in the very words: those with a
// value, unless their node says otherwise, those of a node that is exact, and what confirms a tool.

import { engineLines, handlerLines, linesAt, unknownValue } from "./known-lines.ts";
import type { FlowNode, Program } from "../../language/program.ts";
import { hasFigures } from "../../value/figures.ts";

/** A line that may be worded, and the values in it, which the wording must have. */
export interface FreeLine {
  readonly values: readonly string[];
}

interface Known {
  readonly text: string;
  readonly node: FlowNode | undefined;
}

export class FreeLines {
  readonly #plain = new Set<string>();
  /** Lines with values: whole texts with the values as groups. */
  readonly #filled: RegExp[] = [];
  /** The words of a free line may be a promise elsewhere. */
  readonly #exact: RegExp[] = [];

  constructor(program: Program) {
    for (const { text, node } of linesOf(program)) {
      const isFilled = text.includes(unknownValue);
      const isFree = node?.isExact === false || (node?.isExact !== true && !isFilled && !hasFigures(text));
      if (!isFree) this.#exact.push(patternOf(text));
      else if (isFilled) this.#filled.push(patternOf(text));
      else this.#plain.add(text);
    }
    for (const text of this.#plain) if (this.#isExact(text)) this.#plain.delete(text);
  }

  #isExact(line: string): boolean {
    return this.#exact.some((pattern) => pattern.test(line));
  }

  get size(): number {
    return this.#plain.size + this.#filled.length;
  }

  /** Undefined: the very words must be spoken. */
  of(text: string): FreeLine | undefined {
    const line = text.trim();
    if (this.#plain.has(line)) return { values: [] };
    if (this.#isExact(line)) return undefined;
    for (const pattern of this.#filled) {
      const [, ...values] = pattern.exec(line) ?? [];
      if (values.length > 0) return { values };
    }
    return this.#joined(line);
  }

  /** The engine joins lines: "I did not hear anything." and the question. */
  #joined(line: string): FreeLine | undefined {
    for (const first of this.#plain) {
      if (!line.startsWith(`${first} `)) continue;
      const rest = this.of(line.slice(first.length));
      if (rest !== undefined) return rest;
    }
    return undefined;
  }
}

function* linesOf(program: Program): Generator<Known> {
  for (const node of program.nodes.values()) {
    for (const { text, voice } of linesAt(node, program))
      if (voice === undefined) yield { text: text.trim(), node };
    for (const { text, voice } of handlerLines(node))
      if (voice === undefined) yield { text: text.trim(), node: undefined };
  }
  for (const { text } of engineLines(program)) yield { text: text.trim(), node: undefined };
  for (const called of program.calls.values()) yield* linesOf(called);
}

function patternOf(line: string): RegExp {
  const parts = line.split(unknownValue).map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join("(.+)")}$`, "su");
}
