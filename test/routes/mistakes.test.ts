// Mistakes of a newcomer at the API: a problem document answers each, and its detail says the cause and the remedy.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { newEmail, type Person, signUpAt } from "../support/people.ts";
import { clientCommands, clientMessages } from "../../src/transport/message-client.ts";
import { json } from "../support/json-request.ts";
import { type Mistake, testMistakes } from "../support/mistakes.ts";
import { type TestServer, serveTest } from "../support/servers/served.ts";

let served: TestServer;
let person: Person;
let other: Person;
let flowId = "";

const enough =
  "voice_flow: 1\nid: pizza\nlanguage: en\nstart: a\nvariables: {guests: {type: number, integer: true, output: true}}\nnodes:\n  a:\n    say: Hello.\n    end: done\n";

beforeAll(async () => {
  served = await serveTest({ ENGINE_AUTH: "required" });
  person = await signUpAt(served);
  other = await signUpAt(served);
  const stored = await served.ask(
    "/v1/flows",
    json("POST", { name: "p", yaml_content: enough }, person.service),
  );
  flowId = ((await stored.json()) as { readonly id: string }).id;
});
afterAll(() => served[Symbol.asyncDispose]());

interface Ask {
  readonly path: string | (() => string);
  readonly init?: () => RequestInit;
}

const login = () => person.login;
const service = () => person.service;
const key = () => person.key;
const token = () => person.token;
const sent = (about: string, headers: () => Record<string, string>, says: RegExp): Mistake<Ask> => ({
  about,
  does: { path: "/v1/flows", init: () => ({ headers: headers() }) },
  at: "401",
  says,
});
const keyed = (about: string, held: () => string, says: RegExp): Mistake<Ask> =>
  sent(about, () => ({ "x-service-key": held() }), says);
const flow = (yaml_content: string) => () => json("POST", { name: "p", yaml_content }, service());
const session = (body: object) => () => json("POST", body, service());

