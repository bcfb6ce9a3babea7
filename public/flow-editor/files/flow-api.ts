// Flow API client: reads and writes the account's flows on the server, and returns each failure as plain data.

import type { FlowDocument, NodePositions } from "../../../src/flow/author/edit/edited-document.ts";
import type { Problem } from "../../../src/flow/language/source/problem.ts";
import { type FlowListItem, flowsIn } from "../../page/flow-list.ts";
import type { PageAccess } from "../../page/page-access.ts";
import { detailOf, listOf, numberOf, textOf, valueOf } from "../../page/json-answer.ts";

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
  /** Which pages and files of it callers do not find, and why: only the server knows. */
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
    const answer = await this.#request("GET", "/v1/flows");
    return "refused" in answer ? answer : flowsIn(answer.body);
  }

  async read(flowId: string): Promise<{ stored: StoredFlow; document: FlowDocument } | ApiRefusal> {
    const path = `/v1/flows/${encodeURIComponent(flowId)}`;
    const [flow, graph] = await Promise.all([
      this.#request("GET", path),
      this.#request("GET", `${path}/graph`),
    ]);
    if ("refused" in flow) return flow;
    if ("refused" in graph) return graph;
    // A save between the two requests would give positions of another revision, which does no harm.
    const layout = layoutIn(valueOf(graph.body, "layout"));
    return {
      stored: storedFlowIn(flow),
      document: { text: textOf(flow.body, "yaml_content") ?? "", layout },
    };
  }

  create(name: string, document: FlowDocument, draft: boolean): Promise<SavedFlow | ApiRefusal> {
    const body = { name, yaml_content: document.text, layout: document.layout };
    return this.#write("POST", `/v1/flows${draftQuery(draft)}`, { body });
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
    return this.#write("PUT", `/v1/flows/${encodeURIComponent(flowId)}${draftQuery(draft)}`, { body, etag });
  }

  /** `leaving` sends the request with keepalive, so that it outlives the closing page. */
  async remove(flowId: string, leaving = false): Promise<undefined | ApiRefusal> {
    const path = `/v1/flows/${encodeURIComponent(flowId)}`;
    const answer = await this.#request("DELETE", path, { keepalive: leaving });
    return "refused" in answer ? answer : undefined;
  }

  /** Everything that the server finds wrong with a text; undefined when it does not say. */
  async check(text: string): Promise<readonly Problem[] | undefined> {
    const body = JSON.stringify({ yaml_content: text });
    const answer = await this.#request("POST", "/v1/flows/check", { body });
    return "refused" in answer ? undefined : listOf(answer.body, "diagnostics").map(problemIn);
  }

  async #write(
    method: string,
    path: string,
    sent: { body: object; etag?: string },
  ): Promise<SavedFlow | ApiRefusal> {
    const headers = sent.etag === undefined ? {} : { "if-match": sent.etag };
    const answer = await this.#request(method, path, { body: JSON.stringify(sent.body), headers });
    return "refused" in answer ? answer : { stored: storedFlowIn(answer), unread: unreadIn(answer.body) };
  }

  /** Whether there is another access token to ask with. */
  async #isRenewed(refused: string): Promise<boolean> {
    return this.#access.token === refused && (await this.#access.again());
  }

  async #request(method: string, path: string, more: RequestInit = {}): Promise<ApiAnswer | ApiRefusal> {
    const headers = new Headers(more.headers);
    const { token } = this.#access;
    if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
    if (more.body !== undefined) headers.set("content-type", "application/json");
    try {
      const response = await fetch(path, { ...more, method, headers });
      const body: unknown = response.status === 204 ? undefined : await response.json();
      if (response.ok) return { body, etag: response.headers.get("etag") ?? "" };
      if (response.status === 401 && token !== undefined && (await this.#isRenewed(token)))
        return await this.#request(method, path, more);
      return { refused: wordsOf(body), code: textOf(body, "code") ?? "" };
    } catch {
      const refused = "The server does not answer. It may be restarting, or the network is down.";
      return { refused, code: "offline" };
    }
  }
}

interface ApiAnswer {
  readonly body: unknown;
  readonly etag: string;
}

const draftQuery = (draft: boolean): string => (draft ? "?draft=true" : "");

function storedFlowIn({ body, etag }: ApiAnswer): StoredFlow {
  return {
    flowId: textOf(body, "id") ?? "",
    name: textOf(body, "name") ?? "",
    etag,
    revision: numberOf(body, "revision") ?? 0,
  };
}

/** Pages and sounds that were not there when the flow was stored. */
const unreadCodes: ReadonlySet<string> = new Set(["VF232", "VF233"]);

const unreadIn = (body: unknown): readonly string[] =>
  listOf(body, "diagnostics").flatMap((each) =>
    unreadCodes.has(textOf(each, "code") ?? "")
      ? [`Line ${numberOf(each, "line")}: ${textOf(each, "message")}`]
      : [],
  );

const severities = ["error", "warning", "info"] as const;

function problemIn(diagnostic: unknown): Problem {
  const hint = textOf(diagnostic, "hint");
  const [line, column] = [numberOf(diagnostic, "line") ?? 1, numberOf(diagnostic, "column") ?? 1];
  return {
    severity: severities.find((each) => each === textOf(diagnostic, "severity")) ?? "error",
    code: textOf(diagnostic, "code") ?? "",
    message: textOf(diagnostic, "message") ?? "",
    ...(hint !== undefined && { hint }),
    pointer: textOf(diagnostic, "pointer") ?? "",
    line,
    column,
    end_line: numberOf(diagnostic, "end_line") ?? line,
    end_column: numberOf(diagnostic, "end_column") ?? column,
  };
}

/** The problem's detail, or the flow's first error if there is one. */
function wordsOf(problem: unknown): string {
  const detail = detailOf(problem);
  const [first] = listOf(problem, "diagnostics").filter((each) => textOf(each, "severity") === "error");
  const message = textOf(first, "message");
  return message === undefined ? detail : `Line ${numberOf(first, "line")}: ${message}`;
}

function layoutIn(value: unknown): NodePositions {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([id, place]) => {
      const [x, y] = Array.isArray(place) ? (place as readonly unknown[]) : [];
      return typeof x === "number" && typeof y === "number" ? [[id, [x, y] as const]] : [];
    }),
  );
}
