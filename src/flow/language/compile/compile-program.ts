// Compiler: turns the model of a document without errors into the program that the interpreter runs.

import { contextKeysOf } from "./context-keys.ts";
import type { FlowGraph } from "../model/flow-graph.ts";
import type { Model } from "../model/model.ts";
import { contractNames, type ContractTerm } from "../../value/contract-terms.ts";
import type { RetainedClass } from "../../value/retained.ts";
import type { Program, Pronunciations } from "../program.ts";
import { HandlerCompiler } from "./compile-handlers.ts";
import { compileNode } from "./compile-nodes.ts";
import { compileHook, compileTool, limitsOf } from "./compile-tools.ts";
import { compileHours } from "./compile-hours.ts";
import { compileOnEnd } from "./compile-on-end.ts";
import { compileKnowledge, type PassagesOf } from "./compile-knowledge.ts";
import { templateOf } from "./compile-texts.ts";
import { compileVariable } from "./compile-variables.ts";

export interface ProgramParts {
  readonly graph: FlowGraph;
  /** The compiled flows that it calls, by id. */
  readonly calls: ReadonlyMap<string, Program>;
  readonly passagesOf: PassagesOf;
}

/** Compiles a model without errors. */
export function compileProgram(model: Model, { graph, calls, passagesOf }: ProgramParts): Program {
  const { fields } = model;
  const handlers = new HandlerCompiler(model, graph);
  return {
    id: model.id,
    name: fields.words("name") ?? model.id,
    description: fields.words("description") ?? "",
    timezone: fields.words("timezone") ?? "UTC",
    start: model.start?.value ?? "",
    startSpeaker: fields.one("start_speaker", ["agent", "user"] as const) ?? "agent",
    ...(model.persona !== undefined && { persona: templateOf(model.persona) }),
    language: model.language,
    languages: model.languages,
    variables: mapped(model.variables, compileVariable),
    nodes: mapped(model.nodes, (node) => compileNode(node, model, handlers)),
    tools: mapped(model.tools, compileTool),
    secrets: model.secrets.map(({ value }) => value),
    hooks: model.hooks.map(compileHook),
    limits: limitsOf(model.defaults.limits),
    ...(model.onEnd !== undefined && { onEnd: compileOnEnd(model.onEnd, model) }),
    hours: mapped(model.hours, compileHours),
    knowledge: mapped(model.knowledge, (each) => compileKnowledge(each, passagesOf)),
    pronounce: pronounceOf(model, calls),
    ...sttOf(model),
    ...(fields.one("mode", ["cascade", "duplex"] as const) === "duplex" && { isDuplex: true as const }),
    ...retentionOf(model, calls),
    ...contractOf(model),
    calls,
    contextKeys: contextKeysOf(model, calls),
  };
}

function pronounceOf(
  { languages, pronounce }: Model,
  calls: ReadonlyMap<string, Program>,
): ReadonlyMap<string, Pronunciations> {
  return new Map(
    languages.map((language) => {
      const written = [...pronounce].flatMap(([word, byLanguage]) => {
        const at = byLanguage.get(language) ?? byLanguage.get("");
        return at === undefined ? [] : [[word, at.value] as const];
      });
      const called = [...calls.values()].flatMap((each) => [...(each.pronounce.get(language) ?? [])]);
      return [language, new Map([...called, ...written])] as const;
    }),
  );
}

function sttOf({ defaults }: Model): Pick<Program, "stt"> {
  const stt = defaults.fields.map("stt");
  const provider = stt?.words("provider");
  const model = stt?.words("model");
  return provider === undefined ? {} : { stt: { provider, ...(model !== undefined && { model }) } };
}

function contractOf({ fields }: Model): Pick<Program, "contract"> {
  const terms = fields.map("contract");
  if (terms === undefined) return {};
  const contract: Partial<Record<ContractTerm, number>> = {};
  for (const name of contractNames) {
    const bound = terms.number(name);
    if (bound !== undefined) contract[name] = bound;
  }
  return { contract };
}

/** A calling flow also keeps the retention limits of the flows it calls: the fewer days win. */
function retentionOf(
  model: Model,
  calls: ReadonlyMap<string, Program>,
): Pick<Program, "retention" | "redact"> {
  const retention: Partial<Record<RetainedClass, number>> = {};
  const add = (name: RetainedClass, days: number): void => {
    retention[name] = Math.min(days, retention[name] ?? days);
  };
  for (const [name, { value }] of model.retention) add(name, value);
  for (const called of calls.values())
    for (const name of ["audio", "words", "values", "numbers"] as const) {
      const days = called.retention[name];
      if (days !== undefined) add(name, days);
    }
  const redact = [...calls.values()].flatMap((called) => called.redact);
  return { retention, redact: [...new Set([...model.redact, ...redact])] };
}

function mapped<From, To>(
  map: ReadonlyMap<string, From>,
  compile: (from: From) => To,
): ReadonlyMap<string, To> {
  return new Map([...map].map(([name, each]) => [name, compile(each)] as const));
}
