// Fake of Anthropic's Messages API on a real loopback socket: parts of a true stream, and refusals of the API. Written
// after platform.claude.com/docs and the types of the TypeScript SDK.

import { type Part, StreamServer, type StreamRequest, type StreamScript } from "../stream-server.ts";

export interface AnthropicBlock {
  readonly type: string;
  readonly [key: string]: unknown;
}

export interface AnthropicBody {
  readonly model: string;
  readonly max_tokens: number;
  readonly messages: readonly { readonly role: string; readonly content: readonly AnthropicBlock[] }[];
  readonly system?: readonly AnthropicBlock[];
  readonly [key: string]: unknown;
}

const event = (type: string, more: object = {}): Part => ({
  event: type,
  data: JSON.stringify({ type, ...more }),
});

/** The parts of a real stream. */
export const start = (usage: object = { input_tokens: 10, output_tokens: 1 }): Part =>
  event("message_start", {
    message: {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "claude-haiku-5-5",
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { cache_read_input_tokens: 0, cache_creation_input_tokens: 0, ...usage },
    },
  });
export const blockStart = (index: number, block: object): Part =>
  event("content_block_start", { index, content_block: block });
export const blockDelta = (index: number, delta: object): Part =>
  event("content_block_delta", { index, delta });
export const blockStop = (index: number): Part => event("content_block_stop", { index });
export const ping: Part = event("ping");
export const failing = (type: string, message = "No."): Part => event("error", { error: { type, message } });
export const stop = (reason: string | null = "end_turn", outputTokens = 5): Part =>
  event("message_delta", {
    delta: { stop_reason: reason, stop_sequence: null },
    usage: { output_tokens: outputTokens },
  });
export const over: Part = event("message_stop");

export function textBlock(index: number, ...words: readonly string[]): readonly Part[] {
  const deltas = words.map((text) => blockDelta(index, { type: "text_delta", text }));
  return [blockStart(index, { type: "text", text: "", citations: null }), ...deltas, blockStop(index)];
}

export function toolBlock(
  index: number,
  name: string,
  args: string,
  id = `toolu_0${index}`,
): readonly Part[] {
  const pieces = ["", ...(args.match(/.{1,3}/gs) ?? [])];
  return [
    blockStart(index, { type: "tool_use", id, name, input: {} }),
    ...pieces.map((partial_json) => blockDelta(index, { type: "input_json_delta", partial_json })),
    blockStop(index),
  ];
}

/** The only signature that the fake accepts back. */
export const signature = "EqQBCkYIAxgCKkDsigned";
export function thinkingBlock(index: number, thinking = "Hm."): readonly Part[] {
  return [
    blockStart(index, { type: "thinking", thinking: "", signature: "" }),
    blockDelta(index, { type: "thinking_delta", thinking }),
    blockDelta(index, { type: "signature_delta", signature }),
    blockStop(index),
  ];
}

/** A correct stream. */
export const anthropicSays = (...words: readonly string[]): StreamScript => ({
  parts: [start(), ping, ...textBlock(0, ...words), stop(), over],
});

export const anthropicKey = "test-anthropic-key-0123456789";

export class FakeAnthropic extends StreamServer<AnthropicBody> {
  readonly baseUrl = `${this.origin}/v1`;

  static async open(...scripts: readonly StreamScript[]): Promise<FakeAnthropic> {
    const server = new FakeAnthropic(await StreamServer.listen(), problemsOf);
    server.script(...scripts);
    return server;
  }
}

/** Models with sampling parameters; later ones refuse them. */
const beforeOpus47 = new Set(["claude-sonnet-4", "claude-sonnet-4-5", "claude-haiku-4-5", "claude-opus-4-6"]);
const fields = new Set(
  "model max_tokens stream system messages tools tool_choice thinking output_config".split(" "),
);
const cacheMarksMax = 4;

