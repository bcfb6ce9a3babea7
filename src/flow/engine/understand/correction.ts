// Correction matcher: finds corrections of earlier answers. They are a marker with a new value ("no, make it five
// people"), or a marker with the name of what is wrong ("no, the day is wrong").

import type { Candidate } from "./claims.ts";
import { phrasesOf } from "./compiled-pack.ts";
import type { CorrectedValue, Correctable, Filled, ListeningPoint, Wanted } from "./understanding.ts";
import { type Fill, type JointParse, parseJointly } from "./joint-parse.ts";
import { findAll, type PhraseMatch } from "./lexicon.ts";
import { readBoolean } from "./types/boolean.ts";
import { ACCEPT_MIN, CONFIRM_MIN, DOUBT_CONFIDENCE } from "./thresholds.ts";
import { coveredBy, overlaps, type Utterance } from "./tokenised-utterance.ts";

export interface Correction {
  readonly changes: readonly CorrectedValue[];
  readonly also: readonly Filled[];
  readonly coverage: number;
  /** The same, whatever is doubtful. */
  readonly share?: number;
  /** Nothing else was said but politeness, not even a small word. */
  readonly alone: boolean;
}

/** The correction in an utterance, if there is one: new values first, then names of what is wrong. */
export function correctionIn(
  utterance: Utterance,
  point: ListeningPoint,
  correctable: readonly Correctable[],
): Correction | undefined {
  if (correctable.length === 0) return undefined;
  const { markers, negations } = utterance;
  const isMarked = markers.length + negations.length > 0;
  // "I said five people" is one, "I said that before" is none.
  const isSoft = !isMarked && findAll(utterance.compiled.softMarkers, utterance.keys).length > 0;
  const newValues =
    isMarked || isSoft ? valued(utterance, point, { correctable, mode: "marked" }) : undefined;
  return newValues ?? named(utterance, correctable);
}

/**
 * "Sunday", "five people": a clear value of an earlier answer where a yes or a no was asked. Nothing marks it as a
 * correction, so it is read back.
 */
export function plainCorrectionIn(
  utterance: Utterance,
  point: ListeningPoint,
  correctable: readonly Correctable[],
): Correction | undefined {
  if (point.asked?.wanted.kind !== "boolean" || correctable.length === 0) return undefined;
  // "Yes, two drivers", where something may be changed.
  const isYes = utterance.pack.plainYes.has(utterance.keys[0] ?? "");
  if (readBoolean(utterance).some(({ from, values }) => !isYes || from > 0 || values[0] !== true))
    return undefined;
  // "Eight thirty", "the 22nd": nothing else that was answered could be meant.
  const bare = () =>
    valued(utterance, point, { correctable: correctable.filter(isCounted), mode: "corrected" });
  const found = valued(utterance, point, { correctable, mode: "open" }) ?? bare();
  const isNew = found?.changes.some(({ name, value }) =>
    correctable.some((each) => each.name === name && each.value !== value),
  );
  const isClear = found !== undefined && found.coverage >= CONFIRM_MIN && (found.share ?? 0) >= ACCEPT_MIN;
  if (!isClear || isNew !== true) return undefined;
  return { ...found, coverage: DOUBT_CONFIDENCE };
}

/** A bare value can hardly be anything else. */
const isCounted = ({ wanted }: Correctable): boolean =>
  ["number", "money", "date", "time"].includes(wanted.kind);

interface Among {
  readonly correctable: readonly Correctable[];
  /** `marked`: a marker announces the value. */
  readonly mode: "open" | "corrected" | "marked";
}

function valued(
  utterance: Utterance,
  point: ListeningPoint,
  { correctable, mode }: Among,
): Correction | undefined {
  const now: readonly Candidate[] = [...(point.asked === undefined ? [] : [point.asked]), ...point.open]
    .filter(({ wanted }) => wanted.kind !== "boolean" && wanted.kind !== "text" && wanted.kind !== "name")
    .map((each) => ({ ...each, mode: each === point.asked ? "asked" : "open" }));
  const denied = deniedOf(utterance, { point, correctable });
  const earlier = correctable.map((each): Candidate => ({
    ...each,
    before: each.value,
    echoed: each.echoed || each === denied,
    wanted: unmarked(each.wanted, utterance),
    synonyms: namesOf(each, utterance, correctable),
    // "Not four people, five": a bare value is one of what is denied.
    mode: mode === "open" || (denied !== undefined && each !== denied) ? "open" : "corrected",
  }));
  const candidates = [...now, ...earlier.filter(({ name }) => !now.some((each) => each.name === name))];
  const joint = parseJointly(utterance, candidates, point.moment);
  const changes = joint.fills.filter(({ variable }) => earlier.some(({ name }) => name === variable.name));
  const isHard = utterance.markers.length + utterance.negations.length > 0;
  const trusted = changes.filter(
    (fill) =>
      fill.values.length === 1 &&
      (isHard || fill.evident || mode === "corrected") &&
      isMeant(utterance, fill, { point, correctable, coverage: joint.coverage }),
  );
  // An ambiguous value leads to a question, not to a correction.
  if (trusted.length === 0 || trusted.length < changes.length) return undefined;
  const also = joint.fills.filter((fill) => !changes.includes(fill) && fill.values.length === 1);
  return {
    changes: trusted.map(({ variable, values }) => ({ name: variable.name, value: values[0] ?? null })),
    also: also.map(({ variable, values }) => ({ name: variable.name, value: values[0] ?? null })),
    coverage: joint.coverage,
    share: joint.share,
    alone: onlyPolite(utterance, joint),
  };
}

