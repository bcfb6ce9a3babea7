// Retell tools: the HTTP requests of an export, as tools of a source flow.

import type { Fields } from "../export-data.ts";
import type { Note, SourceTool } from "../source-flow.ts";
import { notTakenOver } from "../mapping-notes.ts";
import { kinds } from "./retell-settings.ts";

/** Parameters of one tool at most. */
const paramsMax = 20;

export function toolOf(tool: Fields): SourceTool {
  const parameters = tool.at("parameters");
  parameters.passOver("type");
  const schemas = parameters.at("properties");
  const names = schemas.keys();
  const kept = names.slice(0, paramsMax).map((name) => ({ name, schema: schemas.at(name) }));
  const required = new Set(parameters.texts("required"));
  const notes: Note[] = [];
  if (names.length > paramsMax)
    notes.push({ fidelity: "manual", words: `only its first ${paramsMax} parameters are sent` });
  if (required.size > 0 && kept.some(({ name, schema }) => !required.has(name) && !schema.has("const")))
    notes.push({ fidelity: "approximate", words: "optional parameters are asked for, too" });
  const read: SourceTool = {
    id: tool.text("tool_id") ?? tool.text("name") ?? "",
    name: tool.text("name") ?? "tool",
    description: tool.text("description"),
    method: tool.text("method") ?? "POST",
    url: tool.text("url") ?? "",
    headers: tool.pairs("headers"),
    query: tool.pairs("query_params"),
    params: kept.flatMap(({ name, schema }) =>
      schema.has("const")
        ? []
        : [
            {
              name,
              type: kinds.get(schema.text("type") ?? "") ?? "text",
              choices: [],
              description: schema.text("description"),
            },
          ],
    ),
    constants: kept.flatMap(({ name, schema }) => {
      const value = schema.written("const");
      if (value !== undefined) schema.passOver("type", "description");
      return value === undefined ? [] : [[name, value] as const];
    }),
    atRoot: tool.flag("args_at_root") === true,
    saves: tool.pairs("response_variables"),
    timeoutMs: tool.number("timeout_ms"),
  };
  return { ...read, notes: [...notes, ...notTakenOver(tool)] };
}
