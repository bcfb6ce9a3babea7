// Scripted chat server: the chat completions protocol on a real loopback socket, with the parts of a real stream and
// each vendor's checks of the requests.

import {
  type Part,
  StreamServer,
  type StreamRequest,
  type StreamScript,
} from "../providers/stream-server.ts";

export type { Part } from "../providers/stream-server.ts";
export type ChatScript = StreamScript;

export interface ChatMessage {
  readonly role: string;
  /** Text, or a list of parts. */
  readonly content: string | readonly object[] | null;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly type: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
}

export interface ChatBody {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly stream: boolean;
  readonly [key: string]: unknown;
}

export type ChatRequest = StreamRequest<ChatBody>;

const chunk = (choices: readonly unknown[], more: object = {}): Part => ({
  data: JSON.stringify({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1_795_000_000,
    model: "tiny",
    choices,
    ...more,
  }),
});
const delta = (of: object): Part => chunk([{ index: 0, delta: of, finish_reason: null }]);

/** The parts of a real stream. */
export const say = (content: string | null): Part => delta({ content });
export const think = (reasoning_content: string): Part => delta({ content: null, reasoning_content });
export const role = (): Part => delta({ role: "assistant", content: "" });
/** Unchanged elements of `tool_calls`. */
export const toolPiece = (...pieces: readonly object[]): Part => delta({ tool_calls: pieces });
export const finish = (reason = "stop", more: object = {}): Part =>
  chunk([{ index: 0, delta: {}, finish_reason: reason }], more);
export const usage = (input: number, output: number, more: object = {}): Part =>
  chunk([], {
    usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output, ...more },
  });
export const doneMark: Part = { data: "[DONE]" };

/** A correct stream. */
export const wellBehaved = (...words: readonly string[]): ChatScript => ({
  parts: [role(), ...words.map(say), finish(), usage(10, words.length), doneMark],
});

/** A call of a tool as OpenAI streams it: id and name first, then the arguments in pieces of `pieceChars`. */
export function toolParts(
  name: string,
  args: string,
  how: { readonly index?: number; readonly id?: string; readonly pieceChars?: number } = {},
): Part[] {
  const { index = 0, id = `call_${index}`, pieceChars = 3 } = how;
  const pieces = args.match(new RegExp(`.{1,${pieceChars}}`, "gs")) ?? [];
  return [
    toolPiece({ index, id, type: "function", function: { name, arguments: "" } }),
    ...pieces.map((piece) => toolPiece({ index, function: { arguments: piece } })),
  ];
}

export const key = "test-key-0123456789";

/** Accepted requests of a vendor: checked with each request. */
export interface ChatVendor {
  /** Value as JSON; undefined if the vendor rejects the field. */
  readonly streamOptions: string | undefined;
  /** Fields that the vendor rejects with a 400 or 422. */
  readonly refuses: readonly string[];
  /** Fields that some of its models reject. */
  readonly refusedBy?: Readonly<Record<string, RegExp>>;
  readonly toolChoices: readonly string[];
  readonly toolIds?: RegExp;
}

const usageOnly = '{"include_usage":true}';
/** Fields that only OpenAI certainly accepts. */
const openAiOnly = ["max_completion_tokens", "prompt_cache_key", "service_tier"];
export const plainVendor: ChatVendor = {
  streamOptions: usageOnly,
  refuses: openAiOnly,
  toolChoices: ["auto", "none", "required"],
};

export class ChatServer extends StreamServer<ChatBody> {
  /** Address before the version. */
  readonly baseUrl = `${this.origin}/v1`;

  static async open(...scripts: readonly ChatScript[]): Promise<ChatServer> {
    return ChatServer.ofVendor(plainVendor, ...scripts);
  }

  static async ofVendor(vendor: ChatVendor, ...scripts: readonly ChatScript[]): Promise<ChatServer> {
    const server = new ChatServer(await StreamServer.listen(), (request) => problemsOf(request, vendor));
    server.script(...scripts);
    return server;
  }
}

