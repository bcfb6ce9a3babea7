// API request: a request of a page to its server, as data that knows the type of its answer. Pure. The server's own
// routes give the types; a page is of the same version as the server that sent it, so no answer is read field by field.

import type { ApiAnswer, ApiBody, ApiFields, Route } from "../../src/routes/api.ts";

export type { ApiAnswer } from "../../src/routes/api.ts";

export interface ApiRequest<Answer = unknown> {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  /** Sent instead of a body. */
  readonly file?: Blob;
  /** Maximum bytes of the answer, from its beginning. */
  readonly range?: number;
  /** Carries the type of the answer; no request has a value here. */
  readonly answer?: Answer;
}

type Given<R extends Route> =
  object extends ApiFields<R>
    ? [fields?: ApiFields<R>, body?: ApiBody<R>]
    : [fields: ApiFields<R>, body?: ApiBody<R>];

/** `request("GET /v1/calls/:call_id", { call_id })`: fields that do not stand in the path go into the query. */
export function request<R extends Route>(route: R, ...[fields, body]: Given<R>): ApiRequest<ApiAnswer<R>> {
  const [method = "", pattern = ""] = route.split(" ");
  const query = new URLSearchParams();
  const parts = new Map<string, string | number | boolean | undefined>(Object.entries(fields ?? {}));
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
    const part = String(parts.get(name));
    parts.delete(name);
    return encodeURIComponent(part);
  });
  for (const [name, value] of parts) if (value !== undefined) query.set(name, String(value));
  const asked = query.size === 0 ? path : `${path}?${query}`;
  return { method, path: asked, ...(body !== undefined && { body }) };
}
