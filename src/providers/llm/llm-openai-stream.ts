// Chat completion stream: reads the events of one streamed answer: text, tool calls in pieces, the reason of the end,
// usage, and errors in the middle. It knows no connection and no time.

import { asArray, asNumber, asRecord, asText } from "../connection/json-fields.ts";
import { errorOfEvent, type FailingProvider, failure, type Scrub } from "../connection/provider-failure.ts";
import type { SseEvent } from "../connection/server-sent-events.ts";
import type { LlmEvent, LlmRequest, Usage } from "../provider-contract.ts";
import { cutOff, type DoneReason, fieldsOf, type LlmAnswer, tooManyTools } from "./llm-answer.ts";
import { ThinkFilter } from "./think-tags.ts";
import { estimatedUsage } from "./token-estimate.ts";
import { ToolCallPieces } from "./tool-call-pieces.ts";
import { toolIds } from "./tool-history.ts";

/** More than any model thinks before a tool. */
const thoughtsCharsMax = 200_000;

export interface ChatStreamOptions {
  readonly of: FailingProvider;
  readonly request: LlmRequest;
  readonly scrub: Scrub;
  /** Thoughts are handed on, opaque, with the calls of tools. */
  readonly keepThoughts: boolean;
}

export class ChatStream implements LlmAnswer {
  readonly #of: FailingProvider;
  readonly #request: LlmRequest;
  readonly #scrub: Scrub;
  readonly #keepThoughts: boolean;
  readonly #think = new ThinkFilter();
  readonly #tools = new ToolCallPieces();
  #thoughts = "";
  #reason: DoneReason | undefined;
  #over = false;
  #usage: Usage | undefined;
  #outputChars = 0;
  #spoke = false;
  #refused = false;
  #toolsTaken = false;

  constructor({ of, request, scrub, keepThoughts }: ChatStreamOptions) {
    this.#of = of;
    this.#request = request;
    this.#scrub = scrub;
    this.#keepThoughts = keepThoughts;
  }

  get receivedChars(): number {
    return this.#outputChars;
  }

  get finished(): boolean {
    return this.#over || this.#reason !== undefined;
  }

  get isOver(): boolean {
    return this.#over;
  }

  push({ data }: SseEvent): readonly LlmEvent[] {
    if (data.trim() === "[DONE]") {
      this.#over = true;
      return [];
    }
    const chunk = fieldsOf(this.#of, data);
    if (chunk["error"] !== undefined && chunk["error"] !== null)
      throw errorOfEvent(this.#of, chunk["error"], this.#scrub);
    this.#readUsage(chunk["usage"] ?? asRecord(chunk["x_groq"])["usage"]);
    const choice = asRecord(asArray(chunk["choices"]).find((one) => (asRecord(one)["index"] ?? 0) === 0));
    const delta = asRecord(choice["delta"]);
    const text = this.#think.push(textOf(delta["content"]));
    this.#outputChars += text.length;
    this.#spoke ||= text !== "";
    this.#refused ||= asText(delta["refusal"]) !== "";
    if (this.#keepThoughts && this.#thoughts.length < thoughtsCharsMax)
      this.#thoughts += asText(delta["reasoning_content"]);
    for (const piece of asArray(delta["tool_calls"])) this.#readTool(asRecord(piece));
    this.#readReason(choice["finish_reason"]);
    const events: readonly LlmEvent[] = text === "" ? [] : [{ type: "text", delta: text }];
    return this.#reason === undefined ? events : [...events, ...this.#takeTools()];
  }

  end(): readonly LlmEvent[] {
    if (!this.finished) throw cutOff(this.#of);
    const rest = this.#think.flush();
    return [
      ...(rest === "" ? [] : [{ type: "text", delta: rest } as const]),
      ...this.#takeTools(),
      { type: "usage", usage: this.#usage ?? estimatedUsage(this.#request, this.#outputChars) },
      { type: "done", reason: this.#doneReason() },
    ];
  }

  #readTool(piece: Readonly<Record<string, unknown>>): void {
    const { name, arguments: given } = asRecord(piece["function"]);
    const text =
      typeof given === "string" ? given : given === undefined || given === null ? "" : JSON.stringify(given);
    this.#outputChars += text.length + asText(name).length;
    const fits = this.#tools.push({
      index: asNumber(piece["index"]),
      id: asText(piece["id"]),
      name: asText(name),
      arguments: text,
    });
    if (!fits) throw tooManyTools(this.#of);
  }

  /** Takes the calls once all of them are there. */
  #takeTools(): readonly LlmEvent[] {
    if (this.#toolsTaken || this.#tools.isEmpty) return [];
    this.#toolsTaken = true;
    // A too long answer breaks off within its last call.
    const calls = this.#tools
      .take(toolIds(this.#request.messages))
      .filter((call) => this.#reason !== "length" || isJson(call.arguments));
    if (calls.length === 0) return [];
    const data = { reasoning_content: this.#thoughts };
    return [
      ...(this.#thoughts === ""
        ? []
        : [{ type: "opaque", opaque: { provider: this.#of.provider, data } } as const]),
      ...calls.map((call) => ({ type: "tool_call", ...call }) as const),
    ];
  }

  #readReason(reason: unknown): void {
    if (typeof reason !== "string" || reason === "") return;
    if (reason === "error") throw failure(this.#of, "transient", "stream");
    this.#reason = reason === "length" ? "length" : reason === "content_filter" ? "content" : "stop";
  }

  /** Servers disagree on the finish reason of an answer with tool calls, so the calls themselves decide. */
  #doneReason(): DoneReason {
    const reason = this.#reason ?? "stop";
    if (reason !== "stop") return reason;
    if (!this.#tools.isEmpty) return "tool_calls";
    return this.#refused && !this.#spoke ? "content" : "stop";
  }

  /** The usage may come with the last text or after it; some servers repeat it, and the last one counts. */
  #readUsage(value: unknown): void {
    const usage = asRecord(value);
    const input = asNumber(usage["prompt_tokens"]);
    const output = asNumber(usage["completion_tokens"]);
    // Every request has input: a server that denies it does not count.
    if (input === undefined || input === 0 || output === undefined) return;
    const details = asRecord(usage["prompt_tokens_details"]);
    const cachedInput = asNumber(details["cached_tokens"] ?? usage["prompt_cache_hit_tokens"]);
    const cacheWrite = asNumber(details["cache_write_tokens"]);
    this.#usage = {
      unit: "tokens",
      input,
      output,
      ...(cachedInput === undefined ? {} : { cachedInput }),
      ...(cacheWrite === undefined ? {} : { cacheWrite }),
      basis: "reported",
    };
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A string, null, or a list of parts. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return asArray(content)
    .map((part) => asText(asRecord(part)["text"]))
    .join("");
}
