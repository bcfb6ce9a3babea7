// Model builder: turns the plain data of a document into its typed model.

import type { RedactionKind, RetainedClass } from "../../value/retained.ts";
import type { Kind } from "../../value/value.ts";
import { type OwnSourceKind, ownSourceKind } from "../../knowledge/own-source.ts";
import type { Path } from "../source/problem.ts";
import { type Data, Fields, isMap } from "./map-reader.ts";
import type { Report } from "./finding.ts";
import type {
  Defaults,
  HookModel,
  HoursEntries,
  HoursModel,
  KnowledgeEntry,
  KnowledgeModel,
  TextModel,
  Model,
  OnEndModel,
  ToolModel,
  VariableModel,
} from "./model.ts";
import { withQuestionsAhead } from "./questions-ahead.ts";
import { handlersOf, speechSettingsOf, nodeOf } from "./model-nodes.ts";
import { TextReader } from "./model-texts.ts";
import {
  questionSettingsOf,
  isKind,
  resolvedFields,
  type VariableReading,
  variableOf,
} from "./model-variables.ts";

const retainedClasses: readonly RetainedClass[] = ["audio", "words", "values", "numbers"];

/**
 * Builds the model. Never throws. Reports expressions that do not parse; other values of a wrong shape are left out.
 */
export function buildModel(document: Data, report: Report): Model {
  const fields = new Fields(document, []);
  const language = fields.words("language") ?? "en";
  const texts = new TextReader(language, report);
  const types = new Map(dictionaryOf(fields, "types", (each) => each));
  const languages = fields.strings("languages").map(({ value }) => value);
  const variables = variablesOf(fields, "variables", { texts, types });
  return {
    fields,
    id: fields.words("id") ?? "",
    language,
    languages: languages.length === 0 ? [language] : [...new Set([language, ...languages])],
    start: fields.string("start"),
    persona: texts.optionalLine(fields.string("persona")),
    variables,
    open: fields.strings("open"),
    types: new Map(variablesOf(fields, "types", { texts, types })),
    nodes: withQuestionsAhead(
      new Map(dictionaryOf(fields, "nodes", (each, id) => nodeOf(id, each, { texts, variables }))),
      variables,
    ),
    tools: new Map(dictionaryOf(fields, "tools", (each, name) => toolOf(name, each, texts))),
    handlers: new Map(handlersOf(fields, texts).map((handler) => [handler.name, handler])),
    hooks: fields.list("hooks").flatMap(({ value, path }) => hookOf(value, path)),
    onEnd: onEndOf(fields.map("on_end"), { texts, types }),
    hours: new Map(dictionaryOf(fields, "hours", hoursOf)),
    knowledge: new Map(
      fields.entries("knowledge").map(({ key, value, path }) => [key, knowledgeOf(value, path)]),
    ),
    pronounce: pronounceOf(fields),
    ...retentionOf(fields),
    secrets: fields.strings("secrets"),
    defaults: defaultsOf(fields.map("defaults") ?? new Fields(new Map(), ["defaults"]), texts),
  };
}

function onEndOf(fields: Fields | undefined, reading: VariableReading): OnEndModel | undefined {
  if (fields === undefined) return undefined;
  const extract = variablesOf(fields, "extract", reading);
  return { summarises: fields.boolean("summary") ?? false, extract };
}

function hoursOf(fields: Fields): HoursModel {
  const entries = (key: string): HoursEntries =>
    fields.entries(key).map(({ key: day, value, path }) => ({
      day,
      path,
      spans:
        typeof value === "string"
          ? [{ value, path }]
          : (Array.isArray(value) ? value : []).flatMap((each: unknown, i) =>
              typeof each === "string" ? [{ value: each, path: [...path, i] }] : [],
            ),
    }));
  return { open: entries("open"), holidays: fields.strings("holidays"), special: entries("special") };
}

const sourceKeys: readonly (readonly [key: string, kind: OwnSourceKind])[] = [
  ["url", "page"],
  ["file", "file"],
];

function entryOf(text: string, path: Path): KnowledgeEntry {
  const source = ownSourceKind(text);
  if (source === undefined) return { value: text, path, questions: [] };
  return { value: text.trim(), path, questions: [], source };
}

export function knowledgeOf(value: unknown, path: Path): KnowledgeModel {
  const entries = (Array.isArray(value) ? value : []).flatMap((each: unknown, i) => {
    const at = [...path, i];
    if (typeof each === "string") return [entryOf(each, at)];
    const pair = Fields.of(each, at);
    for (const [key, source] of sourceKeys) {
      const named = pair?.string(key);
      if (named !== undefined) return [{ ...named, value: named.value.trim(), questions: [], source }];
    }
    const answer = pair?.string("answer");
    if (pair === undefined || answer === undefined) return [];
    const single = pair.words("question");
    const questions = single === undefined ? pair.strings("question").map((one) => one.value) : [single];
    return [{ ...answer, questions }];
  });
  return { path, base: typeof value === "string" ? { value, path } : undefined, entries };
}

