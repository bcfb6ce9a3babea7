// Console API: sends requests to the server in the name of the signed-in account, and reports refusals.

import type { ApiRequest } from "../page/api-request.ts";
import type { PageAccess } from "../page/page-access.ts";
import { type FieldProblem, refusalIn } from "../page/refusal.ts";
import { sendRequest } from "../page/send-request.ts";
import { words } from "./console-words.ts";

interface ProblemFacts {
  readonly status: number;
  readonly code: string;
  readonly fields?: readonly FieldProblem[];
}

/** Reason why the server did not fulfil a request. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  /** Status of the HTTP answer; 0: there was none. */
  readonly status: number;
  /** Code of the problem document. */
  readonly code: string;
  /** Problems of single fields; empty: none. */
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
  async ask<Answer>(request: ApiRequest<Answer>, signal?: AbortSignal): Promise<Answer> {
    const response = await this.send(request, signal);
    const text = await response.text();
    return (text === "" ? undefined : JSON.parse(text)) as Answer;
  }

  /** The answer itself, if it is successful. Rejects with `ApiProblem`. */
  async send(request: ApiRequest, signal?: AbortSignal): Promise<Response> {
    const { accountToken: token } = this.#access;
    const response = await sendRequest(request, { token, signal: signal ?? null }).catch(() => {
      signal?.throwIfAborted();
      throw new ApiProblem(words.problems.noAnswer, { status: 0, code: "" });
    });
    if (response.ok) return response;
    const { status } = response;
    const { code, detail, fields } = refusalIn(await response.json().catch(() => undefined));
    // A mistyped password does not mean that the token has expired.
    const isTokenRefused = status === 401 && code !== "auth/invalid-credentials";
    if (isTokenRefused && this.#access.accountToken === token) {
      if (await this.#access.again()) return await this.send(request, signal);
      this.#onRefusedToken();
    }
    throw new ApiProblem(detail, { status, code, fields });
  }
}
