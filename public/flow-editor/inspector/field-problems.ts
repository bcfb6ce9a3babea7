// Field problems: the checker's problems by the JSON pointer of a field, at the field itself or below it.

import type { Problem } from "../../../src/flow/language/source/problem.ts";

/** Pointers are JSON pointers (RFC 6901). */
export class FieldProblems {
  readonly #all: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    this.#all = problems.filter(({ pointer }) => pointer !== undefined);
  }

  /** Problems of the value itself, at most `shownMax`. */
  at(pointer: string): readonly Problem[] {
    return this.#all.filter((problem) => problem.pointer === pointer).slice(0, shownMax);
  }

  /** Problems of the value and of everything inside it; a count asks for all. */
  within(pointer: string, most = shownMax): readonly Problem[] {
    return this.#all
      .filter((problem) => problem.pointer === pointer || problem.pointer?.startsWith(`${pointer}/`) === true)
      .slice(0, most);
  }
}

/** Maximum number of problems that one field shows. */
const shownMax = 5;
