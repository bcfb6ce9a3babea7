// API document: OpenAPI 3.1, made from the routes by the Swagger plugin. The operations get facts that the plugin
// cannot know: access and possible refusals. Its guesses are corrected: media types, examples, defaults.

import type { swagger as SwaggerPlugin } from "@elysiajs/swagger";
import { type AnyElysia, Elysia } from "elysia";
import { type FaultCode, faults } from "../../base/fault.ts";
import { version } from "../../base/version.ts";
import { isSignaling } from "../http/request-body.ts";
import { diagnostic } from "../flow/flow-schemas.ts";
import { type CodeSample, codeSamples } from "./code-samples.ts";
import type { ReachSettings } from "../http/reach.ts";
import { mayBeAbsent } from "../http/route-schema.ts";
import {
  type Access,
  factsOf,
  isGuarded,
  operation,
  type RouteFacts,
  takesListedParameters,
} from "../http/route-operation.ts";

interface Content {
  schema?: { readonly examples?: readonly unknown[]; readonly $ref?: string; readonly [mayBeAbsent]?: true };
  readonly example?: unknown;
  readonly examples?: unknown;
}

interface Answer {
  readonly description?: string;
  readonly headers?: Record<string, unknown>;
  /** The plugin puts the examples of a schema here. */
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
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  requestBody?: { required: boolean; content: Record<string, Content> };
  responses: Record<string, Answer>;
  security?: readonly Readonly<Record<string, readonly string[]>>[];
  "x-route"?: unknown;
  "x-codeSamples"?: readonly CodeSample[];
}

interface Document {
  readonly paths: Record<string, Record<string, Route>>;
}

type Documentation = NonNullable<NonNullable<Parameters<typeof SwaggerPlugin>[0]>["documentation"]>;
type Components = Required<NonNullable<Documentation["components"]>>;

const documentation = {
  // The plugin would say 3.0, which does not know all of our schemas.
  openapi: "3.1.0",
  info: {
    title: "Voice Flow",
    version,
    description:
      "A self-hosted voice agent. Every error is a problem document (RFC 9457) with a `code` from a fixed " +
      "list and a `detail` with a remedy. Every response has an `X-Request-Id`, which also appears in the log.",
  },
  tags: [
    { name: "accounts", description: "Signing up, logging in, API keys" },
    { name: "flows", description: "Stored flows" },
    { name: "sessions", description: "Conversations started with an API key" },
    { name: "credits", description: "Balance, and price of a minute" },
    { name: "providers", description: "Recogniser, voice and model, and their keys" },
    { name: "engine", description: "Health and capabilities" },
    { name: "voice", description: "Calls: the socket, and WebRTC signalling" },
    { name: "pages", description: "Pages for browsers" },
  ],
};

export interface OpenapiOptions {
  readonly publicUrl: URL | undefined;
  readonly access: { readonly callers: ReachSettings["callers"] };
}

/** Answers `/swagger/json` for the routes of `described`, itself included. */
export function openapiRoutes(described: () => readonly AnyElysia[], { publicUrl, access }: OpenapiOptions) {
  const engineOpen = access.callers !== "accounts";
  let made: Promise<Document> | undefined;
  const make = async (): Promise<Document> => {
    // Loading takes as long as half of the server.
    const { swagger } = await import("@elysiajs/swagger");
    // A second app, never served: the plugin brings a page of its own that loads scripts from elsewhere.
    const shadow = described()
      .reduce((all, each) => all.use(each), new Elysia() as AnyElysia)
      .use(
        swagger({
          path: "/plugin",
          excludeStaticFile: false,
          documentation: {
            ...documentation,
            servers: [{ url: publicUrl?.origin ?? "/" }],
            components: { schemas: { Problem: problem }, securitySchemes },
          },
        }),
      );
    const response = await shadow.handle(new Request("http://localhost/plugin/json"));
    const document = (await response.json()) as Document;
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, route] of Object.entries(methods))
        completeRoute(route, { path, method, engineOpen });
    }
    return document;
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

