// Arcs: everything that a stretch of the words can be in this question: a value, a mark, an act, words beside an answer, or unexplained.

import { minutesOf } from "./calendar.ts";
import type { Reading } from "./chart.ts";
import { fitOf, isSame } from "./fit.ts";
import type { Language } from "./language.ts";
import { mailsIn, namesIn } from "./free.ts";
import type { Token } from "./tokens.ts";
import type { Fit, Now, Variable } from "./variables.ts";

export interface Arc {
  readonly start: number;
  readonly end: number;
  readonly kind: "value" | "mark" | "act" | "beside" | "reason" | "doubt" | "foreign" | "open";
  readonly cost: number;
  /** Of a mark, an act, a doubt: which. */
  readonly what?: string;
  readonly sets?: readonly { readonly name: string; readonly fit: Fit }[];
}

export interface Slot {
  readonly variable: Variable;
  readonly isAsked: boolean;
  /** An earlier answer, which may be corrected. */
  readonly isFilled?: boolean;
}

const FOREIGN = new Set([
  "day",
  "time",
  "money",
  "duration",
  "quantity",
  "days",
  "hours",
  "daytime",
  "moment",
  "number",
  "party",
  "daypart",
  "vague",
  "shift",
  "more",
  "between",
  "headcount",
]);
const DICTATED = new Set(["digits", "phone"]);
const SIGN = /^[^\p{L}\d]+$/u;

