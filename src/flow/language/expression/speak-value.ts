// Spoken value: one value as words in the scope's language, by its type where that is known.

import { intervalOf } from "../../value/interval.ts";
import { isValueMap, type Value } from "../../value/value.ts";
import type { EvaluationScope, SpokenAs } from "./evaluation-scope.ts";

/** The value as words. Null and objects give an empty text; texts without a type are spoken as they are. */
export function speak(value: Value, as: SpokenAs | undefined, scope: EvaluationScope): string {
  const { speaker } = scope;
  if (value === null) return "";
  if (typeof value === "boolean") return speaker.boolean(value);
  if (typeof value === "number") {
    if (as?.unit !== undefined && (as.kind === "duration" || as.kind === "amount"))
      return speaker.measure(value, as.unit);
    return as?.kind === "money" && as.currency !== undefined
      ? speaker.money(value, as.currency)
      : speaker.number(value);
  }
  if (typeof value === "string") return speakText(value, as, scope);
  return isValueMap(value) ? "" : speaker.list(speakItems(value, as, scope), "and");
}

/** The items as words, without those that are empty. */
export function speakItems(
  items: readonly Value[],
  as: SpokenAs | undefined,
  scope: EvaluationScope,
): readonly string[] {
  const each: SpokenAs | undefined = as?.of === undefined ? undefined : { ...as, kind: as.of };
  return items.map((item) => speak(item, each, scope)).filter((words) => words !== "");
}

/** Both ends, or the one that is known; what is no range is spoken like an end, as the bounds of a range are. */
function spokenRange(value: string, { speaker }: EvaluationScope, spoken: (end: string) => string): string {
  const { from, to } = intervalOf(value);
  if (from === undefined && to === undefined) return spoken(value);
  return speaker.range({
    ...(from !== undefined && { from: spoken(from) }),
    ...(to !== undefined && { to: spoken(to) }),
  });
}

function speakText(value: string, as: SpokenAs | undefined, scope: EvaluationScope): string {
  const { speaker } = scope;
  switch (as?.kind) {
    case "date":
      return speaker.date(value, scope.moment.date);
    case "time":
      return speaker.time(value);
    case "date_range":
      return spokenRange(value, scope, (end) => speaker.date(end, scope.moment.date));
    case "time_range":
      return spokenRange(value, scope, (end) => speaker.time(end));
    case "phone":
      return speaker.phone(value, as.region);
    case "digits":
      return speaker.digits(value);
    case "code":
      return speaker.spell(value);
    case "email":
      return speaker.email(value);
    case "choice":
      return as.labelOf?.(value) ?? value.replaceAll("_", " ");
    case "boolean":
    case "number":
    case "money":
    case "duration":
    case "amount":
    case "name":
    case "text":
    case "list":
    case "object":
    case "audio":
    case undefined:
      return value;
  }
}
