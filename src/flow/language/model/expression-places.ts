// Every place of a flow with an expression in it, and what the expression is for.

import type {
  Acting,
  Asking,
  Formula,
  HandlerModel,
  Line,
  Model,
  NodeModel,
  ToolModel,
  VariableModel,
  Words,
} from "./model.ts";
import { linesOf } from "./model-texts.ts";

export type Role =
  /** `if` of branches, exits and options. */
  | "condition"
  /** `set`, `save`: what a variable becomes. */
  | "set"
  | "save"
  /** `with`. */
  | "argument"
  | "emit"
  | "spoken"
  | "outcome"
  | "address"
  | "goal"
  /** Of tools, which see their params and secrets only. */
  | "http"
  | "header"
  | "body"
  | "tool-spoken"
  /** Of variables. */
  | "bound"
  | "default"
  | "options";

export interface Spot {
  readonly role: Role;
  readonly formula?: Formula;
  readonly line?: Line;
  /** The variable, parameter or event that gets it. */
  readonly into?: string;
  readonly node?: NodeModel;
  readonly handler?: HandlerModel;
  readonly tool?: ToolModel;
  readonly variable?: VariableModel;
}

type Where = Pick<Spot, "node" | "handler" | "tool" | "variable">;

export function* spotsOf(model: Model): Generator<Spot> {
  for (const variable of [...model.variables.values(), ...model.types.values()]) yield* ofVariable(variable);
  for (const node of model.nodes.values()) yield* ofNode(node);
  for (const handler of model.handlers.values()) yield* ofActing(handler, { handler });
  for (const tool of model.tools.values()) yield* ofTool(tool);
  yield* ofWordings(model.defaults, {});
}

function* ofVariable(variable: VariableModel): Generator<Spot> {
  yield* spoken(variable.ask, { variable });
  yield* ofWordings(variable, { variable });
  for (const line of [variable.min, variable.max]) {
    if (line !== undefined) yield { role: "bound", line, variable };
  }
  if (variable.default?.line !== undefined) yield { role: "default", line: variable.default.line, variable };
  if (variable.optionsFrom !== undefined) yield { role: "options", line: variable.optionsFrom, variable };
  for (const { condition, label } of variable.options ?? []) {
    if (condition !== undefined) yield { role: "condition", formula: condition, variable };
    yield* spoken(label, { variable });
  }
}

function* ofNode(node: NodeModel): Generator<Spot> {
  const where = { node };
  yield* ofActing(node, where);
  yield* ofWordings(node, where);
  for (const { variable, value } of node.with)
    yield { role: "argument", formula: value, into: variable, node };
  for (const { variable, value } of node.save) yield { role: "save", formula: value, into: variable, node };
  for (const { condition } of node.exits) {
    if (condition !== undefined) yield { role: "condition", formula: condition, node };
  }
  if (node.goal !== undefined) yield { role: "goal", line: node.goal, node };
  if (node.address !== undefined) yield { role: "address", line: node.address, node };
  if (node.outcome !== undefined) yield { role: "outcome", line: node.outcome, node };
  for (const handler of node.handlers) yield* ofActing(handler, { node, handler });
}

function* ofActing(acting: Acting, where: Where): Generator<Spot> {
  for (const { variable, value } of acting.set)
    yield { role: "set", formula: value, into: variable, ...where };
  yield* spoken(acting.say, where);
  for (const { event, data } of acting.emit) yield { role: "emit", formula: data, into: event, ...where };
  for (const { condition } of acting.next?.branches ?? []) {
    if (condition !== undefined) yield { role: "condition", formula: condition, ...where };
  }
}

function* ofTool(tool: ToolModel): Generator<Spot> {
  if (tool.http !== undefined) yield { role: "http", line: tool.http, tool };
  for (const line of tool.headers) yield { role: "header", line, tool };
  for (const line of tool.bodyLines) yield { role: "body", line, tool };
  for (const line of linesOf(tool.confirm)) yield { role: "tool-spoken", line, tool };
}

function* ofWordings({ noMatch, noInput, invalid }: Asking, where: Where): Generator<Spot> {
  for (const words of [noMatch, noInput, invalid]) yield* spoken(words, where);
}

function* spoken(words: Words | undefined, where: Where): Generator<Spot> {
  for (const line of linesOf(words)) yield { role: "spoken", line, ...where };
}
