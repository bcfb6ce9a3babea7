// The API document: made from the routes by the Swagger plugin, then corrected where the plugin guesses.

import { swagger } from "@elysiajs/swagger";
import { type AnyElysia, Elysia } from "elysia";
import { type FaultCode, faults } from "../../base/fault.ts";
import { version } from "../../base/version.ts";
import { isSignaling } from "../http/request-body.ts";
import { diagnostic } from "../flow/flow-schemas.ts";
import { type Access, isGuarded, operation, ruleOf } from "../http/route-operation.ts";

interface Content {
  readonly schema?: unknown;
  example?: unknown;
  readonly examples?: unknown;
}

interface Answer {
  readonly description?: string;
  readonly headers?: Record<string, unknown>;
  /** Where the plugin puts the examples of a schema. */
  readonly examples?: readonly unknown[];
  readonly content?: Record<string, Content>;
}

interface Parameter {
  readonly in: string;
  required: boolean;
  readonly schema: { readonly default?: unknown };
}

interface Route {
  readonly summary?: string;
  readonly parameters?: readonly Parameter[];
  requestBody?: { required: boolean; content: Record<string, Content> };
  responses?: Record<string, Answer>;
  security?: readonly Readonly<Record<string, readonly string[]>>[];
  "x-problems"?: readonly FaultCode[];
  "x-rule"?: unknown;
  "x-etag"?: boolean;
  "x-cached"?: boolean;
}

interface Document {
  openapi: string;
  readonly paths: Record<string, Record<string, Route>>;
  components?: { schemas?: Record<string, unknown>; securitySchemes?: Record<string, unknown> };
  servers?: unknown;
}

const documentation = {
  info: {
    title: "Voice Flow",
    version,
    description:
      "A self-hosted voice agent. Every refusal is a problem document (RFC 9457) with a `code` from a closed " +
      "list and a `detail` that says what to do. Every answer carries `X-Request-Id`, which finds it in the log.",
  },
  tags: [
    { name: "accounts", description: "Signing up, logging in, API keys" },
    { name: "flows", description: "Stored flows" },
    { name: "sessions", description: "Conversations: started by an API key, recorded" },
    { name: "credits", description: "What is left, and what a minute costs" },
    { name: "providers", description: "Who hears, speaks and thinks, and with whose key" },
    { name: "engine", description: "Is it well, and what can it do" },
    { name: "voice", description: "Calls: the socket, and WebRTC signalling" },
    { name: "pages", description: "What a browser opens" },
  ],
};

export interface OpenapiOptions {
  readonly publicUrl: URL | undefined;
  /** Calls need no credentials here. */
  readonly engineOpen: boolean;
}

/** Answers `/swagger/json` for the routes of `described`, itself included. */
export function openapiRoutes(described: () => AnyElysia, options: OpenapiOptions) {
  let made: Promise<Document> | undefined;
  const make = async (): Promise<Document> => {
    // A second app, never served: the plugin brings a page of its own that loads scripts from elsewhere.
    const shadow = new Elysia().use(described()).use(
      swagger({
        path: "/plugin",
        specPath: "/plugin/json",
        excludeStaticFile: false,
        documentation,
      }),
    );
    const response = await shadow.handle(new Request("http://localhost/plugin/json"));
    return corrected((await response.json()) as Document, options);
  };
  return new Elysia({ name: "openapi" }).get("/swagger/json", () => (made ??= make()), {
    detail: operation({
      summary: "API document",
      description: "OpenAPI 3.1 as JSON.",
      tag: "pages",
      answer: { says: "This document", types: ["application/json"] },
    }),
  });
}

function corrected(document: Document, { publicUrl, engineOpen }: OpenapiOptions): Document {
  for (const path of Object.keys(document.paths).filter((each) => each.startsWith("/plugin")))
    delete document.paths[path];
  // What the plugin writes is called 3.0 and holds schemas that only 3.1 knows.
  document.openapi = "3.1.0";
  document.servers = [{ url: publicUrl?.origin ?? "/" }];
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, Problem: problem },
    securitySchemes,
  };
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, route] of Object.entries(methods)) correctRoute(route, { path, method, engineOpen });
  }
  return document;
}

interface At {
  readonly path: string;
  readonly method: string;
  readonly engineOpen: boolean;
}

