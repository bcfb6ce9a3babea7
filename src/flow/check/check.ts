// All checks of a document that could be read, in their order.

import { checkCalls } from "./calls.ts";
import type { Checking } from "./context.ts";
import { checkConverse } from "./converse.ts";
import { checkEmpty } from "./empty.ts";
import { checkExpressions } from "./expressions.ts";
import { checkIds } from "./ids.ts";
import { checkLanguages } from "./languages.ts";
import { checkNames } from "./names.ts";
import { checkNodes } from "./nodes.ts";
import { checkOutbound } from "./outbound.ts";
import { checkQuestions } from "./questions.ts";
import { checkReach } from "./reach.ts";
import { checkSensitive } from "./sensitive.ts";
import { checkTests } from "./tests.ts";
import { checkUses } from "./uses.ts";
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
  checkUses,
  checkEmpty,
  checkSensitive,
  checkLanguages,
  checkTests,
];

export function checkAll(checking: Checking): void {
  for (const check of checks) check(checking);
}
