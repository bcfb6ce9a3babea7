// Language model with fallbacks: asks the next one after a failure, while nothing of an answer was passed on, so that
// no caller hears two beginnings. The clients themselves retry once after a hiccup (llm-request.ts).

import { Patience } from "../connection/patience.ts";
import { withEmitted } from "../connection/provider-failure.ts";
import {
  type Llm,
  type LlmEvent,
  type LlmMessage,
  type LlmRequest,
  type ProviderContext,
  ProviderError,
} from "../provider-contract.ts";
import type { Breakers } from "./breaker.ts";
import { type Candidate, type Candidates, fallsBack, refused, tellFailure } from "./candidate.ts";
import { FailureTally } from "./failure-tally.ts";

/** Time limit to the first event of an answer, while another model could step in; a tool call comes when complete. */
const firstEventMsMax = { words: 4_000, tools: 8_000 } as const;

/** Named after the first; has the abilities common to all. */
export function llmWithFallback(candidates: Candidates<Llm>, breakers: Breakers): Llm {
  const [{ client: first }] = candidates;
  const told = new Set<number>();
  const abilities = candidates.map(({ client: { can } }) => can ?? { tools: false, json: false });
  return {
    id: first.id,
    model: first.model,
    can: { tools: abilities.every(({ tools }) => tools), json: abilities.every(({ json }) => json) },
    stream: (request, context, signal) =>
      answer({ candidates, breakers, refused: told }, request, { context, signal }),
  };
}

interface Listener {
  readonly context: ProviderContext;
  readonly signal: AbortSignal;
}

interface Choice {
  readonly candidates: Candidates<Llm>;
  readonly breakers: Breakers;
  /** Numbers of skipped ones that the record already has. */
  readonly refused: Set<number>;
}

async function* answer(
  { candidates, breakers, refused: told }: Choice,
  request: LlmRequest,
  { context, signal }: Listener,
): AsyncGenerator<LlmEvent> {
  const tally = new FailureTally("llm");
  let failed: ProviderError | undefined;
  for (const [index, candidate] of candidates.entries()) {
    const isLast = !candidates.slice(index + 1).some((one) => breakers.refusal(one.breakerId) === undefined);
    const why = breakers.refusal(candidate.breakerId);
    if (why !== undefined) {
      const error = refused(candidate.name, "llm", why);
      failed ??= error;
      if (!told.has(index)) tally.refused(index, candidate, error);
      told.add(index);
      continue;
    }
    told.delete(index);
    const retries = (error: ProviderError): void => tally.failed(index, candidate, error);
    const begun = (): void => tally.goesOn(index, candidate, context);
    try {
      const parts = { candidate, breakers, isLast, begun };
      yield* attempt(parts, index === 0 ? request : ofTheirs(request), {
        context: { ...context, retries },
        signal,
      });
      return;
    } catch (error) {
      if (signal.aborted || !(error instanceof ProviderError)) throw error;
      tellFailure(context, candidate, error);
      tally.failed(index, candidate, error);
      failed = error;
      if (error.info.emitted || !fallsBack(error)) break;
    }
  }
  tally.gaveUp(context);
  if (failed !== undefined) throw failed;
}

interface AttemptParts {
  readonly candidate: Candidate<Llm>;
  readonly breakers: Breakers;
  /** No other could step in. */
  readonly isLast: boolean;
  /** Called when its answer has begun, or ended without a word. */
  readonly begun: () => void;
}

/** One candidate's answer; its ProviderError says whether any of the answer was passed on. */
async function* attempt(
  { candidate: { client, breakerId }, breakers, isLast, begun }: AttemptParts,
  request: LlmRequest,
  { context, signal }: Listener,
): AsyncGenerator<LlmEvent> {
  let isEmitted = false;
  let isSettled = false;
  const settle = (outcome: () => void): void => {
    if (!isSettled) outcome();
    isSettled = true;
  };
  const succeeded = (): void => {
    breakers.succeeded(breakerId);
    begun();
  };
  // Data that only this provider can read is useless for another one.
  const held: LlmEvent[] = [];
  breakers.started(breakerId);
  using patience = new Patience({ provider: client.id, capability: "llm" }, context.clock, signal);
  const ms = firstEventMsMax[request.tools === undefined ? "words" : "tools"];
  if (!isLast) patience.wait(ms, "The language model did not begin its answer in time");
  try {
    for await (const event of client.stream(requestFor(client.id, request), context, patience.signal)) {
      patience.stop();
      if (event.type === "opaque" && !isEmitted) {
        held.push(event);
        continue;
      }
      if (event.type !== "usage" && event.type !== "opaque") {
        settle(succeeded);
        isEmitted = true;
        yield* held.splice(0);
      }
      yield event;
    }
    settle(succeeded);
  } catch (thrown) {
    const late: unknown = patience.signal.aborted && !signal.aborted ? patience.signal.reason : undefined;
    const error = late ?? thrown;
    if (!(error instanceof ProviderError) || signal.aborted) throw error;
    // A failure after its first words counts too.
    breakers.failed(breakerId, error);
    isSettled = true;
    throw withEmitted(error, isEmitted);
  } finally {
    settle(() => breakers.gaveUp(breakerId));
  }
}

/** A model's name is meaningful only to its own vendor. */
function ofTheirs(request: LlmRequest): LlmRequest {
  const { model: _model, ...rest } = request;
  return rest;
}

/** The same request without data for another provider. */
function requestFor(provider: string, request: LlmRequest): LlmRequest {
  const messages = request.messages.map((message): LlmMessage => {
    if (message.role !== "assistant" || message.opaque === undefined) return message;
    const { opaque, ...rest } = message;
    return opaque.provider === provider ? message : rest;
  });
  return { ...request, messages };
}