/** The "no" that begins a correction is not also the answer "no" to an earlier question. */
function unmarked(wanted: Wanted, { keys, markers, negations }: Utterance): Wanted {
  if (wanted.kind !== "choice") return wanted;
  const said = new Set([...markers, ...negations].map(({ from, to }) => keys.slice(from, to).join(" ")));
  const options = wanted.options.map((option) => ({
    ...option,
    synonyms: option.synonyms.filter((synonym) => !said.has(synonym.toLowerCase())),
  }));
  return { ...wanted, options };
}

/** Names of a variable. The name of its type ("the time") is one of them when no other variable has that type. */
function namesOf(variable: Correctable, { pack }: Utterance, all: readonly Correctable[]): readonly string[] {
  const alike = all.filter(({ wanted }) => wanted.kind === variable.wanted.kind);
  return alike.length === 1
    ? [...variable.synonyms, ...pack.typeNames[variable.wanted.kind]]
    : variable.synonyms;
}

interface Rivals {
  readonly point: ListeningPoint;
  readonly correctable: readonly Correctable[];
  /** Of the words, by the value that they rival. */
  readonly coverage: number;
}

/**
 * Whether a bare value belongs to this variable: no other one could take it, or it was just repeated to the caller.
 */
function isMeant(utterance: Utterance, fill: Fill, { point, correctable, coverage }: Rivals): boolean {
  const self = correctable.find(({ name }) => name === fill.variable.name);
  if (self === undefined) return false;
  if (fill.strong && self.wanted.kind !== "name") return true;
  if (self.echoed) return true;
  if (self === deniedOf(utterance, { point, correctable })) return true;
  return correctable
    .filter(({ name }) => name !== self.name)
    .every((rival) => {
      const alone = parseJointly(utterance, [{ ...rival, mode: "corrected" }], point.moment);
      // "Eight thirty" is no eight people.
      return !alone.fills.some(({ values }) => values.length > 0) || alone.coverage < coverage;
    });
}

/** "Five instead of four" corrects the only four: the one variable whose value is denied. */
function deniedOf(
  utterance: Utterance,
  { point, correctable }: Omit<Rivals, "coverage">,
): Correctable | undefined {
  if (utterance.negations.length === 0) return undefined;
  const denied = correctable.filter((each) =>
    parseJointly(utterance, [{ ...each, mode: "corrected" }], point.moment).denied.some(
      ({ value }) => value === each.value,
    ),
  );
  return denied.length === 1 ? denied[0] : undefined;
}

function onlyPolite({ keys, compiled, markers, neutral }: Utterance, { explained }: JointParse): boolean {
  const polite = coveredBy(compiled.polite, keys);
  // Between a marker and its value small words are part of the correction: "make it a five".
  const first = Math.min(...markers.map(({ from }) => from), keys.length);
  return keys.every(
    (_, at) =>
      explained[at] === true ||
      polite[at] === true ||
      markers.some(({ from, to }) => at >= from && at < to) ||
      (at > first && neutral[at] === true),
  );
}

/** "The day is wrong", "not the day", "change the day". */
function named(utterance: Utterance, correctable: readonly Correctable[]): Correction | undefined {
  const { compiled, keys, markers, neutral } = utterance;
  const wrong = [...findAll(compiled.wrong, keys), ...markers, ...utterance.negations];
  if (wrong.length === 0) return undefined;
  const called = correctable.flatMap((variable) => {
    const found = findAll(phrasesOf(variable.synonyms, utterance.pack), keys);
    const all = findAll(phrasesOf(namesOf(variable, utterance, correctable), utterance.pack), keys);
    return all.map((name) => ({ variable, name, own: found.length > 0 }));
  });
  const [first] = [...called].sort((a, b) => Number(b.own) - Number(a.own));
  if (first === undefined) return undefined;
  // "The number is wrong" is ambiguous with a phone number and a number of people, so the caller is asked.
  const rivals = called.filter(({ variable, own }) => variable !== first.variable && own === first.own);
  if (rivals.length > 0) return undefined;
  const inside = (at: number, spans: readonly PhraseMatch<true>[]): boolean =>
    spans.some((each) => overlaps(each, at, at + 1));
  const names = called.filter(({ variable }) => variable === first.variable).map(({ name }) => name);
  const open = keys.filter(
    (_, at) => neutral[at] !== true && !inside(at, names) && !inside(at, wrong),
  ).length;
  const coverage = 1 / (1 + open);
  return { changes: [{ name: first.variable.name }], also: [], coverage, alone: open === 0 };
}
