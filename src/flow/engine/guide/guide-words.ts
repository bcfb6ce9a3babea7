// Guide words: what guided recognition needs besides a language pack. They are how numbers and letters are said, and
// which small words stand around an answer. Only languages that the embedded recogniser knows have them.

export interface GuideWords {
  /** 0 to 19 */
  readonly small: readonly string[];
  /** 20, 30 … 90 */
  readonly tens: readonly string[];
  readonly hundred: string;
  readonly thousand: string;
  /** "two hundred and five" */
  readonly and: string;
  readonly point: string;
  readonly minus: string;
  /** Phrases for whole numbers: "a couple" → 2. */
  readonly phrases: ReadonlyMap<string, number>;
  readonly ordinal: (word: string) => string;
  /** Digits besides the words 0 to 9. */
  readonly digits: readonly string[];
  /** How "7:00" is read: "seven o'clock". */
  readonly oClock: string;
  readonly plus: string;
  /** How each letter is said. */
  readonly letters: ReadonlyMap<string, readonly string[]>;
  /** What people begin an answer with. */
  readonly leads: readonly string[];
  readonly tails: readonly string[];
  /** Before a name of a variable: "no, the day is wrong". */
  readonly the: string;
  /** Before a name of an option: "my printer". */
  readonly articles: readonly string[];
  /** Options by their place: "first" → 1, "last" → -1. */
  readonly places: readonly (readonly [phrase: string, place: number])[];
  /** Forms of the pack's dates and times that are not listened for, to hear the others better. */
  readonly rareForms: ReadonlySet<string>;
  /** The same for words that stand for commoner ones in a form: "quarter till eight". */
  readonly rareWords: ReadonlySet<string>;
  /** Carriers of numbers that sound like one: "for". */
  readonly likeNumbers: ReadonlySet<string>;
  /** Parts of the day that are days as well. */
  readonly todayParts: ReadonlySet<string>;
  /** Forms that are listened for only where they are asked for. */
  readonly askedForms: ReadonlySet<string>;
  /** Forms of the ends of a range of days or times. */
  readonly rangeForms: ReadonlySet<string>;
  /** "between": before two ends that `and` joins. */
  readonly between: string;
  /** "for": before how long something lasts. */
  readonly lasting: string;
  /** Before a unit of which there is one: "a week". */
  readonly oneOf: readonly string[];
  /** Before a unit of which there is a part, such as 0.5. */
  readonly partsOf: readonly (readonly [phrase: string, part: number])[];
  /** After a unit: "two hours and a half". */
  readonly andHalf: string;
  /** "number two" */
  readonly placeNouns: readonly string[];
}
