// Dograh export: the JSON of a workflow, alone or inside its record, as a source flow.

import { exportNodesMax, type Fields, waysMax } from "../export-data.ts";
import type { ImportSource } from "../import-source.ts";
import { ImportProblem } from "../import-problem.ts";
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
} from "../source-flow.ts";
import { notTakenOver, standIns, unknownKind } from "../mapping-notes.ts";
import { UniqueIds } from "../unique-ids.ts";

/** Name of the tool, and of the node, that fetches before the call. */
const fetchName = "pre_call_fetch";

export const dograh: ImportSource = {
  name: "dograh",
  aliases: [],
  label: "Dograh",
  exports: "the workflow",
  recognises: (data) =>
    flowIn(data)
      .list("nodes")
      .some((node) => node.has("data") && node.has("type")),
  read: readDograh,
};

function flowIn(data: Fields): Fields {
  const inner = ["workflow_definition", "definition", "workflow_json"].map((key) => data.at(key));
  return inner.find((each) => each.has("nodes")) ?? data;
}

function readDograh(data: Fields): SourceFlow {
  const flow = flowIn(data);
  const all = flow.list("nodes");
  if (all.length === 0) throw new ImportProblem("it has no nodes: a workflow of Dograh has a list 'nodes'");
  if (all.length > exportNodesMax)
    throw new ImportProblem(`the export has more than ${exportNodesMax} nodes`);
  data.passOver("id", "version", "created_at", "updated_at", "status");
  flow.passOver("viewport");
  const ids = new UniqueIds();
  // A node of that name gets another one.
  ids.of(fetchName);
  for (const node of all)
    node.passOver("position", "positionAbsolute", "measured", "width", "height", "selected", "dragging");
  const named = all.map((node) => ({
    node,
    id: ids.of(node.text("id")),
    kind: node.text("type") ?? "no type",
  }));
  const globals = named.filter(({ kind }) => kind === "globalNode");
  const start = named.find(
    ({ kind, node }) => kind === "startCall" || node.at("data").flag("is_start") === true,
  );
  const edges = Map.groupBy(flow.list("edges"), (edge) => edge.text("source") ?? "");
  const prompts = globals.flatMap(({ node }) => node.at("data").text("prompt") ?? []);
  const fetch = start === undefined ? undefined : fetchOf(start.node.at("data"));
  const settings: SourceSetting[] = [];
  const hooks = named.flatMap(({ node, kind, id }) =>
    kind === "webhook" ? hookOf(node.at("data"), id) : [],
  );
  const led = new Set(flow.list("edges").map((edge) => edge.text("target")));
  const nodes = named.map(({ node, id, kind }) => {
    const read = nodeOf(node, { id, kind, edges: (edges.get(id) ?? []).slice(0, waysMax).map(edgeOf) });
    // Work after the call may still be on the path.
    const isPassed = read.work.is === "aside" && read.edges.length > 0 && led.has(id);
    return isPassed ? { ...read, work: { is: "branch" } as const } : read;
  });
  const [fetching] = fetch === undefined || start === undefined ? [] : [fetchNode(start.id)];
  if (fetch !== undefined)
    settings.push({
      setting: fetchName,
      fidelity: "approximate",
      words: "the first node calls it; write its answer under returns and save",
    });
  return {
    name: data.text("name") ?? data.text("workflow_name"),
    language: data.text("language"),
    globalPrompt: prompts.length === 0 ? undefined : prompts.join("\n\n"),
    model: { name: undefined, temperature: undefined },
    userSpeaksFirst: false,
    start: fetching === undefined ? (start ?? named[0])?.id : fetching.id,
    nodes: fetching === undefined ? nodes : [fetching, ...nodes],
    tools: fetch === undefined ? [] : [fetch],
    hooks,
    variables: data.pairs("template_context_variables"),
    speed: undefined,
    silenceMs: undefined,
    durationMs: undefined,
    hints: [],
    settings,
  };
}

