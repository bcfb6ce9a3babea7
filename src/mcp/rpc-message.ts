// JSON-RPC message: a message of a Model Context Protocol client, read without trust, and its answer.

export type JsonObject = Readonly<Record<string, unknown>>;
export type RpcId = string | number;

export interface RpcRequest {
  readonly id: RpcId;
  readonly method: string;
  readonly params: JsonObject;
}

export type RpcMessage =
  | ({ readonly type: "request" } & RpcRequest)
  | { readonly type: "notification"; readonly method: string; readonly params: JsonObject }
  /** Client's answer to a request; we send none, so no code waits for it. */
  | { readonly type: "response" }
  | { readonly type: "invalid"; readonly id: RpcId | null; readonly why: string };

/** Codes of JSON-RPC 2.0, and those that the protocol adds. */
export const rpcCodes = {
  parse: -32_700,
  invalid: -32_600,
  noMethod: -32_601,
  params: -32_602,
  internal: -32_603,
  headers: -32_020,
  version: -32_022,
} as const;
export type RpcErrorKind = keyof typeof rpcCodes;

/** The answer repeats the id. */
export const idCharsMax = 256;
export const methodCharsMax = 128;

/** @param value JSON, of any shape. */
export function readRpc(value: unknown): RpcMessage {
  if (!isObject(value))
    return invalid(
      null,
      Array.isArray(value) ? "Send one message at a time." : "A message must be an object.",
    );
  const id = isId(value["id"]) ? value["id"] : undefined;
  if (value["jsonrpc"] !== "2.0") return invalid(id, 'A message says "jsonrpc": "2.0".');
  const { method, params = {} } = value;
  if (method === undefined && ("result" in value || "error" in value)) return { type: "response" };
  if (typeof method !== "string" || method === "" || method.length > methodCharsMax)
    return invalid(id, `A message needs a method of at most ${methodCharsMax} characters.`);
  if (!isObject(params)) return invalid(id, "The params must be an object.");
  if (!("id" in value)) return { type: "notification", method, params };
  if (id === undefined)
    return invalid(id, `An id must be a whole number, or a text of at most ${idCharsMax} characters.`);
  return { type: "request", id, method, params };
}

export function rpcResult(id: RpcId, result: JsonObject): JsonObject {
  return { jsonrpc: "2.0", id, result };
}

/** `data` is for programs. */
export function rpcError(
  id: RpcId | null,
  {
    kind,
    message,
    data,
  }: { readonly kind: RpcErrorKind; readonly message: string; readonly data?: JsonObject },
): JsonObject {
  return { jsonrpc: "2.0", id, error: { code: rpcCodes[kind], message, ...(data && { data }) } };
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isId(value: unknown): value is RpcId {
  return typeof value === "string" ? value.length <= idCharsMax : Number.isSafeInteger(value);
}

function invalid(id: RpcId | null | undefined, why: string): RpcMessage {
  return { type: "invalid", id: id ?? null, why };
}
