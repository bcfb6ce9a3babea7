// Counts: numbers beside the things that they count: "four people", "a child", "floor three", "me and my wife".

import type { Reading } from "./chart.ts";
import { type Arc, isBeside, readingsAt, type ReadySlot, type Scene, startsAt, textAt } from "./scene.ts";
import type { Fit, Variable } from "./variables.ts";

const COUNTING = new Set(["number", "party", "headcount", "single", "more", "ordinal"]);

export function countArcs(scene: Scene, reading: Reading): readonly Arc[] {
  if (!COUNTING.has(reading.type) || typeof reading.value !== "number") return [];
  return scene.slots
    .filter(({ variable }) => variable.type === "number")
    .flatMap((slot) => countsOf(scene, slot, reading));
}

function countsOf(scene: Scene, slot: ReadySlot, reading: Reading): readonly Arc[] {
  const { type, value: n, start, end, cost } = reading;
  const { variable, nouns, isPeople, order, mayBeBare } = slot;
  const total = type === "more" ? Number(variable.near ?? Number.NaN) + n : Number(n);
  if (Number.isNaN(total)) return [];
  const fit: Fit = { value: total, isOutside: !isInside(total, variable) };
  const arcs: Arc[] = [];
  const add = (from: number, to: number, arc: { cost: number; fit?: Fit }): void =>
    void arcs.push({
      start: from,
      end: to,
      kind: "value",
      form: reading.form ?? type,
      cost: arc.cost + order + cost,
      sets: [{ name: variable.name, fit: arc.fit ?? fit }],
    });
  // "One more thing" counts things.
  if (type === "more" && mayBeBare && isClosed(scene, end)) add(start, end, { cost: 0.2 });
  const isWhole = variable.integer !== true || Number.isInteger(total);
  if (type === "party" || type === "headcount") {
    // "Two couples", if the question counts couples.
    const isOfQuestion = slot.own.includes(scene.stems[end - 1] ?? "");
    // "A son and two daughters", if the question counts children.
    const isSelf = scene.tokens.slice(start, end).some(({ text }) => scene.language.subjectSet.has(text));
    const isOnly = scene.slots.every((other) => other === slot || other.variable.type !== "number");
    const isKin = !isSelf && isOnly && nouns.flat().some((noun) => scene.language.personSet.has(noun));
    if (!isWhole || isOfQuestion || isParted(scene, slot, { start, end })) return arcs;
    if (isPeople) add(start, end, { cost: 0.08 });
    else if (isKin) add(start, end, { cost: 0.08, fit: { ...fit, doubt: "persons are counted together" } });
    return arcs;
  }
  // "A room for two, from Friday": the number may as well count nights.
  const isForPeople = isPeople && !mayBeBare && slot.isAhead !== true && isWhole && type === "number";
  if (isForPeople && scene.language.beforeCountSet.has(textAt(scene, start - 1)) && isUncounted(scene, end))
    add(start, end, { cost: 0.3, fit: { ...fit, doubt: "no noun says what it counts" } });
  for (const noun of nouns) {
    if (type === "ordinal" && !scene.language.rankedSet.has(noun.join(" "))) continue;
    const isNext = startsAt(scene, end, noun);
    const changed = isNext ? changedBy(scene, end + noun.length, { n, variable }) : undefined;
    if (changed !== undefined) add(start, end + noun.length + 1, { cost: 0.05, fit: changed });
    if (isNext && isWhole) add(start, end + noun.length, { cost: 0.08 });
    if (type === "single" || type === "ordinal") continue;
    const isAfterOne = end + 1 < scene.stems.length && startsAt(scene, end + 1, noun);
    if (isAfterOne)
      add(start, end + 1 + noun.length, {
        cost: 0.4,
        fit: { ...fit, doubt: "a word stands between the number and its noun" },
      });
    if (!isWhole) continue;
    if (isAfterOne && isBeside(scene, textAt(scene, end))) add(start, end + 1 + noun.length, { cost: 0.13 });
    if (startsAt(scene, start - noun.length, noun)) add(start - noun.length, end, { cost: 0.13 });
  }
  return arcs;
}

/** Whether no word follows that the number could count. */
function isClosed({ tokens, language }: Scene, at: number): boolean {
  const next = tokens[at];
  return next === undefined || next.isAfterBreak || language.hesitationSet.has(next.text);
}

/** Whether no noun follows, but the end, a small word, or another value: "for two from Friday". */
const isUncounted = (scene: Scene, at: number): boolean =>
  isClosed(scene, at) ||
  isBeside(scene, textAt(scene, at)) ||
  readingsAt(scene, at).some((reading) => valueTypes.has(reading.type));

const valueTypes = new Set([
  "day",
  "days",
  "since",
  "until",
  "between",
  "time",
  "hours",
  "daytime",
  "period",
]);

/** "Two people more": the earlier answer and two. */
function changedBy(
  scene: Scene,
  at: number,
  { n, variable }: { readonly n: number; readonly variable: Variable },
): Fit | undefined {
  const sign = scene.language.moreWords[textAt(scene, at)];
  const value = Number(variable.near ?? Number.NaN) + (sign ?? 0) * n;
  return sign === undefined || Number.isNaN(value)
    ? undefined
    : { value, isOutside: !isInside(value, variable) };
}

/** Another number counts some of these persons: "two adults and a child", if the node asks for children separately. */
function isParted(
  scene: Scene,
  { variable }: ReadySlot,
  { start, end }: { readonly start: number; readonly end: number },
): boolean {
  const isNamed = (noun: readonly string[]): boolean =>
    scene.tokens.some((_, at) => at >= start && at < end && startsAt(scene, at, noun));
  return scene.slots.some(
    (other) =>
      other.variable.name !== variable.name && other.variable.type === "number" && other.nouns.some(isNamed),
  );
}

const isInside = (n: number, { min, max }: Variable): boolean =>
  (min === undefined || n >= Number(min)) && (max === undefined || n <= Number(max));
