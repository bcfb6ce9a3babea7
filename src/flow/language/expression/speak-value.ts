// Spoken value: one value as words in the scope's language, by its type where that is known.

import { intervalOf } from "../../value/interval.ts";
import { labelOf } from "./list-functions.ts";
import { isValueMap, type Value, type ValueMap } from "../../value/value.ts";
import type { EvaluationScope, SpokenAs } from "./evaluation-scope.ts";

/** The value as words. Null and objects without a label give an empty text; texts without a type are spoken as they are. */
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
  return isValueMap(value)
    ? speakRecord(value, as, scope)
    : speaker.list(speakItems(value, as, scope), "and");
}

/** A record by its label, else by its fields in their order: "2 large Margherita". */
function speakRecord(record: ValueMap, as: SpokenAs | undefined, scope: EvaluationScope): string {
  const label = labelOf(record);
  if (label !== "" || as?.fields === undefined) return label;
  const words = as.fields.map((field) =>
    Object.hasOwn(record, field.name) ? speak(record[field.name] ?? null, field.as, scope) : "",
  );
  return words.filter((each) => each !== "").join(" ");
}

/** The items as words, without those that are empty. */
export function speakItems(
  items: readonly Value[],
  as: SpokenAs | undefined,
  scope: EvaluationScope,
): readonly string[] {
  const of = as?.fields === undefined ? as?.of : "object";
  const each: SpokenAs | undefined = as === undefined || of === undefined ? undefined : { ...as, kind: of };
  return items.map((item) => speak(item, each, scope)).filter((words) => words !== "");
}

/** Both ends, or the one that is filled; other values are spoken like an end, since the bounds of a range are ends. */
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
    case "time":
      return speaker.time(value);
    // A day, too, may have only its period filled.
    case "date":
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