function nodeOf(
  node: Fields,
  { id, kind, edges }: { id: string; kind: string; edges: readonly SourceEdge[] },
): SourceNode {
  const data = node.at("data");
  const notes: Note[] = [];
  if (data.texts("document_uuids").length > 0) notes.push(standIns.knowledge);
  if (data.texts("tool_uuids").length > 0)
    notes.push({
      fidelity: "manual",
      words: "its tools are not in the export: write them under tools, and name them here",
    });
  if (data.text("greeting_recording_id") !== undefined) notes.push(standIns.recordedLine);
  if (data.flag("delayed_start") === true)
    notes.push({ fidelity: "manual", words: "it speaks at once, without the delay" });
  const { work, note } = workOf(data, kind);
  return {
    id,
    name: data.text("name"),
    kind,
    work,
    edges,
    otherwise: undefined,
    isUninterruptible: data.flag("allow_interrupt") === false && kind === "agentNode",
    notes: [...notes, ...(note === undefined ? [] : [note]), ...notTakenOver(node)],
  };
}

function workOf(data: Fields, kind: string): { readonly work: SourceWork; readonly note?: Note } {
  const prompt = data.text("prompt");
  const extracts = data.flag("extraction_enabled") === true;
  if (!extracts) data.passOver("extraction_prompt", "extraction_variables");
  const talk: SourceWork = {
    is: "talk",
    instructions: [prompt, extracts ? data.text("extraction_prompt") : undefined]
      .filter((each) => each !== undefined)
      .join("\n"),
    opening: data.text("greeting"),
    variables: extracts ? data.list("extraction_variables").slice(0, waysMax).flatMap(variableOf) : [],
    tools: [],
    isGlobal: data.flag("add_global_prompt") !== false,
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
        note: { fidelity: "manual", words: "start calls with POST /v1/sessions" },
      };
    case "webhook":
      return {
        work: { is: "aside" },
        note: {
          fidelity: "approximate",
          words: "a hook on session.ended receives a signed event in the format of Voice Flow",
        },
      };
    case "qa":
      return { work: { is: "aside" }, note: standIns.reviewed };
    default:
      return {
        work: { is: "manual", event: unknownKind.event, data: kind },
        note: { fidelity: unknownKind.fidelity, words: unknownKind.words },
      };
  }
}

function variableOf(data: Fields): readonly SourceVariable[] {
  const name = data.text("name");
  if (name === undefined) return [];
  const type = data.text("type");
  return [
    {
      name,
      type: type === "number" || type === "boolean" ? type : "text",
      choices: [],
      description: data.text("prompt"),
    },
  ];
}

/** Words of its editor for an unconditional edge. */
const always = /^\s*(?:always|always take this (?:route|path)|true|none|)\s*$/i;

function edgeOf(edge: Fields): SourceEdge {
  edge.passOver("id", "sourceHandle", "targetHandle", "type", "animated", "selected", "style");
  const data = edge.at("data");
  const label = data.text("label");
  const words = data.text("condition") ?? label ?? "";
  return {
    condition: always.test(words) ? { is: "always" } : { is: "prompt", words },
    to: edge.text("target"),
    line: data.text("transition_speech_type") === "audio" ? undefined : data.text("transition_speech"),
    label,
  };
}

function hookOf(data: Fields, node: string): readonly SourceHook[] {
  const url = data.text("endpoint_url");
  return url === undefined || data.flag("enabled") === false ? [] : [{ node, url }];
}

function fetchOf(data: Fields): SourceTool | undefined {
  const url = data.text("pre_call_fetch_url");
  const mode =
    data.text("pre_call_fetch_mode") ??
    (data.flag("pre_call_fetch_enabled") === true ? "always" : "disabled");
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
    timeoutMs: data.number("pre_call_fetch_timeout_ms"),
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
        words: "the request before the call is the first node; its answer is not saved yet",
      },
    ],
  };
}
