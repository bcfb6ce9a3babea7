// Yes and no: what people say for them, and how an utterance is told to be one of them.

import { coverage, findSpans, tokenise, type Entry, type Understood } from "./words.ts";

const yes = [
  "yes, yes please, yes it is, yes that's right, yes that's correct, yes that is right, yes that is correct",
  "yeah, yep, yup, sure, of course, certainly, absolutely, definitely, exactly, indeed, correct, right, true",
  "that's right, that's correct, that is right, that is correct, all right, okay, ok, fine, good, perfect, great",
  "i do, do it, go ahead, please do, sounds good, it is, affirmative, why not, by all means, uh huh",
].flatMap((line) => line.split(", "));

const no = [
  "no, no thanks, no thank you, no it's not, no it is not, no it isn't, no that's wrong, no that is wrong",
  "nope, nah, never, wrong, false, incorrect, negative, not really, not at all, not quite, of course not",
  "that's wrong, that is wrong, it's wrong, it is wrong, that's not right, that is not right, that's not correct, that is not correct",
  "not right, not correct, not exactly, absolutely not, definitely not, certainly not, i don't think so, i do not",
  "i don't, i'd rather not, rather not, don't, it isn't, it's not, it is not, better not, please don't, no way",
].flatMap((line) => line.split(", "));

/** Every phrase that stands for a yes or a no. */
export const booleanPhrases: readonly string[] = [...yes, ...no];

const lexicon: readonly Entry<boolean>[] = [
  ...yes.map((phrase) => ({ words: tokenise(phrase), value: true })),
  ...no.map((phrase) => ({ words: tokenise(phrase), value: false })),
];

/** Words beside a yes or no that change nothing. */
const idle = new Set(
  "um uh er erm hmm well so please thanks thank you that that's is it it's i think guess the".split(" "),
);

export function matchBoolean(text: string): Understood<boolean> | undefined {
  const tokens = tokenise(text);
  const spans = findSpans(tokens, lexicon);
  const first = spans[0];
  // "Yes, no, I mean" is for the caller to sort out.
  if (first === undefined || spans.some(({ value }) => value !== first.value)) return undefined;
  return { value: first.value, coverage: coverage(tokens, spans, (token) => idle.has(token)) };
}
