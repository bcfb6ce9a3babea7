// Checks VF112 and VF215: opening hours, and the expressions that read them. VF112 is about days and times here.

import type { Expr } from "../expression/ast.ts";
import { partsOf } from "../expression/dependencies.ts";
import { isDay, timeSpanOf, weekdaysOf } from "../../value/opening-hours.ts";
import { expressionPlaces } from "../model/expression-places.ts";
import type { HoursEntries } from "../model/model.ts";
import { exprsOf } from "../model/place-dependencies.ts";
import { type CheckContext, suggestName } from "./check-context.ts";

export function checkHours(checking: CheckContext): void {
  const { model, report } = checking;
  for (const { open, holidays, special } of model.hours.values()) {
    days(open, weekdays, checking);
    days(special, dates, checking);
    for (const { value, path } of holidays) {
      if (!isDay(value))
        report({ code: "VF112", path, message: "this should be a day such as 12-25 or 2026-04-06" });
    }
  }
  for (const place of expressionPlaces(model)) {
    if (place.line?.source.includes("is_open") === false) continue;
    const path = place.line?.path ?? place.formula?.path ?? [];
    for (const { from, to, args } of exprsOf(place).flatMap(asked)) {
      const [first] = args;
      const name = first?.type === "literal" && typeof first.value === "string" ? first.value : undefined;
      const hours = place.tool === undefined ? model.hours : new Map<string, unknown>();
      if (name !== undefined && hours.has(name)) continue;
      report({
        code: "VF215",
        path,
        ...(place.line !== undefined && { from, to }),
        message:
          name === undefined ? "write the name of the hours in quotes" : `there are no hours '${name}'`,
        ...(name !== undefined && suggestName(name, hours.keys())),
      });
    }
  }
}

interface DayRule {
  readonly says: string;
  readonly isRight: (day: string) => boolean;
}

const weekdays: DayRule = {
  says: "a weekday such as mon or mon-fri",
  isRight: (day) => weekdaysOf(day) !== undefined,
};
const dates: DayRule = { says: "a day such as 12-24 or 2026-12-24", isRight: isDay };

function days(entries: HoursEntries, { says, isRight }: DayRule, { report }: CheckContext): void {
  for (const { day, path, spans } of entries) {
    if (!isRight(day)) report({ code: "VF112", path, atKey: true, message: `this should be ${says}` });
    for (const { value, path: at } of spans) {
      if (timeSpanOf(value) === undefined)
        report({ code: "VF112", path: at, message: "this should be a time such as 09:00-17:00" });
    }
  }
}

function asked(expr: Expr): readonly (Expr & { readonly type: "call" })[] {
  if (expr.type === "call" && expr.name === "is_open") return [expr];
  return partsOf(expr).flatMap(asked);
}
