// Type environments: the names that expressions can read at each place of a document, with their types.

import type { TypeEnv } from "../expression/expression-finding.ts";
import {
  anyType,
  listOfRecords,
  numberType,
  textType,
  typeOfKind,
  type ValueType,
} from "../expression/expression-types.ts";
import type { Model, NodeModel, ToolModel, VariableModel } from "../model/model.ts";
import { isKind } from "../model/model-variables.ts";
import type { Program, VariableType } from "../program.ts";

function record(...fields: readonly (readonly [string, ValueType])[]): ValueType {
  return { kind: "object", fields: new Map(fields) };
}

const anything: ValueType = { kind: "object" };

/** Names that every flow can read besides its variables. */
export const builtInNames: ReadonlyMap<string, ValueType> = new Map([
  [
    "session",
    record(
      ["id", textType],
      ["language", textType],
      ["channel", { kind: "text", oneOf: ["voice", "text"] }],
      ["direction", { kind: "text", oneOf: ["inbound", "outbound"] }],
      ["from", { kind: "phone" }],
      ["to", { kind: "phone" }],
      ["turns", numberType],
      ["started_at", textType],
    ),
  ],
  [
    "call",
    record(
      ["from", { kind: "phone" }],
      ["to", { kind: "phone" }],
      ["direction", { kind: "text", oneOf: ["inbound", "outbound"] }],
      ["answered_by", { kind: "text", oneOf: ["human", "machine"] }],
    ),
  ],
  ["context", anything],
  ["metadata", anything],
  ["last", record(["text", textType], ["confidence", numberType], ["dtmf", textType])],
  ["attempt", numberType],
  ["failure", record(["tool", textType], ["kind", textType], ["status", numberType])],
]);

/** The type of a variable in expressions; `any` if its type is unknown. */
export function typeOfVariable({ kind, options, fields, record: parts }: VariableModel): ValueType {
  if (kind === undefined) return anyType;
  if (parts !== undefined) return listOfRecords(parts.map((field) => [field.name, typeOfVariable(field)]));
  const of = fields.words("of");
  return typeOfKind(kind, {
    options: options?.map(({ id }) => id),
    of: of !== undefined && isKind(of) ? of : undefined,
  });
}

/** The type of another flow's output. */
function typeOfCompiled(type: VariableType): ValueType {
  if (type.kind === "list" && type.fields !== undefined)
    return listOfRecords(type.fields.map(({ name, type: each }) => [name, typeOfCompiled(each)]));
  const options = type.kind === "choice" && "options" in type ? type.options.map(({ id }) => id) : undefined;
  return typeOfKind(type.kind, { options, of: type.kind === "list" ? type.of : undefined });
}

/** Makes the type environment of each kind of place, for one flow. */
export class TypeEnvironments {
  readonly flow: TypeEnv;
  readonly #model: Model;
  readonly #calls: ReadonlyMap<string, Program>;

  constructor(model: Model, calls: ReadonlyMap<string, Program>) {
    this.#model = model;
    this.#calls = calls;
    const types = new Map(builtInNames);
    for (const [name, variable] of model.variables) types.set(name, typeOfVariable(variable));
    this.flow = envOf(types);
  }

  /** The environment inside `save`. */
  result(node: NodeModel): TypeEnv {
    const type = this.#resultOf(node);
    const { flow } = this;
    return {
      typeOf: (name) => (name === "result" ? type : flow.typeOf(name)),
      get names() {
        return [...flow.names, "result"];
      },
    };
  }

  /** The environment inside a tool: its params and secrets, and nothing else. */
  tool({ params, fields }: ToolModel): TypeEnv {
    const types = new Map<string, ValueType>([["secrets", anything]]);
    for (const { key } of fields.entries("params")) {
      const kind = params.get(key);
      types.set(key, kind === undefined ? anyType : typeOfKind(kind));
    }
    return envOf(types);
  }

  #resultOf(node: NodeModel): ValueType {
    const callee = node.callee?.value ?? "";
    if (node.verb === "tool") {
      const returns = this.#model.tools.get(callee)?.returns;
      return returns === undefined
        ? anyType
        : record(...[...returns].map(([name, kind]) => [name, typeOfKind(kind)] as const));
    }
    const called = node.verb === "call" ? this.#calls.get(callee) : undefined;
    if (called === undefined) return anyType;
    const outputs = [...called.variables.values()].filter(({ output }) => output);
    return record(
      ["outcome", textType],
      ...outputs.map(({ name, type }) => [name, typeOfCompiled(type)] as const),
    );
  }
}

/** Unknown names that get a suggestion: each is compared with all names. */
const hintsMax = 60;
const namesMax = 500;

function envOf(types: ReadonlyMap<string, ValueType>): TypeEnv {
  const names = [...types.keys()].slice(0, namesMax);
  let hints = 0;
  return {
    typeOf: (name) => types.get(name),
    get names() {
      return hints++ < hintsMax ? names : [];
    },
  };
}
