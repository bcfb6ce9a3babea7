// Request sender: sends a request of a page to its server.

import type { ApiRequest } from "./api-request.ts";

interface SendOptions extends RequestInit {
  /** Access token; undefined: none. */
  readonly token?: string | undefined;
}

/** Resolves to any answer of the server. Rejects if there is none. */
export function sendRequest(
  { method, path, body, file, range }: ApiRequest,
  { token, headers: more, ...init }: SendOptions = {},
): Promise<Response> {
  const headers = new Headers(more);
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
  if (body !== undefined) headers.set("content-type", "application/json");
  if (range !== undefined) headers.set("range", `bytes=0-${range - 1}`);
  const content = file ?? (body === undefined ? null : JSON.stringify(body));
  return fetch(path, { ...init, method, headers, body: content });
}

/** The body of a successful answer. Rejects if there is no such answer. */
export async function answerTo<Answer>(request: ApiRequest<Answer>, options?: SendOptions): Promise<Answer> {
  const response = await sendRequest(request, options);
  if (!response.ok) throw new Error(`${request.path}: ${response.status}`);
  return (await response.json()) as Answer;
}
