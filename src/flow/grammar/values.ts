// Values: the meaning of the chart's readings for the variables of the scene.

import { minutesOf } from "./calendar.ts";
import type { Reading } from "./chart.ts";
import { fitOf, serves } from "./fit.ts";
import {
  type Arc,
  isBeside,
  isOfPeople,
  readingsAt,
  type ReadySlot,
  type Scene,
  startsAt,
  textAt,
} from "./scene.ts";
import type { Fit, Variable } from "./variables.ts";

const DICTATED = new Set(["digits", "phone"]);
const HOURS_MAX = 24;
const ANSWERING = new Set(["yesno", "agreement", "enough"]);

/**
 * Gain of a value beside the name of an earlier answer ("the time should be eight"): it belongs to that answer rather
 * than to any other.
 */
const OWNED_GAIN = 0.5;
/** Readings whose costs differ by less are equally likely. */
const RIVAL_COST = 0.02;

interface SlotFit {
  readonly slot: ReadySlot;
  readonly fit: Fit;
}

/** Undefined: the reading fits no variable here. */
export function valueArcs(scene: Scene, read: Reading): readonly Arc[] | undefined {
  const slots = scene.slots.filter(({ variable }) => serves(read, variable));
  if (slots.length === 0) return undefined;
  const owner = ownerOf(scene, slots, read);
  const isMend = owner?.variable.near !== undefined;
  const reading = { ...read, cost: read.cost + namedCost(scene, read) - (isMend ? OWNED_GAIN : 0) };
  const fits = slots.flatMap((slot): SlotFit[] => {
    // This check is cheap, and most digits have other digits beside them; a phone number takes long to check.
    if (DICTATED.has(slot.variable.type) && isPartOfMore(scene, reading.start, reading.end)) return [];
    const fit = fitOf(reading, countedFrom(scene, slot.variable, reading), scene.now);
    if (fit === undefined || (owner !== undefined && owner !== slot)) return [];
    if (DICTATED.has(slot.variable.type) && fit.isOutside === true && isArticle(scene, reading)) return [];
    if (!isFor(scene, slot, { reading, fit, isNamed: owner === slot })) return [];
    const isRival = isRivalled(scene, slot, { reading, fit });
    return [
      {
        slot,
        fit: isRival
          ? { ...fit, doubt: "it may be other digits" }
          : plainly(withUnit(fit, slot, scene), slot, scene.stems.slice(reading.start, reading.end)),
      },
    ];
  });
  if (fits.length === 0) return undefined;
  const { type, start, end, cost } = reading;
  if (type !== "daytime")
    return fits.flatMap(
      (each) => (owner === undefined ? either(scene, each, reading) : undefined) ?? [plain(each, reading)],
    );
  const first = fits[0] as SlotFit;
  return [
    {
      start,
      end,
      kind: "value",
      form: reading.form ?? type,
      cost: 0.12 + cost + (fits.length === 1 ? 0.06 : 0) + late(first.slot),
      sets: fits.map(({ slot, fit }) => ({ name: slot.variable.name, fit })),
    },
  ];
}

/** The "one" of "the green one", the "eine" of "eine Lampe": no digit, if the number would be too short. */
const isArticle = ({ tokens, language }: Scene, { start, end }: Reading): boolean =>
  end - start === 1 && tokens.length > 1 && language.weakSet.has(tokens[start]?.text ?? "");
/** "The plumber comes on Thursday, so the day after": the day counts from an earlier one. */
function countedFrom(scene: Scene, variable: Variable, { value, start }: Reading): Variable {
  const isCounted = variable.type === "date" && COUNTED.has(value.k) && value.base === undefined;
  const base = isCounted
    ? scene.readings
        .slice(0, start)
        .flat()
        .findLast(({ type, end, value: day }) => type === "day" && end <= start && !COUNTED.has(day.k))
    : undefined;
  const day = base && fitOf(base, variable, scene.now)?.value;
  return day === undefined ? variable : { ...variable, near: day };
}
const COUNTED: ReadonlySet<unknown> = new Set(["after", "beside"]);

