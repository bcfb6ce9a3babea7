// A meaning: what a form of any language stands for.

import type { SlotValue } from "../rules.ts";

/** The type of a reading, its value by the slots of the form in their order, and the slots that say a value. */
export interface Meaning {
  readonly type: string;
  /** `undefined` rejects. Without it: the first slot, or true. */
  readonly value?: (...slots: SlotValue[]) => unknown;
  readonly say?: (value: SlotValue) => readonly unknown[] | undefined;
  /** The cost of a form that names none. */
  readonly cost?: number;
}

type Test = (n: number) => boolean;

/** The slot itself where it is allowed. */
export const only =
  (isAllowed: Test) =>
  (n: number): number | undefined =>
    isAllowed(n) ? n : undefined;

/** Says a value by itself where it is allowed. */
export const itself =
  (isAllowed: Test) =>
  (n: number): readonly unknown[] | undefined =>
    isAllowed(n) ? [n] : undefined;

/** Says one value without slots. */
export const said =
  (wanted: unknown) =>
  (value: unknown): readonly unknown[] | undefined =>
    value === wanted ? [] : undefined;

export const always = (value: unknown) => (): unknown => value;
