// Requests of Twilio Studio: HTTP requests and functions, as tools of a source flow.

import type { Fields } from "../export-data.ts";
import type { Note, SourceTool, SourceWork } from "../source-flow.ts";
import type { KnownWidget, Widget } from "./studio-widget.ts";

interface Request {
  readonly work: SourceWork;
  readonly notes: readonly Note[];
  readonly tool?: SourceTool;
}

const called = (tool: string): SourceWork => ({ is: "tool", tool, filler: undefined, waits: true });

export function requestOf({ state, id }: Widget, context: KnownWidget): Request {
  const properties = state.at("properties");
  const notes: Note[] = [];
  if (properties.flag("add_twilio_auth") === true)
    notes.push({ fidelity: "manual", words: "it is sent without Twilio's credentials" });
  const method = properties.text("method") ?? "GET";
  const given = pairsIn(properties.list("parameters"));
  const body = bodyOf(properties, notes);
  properties.passOver("content_type");
  const tool = toolOf(id, context, {
    method,
    url: properties.text("url") ?? "",
    query: method.toUpperCase() === "GET" ? given : [],
    constants: method.toUpperCase() === "GET" ? body : [...given, ...body],
  });
  return { work: called(id), notes, tool };
}

export function functionOf({ state, id }: Widget, context: KnownWidget): Request {
  const properties = state.at("properties");
  properties.passOver("service_sid", "environment_sid", "function_sid");
  const url = properties.text("url");
  const given = pairsIn(properties.list("parameters"));
  // A tool without an address gets a placeholder, with a note.
  const tool = toolOf(id, context, { method: "POST", url: url ?? "", query: [], constants: given });
  return { work: called(id), notes: [], tool };
}

type Pairs = SourceTool["constants"];

function pairsIn(parameters: readonly Fields[]): Pairs {
  return parameters.flatMap((each) => {
    const key = each.text("key");
    return key === undefined ? [] : [[key, each.written("value") ?? ""] as const];
  });
}

/** The top level of a JSON body; deeper fields, and any other body, are left to the author. */
function bodyOf(properties: Fields, notes: Note[]): Pairs {
  const text = properties.text("body");
  if (text === undefined) return [];
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    data = undefined;
  }
  const entries =
    typeof data === "object" && data !== null && !Array.isArray(data) ? Object.entries(data) : [];
  const plain = entries.filter(([, value]) => ["string", "number", "boolean"].includes(typeof value));
  if (entries.length === 0 || plain.length < entries.length)
    notes.push({
      fidelity: "manual",
      words: "parts of its body that are not plain text are left out: write body",
    });
  return plain.map(([key, value]) => [key, String(value)] as const);
}

function toolOf(
  id: string,
  { names }: KnownWidget,
  request: Pick<SourceTool, "method" | "url" | "query" | "constants">,
): SourceTool {
  // Used parts of its answer are saved.
  const prefix = `widgets.${id}.parsed.`;
  const used = [...names].filter((name) => name.startsWith(prefix) && name.length > prefix.length);
  return {
    id,
    name: id,
    description: undefined,
    headers: [],
    params: [],
    atRoot: true,
    saves: used.map((name) => [name, name.slice(prefix.length)] as const),
    timeoutMs: undefined,
    ...request,
  };
}
