// Flow API client: reads and writes the account's flows on the server, and returns each failure as plain data.

import type { FlowDocument, NodePositions } from "../../../src/flow/author/edit/edited-document.ts";
import type { Problem } from "../../../src/flow/language/source/problem.ts";
import { type ApiAnswer, type ApiRequest, request } from "../../page/api-request.ts";
import type { FlowListItem } from "../../page/flow-list.ts";
import type { PageAccess } from "../../page/page-access.ts";
import { refusalIn } from "../../page/refusal.ts";
import { sendRequest } from "../../page/send-request.ts";

/** The reason, as a sentence to show. */
export interface ApiRefusal {
  readonly refused: string;
  /** The `code` of the problem document (RFC 9457), or `offline`. */
  readonly code: string;
}

export interface StoredFlow {
  readonly flowId: string;
  readonly name: string;
  readonly etag: string;
  readonly revision: number;
}

export interface SavedFlow {
  readonly stored: StoredFlow;
  /** Pages and files of the flow that callers will not reach, with the reasons: only the server knows. */
  readonly unread: readonly string[];
}

/**
 * Methods never reject: each returns its result or an `ApiRefusal`. They send the page's access token, if there is
 * one.
 */
export class FlowApi {
  readonly #access: Pick<PageAccess, "token" | "again">;

  constructor(access: Pick<PageAccess, "token" | "again">) {
    this.#access = access;
  }

  async list(): Promise<readonly FlowListItem[] | ApiRefusal> {
    const answer = await this.#ask(request("GET /v1/flows"));
    return "refused" in answer ? answer : answer.body;
  }

  async read(flowId: string): Promise<{ stored: StoredFlow; document: FlowDocument } | ApiRefusal> {
    const [flow, graph] = await Promise.all([
      this.#ask(request("GET /v1/flows/:flow_id", { flow_id: flowId })),
      this.#ask(request("GET /v1/flows/:flow_id/graph", { flow_id: flowId })),
    ]);
    if ("refused" in flow) return flow;
    if ("refused" in graph) return graph;
    // A save between the two requests would give positions of another revision, which does no harm.
    const layout = graph.body.layout as unknown as NodePositions;
    const document = { text: flow.body.yaml_content, layout };
    return { stored: storedFlowIn(flow), document };
  }

  create(name: string, document: FlowDocument, draft: boolean): Promise<SavedFlow | ApiRefusal> {
    const body = { name, yaml_content: document.text, layout: document.layout };
    return this.#write(request("POST /v1/flows", draftQuery(draft), body));
  }

  /**
   * `etag` is that of the edited revision; a newer one on the server makes the request fail with
   * request/precondition.
   */
  save(flowId: string, document: FlowDocument, given: { etag: string; draft: boolean; name?: string }) {
    const { etag, draft, name } = given;
    const body = {
      ...(name !== undefined && { name }),
      yaml_content: document.text,
      layout: document.layout,
    };
    return this.#write(
      request("PUT /v1/flows/:flow_id", { flow_id: flowId, ...draftQuery(draft) }, body),
      etag,
    );
  }

  /** `leaving` sends the request with keepalive, so that it outlives the closing page. */
  async remove(flowId: string, leaving = false): Promise<undefined | ApiRefusal> {
    const removal = request("DELETE /v1/flows/:flow_id", { flow_id: flowId });
    const answer = await this.#ask(removal, { keepalive: leaving });
    return "refused" in answer ? answer : undefined;
  }

  /** All problems of a text by the server's check; undefined if the server does not answer. */
  async check(text: string): Promise<readonly Problem[] | undefined> {
    const answer = await this.#ask(request("POST /v1/flows/check", {}, { yaml_content: text }));
    if ("refused" in answer) return undefined;
    return answer.body.diagnostics.map(({ end_line, end_column, ...problem }) => ({
      ...problem,
      end_line: end_line ?? problem.line,
      end_column: end_column ?? problem.column,
    }));
  }

  async #write(change: ApiRequest<WrittenFlow>, etag?: string): Promise<SavedFlow | ApiRefusal> {
    const answer = await this.#ask(change, etag === undefined ? {} : { headers: { "if-match": etag } });
    if ("refused" in answer) return answer;
    return { stored: storedFlowIn(answer), unread: unreadIn(answer.body.diagnostics ?? []) };
  }

  /** Whether the page got another access token for a repetition. */
  async #isRenewed(refused: string): Promise<boolean> {
    return this.#access.token === refused && (await this.#access.again());
  }

  async #ask<Body>(asked: ApiRequest<Body>, more: RequestInit = {}): Promise<Answer<Body> | ApiRefusal> {
    const { token } = this.#access;
    try {
      const response = await sendRequest(asked, { ...more, token });
      const body: unknown = response.status === 204 ? undefined : await response.json();
      if (response.ok) return { body: body as Body, etag: response.headers.get("etag") ?? "" };
      if (response.status === 401 && token !== undefined && (await this.#isRenewed(token)))
        return await this.#ask(asked, more);
      const { code, detail, flowErrors } = refusalIn(body);
      const [first] = flowErrors;
      return { refused: first === undefined ? detail : `Line ${first.line}: ${first.message}`, code };
    } catch {
      const refused = "The server does not answer. It may be restarting, or the network is down.";
      return { refused, code: "offline" };
    }
  }
}

interface Answer<Body> {
  readonly body: Body;
  readonly etag: string;
}

type WrittenFlow = ApiAnswer<"POST /v1/flows"> | ApiAnswer<"PUT /v1/flows/:flow_id">;

const draftQuery = (draft: boolean): { readonly draft?: true } => (draft ? { draft } : {});

type NamedFlow = Pick<ApiAnswer<"GET /v1/flows/:flow_id">, "id" | "name" | "revision">;

function storedFlowIn({ body: { id, name, revision }, etag }: Answer<NamedFlow>): StoredFlow {
  return { flowId: id, name, etag, revision };
}

/** Pages and sounds that were not there when the flow was stored. */
const unreadCodes: ReadonlySet<string> = new Set(["VF232", "VF233"]);

const unreadIn = (diagnostics: readonly Pick<Problem, "code" | "line" | "message">[]): readonly string[] =>
  diagnostics
    .filter(({ code }) => unreadCodes.has(code))
    .map(({ line, message }) => `Line ${line}: ${message}`);
