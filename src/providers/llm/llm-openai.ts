// Chat completions client: language models behind that protocol, at any vendor. One request a turn, streamed. This
// file is the connection, its deadlines and its retry; `llm-openai-stream.ts` reads what comes.

import { delay } from "../../base/clock.ts";
import type { Secret } from "../../base/secret.ts";
import {
  type Llm,
  type LlmEvent,
  type LlmRequest,
  ProviderError,
  type ProviderContext,
} from "../provider-contract.ts";
import { Patience } from "../connection/patience.ts";
import {
  errorOfResponse,
  type FailingProvider,
  failure,
  type Scrub,
  scrubber,
  unreachable,
  withEmitted,
} from "../connection/provider-failure.ts";
import { readText } from "../connection/response-text.ts";
import { ChatStream } from "./llm-openai-stream.ts";
import { readEvents, SseTooLong } from "../connection/server-sent-events.ts";

export interface OpenAiLlmOptions {
  /** Up to and including the version. A query is kept: some servers want their version there. */
  readonly baseUrl: string;
  readonly apiKey: Secret | undefined;
  readonly model: string;
  /** From the request to the first text worth saying, over both tries. */
  readonly firstTokenMs: number;
  /** Longest pause between two pieces of the answer. */
  readonly gapMs?: number;
  /** From 0 to 1; spreads the pause before the second try. */
  readonly random?: () => number;
}

const of: FailingProvider = { provider: "openai-compatible", capability: "llm" };
const gapMsDefault = 8_000;
/** How long to wait for what may follow the last text: usage, then the end of the response. */
const usageWaitMs = 500;
const closeWaitMs = 50;
const retryMs = { min: 100, max: 250 } as const;
/** A server that asks to wait longer has in effect said no. */
const retryAfterMsMax = 1_000;

export function openOpenAiLlm(options: OpenAiLlmOptions): Llm {
  return {
    id: of.provider,
    model: options.model,
    stream: (request, context, signal) => streamWithRetry({ options, request, context }, signal),
  };
}

interface Task {
  readonly options: OpenAiLlmOptions;
  readonly request: LlmRequest;
  readonly context: ProviderContext;
}

/** One answer on its way, over both tries. */
interface Progress {
  readonly patience: Patience;
  readonly scrub: Scrub;
  emitted: boolean;
}

async function* streamWithRetry(task: Task, signal: AbortSignal): AsyncGenerator<LlmEvent> {
  const { options, request, context } = task;
  using patience = new Patience(of, context.clock, signal);
  const progress: Progress = {
    patience,
    scrub: scrubber(
      request.messages.map(({ text }) => text),
      options.apiKey,
    ),
    emitted: false,
  };
  patience.wait(options.firstTokenMs, "The language model did not begin its answer in time");
  for (let isRetry = false; ; isRetry = true) {
    try {
      yield* streamOnce(task, progress);
      return;
    } catch (thrown) {
      const error = judge(thrown, progress, signal);
      const pauseMs = isRetry ? undefined : retryPauseMs(error, options.random ?? Math.random);
      if (pauseMs === undefined || patience.signal.aborted) throw error;
      const { kind, info } = error;
      context.log.info("llm.retry", { kind, status: info.httpStatus, detail: info.detail, pauseMs });
      await delay(context.clock, pauseMs, patience.signal).catch((reason: unknown) => {
        throw judge(reason, progress, signal);
      });
    }
  }
}

async function* streamOnce({ options, request }: Task, progress: Progress): AsyncGenerator<LlmEvent> {
  const { patience, scrub } = progress;
  const gapMs = options.gapMs ?? gapMsDefault;
  const response = await send(options, request, patience.signal);
  const isJson = response.headers.get("Content-Type")?.includes("json") === true;
  if (!response.ok || isJson || response.body === null) {
    const { status, headers } = response;
    const body = await readText(response, patience.signal);
    throw errorOfResponse(of, { status, headers, body }, scrub);
  }
  const chat = new ChatStream(of, request, scrub);
  try {
    for await (const { data } of readEvents(response.body, patience.signal)) {
      const delta = chat.push(data);
      if (delta !== "") {
        // Time that the listener takes with a piece is not time that the server takes.
        patience.stop();
        progress.emitted = true;
        yield { type: "text", delta };
      }
      // Reading to the end, rather than leaving at once, keeps the connection for the next turn.
      if (chat.isOver) patience.wait(closeWaitMs, "");
      else if (chat.finished) patience.wait(usageWaitMs, "");
      else if (progress.emitted)
        patience.wait(gapMs, "The language model stopped in the middle of its answer");
    }
  } catch (error) {
    // An error of the connection after the last text does not matter: the answer is whole.
    if (!chat.finished || patience.isCancelled) throw error;
  }
  patience.stop();
  yield* chat.end();
}

function send(options: OpenAiLlmOptions, request: LlmRequest, signal: AbortSignal): Promise<Response> {
  const { baseUrl, apiKey, model } = options;
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/chat/completions`;
  const isOpenAi = url.hostname === "api.openai.com";
  const tokens = request.maxOutputTokens;
  const body = {
    model,
    messages: request.messages.map(({ role, text }) => ({ role, content: text })),
    stream: true,
    stream_options: { include_usage: true, ...(isOpenAi ? { include_obfuscation: false } : {}) },
    ...(tokens === undefined ? {} : { [isOpenAi ? "max_completion_tokens" : "max_tokens"]: tokens }),
  };
  return fetch(url, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "text/event-stream",
      ...(apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey.reveal()}` }),
    },
    body: JSON.stringify(body),
    signal,
    // A redirect to another host must not get the key.
    redirect: "manual",
  });
}

/** Every way to fail as a ProviderError. What the caller of the stream wanted comes first, then the deadlines. */
function judge(thrown: unknown, { patience, scrub, emitted }: Progress, signal: AbortSignal): ProviderError {
  if (signal.aborted) return failure(of, "cancelled", "stream", { emitted });
  const error: unknown = patience.signal.aborted ? patience.signal.reason : thrown;
  if (error instanceof ProviderError) return withEmitted(error, emitted);
  if (error instanceof SseTooLong)
    return failure(of, "bad_input", "stream", { detail: error.message, emitted });
  const detail = scrub(error instanceof Error ? error.message : "");
  return unreachable(of, emitted ? "stream" : "connect", { detail, emitted });
}

/** Only what may go well the second time, and only while nothing was handed on. */
function retryPauseMs({ kind, info, retryable }: ProviderError, random: () => number): number | undefined {
  if (!retryable) return undefined;
  const asked = info.retryAfterMs;
  if (asked !== undefined) return asked <= retryAfterMsMax ? asked : undefined;
  return kind === "transient" ? retryMs.min + random() * (retryMs.max - retryMs.min) : undefined;
}
