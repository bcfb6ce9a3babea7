// Chat completion stream: reads the events of one streamed answer, which are text, the reason it ended, usage, and
// errors in the middle. It knows no connection and no time.

import type { LlmEvent, LlmRequest, Usage } from "../provider-contract.ts";
import { asRecord } from "../connection/json-fields.ts";
import { errorOfEvent, type FailingProvider, failure, type Scrub } from "../connection/provider-failure.ts";
import { ThinkFilter } from "./think-tags.ts";

type Reason = Extract<LlmEvent, { type: "done" }>["reason"];

export class ChatStream {
  readonly #of: FailingProvider;
  readonly #request: LlmRequest;
  readonly #scrub: Scrub;
  readonly #think = new ThinkFilter();
  #reason: Reason | undefined;
  #over = false;
  #usage: Usage | undefined;
  #outputChars = 0;

  constructor(of: FailingProvider, request: LlmRequest, scrub: Scrub) {
    this.#of = of;
    this.#request = request;
    this.#scrub = scrub;
  }

  /** All text has come; at most usage follows. */
  get finished(): boolean {
    return this.#over || this.#reason !== undefined;
  }

  /** The server said that nothing follows. */
  get isOver(): boolean {
    return this.#over;
  }

  /** The text of one event, "" if it has none. Throws ProviderError. */
  push(data: string): string {
    if (data.trim() === "[DONE]") {
      this.#over = true;
      return "";
    }
    const chunk = this.#parse(data);
    if (chunk["error"] !== undefined && chunk["error"] !== null)
      throw errorOfEvent(this.#of, chunk["error"], this.#scrub);
    this.#readUsage(chunk["usage"] ?? asRecord(chunk["x_groq"])["usage"]);
    const choices: unknown[] = Array.isArray(chunk["choices"]) ? chunk["choices"] : [];
    const choice = asRecord(choices.find((one) => (asRecord(one)["index"] ?? 0) === 0));
    const text = this.#think.push(textOf(asRecord(choice["delta"])["content"]));
    this.#outputChars += text.length;
    this.#readReason(choice["finish_reason"]);
    return text;
  }

  /** What the end of the connection means. Throws if the answer was cut off. */
  *end(): Generator<LlmEvent> {
    if (!this.finished) {
      throw failure(this.#of, "transient", "stream", { message: "The language model's answer was cut off" });
    }
    const rest = this.#think.flush();
    if (rest !== "") yield { type: "text", delta: rest };
    yield { type: "usage", usage: this.#usage ?? this.#estimate() };
    yield { type: "done", reason: this.#reason ?? "stop" };
  }

  #parse(data: string): Readonly<Record<string, unknown>> {
    try {
      return asRecord(JSON.parse(data));
    } catch {
      throw failure(this.#of, "transient", "stream", {
        message: "The language model sent something unreadable",
      });
    }
  }

  #readReason(reason: unknown): void {
    if (typeof reason !== "string" || reason === "") return;
    if (reason === "error") throw failure(this.#of, "transient", "stream");
    this.#reason = reason === "length" ? "length" : reason === "content_filter" ? "content" : "stop";
  }

  /** It may come with the last text or after it; some servers repeat it and the last one counts. */
  #readUsage(value: unknown): void {
    const usage = asRecord(value);
    const { prompt_tokens: input, completion_tokens: output } = usage;
    if (typeof input !== "number" || typeof output !== "number") return;
    const details = asRecord(usage["prompt_tokens_details"]);
    const cached = details["cached_tokens"] ?? usage["prompt_cache_hit_tokens"];
    const cachedInput = typeof cached === "number" ? { cachedInput: cached } : {};
    this.#usage = { unit: "tokens", input, output, ...cachedInput, basis: "reported" };
  }

  /** Four characters a token is near enough for a server that does not count. */
  #estimate(): Usage {
    const inputChars = this.#request.messages.reduce((sum, { text }) => sum + text.length, 0);
    const output = Math.ceil(this.#outputChars / 4);
    return { unit: "tokens", input: Math.ceil(inputChars / 4), output, basis: "estimated" };
  }
}

/** A string, null, or a list of parts. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((part: unknown) => asRecord(part)["text"])
    .filter((text) => typeof text === "string")
    .join("");
}
