// Language model request: one streamed answer of any vendor over HTTP, with its deadlines, its one retry, and every
// failure in our kinds. Requests and answers belong to the protocol: one file per vendor.

import { delay } from "../../base/clock.ts";
import type { Secret } from "../../base/secret.ts";
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
import { readEvents, SseTooLong } from "../connection/server-sent-events.ts";
import {
  type Llm,
  type LlmEvent,
  type LlmRequest,
  ProviderError,
  type ProviderContext,
} from "../provider-contract.ts";
import type { LlmAnswer } from "./llm-answer.ts";

export interface LlmOptions {
  /** A name of the catalogue, and the id of the client. */
  readonly provider: string;
  /** Up to and including the version. A query is kept: some servers want their version there. */
  readonly baseUrl: string;
  readonly apiKey: Secret | undefined;
  readonly model: string;
  /** Time limit from the request to the first useful event, over both tries. */
  readonly firstTokenMs: number;
  /** Time limit if the server may have to load the model first: it has not answered yet, or not for minutes. */
  readonly loadMs?: number;
  /** Longest pause between two pieces of the answer. */
  readonly gapMs?: number;
  /** Retries of a passing failure before any output was passed on. */
  readonly retriesMax?: 0 | 1;
  /** Random number from 0 to 1, which spreads the pause before the second try. */
  readonly random?: () => number;
}

/** Parts provided by a vendor's file. */
export interface LlmProtocol {
  readonly of: FailingProvider;
  readonly can: NonNullable<Llm["can"]>;
  compose(request: LlmRequest): LlmHttpRequest;
  read(request: LlmRequest, scrub: Scrub): LlmAnswer;
}

/** A POST of JSON. */
export interface LlmHttpRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

const gapMsDefault = 8_000;
/** Servers that unload a model do so after five minutes or more without a request (Ollama's keep_alive). */
const loadedMsMin = 240_000;
/** Wait for data after the last text: usage, then the end of the response. */
const usageWaitMs = 500;
const closeWaitMs = 50;
const retryMs = { min: 100, max: 250 } as const;
/** A server that asks for a longer wait has in effect refused. */
const retryAfterMsMax = 1_000;

export function openHttpLlm(options: LlmOptions, protocol: LlmProtocol): Llm {
  const loaded = { untilMs: -Infinity };
  return {
    id: options.provider,
    model: options.model,
    can: protocol.can,
    stream: (request, context, signal) =>
      streamWithRetry({ options, protocol, request, context, loaded }, signal),
  };
}

