// Check VF611: sensitive values in addresses, goals of a model, and events.

import { namesOf } from "../model/place-dependencies.ts";
import type { VariableModel } from "../model/model.ts";
import { type Spot, spotsOf } from "../model/expression-places.ts";
import type { Checking } from "./check-context.ts";
import { nameIn } from "./name-positions.ts";

export function checkSensitive(checking: Checking): void {
  const { model, report } = checking;
  for (const spot of spotsOf(model)) {
    const where = leaksTo(spot, checking);
    if (where === undefined) continue;
    for (const name of namesOf(spot)) {
      const variable = model.variables.get(name);
      if (variable?.sensitive !== true || isMeantForModel(spot, variable)) continue;
      report({
        code: "VF611",
        ...nameIn(spot, name),
        message: `'${name}' is sensitive, and ${where}`,
        hint: spot.role === "goal" ? "leave it out, or write llm: true on the variable" : "leave it out",
      });
    }
  }
}

function isMeantForModel({ role }: Spot, { llm }: VariableModel): boolean {
  return role === "goal" && llm === true;
}

function leaksTo({ role, node, into }: Spot, { model }: Checking): string | undefined {
  if (role === "goal") return "a model would see it";
  if (role === "emit") return "events are sent as they are";
  if (role !== "argument" || node?.verb !== "tool" || into === undefined) return undefined;
  const http = model.tools.get(node.callee?.value ?? "")?.http;
  return http !== undefined && namesOf({ line: http }).has(into)
    ? "this parameter stands in an address, which others log"
    : undefined;
}
