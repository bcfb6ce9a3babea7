// Test state: known facts about a flow's tests, and its reducer. Pure.

import type { LastResults } from "./test-list.ts";
import type { RunProgress, RunResult } from "./test-run-message.ts";

export interface TestsState {
  readonly running: (RunProgress & { readonly only: number | undefined }) | undefined;
  readonly known: LastResults;
  /** The last completed run of all tests. */
  readonly last: { readonly text: string; readonly result: RunResult } | undefined;
  /** Reason why the last run did not complete. */
  readonly ended: "stopped" | "too-long" | "broken" | undefined;
}

export type TestsEvent =
  | { readonly type: "started"; readonly only: number | undefined }
  | { readonly type: "progress"; readonly progress: RunProgress }
  | {
      readonly type: "finished";
      readonly text: string;
      readonly only: number | undefined;
      readonly result: RunResult;
    }
  | { readonly type: "ended"; readonly why: NonNullable<TestsState["ended"]> };

export const noTests: TestsState = {
  running: undefined,
  known: new Map(),
  last: undefined,
  ended: undefined,
};

/** A run that took less is repeated automatically after a change. */
const rerunMsMax = 300;

/** The reducer. */
export function testsStep(state: TestsState, event: TestsEvent): TestsState {
  switch (event.type) {
    case "started":
      return { ...state, running: { done: 0, all: 0, only: event.only }, ended: undefined };
    case "progress":
      return state.running === undefined
        ? state
        : { ...state, running: { ...state.running, ...event.progress } };
    case "finished":
      return finished({ ...state, running: undefined, ended: undefined }, event);
    case "ended":
      return { ...state, running: undefined, ended: event.why };
  }
}

function finished(
  state: TestsState,
  { text, only, result }: Extract<TestsEvent, { type: "finished" }>,
): TestsState {
  const last = only === undefined ? { text, result } : state.last;
  if (result.type === "invalid") return { ...state, last };
  const fresh = result.report.tests.map((test, i) => [(only ?? 0) + i, { text, result: test }] as const);
  const results = only === undefined ? new Map(fresh) : new Map([...state.known, ...fresh]);
  return { ...state, last, known: results };
}

/** Whether the tests should run again now. `valid`: the text has been checked and has no errors. */
export function shouldRerun(state: TestsState, text: string, valid: boolean): boolean {
  const { last, running, ended } = state;
  if (!valid || running !== undefined || ended !== undefined || last === undefined) return false;
  if (last.text === text) return false;
  return last.result.type === "invalid" || last.result.ms < rerunMsMax;
}
