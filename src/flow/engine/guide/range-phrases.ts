// Range grammar: what may be said for a stay or for hours of a day, the counterpart of `understand/types/range`.

import type { RangeBounds } from "../understand/types/range.ts";
import { type DateLanguage, endsTree } from "./date-phrases.ts";
import { cardinalsTree } from "./number-phrases.ts";
import { anyOf, type MaybeSayable, optional, phrasesTree, sequence } from "./phrase-tree.ts";
import { spokenWords } from "./spoken-words.ts";

/** How long a range may be, in the units that people count it by. */
const lengths = {
  date_range: { max: 21, units: ["nights", "days", "weeks"] },
  time_range: { max: 12, units: ["hours", "minutes"] },
} as const;

/** "From Monday until Wednesday", "between two and four", "Friday for three nights", and one end alone. */
export function rangeTree({ kind }: RangeBounds, calendar: DateLanguage): MaybeSayable {
  const { pack, words } = calendar;
  const end = endsTree(kind, calendar);
  const [starts, ends] = [pack.ranges.starts.slice(0, 1), [...pack.rangeWords]].map((each) =>
    phrasesTree(each.map((word) => spokenWords(word, words)).filter((word) => !words.rareWords.has(word))),
  );
  const until = sequence(ends, end);
  return anyOf(
    sequence(...optional(starts), end, ...optional(anyOf(until, lengthTree(kind, calendar)))),
    sequence(words.between, end, words.and, end),
    until,
  );
}

/** "For three nights", "for a week". */
function lengthTree(kind: RangeBounds["kind"], { pack, words }: DateLanguage): MaybeSayable {
  const { max, units } = lengths[kind];
  const named = new Set<string>(units);
  const names = phrasesTree(
    [...pack.measures].flatMap(([name, unit]) =>
      named.has(unit) && name.length > 2 && !words.rareWords.has(name) ? [name] : [],
    ),
  );
  const count = anyOf(cardinalsTree(words, { min: 1, max }), ...words.oneOf);
  return sequence(words.lasting, count, names);
}
