// Model of nodes: builds the typed model of the document's nodes and handlers.

import { isVerbThat, type Verb, verbs } from "../schema/verbs.ts";
import type { Path } from "../source/problem.ts";
import { type LocatedValue, Fields, isMap } from "./map-reader.ts";
import type { BranchModel, ExitModel, HandlerModel, SpeechSettings, NodeModel, EdgesModel } from "./model.ts";
import type { TextReader } from "./model-texts.ts";
import { sayOf } from "./model-wording.ts";
import { questionSettingsOf } from "./model-variables.ts";

/** Names of a flow's variables. */
export type VariableNames = Pick<ReadonlySet<string>, "has">;

const noVariables: VariableNames = new Set();

/**
 * Whether a node switches recording on or off; undefined where it does neither, as where `record` names a
 * variable. `on` and `off` name variables where the flow has these.
 */
export function recordedFrom(fields: Fields, variables = noVariables): boolean | undefined {
  const word = fields.one("record", ["on", "off"] as const);
  return word === undefined || variables.has(word) ? undefined : word === "on";
}

/** The verbs that a node has, in the order of the document. */
export function verbsOf(fields: Fields, variables?: VariableNames): readonly Verb[] {
  const written = verbs.filter((verb) => verb !== "say" && fields.has(verb));
  // Beside a question, `answer_from` answers what callers ask meanwhile, so it is no verb there.
  const isAside = written.some((verb) => verb !== "answer_from" && isVerbThat("listens", verb));
  const isNone = (verb: Verb): boolean =>
    (isAside && verb === "answer_from") ||
    (verb === "record" && recordedFrom(fields, variables) !== undefined);
  return written.filter((verb) => !isNone(verb));
}

export function nodeOf(
  id: string,
  fields: Fields,
  { texts, variables }: { readonly texts: TextReader; readonly variables: VariableNames },
): NodeModel {
  const verb = verbsOf(fields, variables)[0] ?? "say";
  const isRecorded = recordedFrom(fields, variables);
  return {
    id,
    fields,
    verb,
    ...actionsOf(fields, texts),
    ...speechSettingsOf(fields),
    ...questionSettingsOf(fields, texts),
    language: fields.string("language"),
    handlers: handlersOf(fields, texts),
    ...questionOf(fields, verb),
    ...conversationOf(fields, texts),
    callee: fields.string(verb === "call" ? "call" : "tool"),
    with: texts.assignments(fields, "with"),
    save: texts.assignments(fields, "save"),
    onError: fields.string("on_error"),
    onFailed: fields.string("on_failed"),
    onNoAnswer: fields.string("on_no_answer"),
    onTimeout: fields.string("on_timeout"),
    onReturn: fields.string("on_return"),
    address: texts.optionalLine(fields.string("transfer")),
    whisper: texts.words(fields, "whisper"),
    pauseMs: fields.ms("wait"),
    event: fields.map("wait")?.string("event"),
    record: isRecorded === undefined ? fields.string("record") : undefined,
    isRecorded,
    keys: texts.optionalLine(fields.string("press")),
    outcome: texts.optionalLine(fields.string("end")),
  };
}

function questionOf(fields: Fields, verb: Verb) {
  const single = fields.string(verb);
  const several = verb === "ask" ? fields.strings("ask") : [];
  return {
    asks: !isVerbThat("asks", verb) ? [] : single === undefined ? several : [single],
    goto: fields
      .entries("goto")
      .flatMap(({ key, value, path }) => (typeof value === "string" ? [{ option: key, value, path }] : [])),
    giveUp: fields.string("give_up"),
    maxAttempts: fields.number("max_attempts"),
    whenFilled: fields.one("when_filled", ["skip", "ask", "confirm"] as const),
    optional: fields.boolean("optional"),
    review: verb === "ask" && fields.boolean("review") === true,
    listenFor: isVerbThat("asks", verb) ? fields.strings("listen_for") : [],
  };
}

function conversationOf(fields: Fields, texts: TextReader) {
  return {
    goal: texts.optionalLine(fields.string("converse")),
    answerFrom: fields.string("answer_from"),
    notFound: fields.string("not_found"),
    fill: fields.strings("fill"),
    tools: fields.strings("tools"),
    exits: fields.entries("exits").flatMap((entry) => exitOf(entry, texts)),
    withoutLlm: fields.string("without_llm"),
  };
}

function exitOf(
  { key, value, path }: LocatedValue<unknown> & { readonly key: string },
  texts: TextReader,
): readonly ExitModel[] {
  const fields = Fields.of(value, path);
  if (fields === undefined) return [];
  return [
    {
      name: key,
      path,
      condition: texts.condition(fields, "if"),
      when: fields.words("when"),
      target: fields.string("goto"),
    },
  ];
}

export function speechSettingsOf(fields: Fields): SpeechSettings {
  return {
    bargeIn: fields.boolean("barge_in"),
    voice: fields.map("voice"),
    listen: fields.map("listen"),
  };
}

function actionsOf(fields: Fields, texts: TextReader) {
  return {
    path: fields.path,
    ...sayOf(fields, texts),
    set: texts.assignments(fields, "set"),
    emit: texts.emissions(fields),
    next: edgesModelOf(fields, texts),
  };
}

export function handlersOf(fields: Fields, texts: TextReader): readonly HandlerModel[] {
  return fields.entries("handlers").flatMap(({ key, value, path }) => {
    const handler = isMap(value) ? new Fields(value, path) : new Fields(new Map(), path);
    if (!isMap(value) && value !== "disabled") return [];
    return [
      {
        name: key,
        fields: handler,
        disabled: value === "disabled",
        ...actionsOf(handler, texts),
        phrases: texts.phrases(handler, "phrases"),
        anywhere: handler.boolean("anywhere") ?? false,
        dtmf: handler.string("dtmf"),
        when: handler.words("when"),
      },
    ];
  });
}

function edgesModelOf(fields: Fields, texts: TextReader): EdgesModel | undefined {
  const path = fields.pathOf("next");
  const single = fields.string("next");
  if (single !== undefined) {
    return {
      path,
      isList: false,
      branches: [{ path, condition: undefined, isElse: true, target: single }],
    };
  }
  if (!Array.isArray(fields.get("next"))) return undefined;
  const branches = fields.list("next").flatMap(({ value, path: at }) => branchOf(value, at, texts));
  return { path, isList: true, branches };
}

function branchOf(value: unknown, path: Path, texts: TextReader): readonly BranchModel[] {
  const fields = Fields.of(value, path);
  if (fields === undefined) return [];
  const isElse = fields.has("else");
  const target = fields.string(isElse ? "else" : "goto");
  return [{ path, condition: texts.condition(fields, "if"), isElse, target }];
}
