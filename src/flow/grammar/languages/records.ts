// Rules of lists of records: words that take entries out, change them or point at them.

import { forms, type Rule } from "../rules.ts";

/** A form for each kind of word; `engine/understand/lists` says what the kinds mean. */
export const recordsOf = (kinds: Readonly<Record<string, string>>): readonly Rule[] =>
  Object.entries(kinds).flatMap(([kind, form]) => forms("record", kind, form));
