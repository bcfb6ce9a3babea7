// Mistakes: one shape for all surfaces. The test does something that a person may do by mistake; the answer appears
// where that person looks, and contains the problem and the remedy.

import { expect, test } from "bun:test";

export interface Mistake<Doing> {
  readonly about: string;
  readonly does: Doing;
  /** The place of the answer, in the terms of the surface: an exit code, a status with a pointer, a line, a field. */
  readonly at: string;
  readonly says: RegExp;
}

export interface PrintedMistake {
  /** All places with a message. */
  readonly at: readonly string[];
  readonly said: string;
}

/** One test for each; `attempt` makes the mistake as a person would. */
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
