// Retell export: the JSON of a conversation flow, alone or inside the agent's export, as a source flow.

import { exportNodesMax, type Fields, waysMax } from "../export-data.ts";
import type { ImportSource } from "../import-source.ts";
import { ImportProblem } from "../import-problem.ts";
import { manualSteps } from "./manual-steps.ts";
import { toolOf } from "./retell-tools.ts";
import { isFlexible, retellAdvice, settingsOf, variableOf } from "./retell-settings.ts";
import type {
  Note,
  SourceCondition,
  SourceEdge,
  SourceFlow,
  SourceNode,
  SourceWork,
} from "../source-flow.ts";
import { notTakenOver, standIns, unknownKind } from "../mapping-notes.ts";
import { UniqueIds } from "../unique-ids.ts";

/** Agents have a few. A node with a tool beyond the limit reports it. */
const toolsMax = 200;

/** Equations of one condition; more are reported as left out. */
const equationsMax = 20;

export const retell: ImportSource = {
  name: "retell",
  aliases: ["retellai", "retell-ai"],
  label: "Retell",
  exports: "the conversation flow, alone or inside its agent",
  recognises: (data) =>
    hasOnlyAPrompt(data) ||
    flowIn(data)
      .list("nodes")
      .some((node) =>
        ["instruction", "else_edge", "edge", "skip_response_edge"].some((key) => node.has(key)),
      ),
  read: readRetell,
  advice: retellAdvice,
};

/** An agent without a flow: one prompt, and tools. */
function hasOnlyAPrompt(data: Fields): boolean {
  return data.has("retellLlmData") || (data.has("general_prompt") && !flowIn(data).has("nodes"));
}

function flowIn(data: Fields): Fields {
  const inner = ["conversationFlow", "conversation_flow"].map((key) => data.at(key));
  return inner.find((each) => each.has("nodes")) ?? data;
}

function readRetell(data: Fields): SourceFlow {
  const flow = flowIn(data);
  data.passOver("version", "base_version", "version_title", "version_description", "is_published");
  data.passOver("last_modification_timestamp", "agent_id", "channel", "response_engine");
  flow.passOver("version", "is_published", "conversation_flow_id", "notes", "begin_tag_display_position");
  const components = flow.list("components");
  for (const each of components)
    each.passOver("begin_tag_display_position", "conversation_flow_component_id", "user_modified_timestamp");
  const nodes = [flow, ...components].flatMap((part) => part.list("nodes").map((node) => ({ node, part })));
  if (hasOnlyAPrompt(data) && nodes.length === 0)
    throw new ImportProblem(
      "it is a single-prompt agent without a flow: send its prompt to PUT /v1/assistant as system_prompt",
    );
  if (nodes.length === 0)
    throw new ImportProblem("it has no nodes: a conversation flow of Retell has a list 'nodes'");
  if (nodes.length > exportNodesMax)
    throw new ImportProblem(`the export has more than ${exportNodesMax} nodes`);
  const ids = new UniqueIds();
  const named = nodes.map(({ node, part }) => ({ node, part, id: ids.of(node.text("id")) }));
  const startOf = (part: Fields): string | undefined =>
    part.text("start_node_id") ?? named.find((each) => each.part === part)?.id;
  const entries = new Map(
    components.flatMap((each) => {
      const start = startOf(each);
      const names = [each.text("id"), each.text("component_id"), each.text("name")];
      return start === undefined
        ? []
        : names.flatMap((name) => (name === undefined ? [] : [[name, start] as const]));
    }),
  );
  const tools = [flow, ...components].flatMap((part) => part.list("tools")).slice(0, toolsMax);
  const toolsById = new Map(tools.map((tool) => [tool.text("tool_id") ?? tool.text("name") ?? "", tool]));
  return {
    ...settingsOf(data, flow),
    name: data.text("agent_name") ?? flow.text("name"),
    start: startOf(flow),
    nodes: named.map(({ node, part, id }) =>
      nodeOf(node, id, { tools: toolsById, entries, isFlexible: isFlexible(part) && id !== startOf(part) }),
    ),
    tools: tools.filter((tool) => tool.text("type") === "custom").map(toolOf),
    hooks: [],
  };
}

