// Hook test: sends a receiver one signed test event, at once and without retries, and returns its answer.

import type { HookEntry } from "../../db/port/settings-store.ts";
import type { Clock } from "../base/clock.ts";
import { newId } from "../base/id.ts";
import type { Sender } from "../base/outbound/outbound-message.ts";
import type { Secret } from "../base/secret.ts";
import { accountBody } from "./account-event.ts";
import { signatureHeaders } from "./signature.ts";

export const hookTestName = "hook.test";

export interface HookTest {
  /** Signal of the waiting client. */
  readonly signal: AbortSignal;
  readonly accountId: string;
  readonly hook: Pick<HookEntry, "id" | "url">;
  readonly secret: Secret;
}

export interface HookTestAnswer {
  /** Undefined: no answer. */
  readonly status: number | undefined;
  readonly tookMs: number;
  /** Beginning of the answer, or the reason for none. */
  readonly says: string;
}

const answerMsMax = 15_000;
const saysCharsMax = 1_000;

export async function testHook(
  { accountId, hook, secret, signal }: HookTest,
  { clock, outbound }: { readonly clock: Clock; readonly outbound: Sender },
): Promise<HookTestAnswer> {
  const [at, from] = [clock.wall(), clock.now()];
  const id = newId("msg", at);
  const body = accountBody({ type: hookTestName, data: { hook: hook.id } }, id, at);
  const answer = await outbound.send({
    owner: accountId,
    url: hook.url,
    method: "POST",
    headers: [["content-type", "application/json"], ...signatureHeaders(secret, { id, at, body })],
    body,
    timeoutMs: answerMsMax,
    signal,
  });
  const tookMs = Math.round(clock.now() - from);
  if (answer.kind !== "ok") return { status: undefined, tookMs, says: answer.detail };
  const says = new TextDecoder().decode(answer.body).slice(0, saysCharsMax);
  return { status: answer.status, tookMs, says };
}
