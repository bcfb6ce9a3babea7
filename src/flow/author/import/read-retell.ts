// Retell export: the JSON of a conversation flow, alone or inside the agent's export, as a source flow.

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
import { settingsOf } from "./retell-settings.ts";
import type {
  Note,
  SourceCondition,
  SourceEdge,
  SourceFlow,
  SourceNode,
  SourceTool,
  SourceVariable,
  SourceWork,
} from "./source-flow.ts";
import { standIns, manualSteps, unknownKind } from "./mapping-notes.ts";
import { UniqueIds } from "./unique-ids.ts";

/** Agents have a few. A node whose tool is beyond says so. */
const toolsMax = 200;

/** Throws `ImportProblem` where there is no flow in the export. */
export function readRetell(data: Fields): SourceFlow {
  const flow =
    ["conversationFlow", "conversation_flow"]
      .map((key) => fieldsAt(data, key))
      .find((each) => "nodes" in each) ?? data;
  const components = listAt(flow, "components");
  const nodes = [flow, ...components].flatMap((part) =>
    listAt(part, "nodes").map((node) => ({ node, part })),
  );
  if (nodes.length === 0)
    throw new ImportProblem("there are no nodes in it: a conversation flow of Retell has a list 'nodes'");
  if (nodes.length > exportNodesMax)
    throw new ImportProblem(`the export has more than ${exportNodesMax} nodes`);
  const ids = new UniqueIds();
  const named = nodes.map(({ node, part }) => ({ node, part, id: ids.of(textAt(node, "id")) }));
  const startOf = (part: Fields): string | undefined =>
    textAt(part, "start_node_id") ?? named.find((each) => each.part === part)?.id;
  const entries = new Map(
    components.flatMap((each) => {
      const start = startOf(each);
      const names = [textAt(each, "id"), textAt(each, "component_id"), textAt(each, "name")];
      return start === undefined
        ? []
        : names.flatMap((name) => (name === undefined ? [] : [[name, start] as const]));
    }),
  );
  const tools = [flow, ...components].flatMap((part) => listAt(part, "tools")).slice(0, toolsMax);
  const known = new Map(tools.map((tool) => [textAt(tool, "tool_id") ?? textAt(tool, "name") ?? "", tool]));
  return {
    ...settingsOf(data, flow),
    name: textAt(data, "agent_name") ?? textAt(flow, "name"),
    start: startOf(flow),
    nodes: named.map(({ node, id }) => nodeOf(node, id, { tools: known, entries })),
    tools: tools.filter((tool) => textAt(tool, "type") === "custom").map(toolOf),
    hooks: [],
  };
}

interface Known {
  readonly tools: ReadonlyMap<string, Fields>;
  /** Component → its first node. */
  readonly entries: ReadonlyMap<string, string>;
}

function nodeOf(node: Fields, id: string, known: Known): SourceNode {
  const kind = textAt(node, "type") ?? "no type";
  const { work, notes = [], edges = [] } = workOf(node, kind, known);
  const anytime = textAt(fieldsAt(node, "global_node_setting"), "condition");
  const back = listAt(fieldsAt(node, "global_node_setting"), "go_back_conditions");
  const knowledge = textsAt(node, "knowledge_base_ids").length > 0 ? [standIns.knowledge] : [];
  const goesBack: Note[] =
    back.length > 0
      ? [{ fidelity: "manual", words: "conditions to go back to where the caller was are left out" }]
      : [];
  const led = listAt(node, "edges").filter((edge) => targetOf(edge) !== undefined);
  const loose: Note[] = led.length < listAt(node, "edges").length ? [standIns.looseEdge] : [];
  const cut: Note[] =
    led.length > waysMax ? [{ fidelity: "manual", words: `only its first ${waysMax} edges are here` }] : [];
  return {
    id,
    name: textAt(node, "name"),
    kind,
    work,
    edges: [...led.slice(0, waysMax).map(edgeOf), ...edges],
    otherwise:
      targetOf(fieldsAt(node, "else_edge")) ??
      targetOf(fieldsAt(node, "edge")) ??
      targetOf(fieldsAt(node, "failed_edge")),
    anytime,
    isUninterruptible: numberAt(node, "interruption_sensitivity") === 0,
    speed: numberAt(node, "voice_speed"),
    notes: [...notes, ...knowledge, ...goesBack, ...loose, ...cut],
  };
}

interface Work {
  readonly work: SourceWork;
  readonly notes?: readonly Note[];
  readonly edges?: readonly SourceEdge[];
}

