// Source fetching: reads the text at an address from an account, through the outbound guard.

import { Fault } from "../../base/fault.ts";
import type { Outbound } from "../../base/outbound/outbound-request.ts";
import type { SourceForm } from "../../flow/knowledge/own-source.ts";

export interface FetchOrder {
  /** Owner of the request. */
  readonly owner: string;
  readonly url: string;
  readonly timeoutMs: number;
  /** Ends the reading when its client leaves. */
  readonly signal: AbortSignal;
}

export interface SourceText {
  readonly kind: SourceForm;
  readonly text: string;
}

/** Throws `knowledge/unreachable`. */
export async function fetchSource(
  outbound: Pick<Outbound, "send">,
  fetching: FetchOrder,
): Promise<SourceText> {
  const headers = [["accept", "text/html, text/markdown, text/plain, text/csv"]] as const;
  const answer = await outbound.send({ ...fetching, method: "GET", headers });
  if (answer.kind !== "ok") throw unreachable(answer.detail);
  if (answer.status >= 300) throw unreachable(`The server answered with status ${answer.status}.`);
  const type = (answer.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const kind = formsByType.get(type);
  if (kind === undefined)
    throw unreachable(`It is ${type === "" ? "of no type" : type}, and not HTML, Markdown, text or CSV.`);
  return { kind, text: new TextDecoder().decode(answer.body).replaceAll("\0", "") };
}

const formsByType: ReadonlyMap<string, SourceForm> = new Map([
  ["text/html", "html"],
  ["application/xhtml+xml", "html"],
  ["text/markdown", "markdown"],
  ["text/x-markdown", "markdown"],
  ["text/plain", "text"],
  ["text/csv", "csv"],
]);

const unreachable = (why: string): Fault =>
  new Fault("knowledge/unreachable", `The source could not be fetched. ${why}`);