/** "Shall I book it?" – "book it": an agreement with a word of the question is a yes. */
const plainly = (fit: Fit, { own }: ReadySlot, stems: readonly string[]): Fit =>
  fit.isAlone === true && fit.value === true && stems.some((stem) => stem.length > 3 && own.includes(stem))
    ? { value: true }
    : fit;

/** "Fifty pounds a month", if "month" is an option: the shorter value leaves that word to it. */
const NAMED_COST = 0.2;

export const namedCost = (scene: Scene, reading: Reading): number => NAMED_COST * namedInside(scene, reading);

function namedInside({ stems, slots, language, tokens }: Scene, { start, end, type }: Reading): number {
  const choices = type === "yesno" || end - start < 2 ? [] : slots.filter(({ named }) => named.size > 0);
  if (choices.length === 0) return 0;
  return stems
    .slice(start, end)
    .filter(
      (stem, at) =>
        !language.besideSet.has(tokens[start + at]?.text ?? "") &&
        choices.some(({ named }) => named.has(stem)),
    ).length;
}

const late = ({ order, isFilled, isAsked, isRecalled }: ReadySlot): number =>
  isRecalled ? 0 : order + (isFilled === true ? 0.2 : 0) + (isAsked ? 0 : 0.05);

/** "Two", if kilograms are counted and the question names no unit: the value is read back with its unit. */
function withUnit(fit: Fit, { variable, own }: ReadySlot, { language }: Scene): Fit {
  const isMeasured = variable.type === "amount" && fit.isBare === true && fit.doubt === undefined;
  const isSaid = own.some((word) => language.unitOf.get(word) === variable.unit);
  return isMeasured && !isSaid ? { ...fit, doubt: "nobody said the unit" } : fit;
}

function plain({ slot, fit }: SlotFit, { type, start, end, cost, form = type }: Reading): Arc {
  return {
    start,
    end,
    kind: "value",
    what: type,
    form,
    cost:
      (ANSWERING.has(type) ? 0.02 : 0.1) +
      late(slot) +
      cost +
      (fit.isBare ? 0.3 : 0) +
      (fit.isOutside ? 0.1 : 0),
    sets: [{ name: slot.variable.name, fit }],
  };
}

/**
 * "Make it nine" at a summary: the answer whose value was nearer to it, and a read-back. Undefined: no answer is in
 * question.
 */
function either(scene: Scene, { slot, fit }: SlotFit, reading: Reading): readonly Arc[] | undefined {
  if (!scene.isEither || fit.isBare !== true) return undefined;
  const { near, name } = slot.variable;
  const away =
    typeof near === "number"
      ? Math.abs(near - Number(fit.value))
      : Math.abs(minutesOf(String(near)) - minutesOf(String(fit.value))) / 60;
  if (fit.isOutside === true || Number.isNaN(away)) return [];
  const doubted = { ...fit, doubt: "it may be meant for another answer" };
  const { start, end, cost } = reading;
  return [{ start, end, kind: "value", cost: 0.4 + cost + 0.01 * away, sets: [{ name, fit: doubted }] }];
}

function isFor(
  scene: Scene,
  slot: ReadySlot,
  { reading, fit, isNamed }: { readonly reading: Reading; readonly fit: Fit; readonly isNamed: boolean },
): boolean {
  const { type, start, end } = reading;
  const { language } = scene;
  const kind = slot.variable.type;
  const before = textAt(scene, start - 1);
  if (fit.isBare === true) {
    if ((!slot.mayBeBare && !isNamed) || (!slot.isPeople && isOfPeople(scene, end))) return false;
    const isHour = type === "number" && reading.value <= HOURS_MAX;
    if (isHour && language.beforeTimeSet.has(before)) return false;
  }
  // "Nine, and could they ring before": a few digits begin a number of a telephone only where it is asked.
  if (kind === "phone" && !slot.isAsked && fit.part !== undefined) return false;
  if ((type === "since" || type === "until") && kind === "date" && !isEnd(scene, slot, reading)) return false;
  if (type === "barehour" && language.beforeCountSet.has(before)) return false;
  return !(type === "number" && kind === "number" && slot.isSecond);
}