function workOf(node: Fields, kind: string, known: Known): Work {
  const instruction = fieldsAt(node, "instruction");
  const text = textAt(instruction, "text") ?? textAt(instruction, "prompt");
  const isFixed = textAt(instruction, "type") === "static_text";
  const fixed = isFixed ? text : undefined;
  const worded: readonly Note[] = text !== undefined && !isFixed ? [standIns.promptedLine] : [];
  const always = ["always_edge", "skip_response_edge", "success_edge"].flatMap((key): SourceEdge[] => {
    const to = targetOf(fieldsAt(node, key));
    return to === undefined ? [] : [{ condition: { is: "always" }, to }];
  });
  const manual = (of: string): Work => {
    const { event, about, fidelity, words } = manualSteps.get(of) ?? unknownKind;
    const data = (about === undefined ? text : textAt(node, about)) ?? kind;
    return { work: { is: "manual", event, data }, notes: [{ fidelity, words }], edges: always };
  };
  switch (kind) {
    case "conversation":
      if (isFixed && text !== undefined)
        return {
          work: { is: "words", text, waits: targetOf(fieldsAt(node, "skip_response_edge")) === undefined },
          edges: always,
        };
      if (text !== undefined && targetOf(fieldsAt(node, "skip_response_edge")) !== undefined)
        return { work: { is: "line", prompt: text }, notes: [standIns.wordedLine], edges: always };
      return { work: talk(text ?? ""), edges: always };
    case "subagent":
      return { work: { ...talk(text ?? ""), tools: textsAt(node, "tool_ids") }, edges: always };
    case "end":
      return {
        work: { is: "end", words: fixed, prompt: isFixed ? undefined : text },
        notes: text !== undefined && !isFixed ? [standIns.promptedEnd] : [],
      };
    case "function": {
      const tool = textAt(node, "tool_id") ?? "";
      const type = textAt(known.tools.get(tool) ?? {}, "type");
      if (type === "custom")
        return {
          work: { is: "tool", tool, filler: fixed, waits: node["wait_for_result"] !== false },
          notes: worded,
          edges: always,
        };
      return manual(type?.endsWith("_cal") === true ? "calendar" : "tool");
    }
    case "extract_dynamic_variables":
      return {
        work: { is: "extract", variables: listAt(node, "variables").slice(0, waysMax).flatMap(variableOf) },
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
      return componentOf(node, known) ?? manual(kind);
    default:
      return manual(kind === "calendar" || kind === "tool" ? "" : kind);
  }
}

/** The nodes of a component that is in the export. */
function componentOf(node: Fields, { entries }: Known): Work | undefined {
  const names = [textAt(node, "component_id"), textAt(node, "name")];
  const entry = names.map((name) => entries.get(name ?? "")).find((each) => each !== undefined);
  if (entry === undefined) return undefined;
  const note: Note = {
    fidelity: "manual",
    words: "the nodes of its component are in this flow: lead back from where they end",
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
  const destination = fieldsAt(node, "transfer_destination");
  const option = fieldsAt(node, "transfer_option");
  const isWarm = textAt(option, "type")?.includes("warm") === true;
  const whispered = textAt(fieldsAt(option, "private_handoff_option"), "message");
  const isForAll = isWarm && Object.keys(fieldsAt(option, "public_handoff_option")).length > 0;
  const to = textAt(destination, "number");
  const extension =
    textAt(destination, "extension") === undefined
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
  return textAt(edge, "destination_node_id");
}

function edgeOf(edge: Fields): SourceEdge {
  return { condition: conditionOf(fieldsAt(edge, "transition_condition")), to: targetOf(edge) };
}

function conditionOf(condition: Fields): SourceCondition {
  const equations = listAt(condition, "equations").slice(0, 20);
  if (textAt(condition, "type") === "equation" || equations.length > 0) {
    const text = (each: Fields, key: string): string =>
      (typeof each[key] === "boolean" ? String(each[key]) : textAt(each, key)) ?? "";
    return {
      is: "equations",
      all: textAt(condition, "operator") !== "||",
      equations: equations.map((each) => ({
        left: text(each, "left"),
        operator: text(each, "operator"),
        right: text(each, "right"),
      })),
    };
  }
  const words = textAt(condition, "prompt");
  return words === undefined ? { is: "always" } : { is: "prompt", words };
}

/** Their words for what a variable or a parameter holds; anything else is a text. */
const kinds: ReadonlyMap<string, SourceVariable["type"]> = new Map([
  ["enum", "choice"],
  ["number", "number"],
  ["integer", "number"],
  ["boolean", "boolean"],
  ["array", "list"],
  ["object", "object"],
]);

function variableOf(data: Fields): readonly SourceVariable[] {
  const name = textAt(data, "name");
  if (name === undefined) return [];
  const type = textAt(data, "type") ?? "";
  return [
    {
      name,
      type: kinds.get(type) ?? "text",
      choices: textsAt(data, "choices"),
      description: textAt(data, "description"),
    },
  ];
}

function toolOf(tool: Fields): SourceTool {
  const parameters = fieldsAt(tool, "parameters");
  const properties = Object.keys(fieldsAt(parameters, "properties"))
    .filter((name) => name !== "__proto__")
    .slice(0, 20)
    .map((name) => ({ name, schema: fieldsAt(fieldsAt(parameters, "properties"), name) }));
  const constant = ({ schema }: { readonly schema: Fields }): string | undefined => textAt(schema, "const");
  return {
    id: textAt(tool, "tool_id") ?? textAt(tool, "name") ?? "",
    name: textAt(tool, "name") ?? "tool",
    description: textAt(tool, "description"),
    method: textAt(tool, "method") ?? "POST",
    url: textAt(tool, "url") ?? "",
    headers: pairsAt(tool, "headers"),
    query: pairsAt(tool, "query_params"),
    params: properties
      .filter((each) => constant(each) === undefined)
      .map(({ name, schema }) => ({
        name,
        type: kinds.get(textAt(schema, "type") ?? "") ?? "text",
        choices: [],
        description: textAt(schema, "description"),
      })),
    constants: properties.flatMap((each) => {
      const value = constant(each);
      return value === undefined ? [] : [[each.name, value] as const];
    }),
    atRoot: tool["args_at_root"] === true,
    saves: pairsAt(tool, "response_variables"),
    timeoutMs: numberAt(tool, "timeout_ms"),
  };
}