/** Address below the base address, which may have a query of its own. */
export function below(baseUrl: string, path: string): URL {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}${path}`;
  return url;
}

interface Task {
  readonly options: LlmOptions;
  readonly protocol: LlmProtocol;
  readonly request: LlmRequest;
  readonly context: ProviderContext;
  /** Time until which the model is surely in its server's memory, by the clock. */
  readonly loaded: { untilMs: number };
}

/** One answer on its way, over both tries. */
interface Progress {
  readonly of: FailingProvider;
  /** The caller's. */
  readonly signal: AbortSignal;
  readonly patience: Patience;
  readonly scrub: Scrub;
  emitted: boolean;
}

async function* streamWithRetry(task: Task, signal: AbortSignal): AsyncGenerator<LlmEvent> {
  const { options, protocol, request, context } = task;
  using patience = new Patience(protocol.of, context.clock, signal);
  const scrub = scrubber(saidIn(request), options.apiKey);
  const progress: Progress = { of: protocol.of, signal, patience, scrub, emitted: false };
  const isLoaded = context.clock.now() < task.loaded.untilMs;
  const patienceMs = isLoaded ? options.firstTokenMs : (options.loadMs ?? options.firstTokenMs);
  patience.wait(patienceMs, "The language model did not begin its answer in time");
  for (let retries = options.retriesMax ?? 1; ; retries--) {
    try {
      yield* streamOnce(task, progress);
      return;
    } catch (thrown) {
      const error = judge(thrown, progress);
      const pauseMs = retries === 0 ? undefined : retryPauseMs(error, options.random ?? Math.random);
      if (pauseMs === undefined || patience.signal.aborted) throw error;
      const { kind, info } = error;
      context.retries?.(error);
      context.log.info("llm.retry", { kind, status: info.httpStatus, detail: info.detail, pauseMs });
      await delay(context.clock, pauseMs, patience.signal).catch((reason: unknown) => {
        throw judge(reason, progress);
      });
    }
  }
}

/** Texts that a server may quote in its errors. */
function saidIn({ messages }: LlmRequest): readonly string[] {
  return messages.flatMap((message) => [
    message.text,
    ...(message.role === "assistant" ? (message.toolCalls ?? []).map((call) => call.arguments) : []),
  ]);
}

async function* streamOnce(
  { options, protocol, request, context, loaded }: Task,
  progress: Progress,
): AsyncGenerator<LlmEvent> {
  const { patience, scrub } = progress;
  const gapMs = options.gapMs ?? gapMsDefault;
  const response = await send(protocol.compose(request), patience.signal);
  const isJson = response.headers.get("Content-Type")?.includes("json") === true;
  if (!response.ok || isJson || response.body === null) {
    const { status, headers } = response;
    const body = await readText(response, patience.signal);
    throw errorOfResponse(protocol.of, { status, headers, body }, scrub);
  }
  const answer = protocol.read(request, scrub);
  let received = 0;
  let stage = 0;
  try {
    for await (const event of readEvents(response.body, patience.signal)) {
      for (const llmEvent of answer.push(event)) {
        // The listener's time with a piece is not the server's.
        patience.stop();
        progress.emitted = true;
        loaded.untilMs = context.clock.now() + loadedMsMin;
        yield llmEvent;
      }
      const reached = answer.isOver ? 2 : answer.finished ? 1 : 0;
      // Reading to the end, rather than leaving at once, keeps the connection for the next turn.
      if (reached > stage) patience.wait(answer.isOver ? closeWaitMs : usageWaitMs, "");
      else if (reached === 0 && answer.receivedChars > received)
        patience.wait(gapMs, "The language model stopped in the middle of its answer");
      stage = reached;
      received = answer.receivedChars;
    }
  } catch (error) {
    // A connection error after the last text does not matter: the answer is complete.
    if (!answer.finished || patience.isCancelled) throw error;
  }
  patience.stop();
  const rest = answer.end();
  progress.emitted ||= rest.length > 0;
  yield* rest;
}

function send({ url, headers, body }: LlmHttpRequest, signal: AbortSignal): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "text/event-stream", ...headers },
    body: JSON.stringify(body),
    signal,
    // A redirect to another host must not get the key.
    redirect: "manual",
  });
}

/** Every failure as a ProviderError. The caller's abort comes first, then the deadlines. */
function judge(thrown: unknown, { of, signal, patience, scrub, emitted }: Progress): ProviderError {
  if (signal.aborted) return failure(of, "cancelled", "stream", { emitted });
  const error: unknown = patience.signal.aborted ? patience.signal.reason : thrown;
  if (error instanceof ProviderError) return withEmitted(error, emitted);
  if (error instanceof SseTooLong)
    return failure(of, "bad_input", "stream", { detail: error.message, emitted });
  const detail = scrub(error instanceof Error ? error.message : "");
  return unreachable(of, emitted ? "stream" : "connect", { detail, emitted });
}

/** Pause before a retry, only for failures that may pass, and only while nothing was passed on. */
function retryPauseMs({ kind, info, retryable }: ProviderError, random: () => number): number | undefined {
  if (!retryable) return undefined;
  const asked = info.retryAfterMs;
  if (asked !== undefined) return asked <= retryAfterMsMax ? asked : undefined;
  return kind === "transient" ? retryMs.min + random() * (retryMs.max - retryMs.min) : undefined;
}
