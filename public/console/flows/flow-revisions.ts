// Flow revisions: answers of GET /v1/flows/{id}/revisions and of a run of its tests. Pure.

import { listOf, numberOf, textOf, valueOf } from "../../page/json-answer.ts";

export interface Revision {
  readonly number: number;
  /** Epoch seconds. */
  readonly madeAt: number;
  readonly calls: number;
  readonly failed: number;
  readonly costCents: number;
}

export interface Revisions {
  readonly newest: number;
  readonly live: number;
  readonly followsNewest: boolean;
  /** Newest first. */
  readonly all: readonly Revision[];
}

export function revisionsIn(body: unknown): Revisions {
  return {
    newest: numberOf(body, "newest_revision") ?? 0,
    live: numberOf(body, "live_revision") ?? 0,
    followsNewest: valueOf(body, "follows_newest") === true,
    all: listOf(body, "revisions").map((each) => ({
      number: numberOf(each, "revision") ?? 0,
      madeAt: numberOf(each, "created_at") ?? Number.NaN,
      calls: numberOf(each, "calls") ?? 0,
      failed: numberOf(each, "failed") ?? 0,
      costCents: numberOf(each, "cost_cents") ?? 0,
    })),
  };
}

export interface TestRow {
  readonly name: string;
  readonly hasPassed: boolean;
  /** Why it has not: its sentence, and what was expected and came instead, as far as there is such a thing. */
  readonly why: string | undefined;
  readonly expected: string | undefined;
  readonly got: string | undefined;
}

export function testsIn(body: unknown): readonly TestRow[] {
  return listOf(body, "tests").map((each) => {
    const failure = valueOf(each, "failure");
    return {
      name: textOf(each, "name") ?? "",
      hasPassed: valueOf(each, "passed") === true,
      why: textOf(failure, "message"),
      expected: textOf(failure, "expected"),
      got: textOf(failure, "got"),
    };
  });
}
