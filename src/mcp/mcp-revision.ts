// Protocol revision: the revision of the Model Context Protocol in a request. Up to 2025-11-25 a client begins with
// `initialize`; since 2026-07-28 each request names its revision, and over HTTP repeats it in its headers.

import { isObject, type JsonObject, type RpcErrorKind, type RpcRequest } from "./rpc-message.ts";

export const statelessRevisions: readonly string[] = ["2026-07-28"];
/** The newest first: it is offered to a client that asks for an unknown one. */
const handshakeRevisions: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
const supported = [...statelessRevisions, ...handshakeRevisions];

const versionKey = "io.modelcontextprotocol/protocolVersion";
const capabilitiesKey = "io.modelcontextprotocol/clientCapabilities";
export const serverInfoKey = "io.modelcontextprotocol/serverInfo";

/** Headers of an HTTP request that repeat parts of its body, so that it can be routed unread. */
export interface McpHeaders {
  readonly revision: string | null;
  readonly method: string | null;
  readonly name: string | null;
}

/** `stateless`: since 2026-07-28. */
export type Era = "handshake" | "stateless";

export interface Refusal {
  readonly kind: RpcErrorKind;
  readonly message: string;
  readonly data?: JsonObject;
}

/** Revision for a client that asks for `wanted` in `initialize`. */
export function agreedRevision(wanted: unknown): string {
  return handshakeRevisions.find((each) => each === wanted) ?? handshakeRevisions[0] ?? "";
}

/** @param headers Absent where there are none: on stdio. */
export function eraOf({ method, params }: RpcRequest, headers?: McpHeaders): Era | Refusal {
  const meta = isObject(params["_meta"]) ? params["_meta"] : {};
  const claimed = meta[versionKey];
  if (claimed === undefined) {
    const named = headers?.revision ?? undefined;
    if (named === undefined || handshakeRevisions.includes(named)) return "handshake";
    if (statelessRevisions.includes(named))
      return { kind: "params", message: `The header names ${named}, so params._meta has ${versionKey}.` };
    return unsupported(named);
  }
  if (typeof claimed !== "string") return { kind: "params", message: `${versionKey} is a text.` };
  if (!statelessRevisions.includes(claimed)) return unsupported(claimed);
  if (!isObject(meta[capabilitiesKey]))
    return { kind: "params", message: `params._meta has no ${capabilitiesKey}.` };
  const mismatch = headers && mismatchOf({ method, params, claimed }, headers);
  return mismatch ?? "stateless";
}

function unsupported(requested: string): Refusal {
  const message = `This server does not support ${requested.slice(0, 32)}. It supports ${supported.join(", ")}.`;
  return { kind: "version", message, data: { supported, requested } };
}

/** Parameter that the header Mcp-Name repeats, by method. */
const nameOf: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

/** The headers are present, and agree with the body. */
function mismatchOf(
  { method, params, claimed }: Pick<RpcRequest, "method" | "params"> & { readonly claimed: string },
  headers: McpHeaders,
): Refusal | undefined {
  const mirrored = Object.hasOwn(nameOf, method) ? nameOf[method] : undefined;
  const wanted: readonly (readonly [header: string, given: string | null, body: unknown])[] = [
    ["MCP-Protocol-Version", headers.revision, claimed],
    ["Mcp-Method", headers.method, method],
    ...(mirrored === undefined ? [] : [["Mcp-Name", decoded(headers.name), params[mirrored]] as const]),
  ];
  const [wrong] = wanted.filter(([, given, body]) => given !== body);
  if (wrong === undefined) return undefined;
  const [header, given] = wrong;
  const how = given === null ? "is missing" : "does not match the body";
  return { kind: "headers", message: `The header ${header} ${how}.`, data: { mismatch: { header } } };
}

/** A name that does not fit a header comes as `=?base64?…?=`. */
function decoded(header: string | null): string | null {
  const [, base64] = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(header ?? "") ?? [];
  return base64 === undefined ? header : Buffer.from(base64, "base64").toString();
}
