// Doctor check of the language model: asks it for one token, as a call would ask it.

import { wallClock } from "../../base/clock.ts";
import { openLog } from "../../base/log.ts";
import type { Config, LlmConfig } from "../../config.ts";
import { type ErrorKind, ProviderError } from "../../providers/provider-contract.ts";
import { openLlm, present } from "../../providers/open-providers.ts";
import type { Result } from "./doctor-check.ts";

/** Remedy for each kind of failure. */
const ways: Readonly<Record<ErrorKind, string>> = {
  auth: "check LLM_API_KEY",
  quota: "top up the account, or change LLM_BASE_URL",
  rate_limit: "try again in a minute, or ask its provider for a higher limit",
  transient: "check LLM_BASE_URL and the network of this machine",
  bad_input: "check LLM_MODEL, and that LLM_BASE_URL ends with the version, such as /v1",
  content: "try again",
  unsupported: "check that LLM_BASE_URL supports streaming chat completions",
  cancelled: "try again",
  session_limit: "try again",
};

export async function checkModel({ llm }: Config): Promise<Result> {
  if (llm === undefined)
    return {
      state: "skipped",
      says: "No model is set (LLM_BASE_URL, LLM_MODEL). The built-in welcome flow answers.",
    };
  // Never the whole URL: an operator may have put secrets into it.
  const name = `${llm.model} at ${new URL(llm.baseUrl).host}`;
  try {
    const ms = await firstTokenMs(llm);
    return { state: "ok", says: `${name} sent its first token after ${ms} ms.`, ms: { first_token: ms } };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const { message, httpStatus } = error.info;
    const status = httpStatus === undefined ? "" : ` (status ${httpStatus})`;
    return { state: "problem", says: `${name}: ${message}${status}: ${ways[error.kind]}.` };
  }
}

/** A local server may load its model at the first request. */
const firstTokenSeconds = 60;

/**
 * Milliseconds to the first word; to the end of the answer of a model that thinks first and says no word within one
 * token.
 */
export async function firstTokenMs(settings: LlmConfig): Promise<number> {
  const llm = present(openLlm({ ...settings, firstTokenSeconds }), settings);
  const context = { clock: wallClock, log: openLog({ level: "silent", format: "json" }) };
  const request = { messages: [{ role: "user", text: "Say yes." } as const], maxOutputTokens: 1 };
  const startedAt = wallClock.now();
  let first: number | undefined;
  for await (const _event of llm.stream(request, context, new AbortController().signal)) {
    first ??= wallClock.now();
  }
  return Math.round((first ?? wallClock.now()) - startedAt);
}
