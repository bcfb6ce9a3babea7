// Code matcher: reads letters and digits against a mask, in any way they are said. The mask decides what a sound
// means: "oh" is a zero where a digit stands, and an O where a letter does.

import { maskMark } from "../../../value/postcodes.ts";
import type { ValueReading } from "../reading.ts";
import { spelledAt } from "../spelling.ts";
import { skipNeutral, type Utterance } from "../tokenised-utterance.ts";

const kinds: Readonly<Record<string, RegExp>> = { A: /^[A-Z]$/, "9": /^[0-9]$/, "*": /^[A-Z0-9]$/ };

/** A character of a mask that stands for itself, such as a hyphen. */
const isFixed = (place: string): boolean => kinds[place] === undefined;

/** Whether a value fills a mask: `A` is a letter, `9` a digit, `*` either, anything else itself. */
export function fitsCode(value: unknown, masks: string): value is string {
  if (typeof value !== "string") return false;
  return masks
    .split(maskMark)
    .some(
      (mask) =>
        value.length === mask.length &&
        Array.from(mask).every((place, at) => kinds[place]?.test(value[at] ?? "") ?? place === value[at]),
    );
}

interface State {
  /** How many places of the mask are filled. */
  readonly places: number;
  readonly value: string;
  readonly to: number;
}

export function readCode(utterance: Utterance, masks: string): readonly ValueReading[] {
  return masks.split(maskMark).flatMap((mask) => readMask(utterance, mask));
}

function readMask(utterance: Utterance, mask: string): readonly ValueReading[] {
  const readings: ValueReading[] = [];
  for (let at = 0; at < utterance.tokens.length;) {
    const first = codeAt(utterance, mask, at);
    // The "I" of "I would like C …" is a letter only where nothing would be left over.
    const later = first === undefined ? at : skipNeutral(utterance, at);
    const second = later > at ? codeAt(utterance, mask, later) : undefined;
    const here = second !== undefined && second.to > (first?.to ?? 0) ? second : first;
    if (here !== undefined) readings.push(here);
    at = here?.to ?? at + 1;
  }
  return readings;
}

/** Partial fillings of the mask, by the index of the next token and the number of filled places. */
type Frontier = Map<number, Map<number, State>>;

/** Walks the words with all fillings of the mask that are possible so far, one for each number of filled places. */
function codeAt(utterance: Utterance, mask: string, from: number): ValueReading | undefined {
  const first = fixedFrom(mask, 0);
  const frontier: Frontier = new Map();
  keep(frontier, { places: first.to, value: first.text, to: from });
  for (let at = from; at < utterance.tokens.length && frontier.size > 0; at++) {
    const states = [...(frontier.get(at)?.values() ?? [])];
    frontier.delete(at);
    const after = states.flatMap((state) => stepsFrom(utterance, mask, state));
    const whole = after.find(({ places }) => places === mask.length);
    if (whole !== undefined) return { from, to: whole.to, values: [whole.value], clear: false };
    for (const state of after) keep(frontier, state);
    // What follows a correction may take the place of any letter.
    const isMarked = utterance.markers.some((marker) => marker.from <= at && at < marker.to);
    if (at === from || utterance.neutral[at] !== true || isMarked) continue;
    for (const state of states) keep(frontier, { ...state, to: at + 1 });
  }
  return undefined;
}

function keep(states: Frontier, state: State): void {
  const there = states.get(state.to) ?? new Map<number, State>();
  if (!there.has(state.places)) there.set(state.places, state);
  states.set(state.to, there);
}

function stepsFrom(utterance: Utterance, mask: string, state: State): readonly State[] {
  const { pack, keys } = utterance;
  const steps = piecesAt(utterance, state.to).flatMap(({ to, text }) => {
    const filled = fill(mask, state, text);
    return filled === undefined ? [] : [{ ...filled, to }];
  });
  const sign = pack.signs.get(keys[state.to] ?? "");
  return sign === undefined ? steps : [...steps, { ...state, to: state.to + 1 }];
}

interface SpokenPiece {
  readonly to: number;
  /** Capital letters and digits. */
  readonly text: string;
}

/** Cache: a code may begin at any word, and each search reads the words after it again. */
const knownPieces = new WeakMap<Utterance, (readonly SpokenPiece[])[]>();

function piecesAt(utterance: Utterance, at: number): readonly SpokenPiece[] {
  const known = knownPieces.get(utterance) ?? [];
  knownPieces.set(utterance, known);
  return (known[at] ??= readPieces(utterance, at));
}

function readPieces(utterance: Utterance, at: number): readonly SpokenPiece[] {
  const word = utterance.tokens[at]?.word ?? "";
  const ways: SpokenPiece[] = spelledAt(utterance, at, true).map(({ to, text }) => ({
    to,
    text: text.toUpperCase(),
  }));
  if (utterance.pack.numbers.digits.has(word)) ways.push({ to: at + 1, text: "O" });
  // "AB" typed, or as a recogniser writes letters that it knows for such.
  if (isTyped(utterance, at)) ways.push({ to: at + 1, text: word.toUpperCase() });
  return ways;
}

/** Whether a short word is a typed part of a code: written in capitals, or beside digits ("ab 12"). */
function isTyped({ text, tokens }: Utterance, at: number): boolean {
  const token = tokens[at];
  if (token === undefined || !/^[a-z]{2,8}$/.test(token.word)) return false;
  const written = text.slice(token.from, token.to);
  return (
    written === written.toUpperCase() || tokens[at - 1]?.numeral === true || tokens[at + 1]?.numeral === true
  );
}

/** Puts characters into the next places. */
function fill(
  mask: string,
  state: State,
  text: string,
): { readonly places: number; readonly value: string } | undefined {
  let { places, value } = state;
  for (const char of text) {
    if (!(kinds[mask[places] ?? ""]?.test(char) ?? false)) return undefined;
    const fixed = fixedFrom(mask, places + 1);
    value += char + fixed.text;
    places = fixed.to;
  }
  return { places, value };
}

function fixedFrom(mask: string, at: number): { readonly to: number; readonly text: string } {
  let to = at;
  while (to < mask.length && isFixed(mask[to] ?? "")) to++;
  return { to, text: mask.slice(at, to) };
}
