// Meaning: the result of a form in any language.

import type { SlotValue } from "../rules.ts";

/** Type of a reading, its value from the form's slots in their order, and the slots that speak a value. */
export interface Meaning {
  readonly type: string;
  /** `undefined` rejects. Without it: the first slot, or true. */
  readonly value?: (...slots: SlotValue[]) => unknown;
  readonly say?: (value: SlotValue) => readonly unknown[] | undefined;
  /** Cost of a form that names none. */
  readonly cost?: number;
}

type Test = (n: number) => boolean;

/** The slot itself if it is allowed. */
export const only =
  (isAllowed: Test) =>
  (n: number): number | undefined =>
    isAllowed(n) ? n : undefined;

/** Speaks a value by itself if it is allowed. */
export const itself =
  (isAllowed: Test) =>
  (n: number): readonly unknown[] | undefined =>
    isAllowed(n) ? [n] : undefined;

/** Speaks one value without slots. */
export const said =
  (wanted: unknown) =>
  (value: unknown): readonly unknown[] | undefined =>
    value === wanted ? [] : undefined;

export const always = (value: unknown) => (): unknown => value;
