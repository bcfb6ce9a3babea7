// The flows of an account, as the server keeps them: each question, and what came of it as plain data.

import type { FlowDocument, NodePositions } from "../../../src/flow/author/edit/edited-document.ts";
import { listOf, numberOf, textOf, valueOf } from "../../page/json-answer.ts";

/** Why it did not work, for a person. */
export interface Refused {
  readonly refused: string;
  /** Of the problem document, or `offline`. */
  readonly code: string;
}

export interface FlowLine {
  readonly flowId: string;
  readonly name: string;
  /** Epoch seconds. */
  readonly createdAt: number;
}

export interface Kept {
  readonly flowId: string;
  readonly name: string;
  readonly etag: string;
  readonly revision: number;
}

export class FlowsApi {
  readonly #token: () => string | undefined;

  constructor(token: () => string | undefined) {
    this.#token = token;
  }

  async list(): Promise<readonly FlowLine[] | Refused> {
    const answer = await this.#ask("GET", "/v1/flows");
    if ("refused" in answer) return answer;
    const entries: readonly unknown[] = Array.isArray(answer.body) ? answer.body : [];
    return entries.map((entry) => ({
      flowId: textOf(entry, "id") ?? "",
      name: textOf(entry, "name") ?? "",
      createdAt: numberOf(entry, "created_at") ?? 0,
    }));
  }

  async read(flowId: string): Promise<{ kept: Kept; document: FlowDocument } | Refused> {
    const path = `/v1/flows/${encodeURIComponent(flowId)}`;
    const [flow, graph] = await Promise.all([this.#ask("GET", path), this.#ask("GET", `${path}/graph`)]);
    if ("refused" in flow) return flow;
    if ("refused" in graph) return graph;
    // Saved by somebody between the two questions: the places are of the other revision, which does no harm.
    const layout = layoutIn(valueOf(graph.body, "layout"));
    return { kept: keptIn(flow), document: { text: textOf(flow.body, "yaml_content") ?? "", layout } };
  }

  create(name: string, document: FlowDocument, draft: boolean): Promise<Kept | Refused> {
    const body = { name, yaml_content: document.text, layout: document.layout };
    return this.#write("POST", `/v1/flows${draftQuery(draft)}`, { body });
  }

  /** `etag`: of the revision that the change was made on; another one in the meantime is refused. */
  save(flowId: string, document: FlowDocument, given: { etag: string; draft: boolean; name?: string }) {
    const { etag, draft, name } = given;
    const body = {
      ...(name !== undefined && { name }),
      yaml_content: document.text,
      layout: document.layout,
    };
    return this.#write("PUT", `/v1/flows/${encodeURIComponent(flowId)}${draftQuery(draft)}`, { body, etag });
  }

  /** `leaving`: the page is closed, and the question must get out all the same. */
  async remove(flowId: string, leaving = false): Promise<undefined | Refused> {
    const path = `/v1/flows/${encodeURIComponent(flowId)}`;
    const answer = await this.#ask("DELETE", path, { keepalive: leaving });
    return "refused" in answer ? answer : undefined;
  }

  async #write(method: string, path: string, sent: { body: object; etag?: string }): Promise<Kept | Refused> {
    const headers = sent.etag === undefined ? {} : { "if-match": sent.etag };
    const answer = await this.#ask(method, path, { body: JSON.stringify(sent.body), headers });
    return "refused" in answer ? answer : keptIn(answer);
  }

  async #ask(method: string, path: string, more: RequestInit = {}): Promise<Answer | Refused> {
    const headers = new Headers(more.headers);
    const token = this.#token();
    if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
    if (more.body !== undefined) headers.set("content-type", "application/json");
    try {
      const response = await fetch(path, { ...more, method, headers });
      const body: unknown = response.status === 204 ? undefined : await response.json();
      if (response.ok) return { body, etag: response.headers.get("etag") ?? "" };
      return { refused: wordsOf(body), code: textOf(body, "code") ?? "" };
    } catch {
      const refused = "The server does not answer. It may be starting again, or the network is down.";
      return { refused, code: "offline" };
    }
  }
}

interface Answer {
  readonly body: unknown;
  readonly etag: string;
}

const draftQuery = (draft: boolean): string => (draft ? "?draft=true" : "");

function keptIn({ body, etag }: Answer): Kept {
  return {
    flowId: textOf(body, "id") ?? "",
    name: textOf(body, "name") ?? "",
    etag,
    revision: numberOf(body, "revision") ?? 0,
  };
}

/** With the first thing that is wrong with the flow, if that is why. */
function wordsOf(problem: unknown): string {
  const detail = textOf(problem, "detail") ?? "The server gave no reason.";
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
