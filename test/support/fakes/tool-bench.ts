// Tool bench: calls of one tool whose server is a list of answers.

import type {
  OutboundAnswer,
  OutboundFailure,
  OutboundRequest,
} from "../../../src/base/outbound/outbound-message.ts";
import { Secret } from "../../../src/base/secret.ts";
import { bodyOf } from "../../../src/flow/language/expression/data-template.ts";
import { parseTemplate } from "../../../src/flow/language/expression/template-parser.ts";
import type { Tool } from "../../../src/flow/language/program.ts";
import { runHttpTool } from "../../../src/flow/engine/http-tool.ts";
import type { ToolSecret } from "../../../src/flow/engine/tool-request.ts";
import { type Kind, type Value, valueMap } from "../../../src/flow/value/value.ts";
import { settle, VirtualClock } from "./virtual-clock.ts";

interface Written {
  readonly method?: Tool["method"];
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly params?: Readonly<Record<string, Kind>>;
  readonly returns?: Readonly<Record<string, Kind>>;
  readonly retries?: number;
  readonly timeoutMs?: number;
  readonly effect?: Tool["effect"];
}

function template(text: string): Tool["url"] {
  const { tree, problem } = parseTemplate(text);
  if (problem !== undefined) throw new Error(problem.message);
  return tree;
}

export function toolOf(written: Written): Tool {
  const { method = "GET", url = "https://api.test/v1/tables", headers = {}, body } = written;
  const parsed = body === undefined ? undefined : bodyOf(body);
  return {
    name: "find_table",
    params: new Map(Object.entries(written.params ?? { day: "date", at: "time", id: "text", list: "list" })),
    method,
    url: template(url),
    headers: Object.entries(headers).map(([name, value]) => [name, template(value)]),
    ...(parsed?.tree === undefined ? {} : { body: parsed.tree }),
    timeoutMs: written.timeoutMs ?? 4_000,
    retries: written.retries ?? 0,
    effect: written.effect ?? (method === "GET" ? "read" : "write"),
    returns: new Map(Object.entries(written.returns ?? {})),
  };
}

export type ToolAnswer = OutboundFailure | Partial<OutboundAnswer> | Value;

export class ToolBench {
  readonly clock = new VirtualClock();
  readonly sent: (OutboundRequest & { readonly atMs: number })[] = [];
  readonly secrets = new Map<string, ToolSecret>();
  readonly stop = new AbortController();
  answers: ToolAnswer[] = [{ ok: true }];

  secret(name: string, value: string, hosts: readonly string[] = ["api.test"]): this {
    this.secrets.set(name, { value: new Secret(value), hosts });
    return this;
  }

  async run(written: Written, args: Readonly<Record<string, Value>> = {}) {
    const done = runHttpTool(
      {
        tool: toolOf(written),
        args: valueMap(Object.entries(args)),
        idempotencyKey: "ses_1-search-1",
        timezone: "Europe/Paris",
        language: "en",
        signal: this.stop.signal,
      },
      {
        owner: "acc_1",
        clock: this.clock,
        secretOf: (name) => this.secrets.get(name),
        outbound: { send: (request) => this.#send(request) },
      },
    );
    await settle();
    await this.clock.advance(60_000);
    return await done;
  }

  #send(request: OutboundRequest): Promise<OutboundAnswer | OutboundFailure> {
    this.sent.push({ ...request, atMs: this.clock.now() });
    const next = this.answers.length > 1 ? this.answers.shift() : this.answers[0];
    if (typeof next === "object" && next !== null && "kind" in next && next["kind"] !== "ok")
      return Promise.resolve(next as OutboundFailure);
    const plain = typeof next !== "object" || next === null || !("status" in next);
    const given: Partial<OutboundAnswer> = plain
      ? { body: new TextEncoder().encode(JSON.stringify(next)) }
      : (next as Partial<OutboundAnswer>);
    const empty = { status: 200, headers: new Headers(), body: new Uint8Array() };
    return Promise.resolve({ ...empty, ...given, kind: "ok" });
  }
}
