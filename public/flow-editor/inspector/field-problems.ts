// Field problems: the checker's problems by the JSON pointer of a field, at the field itself or below it.

import type { Problem } from "../../../src/flow/language/source/problem.ts";

export class FieldProblems {
  readonly #all: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    this.#all = problems.filter(({ pointer }) => pointer !== undefined);
  }

  at(pointer: string): readonly Problem[] {
    return this.#all.filter((problem) => problem.pointer === pointer).slice(0, shownMax);
  }

  /** Of the value and of all that is in it. */
  within(pointer: string): readonly Problem[] {
    return this.#all
      .filter((problem) => problem.pointer === pointer || problem.pointer?.startsWith(`${pointer}/`) === true)
      .slice(0, shownMax);
  }
}

/** Nobody reads more beside one field. */
const shownMax = 5;
