// Where the patterns of a pack occur in an utterance.

import type { Slots } from "../language/pack.ts";
import type { CompiledPattern, Element, SlotName } from "./forms.ts";
import { longestAt } from "./lexicon.ts";
import { digitAt, numbersAt } from "./numerals.ts";
import type { Utterance } from "./utterance.ts";

export interface PatternMatch<T> {
  readonly from: number;
  readonly to: number;
  readonly value: T;
  readonly bare: boolean;
}

interface Partial {
  readonly to: number;
  readonly slots: Slots;
}

/** From left to right, the longest of all patterns at each place, none over another. */
export function matchPatterns<T>(
  patterns: readonly CompiledPattern<T>[],
  utterance: Utterance,
): readonly PatternMatch<T>[] {
  const found: PatternMatch<T>[] = [];
  for (let at = 0; at < utterance.tokens.length;) {
    const here = longestMatch(patterns, utterance, at);
    if (here !== undefined) found.push(here);
    at = here?.to ?? at + 1;
  }
  return found;
}

function longestMatch<T>(patterns: readonly CompiledPattern<T>[], utterance: Utterance, at: number) {
  let longest: PatternMatch<T> | undefined;
  for (const { elements, read, bare } of patterns) {
    for (const { to, slots } of waysThrough(elements, utterance, at)) {
      if (to <= (longest?.to ?? at)) continue;
      const value = read(slots);
      if (value !== undefined) longest = { from: at, to, value, bare };
    }
  }
  return longest;
}

/** Patterns have few elements and slots few readings, so this stays small. */
function waysThrough(elements: readonly Element[], utterance: Utterance, at: number): readonly Partial[] {
  let ways: readonly Partial[] = [{ to: at, slots: {} }];
  for (const element of elements) {
    const next = ways.flatMap((way) => stepped(element, utterance, way));
    if (next.length === 0) return [];
    ways = next;
  }
  return ways;
}

function stepped(element: Element, utterance: Utterance, way: Partial): readonly Partial[] {
  const skipped = element.optional ? [way] : [];
  if (element.type === "words") {
    const here = utterance.keys[way.to];
    return here !== undefined && element.words.has(here)
      ? [{ to: way.to + 1, slots: way.slots }, ...skipped]
      : skipped;
  }
  const filled = slotAt(element.slot, utterance, way.to).map(({ to, slots }) => ({
    to,
    slots: { ...way.slots, ...slots },
  }));
  return [...filled, ...skipped];
}

function slotAt(slot: SlotName, utterance: Utterance, at: number): readonly Partial[] {
  const { compiled, keys, pack } = utterance;
  switch (slot) {
    case "hour":
      return numbered(utterance, at, { from: 0, to: 24 }).map(({ to, n }) => ({ to, slots: { hour: n } }));
    case "minute":
      return numbered(utterance, at, { from: 0, to: 59 }).map(({ to, n }) => ({ to, slots: { minute: n } }));
    case "day":
    case "ordinal":
      return numbered(utterance, at, { from: 1, to: 31, ordinals: slot === "ordinal" ? "only" : "too" }).map(
        ({ to, n }) => ({ to, slots: { day: n } }),
      );
    case "n":
      return numbered(utterance, at, { from: 1, to: 999 }).map(({ to, n }) => ({ to, slots: { n } }));
    case "year":
      return yearsAt(utterance, at).map(({ to, n }) => ({ to, slots: { year: n } }));
    case "month": {
      const found = longestAt(compiled.months, keys, at);
      return found === undefined ? [] : [{ to: found.to, slots: { month: found.value } }];
    }
    case "weekday": {
      const found = longestAt(compiled.weekdays, keys, at);
      return found === undefined ? [] : [{ to: found.to, slots: { weekday: found.value } }];
    }
    case "unit": {
      const unit = pack.units.get(keys[at] ?? "");
      return unit === undefined ? [] : [{ to: at + 1, slots: { unit } }];
    }
    case "clock":
      return clockAt(utterance, at);
  }
}

interface Bounds {
  readonly from: number;
  readonly to: number;
  readonly ordinals?: "too" | "only";
}

function numbered(utterance: Utterance, at: number, { from, to, ordinals }: Bounds) {
  return numbersAt(utterance, at)
    .filter(({ value, ordinal }) => {
      if (!Number.isInteger(value) || value < from || value > to) return false;
      return ordinal ? ordinals !== undefined : ordinals !== "only";
    })
    .map((reading) => ({ to: reading.to, n: reading.value }));
}

/** "1984", "nineteen eighty four", "twenty oh five", "two thousand and five". */
function yearsAt(utterance: Utterance, at: number): readonly { readonly to: number; readonly n: number }[] {
  const whole = numbered(utterance, at, { from: 1900, to: 2199 });
  if (utterance.tokens[at]?.numeral === true) return whole;
  const pairs = numbered(utterance, at, { from: 19, to: 21 }).flatMap((century) => {
    const low = numbered(utterance, century.to, { from: 10, to: 99 });
    const digits = [digitAt(utterance, century.to), digitAt(utterance, century.to + 1)];
    if (digits[0] === "0" && digits[1] !== undefined) low.push({ to: century.to + 2, n: Number(digits[1]) });
    return low.map(({ to, n }) => ({ to, n: century.n * 100 + n }));
  });
  return [...whole, ...pairs];
}

/** "7:30", "19.30" */
function clockAt({ tokens }: Utterance, at: number): readonly Partial[] {
  const token = tokens[at];
  const parts = token?.numeral === true ? /^(\d{1,2})[:.](\d\d)$/.exec(token.word) : null;
  if (parts === null) return [];
  const [, hours = "", minutes = ""] = parts;
  const [hour, minute] = [Number(hours), Number(minutes)];
  if (hour > 24 || minute > 59) return [];
  const exact = hours.startsWith("0") || hour > 12;
  return [{ to: at + 1, slots: { clock: { hour, minute, exact } } }];
}
