// Speaking: a value in the words of the rules, by the reverse that a rule carries (`say`).

import { intervalOf } from "../value/interval.ts";
import { weekdayOf, dayOf, minutesOf } from "./calendar.ts";
import type { Language } from "./language.ts";
import { expand, type Grammar, type Item } from "./rules.ts";
import type { Value, Variable } from "./variables.ts";

/** Digits and letters nest once each. */
const DEPTH_MAX = 60;

interface Speaking {
  readonly grammar: Grammar;
  readonly depth?: number;
}

/** The first rule whose reverse takes the value. */
export function speak(type: string, value: unknown, { grammar, depth = 0 }: Speaking): string | undefined {
  if (type === "figures") return String(value);
  if (type === "letter") return String(value).toLowerCase();
  if (depth > DEPTH_MAX) return undefined;
  for (const { form, say } of grammar.byType.get(type) ?? []) {
    const slots = say?.(value);
    if (slots === undefined) continue;
    const count = slots.filter((slot) => slot !== undefined).length;
    const word = (item: Item): string | undefined =>
      "word" in item ? item.word : speak(item.type, slots[item.slot], { grammar, depth: depth + 1 });
    for (const sequence of expand(form)) {
      if (sequence.filter((item) => "slot" in item).length !== count) continue;
      const said = sequence.map(word);
      if (said.every((each) => each !== undefined)) return said.join(" ");
    }
  }
  return undefined;
}

const date = (iso: string, today: number): unknown => {
  const [y, m, d] = iso.split("-").map(Number) as [number, number, number];
  const day = dayOf(iso);
  return day >= today && day < today + 60
    ? { k: "md", d, m, wd: weekdayOf(day) }
    : day >= today && day < today + 360
      ? { k: "md", d, m }
      : { k: "md", d, m, y };
};
const time = (clock: string, is24: boolean): unknown => ({
  h: Math.floor(minutesOf(clock) / 60),
  m: minutesOf(clock) % 60,
  ...(is24 && { is24 }),
});

/** How an answer is read back. */
export function spoken(
  { variable, value }: { readonly variable: Variable; readonly value: Value },
  language: Language,
  today: number,
): string | undefined {
  const { grammar } = language;
  const { type, unit, currency } = variable;
  const { from = "", to = "" } = intervalOf(String(value));
  const say = (kind: string, part: unknown) => speak(kind, part, { grammar });
  switch (type) {
    case "boolean":
      return say("yesno", value);
    case "number":
      return say("number", value);
    case "money":
      return say("money", { n: value, unit: currency });
    case "duration":
      return say("duration", { n: value, unit });
    case "amount":
      return say("quantity", { n: value, unit });
    case "date":
      return say("day", date(String(value), today));
    case "time":
      return say("time", time(String(value), language.saysHalves));
    case "date_range":
      return say("days", { from: date(from, today), to: date(to, today) });
    case "time_range":
      return say("hours", {
        from: time(from, language.saysHalves),
        to: time(to, language.saysHalves),
      });
    case "digits":
      return say("digs", value);
    case "code":
      return say("mix", String(value).replace(/[^\p{L}\d]/gu, ""));
    case "phone":
      return say("phone", String(value));
    case "choice":
      return variable.options?.find(({ id }) => id === value)?.label ?? String(value);
    case "email": {
      const { at, signs } = language.mail;
      const words = new Map(
        Object.entries(signs)
          .map(([word, sign]) => [sign, word] as const)
          .reverse(),
      );
      return Array.from(String(value))
        .map((sign) => (sign === "@" ? ` ${at[0]} ` : words.has(sign) ? ` ${words.get(sign)} ` : sign))
        .join("");
    }
    default:
      return String(value);
  }
}