function pronounceOf(fields: Fields): Model["pronounce"] {
  return new Map(
    fields.entries("pronounce").map(({ key, value, path }) => {
      const entries = isMap(value)
        ? [...value].map(([tag, pronunciation]) => [tag, pronunciation, [...path, tag]] as const)
        : [["", value, path] as const];
      const pronunciations = entries.flatMap(([tag, each, at]) =>
        typeof each === "string" ? [[tag, { value: each, path: at }] as const] : [],
      );
      return [key, new Map(pronunciations)] as const;
    }),
  );
}

const redacted: ReadonlyMap<string, RedactionKind> = new Map([
  ["cards", "card"],
  ["ibans", "iban"],
  ["emails", "email"],
  ["phones", "phone"],
]);

function retentionOf(fields: Fields): Pick<Model, "retention" | "redact"> {
  const retention = fields.map("retention");
  const days = retainedClasses.flatMap((name) => {
    const value = retention?.number(name);
    return retention === undefined || value === undefined
      ? []
      : [[name, { value, path: retention.pathOf(name) }] as const];
  });
  return {
    retention: new Map(days),
    redact: fields.strings("redact").flatMap(({ value }) => redacted.get(value) ?? []),
  };
}

function dictionaryOf<T>(
  fields: Fields,
  key: string,
  make: (each: Fields, name: string) => T,
): readonly (readonly [name: string, made: T])[] {
  return fields.entries(key).flatMap(({ key: name, value, path }) => {
    return isMap(value) ? [[name, make(new Fields(value, path), name)] as const] : [];
  });
}

function variablesOf(
  fields: Fields,
  key: "variables" | "types" | "extract",
  { texts, types }: VariableReading,
): ReadonlyMap<string, VariableModel> {
  return new Map(
    fields.entries(key).flatMap(({ key: name, value, path }) => {
      const resolved = resolvedFields(value, path, types);
      return resolved === undefined ? [] : [[name, variableOf(name, resolved, { texts, types })]];
    }),
  );
}

function toolOf(name: string, fields: Fields, texts: TextReader): ToolModel {
  const http = texts.optionalLine(fields.string("http"));
  const body = fields.has("body") ? { value: fields.get("body"), path: fields.pathOf("body") } : undefined;
  const writes =
    fields.one("effect", ["read", "write"] as const) ??
    (/^\s*GET\b/.test(http?.source ?? "") ? "read" : "write");
  return {
    name,
    path: fields.path,
    fields,
    params: kindsOf(fields, "params"),
    returns: fields.has("returns") ? kindsOf(fields, "returns") : undefined,
    http,
    headers: fields.entries("headers").flatMap(({ key, value, path }) => {
      return typeof value === "string" ? [{ ...texts.line({ value, path }), name: key }] : [];
    }),
    body,
    bodyLines: body === undefined ? [] : textsIn(body.value, body.path, texts),
    confirm: texts.words(fields, "confirm"),
    writes: writes === "write",
  };
}

/** Names with their types; unknown types are left out. */
function kindsOf(fields: Fields, key: string): ReadonlyMap<string, Kind> {
  return new Map(
    fields.entries(key).flatMap(({ key: name, value }) => {
      return typeof value === "string" && isKind(value) ? [[name, value] as const] : [];
    }),
  );
}

function textsIn(data: unknown, path: Path, texts: TextReader): readonly TextModel[] {
  if (typeof data === "string") return [texts.line({ value: data, path })];
  if (Array.isArray(data)) return data.flatMap((each: unknown, i) => textsIn(each, [...path, i], texts));
  return isMap(data) ? [...data].flatMap(([key, each]) => textsIn(each, [...path, key], texts)) : [];
}

function hookOf(value: unknown, path: Path): readonly HookModel[] {
  const fields = Fields.of(value, path);
  if (fields === undefined) return [];
  const [url, secret] = [fields.string("url"), fields.string("secret")];
  return [{ path, url, secret, events: fields.strings("events") }];
}

function defaultsOf(fields: Fields, texts: TextReader): Defaults {
  return {
    fields,
    ...speechSettingsOf(fields),
    ...questionSettingsOf(fields, texts),
    giveUp: fields.string("give_up"),
    maxAttempts: fields.number("max_attempts"),
    answerFrom: fields.string("answer_from"),
    limits: fields.map("limits"),
  };
}
