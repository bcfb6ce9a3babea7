// Gathered answers of a Studio flow: possible answers of each question, found in the splits behind it.

import type { Fields } from "../export-data.ts";
import { keyedLabels } from "../menus/keyed-labels.ts";
import type { SourceVariable } from "../source-flow.ts";
import { answerName, liquidName } from "./liquid.ts";
import type { Widget } from "./studio-widget.ts";

/** Comparisons with one answer of a list. */
const closed = new Set(["equal_to", "matches_any_of", "not_equal_to", "does_not_match_any_of"]);
const blank = new Set(["is_blank", "is_not_blank"]);

/** Question → the variable of its answer. */
export function answersIn(widgets: readonly Widget[]): ReadonlyMap<string, SourceVariable> {
  const conditions = widgets.flatMap(({ state }) =>
    state.list("transitions").flatMap((transition) => transition.list("conditions")),
  );
  const compared = Map.groupBy(conditions, subjectOf);
  return new Map(
    widgets
      .filter(({ state }) => state.text("type") === "gather-input-on-call")
      .map(({ id, state }) => [id, answerOf(id, state, compared.get(answerName(id)) ?? [])]),
  );
}

/** The variable that a condition looks at. */
export function subjectOf(condition: Fields): string {
  const [first = ""] = condition.texts("arguments");
  return liquidName(first.replaceAll(/[{}]/g, ""));
}

export function valuesOf(condition: Fields): readonly string[] {
  const value = condition.text("value") ?? "";
  if (condition.text("type")?.endsWith("any_of") !== true) return [value.trim()];
  return value
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
}

function answerOf(id: string, state: Fields, conditions: readonly Fields[]): SourceVariable {
  const properties = state.at("properties");
  const name = answerName(id);
  const told = conditions.filter((each) => !blank.has(each.text("type") ?? ""));
  const values = [...new Set(told.flatMap(valuesOf))].filter((value) => value !== "");
  const isClosed =
    values.length > 1 &&
    told.every((each) => closed.has(each.text("type") ?? "")) &&
    values.every((value) => value.length <= 60 && !/[{}]/.test(value) && !/^\d{2,}$/.test(value));
  if (isClosed) return choiceOf(name, values, properties.text("say") ?? "");
  const speaks = state
    .list("transitions")
    .some((each) => each.text("event") === "speech" && each.has("next"));
  return { name, type: speaks ? "text" : "digits", choices: [], description: undefined };
}

/** A choice of keys by their meaning in the menu, and of literally compared words. */
function choiceOf(name: string, values: readonly string[], text: string): SourceVariable {
  const labels = keyedLabels(text);
  const alike = new Map<string, string>();
  const choices: string[] = [];
  for (const value of values) {
    const label = labels.get(value);
    if (label === undefined) {
      choices.push(value);
      continue;
    }
    choices.push(label);
    alike.set(value, label);
  }
  return { name, type: "choice", choices: [...new Set(choices)], alike, description: undefined };
}
