// Speaking: a value in the words of the rules, by the reverse that a rule carries (`say`).

import { weekdayOf, dayOf, minutesOf } from "./calendar.ts";
import type { Language } from "./language.ts";
import { expand, type Grammar } from "./rules.ts";
import type { Value, Variable } from "./variables.ts";

/** The first rule whose reverse takes the value. */
export function speak(type: string, value: unknown, grammar: Grammar, depth = 0): string | undefined {
  if (type === "figures") return String(value);
  if (type === "letter") return String(value).toLowerCase();
  if (depth > 60) return undefined;
  for (const { form, say } of grammar.byType.get(type) ?? []) {
    const slots = say?.(value);
    if (slots === undefined) continue;
    sequences: for (const sequence of expand(form)) {
      if (
        sequence.filter((item) => "slot" in item).length !== slots.filter((slot) => slot !== undefined).length
      )
        continue;
      const said: string[] = [];
      for (const item of sequence) {
        const word = "word" in item ? item.word : speak(item.type, slots[item.slot], grammar, depth + 1);
        if (word === undefined) continue sequences;
        said.push(word);
      }
      return said.join(" ");
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
  variable: Variable,
  value: Value,
  language: Language,
  today: number,
): string | undefined {
  const { grammar } = language;
  const { type, unit, currency } = variable;
  const range = value as { from: string; to: string };
  const say = (kind: string, part: unknown) => speak(kind, part, grammar);
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
      return say("days", { from: date(range.from, today), to: date(range.to, today) });
    case "time_range":
      return say("hours", {
        from: time(range.from, language.saysHalves),
        to: time(range.to, language.saysHalves),
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
      return [...String(value)]
        .map((sign) => (sign === "@" ? ` ${at[0]} ` : words.has(sign) ? ` ${words.get(sign)} ` : sign))
        .join("");
    }
    default:
      return String(value);
  }
}
