// List of expression places: every place of a flow that holds an expression or a template, with its role.

import type {
  ActionsModel,
  QuestionSettings,
  ExpressionModel,
  HandlerModel,
  TextModel,
  Model,
  NodeModel,
  ToolModel,
  VariableModel,
  LocalizedTextModel,
} from "./model.ts";
import { textsOf } from "./model-texts.ts";

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
  | "keys"
  | "goal"
  /** Statements that a model may make, or must make. */
  | "fact"
  /** Places of tools, whose expressions see only the tool's params and secrets. */
  | "http"
  | "header"
  | "body"
  | "tool-spoken"
  /** Places of variables. */
  | "bound"
  | "default"
  | "options";

export interface ExpressionPlace {
  readonly role: Role;
  readonly formula?: ExpressionModel;
  readonly line?: TextModel;
  /** The variable, parameter or event that receives the value. */
  readonly into?: string;
  readonly node?: NodeModel;
  readonly handler?: HandlerModel;
  readonly tool?: ToolModel;
  readonly variable?: VariableModel;
}

type Where = Pick<ExpressionPlace, "node" | "handler" | "tool" | "variable">;

/** All places of a model: of variables, nodes, handlers, tools, and `defaults`. */
export function* expressionPlaces(model: Model): Generator<ExpressionPlace> {
  for (const variable of [...model.variables.values(), ...model.types.values()]) yield* ofVariable(variable);
  for (const value of model.onEnd?.extract.values() ?? []) yield* ofVariable(value);
  for (const node of model.nodes.values()) yield* ofNode(node);
  for (const handler of model.handlers.values()) yield* ofActions(handler, { handler });
  for (const tool of model.tools.values()) yield* ofTool(tool);
  yield* ofReprompts(model.defaults, {});
  if (model.persona !== undefined) yield { role: "goal", line: model.persona };
}

function* ofVariable(variable: VariableModel): Generator<ExpressionPlace> {
  yield* spoken(variable.ask, { variable });
  yield* spoken(variable.more, { variable });
  for (const field of variable.record ?? []) yield* ofVariable(field);
  yield* ofReprompts(variable, { variable });
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

function* ofNode(node: NodeModel): Generator<ExpressionPlace> {
  const where = { node };
  yield* ofActions(node, where);
  yield* ofReprompts(node, where);
  for (const { variable, value } of node.with)
    yield { role: "argument", formula: value, into: variable, node };
  for (const { variable, value } of node.save) yield { role: "save", formula: value, into: variable, node };
  for (const { condition } of node.exits) {
    if (condition !== undefined) yield { role: "condition", formula: condition, node };
  }
  if (node.goal !== undefined) yield { role: "goal", line: node.goal, node };
  if (node.address !== undefined) yield { role: "address", line: node.address, node };
  yield* spoken(node.whisper, where);
  if (node.keys !== undefined) yield { role: "keys", line: node.keys, node };
  if (node.outcome !== undefined) yield { role: "outcome", line: node.outcome, node };
  for (const handler of node.handlers) yield* ofActions(handler, { node, handler });
}

function* ofActions(acting: ActionsModel, where: Where): Generator<ExpressionPlace> {
  for (const { variable, value } of acting.set)
    yield { role: "set", formula: value, into: variable, ...where };
  yield* spoken(acting.say, where);
  const { prompt, facts = [], mustSay = [] } = acting.wording ?? {};
  if (prompt !== undefined) yield { role: "goal", line: prompt, ...where };
  for (const line of [...facts, ...mustSay]) yield { role: "fact", line, ...where };
  for (const { event, data } of acting.emit) yield { role: "emit", formula: data, into: event, ...where };
  for (const { condition } of acting.next?.branches ?? []) {
    if (condition !== undefined) yield { role: "condition", formula: condition, ...where };
  }
}

function* ofTool(tool: ToolModel): Generator<ExpressionPlace> {
  if (tool.http !== undefined) yield { role: "http", line: tool.http, tool };
  for (const line of tool.headers) yield { role: "header", line, tool };
  for (const line of tool.bodyLines) yield { role: "body", line, tool };
  for (const line of textsOf(tool.confirm)) yield { role: "tool-spoken", line, tool };
}

function* ofReprompts(
  { noMatch, noInput, invalid, readBack }: QuestionSettings,
  where: Where,
): Generator<ExpressionPlace> {
  for (const words of [noMatch, noInput, invalid, readBack]) yield* spoken(words, where);
}

function* spoken(words: LocalizedTextModel | undefined, where: Where): Generator<ExpressionPlace> {
  for (const line of textsOf(words)) yield { role: "spoken", line, ...where };
}
