// Free text matcher: takes the whole utterance as it stands in the transcript.

import type { ValueReading } from "../reading.ts";
import type { Utterance } from "../tokenised-utterance.ts";

const textUnitsMax = 8_000;

export const fitsText = (value: unknown): value is string =>
  typeof value === "string" && value.trim() !== "" && value.length <= textUnitsMax;

export function readText({ text, tokens }: Utterance): readonly ValueReading[] {
  const value = text.trim().slice(0, textUnitsMax);
  return value === "" || tokens.length === 0
    ? []
    : [{ from: 0, to: tokens.length, values: [value], clear: false }];
}
