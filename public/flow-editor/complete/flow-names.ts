// Flow names: collects everything in a flow that has a name, for completion and hover help.

import { kindOfNode } from "../../../src/flow/author/document/document-graph.ts";
import { spokenLanguages } from "../../../src/flow/locale/languages.ts";
import { sayPlaceOf, writtenKeys } from "../../../src/flow/language/schema/say-shape.ts";
import {
  type Fields,
  fieldsOf,
  isFields,
  isList,
  listOf,
} from "../../../src/flow/author/edit/data-at-path.ts";
import { builtInHandlers } from "../../../src/flow/language/model/built-in-handlers.ts";
import type { NamedThing } from "../../../src/flow/language/schema/shape.ts";
import { typeDocs } from "../../../src/flow/language/schema/variable-table.ts";
import type { Plain } from "../../../src/flow/language/source/yaml-tree.ts";

export interface NameEntry {
  readonly name: string;
  /** The type of a variable, the verb of a node. */
  readonly detail: string;
  /** At most a sentence; may be empty. */
  readonly doc: string;
}

export interface FlowNames {
  readonly of: Readonly<Record<NamedThing, readonly NameEntry[]>>;
  /** Options by the name of the choice variable. */
  readonly optionsOf: ReadonlyMap<string, readonly NameEntry[]>;
}

/** A longer list of names is not readable as suggestions. */
const namesMax = 1_000;

const namesByDocument = new WeakMap<Fields, FlowNames>();

/** Names of a flow; the same object for the same document. */
export function flowNamesOf(document: Fields): FlowNames {
  const cached = namesByDocument.get(document);
  if (cached !== undefined) return cached;
  const names = collectNames(document);
  namesByDocument.set(document, names);
  return names;
}

function collectNames(document: Fields): FlowNames {
  const variables = mapsIn(document, "variables");
  const types = mapsIn(document, "types");
  const nodes = mapsIn(document, "nodes");
  const optionsOf = new Map(
    variables.map(([name, variable]) => [name, optionsIn(variable, fieldsOf(document.get("types")))]),
  );
  return {
    of: {
      variable: variables.map(([name, variable]) => ({
        name,
        detail: wordsOf(variable.get("type")),
        doc: wordsOf(variable.get("description")) || firstText(variable.get("ask")),
      })),
      node: nodes.map(([name, node]) => ({
        name,
        detail: kindOfNode(node),
        doc: firstText(node.get("say")),
      })),
      tool: mapsIn(document, "tools").map(([name, tool]) => ({
        name,
        detail: wordsOf(tool.get("http")),
        doc: wordsOf(tool.get("description")),
      })),
      type: [...builtInTypes, ...types.map(([name, type]) => plain(name, wordsOf(type.get("type"))))],
      handler: handlersIn(document, nodes),
      flow: named(nodes.map(([, node]) => node.get("call"))),
      secret: named(listOf(document.get("secrets"))),
      option: unique([...optionsOf.values()].flat()),
      language: languagesIn(document),
      event: eventsIn(document, nodes),
      knowledge: [...fieldsOf(document.get("knowledge")).keys()].map((name) => plain(name)),
    },
    optionsOf,
  };
}

const builtInTypes: readonly NameEntry[] = [...typeDocs].map(([name, { value, understood }]) => ({
  name,
  detail: value,
  doc: understood,
}));

function handlersIn(document: Fields, nodes: readonly (readonly [string, Fields])[]): readonly NameEntry[] {
  const flowHandlers = [document, ...nodes.map(([, node]) => node)].flatMap((each) => [
    ...fieldsOf(each.get("handlers")).keys(),
  ]);
  return unique([
    ...[...builtInHandlers].map((name) => plain(name, "built in")),
    ...flowHandlers.map((name) => plain(name)),
  ]);
}

function languagesIn(document: Fields): readonly NameEntry[] {
  const flowLanguages = named([document.get("language") ?? null, ...listOf(document.get("languages"))]);
  return unique([
    ...flowLanguages,
    ...spokenLanguages.map((tag) => plain(tag, languageNames.of(tag) ?? tag)),
  ]);
}

/** Events that the engine sends to webhooks by itself. */
const ownEvents = [
  "session.started", "node.entered", "turn.completed", "session.transferring", "session.ended", "session.summarised",
]; // prettier-ignore

function eventsIn(document: Fields, nodes: readonly (readonly [string, Fields])[]): readonly NameEntry[] {
  const handlers = mapsIn(document, "handlers");
  const emitted = [...nodes, ...handlers].flatMap(([, each]) => [...fieldsOf(each.get("emit")).keys()]);
  const awaited = nodes.map(([, node]) => fieldsOf(node.get("wait")).get("event"));
  return unique([
    ...emitted.map((name) => plain(name, "sent here")),
    ...named(awaited),
    ...ownEvents.map((name) => plain(name, "built in")),
  ]);
}

/** The variable's own options, or those of its named type. */
function optionsIn(variable: Fields, types: Fields): readonly NameEntry[] {
  const type = types.get(wordsOf(variable.get("type")));
  const options = variable.get("options") ?? fieldsOf(type).get("options");
  return (isList(options) ? options : []).flatMap((option) => {
    const id = wordsOf(fieldsOf(option).get("id"));
    if (id === "") return [];
    return [{ name: id, detail: "option", doc: firstText(fieldsOf(option).get("label")) }];
  });
}

function mapsIn(document: Fields, key: string): readonly (readonly [string, Fields])[] {
  return [...fieldsOf(document.get(key))]
    .slice(0, namesMax)
    .map(([name, each]) => [name, fieldsOf(each)] as const);
}

function named(values: readonly (Plain | undefined)[]): readonly NameEntry[] {
  return unique(values.flatMap((value) => (typeof value === "string" && value !== "" ? [plain(value)] : [])));
}

const languageNames = new Intl.DisplayNames("en", { type: "language" });

function plain(name: string, detail = ""): NameEntry {
  return { name, detail, doc: "" };
}

function unique(names: readonly NameEntry[]): readonly NameEntry[] {
  return [...new Map(names.toReversed().map((each) => [each.name, each])).values()].toReversed();
}

function wordsOf(value: Plain | undefined): string {
  return typeof value === "string" ? value : "";
}

/** A text, the first of several, or the first language's. */
function firstText(value: Plain | undefined): string {
  if (isFields(value) && sayPlaceOf(value) === "sound") return firstText(value.get(writtenKeys.sound));
  if (isFields(value)) return firstText([...value.values()][0]);
  return isList(value) ? firstText(value[0]) : wordsOf(value);
}
