// Engine wordings: what the engine itself says in a language where a flow brings no words of its own.

import type { Speaker } from "./speaker.ts";

export interface Wordings {
  /** Spoken before the question is asked again; the last repeats. */
  readonly noMatch: readonly string[];
  readonly noInput: readonly string[];
  readonly invalid: readonly string[];
  /** `value` is spoken already. "6, is that right?" */
  confirm(value: string): string;
  /** The second time, letter by letter or digit by digit. */
  confirmSpelled(value: string): string;
  /** In front of the next thing that is said: "6." */
  echo(value: string): string;
  /** "8 a.m. or 8 p.m.?" */
  either(values: readonly string[], speaker: Speaker): string;
  /** After "no" to a read-back. */
  readonly refused: string;
  /** When there is nothing else to say. */
  readonly listening: string;
  /** The caller asked for a moment. */
  readonly waiting: string;
  readonly gaveUp: string;
  readonly limit: string;
  readonly failed: string;
  readonly nothingToRepeat: string;
}