export function arcsOf(
  tokens: readonly Token[],
  readings: readonly (readonly Reading[])[],
  slots: readonly Slot[],
  language: Language,
  now: Now,
): readonly (readonly Arc[])[] {
  const arcs: Arc[][] = tokens.map(() => []);
  const add = (arc: Arc): void => void arcs[arc.start]?.push(arc);
  const stems = tokens.map(({ text }) => language.stem(text));
  const prepared = slots.map((slot, at) => prepare(slot, at, language));
  const nouns = new Set(prepared.flatMap(({ nouns, isPeople }) => (isPeople ? [] : nouns.flat())));
  const named = new Set(prepared.flatMap(({ named }) => [...named]));
  const isSummary = slots.every(({ isAsked, variable }) => !isAsked || variable.type === "boolean");
  const isEither =
    isSummary &&
    slots.some(({ variable }) => variable.type === "time") &&
    slots.some(({ variable }) => variable.type === "number");
  prepared.forEach((slot) => (slot.mayBeBare = slot.isAsked || (isSummary && slot.isFilled === true)));
  const first = prepared.findIndex(({ variable }) => variable.type === "number");
  prepared.forEach((slot, at) => (slot.isSecond = at > first));
  const own = new Set(
    prepared.flatMap(({ isAsked, own }) => (isAsked ? own.filter((word) => !named.has(word)) : [])),
  );
  const hasName = slots.some(({ variable, isAsked }) => variable.type === "name" && isAsked);
  const hasBoolean = slots.some(({ variable }) => variable.type === "boolean");
  const value = (start: number, end: number, cost: number, sets: Arc["sets"], what?: string) =>
    add({ start, end, kind: "value", cost, sets, ...(what && { what }) });

  for (const at of tokens.keys()) {
    for (const reading of readings[at] as readonly Reading[]) {
      const { type, start, end, cost } = reading;
      if (type === "mark" && reading.value === "no" && hasBoolean) continue;
      // "Cancel it", where that is what was asked.
      if (type === "act" && hasBoolean && own.has(stems[at] as string)) continue;
      if (type === "mark" || type === "act")
        add({
          start,
          end,
          kind: type,
          cost: (type === "mark" ? 0.03 : 0.05) + cost,
          what: reading.value as string,
        });
      else if (type === "aside" || (type === "lead" && hasName))
        add({ start, end, kind: "beside", cost: 0.04 + cost });
      else if (type === "reason")
        add({ start, end, kind: "reason", cost: 0.04 + cost, what: String(reading.value) });
      else if (type === "yesno" && !hasBoolean)
        add(
          reading.value
            ? { start, end, kind: "beside", cost: 0.06 + cost, what: "yes" }
            : { start, end, kind: "mark", what: "no", cost: 0.05 + cost },
        );
      if (type === "days" || type === "hours") both(reading);
      let isFit = false;
      const fits = prepared.map((slot) => {
        const fit = fitOf(reading, slot.variable, now);
        if (
          fit === undefined ||
          (fit.isBare === true &&
            (!slot.mayBeBare ||
              (!slot.isPeople && isOfPeople(end)) ||
              (type === "number" && language.timeWords.includes(tokens[start - 1]?.text ?? "")))) ||
          isOthers(slot, start, end) ||
          (DICTATED.has(slot.variable.type) && isPartOfMore(start, end)) ||
          (type === "barehour" && language.countWords.includes(tokens[start - 1]?.text ?? "")) ||
          (type === "number" && slot.isSecond && slot.variable.type === "number")
        )
          return undefined;
        isFit = true;
        if (isEither && fit.isBare === true) {
          // "Make it nine": the answer that was nearer to it, and read back.
          const from =
            typeof slot.variable.near === "number"
              ? Math.abs(slot.variable.near - Number(fit.value))
              : Math.abs(minutesOf(String(slot.variable.near)) - minutesOf(String(fit.value))) / 60;
          const doubted = { ...fit, doubt: "it may be meant for another answer" };
          if (!fit.isOutside && !Number.isNaN(from))
            value(start, end, 0.4 + cost + 0.01 * from, [{ name: slot.variable.name, fit: doubted }]);
          return undefined;
        }
        const late = slot.order + (slot.isFilled ? 0.2 : 0) + (slot.isAsked ? 0 : 0.05);
        if (type !== "daytime")
          value(
            start,
            end,
            (type === "yesno" || type === "agreement" || type === "enough" ? 0.02 : 0.1) +
              late +
              cost +
              (fit.isBare ? 0.3 : 0) +
              (fit.isOutside ? 0.1 : 0),
            [{ name: slot.variable.name, fit }],
            type,
          );
        return { name: slot.variable.name, fit, late };
      });
      if (type === "daytime" && isFit) {
        const sets = fits.filter((each) => each !== undefined);
        value(start, end, 0.12 + cost + (sets.length === 1 ? 0.06 : 0) + (sets[0]?.late ?? 0), sets);
      }
      if (!isFit && FOREIGN.has(type))
        add({ start, end, kind: "foreign", what: type, cost: 0.7 + cost + 0.03 * (end - start) });
      if (
        type === "number" ||
        type === "party" ||
        type === "headcount" ||
        type === "single" ||
        type === "more" ||
        type === "ordinal"
      )
        counts(reading);
    }
    const { text } = tokens[at] as Token;
    const doubt = language.doubtOf.get(text);
    const plain = { start: at, end: at + 1 };
    const isAnswer =
      hasBoolean &&
      (readings[at] as readonly Reading[]).some(({ type }) => type === "yesno" || type === "agreement");
    if (text === "%") add({ ...plain, kind: "doubt", what: "compare", cost: 0.5 });
    else if (SIGN.test(text)) add({ ...plain, kind: "beside", cost: 0.02 });
    else if (language.besideSet.has(text)) add({ ...plain, kind: "beside", cost: isAnswer ? 0.2 : 0.05 });
    else if (language.weakSet.has(text))
      add({
        ...plain,
        kind: "beside",
        cost: at + 1 < tokens.length && tokens[at + 1]?.isAfterBreak !== true ? 0.3 : 0.45,
      });
    else if (nouns.has(stems[at] as string)) add({ ...plain, kind: "beside", cost: 0.12 });
    else if (doubt !== undefined) add({ ...plain, kind: "doubt", what: doubt, cost: 0.5 });
    else if (
      isOwn(stems[at] as string) &&
      !(readings[at] as readonly Reading[]).some(({ type }) => type === "number")
    )
      add({ ...plain, kind: "beside", cost: 0.06 });
    else add({ ...plain, kind: "open", cost: 1 });
  }
  for (const slot of prepared) {
    const { variable } = slot;
    // "Shall I cancel it?" – "cancel it": who repeats the question's own words says yes.
    if (variable.type === "boolean" && slot.isAsked)
      for (const [at, word] of stems.entries())
        if (
          word.length > 3 &&
          slot.own.includes(word) &&
          !language.paleSet.has((tokens[at] as Token).text) &&
          !language.doubtOf.has((tokens[at] as Token).text) &&
          !(readings[at] as readonly Reading[]).some(
            ({ type }) => FOREIGN.has(type) && type !== "daypart" && type !== "vague",
          )
        )
          value(at, at + 1, 0.03, [{ name: variable.name, fit: { value: true, isEcho: true } }]);
    if (variable.type === "choice") options(slot);
    if (variable.type === "email")
      for (const { start, end, text, doubt } of mailsIn(tokens, readings, language))
        value(start, end, 0.05, [{ name: variable.name, fit: { value: text, ...(doubt && { doubt }) } }]);
    if (variable.type === "name" && slot.isAsked)
      for (const { start, end, text, cost, doubt } of namesIn(tokens, readings, language))
        value(start, end, 0.1 + cost, [
          { name: variable.name, fit: { value: text, ...(doubt && { doubt }) } },
        ]);
  }
  return arcs;

  /** Digits beside more digits are a part of a longer number. */
  function isPartOfMore(start: number, end: number): boolean {
    const before = readings
      .slice(Math.max(0, start - 2), start)
      .some((all) => all.some((other) => other.type === "dig" && other.end === start));
    return before || (readings[end] ?? []).some(({ type }) => type === "dig");
  }

  /** From … to … where two days or two times are asked apart. */
  function both({ type, value: { from, to }, start, end, cost }: Reading): void {
    const two = prepared.filter(({ variable }) => variable.type === (type === "days" ? "date" : "time"));
    if (two.length < 2 || to === undefined || cost > 0.15) return;
    const part = (value: unknown, at: number, min?: unknown) =>
      fitOf(
        { type: type === "days" ? "day" : "time", value, start, end, cost },
        { ...(two[at] as Slot).variable, ...(typeof min === "string" && { min }) },
        now,
      );
    const first = part(from, 0);
    const fits = [first, part(to, 1, type === "days" ? first?.value : undefined)];
    if (fits.every((fit) => fit !== undefined))
      value(
        start,
        end,
        0.1 + cost,
        fits.map((fit, at) => ({ name: (two[at] as Slot).variable.name, fit: fit as Fit })),
      );
  }

  /** A word of the question, or of its family: "a donation" for "donate". */
  function isOwn(stem: string): boolean {
    return (
      own.has(stem) ||
      (stem.length > 5 && [...own].some((word) => word.length > 5 && word.slice(0, 5) === stem.slice(0, 5)))
    );
  }

  /** Beside the name of another variable of its type: "leaving monday and returning wednesday". */
  function isOthers({ variable }: Slot, start: number, end: number): boolean {
    const rivals = prepared.filter(
      (other) => other.variable.type === variable.type && other.nouns.length > 0,
    );
    if (rivals.length < 2) return false;
    const named = (at: number, step: number) =>
      rivals.find(({ nouns }) => nouns.some((noun) => startsAt(step < 0 ? at - noun.length + 1 : at, noun)));
    let owner = named(start - 1, -1) ?? named(end, 1);
    for (
      let at = start - 2;
      owner === undefined && at >= start - 3 && language.besideSet.has(tokens[at + 1]?.text ?? "");
      at--
    )
      owner = named(at, -1);
    return owner !== undefined && owner.variable.name !== variable.name;
  }

  /** "Four people", "a child", "floor three", "me and my wife". */
  function counts({ type, value: n, start, end, cost }: Reading): void {
    for (const { variable, nouns, isPeople, order, mayBeBare } of prepared) {
      if (variable.type !== "number" || typeof n !== "number") continue;
      const total = type === "more" ? Number(variable.near ?? Number.NaN) + n : n;
      if (Number.isNaN(total)) continue;
      const fit: Fit = { value: total, isOutside: !inside(total, variable) };
      if (type === "more" && mayBeBare) value(start, end, 0.2 + order + cost, [{ name: variable.name, fit }]);
      const add = (from: number, to: number, price: number) =>
        !(variable.integer === true && !Number.isInteger(total)) &&
        value(from, to, 0.08 + order + cost + price, [{ name: variable.name, fit }]);
      if (type === "party" || type === "headcount") {
        const isParted = prepared.some(
          (other) =>
            other.variable.name !== variable.name &&
            other.variable.type === "number" &&
            other.nouns.some((noun) => tokens.some((_, at) => at >= start && at < end && startsAt(at, noun))),
        );
        if (isPeople && !isParted) add(start, end, 0);
        continue;
      }
      for (const noun of nouns) {
        if (type === "ordinal" && !language.rankedSet.has(noun.join(" "))) continue;
        const sign = startsAt(end, noun)
          ? language.moreWords[tokens[end + noun.length]?.text ?? ""]
          : undefined;
        const before = Number(variable.near ?? Number.NaN);
        if (sign !== undefined && !Number.isNaN(before))
          value(start, end + noun.length + 1, 0.05 + order + cost, [
            {
              name: variable.name,
              fit: { value: before + sign * n, isOutside: !inside(before + sign * n, variable) },
            },
          ]);
        if (startsAt(end, noun)) add(start, end + noun.length, 0);
        if (type === "single" || type === "ordinal") continue;
        if (stems[end + 1] !== undefined && startsAt(end + 1, noun))
          value(start, end + 1 + noun.length, 0.4 + order + cost, [
            { name: variable.name, fit: { ...fit, doubt: "a word stands between the number and its noun" } },
          ]);
        if (startsAt(end, ["of"]) && startsAt(end + 1, noun)) add(start, end + 1 + noun.length, 0);
        if (tokens[end] && language.besideSet.has((tokens[end] as Token).text) && startsAt(end + 1, noun))
          add(start, end + 1 + noun.length, 0.05);
        if (startsAt(start - noun.length, noun)) add(start - noun.length, end, 0.05);
      }
    }
  }

  /** "Three of us", "three people": a number of persons, and of nothing else. */
  function isOfPeople(at: number): boolean {
    return language.people.has(stems[at] ?? "") || language.ofUs.some((words) => startsAt(at, words));
  }

  function startsAt(at: number, words: readonly string[]): boolean {
    return at >= 0 && words.every((word, n) => stems[at + n] === word);
  }

  function options({ variable, order, isAsked }: (typeof prepared)[number]): void {
    const all = variable.options ?? [];
    const seen: { start: number; end: number; id: string; cost: number }[] = [];
    all.forEach(({ id, label = id, synonyms = [] }, place) => {
      const names = [label, id.replaceAll("_", " "), ...synonyms].map((name) => language.plain(name));
      for (const at of tokens.keys()) {
        for (const name of names) {
          if (name.length > 0 && startsAt(at, name))
            seen.push({
              start: at,
              end: at + name.length + (language.pronounSet.has(tokens[at + name.length]?.text ?? "") ? 1 : 0),
              id,
              cost: 0.1,
            });
          else if (
            name.length > 1 &&
            name.some((word) => word.length > 3 && word === stems[at] && !language.besideSet.has(word))
          )
            seen.push({ start: at, end: at + 1, id, cost: 0.3 });
        }
        for (const { type, value: n, end, cost } of readings[at] as readonly Reading[]) {
          if (type === "position" && (n === place + 1 || n === place - all.length))
            seen.push({ start: at, end, id, cost: 0.15 + cost });
          if (type === "number" && n === place + 1 && isAsked)
            value(at, end, 0.4 + cost, [{ name: variable.name, fit: { value: id, isAlone: true } }]);
        }
      }
    });
    for (const { start, end, id, cost } of seen) {
      const rivals = [
        ...new Set(
          seen
            .filter((other) => other.start === start && other.end === end && other.cost <= cost)
            .map((other) => other.id),
        ),
      ];
      const fit: Fit = rivals.length > 1 ? { values: rivals } : { value: id };
      value(start, end, cost + order, [{ name: variable.name, fit }]);
    }
  }
}

