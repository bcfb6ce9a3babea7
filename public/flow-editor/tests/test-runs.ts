// Test run controller: runs the editor's tests, one run at a time, and publishes the results.

import type { Editor } from "../state/editor.ts";
import { type TestRun, startTestRun } from "./start-run.ts";
import { noTests, shouldRerun, type TestsEvent, type TestsState, testsStep } from "./tests-state.ts";

export class TestRuns {
  readonly #editor: Editor;
  readonly #listeners = new Set<() => void>();
  #state = noTests;
  #run: TestRun | undefined;

  constructor(editor: Editor) {
    this.#editor = editor;
    editor.listen(() => this.#rerunIfNeeded());
  }

  readonly read = (): TestsState => this.#state;

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Runs the tests of the present text and stops a run in progress. `only` is the index of a single test, from 0. */
  start(only?: number): void {
    const { text } = this.#editor.read().history.present;
    this.#run?.stop();
    this.#dispatch({ type: "started", only });
    const { check } = this.#editor;
    const run = startTestRun({ text, check, ...(only === undefined ? {} : { only }) }, (progress) => {
      if (this.#run === run) this.#dispatch({ type: "progress", progress });
    });
    this.#run = run;
    void run.end.then((end) => {
      if (this.#run !== run) return;
      this.#run = undefined;
      if (end.type === "ran" || end.type === "invalid") {
        this.#dispatch({ type: "finished", text, only, result: end });
        if (end.type === "ran" && only === undefined)
          this.#editor.dispatch({ type: "covered", text, coverage: end.report.coverage });
      } else this.#dispatch({ type: "ended", why: end.type });
      this.#rerunIfNeeded();
    });
  }

  stop(): void {
    this.#run?.stop();
  }

  /** Repeats short runs after a change, once the checker has found the text free of errors. */
  #rerunIfNeeded(): void {
    const { history, checked } = this.#editor.read();
    const { text } = history.present;
    const isValid = checked?.text === text && !checked.problems.some(({ severity }) => severity === "error");
    if (shouldRerun(this.#state, text, isValid)) this.start();
  }

  #dispatch(event: TestsEvent): void {
    this.#state = testsStep(this.#state, event);
    for (const listener of this.#listeners) listener();
  }
}