const mistakes: readonly Mistake<Ask>[] = [
  { about: "no credentials", does: { path: "/v1/flows" }, at: "401", says: /X-Service-Key|Authorization/i },
  {
    about: "a key as a bearer token",
    does: {
      path: "/v1/flows",
      init: () => ({ headers: { authorization: `Bearer ${person.service["x-service-key"]}` } }),
    },
    at: "401",
    says: /^This is an API key\. Send it in X-Service-Key/,
  },
  keyed("a key after the word Bearer", () => `Bearer ${key()}`, /must contain only the key/),
  keyed("a key in quotes", () => `"${key()}"`, /must contain only the key/),
  keyed("an access token for a key", () => token(), /contains an access token\. Send an API key/),
  keyed(
    "the token of a session for a key",
    () => `vst_${"a".repeat(43)}`,
    /a session token, which is only valid/,
  ),
  keyed("an empty key", () => "", /^X-Service-Key is empty\. Check the variable that it is set from/),
  keyed("a name for a key", () => "production", /API keys begin with vfk_\. Send an API key/),
  keyed("a key that was cut off", () => key().slice(0, 20), /unknown or revoked/),
  sent("a token without the word Bearer", () => ({ authorization: token() }), /lacks the word "Bearer"/),
  sent("a name and a password", () => ({ authorization: "Basic YTpi" }), /supports only the scheme Bearer/),
  sent("a bearer that is empty", () => ({ authorization: "Bearer " }), /is empty\. Check the variable/),
  sent("a bearer that is no token", () => ({ authorization: "Bearer secret" }), /begin with eyJ/),
  sent(
    "a key in another header",
    () => ({ "x-api-key": key() }),
    /The header x-api-key is not supported\. Send an/,
  ),
  {
    about: "a key in the query",
    does: { path: () => `/v1/flows?api_key=${key()}` },
    at: "401",
    says: /Credentials in the query \("api_key"\) are not supported\. Send an API key as "X-Service-Key/,
  },
  {
    about: "a key of MCP without the word Bearer",
    does: { path: "/mcp", init: () => json("POST", {}, { authorization: key() }) },
    at: "401",
    says: /lacks the word "Bearer"\. Send "Authorization: Bearer <API key or access_token>"/,
  },
  {
    about: "a tampered token",
    does: {
      path: "/v1/flows",
      init: () => ({ headers: { authorization: `${person.login.authorization}x` } }),
    },
    at: "401",
    says: /log in again|login/i,
  },
  {
    about: "a wrong password",
    does: { path: "/auth/login", init: () => json("POST", { email: person.email, password: "wrong horse" }) },
    at: "401",
    says: /email|password/i,
  },
  {
    about: "an email that is taken",
    does: {
      path: "/auth/signup",
      init: () => json("POST", { email: person.email, password: "correct horse battery" }),
    },
    at: "409",
    says: /log in|another/i,
  },
  {
    about: "an email that is none",
    does: {
      path: "/auth/signup",
      init: () => json("POST", { email: "ada", password: "correct horse battery" }),
    },
    at: "422",
    says: /email/i,
  },
  {
    about: "a password of three letters",
    does: { path: "/auth/signup", init: () => json("POST", { email: newEmail(), password: "abc" }) },
    at: "422",
    says: /at least|characters|shorter/i,
  },
  {
    about: "a body without a content type",
    does: {
      path: "/auth/login",
      init: () => ({ method: "POST", body: "{}", headers: { "content-type": "text/plain" } }),
    },
    at: "415",
    says: /application\/json/,
  },
  {
    about: "half a JSON document",
    does: {
      path: "/auth/login",
      init: () => ({ method: "POST", body: '{"email":', headers: { "content-type": "application/json" } }),
    },
    at: "400",
    says: /JSON/,
  },
  {
    about: "an empty body",
    does: { path: "/v1/sessions", init: () => ({ method: "POST", headers: service() }) },
    at: "400",
    says: /JSON|body/i,
  },
  {
    about: "a path that is not there",
    does: { path: "/v1/flow", init: () => ({ headers: service() }) },
    at: "404",
    says: /did you mean \/v1\/flows\?/,
  },
  {
    about: "a path without its beginning",
    does: { path: "/login", init: () => json("POST", {}) },
    at: "404",
    says: /did you mean \/auth\/login\?/,
  },
  {
    about: "a call without the token in its path",
    does: { path: "/v1/ws?token=vst_a" },
    at: "404",
    says: /did you mean \/v1\/ws\/\{session_token\}\?/,
  },
  {
    about: "a path that is like no other",
    does: { path: "/v1/users", init: () => ({ headers: service() }) },
    at: "404",
    says: /\/swagger lists all of them/,
  },
  {
    about: "the flow of a session in the query",
    does: { path: "/v1/sessions?flow_id=x", init: session({}) },
    at: "422 /flow_id",
    says: /"flow_id" is not a query parameter\. Send it in the JSON body/,
  },
  {
    about: "a misspelt parameter",
    does: { path: "/v1/calls?form=2026-11-20", init: () => ({ headers: service() }) },
    at: "422 /form",
    says: /did you mean 'from'\?/,
  },
  {
    about: "a wrong method",
    does: { path: "/v1/sessions", init: () => ({ method: "PUT", headers: service() }) },
    at: "405",
    says: /GET|POST/,
  },
  {
    about: "a flow of nobody's",
    does: { path: "/v1/flows/flow_01ARZ3NDEKTSV4RRFFQ69G5FAV", init: () => ({ headers: service() }) },
    at: "404",
    says: /flow/i,
  },
  {
    about: "another account's flow",
    does: { path: () => `/v1/flows/${flowId}`, init: () => ({ headers: other.service }) },
    at: "404",
    says: /flow/i,
  },
  {
    about: "flowId in the place of flow_id",
    does: { path: "/v1/sessions", init: session({ flowId: "x" }) },
    at: "422 /flowId",
    says: /flow_id/,
  },
  {
    about: "a session of a flow that is not there",
    does: { path: "/v1/sessions", init: session({ flow_id: "pizzza" }) },
    at: "404",
    says: /pizz|flow/i,
  },
  {
    about: "a session begun by a login",
    does: { path: "/v1/sessions", init: () => json("POST", {}, login()) },
    at: "401",
    says: /key/i,
  },
  {
    about: "a node that is not there",
    does: { path: "/v1/flows", init: flow(enough.replace("start: a", "start: b")) },
    at: "422",
    says: /'b'|"b"/,
  },
  {
    about: "a tab in YAML",
    does: { path: "/v1/flows", init: flow("voice_flow: 1\n\tid: x\n") },
    at: "422",
    says: /tab|indent/i,
  },
  {
    about: "a type of another language",
    does: { path: "/v1/flows", init: flow(enough.replace("type: number, integer: true", "type: integer")) },
    at: "422",
    says: /number/,
  },
  {
    about: "a misspelt field of a node",
    does: { path: "/v1/flows", init: flow(enough.replace("say:", "sya:")) },
    at: "422",
    says: /'say'/,
  },
  {
    about: "no name",
    does: { path: "/v1/flows", init: () => json("POST", { yaml_content: enough }, service()) },
    at: "422",
    says: /name/,
  },
  {
    about: "a hook to this machine",
    does: {
      path: "/v1/hooks",
      init: () => json("POST", { url: "http://localhost:9/h", events: ["session.ended"] }, login()),
    },
    at: "422",
    says: /OUTBOUND_ALLOW|public/,
  },
  {
    about: "a provider that is not there",
    does: { path: "/v1/providers", init: () => json("PATCH", { llm_provider: "gpt" }, login()) },
    at: "422",
    says: /builtin|one of/,
  },
  {
    about: "a provider's key with a word before it",
    does: {
      path: "/v1/providers",
      init: () => json("PATCH", { stt_provider: "deepgram", stt_api_key: "Token abc" }, login()),
    },
    at: "422 /stt_api_key",
    says: /the key alone, without spaces or words around it/,
  },
  {
    about: "providers changed by an API key",
    does: { path: "/v1/providers", init: () => json("PATCH", { llm_provider: "builtin" }, service()) },
    at: "401",
    says: /log in|login|token/i,
  },
  {
    about: "a session token of nobody's",
    does: { path: "/v1/ws/vst_nobody" },
    at: "401",
    says: /token|session/i,
  },
  {
    about: "an offer without SDP",
    does: { path: "/offer", init: () => json("POST", { type: "offer" }, service()) },
    at: "422",
    says: /sdp/i,
  },
  {
    about: "an offer of a flow without its name",
    does: { path: "/offer?mode=flow", init: () => json("POST", { sdp: "v=0", type: "offer" }, service()) },
    at: "422",
    says: /program_id/,
  },
  {
    about: "a page of another origin",
    does: {
      path: "/auth/login",
      init: () => json("POST", { email: "a@b.c", password: "x" }, { origin: "https://elsewhere.example" }),
    },
    at: "403",
    says: /CORS_ORIGINS/,
  },
  {
    about: "a host name that is not the server's",
    does: { path: "/v1/sessions", init: () => json("POST", {}, { ...service(), host: "evil.example" }) },
    at: "403",
    says: /PUBLIC_URL/,
  },
  {
    about: "a call where speech is switched off",
    does: { path: "/ws", init: () => ({ headers: service() }) },
    at: "503",
    says: /SPEECH/,
  },
  {
    about: "a value that does not fit its variable",
    does: { path: "/v1/sessions", init: () => session({ flow_id: flowId, context: { guests: "many" } })() },
    at: "422 /context/guests",
    says: /whole number/,
  },
  {
    about: "a switch that is neither on nor off",
    does: { path: "/v1/flows?draft=maybe", init: flow(enough) },
    at: "422",
    says: /draft/,
  },
];

