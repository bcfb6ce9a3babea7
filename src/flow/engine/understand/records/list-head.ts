// Head of an entry: the field that says what it is.

import type { WantedField } from "../understanding.ts";

/** The choice that says what an entry is. */
export const headOf = (fields: readonly WantedField[]): WantedField | undefined =>
  fields.find(
    ({ wanted, isOptional, onlyFor }) => wanted.kind === "choice" && !isOptional && onlyFor.length === 0,
  );
