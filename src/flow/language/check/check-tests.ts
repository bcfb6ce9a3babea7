// Checks VF112, VF307 and VF801 to VF804: the tests that are embedded in a document.

import { compileVariable } from "../compile/compile-variables.ts";
import { closedSet } from "../expression/place-types.ts";
import { Fields, valueOf } from "../model/map-reader.ts";
import type { Path } from "../source/problem.ts";
import { wantedInstead } from "../type-conformity.ts";
import { stepAssertions, stepInputs } from "../schema/test-table.ts";
import { isVerbThat } from "../schema/verbs.ts";
import { type CheckContext, suggestName } from "./check-context.ts";
import { contextKeysOf } from "../compile/context-keys.ts";
import { TypeEnvironments } from "./type-environment.ts";
import { engineOutcomes } from "./check-ids.ts";

export function checkTests(checking: CheckContext): void {
  const { model, report } = checking;
  const tests = model.fields.list("tests");
  if (tests.length === 0 && hasWaysOut(checking)) {
    report({
      code: "VF801",
      path: [],
      message: "this flow has no tests",
      hint: "add tests: [{name: …, script: [{user: …}, {says: …}]}]",
    });
  }
  const naming = new TestCheck(checking);
  for (const { value, path } of tests) {
    const test = Fields.of(value, path);
    if (test === undefined) continue;
    for (const { key, path: at } of test.entries("mocks")) naming.mock(key, at);
    for (const { key, path: at } of test.entries("knowledge"))
      naming.one("knowledge", key, { path: at, atKey: true, names: model.knowledge.keys() });
    for (const { key, path: at, value: given } of test.entries("context")) naming.context(key, at, given);
    const language = test.string("language");
    if (language !== undefined)
      naming.one("language", language.value, { path: language.path, names: model.languages });
    for (const { value: each, path: at } of test.list("script")) {
      const step = Fields.of(each, at);
      if (step !== undefined) naming.step(step);
    }
  }
}

/** Whether a flow has parts that a first call by hand does not try: outside failures, or a model. */
function hasWaysOut({ model }: CheckContext): boolean {
  return [...model.nodes.values()].some(({ verb }) => isVerbThat("isOutside", verb));
}

interface TestPosition {
  readonly path: Path;
  readonly atKey?: true;
  readonly names: Iterable<string>;
}

class TestCheck {
  readonly #checking: CheckContext;
  readonly #outcomes: ReadonlySet<string> | undefined;
  readonly #events: ReadonlySet<string>;
  /** Computed only when a test has a context. */
  #keys: ReadonlySet<string> | "all" | undefined;

