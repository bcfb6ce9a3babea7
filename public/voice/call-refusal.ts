// Call refusal: finds out why the server did not accept a call. Browsers hide the answer to a refused WebSocket
// upgrade, so the same address is requested once more without one.

/** Code and detail of the problem document (RFC 9457), or one of the client's own codes. */
export interface Refusal {
  readonly code: string;
  readonly detail: string;
}

export const unreachable: Refusal = {
  code: "unreachable",
  detail: "It may be starting again, or the network is down.",
};
const unexplained: Refusal = {
  code: "unexplained",
  detail: "The connection could not be opened. A proxy on the way may not let WebSockets through.",
};

/** Whether it says that there is nothing to come back to. */
export function isOverFor({ code }: Refusal): boolean {
  return code === "session/over" || code === "auth/invalid";
}

/** Whether it says of a peer connection that nobody has it any more: its server ended it, or is gone itself. */
export function isGoneFor({ code }: Refusal): boolean {
  return code === "webrtc/not-found" || code === "cluster/unreachable";
}

/** A server that takes longer counts as unreachable. */
const answerMsMax = 5_000;

/** Takes the query and the token of the refused call. Never rejects. */
export async function explainRefusal(query: URLSearchParams, token: string | undefined): Promise<Refusal> {
  try {
    const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` };
    const signal = AbortSignal.timeout(answerMsMax);
    const refusal = await problemOf(
      await fetch(`/ws?${query.toString()}`, { signal, ...(headers && { headers }) }),
    );
    if (refusal !== undefined && refusal.code !== "request/upgrade-required") return refusal;
    // A foreign origin is refused for upgrades and for writes alike, so a write reveals it.
    const written = await fetch("/offer", { method: "POST", body: "{}", signal });
    const origin = await problemOf(written);
    return origin?.code === "origin/refused" ? origin : unexplained;
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
