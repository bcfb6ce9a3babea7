// Check VF208: texts, arguments and calculations that read a variable which may still be empty at that place.

import { exprOfHole } from "../expression/evaluator.ts";
import type { Expr } from "../expression/ast.ts";
import { emptyReads, namesIn } from "../expression/dependencies.ts";
import type {
  ExpressionModel,
  HandlerModel,
  TextModel,
  NodeModel,
  VariableModel,
  LocalizedTextModel,
} from "../model/model.ts";
import { exprsOf } from "../model/place-dependencies.ts";
import { expressionPlaces } from "../model/expression-places.ts";
import { holesOf, textsOf } from "../model/model-texts.ts";
import type { Path } from "../source/problem.ts";
import type { CheckContext } from "./check-context.ts";
import { DefiniteAssignment, type NodeState } from "./definite-assignment.ts";
import type { NameSet } from "./bit-set.ts";

export function checkEmpty(checking: CheckContext): void {
  const { model, graph } = checking;
  const names = readNames(checking);
  if (names.size === 0) return;
  const flowing = new DefiniteAssignment(model, graph, names);
  const states = flowing.states();
  if (states === undefined) return;
  const reading = new EmptyReadCheck(checking, names);
  for (const [id, state] of states) {
    const node = model.nodes.get(id);
    if (node !== undefined) ofNode(node, state, { reading, flowing, checking });
  }
  const shared = new Map<readonly NodeModel[], NameSet | undefined>();
  for (const { handler, nodes } of flowing.listening) {
    if (!shared.has(nodes)) shared.set(nodes, flowing.sharedBy(nodes));
    const state = shared.get(nodes);
    if (state !== undefined) ofHandler(handler, state, { reading, flowing });
  }
}

/** Variables that some place reads and that must not be empty there. */
function readNames({ model }: CheckContext): ReadonlySet<string> {
  const names = new Set<string>();
  for (const place of expressionPlaces(model)) {
    if (place.tool !== undefined) continue;
    for (const name of exprsOf(place)
      .flatMap((expr) => emptyReads(expr, new Set()))
      .map((read) => read.name)) {
      if (model.variables.has(name)) names.add(name);
    }
  }
  return names;
}

interface Parts {
  readonly reading: EmptyReadCheck;
  readonly flowing: DefiniteAssignment;
}

function ofNode(
  node: NodeModel,
  { entry, set, done }: NodeState,
  parts: Parts & { readonly checking: CheckContext },
): void {
  const { reading } = parts;
  const { model } = parts.checking;
  assignments(node, entry, parts);
  if (!node.review) spoken(node, set, reading);
  for (const { value } of node.with) reading.formula(value, set, { sent: node.verb === "tool" });
  for (const line of [node.goal, node.address, node.outcome]) if (line !== undefined) reading.line(line, set);
  for (const { value } of node.save) reading.formula(value, set, { sent: false });
  for (const { data } of node.emit) reading.formula(data, done, { sent: true });
  for (const words of [node.noMatch, node.noInput, node.invalid]) reading.words(words, set);
  const answered = set.copy();
  for (const { value } of node.asks) {
    const variable = model.variables.get(value);
    if (variable === undefined) continue;
    question(node, variable, { state: answered, reading });
    answered.add(value);
    reading.words(node.readBack ?? variable.readBack, answered);
  }
  // A summary is spoken after all answers.
  if (node.review) spoken(node, answered, reading);
}

function spoken(
  { say, wording }: Pick<NodeModel, "say" | "wording">,
  filled: NameSet,
  reading: EmptyReadCheck,
): void {
  reading.words(say, filled);
  if (wording === undefined) return;
  const { prompt, facts, mustSay } = wording;
  for (const line of [...(prompt === undefined ? [] : [prompt]), ...facts, ...mustSay])
    reading.line(line, filled);
}

function question(
  node: NodeModel,
  variable: VariableModel,
  { state, reading }: { readonly state: NameSet; readonly reading: EmptyReadCheck },
): void {
  if (node.say === undefined || node.asks.length > 1) reading.words(variable.ask, state);
  for (const key of ["noMatch", "noInput", "invalid"] as const) {
    if (node[key] === undefined) reading.words(variable[key], state);
  }
  if (variable.optionsFrom !== undefined) reading.line(variable.optionsFrom, state);
}

function ofHandler(handler: HandlerModel, state: NameSet, parts: Parts): void {
  const { reading, flowing } = parts;
  assignments(handler, state, parts);
  const after = flowing.assigned(state, handler.set);
  spoken(handler, after, reading);
  for (const { data } of handler.emit) reading.formula(data, after, { sent: true });
}

/** Each assignment of `set` sees the values of the ones before it. */
function assignments({ set }: Pick<NodeModel, "set">, entry: NameSet, { reading, flowing }: Parts): void {
  const now = entry.copy();
  for (const each of set) {
    reading.formula(each.value, now, { sent: false });
    flowing.assign(now, each);
  }
}

class EmptyReadCheck {
  readonly #checking: CheckContext;
  readonly #names: ReadonlySet<string>;

  constructor(checking: CheckContext, names: ReadonlySet<string>) {
    this.#checking = checking;
    this.#names = names;
  }

  words(words: LocalizedTextModel | undefined, filled: NameSet): void {
    for (const line of textsOf(words)) this.line(line, filled);
  }

  line({ template, path }: TextModel, filled: NameSet): void {
    for (const hole of holesOf(template)) this.#expr(exprOfHole(hole), filled, { path, sent: true });
  }

  /** `sent`: true if the value leaves the flow, so that merely passing on an empty value is a finding, too. */
  formula({ expr, path }: ExpressionModel, filled: NameSet, { sent }: { readonly sent: boolean }): void {
    if (expr !== undefined) this.#expr(expr, filled, { path, sent });
  }

  #expr(expr: Expr, filled: NameSet, { path, sent }: { readonly path: Path; readonly sent: boolean }): void {
    for (const { name, from, to, path: inside, isUsed } of emptyReads(expr, filled.among(namesIn(expr)))) {
      if (!this.#names.has(name) || (!sent && !isUsed)) continue;
      this.#checking.report({
        code: "VF208",
        path: [...path, ...inside],
        from,
        to,
        message: `'${name}' may still be empty here`,
        hint: `set it on every path to this place, or write ${name} ?? …`,
      });
    }
  }
}
