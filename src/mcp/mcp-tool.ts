// Tool of the Model Context Protocol: its name, its arguments, and its answer for a coding agent.

import { type TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { didYouMean } from "../base/closest-word.ts";
import { diagnosticLine, Fault } from "../base/fault.ts";
import { saidMisfits } from "../base/words/schema-sentence.ts";
import type { JsonObject } from "./rpc-message.ts";

export interface ToolAnswer {
  /** Text for the agent. */
  readonly text: string;
  /** Result for programs. */
  readonly data: JsonObject;
  /** The tool failed. */
  readonly failed?: boolean;
}

export interface ToolWords {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** `write`: it changes stored data; `expose`: people meet its effect, and clients ask before. */
  readonly does: "read" | "write" | "expose";
}

export interface Tool extends ToolWords {
  readonly input: TSchema & { readonly properties: Readonly<Record<string, TSchema>> };
  /** `args` fit `input`. Rejects with the Fault that refuses it. */
  readonly run: (args: JsonObject, signal: AbortSignal) => Promise<ToolAnswer>;
}

/** A whole flow and room for its diagnostics; agents cut longer texts themselves. */
const textBytesMax = 320 * 1_024;
const problemsMax = 5;

export function describeTool({ name, title, description, does, input }: Tool): JsonObject {
  const annotations = {
    title,
    readOnlyHint: does === "read",
    destructiveHint: does === "expose",
    openWorldHint: false,
  };
  return { name, title, description, inputSchema: input, annotations };
}

/** Wrong arguments are an answer: the agent corrects them and calls again. Rejects only with bugs. */
export async function callTool(tool: Tool, args: JsonObject, signal: AbortSignal): Promise<ToolAnswer> {
  const wrong = problemsOf(tool, args);
  if (wrong.length > 0) return { text: wrong.join("\n"), data: { errors: wrong }, failed: true };
  try {
    return await tool.run(args, signal);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { diagnostics, errors } = error.options;
    const data = { code: error.code, detail: error.message, diagnostics, errors };
    const lines = [error.message, ...(diagnostics ?? []).map(diagnosticLine)];
    return { text: lines.join("\n"), data, failed: true };
  }
}

/** `content` and `structuredContent` of a result. */
export function toolResult({ text, data, failed = false }: ToolAnswer): JsonObject {
  return {
    content: [{ type: "text", text: cut(text) }],
    structuredContent: data,
    isError: failed,
  };
}

function cut(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= textBytesMax) return text;
  // No half character at the end.
  const kept = new TextDecoder().decode(bytes.subarray(0, textBytesMax), { stream: true });
  return `${kept}\n[cut after ${textBytesMax / 1_024} KiB]`;
}

/** Rules beyond the schema's own keys. */
const keyRules: ReadonlySet<string> = new Set(["required", "additionalProperties", "boolean"]);
const compiled = new WeakMap<TSchema, ReturnType<typeof Compile>>();

/** Problems of the arguments, one sentence each. */
function problemsOf({ input }: Tool, args: JsonObject): readonly string[] {
  let check = compiled.get(input);
  if (check === undefined) compiled.set(input, (check = Compile(input)));
  if (check.Check(args)) return [];
  const argumentNames = Object.keys(input.properties);
  const unknown = Object.keys(args).filter((name) => !argumentNames.includes(name));
  const odd = unknown.map((name) => {
    const way = didYouMean(name, argumentNames) ?? `there are ${argumentNames.join(", ")}.`;
    return `There is no argument ${name.slice(0, 64)}: ${way}`;
  });
  const errors = check.Errors(args);
  const missing = errors.flatMap(({ keyword, params, instancePath }) =>
    keyword === "required"
      ? params.requiredProperties.map((name) => `The argument ${instancePath.slice(1)}${name} is required.`)
      : [],
  );
  const rest = errors.filter(({ keyword }) => !keyRules.has(keyword));
  const others = saidMisfits(input, rest).map(
    ({ pointer, says }) => `The arguments${pointer === "" ? "" : ` at ${pointer}`}: ${says}.`,
  );
  return [...odd, ...missing, ...others].slice(0, problemsMax);
}
