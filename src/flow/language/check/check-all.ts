// List of all checks: runs them in order over the model of a document that could be read.

import { checkAgents } from "./check-agents.ts";
import { checkCalls } from "./check-calls.ts";
import type { CheckContext } from "./check-context.ts";
import { checkContract } from "./contract/check-contract.ts";
import { checkConverse } from "./check-converse.ts";
import { checkDisclosure } from "./privacy/check-disclosure.ts";
import { checkEmpty } from "./check-empty.ts";
import { checkExpressions } from "./check-expressions.ts";
import { checkOnEnd } from "./check-fields.ts";
import { checkHours } from "./check-hours.ts";
import { checkIds } from "./check-ids.ts";
import { checkKnowledge } from "./check-knowledge.ts";
import { checkDuplex } from "./duplex/check-duplex.ts";
import { checkLanguages } from "./check-languages.ts";
import { checkNames } from "./check-names.ts";
import { checkNodes } from "./check-nodes.ts";
import { checkOutbound } from "./check-outbound.ts";
import { checkQuestions } from "./check-questions.ts";
import { checkReach } from "./check-reach.ts";
import { checkRetention } from "./privacy/check-retention.ts";
import { checkSensitive } from "./privacy/check-sensitive.ts";
import { checkSounds } from "./check-sounds.ts";
import { checkSpeech } from "./check-speech.ts";
import { checkTests } from "./check-tests.ts";
import { checkUses } from "./check-uses.ts";
import { checkVariables } from "./check-variables.ts";

const checks: readonly ((checking: CheckContext) => void)[] = [
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
  checkDuplex,
  checkSpeech,
  checkDisclosure,
  checkSounds,
  checkHours,
  checkOnEnd,
  checkKnowledge,
  checkAgents,
  checkRetention,
  checkContract,
  checkTests,
];

/** Runs every check. Nothing is returned: findings go to `checking.report`, in the order of the checks. */
export function checkAll(checking: CheckContext): void {
  for (const check of checks) check(checking);
}
