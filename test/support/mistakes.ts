// Mistakes: one shape for all surfaces. Something is done that a person may do by mistake; the answer stands at a place
// where that person looks, and says what is wrong and the way out.

import { expect, test } from "bun:test";

export interface Mistake<Doing> {
  readonly about: string;
  readonly does: Doing;
  /** The place of the answer, in the words of the surface: an exit code, a status with a pointer, a line, a field. */
  readonly at: string;
  readonly says: RegExp;
}

export interface PrintedMistake {
  /** All places where something is said. */
  readonly at: readonly string[];
  readonly said: string;
}

/** One test for each; `attempt` does it as a person would. */
export function testMistakes<Doing>(
  surface: string,
  mistakes: readonly Mistake<Doing>[],
  attempt: (does: Doing) => PrintedMistake | Promise<PrintedMistake>,
): void {
  test.each(mistakes)(`${surface}: $about is answered with the remedy`, async ({ does, at, says }) => {
    const told = await attempt(does);
    expect(told.said).toMatch(says);
    expect(told.at).toContain(at);
  });
}
