// Confirmation matcher: reads the answer to "four people tomorrow, is that right?" as a yes, a no, a better value, or
// a yes with more.

import type { Candidate } from "./claims.ts";
import type { Confirming, Filled, ListeningPoint, Understood } from "./understanding.ts";
import { findAll } from "./lexicon.ts";
import { parseJointly } from "./joint-parse.ts";
import { readBoolean } from "./types/boolean.ts";
import { isQuestion } from "./types/words-beside.ts";
import { coveredBy, type Utterance } from "./tokenised-utterance.ts";

type Confirmed = Extract<Understood, { type: "confirmed" }>;

/**
 * Undefined when the words do not answer the confirmation, or less than `coverageMin` (0 to 1) of them is explained.
 */
export function confirmedBy(
  utterance: Utterance,
  { point, confirming }: { readonly point: ListeningPoint; readonly confirming: Confirming },
  coverageMin: number,
): Confirmed | undefined {
  // "Is that right?", "four what?"
  const { compiled, keys, neutral, pack } = utterance;
  const answers = coveredBy(compiled.yesNo, keys);
  const asks = keys.some(
    (key, at) => neutral[at] !== true && answers[at] !== true && pack.interrogatives.has(key),
  );
  if (isQuestion(utterance) || asks) return undefined;
  const plain = parseJointly(utterance, [{ ...question, mode: "asked" }], point.moment);
  const answer = plain.fills[0]?.values[0];
  if (typeof answer === "boolean" && plain.coverage >= coverageMin && plain.coverage >= 0.99) {
    return { type: "confirmed", yes: answer, values: [] };
  }
  const meant = replaced(utterance, { point, confirming, coverageMin });
  // "Yes, but at nine": whatever the nine is, it is no yes.
  if (meant === "ambiguous") return undefined;
  return meant ?? unsure(answer, plain.coverage, coverageMin);
}

const question = { name: "", wanted: { kind: "boolean" }, synonyms: [] } as const;

function unsure(answer: unknown, coverage: number, coverageMin: number): Confirmed | undefined {
  if (typeof answer !== "boolean" || coverage < coverageMin) return undefined;
  return { type: "confirmed", yes: answer, values: [] };
}

interface ReadBack {
  readonly point: ListeningPoint;
  readonly confirming: Confirming;
  readonly coverageMin: number;
}

function replaced(
  utterance: Utterance,
  { point, confirming, coverageMin }: ReadBack,
): Confirmed | "ambiguous" | undefined {
  const leading = leadingAnswer(utterance);
  const pending = confirming.values.map((each): Candidate => ({
    ...each,
    before: each.value,
    mode: modeOf(each, confirming, leading),
  }));
  const open = point.open
    .filter(({ name }) => !pending.some((each) => each.name === name))
    .map((each): Candidate => ({ ...each, mode: "open" }));
  // "No, at eight" corrects the time, even when another variable is read back.
  const earlier = point.correctable
    .filter(({ name }) => ![...pending, ...open].some((each) => each.name === name))
    .map((each): Candidate => ({ ...each, mode: "open" }));
  const joint = parseJointly(utterance, [...pending, ...open, ...earlier], point.moment);
  if (joint.fills.some(({ variable }) => earlier.some(({ name }) => name === variable.name)))
    return undefined;
  // "Not four" is a no.
  const isDenied = joint.denied.some(({ name, value }) =>
    confirming.values.some((each) => each.name === name && each.value === value),
  );
  // "Yes, not Wednesday" is a yes to Tuesday.
  const isExcepted = findAll(utterance.compiled.softMarkers, utterance.keys).length > 0;
  const isOtherDenied = leading === true && !isDenied && !isExcepted && joint.denied.length > 0;
  if ((isDenied || isOtherDenied) && joint.fills.length === 0 && joint.coverage >= coverageMin)
    return { type: "confirmed", yes: !isDenied, values: [] };
  const readBack = (name: string) => confirming.values.find((each) => each.name === name);
  // "Two fifty" is the two hundred and fifty that was read back.
  const joined = joint.fills.map((fill) => {
    const same = fill.values.filter((value) => value === readBack(fill.variable.name)?.value);
    return same.length === 1 && !fill.isEither ? { ...fill, values: same } : fill;
  });
  const fills = joined.filter(({ values }) => values.length === 1);
  if (joined.length === 0 || joint.coverage < coverageMin) return undefined;
  const ambiguous = joined.filter((fill) => !fills.includes(fill));
  // "Yes, at eight": morning or evening is clarified later, when the time is asked.
  const canWait =
    leading === true && ambiguous.every(({ variable }) => readBack(variable.name) === undefined);
  if (ambiguous.length > 0 && !canWait) return "ambiguous";
  const values = fills.map(({ variable, values: [value = null] }): Filled => ({
    name: variable.name,
    value,
  }));
  const changed = values.filter(
    ({ name, value }) => readBack(name) !== undefined && readBack(name)?.value !== value,
  );
  const others = values.filter(({ name }) => readBack(name) === undefined);
  if (changed.length > 0) return { type: "confirmed", yes: false, values: [...changed, ...others] };
  if (leading === false) return { type: "confirmed", yes: false, values: others };
  // "The following Tuesday" may be another one.
  if (joint.doubtful && leading !== true) return undefined;
  // "Six" in answer to "six people?" is a yes. So is "at eight" alone: a caller who goes on does not object.
  return leading === true || others.length < values.length
    ? { type: "confirmed", yes: true, values: others }
    : undefined;
}

/** Free words are a new value only after a no. */
function modeOf(
  { wanted }: Confirming["values"][number],
  { values }: Confirming,
  leading: boolean | undefined,
) {
  if (wanted.kind === "boolean") return "open";
  const free = wanted.kind === "text" || wanted.kind === "name";
  return free && (leading !== false || values.length > 1) ? "open" : "asked";
}

/** The yes or no that the utterance begins with. */
function leadingAnswer(utterance: Utterance): boolean | undefined {
  const [first] = readBoolean(utterance);
  const value = first?.values[0];
  return typeof value === "boolean" &&
    first !== undefined &&
    utterance.neutral.slice(0, first.from).every(Boolean)
    ? value
    : undefined;
}
