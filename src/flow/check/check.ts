// All checks of a document that could be read, in their order.

import { checkCalls } from "./calls.ts";
import type { Checking } from "./context.ts";
import { checkConverse } from "./converse.ts";
import { checkExpressions } from "./expressions.ts";
import { checkIds } from "./ids.ts";
import { checkNames } from "./names.ts";
import { checkNodes } from "./nodes.ts";
import { checkOutbound } from "./outbound.ts";
import { checkQuestions } from "./questions.ts";
import { checkReach } from "./reach.ts";
import { checkVariables } from "./variables.ts";

const checks: readonly ((checking: Checking) => void)[] = [
  checkIds,
  checkNames,
  checkVariables,
  checkExpressions,
  checkNodes,
  checkReach,
  checkQuestions,
  checkConverse,
  checkCalls,
  checkOutbound,
];

export function checkAll(checking: Checking): void {
  for (const check of checks) check(checking);
}
