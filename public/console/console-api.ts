// Console API: asks the server in the name of the account that is signed in, and tells what it refused.

import { detailOf, listOf, textOf } from "../page/json-answer.ts";
import type { PageAccess } from "../page/page-access.ts";
import type { ApiRequest } from "./api-request.ts";
import { words } from "./console-words.ts";

/** The part of the request that is to blame, by its JSON pointer. */
export interface FieldProblem {
  readonly pointer: string;
  readonly detail: string;
}

interface ProblemFacts {
  readonly status: number;
  readonly code: string;
  readonly fields?: readonly FieldProblem[];
}

/** Why the server did not do what it was asked. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  /** Status of the HTTP answer; 0: there was none. */
  readonly status: number;
  /** Code of the problem document. */
  readonly code: string;
  /** Empty: none in particular. */
  readonly fields: readonly FieldProblem[];

  constructor(detail: string, { status, code, fields = [] }: ProblemFacts) {
    super(detail);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

export class ConsoleApi {
  readonly #access: Pick<PageAccess, "accountToken" | "again">;
  readonly #onRefusedToken: () => void;

  constructor(access: Pick<PageAccess, "accountToken" | "again">, onRefusedToken: () => void) {
    this.#access = access;
    this.#onRefusedToken = onRefusedToken;
  }

  /** The body of the answer; undefined where there is none. Rejects with `ApiProblem`. */
  async ask(request: ApiRequest, signal?: AbortSignal): Promise<unknown> {
    const response = await this.send(request, signal);
    const text = await response.text();
    return text === "" ? undefined : (JSON.parse(text) as unknown);
  }

  /** The answer itself, which is a good one. Rejects with `ApiProblem`. */
  async send(request: ApiRequest, signal?: AbortSignal): Promise<Response> {
    const { method, path, body, file, range } = request;
    const { accountToken: token } = this.#access;
    const response = await fetch(path, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(range !== undefined && { range: `bytes=0-${range - 1}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(file !== undefined && { body: file }),
      ...(signal !== undefined && { signal }),
    }).catch(() => {
      signal?.throwIfAborted();
      throw new ApiProblem(words.problems.noAnswer, { status: 0, code: "" });
    });
    if (response.ok) return response;
    const problem: unknown = await response.json().catch(() => undefined);
    const { status } = response;
    const code = textOf(problem, "code") ?? "";
    // A password that was typed wrong is no token that is over.
    const isTokenRefused = status === 401 && code !== "auth/invalid-credentials";
    if (isTokenRefused && this.#access.accountToken === token) {
      if (await this.#access.again()) return await this.send(request, signal);
      this.#onRefusedToken();
    }
    const fields = listOf(problem, "errors").map((error) => ({
      pointer: textOf(error, "pointer") ?? "",
      // An empty field stands for null, which cannot be typed.
      detail: (textOf(error, "detail") ?? "").replace(/ or null\.$/, "."),
    }));
    throw new ApiProblem(detailOf(problem), { status, code, fields });
  }
}