const inside = (n: number, { min, max }: Variable): boolean =>
  (min === undefined || n >= Number(min)) && (max === undefined || n <= Number(max));

function prepare(slot: Slot, at: number, language: Language) {
  const { variable } = slot;
  const asked = language.plain(variable.ask ?? "");
  const nouns = (variable.synonyms ?? [])
    .map((name) => language.plain(name))
    .filter((noun) => noun.length > 0);
  const isPeople = [...nouns.flat(), ...(nouns.length === 0 ? asked : [])].some((word) =>
    language.people.has(word),
  );
  if (isPeople) nouns.push(...[...language.people].map((word) => [word]), ...language.ofUs);
  const named = new Set(
    (variable.options ?? []).flatMap(({ id, label = "", synonyms = [] }) =>
      [id, label, ...synonyms].flatMap((name) => language.plain(name)),
    ),
  );
  const unit =
    variable.unit ??
    nouns
      .flat()
      .map((noun) => language.unitOf.get(noun))
      .find((each) => each !== undefined);
  return {
    ...slot,
    variable: variable.type === "number" && unit !== undefined ? { ...variable, unit } : variable,
    order: at * 0.01,
    nouns,
    isPeople,
    isSecond: false,
    mayBeBare: false,
    named,
    own: [
      ...asked,
      ...language.plain(variable.name),
      ...(language.typeWords[variable.type] ?? "").split(" "),
    ],
  };
}

export { isSame };
