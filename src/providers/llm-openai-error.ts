// Errors of chat completions: sorted into our kinds, in our words. The server's own words only ever become `detail`,
// and only after keys, addresses and the conversation have been taken out of them.

import type { Secret } from "../base/secret.ts";
import {
  type ErrorKind,
  type LlmRequest,
  ProviderError,
  type ProviderErrorInfo,
} from "./provider-contract.ts";

export const llmId = "openai-compatible";

const messages: Record<ErrorKind, string> = {
  auth: "The server of the language model refused the key",
  quota: "The account at the server of the language model has no credit left",
  rate_limit: "The server of the language model takes no more requests right now",
  transient: "The server of the language model failed",
  bad_input: "The server of the language model did not accept the request",
  content: "The server of the language model refused the content",
  unsupported: "The server of the language model cannot do what is needed",
  cancelled: "The answer was not needed any more",
};

type More = Partial<Omit<ProviderErrorInfo, "provider" | "capability" | "phase">>;

export function failure(kind: ErrorKind, phase: ProviderErrorInfo["phase"], more: More = {}): ProviderError {
  return new ProviderError(kind, {
    provider: llmId,
    capability: "llm",
    phase,
    message: messages[kind],
    emitted: false,
    ...more,
  });
}

/** The same error, once it is known whether text was handed on. */
export function withEmitted(error: ProviderError, emitted: boolean): ProviderError {
  return emitted ? new ProviderError(error.kind, { ...error.info, emitted }) : error;
}

/** Makes a server's words fit for a log. */
export type Scrub = (words: string) => string;

const detailCharsMax = 300;
/** Shorter pieces of a conversation are in every sentence; taking them out would hide nothing. */
const quotedCharsMin = 12;

export function scrubber(request: LlmRequest, key: Secret | undefined): Scrub {
  const secret = key?.reveal() ?? "";
  const quoted = request.messages.map(({ text }) => text).filter(({ length }) => length >= quotedCharsMin);
  return (words) => {
    let text = words;
    if (secret !== "") text = text.replaceAll(secret, "[secret]");
    for (const said of quoted) text = text.replaceAll(said, "[conversation]");
    return text
      .replaceAll(/\bhttps?:\/\/[^\s"']+/gi, "[address]")
      .replaceAll(/\b(?:sk|key|gsk|xai)[-_][\w*-]{6,}/gi, "[secret]")
      .replaceAll(/\s+/g, " ")
      .trim()
      .slice(0, detailCharsMax);
  };
}

/** A response that is no stream: its status, and what its body says. */
export function errorOfResponse(response: Response, body: string, scrub: Scrub): ProviderError {
  const words = readError(parsed(body)) ?? { message: body.slice(0, 1_000), code: "" };
  const retryAfterMs = retryAfterOf(response.headers);
  const more = {
    detail: scrub(words.message),
    httpStatus: response.status,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
  if (response.ok && !("status" in words)) {
    return failure("unsupported", "start", {
      ...more,
      message: "The language model did not stream its answer",
    });
  }
  const status = response.ok && "status" in words ? words.status : response.status;
  return failure(kindOf(status, words.code), "start", more);
}

/** An error object in the middle of a stream. */
export function errorOfEvent(error: unknown, scrub: Scrub): ProviderError {
  const words = readError({ error }) ?? { message: "", code: "", status: undefined };
  return failure(kindOf(words.status, words.code), "stream", { detail: scrub(words.message) });
}

interface ErrorWords {
  readonly message: string;
  /** Code and type in one, for searching. */
  readonly code: string;
  /** Some gateways put the status of the server behind them here. */
  readonly status: number | undefined;
}

/** `{error: {message, code, type}}`, `{error: "…"}`, `{message}`, `{detail}`: everybody has their own. */
function readError(body: unknown): ErrorWords | undefined {
  const top = asRecord(body);
  const error = top["error"] ?? (top["object"] === "error" ? top : undefined) ?? top["detail"];
  if (error === undefined || error === null) return undefined;
  const { message, code, type } = asRecord(error);
  return {
    message:
      typeof message === "string" ? message : typeof error === "string" ? error : JSON.stringify(error),
    code: [code, type].filter((part) => typeof part === "string").join(" "),
    status: typeof code === "number" ? code : undefined,
  };
}

const byWords: readonly (readonly [RegExp, ErrorKind])[] = [
  [
    /insufficient_quota|credit_balance|spend_limit|usage_limit_exceeded|billing|insufficient_credits/i,
    "quota",
  ],
  [/content_filter|content_policy|moderation/i, "content"],
];
const byWordsOnly: readonly (readonly [RegExp, ErrorKind])[] = [
  [/invalid_api_key|authentication|permission/i, "auth"],
  [/rate_limit|slow_down|too_many/i, "rate_limit"],
  [/invalid_request|context_length|not_found/i, "bad_input"],
];

/** Without a status the words decide; what is not known may go well the next time. */
function kindOf(status: number | undefined, code: string): ErrorKind {
  const told = byWords.find(([pattern]) => pattern.test(code));
  if (told !== undefined) return told[1];
  if (status === undefined) return byWordsOnly.find(([pattern]) => pattern.test(code))?.[1] ?? "transient";
  if (status === 401 || status === 403) return "auth";
  if (status === 402) return "quota";
  if (status === 429) return "rate_limit";
  if (status === 408 || status === 409 || status === 425 || status >= 500) return "transient";
  return "bad_input";
}

function retryAfterOf(headers: Headers): number | undefined {
  const ms = Number(headers.get("Retry-After-Ms") ?? Number.NaN);
  const seconds = Number(headers.get("Retry-After") ?? Number.NaN);
  const wait = Number.isFinite(ms) ? ms : seconds * 1_000;
  return Number.isFinite(wait) && wait >= 0 ? wait : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The fields of a JSON object, or none. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
