// Call refusal: finds the reason why the server did not accept a call. Browsers hide the answer to a refused WebSocket
// upgrade, so the same address is requested again without an upgrade.

import { addressAt, type CallAccess, headersOf } from "./call-access.ts";

/** Code and detail of the problem document (RFC 9457), or one of the client's own codes. */
export interface Refusal {
  readonly code: string;
  readonly detail: string;
}

export const unreachable: Refusal = {
  code: "unreachable",
  detail: "It may be restarting, or the network is down.",
};
const foreign: Refusal = {
  code: "origin/refused",
  detail: "Pages of this origin may not call. Ask the operator to add it to CORS_ORIGINS.",
};
const unexplained: Refusal = {
  code: "unexplained",
  detail: "The connection could not be opened. A proxy may block WebSockets.",
};

/** Whether the refusal says that the session is over. */
export function isOverFor({ code }: Refusal): boolean {
  return code === "session/over" || code === "auth/invalid";
}

/** Whether the server no longer knows the peer connection: it ended it, or is gone itself. */
export function isGoneFor({ code }: Refusal): boolean {
  return code === "webrtc/not-found" || code === "cluster/unreachable";
}

/** A server that takes longer counts as unreachable. */
const answerMsMax = 5_000;

/** Takes the query and the access of the refused call. Never rejects. */
export async function explainRefusal(query: URLSearchParams, access: CallAccess): Promise<Refusal> {
  try {
    const signal = AbortSignal.timeout(answerMsMax);
    const refusal = await problemOf(
      await fetch(addressAt(access, `/ws?${query.toString()}`), { signal, headers: headersOf(access) }),
    );
    if (refusal !== undefined && refusal.code !== "request/upgrade-required") return refusal;
    // A foreign origin is refused for upgrades and for writes alike, so a write reveals it.
    const written = await fetch(addressAt(access, "/offer"), { method: "POST", body: "{}", signal });
    const origin = await problemOf(written);
    return origin?.code === "origin/refused" ? origin : unexplained;
  } catch {
    return await explainSilence(access.origin);
  }
}

/**
 * Reason why a request was not answered. A browser shows a foreign server's answer only to the origins that it allows.
 */
export async function explainSilence(origin: string): Promise<Refusal> {
  if (origin === new URL(location.href).origin) return unreachable;
  try {
    await fetch(new URL("/live", origin), { mode: "no-cors", signal: AbortSignal.timeout(answerMsMax) });
    return foreign;
  } catch {
    return unreachable;
  }
}

/** The problem document of a response; undefined when it has none. */
export async function problemOf(response: Response): Promise<Refusal | undefined> {
  const type = response.headers.get("content-type") ?? "";
  if (!type.startsWith("application/problem+json")) return undefined;
  const problem: unknown = await response.json();
  if (typeof problem !== "object" || problem === null) return undefined;
  const code = "code" in problem ? problem.code : undefined;
  const detail = "detail" in problem ? problem.detail : undefined;
  return typeof code === "string" && typeof detail === "string" ? { code, detail } : undefined;
}
