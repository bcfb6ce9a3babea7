// Rules for lists of records: words that remove entries, change them or point at them.

import { forms, type Rule } from "../rules.ts";

/** One form for each kind of word; `engine/understand/lists` describes the kinds. */
export const recordsOf = (kinds: Readonly<Record<string, string>>): readonly Rule[] =>
  Object.entries(kinds).flatMap(([kind, form]) => forms("record", kind, form));
