// Mistakes at the API that a newcomer makes: each is answered by a problem document whose detail says what is wrong and
// the way out.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { newEmail, type Person, signUpAt } from "../support/people.ts";
import { clientCommands, clientMessages } from "../../src/transport/message-client.ts";
import { json } from "../support/json-request.ts";
import { type Served, serveTest } from "../support/servers/served.ts";

let served: Served;
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

interface Mistake {
  readonly about: string;
  readonly path: string | (() => string);
  readonly init?: () => RequestInit;
  readonly status: number;
  /** In the detail, or in that of one of its errors. */
  readonly says: RegExp;
}

const login = () => person.login;
const service = () => person.service;
const flow = (yaml_content: string) => () => json("POST", { name: "p", yaml_content }, service());
const session = (body: object) => () => json("POST", body, service());

const mistakes: readonly Mistake[] = [
  { about: "no credentials", path: "/v1/flows", status: 401, says: /X-Service-Key|Authorization/i },
  {
    about: "a key as a bearer token",
    path: "/v1/flows",
    init: () => ({ headers: { authorization: `Bearer ${person.service["x-service-key"]}` } }),
    status: 401,
    says: /X-Service-Key/i,
  },
  {
    about: "a tampered token",
    path: "/v1/flows",
    init: () => ({ headers: { authorization: `${person.login.authorization}x` } }),
    status: 401,
    says: /log in again|login/i,
  },
  {
    about: "a wrong password",
    path: "/auth/login",
    init: () => json("POST", { email: person.email, password: "wrong horse" }),
    status: 401,
    says: /email|password/i,
  },
  {
    about: "an email that is taken",
    path: "/auth/signup",
    init: () => json("POST", { email: person.email, password: "correct horse battery" }),
    status: 409,
    says: /log in|another/i,
  },
  {
    about: "an email that is none",
    path: "/auth/signup",
    init: () => json("POST", { email: "ada", password: "correct horse battery" }),
    status: 422,
    says: /email/i,
  },
  {
    about: "a password of three letters",
    path: "/auth/signup",
    init: () => json("POST", { email: newEmail(), password: "abc" }),
    status: 422,
    says: /at least|characters|shorter/i,
  },
  {
    about: "a body without a content type",
    path: "/auth/login",
    init: () => ({ method: "POST", body: "{}", headers: { "content-type": "text/plain" } }),
    status: 415,
    says: /application\/json/,
  },
  {
    about: "half a JSON document",
    path: "/auth/login",
    init: () => ({ method: "POST", body: '{"email":', headers: { "content-type": "application/json" } }),
    status: 400,
    says: /JSON/,
  },
  {
    about: "an empty body",
    path: "/v1/sessions",
    init: () => ({ method: "POST", headers: service() }),
    status: 400,
    says: /JSON|body/i,
  },
  {
    about: "a path that is not there",
    path: "/v1/flow",
    init: () => ({ headers: service() }),
    status: 404,
    says: /\/v1\/flows|swagger|no such/i,
  },
  {
    about: "a wrong method",
    path: "/v1/sessions",
    init: () => ({ method: "PUT", headers: service() }),
    status: 405,
    says: /GET|POST/,
  },
  {
    about: "a flow of nobody's",
    path: "/v1/flows/flow_01ARZ3NDEKTSV4RRFFQ69G5FAV",
    init: () => ({ headers: service() }),
    status: 404,
    says: /flow/i,
  },
  {
    about: "another account's flow",
    path: () => `/v1/flows/${flowId}`,
    init: () => ({ headers: other.service }),
    status: 404,
    says: /flow/i,
  },
  {
    about: "flowId in the place of flow_id",
    path: "/v1/sessions",
    init: session({ flowId: "x" }),
    status: 422,
    says: /flow_id/,
  },
  {
    about: "a session of a flow that is not there",
    path: "/v1/sessions",
    init: session({ flow_id: "pizzza" }),
    status: 404,
    says: /pizz|flow/i,
  },
  {
    about: "a session begun by a login",
    path: "/v1/sessions",
    init: () => json("POST", {}, login()),
    status: 401,
    says: /key/i,
  },
  {
    about: "a node that is not there",
    path: "/v1/flows",
    init: flow(enough.replace("start: a", "start: b")),
    status: 422,
    says: /'b'|"b"/,
  },
  {
    about: "a tab in YAML",
    path: "/v1/flows",
    init: flow("voice_flow: 1\n\tid: x\n"),
    status: 422,
    says: /tab|indent/i,
  },
  {
    about: "a type of another language",
    path: "/v1/flows",
    init: flow(enough.replace("type: number, integer: true", "type: integer")),
    status: 422,
    says: /number/,
  },
  {
    about: "a misspelt field of a node",
    path: "/v1/flows",
    init: flow(enough.replace("say:", "sya:")),
    status: 422,
    says: /'say'/,
  },
  {
    about: "no name",
    path: "/v1/flows",
    init: () => json("POST", { yaml_content: enough }, service()),
    status: 422,
    says: /name/,
  },
  {
    about: "a hook to this machine",
    path: "/v1/hooks",
    init: () => json("POST", { url: "http://localhost:9/h", events: ["session.ended"] }, login()),
    status: 422,
    says: /OUTBOUND_ALLOW|public/,
  },
  {
    about: "a provider that is not there",
    path: "/v1/providers",
    init: () => json("PATCH", { llm_provider: "gpt" }, login()),
    status: 422,
    says: /builtin|one of/,
  },
  {
    about: "providers changed by an API key",
    path: "/v1/providers",
    init: () => json("PATCH", { llm_provider: "builtin" }, service()),
    status: 401,
    says: /log in|login|token/i,
  },
  { about: "a session token of nobody's", path: "/v1/ws/vst_nobody", status: 401, says: /token|session/i },
  {
    about: "an offer without SDP",
    path: "/offer",
    init: () => json("POST", { type: "offer" }, service()),
    status: 422,
    says: /sdp/i,
  },
  {
    about: "an offer of a flow without its name",
    path: "/offer?mode=flow",
    init: () => json("POST", { sdp: "v=0", type: "offer" }, service()),
    status: 422,
    says: /program_id/,
  },
  {
    about: "a page of another origin",
    path: "/auth/login",
    init: () => json("POST", { email: "a@b.c", password: "x" }, { origin: "https://elsewhere.example" }),
    status: 403,
    says: /CORS_ORIGINS/,
  },
  {
    about: "a host name that is not the server's",
    path: "/v1/sessions",
    init: () => json("POST", {}, { ...service(), host: "evil.example" }),
    status: 403,
    says: /PUBLIC_URL/,
  },
  {
    about: "a call where speech is switched off",
    path: "/ws",
    init: () => ({ headers: service() }),
    status: 503,
    says: /SPEECH/,
  },
  {
    about: "a value that does not fit its variable",
    path: "/v1/sessions",
    init: () => session({ flow_id: flowId, context: { guests: "many" } })(),
    status: 422,
    says: /\/context\/guests .*whole number/,
  },
  {
    about: "a switch that is neither on nor off",
    path: "/v1/flows?draft=maybe",
    init: flow(enough),
    status: 422,
    says: /draft/,
  },
];

test.each(mistakes)("mistakes: $about", async ({ path, init, status, says }) => {
  const response = await served.ask(typeof path === "string" ? path : path(), init?.());
  expect(response.status).toBe(status);
  expect(response.headers.get("content-type")).toContain("application/problem+json");
  const problem = (await response.json()) as {
    readonly detail: string;
    readonly errors?: readonly { readonly pointer?: string; readonly detail?: string }[];
    readonly diagnostics?: readonly { readonly message: string; readonly hint?: string }[];
  };
  const { detail, errors = [], diagnostics = [] } = problem;
  const more = [
    ...errors.map((one) => `${one.pointer ?? ""} ${one.detail ?? ""}`),
    ...diagnostics.map(({ message, hint = "" }) => `${message} ${hint}`),
  ];
  expect([detail, ...more].join("\n")).toMatch(says);
});

test("mistakes: each value with a form of its own says what it must be, in words", async () => {
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
      // A path that holds no id is none of ours: 404.
      const inQuery = parameters.filter((each) => each.in === "query");
      look([inQuery, requestBody], `${method} ${path}`);
    }
  }
  look(clientMessages, "messages");
  look(clientCommands, "commands");
  expect(patterns).toBeGreaterThan(10);
  expect(silent).toEqual([]);
});
