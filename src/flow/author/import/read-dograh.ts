// Dograh export: the JSON of a workflow, alone or inside its record, as a source flow.

import {
  exportNodesMax,
  type Fields,
  fieldsAt,
  listAt,
  numberAt,
  pairsAt,
  textAt,
  textsAt,
  waysMax,
} from "./export-data.ts";
import { ImportProblem } from "./import-problem.ts";
import type {
  Note,
  SourceEdge,
  SourceFlow,
  SourceHook,
  SourceNode,
  SourceSetting,
  SourceTool,
  SourceVariable,
  SourceWork,
} from "./source-flow.ts";
import { standIns, unknownKind } from "./mapping-notes.ts";
import { UniqueIds } from "./unique-ids.ts";

/** Name of the tool, and of the node, that fetches before the call. */
const fetchName = "pre_call_fetch";

/** Throws `ImportProblem` where there is no workflow in the export. */
export function readDograh(data: Fields): SourceFlow {
  const inner = ["workflow_definition", "definition", "workflow_json"]
    .map((key) => fieldsAt(data, key))
    .find((each) => "nodes" in each);
  const flow = inner ?? data;
  const all = listAt(flow, "nodes");
  if (all.length === 0)
    throw new ImportProblem("there are no nodes in it: a workflow of Dograh has a list 'nodes'");
  if (all.length > exportNodesMax)
    throw new ImportProblem(`the export has more than ${exportNodesMax} nodes`);
  const ids = new UniqueIds();
  // A node of that name gets another one.
  ids.of(fetchName);
  const named = all.map((node) => ({
    node,
    id: ids.of(textAt(node, "id")),
    kind: textAt(node, "type") ?? "no type",
  }));
  const globals = named.filter(({ kind }) => kind === "globalNode");
  const start = named.find(
    ({ kind, node }) => kind === "startCall" || fieldsAt(node, "data")["is_start"] === true,
  );
  const edges = Map.groupBy(listAt(flow, "edges"), (edge) => textAt(edge, "source") ?? "");
  const prompts = globals.flatMap(({ node }) => textAt(fieldsAt(node, "data"), "prompt") ?? []);
  const fetch = start === undefined ? undefined : fetchOf(fieldsAt(start.node, "data"));
  const settings: SourceSetting[] = [];
  const nodes = named.map(({ node, id, kind }) =>
    nodeOf(fieldsAt(node, "data"), { id, kind, edges: (edges.get(id) ?? []).slice(0, waysMax).map(edgeOf) }),
  );
  const [fetching] = fetch === undefined || start === undefined ? [] : [fetchNode(start.id)];
  if (fetch !== undefined)
    settings.push({
      setting: fetchName,
      fidelity: "approximate",
      words: "it is asked by the first node; what it answers is put under returns and save by hand",
    });
  return {
    name: textAt(data, "name") ?? textAt(data, "workflow_name"),
    language: textAt(data, "language"),
    globalPrompt: prompts.length === 0 ? undefined : prompts.join("\n\n"),
    model: { name: undefined, temperature: undefined },
    userSpeaksFirst: false,
    start: fetching === undefined ? (start ?? named[0])?.id : fetching.id,
    nodes: fetching === undefined ? nodes : [fetching, ...nodes],
    tools: fetch === undefined ? [] : [fetch],
    hooks: named.flatMap(({ node, kind, id }) =>
      kind === "webhook" ? hookOf(fieldsAt(node, "data"), id) : [],
    ),
    variables: pairsAt(data, "template_context_variables"),
    speed: undefined,
    silenceMs: undefined,
    durationMs: undefined,
    hints: [],
    settings,
  };
}

function nodeOf(
  data: Fields,
  { id, kind, edges }: { id: string; kind: string; edges: readonly SourceEdge[] },
): SourceNode {
  const notes: Note[] = [];
  if (textsAt(data, "document_uuids").length > 0) notes.push(standIns.knowledge);
  if (textsAt(data, "tool_uuids").length > 0)
    notes.push({
      fidelity: "manual",
      words: "its tools are not in the export: write them under tools, and name them here",
    });
  if (textAt(data, "greeting_recording_id") !== undefined)
    notes.push({ fidelity: "manual", words: "the recorded greeting is not played: write what it says" });
  if (data["delayed_start"] === true)
    notes.push({ fidelity: "manual", words: "it speaks at once, without the delay" });
  const { work, note } = workOf(data, kind);
  return {
    id,
    name: textAt(data, "name"),
    kind,
    work,
    edges,
    otherwise: undefined,
    isUninterruptible: kind === "agentNode" && data["allow_interrupt"] === false,
    notes: note === undefined ? notes : [...notes, note],
  };
}

