// Assistant file: an assistant in YAML, with the keys of PUT /v1/assistants and tests of its words and tools.

import { parse } from "yaml";
import { abilitiesOf, type AssistantAbilities, type ToolDefinitions } from "../../cloud/account-assistant.ts";
import { Fault } from "../../base/fault.ts";
import type { FlowTest } from "../../flow/language/compile/compile-tests.ts";
import { loadFlow } from "../../flow/language/load-flow.ts";
import type { Program } from "../../flow/language/program.ts";
import { sourceBytesMax } from "../../flow/language/source/source-reader.ts";

export interface AssistantFile {
  readonly systemPrompt: string;
  readonly abilities: Omit<AssistantAbilities, "document">;
  /** Flow of the HTTP tools; undefined: there are none. */
  readonly program: Program | undefined;
  readonly tests: readonly FlowTest[];
}

type Data = Readonly<Record<string, unknown>>;
const isData = (data: unknown): data is Data =>
  typeof data === "object" && data !== null && !Array.isArray(data);

/** Whether a file is one, by the key that flows do not have. */
export const isAssistantText = (text: string): boolean => /^system_prompt:/m.test(text);

const keys = ["system_prompt", "language", "tools", "tests"];

/** Problems of the file in its place. */
export function readAssistantFile(text: string): AssistantFile | readonly string[] {
  if (Buffer.byteLength(text) > sourceBytesMax) return [`an assistant has at most ${sourceBytesMax} bytes`];
  let data: unknown;
  try {
    data = parse(text, { maxAliasCount: 0 });
  } catch (error) {
    return [(error as Error).message];
  }
  if (!isData(data)) return ["an assistant is a map of keys"];
  const unknown = Object.keys(data).filter((key) => !keys.includes(key));
  if (unknown.length > 0) return [`unknown keys: ${unknown.join(", ")}; the keys are ${keys.join(", ")}`];
  const { system_prompt: systemPrompt, language = "en", tools = {}, tests = [] } = data;
  if (typeof systemPrompt !== "string") return ["system_prompt must be a text"];
  if (systemPrompt.includes("{{")) return ["the prompt of a test has no {{ }}: write the values"];
  if (!isData(tools)) return ["tools must be a map of tools by name"];
  try {
    const { document, ...abilities } = abilitiesOf(tools as ToolDefinitions);
    const http = document === undefined ? undefined : loadFlow(document);
    const named = loadFlow(testDocument({ language, tools, tests }));
    const problems = [...(http?.problems ?? []), ...named.problems].filter(
      ({ severity, pointer }) => severity === "error" && /^\/(?:tests|tools|language)/.test(pointer),
    );
    if (problems.length > 0) return problems.map(({ pointer, message }) => `${pointer}: ${message}`);
    return { systemPrompt, abilities, program: http?.program, tests: named.tests ?? [] };
  } catch (error) {
    if (error instanceof Fault) return [error.message];
    throw error;
  }
}

/** A flow with the tests, so that they are read and checked as those of flows are; built-in tools have a stand-in. */
function testDocument({
  language,
  tools,
  tests,
}: {
  language: unknown;
  tools: Data;
  tests: unknown;
}): string {
  const standIn = { http: "GET https://example.com/" };
  const named = Object.keys(tools).map((name) => [
    name,
    isData(tools[name]) && "http" in tools[name] ? tools[name] : standIn,
  ]);
  return JSON.stringify({
    voice_flow: 1,
    id: "assistant",
    language,
    start: "end",
    tools: Object.fromEntries(named),
    nodes: { end: { end: "done" } },
    tests,
  });
}