interface Known {
  readonly tools: ReadonlyMap<string, Fields>;
  /** Component → its first node. */
  readonly entries: ReadonlyMap<string, string>;
  /** True if the agent may go there without an edge. */
  readonly isFlexible: boolean;
}

function nodeOf(node: Fields, id: string, context: Known): SourceNode {
  const kind = node.text("type") ?? "no type";
  node.passOver("display_position", "tool_type", "component_type");
  const { work, notes = [], edges = [] } = workOf(node, kind, context);
  const name = node.text("name");
  const setting = node.at("global_node_setting");
  const anytime =
    setting.text("condition") ?? (context.isFlexible ? `the next node is '${name ?? id}'` : undefined);
  const knowledge = node.texts("knowledge_base_ids").length > 0 ? [standIns.knowledge] : [];
  const goesBack: Note[] =
    setting.list("go_back_conditions").length > 0
      ? [{ fidelity: "manual", words: "conditions for a return to the previous node are left out" }]
      : [];
  for (const back of setting.list("go_back_conditions")) back.rest();
  const all = node.list("edges");
  const led = all.filter((edge) => targetOf(edge) !== undefined);
  for (const edge of all) if (targetOf(edge) === undefined) edge.rest();
  const loose: Note[] = led.length < all.length ? [standIns.looseEdge] : [];
  const cut: Note[] =
    led.length > waysMax
      ? [{ fidelity: "manual", words: `only its first ${waysMax} edges are imported` }]
      : [];
  const on = led.slice(0, waysMax).map(edgeOf);
  const otherwise = ["else_edge", "edge", "failed_edge"].map((key) => silentTarget(node, key));
  const sensitivity = node.number("interruption_sensitivity");
  const speed = node.number("voice_speed");
  if (sensitivity !== undefined && sensitivity > 0)
    notes.push({ fidelity: "approximate", words: "callers may interrupt here as everywhere else" });
  return {
    id,
    name,
    kind,
    work,
    edges: [...on, ...edges],
    otherwise: otherwise.find((to) => to !== undefined),
    anytime,
    isUninterruptible: sensitivity === 0,
    speed,
    notes: [...notes, ...knowledge, ...goesBack, ...loose, ...cut, ...notTakenOver(node)],
  };
}

interface Work {
  readonly work: SourceWork;
  readonly notes?: Note[];
  readonly edges?: readonly SourceEdge[];
}

function workOf(node: Fields, kind: string, context: Known): Work {
  const instruction = node.at("instruction");
  const text = instruction.text("text") ?? instruction.text("prompt");
  const isFixed = instruction.text("type") === "static_text";
  const fixed = isFixed ? text : undefined;
  const worded: Note[] = text !== undefined && !isFixed ? [standIns.promptedLine] : [];
  const always = ["always_edge", "skip_response_edge", "success_edge"].flatMap((key): SourceEdge[] => {
    const to = silentTarget(node, key);
    return to === undefined ? [] : [{ condition: { is: "always" }, to }];
  });
  const manual = (of: string): Work => {
    const { event, about, fidelity, words } = manualSteps.get(of) ?? unknownKind;
    const data = (about === undefined ? text : node.text(about)) ?? kind;
    return { work: { is: "manual", event, data }, notes: [{ fidelity, words }], edges: always };
  };
  switch (kind) {
    case "conversation":
      if (isFixed && text !== undefined)
        return {
          work: { is: "words", text, waits: targetOf(node.at("skip_response_edge")) === undefined },
          edges: always,
        };
      if (text !== undefined && targetOf(node.at("skip_response_edge")) !== undefined)
        return { work: { is: "line", prompt: text }, notes: [standIns.wordedLine], edges: always };
      return { work: talk(text ?? ""), edges: always };
    case "subagent":
      return { work: { ...talk(text ?? ""), tools: node.texts("tool_ids") }, edges: always };
    case "end":
      return {
        work: { is: "end", words: fixed, prompt: isFixed ? undefined : text },
        notes: text !== undefined && !isFixed ? [standIns.promptedEnd] : [],
      };
    case "function": {
      const tool = node.text("tool_id") ?? "";
      const type = context.tools.get(tool)?.text("type");
      if (type === "custom")
        return {
          work: { is: "tool", tool, filler: fixed, waits: node.flag("wait_for_result") !== false },
          notes: worded,
          edges: always,
        };
      return manual(type?.endsWith("_cal") === true ? "calendar" : "tool");
    }
    case "extract_dynamic_variables":
      return {
        work: { is: "extract", variables: node.list("variables").slice(0, waysMax).flatMap(variableOf) },
        edges: always,
      };
    case "branch":
      return { work: { is: "branch" }, edges: always };
    case "press_digit":
      return pressOf(text, always) ?? manual(kind);
    case "transfer_call":
    case "bridge_transfer": {
      const { work, notes } = transferOf(node, fixed);
      return { work, notes: [...notes, ...worded] };
    }
    case "component":
      return componentOf(node, context) ?? manual(kind);
    default:
      return manual(kind === "calendar" || kind === "tool" ? "" : kind);
  }
}

