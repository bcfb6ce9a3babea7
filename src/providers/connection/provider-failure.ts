// Provider failure: sorts all failures of vendors and servers into our kinds, in our words. Their own words only
// become `detail`, without keys, addresses and the conversation.

import type { Secret } from "../../base/secret.ts";
import {
  type Capability,
  type ErrorKind,
  ProviderError,
  type ProviderErrorInfo,
} from "../provider-contract.ts";
import { asArray, asRecord, asText } from "./json-fields.ts";

/** Provider of the failure. */
export interface FailingProvider {
  readonly provider: string;
  readonly capability: Capability;
}

const servers: Readonly<Record<Capability, string>> = {
  stt: "server of the speech recogniser",
  tts: "server of the voice",
  llm: "server of the language model",
  vad: "voice detector",
};

const messages: Readonly<Record<ErrorKind, (server: string) => string>> = {
  auth: (server) => `The ${server} refused the key`,
  quota: (server) => `The account at the ${server} has no credit left`,
  rate_limit: (server) => `The ${server} accepts no more requests right now`,
  transient: (server) => `The ${server} failed`,
  session_limit: (server) => `The ${server} ended a session at its maximum duration`,
  bad_input: (server) => `The ${server} did not accept the request`,
  content: (server) => `The ${server} refused the content`,
  unsupported: (server) => `The ${server} cannot do the requested work`,
  cancelled: () => "The answer was no longer needed",
};

export type FailureMore = Partial<Omit<ProviderErrorInfo, "provider" | "capability" | "phase">>;

export function failure(
  { provider, capability }: FailingProvider,
  kind: ErrorKind,
  ...[phase, more = {}]: [phase: ProviderErrorInfo["phase"], more?: FailureMore]
): ProviderError {
  const message = messages[kind](servers[capability]);
  return new ProviderError(kind, { provider, capability, phase, message, emitted: false, ...more });
}

/** The server did not answer, or not in time. */
export function unreachable(of: FailingProvider, phase: ProviderErrorInfo["phase"], more: FailureMore = {}) {
  const message = `The ${servers[of.capability]} could not be reached, or closed the connection`;
  return failure(of, "transient", phase, { message, ...more });
}

/** Error with the knowledge whether output was passed on. */
export function withEmitted(error: ProviderError, emitted: boolean): ProviderError {
  return emitted ? new ProviderError(error.kind, { ...error.info, emitted }) : error;
}

/** Makes a server's words fit for a log. */
export type Scrub = (words: string) => string;

const detailCharsMax = 300;
/** Shorter pieces of a conversation occur in every sentence; removing them would hide nothing. */
const quotedCharsMin = 12;

