// HTTP tool runner: sends a tool's request, retries it with backoff, and reads the answer. Only this file of the flow
// language opens a connection. Every failure is an outcome for a flow's branches, never a throw.

import { type Clock, delay } from "../../base/clock.ts";
import type { OutboundAnswer, OutboundFailure, Sender } from "../../base/outbound/outbound-message.ts";
import { readJson } from "../value/json-value.ts";
import type { Tool } from "../language/program.ts";
import { conforms } from "../language/type-conformity.ts";
import type { ToolFailure, ToolOutcome } from "./run/step-contract.ts";
import { renderRequest, type ToolRequest, type ToolSecret } from "./tool-request.ts";
import { isValueMap, type Value, type ValueMap } from "../value/value.ts";

export interface ToolCall {
  readonly tool: Tool;
  readonly args: ValueMap;
  /** Sent with a write, the same at every attempt. */
  readonly idempotencyKey: string;
  readonly timezone: string;
  readonly language: string;
  /** Aborted when the outcome is no longer wanted. */
  readonly signal: AbortSignal;
}

export interface ToolParts {
  /** The account, for its share of concurrent requests. */
  readonly owner: string;
  readonly clock: Clock;
  readonly outbound: Sender;
  readonly secretOf: (name: string) => ToolSecret | undefined;
}

/** Exponential backoff: before the first retry, doubled before each further one. */
const backOffMs = 250;
const backOffMsMax = 4_000;
const retried = new Set([429, 502, 503, 504]);

interface Attempt {
  readonly outcome: ToolOutcome;
  /** Milliseconds to wait before a retry; absent: no retry. */
  readonly retryInMs?: number;
}

/** Sends the request, with retries where the tool allows them. Never rejects: every failure is an outcome. */
export async function runHttpTool(call: ToolCall, parts: ToolParts): Promise<ToolOutcome> {
  const { tool, signal } = call;
  const { clock, secretOf } = parts;
  const request = renderRequest({ ...call, wallMs: clock.wall(), secretOf });
  if ("blocked" in request) return failed("blocked", `${tool.name} was not called: ${request.blocked}.`);
  for (let attempt = 0; ; attempt++) {
    const { outcome, retryInMs } = await tryOnce({ call, request, attempt }, parts);
    if (retryInMs === undefined || attempt >= tool.retries) return outcome;
    try {
      await delay(clock, retryInMs, signal);
    } catch {
      return outcome;
    }
  }
}

async function tryOnce(
  {
    call,
    request,
    attempt,
  }: { readonly call: ToolCall; readonly request: ToolRequest; readonly attempt: number },
  { clock, outbound, owner }: ToolParts,
): Promise<Attempt> {
  const { tool, signal } = call;
  const { method, timeoutMs } = tool;
  const answer = await outbound.send({ ...request, owner, method, timeoutMs, signal });
  const backOff = Math.min(backOffMs * 2 ** attempt, backOffMsMax);
  if (answer.kind !== "ok") {
    const outcome = failed(kinds[answer.kind], `${tool.name}: ${answer.detail}`);
    return answer.kind === "timeout" ? { outcome, retryInMs: backOff } : { outcome };
  }
  const { status } = answer;
  if (status < 400) return { outcome: bodyOf(tool, answer) };
  const outcome = failed(
    status < 500 ? "http_4xx" : "http_5xx",
    `${tool.name} was answered with status ${status}.`,
    status,
  );
  const asked = retryAfterMs(answer.headers, clock.wall());
  // No retry if the server asks for a longer wait than the tool's own timeout.
  if (!retried.has(status) || (asked ?? 0) > timeoutMs) return { outcome };
  return { outcome, retryInMs: asked ?? backOff };
}

const kinds: Readonly<Record<OutboundFailure["kind"], ToolFailure["kind"]>> = {
  blocked: "blocked",
  timeout: "timeout",
  network: "network",
  "too-large": "invalid_response",
  encoded: "invalid_response",
  aborted: "network",
};

function bodyOf(tool: Tool, { status, body }: OutboundAnswer): ToolOutcome {
  const invalid = (what: string): ToolOutcome =>
    failed("invalid_response", `${tool.name} was answered with ${what}.`, status);
  const value = readJson(body);
  if (value === undefined) return invalid("text that is no JSON, or too deep or too long a list");
  const wrong = [...tool.returns].find(([key, kind]) => !conforms(fieldOf(value, key), kind));
  if (wrong !== undefined) return invalid(`a "${wrong[0]}" that is no ${wrong[1]}`);
  if (tool.returns.size > 0 && value !== null && !isValueMap(value)) return invalid("what is no object");
  return { ok: true, body: value };
}

function fieldOf(value: Value, key: string): Value {
  return isValueMap(value) && Object.hasOwn(value, key) ? (value[key] ?? null) : null;
}

/** Retry-After in milliseconds: seconds or a date (RFC 9110, 10.2.3). Undefined when it is absent or unreadable. */
function retryAfterMs(headers: Headers, wallMs: number): number | undefined {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - wallMs);
}

function failed(kind: ToolFailure["kind"], detail: string, status?: number): ToolOutcome {
  return { ok: false, failure: { kind, detail, ...(status === undefined ? {} : { status }) } };
}