function problemsOf(
  { method, path, headers, body }: Omit<ChatRequest, "closed">,
  vendor: ChatVendor,
): readonly string[] {
  const problems: string[] = [];
  const must = (condition: boolean, problem: string) => condition || problems.push(problem);
  const { stream, messages, stream_options, tool_choice } = body;
  must(method === "POST", `method ${method}`);
  must(path.split("?")[0] === "/v1/chat/completions", `path ${path}`);
  must(headers.get("content-type") === "application/json", `content type ${headers.get("content-type")}`);
  const bearer = headers.get("authorization");
  must(bearer === undefined || bearer === `Bearer ${key}`, "a wrong key");
  must(stream === true, "not streamed");
  must(
    JSON.stringify(stream_options) === vendor.streamOptions,
    `usage asked for by ${JSON.stringify(stream_options)}`,
  );
  for (const field of vendor.refuses) must(!(field in body), `the field ${field} is refused`);
  for (const [field, models] of Object.entries(vendor.refusedBy ?? {}))
    must(!(field in body && models.test(String(body["model"]))), `the field ${field} is refused`);
  must(
    tool_choice === undefined || vendor.toolChoices.includes(tool_choice as string),
    `tool_choice ${JSON.stringify(tool_choice)}`,
  );
  must(tool_choice === undefined || "tools" in body, "tool_choice without tools");
  return [...problems, ...problemsOfTools(body["tools"]), ...problemsOfMessages(messages, vendor)];
}

interface ChatTool {
  readonly type: string;
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: { type: string };
  };
}

function problemsOfTools(tools: unknown): readonly string[] {
  if (tools === undefined) return [];
  const given = tools as readonly ChatTool[];
  if (given.length === 0) return ["an empty list of tools"];
  return given.flatMap(({ type, function: { name, description, parameters } }) => [
    ...(type === "function" ? [] : [`a tool of type ${type}`]),
    ...(/^\w{1,64}$/.test(name) ? [] : [`a tool named ${name}`]),
    ...(description === "" ? ["a tool without a description"] : []),
    ...(parameters.type === "object" ? [] : ["parameters that are no object"]),
  ]);
}

/** Sides take turns; a call of tools is followed by exactly its results. */
function problemsOfMessages(messages: readonly ChatMessage[], { toolIds }: ChatVendor): readonly string[] {
  const problems: string[] = [];
  const roles = messages.map((message) => message.role);
  const spoken = roles.filter((each, index) => each !== "tool" && roles[index - 1] !== "tool");
  const turns = spoken[0] === "system" ? spoken.slice(1) : spoken;
  if (!turns.every((turn, index) => turn === (index % 2 === 0 ? "user" : "assistant")))
    problems.push(`roles do not alternate: ${roles.join(" ")}`);
  if (roles.at(-1) !== "user" && roles.at(-1) !== "tool") problems.push("the last turn is not the caller's");
  let open: readonly string[] = [];
  for (const { role: from, content, tool_calls: calls = [], tool_call_id: id = "" } of messages) {
    if (from === "tool") {
      if (!open.includes(id)) problems.push(`a result of no call: ${id}`);
      open = open.filter((each) => each !== id);
    } else {
      if (open.length > 0) problems.push(`calls without a result: ${open.join(" ")}`);
      open = calls.map((call) => call.id);
    }
    if (content === "" || (calls.length === 0 && (content ?? []).length === 0))
      problems.push("an empty message");
    for (const call of calls) {
      if (call.type !== "function" || typeof call.function.arguments !== "string")
        problems.push("a broken call");
      if (toolIds !== undefined && !toolIds.test(call.id)) problems.push(`the id ${call.id} is refused`);
    }
  }
  if (open.length > 0) problems.push(`calls without a result: ${open.join(" ")}`);
  return problems;
}
