// Check VF611: sensitive variables in addresses, in goals for a language model, and in events.

import { namesOf } from "../../model/place-dependencies.ts";
import type { VariableModel } from "../../model/model.ts";
import { type ExpressionPlace, expressionPlaces } from "../../model/expression-places.ts";
import type { CheckContext } from "../check-context.ts";
import { namePositionIn } from "../name-positions.ts";

export function checkSensitive(checking: CheckContext): void {
  const { model, report } = checking;
  for (const place of expressionPlaces(model)) {
    const where = leaksTo(place, checking);
    if (where === undefined) continue;
    for (const name of namesOf(place)) {
      const variable = model.variables.get(name);
      if (variable?.sensitive !== true || isMeantForModel(place, variable)) continue;
      report({
        code: "VF611",
        ...namePositionIn(place, name),
        message: `'${name}' is sensitive, and ${where}`,
        hint: isForModel(place.role) ? "remove it, or add llm: true to the variable" : "remove it",
      });
    }
  }
}

function isMeantForModel({ role }: ExpressionPlace, { llm }: VariableModel): boolean {
  return isForModel(role) && llm === true;
}

const isForModel = (role: ExpressionPlace["role"]): boolean => role === "goal" || role === "fact";

function leaksTo({ role, node, into }: ExpressionPlace, { model }: CheckContext): string | undefined {
  if (isForModel(role)) return "a language model would receive it";
  if (role === "emit") return "events are sent without masking";
  if (role !== "argument" || node?.verb !== "tool" || into === undefined) return undefined;
  const http = model.tools.get(node.callee?.value ?? "")?.http;
  return http !== undefined && namesOf({ line: http }).has(into)
    ? "this parameter is in a URL, which other servers log"
    : undefined;
}
