// Resources and prompts of the Model Context Protocol: people choose them for an agent, while an agent chooses its
// tools itself.

import { Fault } from "../base/fault.ts";
import { isObject, type JsonObject } from "./rpc-message.ts";

export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly mimeType: string;
}

/** A family of resources: `{…}` in its address is filled in. */
export interface ResourceTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title: string;
  readonly mimeType: string;
}

export interface Resources {
  /** Present resources. */
  readonly list: () => Promise<readonly Resource[]>;
  readonly templates: readonly ResourceTemplate[];
  /** Undefined: none has this address. Rejects with the Fault that refuses it. */
  readonly read: (uri: string) => Promise<{ readonly mimeType: string; readonly text: string } | undefined>;
}

export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** All are required. */
  readonly arguments: readonly { readonly name: string; readonly description: string }[];
  readonly textOf: (given: Readonly<Record<string, string>>) => string;
}

/** A prompt goes to a model: a longer text is better read as a resource. */
const argumentCharsMax = 8_000;

/** An unreadable resource is reported in a sentence. */
export async function readResource({ read }: Resources, { uri }: JsonObject): Promise<JsonObject | string> {
  try {
    const content = typeof uri === "string" ? await read(uri) : undefined;
    return content
      ? { contents: [{ uri, ...content }] }
      : "There is no such resource: resources/list has them.";
  } catch (error) {
    if (error instanceof Fault) return error.message;
    throw error;
  }
}

export function describePrompt({ name, title, description, arguments: all }: Prompt): JsonObject {
  return { name, title, description, arguments: all.map((each) => ({ ...each, required: true })) };
}

/** A failed prompt is reported in a sentence. */
export function promptResult(
  prompts: readonly Prompt[],
  { name, arguments: given = {} }: JsonObject,
): JsonObject | string {
  const prompt = prompts.find((each) => each.name === name);
  if (prompt === undefined) return "There is no prompt of this name: prompts/list has them.";
  const texts: Record<string, string> = {};
  for (const { name: wanted } of prompt.arguments) {
    const text = isObject(given) ? given[wanted] : undefined;
    if (typeof text !== "string" || text.length > argumentCharsMax)
      return `The argument ${wanted} must be a text of at most ${argumentCharsMax} characters.`;
    texts[wanted] = text;
  }
  const content = { type: "text", text: prompt.textOf(texts) };
  return { description: prompt.description, messages: [{ role: "user", content }] };
}
