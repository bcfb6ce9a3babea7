// Names of options, and their places in the words of a turn: complete, with other words for the same number or the same
// denial, or only nearly.

import { slipsBetween } from "../../../base/closest-word.ts";
import { parse } from "../chart.ts";
import type { Language } from "../language.ts";
import { isBeside, type Scene, textAt } from "../scene.ts";
import { tokenise } from "../tokens.ts";
import type { Option } from "../variables.ts";

/** Stems of a name. A number is its figures, in any notation, and a denying word is `not`. */
type Name = readonly string[];

const NOT = "not";
const FIGURES = /^\d+$/;

/** Cache: an option keeps its names while its flow is loaded. */
const knownNames = new WeakMap<readonly string[], Map<string, readonly Name[]>>();

/** Names of an option. A name of small words alone counts only if it is said completely. */
export function namesOf({ id, label = id, synonyms = [] }: Option, language: Language): readonly Name[] {
  const byKey = knownNames.get(synonyms) ?? new Map<string, readonly Name[]>();
  knownNames.set(synonyms, byKey);
  const key = `${language.code} ${id} ${label}`;
  const cached = byKey.get(key);
  if (cached !== undefined) return cached;
  const names = [label, id.replaceAll("_", " "), ...synonyms].flatMap((name) => {
    const whole = wholeOf(name, language);
    const plain = language.plain(name);
    const isPale = plain.every((word) => language.besideSet.has(word) || language.doubtOf.has(word));
    return [whole, ...(isPale ? [] : [plain])].filter((words) => words.length > 0);
  });
  byKey.set(key, names);
  return names;
}

function wholeOf(name: string, language: Language): Name {
  const { tokens } = tokenise(name, language);
  const readings = tokens.length > 1 ? parse(tokens, language.grammar) : [];
  const words: string[] = [];
  for (let at = 0; at < tokens.length;) {
    const text = tokens[at]?.text ?? "";
    const number = numberAt(readings, at);
    if (number !== undefined) words.push(number.text);
    else words.push(tokens.length > 1 && language.denySet.has(text) ? NOT : language.stem(text));
    at = number?.end ?? at + 1;
  }
  return words;
}

/** Longest whole number that is said here. */
function numberAt(readings: Scene["readings"], at: number): { text: string; end: number } | undefined {
  const [longest] = (readings[at] ?? [])
    .filter(({ type, value }) => type === "n" && Number.isInteger(value))
    .toSorted((a, b) => b.end - a.end);
  return longest && { text: String(longest.value), end: longest.end };
}

/** End of an option's name that begins here; the words may contain articles: "about an order", "the yearly one". */
export function endOf(scene: Scene, start: number, name: Name): number | undefined {
  const { language } = scene;
  let at = start;
  for (const [n, word] of name.entries()) {
    let next = endOfWord(scene, at, word);
    while (next === undefined && n > 0 && language.articleSet.has(textAt(scene, at)))
      next = endOfWord(scene, ++at, word);
    if (next === undefined) return undefined;
    at = next;
  }
  const isPronoun = language.pronounSet.has(textAt(scene, at)) && scene.tokens[at]?.isAfterBreak !== true;
  return isPronoun ? at + 1 : at;
}

function endOfWord(scene: Scene, at: number, word: string): number | undefined {
  const { stems, language, readings } = scene;
  if (stems[at] === word || (word === NOT && language.denySet.has(textAt(scene, at)))) return at + 1;
  if (!FIGURES.test(word)) return undefined;
  return (readings[at] ?? []).find(({ type, value }) => type === "n" && String(value) === word)?.end;
}

/** "Hochzeitsdirndl" ends with an option's name, "Motorradführerschein" begins with it. */
export function joins({ stems, language, tokens }: Scene, at: number, [word = "", ...others]: Name): boolean {
  const stem = stems[at] ?? "";
  const isLonger = word.length > 3 && stem.length > word.length + 2;
  if (language.joinsWords !== true || others.length > 0 || !isLonger) return false;
  const begins =
    word.length > 4 && stem.startsWith(word) && !language.grammar.vocabulary.has(tokens[at]?.text ?? "");
  return stem.endsWith(word) || begins;
}

export const isPart = ({ stems, language }: Scene, at: number, name: Name): boolean =>
  name.length > 1 &&
  name.some((word) => word.length > 3 && word === stems[at] && !language.besideSet.has(word));

/** Minimum length for near matches: shorter words are too often similar to others, unless nothing else was said. */
const NEAR_LETTERS_MIN = 6;
const ONLY_LETTERS_MIN = 4;
const TWO_SLIPS_LETTERS_MIN = 8;

/** Option that a word nearly names, because recognisers misspell unknown words: "mergerita". */
export function nearlyNamed(
  scene: Scene,
  at: number,
  { options, isNamed }: { readonly options: readonly Option[]; readonly isNamed: boolean },
): Option | undefined {
  const { language, stems, tokens } = scene;
  if (isKnown(scene, at)) return undefined;
  const isOnly = !isNamed && tokens.every((_, other) => other === at || isPlain(scene, other));
  const sound = soundOf(stems[at] ?? "", language);
  const lettersMin = isOnly ? ONLY_LETTERS_MIN : NEAR_LETTERS_MIN;
  const slipsMax = sound.length < TWO_SLIPS_LETTERS_MIN ? 1 : 2;
  const slipsOf = (word: string): number =>
    word.length < lettersMin || (!isOnly && word[0] !== sound[0]) ? Infinity : slipsBetween(sound, word);
  const [candidate, another] = options.filter((option) =>
    namesOf(option, language).some((name) =>
      name.some((word) => slipsOf(soundOf(word, language)) <= slipsMax),
    ),
  );
  return another === undefined ? candidate : undefined;
}

/** Whether a word belongs to the language, or to an option. */
function isKnown({ tokens, stems, slots, language }: Scene, at: number): boolean {
  const text = tokens[at]?.text ?? "";
  return (
    !/^\p{L}+$/u.test(text) ||
    language.grammar.vocabulary.has(text) ||
    language.notNameSet.has(text) ||
    slots.some(({ named }) => named.has(stems[at] ?? ""))
  );
}

const PLAIN = new Set(["number", "ordinal", "mark", "act", "yesno", "aside"]);

/** Whether the word adds nothing to an option, or only a number. */
export const isPlain = (scene: Scene, at: number): boolean =>
  isBeside(scene, textAt(scene, at)) ||
  scene.readings.slice(0, at + 1).some((all) => all.some(({ type, end }) => end > at && PLAIN.has(type)));

/** Sound of a word: letters that sound alike become one. */
const soundOf = (word: string, { sounds }: Language): string =>
  sounds.reduce((so, [from, to]) => so.replace(from, to), word);
