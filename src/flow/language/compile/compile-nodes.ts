// Compiler of nodes: from the model to the interpreter's form, with every inherited setting resolved.

import type { LocatedValue, Fields } from "../model/map-reader.ts";
import type { Model, NodeModel, QuestionSettings, VariableModel } from "../model/model.ts";
import type { Kind } from "../../value/value.ts";
import type { Act, Confirm, FlowNode, ListenSettings, Question, Edges, FilledPolicy } from "../program.ts";
import { isAskedAnew } from "../model/filled-question.ts";
import { llmOf } from "../model/model-wording.ts";
import { argumentsOf, assignmentsOf, emissionsOf, exprOf, compileEdges } from "./compile-actions.ts";
import type { HandlerCompiler } from "./compile-handlers.ts";
import { voiceOf } from "./compile-voice.ts";
import { soundsOf, templateOf, textOf, wordingOf } from "./compile-texts.ts";

/** Settings that apply where neither node, variable nor `defaults` say anything. */
const builtInDefaults = {
  attemptsMax: 3,
  noInputMs: 6_000,
  maxSpeechMs: 20_000,
  finishKey: "#",
  interDigitMs: 3_000,
  history: 6,
  recordMaxMs: 120_000,
  recordEndSilenceMs: 3_000,
} as const;

/** Compiles one node of a model without errors. */
export function compileNode(node: NodeModel, model: Model, handlers: HandlerCompiler): FlowNode {
  const { defaults } = model;
  const voice = voiceOf(node.voice, defaults.voice);
  const llm = llmOf(node.fields, defaults.fields);
  return {
    id: node.id,
    say: textOf(node.say),
    ...wordingOf(node.wording),
    ...soundsOf(node.sound),
    set: assignmentsOf(node.set),
    emit: emissionsOf(node.emit),
    bargeIn: node.bargeIn ?? defaults.bargeIn ?? true,
    ...(voice !== undefined && { voice }),
    ...(llm !== undefined && { llm }),
    ...exactOf(node),
    ...(node.isRecorded !== undefined && { isRecorded: node.isRecorded }),
    ...(node.language !== undefined && { language: node.language.value }),
    listen: listenOf(node.listen, defaults.listen),
    handlers: handlers.at(node),
    act: actOf(node, model),
  };
}

function exactOf({ fields }: NodeModel): Pick<FlowNode, "isExact"> {
  const isExact = fields.boolean("exact");
  return isExact === undefined ? {} : { isExact };
}

function actOf(node: NodeModel, model: Model): Act {
  const edges = compileEdges(node.next);
  switch (node.verb) {
    case "say":
      return { type: "go", edges };
    case "ask":
    case "menu":
      return {
        type: "ask",
        questions: node.asks.flatMap(({ value }) => questionOf(node, model.variables.get(value), model)),
        ahead: aheadOf(node, model),
        ...filledOf(node, model),
        ...(node.review && { reviews: true }),
        goto: new Map(node.goto.map(({ option, value }) => [option, value])),
        isMenu: node.verb === "menu",
        ...sideAnswers(node.answerFrom ?? model.defaults.answerFrom),
        edges,
        giveUp: idOf(node.giveUp ?? model.defaults.giveUp),
      };
    case "converse":
      return converseOf(node, model);
    case "answer_from":
      return {
        type: "answer",
        answerFrom: idOf(node.answerFrom),
        notFound: idOf(node.notFound),
        edges,
        ...patienceOf(node, model),
      };
    case "tool":
      return {
        type: "tool",
        tool: idOf(node.callee),
        with: argumentsOf(node.with),
        save: assignmentsOf(node.save),
        onError: idOf(node.onError),
        edges,
      };
    case "call":
      return {
        type: "call",
        flow: idOf(node.callee),
        with: argumentsOf(node.with),
        save: assignmentsOf(node.save),
        onError: idOf(node.onError),
        edges,
      };
    case "transfer":
      return transferOf(node);
    case "wait":
      return waitOf(node, edges);
    case "record":
      return {
        type: "record",
        variable: idOf(node.record),
        maxMs: node.fields.ms("max") ?? builtInDefaults.recordMaxMs,
        endSilenceMs: node.fields.ms("end_silence") ?? builtInDefaults.recordEndSilenceMs,
        ...(node.onFailed !== undefined && { onFailed: node.onFailed.value }),
        edges,
      };
    case "press":
      return { type: "press", keys: node.keys?.template ?? [], edges };
    case "end":
      return { type: "end", outcome: node.outcome?.template ?? [] };
  }
}

function filledOf(node: NodeModel, model: Model): { readonly whenFilled?: FilledPolicy } {
  const whenFilled = node.whenFilled ?? (isAskedAnew(node, model) ? "ask" : undefined);
  return whenFilled === undefined ? {} : { whenFilled };
}

function transferOf(node: NodeModel): Act {
  const ringMs = node.fields.ms("ring");
  return {
    type: "transfer",
    address: node.address?.template ?? [],
    whisper: textOf(node.whisper),
    summarises: node.fields.boolean("summary") ?? false,
    ...(node.onReturn !== undefined && { onReturn: node.onReturn.value }),
    save: assignmentsOf(node.save),
    onFailed: idOf(node.onFailed),
    ...(node.onNoAnswer !== undefined && { onNoAnswer: node.onNoAnswer.value }),
    ...(ringMs !== undefined && { ringMs }),
    ...(node.fields.boolean("bridge") === true && { bridges: true }),
  };
}

