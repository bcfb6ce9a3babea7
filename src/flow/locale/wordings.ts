// Engine wordings: what the engine itself says in a language where a flow brings no words of its own.

import type { ActWordings } from "./acts.ts";
import type { Speaker } from "./speaker.ts";

/** The allowed values, in spoken form. `isMoment`: dates and times, which are earlier or later, not more or less. */
export interface SpokenRange {
  readonly min?: string;
  readonly max?: string;
  readonly isMoment: boolean;
  /** No fractions. Said only where one was given. */
  readonly whole: boolean;
}

/** A text that already ends with a stop, such as "8 p.m.", gets no second one. */
export const ended = (text: string): string => (text.endsWith(".") ? text : `${text}.`);

/** Text as the beginning of a sentence. */
export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

export interface Wordings {
  /** Spoken before the question is asked again; the last repeats. */
  readonly noMatch: readonly string[];
  readonly noInput: readonly string[];
  readonly invalid: readonly string[];
  /**
   * "You said 40. I can take 1 to 12.", in other words each `time`, counted from 1. `value` and the bounds are in
   * spoken form.
   */
  outOfRange(value: string, range: SpokenRange, time: number): string;
  /** "check-in Monday": names one of several values of a kind. */
  named(name: string, value: string): string;
  /** A confirmation: "6, is that right?" `value` is already in spoken form. */
  confirm(value: string): string;
  /** The meaning of a yes or a no, in the words of its question: "you need parking". */
  answered(question: string, yes: boolean): string;
  /** The second confirmation, letter by letter or digit by digit. */
  confirmSpelled(value: string): string;
  /** An implicit confirmation in front of the next sentence: "6." */
  echo(value: string): string;
  /** "8 a.m. or 8 p.m.?" */
  either(values: readonly string[], speaker: Speaker): string;
  /** "From Monday. Until when?" `half` is the known end in spoken form; `isEnd`: it is the last one. */
  otherEnd(half: string, isEnd: boolean): string;
  /** "Which day, from Monday to Sunday?" `period` is spoken. */
  whichDay(period: string): string;
  /** Question after a caller has said only a part of the day. */
  readonly whichTime: string;
  /** "I have 0 7 4, 3 2. And the rest?" `part`: the said part of a telephone number. */
  restOf(part: string): string;
  /** "I heard 5 digits, I need 6." */
  digitsHeard(heard: number, wanted: number): string;
  /** Asks for some of a string's digits: the first ones, or those after the understood part; one or several. */
  askDigits(count: number, isFirst: boolean): string;
  /** Said before the agent asks for digits one by one. `hasKeys`: the caller may use keys instead. */
  digitByDigit(hasKeys: boolean): string;
  /** Said after the caller answers "no" to a confirmation. */
  readonly refused: string;
  /** Said after "no" to a summary. */
  readonly whatToChange: string;
  /** Said after an entry of a list. */
  readonly more: string;
  /** Said after "a few", if a list's field for the number has no question of its own. */
  readonly howMany: string;
  /** Fallback when there is nothing else to say. */
  readonly listening: string;
  /** Said when the caller asks for a moment. */
  readonly waiting: string;
  /** Said after a sentence when the rest of the agent's words does not come. */
  readonly brokenOff: string;
  readonly gaveUp: string;
  readonly limit: string;
  readonly failed: string;
  readonly nothingToRepeat: string;
  /** Said when the caller wants to go back, and there is no earlier question or the later steps cannot be undone. */
  readonly noWayBack: string;
  /**
   * Fillers, heard during the wait for an answer. They promise nothing and ask nothing, so that any answer may follow.
   * `opening`: the greeting does not come at once. `soon`: an answer does not; at least five, of a word or three.
   * `still`: it has not come for a while; at least three. `unsaid` replaces an answer that the voice could not say.
   */
  readonly fillers: Readonly<Record<"opening" | "soon" | "still" | "unsaid", readonly string[]>>;
  /** Said after each act, before the question is asked again. */
  readonly acts: ActWordings;
  /** Said to a caller who talks on and on. */
  readonly stop: string;
}
