// Call refusal: finds out why the server did not accept a call. Browsers hide the answer to a refused WebSocket
// upgrade, so the same address is requested once more without one.

/** What a person is told; `code` is the problem document's. */
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

/** A server that takes longer to say why is as good as gone. */
const answerMsMax = 5_000;

/** Never throws. Query and token are those of the call. */
export async function explainRefusal(query: URLSearchParams, token: string | undefined): Promise<Refusal> {
  try {
    const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` };
    const signal = AbortSignal.timeout(answerMsMax);
    const refusal = await problemOf(
      await fetch(`/ws?${query.toString()}`, { signal, ...(headers && { headers }) }),
    );
    if (refusal !== undefined && refusal.code !== "request/upgrade-required") return refusal;
    // Pages of other origins are refused when they upgrade and when they write, so writing tells.
    const written = await fetch("/offer", { method: "POST", body: "{}", signal });
    const origin = await problemOf(written);
    return origin?.code === "origin/refused" ? origin : unexplained;
  } catch {
    return unreachable;
  }
}

/** The problem document of an answer, if it is one. */
export async function problemOf(response: Response): Promise<Refusal | undefined> {
  const type = response.headers.get("content-type") ?? "";
  if (!type.startsWith("application/problem+json")) return undefined;
  const problem: unknown = await response.json();
  if (typeof problem !== "object" || problem === null) return undefined;
  const code = "code" in problem ? problem.code : undefined;
  const detail = "detail" in problem ? problem.detail : undefined;
  return typeof code === "string" && typeof detail === "string" ? { code, detail } : undefined;
}