function waitOf(node: NodeModel, edges: Edges): Act {
  if (node.event === undefined) return { type: "pause", ms: node.pauseMs ?? 0, edges };
  return {
    type: "wait",
    event: node.event.value,
    timeoutMs: node.fields.ms("timeout") ?? 0,
    onTimeout: idOf(node.onTimeout),
    save: assignmentsOf(node.save),
    edges,
  };
}

/** Variables that a question's answers may fill ahead, each once. */
function aheadOf({ asks, listenFor }: NodeModel, model: Model): readonly Question[] {
  const asked = new Set(asks.map(({ value }) => value));
  const names = new Set([...listenFor, ...model.open].map(({ value }) => value));
  return [...names.difference(asked)].flatMap((name) => questionOf({}, model.variables.get(name), model));
}

/** `settings`: what the node says about it. */
function questionOf(
  settings: Partial<Pick<NodeModel, keyof QuestionSettings | "maxAttempts" | "optional" | "verb">>,
  variable: VariableModel | undefined,
  { defaults }: Model,
): readonly Question[] {
  if (variable === undefined) return [];
  const helps = settings.llm ?? variable.llm ?? defaults.llm ?? true;
  return [
    {
      variable: variable.name,
      ask: textOf(variable.ask),
      noMatch: textOf(settings.noMatch ?? variable.noMatch ?? defaults.noMatch),
      noInput: textOf(settings.noInput ?? variable.noInput ?? defaults.noInput),
      invalid: textOf(settings.invalid ?? variable.invalid ?? defaults.invalid),
      readBack: textOf(settings.readBack ?? variable.readBack ?? defaults.readBack),
      confirm: settings.confirm ?? variable.confirm ?? defaults.confirm ?? confirmOf(variable),
      attemptsMax: settings.maxAttempts ?? defaults.maxAttempts ?? builtInDefaults.attemptsMax,
      ...(settings.verb === "ask" && (settings.optional ?? variable.optional) && { isOptional: true }),
      llm: helps && !variable.sensitive,
    },
  ];
}

/** Kinds that are always read back: a single wrong character makes an address invalid. */
const spelled: ReadonlySet<Kind | undefined> = new Set<Kind | undefined>(["email", "code", "phone"]);

const confirmOf = ({ kind, sensitive }: VariableModel): Confirm =>
  spelled.has(kind) && !sensitive ? "explicit" : "auto";

function converseOf(node: NodeModel, model: Model): Act {
  return {
    type: "converse",
    goal: node.goal === undefined ? [] : templateOf(node.goal),
    fill: node.fill.map(({ value }) => value),
    tools: node.tools.map(({ value }) => value),
    exits: node.exits.map(({ name, condition, when, target }) => ({
      name,
      ...(condition !== undefined && { if: exprOf(condition) }),
      ...(when !== undefined && { when }),
      target: idOf(target),
    })),
    turnsMax: node.fields.number("max_turns") ?? 1,
    withoutLlm: idOf(node.withoutLlm),
    history: node.fields.number("history") ?? builtInDefaults.history,
    ...sideAnswers(node.answerFrom),
    ...patienceOf(node, model),
  };
}

const sideAnswers = (at: LocatedValue<string> | undefined) =>
  at === undefined ? {} : { answerFrom: at.value };

/** Patience of a node in free conversation. */
function patienceOf(node: NodeModel, { defaults }: Model) {
  return {
    giveUp: idOf(node.giveUp ?? defaults.giveUp),
    attemptsMax: node.maxAttempts ?? defaults.maxAttempts ?? builtInDefaults.attemptsMax,
    noInput: textOf(node.noInput ?? defaults.noInput),
  };
}

/** The value of a required key, which is present because the document passed all checks. */
function idOf(at: LocatedValue<string> | undefined): string {
  return at?.value ?? "";
}

type Level = Fields | undefined;

function listenOf(settings: Level, inherited: Level): ListenSettings {
  const first = <T>(read: (fields: Fields) => T | undefined): T | undefined =>
    (settings && read(settings)) ?? (inherited && read(inherited));
  const keys = (read: (dtmf: Fields) => string | number | undefined) =>
    first((fields) => {
      const dtmf = fields.map("dtmf");
      return dtmf && read(dtmf);
    });
  const endSilenceMs = first((fields) => fields.ms("end_silence"));
  const finishKey = keys((dtmf) => dtmf.words("finish")) ?? builtInDefaults.finishKey;
  const hints = first((fields) => (fields.has("hints") ? fields.strings("hints") : undefined)) ?? [];
  return {
    noInputMs: first((fields) => fields.ms("no_input")) ?? builtInDefaults.noInputMs,
    ...(endSilenceMs !== undefined && { endSilenceMs }),
    maxSpeechMs: first((fields) => fields.ms("max_speech")) ?? builtInDefaults.maxSpeechMs,
    mode: first((fields) => fields.one("mode", ["both", "speech", "dtmf"] as const)) ?? "both",
    hints: hints.map(({ value }) => value),
    ...(finishKey !== "none" && { finishKey: String(finishKey) }),
    interDigitMs: Number(keys((dtmf) => dtmf.ms("inter_digit")) ?? builtInDefaults.interDigitMs),
  };
}
