// Realtime responses: requests to a model by OpenAI's realtime protocol, each under a number of ours: its
// tool calls, each once, its end, and its use of tokens, which counts however late it comes.

import { asArray, asNumber, asRecord, asText } from "../connection/json-fields.ts";
import type { LlmToolCall, Usage } from "../provider-contract.ts";

type Fields = Readonly<Record<string, unknown>>;
type Tokens = Extract<Usage, { readonly unit: "tokens" }>;

export interface ResponseListener {
  readonly post: (message: string) => void;
  /** A complete call of a tool; never of a cancelled response. */
  readonly called: (number: number, call: LlmToolCall) => void;
  /** The response is over. `failure`: the vendor's code; undefined: it was completed. */
  readonly ended: (number: number, failure: string | undefined) => void;
  readonly used: (usage: Tokens) => void;
}

/** A response that is not over. */
interface Asked {
  readonly number: number;
  id: string | undefined;
  isCancelled: boolean;
  readonly calls: Set<string>;
  readonly estimate: Omit<Tokens, "unit" | "basis">;
}

/** Field of a response's metadata with our number. */
const numberField = "ask";
/** Prefix of the name under which an error refers to a request. */
const askPrefix = "ask-";

export class RealtimeResponses {
  readonly #o: ResponseListener;
  #asked: readonly Asked[] = [];

  constructor(listener: ResponseListener) {
    this.#o = listener;
  }

  /**
   * The message that requests a response. `estimate`: likely use, for a session that ends before the vendor reports it.
   */
  ask(number: number, response: Fields, estimate: Asked["estimate"]): string {
    this.#asked = [...this.#asked, { number, id: undefined, isCancelled: false, calls: new Set(), estimate }];
    const metadata = { [numberField]: String(number) };
    const event = { type: "response.create", event_id: `${askPrefix}${number}` };
    return JSON.stringify({ ...event, response: { ...response, metadata } });
  }

  /** An error rejects the request: there will be no response. */
  refused(eventId: string): void {
    const asked = this.#asked.find(({ number }) => eventId === `${askPrefix}${number}`);
    if (asked === undefined) return;
    this.#asked = this.#asked.filter((each) => each !== asked);
    if (!asked.isCancelled) this.#o.ended(asked.number, "refused");
  }

  /** Cancels a response. The vendor still bills its tokens. */
  cancel(number: number): void {
    const asked = this.#asked.find((each) => each.number === number);
    if (asked === undefined || asked.isCancelled) return;
    asked.isCancelled = true;
    if (asked.id !== undefined) this.#postCancel(asked.id);
  }

  /** Reads a message of the vendor. */
  read(type: string, message: Fields): void {
    if (type === "response.created") this.#created(asRecord(message["response"]));
    if (type === "response.function_call_arguments.done")
      this.#called(this.#byId(asText(message["response_id"])), message);
    if (type === "response.done") this.#done(asRecord(message["response"]));
  }

  /** True if the vendor has not reported all use yet. */
  get owes(): boolean {
    return this.#asked.length > 0;
  }

  /** From here on only counts of tokens are read. */
  close(): void {
    for (const asked of this.#asked) asked.isCancelled = true;
  }

  /** The session is over: requests without a report of use are billed by their estimates. */
  settle(): void {
    const left = this.#asked;
    this.#asked = [];
    for (const { estimate } of left) this.#o.used({ unit: "tokens", ...estimate, basis: "estimated" });
  }

  #created(response: Fields): void {
    const asked = this.#of(response);
    if (asked === undefined) return;
    asked.id = asText(response["id"]);
    if (asked.isCancelled) this.#postCancel(asked.id);
  }

  #called(asked: Asked | undefined, call: Fields): void {
    const id = asText(call["call_id"]);
    if (asked === undefined || asked.isCancelled || asked.calls.has(id)) return;
    asked.calls.add(id);
    this.#o.called(asked.number, { id, name: asText(call["name"]), arguments: asText(call["arguments"]) });
  }

  #done(response: Fields): void {
    const asked = this.#of(response);
    if (asked === undefined) return;
    // The response repeats its calls, for a client that missed them.
    for (const item of asArray(response["output"]).map(asRecord))
      if (item["type"] === "function_call") this.#called(asked, item);
    this.#asked = this.#asked.filter((each) => each !== asked);
    const usage = tokensOf(asRecord(response["usage"]));
    if (usage !== undefined) this.#o.used(usage);
    if (!asked.isCancelled) this.#o.ended(asked.number, failureOf(response));
  }

  #of(response: Fields): Asked | undefined {
    const number = asText(asRecord(response["metadata"])[numberField]);
    return this.#asked.find((each) => String(each.number) === number) ?? this.#byId(asText(response["id"]));
  }

  #byId(id: string): Asked | undefined {
    return this.#asked.find((each) => each.id === id);
  }

  #postCancel(id: string): void {
    this.#o.post(JSON.stringify({ type: "response.cancel", response_id: id }));
  }
}

export function failureOf(response: Fields): string | undefined {
  const status = asText(response["status"]);
  if (status === "completed") return undefined;
  const details = asRecord(response["status_details"]);
  const { code, type } = asRecord(details["error"]);
  return [status, asText(details["reason"]), asText(code), asText(type)]
    .filter((part) => part !== "")
    .join(" ");
}

/** Undefined without counts. Audio and cached tokens are parts of the input, and audio of the output. */
export function tokensOf(usage: Fields): Tokens | undefined {
  const input = asNumber(usage["input_tokens"]);
  const output = asNumber(usage["output_tokens"]);
  if (input === undefined || output === undefined) return undefined;
  const details = asRecord(usage["input_token_details"]);
  const cachedAudio = asNumber(asRecord(details["cached_tokens_details"])["audio_tokens"]) ?? 0;
  const cachedInput = Math.max(0, (asNumber(details["cached_tokens"]) ?? 0) - cachedAudio);
  const audioInput = Math.max(0, (asNumber(details["audio_tokens"]) ?? 0) - cachedAudio);
  const audioOutput = asNumber(asRecord(usage["output_token_details"])["audio_tokens"]) ?? 0;
  const parts = { cachedInput, audioInput, cachedAudio, ...(audioOutput > 0 && { audioOutput }) };
  return { unit: "tokens", input, output, ...parts, basis: "reported" };
}