/** `conversation`: earlier words, which a server may quote. */
export function scrubber(conversation: readonly string[], key: Secret | undefined): Scrub {
  const secret = key?.reveal() ?? "";
  const hasPiece = pieceFinder(secret);
  // Also as quoted within JSON.
  const quoted = conversation
    .filter(({ length }) => length >= quotedCharsMin)
    .flatMap((words) => [words, JSON.stringify(words).slice(1, -1)]);
  return (words) => {
    let text = secret === "" ? words : words.replaceAll(secret, "[secret]");
    text = text.replaceAll(/[^\s"'<>]+/g, (word) => (hasPiece(word) ? "[secret]" : word));
    for (const words of quoted) text = text.replaceAll(words, "[conversation]");
    return text
      .replaceAll(/\b(?:https?|wss?|tcp):\/\/[^\s"']+/gi, "[address]")
      .replaceAll(/\b(?:sk|key|gsk|xai)[-_][\w*-]{6,}/gi, "[secret]")
      .replaceAll(/\s+/g, " ")
      .trim()
      .slice(0, detailCharsMax);
  };
}

/** A shorter piece of a key is useless, and could be a word. */
const secretPieceChars = 8;

/** True if a word contains a piece of the key: a server may have cut off the rest. */
function pieceFinder(secret: string): (word: string) => boolean {
  const pieces = new Set<string>();
  for (let at = 0; at + secretPieceChars <= secret.length; at++)
    pieces.add(secret.slice(at, at + secretPieceChars));
  return (word) => {
    for (let at = 0; at + secretPieceChars <= word.length; at++)
      if (pieces.has(word.slice(at, at + secretPieceChars))) return true;
    return false;
  };
}

/** Error report of a server. */
export interface ErrorWords {
  readonly message: string;
  /** Code, type and status words joined, for searching. */
  readonly code: string;
  /** Some gateways put the status of the server behind them here. */
  readonly status: number | undefined;
  /** Google's place for the retry time, instead of a header. */
  readonly retryAfterMs?: number | undefined;
}

const unexpected: Readonly<Record<Capability, string>> = {
  stt: "The speech recogniser sent an invalid answer",
  tts: "The voice did not answer with audio",
  llm: "The language model did not stream its answer",
  vad: "The voice detector sent an invalid answer",
};

/** Error of an unexpected response, from its status and body. */
export function errorOfResponse(
  of: FailingProvider,
  response: { readonly status: number; readonly headers: Headers; readonly body: string },
  scrub: Scrub,
): ProviderError {
  const { status, headers, body } = response;
  const isOk = status >= 200 && status <= 299;
  const words = readError(parsed(body));
  const retryAfterMs = retryAfterOf(headers) ?? words?.retryAfterMs;
  const more = {
    detail: scrub(words?.message ?? body),
    httpStatus: status,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
  if (isOk && words === undefined) {
    return failure(of, "unsupported", "start", { ...more, message: unexpected[of.capability] });
  }
  return failure(of, kindOf(isOk ? words?.status : status, words?.code ?? ""), "start", more);
}

/** An error object in the middle of a stream. */
export function errorOfEvent(of: FailingProvider, error: unknown, scrub: Scrub): ProviderError {
  const words = readError({ error }) ?? { message: "", code: "", status: undefined };
  return failure(of, kindOf(words.status, words.code), "stream", { detail: scrub(words.message) });
}

/**
 * `{error: {message, code, type, details}}`, `[{error}]`, `{error: "…"}`, `{message}`, `{detail}`, `{err_code,
 * err_msg}`: each vendor has its own.
 */
function readError(body: unknown): ErrorWords | undefined {
  const top = asRecord(Array.isArray(body) ? body[0] : body);
  const error =
    top["error"] ??
    (top["object"] === "error" || "err_code" in top ? top : undefined) ??
    top["detail"] ??
    (typeof top["message"] === "string" ? top : undefined);
  if (error === undefined || error === null) return undefined;
  const { message, err_msg: short, code, type, status, err_code: old, details } = asRecord(error);
  const text = [message, short, error].find((part) => typeof part === "string");
  return {
    message: typeof text === "string" ? text : JSON.stringify(error),
    code: [code, type, status, old, ...detailCodes(details)]
      .filter((part) => typeof part === "string")
      .join(" "),
    status: typeof code === "number" ? code : undefined,
    retryAfterMs: retryDelayOf(details),
  };
}

/** Google lists an error's reasons and exhausted quotas below it; Anthropic has one object there. */
function detailCodes(details: unknown): readonly unknown[] {
  return (Array.isArray(details) ? details : [details]).flatMap((each) => {
    const { reason, code, error_code: errorCode, type, violations } = asRecord(each);
    return [reason, code, errorCode, type, ...asArray(violations).map((one) => asRecord(one)["quotaId"])];
  });
}

/** `{"@type": "…RetryInfo", "retryDelay": "7.5s"}` to milliseconds. */
function retryDelayOf(details: unknown): number | undefined {
  const delays = asArray(details).map(
    (each) => /^(\d+(?:\.\d+)?)s$/.exec(asText(asRecord(each)["retryDelay"]))?.[1],
  );
  const seconds = delays.find((delay) => delay !== undefined);
  return seconds === undefined ? undefined : Number(seconds) * 1_000;
}

const byWords: readonly (readonly [RegExp, ErrorKind])[] = [
  [
    /insufficient_quota|credit_balance|spend_limit|usage_limit_exceeded|billing|insufficient_credits|quota_exceeded|ASR_PAYMENT_REQUIRED|PerDay/i,
    "quota",
  ],
  [/content_filter|content_policy|moderation/i, "content"],
  [/API_KEY_INVALID/i, "auth"],
  // The model, not the request, was wrong: it wrote a tool call or a JSON that its vendor could not read.
  [/tool_use_failed|json_validate_failed/i, "transient"],
];
const byWordsOnly: readonly (readonly [RegExp, ErrorKind])[] = [
  [/invalid_api_key|authentication|permission|auth_error/i, "auth"],
  [/rate_limit|slow_down|too_many|concurrency_limited/i, "rate_limit"],
  [/invalid_request|context_length|not_found/i, "bad_input"],
];

/** Without a status the words decide; an unknown failure may succeed the next time. */
export function kindOf(status: number | undefined, code: string): ErrorKind {
  const told = byWords.find(([pattern]) => pattern.test(code));
  if (told !== undefined) return told[1];
  if (status === undefined) return byWordsOnly.find(([pattern]) => pattern.test(code))?.[1] ?? "transient";
  if (status === 401 || status === 403) return "auth";
  if (status === 402) return "quota";
  // 498 is Groq's: no capacity left for this class of service.
  if (status === 429 || status === 498) return "rate_limit";
  if ([408, 409, 424, 425, 499].includes(status) || status >= 500) return "transient";
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
