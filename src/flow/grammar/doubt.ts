// Doubt: whether the words beside a value make it worth a question. `standing.ts` describes each thing beside it in a
// few words; the first matching row of this table gives its weight.

import { concludedBefore, mends, type Standing } from "./leading.ts";
import { describe } from "./standing.ts";

export interface Doubt {
  readonly why: string;
  /** Whether the words are no answer; otherwise the value is worth a read-back. */
  readonly isStrong: boolean;
}

type Weight = "none" | "weak" | "strong";

/** `type what place : flags`, as `describe` writes it. */
const rows: readonly (readonly [RegExp, Weight])[] = [
  [/ (begins|condition) turn/, "strong"],
  [/^yes alone turn(?!.* retracted)/, "weak"],
  [/ alone turn/, "strong"],
  [/ (long|unled|story|retraction|proposal|proviso) turn/, "weak"],
  [/ greeting turn/, "strong"],
  // "Good morning, first of all": a word in small letters beside a greeting.
  [/^free polite .* bare/, "weak"],
  // "There are five of us but it'll only be me", "we liked it outdoors, so inside please"
  [/ (but|conclude) behind/, "weak"],
  // A yes or no that begins the turn decides, whatever follows.
  [/^yes (past|habit|compare|share|near|tag|none|foreign|open|not|or) behind.* leads/, "none"],
  [/^yes \S+ behind.* leads.* denied/, "none"],
  // "So yes": it sums up the earlier words.
  [/^yes (open|foreign) (?!.* retracted).* closes/, "none"],
  [/^yes (question|act|ending|asking) /, "strong"],
  // "It's forty, my bus is late": behind a value that leads the turn, another clause only adds information.
  [
    /^(number|sum|time|range|choice) (open|past|habit|compare|share|none|foreign|question) behind later(?! next|.* (glued|mended)).* opens/,
    "none",
  ],
  [/ question before/, "strong"],
  [/^choice (past|habit|compare|share|near|unsure|tag) /, "weak"],
  [/ past before(?! earlier apart)/, "strong"],
  [/^range compare /, "weak"],
  // "After five", "five is too late": the words describe another value by this one.
  [/ (habit|share|unsure|compare) before adjacent/, "strong"],
  [/ compare behind.* opens.* phrase/, "none"],
  [/ (question|past|when|habit|share|near|unsure|compare|tag|none) /, "weak"],
  [/ (ending|asking) /, "strong"],
  [/ act /, "weak"],
  [/ foreign /, "weak"],
  [/^choice not behind/, "none"],
  [/ not /, "weak"],
  [/ or /, "strong"],
  // "A large pizza", "she is forty years old", "the first of may at the abbey"
  [/ open .* (named|subject)/, "none"],
  [/ open behind(?! next).* opens.* further/, "none"],
  // "My wife is advanced" says it about her, "a question about an invoice" about no person.
  [/^choice open before(?! earlier|.* (owned|bare))/, "none"],
  [/^(choice|sum) open behind(?! next).* opens/, "none"],
  [/^number open behind(?! next).* opens.* adjunct/, "none"],
  [/^(time|range) open behind(?! next).* opens.* (adjunct|nobody)/, "none"],
  // "My husband measured it, it's seventy"
  [/ open before earlier apart/, "weak"],
  // "My bus goes at ten", "I finish at six", "ten minutes"
  [/^(number|sum|time) open before.* owned/, "strong"],
  [/ open .* told/, "strong"],
  [/^number open behind next.* opens/, "weak"],
  [/^(number|sum|time) open behind next(?!.* paused).* bare/, "strong"],
  [/ open /, "weak"],
];

/** A whole phone number is never a passing remark. */
const isDictated = ({ variable: { type }, own }: Standing): boolean =>
  (type === "phone" || type === "code") &&
  own.sets?.some(({ fit }) => fit.value !== undefined && fit.isOutside !== true) === true;

const weightOf = (description: string): Weight => rows.find(([row]) => row.test(description))?.[1] ?? "none";

export function doubtOf(standing: Standing): Doubt | undefined {
  const concluded = concludedBefore(standing.path, standing.own);
  const isMended = mends(standing);
  const doubts = describe(standing).flatMap((each) => {
    const weight = weightOf(each.description);
    if (weight === "none" || each.start < concluded) return [];
    // Words that led to another value are worth at most a read-back.
    const isStrong =
      weight === "strong" && !isDictated(standing) && !(isMended && each.start < standing.own.start);
    return [{ why: each.why, isStrong }];
  });
  const first = doubts.find(({ isStrong }) => isStrong);
  if (first !== undefined) return first;
  return doubts.length === 0 ? undefined : { why: doubts.map(({ why }) => why).join("; "), isStrong: false };
}
