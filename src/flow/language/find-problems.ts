// Problem finder: reads and checks the text of a flow and lists everything that is wrong with it. The compiler for
// flows without errors is a parameter, so that a page that only checks need not load it. Never throws.

import { checkAll } from "./check/check-all.ts";
import { severityOf } from "./codes/all-codes.ts";
import type { Knowledge } from "./check/check-context.ts";
import { graphOf } from "./model/flow-graph.ts";
import { CalledFlows } from "./check/called-flows.ts";
import { checkShape } from "./check/check-shape.ts";
import type { PassagesOf } from "./compile/compile-knowledge.ts";
import type { ProgramParts } from "./compile/compile-program.ts";
import type { FlowTest } from "./compile/compile-tests.ts";
import { didYouMean } from "../../base/closest-word.ts";
import { buildModel } from "./model/build-model.ts";
import type { Finding } from "./model/finding.ts";
import type { Model } from "./model/model.ts";
import type { Problem } from "./source/problem.ts";
import type { Program } from "./program.ts";
import { readSource, type Source } from "./source/source-reader.ts";

export interface LoadedFlow {
  /** Ordered by position; at most `problemsMax`. Contains an error if there is no program. */
  readonly problems: readonly Problem[];
  /** Absent if there is an error. */
  readonly program?: Program;
  /** The embedded tests; only of a flow without errors. */
  readonly tests?: readonly FlowTest[];
}

/** Problems in one report; a reader has no use for more at once. */
const problemsMax = 100;
const nodesMax = 1_000;

/** Compiles a model without errors, with the compiled flows that it calls. */
export type Compile = (model: Model, parts: ProgramParts) => Required<Pick<LoadedFlow, "program" | "tests">>;

/** Loads one document with all the flows that it calls. */
export class FlowLoader {
  readonly #knowledge: Knowledge;
  readonly #called: CalledFlows;
  readonly #compile: Compile | undefined;

  /** Without `compile`, flows are only checked. */
  constructor(knowledge: Knowledge, compile?: Compile) {
    this.#knowledge = knowledge;
    this.#compile = compile;
    this.#called = new CalledFlows(knowledge, (text) => this.load(text));
  }

  load(text: string): LoadedFlow {
    const source = readSource(text);
    if (source.value === undefined) return { problems: [...source.problems].slice(0, problemsMax) };
    const findings: Finding[] = [];
    const report = (finding: Finding): void => {
      if (findings.length < 10 * problemsMax) findings.push(finding);
    };
    checkShape(source.value, report);
    const model = buildModel(source.value, report);
    if (model.nodes.size > nodesMax) {
      report({
        code: "VF107",
        path: ["nodes"],
        atKey: true,
        message: `a flow can have at most ${nodesMax.toLocaleString("en")} nodes`,
        hint: "split the flow: a flow can call other flows",
      });
      return { problems: locatedProblems(findings, source) };
    }
    const calls = this.#called.calls(model, report);
    const graph = graphOf(model);
    checkAll({
      model,
      graph,
      calls,
      knowledge: this.#knowledge,
      report,
      isQuoted: (path) => source.isQuoted(path),
    });
    const problems = locatedProblems(findings, source);
    const passagesOf: PassagesOf = (name) => {
      const read = this.#knowledge.readSource?.(model.id, name);
      return read !== undefined && "passages" in read ? read.passages : undefined;
    };
    const hasErrors = problems.some(({ severity }) => severity === "error");
    return hasErrors ? { problems } : { problems, ...this.#compile?.(model, { graph, calls, passagesOf }) };
  }
}

/** Findings with their positions in the text; if there are too many, errors are kept first. */
function locatedProblems(findings: readonly Finding[], source: Source): readonly Problem[] {
  const located = findings
    .filter((finding) => !source.isUnread(finding.path))
    .map((finding) => ({ problem: problemAt(finding, source), finding }));
  const told = source.problems.map((problem) => ({ problem, finding: undefined }));
  const unique = new Map([...told, ...located].map((each) => [keyOf(each.problem), each]));
  return [...unique.values()]
    .toSorted((a, b) => rank(a.problem) - rank(b.problem) || byPlace(a.problem, b.problem))
    .slice(0, problemsMax)
    .toSorted((a, b) => byPlace(a.problem, b.problem))
    .map(({ problem, finding }) => withHint(problem, finding));
}

function problemAt(finding: Finding, source: Source): Problem {
  const { code, path, atKey, from, to, message } = finding;
  const severity = finding.severity ?? severityOf(code);
  const within = {
    ...(atKey === true && { key: true }),
    ...(from !== undefined && { offset: from }),
    ...(to !== undefined && { endOffset: to }),
  };
  return source.problem({ code, severity, message }, path, within);
}

/** Names that an unknown word is compared with for a suggestion. */
const namesMax = 200;

function withHint(problem: Problem, finding: Finding | undefined): Problem {
  if (finding === undefined) return problem;
  const { suggestion } = finding;
  const suggested = suggestion && didYouMean(suggestion.word, Iterator.from(suggestion.names).take(namesMax));
  const hint = suggested ?? finding.hint;
  return hint === undefined ? problem : { ...problem, hint };
}

function keyOf({ code, line, column, message }: Problem): string {
  return `${code} ${line}:${column} ${message}`;
}

function byPlace(a: Problem, b: Problem): number {
  return a.line - b.line || a.column - b.column;
}

function rank({ severity }: Problem): number {
  return severity === "error" ? 0 : severity === "warning" ? 1 : 2;
}

/** The problems that `loadFlow` finds, except that the arguments of called flows are not checked. */
export function problemsOf(text: string, knowledge: Knowledge = {}): readonly Problem[] {
  return new FlowLoader(knowledge).load(text).problems;
}
