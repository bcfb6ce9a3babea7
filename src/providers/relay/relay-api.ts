// Relay vendor request: one request to a vendor's API within a deadline, with one retry after a transient
// failure, answered as JSON.

import { type Clock, delay } from "../../base/clock.ts";
import { Fault } from "../../base/fault.ts";

export interface RelayCall {
  readonly provider: string;
  readonly clock: Clock;
  readonly url: string;
  readonly init: RequestInit;
  readonly signal: AbortSignal;
}

const callMsMax = 3_000;
const pauseMs = 200;
const answerBytesMax = 64 * 1024;

/**
 * Throws `provider/auth`, `provider/timeout` or `provider/failed`; messages contain no URL, because some URLs
 * contain keys.
 */
export async function askRelay(call: RelayCall): Promise<unknown> {
  try {
    return await once(call);
  } catch (error) {
    if (call.signal.aborted || !(error instanceof Fault) || error.code === "provider/auth") throw error;
    await delay(call.clock, pauseMs, call.signal);
    return await once(call);
  }
}

async function once({ provider, clock, url, init, signal }: RelayCall): Promise<unknown> {
  const deadline = new AbortController();
  using _timer = clock.after(callMsMax, () => deadline.abort());
  try {
    const response = await fetch(url, {
      ...init,
      redirect: "error",
      signal: AbortSignal.any([signal, deadline.signal]),
    });
    const text = await response.text();
    if (response.ok && text.length <= answerBytesMax) return JSON.parse(text);
    if (response.status === 401 || response.status === 403) {
      throw new Fault("provider/auth", `The relay provider ${provider} refused its key.`);
    }
    throw new Fault("provider/failed", `The relay provider ${provider} answered ${response.status}.`);
  } catch (error) {
    if (error instanceof Fault) throw error;
    if (deadline.signal.aborted) {
      throw new Fault(
        "provider/timeout",
        `The relay provider ${provider} did not answer in ${callMsMax} ms.`,
      );
    }
    throw new Fault("provider/failed", `The relay provider ${provider} could not be reached.`);
  }
}