interface At {
  readonly path: string;
  readonly method: string;
  /** There are calls that need no credentials here. */
  readonly engineOpen: boolean;
}

function completeRoute(route: Route, at: At): void {
  const facts = factsOf(route);
  const { access } = facts;
  const body = route.requestBody;
  if (body && takeMark(body.content["application/json"])) body.required = false;
  if (body) body.content = jsonOnly(body.content, body.content["application/json"]?.schema?.examples);
  route.responses = Object.fromEntries(
    Object.entries(route.responses).map(([status, answer]) => [status, answerOf(status, answer, facts)]),
  );
  // A field with a default is optional, whatever the plugin says.
  for (const parameter of route.parameters ?? []) {
    if (parameter.schema.default !== undefined) parameter.required = false;
  }
  route.security = access === undefined ? [] : securityOf(access, at.engineOpen);
  addProblems(route.responses, problemsOf(route, at));
  delete route["x-route"];
  const samples = samplesOf(route, at, access);
  if (samples.length > 0) route["x-codeSamples"] = samples;
}

/** Takes the mark of a body that may be absent off its schema: the document says that in its own words. */
function takeMark(json: Content | undefined): boolean {
  if (json?.schema?.[mayBeAbsent] !== true) return false;
  const { [mayBeAbsent]: _, ...schema } = json.schema;
  json.schema = schema;
  return true;
}

/** Samples for HTTP requests of programs: pages are for people, and a socket needs a client of its kind. */
function samplesOf(
  { tags, requestBody, responses }: Route,
  { path, method, engineOpen }: At,
  access: Access | undefined,
): readonly CodeSample[] {
  const content = requestBody?.content["application/json"];
  const isOther = requestBody !== undefined && content?.example === undefined;
  if (tags?.includes("pages") === true || "101" in responses || isOther) return [];
  const isOpen = access === undefined || (access === "engine" && engineOpen);
  const credential = isOpen ? undefined : access === "login" || access === "owner" ? "token" : "key";
  return codeSamples({ method: method.toUpperCase(), path, credential, body: content?.example });
}

/** The plugin leaves the schema's own keywords beside its content, where they mean nothing. */
function answerOf(
  status: string,
  answer: Answer,
  { etag, cookie }: Pick<RouteFacts, "etag" | "cookie">,
): Answer {
  const { description = status === "201" ? "Created" : "Done", headers, content, examples } = answer;
  return {
    description,
    ...(content === undefined ? {} : { content: jsonOnly(content, examples) }),
    ...(etag ? { headers: { ETag: etagHeader } } : headers === undefined ? {} : { headers }),
    ...(cookie === true && { headers: { "Set-Cookie": cookieHeader } }),
  };
}

/** The plugin lists these wherever there is a schema; we take and give JSON. */
const ofPlugin = new Set(["multipart/form-data", "text/plain"]);

function jsonOnly(
  content: Record<string, Content>,
  examples: readonly unknown[] = [],
): Record<string, Content> {
  const json = content["application/json"];
  if (json === undefined) return content;
  const declaredTypes = Object.entries(content).filter(([type]) => !ofPlugin.has(type));
  return {
    ...Object.fromEntries(declaredTypes),
    "application/json": { ...json, ...(examples.length > 0 ? { example: examples[0] } : {}) },
  };
}