function correctRoute(route: Route, at: At): void {
  // The plugin lists form and text types for every body; we take and give JSON.
  if (route.requestBody) route.requestBody.content = jsonOnly(route.requestBody.content);
  route.responses ??= {};
  for (const [status, answer] of Object.entries(route.responses)) {
    route.responses[status] = {
      description: answer.description ?? { 200: "Done", 201: "Created" }[status] ?? `Status ${status}`,
      ...(answer.content === undefined ? {} : { content: jsonOnly(answer.content, answer.examples) }),
      ...headersOfAnswer(route, answer),
    };
  }
  if (route["x-cached"] === true)
    route.responses["304"] = {
      description: "The one that If-None-Match names is the newest",
      headers: { ETag: fileTagHeader },
    };
  // What has a default need not be sent, whatever the plugin says.
  for (const parameter of route.parameters ?? []) {
    if (parameter.schema.default !== undefined) parameter.required = false;
  }
  const rule = ruleOf(route);
  const { access, limit } = rule;
  route.security = access === undefined ? [] : securityOf(access, at.engineOpen);
  const codes = new Set<FaultCode>([
    ...(route["x-problems"] ?? []),
    ...(route.requestBody === undefined ? [] : bodyProblems),
    ...(route.requestBody !== undefined && !isSignaling(at.path) ? (["request/media-type"] as const) : []),
    ...(route.parameters?.some((each) => each.in === "query") ? (["request/bad-query"] as const) : []),
    ...(route.parameters?.some((each) => each.in === "path") ? (["request/not-found"] as const) : []),
    ...(isGuarded(at.method.toUpperCase(), rule) || "101" in route.responses
      ? (["origin/refused"] as const)
      : []),
    // Whoever needs to say who they are comes to change what is stored, or to begin what is recorded.
    ...(at.method !== "get" && access !== undefined ? (["storage/full"] as const) : []),
    ...(access === undefined ? [] : credentialProblems),
    ...(access === "engine" ? (["session/over"] as const) : []),
    ...(access === undefined && limit === undefined ? [] : (["request/limit"] as const)),
  ]);
  delete route["x-problems"];
  delete route["x-rule"];
  delete route["x-etag"];
  delete route["x-cached"];
  addProblems(route.responses, [...codes]);
}

/** Each row is one way that is enough. */
function securityOf(access: Access, engineOpen: boolean): NonNullable<Route["security"]> {
  const [login, key] = [{ bearer: [] }, { serviceKey: [] }];
  if (access === "login") return [login];
  if (access === "key") return [key];
  if (access === "account") return [login, key];
  const ways = [login, key, { sessionToken: [] }];
  return engineOpen ? [{}, ...ways] : ways;
}

const credentialProblems = ["auth/required", "auth/invalid", "auth/wrong-kind"] as const;
const bodyProblems = [
  "request/invalid-json",
  "request/timeout",
  "request/too-large",
  "request/invalid",
] as const;

/** One response a status, one example a code. */
function addProblems(responses: Record<string, Answer>, codes: readonly FaultCode[]): void {
  for (const [status, same] of Map.groupBy(codes, (code) => faults[code][0])) {
    const examples = Object.fromEntries(same.map((code) => [code, { value: exampleOf(code) }]));
    responses[status] = {
      ...headersOf(status),
      description: same.map((code) => `\`${code}\`: ${faults[code][1]}`).join("; "),
      content: {
        "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" }, examples },
      },
    };
  }
}

/** Of an answer that is no refusal. */
function headersOfAnswer(route: Route, { headers }: Answer): Pick<Answer, "headers"> {
  if (route["x-etag"] === true) return { headers: { ETag: etagHeader } };
  if (route["x-cached"] === true) return { headers: { ETag: fileTagHeader } };
  return headers === undefined ? {} : { headers };
}

function headersOf(status: number): Pick<Answer, "headers"> {
  if (status === 426) return { headers: { Upgrade: upgradeHeader } };
  if (status === 401) return { headers: { "WWW-Authenticate": challengeHeader } };
  return status === 429 || status === 503 || status === 507
    ? { headers: { "Retry-After": retryHeader } }
    : {};
}

const text = { type: "string" };
const etagHeader = { description: "The revision, for If-Match", schema: text, example: '"7"' };
const fileTagHeader = { description: "For If-None-Match", schema: text, example: '"1k2x9a"' };
const upgradeHeader = { description: "What to upgrade to", schema: text, example: "websocket" };
const challengeHeader = {
  description: "The credentials to send",
  schema: text,
  example: 'Bearer realm="voice-flow"',
};
const retryHeader = { description: "Seconds to wait", schema: { type: "integer" }, example: 15 };

function jsonOnly(content: Record<string, Content>, besides?: readonly unknown[]): Record<string, Content> {
  const json = content["application/json"];
  if (json === undefined) return content;
  const { examples = besides } = (json.schema ?? {}) as { examples?: readonly unknown[] };
  return { "application/json": { ...json, ...(examples?.length ? { example: examples[0] } : {}) } };
}

function exampleOf(code: FaultCode): unknown {
  const [status, title] = faults[code];
  return {
    type: `urn:voice-flow:problem:${code}`,
    title,
    status,
    detail: `${title}.`,
    code,
    request_id: "5d0f9a52-7c1e-4f0b-9e53-0a2f6b8f6c11",
  };
}

const securitySchemes = {
  bearer: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "The access_token of a login or signup",
  },
  serviceKey: { type: "apiKey", in: "header", name: "X-Service-Key", description: "An API key" },
  sessionToken: { type: "apiKey", in: "query", name: "token", description: "The session_token of a session" },
};

const problem = {
  type: "object",
  required: ["type", "title", "status", "detail", "code", "request_id"],
  properties: {
    type: { type: "string", description: "The code as a URN" },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string", description: "A sentence that says what to do" },
    code: { type: "string", enum: Object.keys(faults) },
    request_id: { type: "string", description: "Finds the request in the log" },
    errors: {
      type: "array",
      description: "What in the body or the query is at fault",
      items: {
        type: "object",
        properties: { pointer: { type: "string" }, detail: { type: "string" } },
      },
    },
    diagnostics: {
      type: "array",
      description: "What is wrong with a flow, and where",
      items: diagnostic,
    },
  },
};
