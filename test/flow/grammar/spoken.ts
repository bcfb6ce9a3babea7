// Values in the words of the rules, as a caller might say them.

import { dayOf, minutesOf } from "../../../src/flow/grammar/calendar.ts";
import type { Language } from "../../../src/flow/grammar/language.ts";
import { speak } from "../../../src/flow/engine/guide/sayer.ts";
import type { Value, Variable } from "../../../src/flow/grammar/variables.ts";
import { weekdayOf } from "../../../src/flow/value/gregorian.ts";
import { intervalOf } from "../../../src/flow/value/interval.ts";

const date = (iso: string, today: number): unknown => {
  const [y, m, d] = iso.split("-").map(Number) as [number, number, number];
  const day = dayOf(iso);
  return day >= today && day < today + 60
    ? { k: "md", d, m, wd: weekdayOf(day) }
    : day >= today && day < today + 360
      ? { k: "md", d, m }
      : { k: "md", d, m, y };
};
const time = (clock: string): unknown => ({
  h: Math.floor(minutesOf(clock) / 60),
  m: minutesOf(clock) % 60,
  is24: true,
});

export function spoken(
  { variable, value }: { readonly variable: Variable; readonly value: Value },
  language: Language,
  today: number,
): string | undefined {
  const { type, unit, currency } = variable;
  const { from = "", to = "" } = intervalOf(String(value));
  const say = (kind: string, part: unknown) => speak(kind, part, language);
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
      return say("time", time(String(value)));
    case "date_range":
      return say("days", { from: date(from, today), to: date(to, today) });
    case "time_range":
      return say("hours", {
        from: time(from),
        to: time(to),
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
