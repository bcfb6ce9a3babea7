// Field problems: the checker's problems by the JSON pointer of a field, at the field itself or below it.

import type { Problem } from "../../../src/flow/language/source/problem.ts";

/** Both methods return at most `shownMax` problems. Pointers are JSON pointers (RFC 6901). */
export class FieldProblems {
  readonly #all: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    this.#all = problems.filter(({ pointer }) => pointer !== undefined);
  }

  at(pointer: string): readonly Problem[] {
    return this.#all.filter((problem) => problem.pointer === pointer).slice(0, shownMax);
  }

  /** Problems of the value and of everything inside it. */
  within(pointer: string): readonly Problem[] {
    return this.#all
      .filter((problem) => problem.pointer === pointer || problem.pointer?.startsWith(`${pointer}/`) === true)
      .slice(0, shownMax);
  }
}

/** Beside one field there is room for this many. */
const shownMax = 5;