/** "Seven hundred five" is 7005 or 705: another reading of the same words fits as well. */
const isRivalled = (
  scene: Scene,
  { variable }: ReadySlot,
  { reading, fit }: { readonly reading: Reading; readonly fit: Fit },
): boolean =>
  DICTATED.has(variable.type) &&
  readingsAt(scene, reading.start).some((other) => {
    if (other.end !== reading.end || Math.abs(other.cost - reading.cost) > RIVAL_COST) return false;
    const rival = other.value === reading.value ? undefined : fitOf(other, variable, scene.now);
    return rival?.value !== undefined && rival.isOutside !== true && rival.value !== fit.value;
  });

/**
 * "From" and "until" before a day: the first and the second of two days that are asked separately; "until" alone bounds
 * a day, unless the question asks for just that.
 */
function isEnd({ slots, stems }: Scene, slot: ReadySlot, { type, start }: Reading): boolean {
  if (slot.own.includes(stems[start] ?? "")) return true;
  const [first, second] = slots.filter(({ variable }) => variable.type === "date");
  return type === "since" ? slot === first : slot === second;
}

/** Digits beside more digits are a part of a longer number, and so are those behind an "and" or an "um" within it. */
function isPartOfMore(scene: Scene, start: number, end: number): boolean {
  const isUnbroken = [start - 1, start].every((at) => scene.tokens[at]?.isAfterBreak === false);
  const isBefore = [start - 2, start - 1].some((at) =>
    readingsAt(scene, at).some(
      (other) =>
        (other.type === "dig" && other.end === start) ||
        (isUnbroken && other.type === "digs" && other.end === start + 1 && at === start - 2),
    ),
  );
  return isBefore || readingsAt(scene, end).some(({ type }) => type === "dig");
}

/** Variable whose name is beside a value that fits it: "leaving monday and returning wednesday". */
function ownerOf(scene: Scene, slots: readonly ReadySlot[], reading: Reading): ReadySlot | undefined {
  const { start, end } = reading;
  const named = (at: number, step: number): ReadySlot | undefined =>
    slots.find(
      ({ nouns, variable }) =>
        nouns.some((noun) => startsAt(scene, step < 0 ? at - noun.length + 1 : at, noun)) &&
        fitOf(reading, variable, scene.now) !== undefined,
    );
  const owner = named(start - 1, -1) ?? named(end, 1);
  if (owner !== undefined) return owner;
  for (let at = start - 2; at >= start - 3 && isBeside(scene, textAt(scene, at + 1)); at--) {
    const before = named(at, -1);
    if (before !== undefined) return before;
  }
  return undefined;
}

/** "From … to …", if the node asks for two days or two times separately. */
export function bothArcs(scene: Scene, reading: Reading): readonly Arc[] {
  const { type, start, end, cost } = reading;
  if (type !== "days" && type !== "hours") return [];
  const kind = type === "days" ? "date" : "time";
  const [first, second] = scene.slots.filter(({ variable }) => variable.type === kind);
  const { from, to } = reading.value;
  if (first === undefined || second === undefined || to === undefined || cost > 0.15) return [];
  const part = (value: unknown, { variable }: ReadySlot, min?: unknown): Fit | undefined =>
    fitOf(
      { type: type === "days" ? "day" : "time", value, start, end, cost },
      { ...variable, ...(typeof min === "string" && { min }) },
      scene.now,
    );
  const begins = part(from, first);
  const ends = part(to, second, type === "days" ? begins?.value : undefined);
  if (begins === undefined || ends === undefined) return [];
  const sets = [
    { name: first.variable.name, fit: begins },
    { name: second.variable.name, fit: ends },
  ];
  return [{ start, end, kind: "value", cost: 0.1 + cost, sets }];
}