testMistakes("api", mistakes, async ({ path, init }) => {
  const response = await served.ask(typeof path === "string" ? path : path(), init?.());
  expect(response.headers.get("content-type")).toContain("application/problem+json");
  const problem = (await response.json()) as {
    readonly detail: string;
    readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
    readonly diagnostics?: readonly { readonly message: string; readonly hint?: string }[];
  };
  const { detail, errors = [], diagnostics = [] } = problem;
  const more = [
    ...errors.map((one) => one.detail),
    ...diagnostics.map(({ message, hint = "" }) => `${message} ${hint}`),
  ];
  const places = errors.map(({ pointer }) => `${response.status} ${pointer}`);
  return { at: [String(response.status), ...places], said: [detail, ...more].join("\n") };
});

test("mistakes: each value with a format of its own describes it in words", async () => {
  interface Described {
    readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  }
  const { paths } = (await (await served.ask("/swagger/json")).json()) as Described;
  const silent: string[] = [];
  let patterns = 0;
  const look = (part: unknown, place: string): void => {
    if (typeof part !== "object" || part === null) return;
    if ("pattern" in part && typeof part.pattern === "string") {
      patterns++;
      if (!("x-must-be" in part)) silent.push(place);
    }
    for (const [name, inner] of Object.entries(part)) look(inner, `${place}/${name}`);
  };
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const { parameters = [], requestBody } = operation as {
        readonly parameters?: readonly { readonly in: string }[];
        readonly requestBody?: object;
      };
      // A path without an id belongs to no route: 404.
      const inQuery = parameters.filter((each) => each.in === "query");
      look([inQuery, requestBody], `${method} ${path}`);
    }
  }
  look(clientMessages, "messages");
  look(clientCommands, "commands");
  expect(patterns).toBeGreaterThan(10);
  expect(silent).toEqual([]);
});
