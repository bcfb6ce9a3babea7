// Request builder for HTTP tools: renders a tool and its arguments to URL, headers and body. Pure; a forbidden
// request is refused with the reason.

import type { Secret } from "../../base/secret.ts";
import type { Expr, Template } from "../language/expression/ast.ts";
import { exprOfHole } from "../language/expression/evaluator.ts";
import { partsOf } from "../language/expression/dependencies.ts";
import {
  type BlockedText,
  renderBody,
  renderHeader,
  renderUrl,
} from "../language/expression/template-renderer.ts";
import type { EvaluationScope } from "../language/expression/evaluation-scope.ts";
import { languageOf } from "../locale/languages.ts";
import { timeInZone, zonedTimeOf } from "../value/zoned-time.ts";
import type { Body } from "../language/expression/ast.ts";
import type { Tool } from "../language/program.ts";
import { type Value, type ValueMap, valueMap } from "../value/value.ts";

/** An account's secret, and where it may be sent: `host` or `host:port`. */
export interface ToolSecret {
  readonly value: Secret;
  readonly hosts: readonly string[];
}

export interface ToolRequest {
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
}

export interface ToolRendering {
  readonly tool: Tool;
  readonly args: ValueMap;
  readonly idempotencyKey: string;
  /** The time of day for templates, in milliseconds of the Unix epoch. */
  readonly wallMs: number;
  readonly timezone: string;
  readonly language: string;
  readonly secretOf: (name: string) => ToolSecret | undefined;
}

/**
 * Renders a tool's request, or returns the reason against it: an unknown secret, a foreign host, or an unsafe value.
 */
export function renderRequest(rendering: ToolRendering): ToolRequest | BlockedText {
  const { tool } = rendering;
  const secrets = secretsFor(rendering);
  if ("blocked" in secrets) return secrets;
  const scope = scopeOf(rendering, secrets.values);
  const url = renderUrl(tool.url, scope);
  if ("blocked" in url) return url;
  const headers = new Map<string, string>([["accept", "application/json"]]);
  if (tool.body !== undefined) headers.set("content-type", "application/json");
  for (const [name, template] of tool.headers) {
    const header = renderHeader(template, scope);
    if ("blocked" in header) return header;
    // A header whose value is null is left out.
    if (header.text !== "") headers.set(name.toLowerCase(), header.text);
  }
  // After the flow's own: a flow that chose the key could not be trusted with a retry.
  if (tool.effect === "write") headers.set("idempotency-key", rendering.idempotencyKey);
  const body = tool.body === undefined ? undefined : renderBody(tool.body, scope);
  if (body !== undefined && "blocked" in body) return body;
  return { url: url.text, headers: [...headers], body: body && JSON.stringify(body.value) };
}

/** Scope of a tool's templates: its arguments and its secrets, but no variables of the flow. */
function scopeOf(
  { tool, args, wallMs, timezone, language }: ToolRendering,
  secrets: ValueMap,
): EvaluationScope {
  return {
    get: (name) => {
      if (name === "secrets") return secrets;
      if (!tool.params.has(name)) return undefined;
      return Object.hasOwn(args, name) ? args[name] : null;
    },
    kindOf: (name) => {
      const kind = tool.params.get(name);
      return kind === undefined ? undefined : { kind };
    },
    get moment() {
      return zonedTimeOf(wallMs, timezone);
    },
    momentIn: (zone) => timeInZone(wallMs, zone),
    speaker: languageOf(language).speaker,
  };
}

/** Secrets in a request of this tool. */
export function secretsIn(tool: Tool): ReadonlySet<string> {
  return new Set(templatesOf(tool).flatMap((template) => secretNames(template)));
}

function secretsFor({ tool, secretOf }: ToolRendering): { readonly values: ValueMap } | BlockedText {
  const [first] = tool.url;
  const target =
    typeof first === "string" ? URL.parse(/^[a-z]+:\/\/[^/?#\\]+/i.exec(first)?.[0] ?? "") : null;
  const values: (readonly [string, Value])[] = [];
  for (const name of secretsIn(tool)) {
    const secret = secretOf(name);
    if (secret === undefined) return { blocked: `the account has no secret ${name}` };
    if (target === null || !maySend(secret, target))
      return { blocked: `the secret ${name} may not be sent to this host` };
    values.push([name, secret.value.reveal()]);
  }
  return { values: valueMap(values) };
}

function maySend({ hosts }: ToolSecret, { hostname, port, protocol }: URL): boolean {
  const actual = port === "" ? (protocol === "http:" ? "80" : "443") : port;
  return hosts.some((host) => {
    const [, name, wanted] = /^(.*?)(?::(\d+))?$/.exec(host) ?? [];
    return name === hostname && (wanted ?? actual) === actual;
  });
}

function templatesOf({ url, headers, body }: Tool): Template[] {
  return [url, ...headers.map(([, value]) => value), ...(body === undefined ? [] : templatesIn(body))];
}

function templatesIn(body: Body): Template[] {
  switch (body.type) {
    case "constant":
      return [];
    case "text":
      return [body.template];
    case "list":
      return body.items.flatMap(templatesIn);
    case "map":
      return body.entries.flatMap(([, each]) => templatesIn(each));
  }
}

/** `secrets.NAME`, anywhere in an expression. */
function secretNames(template: Template): string[] {
  const names: string[] = [];
  const open: Expr[] = template.flatMap((part) => (typeof part === "string" ? [] : [exprOfHole(part)]));
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    if (each.type === "field" && each.of.type === "name" && each.of.name === "secrets") names.push(each.name);
    open.push(...partsOf(each));
  }
  return names;
}
