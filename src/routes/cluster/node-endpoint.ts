// Node endpoint: answers to other nodes. The endpoint comes before the routes, and a request without a node's
// signature gets the answer of an unknown address.

import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { NodeState } from "../../../db/port/node-store.ts";
import { once } from "../../base/once.ts";
import type { Recordings } from "../../calls/recordings.ts";
import { nodePaths, type SharedPreview } from "../../cluster/node-request.ts";
import { type NodeSigner, signatureHeader } from "../../cluster/node-signature.ts";
import { piecesOf } from "../../files/stored-files.ts";
import { streamOf } from "../http/answer-stream.ts";
import { unpackRequest } from "../http/forwarded-request.ts";

export interface NodeEndpointOptions {
  readonly signer: Pick<NodeSigner, "take" | "isBody">;
  readonly self: () => string;
  readonly state: () => NodeState;
  /**
   * Releases a session with the state that another node needs, and sends its client to `to`; false if it is not here.
   */
  readonly release: (sessionId: string, to: string | null) => Promise<boolean>;
  readonly previewOf: (id: string) => SharedPreview | undefined;
  /** Files of sessions on this node. */
  readonly recordings: Pick<Recordings, "erase" | "left">;
  /** Resumes telephone calls that another node releases, if it gets their numbers. */
  readonly phones: (moved: readonly unknown[]) => void;
  /** Answers a client's request passed on by another node. */
  readonly handle: (request: Request) => Promise<Response> | Response;
}

/** Undefined: not a request of another node. */
export type NodeEndpoint = (request: Request, path: string) => Promise<Response | undefined>;

/** A lone server gets no requests of nodes. */
const releasing = once(() => Compile(Type.Object({ to: Type.Union([Type.String(), Type.Null()]) })));
const erasing = once(() => Compile(Type.Object({ sessionIds: Type.Array(Type.String()) })));
const bequeathed = once(() => Compile(Type.Array(Type.Unknown())));
const forwarding = once(() =>
  Compile(
    Type.Object({
      method: Type.String(),
      url: Type.String(),
      headers: Type.Array(Type.Tuple([Type.String(), Type.String()])),
      peer: Type.Optional(Type.String()),
      body: Type.Optional(Type.String()),
    }),
  ),
);

/** The largest body of the API, written as JSON in JSON, and its headers. */
const bodyCharsMax = 4 * 1024 * 1024;

export function openNodeEndpoint(options: NodeEndpointOptions): NodeEndpoint {
  const { signer, self } = options;
  return async (request, path) => {
    const header = request.headers.get(signatureHeader);
    if (header === null || !path.startsWith("/cluster/")) return undefined;
    const { method } = request;
    const bodyHash = signer.take({ method, path }, header);
    if (bodyHash === undefined) return undefined;
    const declared = Number(request.headers.get("content-length") ?? 0);
    const body = method === "GET" || !(declared <= bodyCharsMax) ? "" : await request.text();
    if (!signer.isBody(body, bodyHash)) return undefined;
    let work: Work | undefined;
    try {
      work = workOf(`${method} ${path}`, body, options);
    } catch {
      // Not sent by any node of ours: nothing was begun, and nothing is wrong here.
      work = () => new Response("This message of a node cannot be read.\n", { status: 400 });
    }
    const answer = await work?.();
    answer?.headers.set(signatureHeader, self());
    return answer;
  };
}

type Work = () => Promise<Response> | Response;

/** Work of a message, which is read completely before any of it is done. Throws for an unreadable one. */
function workOf(
  asked: string,
  body: string,
  { self, state, release, previewOf, recordings, phones, handle }: NodeEndpointOptions,
): Work | undefined {
  const after = (method: string, path: string): string | undefined =>
    asked.startsWith(`${method} ${path}`)
      ? decodeURIComponent(asked.slice(method.length + 1 + path.length))
      : undefined;
  if (asked === `GET ${nodePaths.ping}`) return () => Response.json({ id: self(), state: state() });
  const sessionId = after("POST", nodePaths.release);
  if (sessionId !== undefined) {
    const { to } = releasing().Parse(JSON.parse(body));
    return async () => Response.json({ released: await release(sessionId, to) });
  }
  const previewId = after("GET", nodePaths.preview);
  if (previewId !== undefined) return () => Response.json({ preview: previewOf(previewId) });
  if (asked === `POST ${nodePaths.erase}`) {
    const { sessionIds } = erasing().Parse(JSON.parse(body));
    return async () => Response.json({ erased: await recordings.erase(sessionIds) });
  }
  const left = after("GET", nodePaths.left);
  if (left !== undefined) return () => leftAt(left, recordings);
  if (asked === `POST ${nodePaths.phones}`) {
    const moved = bequeathed().Parse(JSON.parse(body));
    return () => (phones(moved), Response.json({}));
  }
  if (asked !== `POST ${nodePaths.forward}`) return undefined;
  const request = unpackRequest(forwarding().Parse(JSON.parse(body)));
  return async () => {
    const answer = await handle(request);
    return new Response(answer.body, { status: answer.status, headers: answer.headers });
  };
}

/** The names of the messages left in a session, or one of these files. */
async function leftAt(place: string, recordings: NodeEndpointOptions["recordings"]): Promise<Response> {
  const [sessionId = "", name] = place.split("/");
  const files = await recordings.left(sessionId);
  if (name === undefined) return Response.json({ names: [...files.keys()] });
  const file = files.get(name);
  return file === undefined ? new Response(null, { status: 404 }) : new Response(streamOf(piecesOf(file)));
}
