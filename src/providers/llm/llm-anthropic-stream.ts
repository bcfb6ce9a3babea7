// Anthropic stream: reads the events of one streamed answer of the Messages API: blocks of text, thoughts and tool
// calls, usage, the reason of the end, and errors in the middle. It knows no connection and no time.

import { asNumber, asRecord, asText } from "../connection/json-fields.ts";
import { errorOfEvent, type FailingProvider, type Scrub } from "../connection/provider-failure.ts";
import type { SseEvent } from "../connection/server-sent-events.ts";
import type { LlmEvent, LlmRequest, Usage } from "../provider-contract.ts";
import { cutOff, type DoneReason, fieldsOf, type LlmAnswer, tooManyTools } from "./llm-answer.ts";
import { estimatedUsage } from "./token-estimate.ts";
import { ToolCallPieces } from "./tool-call-pieces.ts";
import { toolIds } from "./tool-history.ts";

type Fields = Readonly<Record<string, unknown>>;

const reasons: Readonly<Record<string, DoneReason>> = {
  max_tokens: "length",
  model_context_window_exceeded: "length",
  tool_use: "tool_calls",
  refusal: "content",
};

const thoughtsCharsMax = 500_000;

/** Block of thoughts, returned with the next request. */
interface Thought {
  readonly type: "thinking" | "redacted_thinking";
  thinking?: string;
  signature?: string;
  data?: string;
}

export class AnthropicStream implements LlmAnswer {
  readonly #of: FailingProvider;
  readonly #request: LlmRequest;
  readonly #scrub: Scrub;
  readonly #tools = new ToolCallPieces();
  readonly #thoughts = new Map<number, Thought>();
  #thoughtsChars = 0;
  #reason: DoneReason | undefined;
  #over = false;
  #toolsTaken = false;
  #receivedChars = 0;
  /** Newest value of each count: a later event corrects an earlier one. */
  #counts: Fields = {};

  constructor(of: FailingProvider, request: LlmRequest, scrub: Scrub) {
    this.#of = of;
    this.#request = request;
    this.#scrub = scrub;
  }

  get receivedChars(): number {
    return this.#receivedChars;
  }

  get finished(): boolean {
    return this.#over || this.#reason !== undefined;
  }

  get isOver(): boolean {
    return this.#over;
  }

  push({ data }: SseEvent): readonly LlmEvent[] {
    const event = fieldsOf(this.#of, data);
    const index = asNumber(event["index"]) ?? 0;
    switch (event["type"]) {
      case "message_start":
        this.#count(asRecord(event["message"])["usage"]);
        return [];
      case "content_block_start":
        return this.#begin(index, asRecord(event["content_block"]));
      case "content_block_delta":
        return this.#add(index, asRecord(event["delta"]));
      case "message_delta":
        this.#count(event["usage"]);
        return this.#end(asRecord(event["delta"])["stop_reason"]);
      case "message_stop":
        this.#over = true;
        return this.#takeTools();
      case "error":
        throw errorOfEvent(this.#of, event["error"], this.#scrub);
      default:
        return []; // Pings, ends of blocks, and what is new since this was written.
    }
  }

  end(): readonly LlmEvent[] {
    if (!this.finished) throw cutOff(this.#of);
    return [
      ...this.#takeTools(),
      { type: "usage", usage: this.#usage() },
      { type: "done", reason: this.#reason ?? "stop" },
    ];
  }

  #begin(index: number, block: Fields): readonly LlmEvent[] {
    const { type } = block;
    if (type === "text") return this.#text(asText(block["text"]));
    if (type === "tool_use") {
      // The input of a call comes in pieces; an earlier object here is empty.
      this.#tool(index, { id: asText(block["id"]), name: asText(block["name"]) });
    }
    if (type === "thinking")
      this.#think(index, { thinking: asText(block["thinking"]), signature: asText(block["signature"]) });
    if (type === "redacted_thinking")
      this.#thoughts.set(index, { type, data: this.#bounded(asText(block["data"])) });
    return [];
  }

  #add(index: number, delta: Fields): readonly LlmEvent[] {
    const { type } = delta;
    if (type === "text_delta") return this.#text(asText(delta["text"]));
    if (type === "input_json_delta") this.#tool(index, { arguments: asText(delta["partial_json"]) });
    if (type === "thinking_delta") this.#think(index, { thinking: asText(delta["thinking"]) });
    if (type === "signature_delta") this.#think(index, { signature: asText(delta["signature"]) });
    return [];
  }

  #text(delta: string): readonly LlmEvent[] {
    this.#receivedChars += delta.length;
    return delta === "" ? [] : [{ type: "text", delta }];
  }

  #tool(index: number, piece: { readonly id?: string; readonly name?: string; readonly arguments?: string }) {
    const { id = "", name = "", arguments: text = "" } = piece;
    this.#receivedChars += name.length + text.length;
    if (!this.#tools.push({ index, id, name, arguments: text })) throw tooManyTools(this.#of);
  }

  #think(index: number, { thinking = "", signature = "" }: Pick<Thought, "thinking" | "signature">): void {
    const { thinking: before = "", signature: signed = "" } = this.#thoughts.get(index) ?? {};
    this.#thoughts.set(index, {
      type: "thinking",
      thinking: before + this.#bounded(thinking),
      signature: signed + this.#bounded(signature),
    });
  }

  /** Beyond the limit nothing is kept; a broken signature is refused, as a conversation of that size is anyway. */
  #bounded(text: string): string {
    this.#thoughtsChars += text.length;
    return this.#thoughtsChars > thoughtsCharsMax ? "" : text;
  }

  #end(reason: unknown): readonly LlmEvent[] {
    if (typeof reason !== "string") return [];
    this.#reason = reasons[reason] ?? "stop";
    return this.#takeTools();
  }

  /** Takes the calls once all of them are there; the last call of a too long answer is incomplete. */
  #takeTools(): readonly LlmEvent[] {
    if (this.#toolsTaken || this.#tools.isEmpty) return [];
    this.#toolsTaken = true;
    if (this.#reason === "length" || this.#reason === "content") return [];
    const data = [...this.#thoughts.values()];
    return [
      ...(data.length === 0
        ? []
        : [{ type: "opaque", opaque: { provider: this.#of.provider, data } } as const]),
      ...this.#tools
        .take(toolIds(this.#request.messages))
        .map((call) => ({ type: "tool_call", ...call }) as const),
    ];
  }

  #count(usage: unknown): void {
    const counts = Object.entries(asRecord(usage)).filter(([, value]) => asNumber(value) !== undefined);
    this.#counts = { ...this.#counts, ...Object.fromEntries(counts) };
  }

  /** Usage; the vendor's `input_tokens` exclude all cached ones. */
  #usage(): Usage {
    const count = (name: string): number | undefined => asNumber(this.#counts[name]);
    const output = count("output_tokens");
    const cachedInput = count("cache_read_input_tokens") ?? 0;
    const cacheWrite = count("cache_creation_input_tokens") ?? 0;
    const input = (count("input_tokens") ?? 0) + cachedInput + cacheWrite;
    // Every request has input: a server that denies it does not count.
    if (input === 0 || output === undefined) return estimatedUsage(this.#request, this.#receivedChars);
    return { unit: "tokens", input, output, cachedInput, cacheWrite, basis: "reported" };
  }
}