  constructor(checking: CheckContext) {
    this.#checking = checking;
    this.#outcomes = outcomesOf(checking);
    const { nodes, handlers } = checking.model;
    const actings = [...nodes.values()].flatMap((node) => [node, ...node.handlers]);
    this.#events = new Set(
      [...actings, ...handlers.values()].flatMap(({ emit }) => emit.map(({ event }) => event)),
    );
  }

  one(what: string, name: string, { path, atKey, names }: TestPosition): void {
    const candidates = new Set(names);
    if (candidates.has(name)) return;
    this.#checking.report({
      code: "VF803",
      path,
      ...(atKey && { atKey }),
      message: `there is no ${what} '${name}'`,
      ...suggestName(name, candidates),
    });
  }

  mock(name: string, path: Path): void {
    const { model } = this.#checking;
    const flows = [...model.nodes.values()].flatMap(({ verb, callee }) =>
      verb === "call" && callee !== undefined ? [callee.value] : [],
    );
    this.one("tool or called flow", name, { path, atKey: true, names: [...model.tools.keys(), ...flows] });
  }

  /** A context key either fills the variable of its name, or is read by expressions as `context.key`. */
  context(key: string, path: Path, given: unknown): void {
    const { model, calls, report } = this.#checking;
    const variable = model.variables.get(key);
    if (variable !== undefined) {
      if (variable.kind === undefined) return;
      const instead = wantedInstead(valueOf(given), compileVariable(variable).type);
      if (instead === undefined) return;
      return report({ code: "VF307", path, message: `'${key}' must be ${instead}` });
    }
    const keys = (this.#keys ??= contextKeysOf(model, calls));
    if (keys === "all" || keys.has(key)) return;
    report({
      code: "VF804",
      path,
      atKey: true,
      message: `the flow never uses '${key}' of the context`,
      ...suggestName(key, [...model.variables.keys(), ...keys]),
    });
  }

  step(step: Fields): void {
    const { model, report } = this.#checking;
    const kinds = [...stepInputs, ...stepAssertions].filter((kind) => step.has(kind));
    if (kinds.length !== 1) {
      report({
        code: "VF112",
        path: step.path,
        message:
          kinds.length === 0 ? "this step is empty" : `this step has several kinds: ${kinds.join(", ")}`,
        hint: "write one input or one assertion per step",
      });
    }
    const at = step.string("at");
    if (at !== undefined) this.one("node", at.value, { path: at.path, names: model.nodes.keys() });
    for (const { key, path } of step.entries("expect")) {
      this.one("variable", key, { path, atKey: true, names: model.variables.keys() });
    }
    this.#named(step, "calls", { what: "tool", names: [...model.tools.keys()] });
    const tools = { what: "tool", names: [...model.tools.keys()] };
    this.#named(step, "never_calls", tools);
    this.#named(step, "at_most", tools);
    this.#named(step, "emits", { what: "event that the flow emits", names: [...this.#events] });
    const ends = step.string("ends");
    if (ends !== undefined && this.#outcomes !== undefined) {
      this.one("outcome", ends.value, { path: ends.path, names: this.#outcomes });
    }
    const part = step.map("llm");
    if (step.has("on_end")) this.#made(step);
    else if (part !== undefined) this.#model(part);
  }

  /** Post-processing of a call: values of 'extract', including those that a model extracts. */
  #made(step: Fields): void {
    const { onEnd } = this.#checking.model;
    const made = step.map("on_end");
    if (onEnd === undefined)
      return this.#checking.report({
        code: "VF803",
        path: made?.path ?? step.path,
        message: "the flow has no 'on_end'",
      });
    const names = [...onEnd.extract.keys()];
    const named = [made?.entries("extract"), step.map("llm")?.entries("set")];
    for (const { key, path } of named.flatMap((each) => each ?? []))
      this.one("value of on_end", key, { path, atKey: true, names });
  }

  /** The part that a mocked language model plays in a step. */
  #model(part: Fields): void {
    const { nodes, handlers, tools, variables } = this.#checking.model;
    const all = [...nodes.values()];
    for (const { key, path } of part.entries("set"))
      this.one("variable", key, { path, atKey: true, names: variables.keys() });
    for (const { key, path } of part.entries("tool"))
      this.one("tool", key, { path, atKey: true, names: tools.keys() });
    const handler = part.string("handler");
    const nodeHandlers = all.flatMap((node) => node.handlers.map(({ name }) => name));
    if (handler !== undefined)
      this.one("handler", handler.value, {
        path: handler.path,
        names: [...handlers.keys(), ...nodeHandlers],
      });
    const exit = part.string("exit");
    const exits = [
      ...all.flatMap((node) => node.exits.map(({ name }) => name)),
      // Exit that a model takes when the passages do not answer.
      ...(this.#checking.model.knowledge.size > 0 ? ["not_found"] : []),
    ];
    if (exit !== undefined) this.one("exit", exit.value, { path: exit.path, names: exits });
  }

  #named(
    step: Fields,
    key: string,
    { what, names }: { readonly what: string; readonly names: readonly string[] },
  ): void {
    const single = step.string(key);
    if (single !== undefined) this.one(what, single.value, { path: single.path, names });
    for (const { value, path } of step.strings(key)) this.one(what, value, { path, names });
    for (const entry of step.entries(key))
      this.one(what, entry.key, { path: entry.path, atKey: true, names });
  }
}

/** All outcomes that the flow can end with; undefined if one of them cannot be determined. */
function outcomesOf({ model, calls }: CheckContext): ReadonlySet<string> | undefined {
  const { flow } = new TypeEnvironments(model, calls);
  const outcomes = new Set(engineOutcomes);
  for (const { outcome } of model.nodes.values()) {
    if (outcome === undefined) continue;
    const set = outcome.template === undefined ? undefined : closedSet(outcome.template, flow);
    if (set === undefined) return undefined;
    for (const each of set) outcomes.add(each);
  }
  return outcomes;
}
