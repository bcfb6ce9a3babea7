// Spoken examples: for every type that can be asked for, callers' words and the resulting value.

export interface SaidValue {
  /** The variable's keys in YAML, without braces. */
  readonly keys: string;
  readonly said: string;
  /** Same form as in `expect` of a test. */
  readonly value: unknown;
}

/** Said on Friday, 20 November 2026, at noon. */
export const saidValues: readonly SaidValue[] = [
  { keys: "type: boolean", said: "yes, please do", value: true },
  { keys: "type: boolean", said: "I'd rather not", value: false },
  { keys: "type: number, integer: true", said: "twenty-five", value: 25 },
  { keys: "type: number", said: "three and a half", value: 3.5 },
  { keys: "type: number", said: "fifteen k", value: 15_000 },
  { keys: "type: money, currency: USD", said: "a hundred and twenty dollars fifty", value: 120.5 },
  { keys: "type: money, currency: EUR", said: "two euros", value: 2 },
  { keys: "type: duration, unit: minutes", said: "an hour and a half", value: 90 },
  { keys: "type: duration, unit: nights", said: "two weeks", value: 14 },
  { keys: "type: amount, unit: kg", said: "500 grams", value: 0.5 },
  { keys: "type: digits, length: 5", said: "one two double four five", value: "12445" },
  { keys: "type: code, mask: AA99", said: "B as in bravo, K, four two", value: "BK42" },
  { keys: "type: date", said: "next Monday", value: "2026-11-23" },
  { keys: "type: date", said: "the third of December", value: "2026-12-03" },
  { keys: "type: date", said: "in two weeks", value: "2026-12-04" },
  { keys: 'type: time, min: "17:00"', said: "half past seven", value: "19:30" },
  { keys: "type: time", said: "at noon", value: "12:00" },
  {
    keys: "type: date_range, unit: nights",
    said: "from Monday for three nights",
    value: "2026-11-23/2026-11-26",
  },
  { keys: "type: time_range", said: "between two and four in the afternoon", value: "14:00/16:00" },
  {
    keys: "type: phone, region: GB",
    said: "oh two oh seven nine four six oh nine one two",
    value: "+442079460912",
  },
  { keys: "type: email", said: "ada dot lovelace at example dot com", value: "ada.lovelace@example.com" },
  { keys: "type: name", said: "my name is Ada Lovelace", value: "Ada Lovelace" },
  {
    keys: "type: choice, options: [{id: small}, {id: large}]",
    said: "I'll have the large one",
    value: "large",
  },
  { keys: "type: text", said: "the tap is dripping", value: "the tap is dripping" },
];
