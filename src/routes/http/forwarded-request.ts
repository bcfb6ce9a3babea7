// Forwarded request: a client's request that came to one node and is answered by another as if it had come there. It
// keeps its headers and its sender's address, so that it is checked and counted as its client's.

import type { ForwardedRequest } from "../../cluster/node-request.ts";
import { isProxyHeader } from "./proxy-headers.ts";

/** Facts about a request beside its content. */
interface Passage {
  /** The other end of its connection; absent without one. */
  readonly peer: string | undefined;
  /** Key to its lines in the logs of all nodes. */
  readonly id: string;
  /** Loggable form of its address. */
  readonly address: string | undefined;
}

const passages = new WeakMap<Request, Passage>();
const forwarded = new WeakMap<Request, Pick<Passage, "peer">>();

export function notePassage(request: Request, passage: Passage): void {
  passages.set(request, passage);
}

/** Other end of the connection of a request, at the node where it arrived. */
export function peerOf(request: Request): string | undefined {
  return passages.get(request)?.peer;
}

/** Id of a request in records, and its sender. */
export function originOf(request: Request): {
  readonly requestId: string | null;
  readonly address: string | null;
} {
  const passage = passages.get(request);
  return { requestId: passage?.id ?? null, address: passage?.address ?? null };
}

/** For a request from another node: that node has admitted and counted it, and it is not forwarded again. */
export function isForwarded(request: Request): boolean {
  return forwarded.has(request);
}

interface RequestBeside {
  readonly method: string;
  /** Including the query. */
  readonly path: string;
  readonly body: unknown;
  /** Its credentials, and its other data. */
  readonly headers: Readonly<Record<string, string>>;
}

const madeRequests = new WeakMap<Request, Pick<Passage, "peer">>();
/** Headers with the caller and the used host. */
const ofClient: ReadonlySet<string> = new Set(["host", "origin"]);

/** Another request of the sender of `request`: from the same address, and checked and counted as one more. */
export function requestBeside(request: Request, { method, path, body, headers }: RequestBeside): Request {
  const { peer, id = "" } = passages.get(request) ?? { peer: undefined };
  const all = new Headers({ ...headers, "x-request-id": id });
  // The proxies of the first request hold for this one, too.
  for (const [name, value] of request.headers)
    if (ofClient.has(name) || isProxyHeader(name)) all.set(name, value);
  if (body !== undefined) all.set("content-type", "application/json");
  const init = { method, headers: all, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const made = new Request(new URL(path, request.url), init);
  madeRequests.set(made, { peer });
  return made;
}

/** Other end of the connection of a request without one of its own; undefined: it has one. */
export function knownPeer(request: Request): { readonly peer: string | undefined } | undefined {
  return forwarded.get(request) ?? madeRequests.get(request);
}

/** Headers of the connection only, or newly made ones. */
const dropped = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "expect",
  "keep-alive",
  "te",
  "transfer-encoding",
  "upgrade",
  "x-request-id",
]);

/** `body`: parsed; undefined: there is none. */
export function packRequest(request: Request, body: unknown): ForwardedRequest {
  const { peer, id = "" } = passages.get(request) ?? { peer: undefined };
  const headers = [...request.headers].filter(([name]) => !dropped.has(name));
  return {
    // An unsent body is not requested, but a stream with a length needs its bytes on the way here.
    method: request.method === "HEAD" ? "GET" : request.method,
    url: request.url,
    headers: [...headers, ["x-request-id", id]],
    peer,
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

export function unpackRequest({ method, url, headers, peer, body }: ForwardedRequest): Request {
  const request = new Request(url, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    ...(body === undefined ? {} : { body }),
  });
  forwarded.set(request, { peer });
  return request;
}

/** Headers of an answer that a client reads; the node it asked adds the rest. */
const kept = [
  "accept-ranges",
  "allow",
  "cache-control",
  "content-length",
  "content-range",
  "content-type",
  "etag",
  "location",
  "retry-after",
  "www-authenticate",
];

export function passAnswer(answer: Response): Response {
  const headers = new Headers();
  for (const name of kept) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(answer.body, { status: answer.status, headers });
}
