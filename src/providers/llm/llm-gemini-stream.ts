// Gemini stream: reads the events of one streamed answer of generateContent, each a whole response with the next
// parts. There is no end mark: the finish reason is one. It knows no connection and no time.

import { asArray, asNumber, asRecord, asText } from "../connection/json-fields.ts";
import { errorOfEvent, type FailingProvider, failure, type Scrub } from "../connection/provider-failure.ts";
import type { SseEvent } from "../connection/server-sent-events.ts";
import type { LlmEvent, LlmRequest, LlmToolCall, Usage } from "../provider-contract.ts";
import { cutOff, type DoneReason, fieldsOf, type LlmAnswer, tooManyTools } from "./llm-answer.ts";
import { estimatedUsage } from "./token-estimate.ts";
import { toolArgumentsCharsMax, toolCallsMax, uniqueId } from "./tool-call-pieces.ts";
import { toolIds } from "./tool-history.ts";

type Fields = Readonly<Record<string, unknown>>;

const refusals: ReadonlySet<string> = new Set([
  "SAFETY",
  "RECITATION",
  "LANGUAGE",
  "BLOCKLIST",
  "PROHIBITED_CONTENT",
  "SPII",
]);
/** The model wrote an unreadable call; it may do better the next time. */
const mistakes: ReadonlySet<string> = new Set([
  "MALFORMED_FUNCTION_CALL",
  "UNEXPECTED_TOOL_CALL",
  "TOO_MANY_TOOL_CALLS",
  "OTHER",
]);

export class GeminiStream implements LlmAnswer {
  readonly #of: FailingProvider;
  readonly #request: LlmRequest;
  readonly #scrub: Scrub;
  readonly #calls: LlmToolCall[] = [];
  readonly #usedIds: Set<string>;
  /** Signatures by call id. */
  readonly #signatures: Record<string, string> = {};
  /** Ids of the calls in one answer. */
  readonly #ids: string[] = [];
  #reason: DoneReason | undefined;
  #callsTaken = false;
  #receivedChars = 0;
  #usage: Usage | undefined;

  constructor(of: FailingProvider, request: LlmRequest, scrub: Scrub) {
    this.#of = of;
    this.#request = request;
    this.#scrub = scrub;
    this.#usedIds = new Set(toolIds(request.messages));
  }

  get receivedChars(): number {
    return this.#receivedChars;
  }

  get finished(): boolean {
    return this.#reason !== undefined;
  }

  /** The server never reports the end. */
  get isOver(): boolean {
    return false;
  }

  push({ data }: SseEvent): readonly LlmEvent[] {
    const response = fieldsOf(this.#of, data);
    if (response["error"] !== undefined) throw errorOfEvent(this.#of, response["error"], this.#scrub);
    this.#readUsage(asRecord(response["usageMetadata"]));
    const candidate = asRecord(asArray(response["candidates"])[0]);
    const parts = asArray(asRecord(candidate["content"])["parts"]).map(asRecord);
    const events = parts.flatMap((part) => this.#readPart(part));
    const blocked = asText(asRecord(response["promptFeedback"])["blockReason"]);
    if (blocked !== "") this.#reason ??= "content";
    this.#readReason(asText(candidate["finishReason"]));
    return this.finished ? [...events, ...this.#takeCalls()] : events;
  }

  end(): readonly LlmEvent[] {
    if (this.#reason === undefined) throw cutOff(this.#of);
    const reason = this.#reason === "stop" && this.#calls.length > 0 ? "tool_calls" : this.#reason;
    return [
      ...this.#takeCalls(),
      { type: "usage", usage: this.#usage ?? estimatedUsage(this.#request, this.#receivedChars) },
      { type: "done", reason },
    ];
  }

  #readPart(part: Fields): readonly LlmEvent[] {
    if (part["thought"] === true) return [];
    if (part["functionCall"] !== undefined) this.#readCall(asRecord(part["functionCall"]), part);
    const delta = asText(part["text"]);
    this.#receivedChars += delta.length;
    return delta === "" ? [] : [{ type: "text", delta }];
  }

  #readCall(call: Fields, part: Fields): void {
    const name = asText(call["name"]);
    if (name === "") return;
    const text = JSON.stringify(call["args"] ?? {});
    this.#receivedChars += name.length + text.length;
    if (this.#calls.length >= toolCallsMax || text.length > toolArgumentsCharsMax)
      throw tooManyTools(this.#of);
    const id = uniqueId(asText(call["id"]), this.#usedIds);
    const signature = asText(part["thoughtSignature"]);
    if (signature !== "") this.#signatures[id] = signature;
    if (call["id"] === id) this.#ids.push(id);
    this.#calls.push({ id, name, arguments: text });
  }

  /** Calls come whole, but only the end shows that there are no more. */
  #takeCalls(): readonly LlmEvent[] {
    if (this.#callsTaken || this.#calls.length === 0) return [];
    this.#callsTaken = true;
    const data = { signatures: this.#signatures, ids: this.#ids };
    const isMarked = this.#ids.length > 0 || Object.keys(this.#signatures).length > 0;
    return [
      ...(isMarked ? [{ type: "opaque", opaque: { provider: this.#of.provider, data } } as const] : []),
      ...this.#calls.map((call) => ({ type: "tool_call", ...call }) as const),
    ];
  }

  #readReason(reason: string): void {
    if (reason === "" || reason === "FINISH_REASON_UNSPECIFIED") return;
    if (mistakes.has(reason))
      throw failure(this.#of, "transient", "stream", {
        message: "The language model broke its answer off",
        detail: reason,
      });
    this.#reason = reason === "MAX_TOKENS" ? "length" : refusals.has(reason) ? "content" : "stop";
  }

  /** On every event; the last one counts. Thoughts are paid for as output. */
  #readUsage(usage: Fields): void {
    const input = asNumber(usage["promptTokenCount"]);
    // Every request has input: a server that denies it does not count.
    if (input === undefined || input === 0) return;
    const output =
      (asNumber(usage["candidatesTokenCount"]) ?? 0) + (asNumber(usage["thoughtsTokenCount"]) ?? 0);
    const cachedInput = asNumber(usage["cachedContentTokenCount"]) ?? 0;
    this.#usage = { unit: "tokens", input, output, cachedInput, basis: "reported" };
  }
}
