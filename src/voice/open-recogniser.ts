// Recogniser of a call: opens its session and keeps it until the call or the recogniser ends.

import { aborted } from "../base/abort-promise.ts";
import type { Expectation } from "../flow/engine/expectation.ts";
import type { Stt, SttContext, SttSession } from "../providers/provider-contract.ts";
import type { Endpointing } from "./endpointing.ts";
import type { Responder } from "./responder.ts";

/** A recogniser in the cloud answers within a second, or something is wrong. */
const openMsMax = 6_000;

export interface RecogniserParts {
  readonly stt: Stt;
  readonly endpointing: Endpointing;
  readonly context: SttContext;
}

/**
 * Resolves when the call or the recogniser ends: true if it failed during the call, with the reason logged. Never
 * rejects.
 */
export async function runRecogniser(
  { stt, endpointing, context }: RecogniserParts,
  signal: AbortSignal,
): Promise<boolean> {
  const opening = new AbortController();
  const deadline = context.clock.after(openMsMax, () => opening.abort());
  try {
    const session = await opened(
      stt.open(endpointing.heardBy, context, signal),
      AbortSignal.any([opening.signal, signal]),
    );
    deadline[Symbol.dispose]();
    endpointing.use(session, stt.finalMs);
    const error = await Promise.race([session.closed, aborted(signal)]);
    if (error !== undefined && !signal.aborted) throw error;
    return false;
  } catch (error) {
    if (signal.aborted) return false;
    context.log.error("call.stt-failed", { error });
    return true;
  } finally {
    deadline[Symbol.dispose]();
  }
}

/** Expectation for the recogniser; one that understands gets the open question too. */
export function withQuestion(
  expectation: Expectation | undefined,
  { stt, responder }: { readonly stt: Stt; readonly responder: Responder },
): Expectation | undefined {
  const question = stt.understands === true ? responder.question?.() : undefined;
  return expectation === undefined || question === undefined ? expectation : { ...expectation, question };
}

/** Closes a recogniser that opens too late, or after the call. Rejects if `late` aborts first. */
async function opened(session: Promise<SttSession>, late: AbortSignal): Promise<SttSession> {
  const given = Promise.withResolvers<never>();
  late.addEventListener("abort", () => given.reject(new Error("The recogniser did not open in time")), {
    once: true,
  });
  try {
    return await Promise.race([session, given.promise]);
  } catch (error) {
    void session.then(
      (it) => it.close(),
      () => undefined,
    );
    throw error;
  }
}
