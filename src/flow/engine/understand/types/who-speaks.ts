// Who speaks: where a question asks whether somebody is on the line, callers say who they are, or that the other one is
// not there, and leave out the no.

import type { WordToken } from "../../../locale/language-pack.ts";
import { findAll, longestAt, longestBefore } from "../lexicon.ts";
import { type Utterance, utteranceOf } from "../tokenised-utterance.ts";
import type { AskedVariable } from "../understanding.ts";

/** Words between "this is" and the person: "her older brother". */
const describingWordsMax = 2;

/**
 * Whether the one who is asked for is speaking. Undefined where nobody is asked for, or the words do not say. It is to be
 * read back.
 */
export function isSpeaking(
  utterance: Utterance,
  { wanted, question = "" }: AskedVariable,
): boolean | undefined {
  const { compiled, keys, pack, unsure } = utterance;
  const { absences, asking, starts } = compiled.introductions;
  const { selves } = pack.company;
  const wantedOne = utteranceOf(question, pack);
  const asks = findAll(asking, wantedOne.keys);
  if (wanted.kind !== "boolean" || asks.length === 0 || unsure.length > 0) return undefined;
  if (longestAt(compiled.questionStarts, keys, 0) !== undefined || pack.interrogatives.has(keys[0] ?? ""))
    return undefined;
  // "Yes, but I'm busy", "I'm away": whoever says so is there.
  if (pack.plainYes.has(keys[0] ?? "")) return undefined;
  const [absent] = findAll(absences, keys);
  if (absent !== undefined)
    return keys.slice(0, absent.from).some((key) => selves.has(key)) ? undefined : false;
  const names = new Set(namesIn(wantedOne, Math.min(...asks.map(({ to }) => to))));
  const start = findAll(starts, keys)[0];
  if (start === undefined || names.size === 0) return undefined;
  // "Anna's husband" is not Anna.
  if (isRelated(utterance, start.to, names)) return false;
  const isOne = keys.slice(start.to).some((key) => names.has(key));
  if (isOne) return utterance.negations.length === 0;
  const before = longestBefore(compiled.introductions.names, keys, start.to);
  return before !== undefined && isNamed(utterance, start.to) ? false : undefined;
}

/** What may be a name in the question, or a person: "Am I speaking to Ada's mother?" */
const namesIn = ({ keys, neutral }: Utterance, from: number): readonly string[] =>
  keys.filter((_, at) => at >= from && neutral[at] !== true);

/** "Her brother", "a friend of hers", but not the one who is asked for. */
function isRelated({ keys, pack }: Utterance, from: number, names: ReadonlySet<string>): boolean {
  const { determiners, people } = pack.company;
  const noun = keys.findIndex((key, at) => at > from && people.has(key));
  const isNear = noun > from && noun - from - 1 <= describingWordsMax;
  return determiners.has(keys[from] ?? "") && isNear && !names.has(keys[noun] ?? "");
}

/** More words are hardly a name. */
const nameWordsMax = 3;

/** "Bob Miller": nothing but words with a capital. */
function isNamed({ pack, politeness, text, tokens }: Utterance, from: number): boolean {
  const rest = tokens.slice(from).filter((_, index) => politeness[from + index] !== true);
  const isName = ({ word, from: at }: WordToken): boolean =>
    /^\p{Lu}\p{Ll}/u.test(text.slice(at)) && !pack.notInNames.has(word) && !pack.company.people.has(word);
  return rest.length > 0 && rest.length <= nameWordsMax && rest.every(isName);
}