/** The nodes of a component that is in the export. */
function componentOf(node: Fields, { entries }: Known): Work | undefined {
  const names = [node.text("component_id"), node.text("name")];
  const entry = names.map((name) => entries.get(name ?? "")).find((each) => each !== undefined);
  if (entry === undefined) return undefined;
  const note: Note = {
    fidelity: "manual",
    words: "the nodes of its component are in this flow: add edges from their ends back to the flow",
  };
  return { work: { is: "branch" }, notes: [note], edges: [{ condition: { is: "always" }, to: entry }] };
}

function pressOf(text: string | undefined, edges: readonly SourceEdge[]): Work | undefined {
  const keys = keysIn(text ?? "");
  return keys === undefined ? undefined : { work: { is: "press", keys }, notes: [standIns.press], edges };
}

/** The keys of "press 2 for sales"; undefined where there are none, or several to choose from. */
function keysIn(text: string): string | undefined {
  const rows = [...text.matchAll(/(?<![\p{L}\p{N}{$.-])[0-9*#][0-9*#w]{0,31}(?![\p{L}\p{N}}%])/gu)];
  const [only] = rows;
  return rows.length === 1 && !text.includes("{{") ? only?.[0] : undefined;
}

function talk(instructions: string): SourceWork & { readonly is: "talk" } {
  return { is: "talk", instructions, variables: [], tools: [], isGlobal: true };
}

function transferOf(
  node: Fields,
  say: string | undefined,
): { readonly work: SourceWork; readonly notes: readonly Note[] } {
  const destination = node.at("transfer_destination");
  const option = node.at("transfer_option");
  const isWarm = option.text("type")?.includes("warm") === true;
  const whispered = option.at("private_handoff_option").text("message");
  const isForAll = isWarm && option.at("public_handoff_option").rest().length > 0;
  destination.passOver("type");
  option.at("private_handoff_option").passOver("type");
  const to = destination.text("number");
  const extension =
    destination.text("extension") === undefined
      ? []
      : [{ fidelity: "manual", words: "the extension is not dialled" } as const];
  return {
    work: { is: "transfer", to, say, toldFirst: isWarm ? { words: whispered } : undefined },
    notes: [
      ...(isWarm ? [standIns.warmTransfer] : []),
      ...(isForAll ? [standIns.handoffForAll] : []),
      ...extension,
    ],
  };
}

function targetOf(edge: Fields): string | undefined {
  return edge.text("destination_node_id");
}

/** Target of an unconditional edge; its words only name its kind. */
function silentTarget(node: Fields, key: string): string | undefined {
  const edge = node.at(key);
  edge.passOver("id", "transition_condition", "condition");
  return targetOf(edge);
}

function edgeOf(edge: Fields): SourceEdge {
  edge.passOver("id");
  const legacy = edge.text("condition");
  return { condition: conditionOf(edge.at("transition_condition"), legacy), to: targetOf(edge) };
}

function conditionOf(condition: Fields, legacy: string | undefined): SourceCondition {
  const equations = condition.list("equations");
  const type = condition.text("type");
  const words = condition.text("prompt") ?? legacy;
  if (type !== "equation" && equations.length === 0)
    return words === undefined ? { is: "always" } : { is: "prompt", words };
  return {
    is: "equations",
    all: condition.text("operator") !== "||",
    equations: equations.slice(0, equationsMax).map((each) => ({
      left: each.written("left") ?? "",
      operator: each.text("operator") ?? "",
      right: each.written("right") ?? "",
    })),
  };
}
