// Example service: the contract of a small web service inside this program, so that the shipped flows succeed on any
// machine. Pure: its data is a state, and a request makes a new one.

import type { Value, ValueMap } from "../../value/value.ts";

/** HTTP request for a service (RFC 9110): the one that a tool would have sent. */
export interface ExampleRequest {
  readonly method: string;
  /** The decoded segments of the path: `/v1/orders/12345` is ["v1", "orders", "12345"]. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  /** The JSON body; null without one. */
  readonly body: Value;
  /** The day where the service is, such as `2026-11-20`. */
  readonly today: string;
}

export interface ExampleAnswer {
  /** 400 to 499 if refused. A flow sees no other one. */
  readonly status?: number;
  /** Sent as JSON. */
  readonly body: ValueMap;
}

/** `S`: memory within one conversation: written data, for later requests. */
export interface ExampleService<S> {
  readonly first: S;
  /** Equal states and requests give equal answers. */
  readonly answer: (state: S, request: ExampleRequest) => readonly [S, ExampleAnswer];
}

/** 400 to 499, with the reason for a person who reads the answer. */
export function refused(status: number, error: string): ExampleAnswer {
  return { status, body: { error } };
}

export const noSuchRoute = refused(404, "This example service has no such route.");

/** Text or a number in a JSON body, as text; empty where there is neither. */
export function textIn(body: Value, key: string): string {
  const value = fieldOf(body, key);
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function fieldOf(body: Value, key: string): Value {
  const isMap = typeof body === "object" && body !== null && !Array.isArray(body);
  return isMap && Object.hasOwn(body, key) ? ((body as ValueMap)[key] ?? null) : null;
}
