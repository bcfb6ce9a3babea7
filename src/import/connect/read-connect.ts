// Amazon Connect export: a contact flow in Connect's flow language as a source flow.

import { exportNodesMax, type Fields } from "../export-data.ts";
import { ImportProblem } from "../import-problem.ts";
import type { ImportSource } from "../import-source.ts";
import { notTakenOver } from "../mapping-notes.ts";
import type { SourceFlow, SourceNode } from "../source-flow.ts";
import { UniqueIds } from "../unique-ids.ts";
import type { Block } from "./block-kit.ts";
import { blockOf } from "./blocks.ts";
import { connectBuiltIn, namesIn, shortName } from "./references.ts";

export const connect: ImportSource = {
  name: "connect",
  aliases: ["amazon-connect", "aws-connect"],
  label: "Amazon Connect",
  exports: "a contact flow in the flow language",
  recognises: (data) =>
    flowIn(data)
      .list("Actions")
      .some((action) => action.has("Identifier") && action.has("Type")) || isOld(data),
  read: readConnect,
};

/** Exports of Connect's editor before 2021. */
function isOld(data: Fields): boolean {
  return data.text("type") === "contactFlow" && data.has("modules");
}

/** An export as the API describes it has the flow as a text under a key. */
function flowIn(data: Fields): Fields {
  const inner = data.at("ContactFlow");
  const described = inner.has("Content") ? inner : data;
  return described.has("Content") ? described.inText("Content") : data;
}

function readConnect(data: Fields): SourceFlow {
  const flow = flowIn(data);
  const actions = flow.list("Actions");
  if (isOld(data))
    throw new ImportProblem(
      "it comes from the old editor of Amazon Connect: save the flow in the new one and export it again",
    );
  if (actions.length === 0)
    throw new ImportProblem("it has no actions: a flow of Amazon Connect has a list 'Actions'");
  if (actions.length > exportNodesMax)
    throw new ImportProblem(`the export has more than ${exportNodesMax} nodes`);
  flow.passOver("Version", "Settings");
  const metadata = flow.at("Metadata");
  const shown = metadata.at("ActionMetadata");
  const ids = new UniqueIds();
  const blocks = actions.map((action): Block => ({ action, id: ids.of(action.text("Identifier")) }));
  const queues = queuesIn(blocks, shown);
  const names = new Set(namesIn(flow));
  const read = blocks.map((block) => ({ block, ...blockOf(block, { queues, actions, names }) }));
  const nodes = read.map(({ block, node }): SourceNode => ({
    ...node,
    notes: [...node.notes, ...notTakenOver(block.action)],
  }));
  const described = data.at("ContactFlow");
  const name = metadata.text("name") ?? described.text("Name") ?? data.text("Name");
  const source: SourceFlow = {
    name,
    language: languageOf(actions),
    globalPrompt: undefined,
    model: { name: undefined, temperature: undefined },
    userSpeaksFirst: false,
    start: flow.text("StartAction"),
    nodes,
    tools: read.flatMap(({ tool }) => (tool === undefined ? [] : [tool])),
    hooks: [],
    variables: [],
    builtIn: connectBuiltIn,
    shortName,
    speed: undefined,
    silenceMs: undefined,
    durationMs: undefined,
    hints: [],
    settings: [],
  };
  // Places in the editor, and metadata names.
  flow.passOver("Metadata");
  shown.rest();
  metadata.rest();
  described.passOver("Arn", "Id", "Type", "State", "Status", "Tags", "Description");
  return source;
}

/** Block that sets a queue → the queue's name, or its id. */
function queuesIn(blocks: readonly Block[], shown: Fields): ReadonlyMap<string, string> {
  return new Map(
    blocks.flatMap(({ action, id }) => {
      if (action.text("Type") !== "UpdateContactTargetQueue") return [];
      const named = shown.at(id);
      const queue = action.at("Parameters").text("QueueId");
      const name =
        named.at("parameters").at("QueueId").text("displayName") ??
        named.at("queue").text("text") ??
        queue?.replace(/^.*\//, "");
      return name === undefined ? [] : [[id, name] as const];
    }),
  );
}

function languageOf(actions: readonly Fields[]): string | undefined {
  return actions
    .map((action) => action.at("Parameters").text("LanguageCode"))
    .find((tag) => tag !== undefined && /^[a-z]{2}\b/i.test(tag));
}