function problemsOf({
  method,
  path,
  headers,
  body,
}: Omit<StreamRequest<AnthropicBody>, "closed">): readonly string[] {
  const problems: string[] = [];
  const must = (condition: boolean, problem: string) => condition || problems.push(problem);
  must(method === "POST" && path === "/v1/messages", `${method} ${path}`);
  const version = headers.get("anthropic-version") ?? "none";
  must(["2023-06-01", "2026-10-21"].includes(version), `version ${version}`);
  // One of both: the vendor's own client sends the second, its documentation the first.
  const keys = [headers.get("x-api-key"), headers.get("authorization")].filter((each) => each !== undefined);
  must(keys.length === 1 && keys[0]?.replace("Bearer ", "") === anthropicKey, "a wrong key, or none");
  for (const field of Object.keys(body)) {
    const isOlder = field === "temperature" && beforeOpus47.has(body.model.replace(/-\d{8}$/, ""));
    must(fields.has(field) || isOlder, `the field ${field} is refused`);
  }
  must(Number.isInteger(body.max_tokens) && body.max_tokens > 0, `max_tokens ${body.max_tokens}`);
  must(body["stream"] === true, "not streamed");
  must(body.system === undefined || body.system.every(isText), "instructions that are no text");
  const marks = JSON.stringify(body).match(/"cache_control":\{"type":"ephemeral"\}/g) ?? [];
  must(marks.length <= cacheMarksMax, `${marks.length} marks for the cache`);
  return [...problems, ...problemsOfThinking(body), ...problemsOfTools(body), ...problemsOfMessages(body)];
}

function isText({ type, text }: AnthropicBlock): boolean {
  return type === "text" && typeof text === "string" && text.trim() !== "";
}

function problemsOfThinking({
  model,
  thinking,
  tool_choice,
  output_config,
}: AnthropicBody): readonly string[] {
  const canBeQuiet = !/opus|fable/.test(model);
  const problems: string[] = [];
  if (!canBeQuiet && (thinking as { type?: string } | undefined)?.type === "disabled")
    problems.push("thinking cannot be disabled for this model");
  if (!canBeQuiet && (tool_choice as { type?: string } | undefined)?.type === "any")
    problems.push("this model cannot be forced to a tool");
  const { effort, format } = (output_config ?? {}) as {
    effort?: string;
    format?: { type: string; schema: object };
  };
  if (effort !== undefined && !["low", "medium", "high", "xhigh", "max"].includes(effort))
    problems.push(`effort ${effort}`);
  if (format !== undefined && !JSON.stringify(format.schema).includes('"additionalProperties":false'))
    problems.push("an open schema is refused");
  return problems;
}

interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: { readonly type: string };
}

function problemsOfTools({ tools = [], tool_choice }: AnthropicBody): readonly string[] {
  const problems = (tools as readonly AnthropicTool[]).flatMap(({ name, input_schema: schema }) => [
    ...(/^[\w-]{1,128}$/.test(name) ? [] : [`a tool named ${name}`]),
    ...(schema.type === "object" ? [] : [`the input of ${name} is no object`]),
  ]);
  const type = (tool_choice as { type?: string } | undefined)?.type;
  if (type !== undefined && !["auto", "any", "none"].includes(type)) problems.push(`tool_choice ${type}`);
  if (type !== undefined && (tools as readonly unknown[]).length === 0)
    problems.push("tool_choice without tools");
  return problems;
}

/** Sides alternate, begin and end with the user; each call has its result at the beginning of the next message. */
function problemsOfMessages({ messages }: AnthropicBody): readonly string[] {
  const problems: string[] = [];
  const must = (condition: boolean, problem: string) => condition || problems.push(problem);
  must(messages.length % 2 === 1, "the conversation does not end with the user");
  let open: readonly unknown[] = [];
  for (const [index, { role, content }] of messages.entries()) {
    must(role === (index % 2 === 0 ? "user" : "assistant"), `message ${index} is of the ${role}`);
    must(content.length > 0, `message ${index} is empty`);
    const results = content.slice(0, open.length).map(({ tool_use_id: id }) => id);
    must(
      JSON.stringify(results) === JSON.stringify(open),
      `calls ${open.join(" ")} got ${results.join(" ")}`,
    );
    must(
      content.slice(open.length).every(({ type }) => type !== "tool_result"),
      "a result of no call",
    );
    open = content.flatMap(({ type, id }) => (type === "tool_use" ? [id] : []));
    for (const block of content) {
      if (block.type === "text") must(isText(block), "an empty text");
      if (block.type === "tool_use")
        must(
          /^[\w-]+$/.test(String(block["id"])) && typeof block["input"] === "object",
          `a broken call ${String(block["id"])}`,
        );
      if (block.type === "thinking")
        must(block["signature"] === signature, "thoughts with a wrong signature");
    }
  }
  must(open.length === 0, "calls without a result");
  return problems;
}