/** Every refusal that the route, or a check before it, may give. */
function problemsOf(route: Route, { path, method }: At): readonly FaultCode[] {
  const facts = factsOf(route);
  const { access, limit, problems } = facts;
  const has = (place: string): boolean => route.parameters?.some((each) => each.in === place) === true;
  const when = (is: boolean, ...codes: readonly FaultCode[]): readonly FaultCode[] => (is ? codes : []);
  const takesJson = route.requestBody?.content["application/json"] !== undefined;
  const codes: readonly FaultCode[] = [
    ...problems,
    ...when(takesJson, ...bodyProblems),
    ...when(takesJson && !isSignaling(path), "request/media-type"),
    ...when(has("query") || takesListedParameters(facts), "request/bad-query"),
    ...when(has("path"), "request/not-found"),
    ...when(isGuarded(method.toUpperCase(), facts) || "101" in route.responses, "origin/refused"),
    // A route with credentials changes stored data, or begins a recorded call.
    ...when(method !== "get" && access !== undefined, "storage/full"),
    // Stored data is read with credentials.
    ...when(access !== undefined, ...credentialProblems, "storage/away"),
    ...when(access === "engine", "session/over"),
    ...when(access === "owner", "account/owner-only"),
    ...when(access !== undefined || limit !== undefined, "request/limit"),
  ];
  return [...new Set(codes)];
}

/** Each row is one way of access; one of them is enough. */
function securityOf(access: Access, engineOpen: boolean): NonNullable<Route["security"]> {
  const [login, key] = [{ bearer: [] }, { serviceKey: [] }];
  if (access === "login" || access === "owner") return [login];
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

/** Adds one response for each status, and one example for each code. */
function addProblems(responses: Record<string, Answer>, codes: readonly FaultCode[]): void {
  for (const [status, same] of Map.groupBy(codes, (code) => faults[code][0])) {
    const examples = Object.fromEntries(same.map((code) => [code, { value: exampleOf(code) }]));
    const answer = responses[status];
    const refusals = same.map((code) => `\`${code}\`: ${faults[code][1]}`);
    responses[status] = {
      ...headersOf(status),
      description: [...(answer?.description === undefined ? [] : [answer.description]), ...refusals].join(
        "; ",
      ),
      content: {
        ...answer?.content,
        "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" }, examples },
      },
    };
  }
}

function headersOf(status: number): Pick<Answer, "headers"> {
  if (status === 307) return { headers: { Location: locationHeader } };
  if (status === 426) return { headers: { Upgrade: upgradeHeader } };
  if (status === 401) return { headers: { "WWW-Authenticate": challengeHeader } };
  return status === 429 || status === 503 || status === 507
    ? { headers: { "Retry-After": retryHeader } }
    : {};
}

const text = { type: "string" };
const cookieHeader = { description: "Cookie of the page session, if the body requests it", schema: text };
const etagHeader = { description: "The revision, for If-Match", schema: text, example: '"7"' };
const locationHeader = {
  description: "The same address at the node of the session",
  schema: text,
  example: "https://n7.voice.example/v1/ws/vst_…",
};
const upgradeHeader = { description: "Protocol to upgrade to", schema: text, example: "websocket" };
const challengeHeader = {
  description: "The credentials to send",
  schema: text,
  example: 'Bearer realm="voice-flow"',
};
const retryHeader = { description: "Seconds to wait", schema: { type: "integer" }, example: 15 };

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

const securitySchemes: Components["securitySchemes"] = {
  bearer: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "The access_token of a login or signup",
  },
  serviceKey: { type: "apiKey", in: "header", name: "X-Service-Key", description: "An API key" },
  sessionToken: { type: "apiKey", in: "query", name: "token", description: "The session_token of a session" },
};

const problem: Components["schemas"][string] = {
  type: "object",
  required: ["type", "title", "status", "detail", "code", "request_id"],
  properties: {
    type: { type: "string", description: "The code as a URN" },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string", description: "Description with a remedy" },
    code: { type: "string", enum: Object.keys(faults) },
    request_id: { type: "string", description: "Id of the request in the log" },
    errors: {
      type: "array",
      description: "Invalid parts of the body or the query",
      items: {
        type: "object",
        properties: { pointer: { type: "string" }, detail: { type: "string" } },
      },
    },
    diagnostics: {
      type: "array",
      description: "Problems of a flow with their lines",
      items: diagnostic,
    },
  },
};
