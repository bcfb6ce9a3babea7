// New node: initial content of each kind of node: the least that its verb needs, from the flow's parts; new-edges.ts
// decides its targets.

import { languageOf } from "../../locale/languages.ts";
import type { SampleLines } from "../../locale/sample-lines.ts";
import { type NodeKind, nodeKinds } from "../document/node-kinds.ts";
import type { Plain } from "../../language/source/yaml-tree.ts";
import { type Fields, fieldsOf, isFields, listOf, put } from "./data-at-path.ts";
import { freeVariable, typeNamed, variablesOf } from "./written-variables.ts";
import { freeName } from "./free-names.ts";

/** A node, and the flow with the node's other needs. */
export interface NewNode {
  readonly node: Fields;
  readonly data: Fields;
}

export function newNode(data: Fields, kind: NodeKind): NewNode {
  switch (kind) {
    case "say":
      return { data, node: new Map([["say", text(data, "hello")]]) };
    case "branch":
      return { data, node: new Map([["next", [new Map([["if", condition(data)]])]]]) };
    case "ask":
      return asking(data, { verb: "ask", types: askedTypes, wish: "answer", fresh: answer(data) });
    case "menu":
      return asking(data, { verb: "menu", types: ["choice"], wish: "choice", fresh: choice(data) });
    case "record":
      return asking(data, { verb: "record", types: ["audio"], wish: "recording", fresh: recording });
    case "converse":
      return { data, node: conversation };
    case "tool":
      return calling(data);
    case "answer_from":
      return answering(data);
    case "end":
      return { data, node: sampleEnd(data) };
    default:
      return { data, node: new Map([[kind, nodeKinds[kind].sample ?? ""]]) };
  }
}

/** An end with a sample goodbye. */
export function sampleEnd(data: Fields): Fields {
  return new Map([
    ["say", text(data, "goodbye")],
    ["end", "done"],
  ]);
}

/** Types of variables that a question can ask for. */
export const askedTypes = [
  "text", "boolean", "number", "money", "digits", "code", "date", "time", "date_range", "time_range", "phone", "email", "name", "choice",
]; // prettier-ignore

const conversation: Fields = new Map<string, Plain>([
  ["converse", "Find out what the caller needs."],
  ["exits", new Map([["done", new Map([["when", "it is clear what the caller needs"]])]])],
  ["max_turns", 5],
]);

/** A sample text in all languages of the flow; languages without one get the English text. */
function text(data: Fields, key: keyof SampleLines): Plain {
  const languages = listOf(data.get("languages")).filter((each) => typeof each === "string");
  if (languages.length < 2) return inOwnLanguage(data, key);
  return new Map(languages.map((language) => [language, inLanguage(language, key)]));
}

function inOwnLanguage(data: Fields, key: keyof SampleLines): string {
  const language = data.get("language");
  return inLanguage(typeof language === "string" ? language : "en", key);
}

const inLanguage = (language: string, key: keyof SampleLines): string => languageOf(language).samples[key];

function condition(data: Fields): string {
  const [name] = [...variablesOf(data).keys()];
  return name === undefined ? "session.turns > 0" : `filled(${name})`;
}

/** A yes or no, because every server understands that: free speech needs a recogniser of its own. */
function answer(data: Fields): Fields {
  return new Map<string, Plain>([
    ["type", "boolean"],
    ["ask", text(data, "ask")],
  ]);
}

function choice(data: Fields): Fields {
  const options = ["first", "second"].map((id) => new Map([["id", id]]));
  return new Map<string, Plain>([
    ["type", "choice"],
    ["ask", text(data, "choose")],
    ["options", options],
  ]);
}

const recording: Fields = new Map([["type", "audio"]]);

/** Asks for the first unasked variable, or for a new one. */
function asking(
  data: Fields,
  { verb, types, wish, fresh }: { verb: string; types: readonly string[]; wish: string; fresh: Fields },
): NewNode {
  const variables = variablesOf(data);
  const taken = new Set([...fieldsOf(data.get("nodes")).values()].flatMap(askedBy));
  const open = [...variables].find(
    ([name, variable]) =>
      !taken.has(name) &&
      types.includes(typeNamed(data, variable) ?? "") &&
      (verb === "record" || fieldsOf(variable).has("ask")) &&
      !fieldsOf(variable).has("default"),
  );
  if (open !== undefined) return { data, node: new Map([[verb, open[0]]]) };
  const name = freeVariable(data, wish);
  return { data: put(data, ["variables", name], fresh) as Fields, node: new Map([[verb, name]]) };
}

function askedBy(node: Plain): readonly string[] {
  const fields = fieldsOf(node);
  const asked = ["ask", "menu", "record"].flatMap((verb) => fields.get(verb) ?? []);
  return [...asked, ...listOf(fields.get("fill"))].filter((each) => typeof each === "string");
}

/** Answers from what the flow knows already, or from something new. */
function answering(data: Fields): NewNode {
  const [first] = fieldsOf(data.get("knowledge")).keys();
  const name = first ?? "answers";
  const pair = new Map([
    ["question", inOwnLanguage(data, "question")],
    ["answer", inOwnLanguage(data, "answer")],
  ]);
  return {
    data: first === undefined ? (put(data, ["knowledge", name], [pair]) as Fields) : data,
    node: new Map<string, Plain>([["answer_from", name]]),
  };
}

/** Calls the first tool of the flow, or a new one. */
function calling(data: Fields): NewNode {
  const tools = fieldsOf(data.get("tools"));
  const [first] = tools;
  if (first === undefined) {
    const name = freeName("lookup", (each) => tools.has(each));
    const tool = new Map([["http", "GET https://api.example.com/lookup"]]);
    return { data: put(data, ["tools", name], tool) as Fields, node: new Map([["tool", name]]) };
  }
  const [name, tool] = first;
  const variables = variablesOf(data);
  const params = [...fieldsOf(isFields(tool) ? tool.get("params") : undefined).keys()];
  const args = params.filter((param) => variables.has(param)).map((param) => [param, param] as const);
  return {
    data,
    node: new Map<string, Plain>([
      ["tool", name],
      ...(args.length === 0 ? [] : [["with", new Map(args)] as const]),
    ]),
  };
}