function workOf(data: Fields, kind: string): { readonly work: SourceWork; readonly note?: Note } {
  const prompt = textAt(data, "prompt");
  const extracts = data["extraction_enabled"] === true;
  const talk: SourceWork = {
    is: "talk",
    instructions: [prompt, extracts ? textAt(data, "extraction_prompt") : undefined]
      .filter((each) => each !== undefined)
      .join("\n"),
    opening: textAt(data, "greeting"),
    variables: extracts ? listAt(data, "extraction_variables").slice(0, waysMax).flatMap(variableOf) : [],
    tools: [],
    isGlobal: data["add_global_prompt"] !== false,
  };
  switch (kind) {
    case "startCall":
    case "agentNode":
      return { work: talk };
    case "endCall":
      return {
        work: { is: "end", words: undefined, prompt },
        ...(prompt !== undefined && { note: standIns.promptedEnd }),
      };
    case "globalNode":
      return { work: { is: "aside" }, note: standIns.globalPrompt };
    case "trigger":
      return {
        work: { is: "aside" },
        note: { fidelity: "manual", words: "calls are started by POST /v1/sessions" },
      };
    case "webhook":
      return {
        work: { is: "aside" },
        note: {
          fidelity: "approximate",
          words: "a hook on session.ended is told, signed, with a body of ours",
        },
      };
    case "qa":
      return { work: { is: "aside" }, note: standIns.analysis };
    default:
      return {
        work: { is: "manual", event: unknownKind.event, data: kind },
        note: { fidelity: unknownKind.fidelity, words: unknownKind.words },
      };
  }
}

function variableOf(data: Fields): readonly SourceVariable[] {
  const name = textAt(data, "name");
  if (name === undefined) return [];
  const type = textAt(data, "type");
  return [
    {
      name,
      type: type === "number" || type === "boolean" ? type : "text",
      choices: [],
      description: textAt(data, "prompt"),
    },
  ];
}

/** Words by which its editor says that there is nothing to decide. */
const always = /^\s*(?:always|always take this (?:route|path)|true|none|)\s*$/i;

function edgeOf(edge: Fields): SourceEdge {
  const data = fieldsAt(edge, "data");
  const label = textAt(data, "label");
  const words = textAt(data, "condition") ?? label ?? "";
  return {
    condition: always.test(words) ? { is: "always" } : { is: "prompt", words },
    to: textAt(edge, "target"),
    line: textAt(data, "transition_speech_type") === "audio" ? undefined : textAt(data, "transition_speech"),
    label,
  };
}

function hookOf(data: Fields, node: string): readonly SourceHook[] {
  const url = textAt(data, "endpoint_url");
  return url === undefined || data["enabled"] === false ? [] : [{ node, url }];
}

function fetchOf(data: Fields): SourceTool | undefined {
  const url = textAt(data, "pre_call_fetch_url");
  const mode =
    textAt(data, "pre_call_fetch_mode") ?? (data["pre_call_fetch_enabled"] === true ? "always" : "disabled");
  if (url === undefined || mode === "disabled") return undefined;
  return {
    id: fetchName,
    name: fetchName,
    description: undefined,
    method: "POST",
    url,
    headers: [],
    query: [],
    params: [],
    constants: [],
    atRoot: true,
    saves: [],
    timeoutMs: numberAt(data, "pre_call_fetch_timeout_ms"),
  };
}

function fetchNode(to: string): SourceNode {
  return {
    id: fetchName,
    name: undefined,
    kind: fetchName,
    work: { is: "tool", tool: fetchName, filler: undefined, waits: true },
    edges: [{ condition: { is: "always" }, to }],
    otherwise: to,
    notes: [
      {
        fidelity: "approximate",
        words: "the fetch before the call is the first node; nothing of its answer is saved yet",
      },
    ],
  };
}
