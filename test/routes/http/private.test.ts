// Private responses: no cache keeps them, and no page whose own name points to this server can read them.

import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Environment } from "../../../src/config.ts";
import { Invitation } from "../../../src/cloud/invitation.ts";
import { wallClock } from "../../../src/base/clock.ts";
import { answer, newEmail, type Person, problem, signUpAt } from "../../support/people.ts";
import { json } from "../../support/json-request.ts";
import { type TestServer, serveTest } from "../../support/servers/served.ts";

const relay: Environment = {
  ENGINE_AUTH: "open",
  TURN_PROVIDER: "static",
  TURN_URLS: "turn:turn.example:3478",
  TURN_ID: "caller",
  TURN_SECRET: "TURNPASSWORD",
};
const invitation = new Invitation(wallClock);

let served: TestServer;
let person: Person;
let flowId: string;
let sessionId: string;

beforeAll(async () => {
  served = await serveTest(relay, { invitation });
  person = await signUpAt(served);
  const yaml_content = "voice_flow: 1\nid: f\nlanguage: en\nstart: a\nnodes: {a: {end: done}}\n";
  const upload = json("POST", { name: "F", yaml_content }, person.service);
  flowId = (await answer<{ id: string }>(served.ask("/v1/flows", upload), 201)).id;
  const started = served.ask("/v1/sessions", json("POST", {}, person.service));
  sessionId = (await answer<{ session_id: string }>(started)).session_id;
});
afterAll(() => served[Symbol.asyncDispose]());

const answers: readonly (readonly [name: string, ask: () => Promise<Response>])[] = [
  [
    "signing up",
    () => served.ask("/auth/signup", json("POST", { email: newEmail(), password: "correct horse" })),
  ],
  [
    "logging in",
    () => served.ask("/auth/login", json("POST", { email: person.email, password: person.password })),
  ],
  ["a new key", () => served.ask("/auth/api-keys", { method: "POST", headers: person.login })],
  ["the list of keys", () => served.ask("/auth/api-keys", { headers: person.login })],
  ["the exchange", () => served.ask("/auth/exchange", json("POST", { token: invitation.issue() }))],
  ["how the engine takes somebody", () => served.ask("/auth/standing")],
  ["the relay's credentials", () => served.ask("/ice-servers")],
  ["a start", () => served.ask("/start", { method: "POST" })],
  ["a session's token", () => served.ask("/v1/sessions", json("POST", {}, person.service))],
  ...["/v1/sessions", "/v1/flows", "/v1/credits/balance", "/v1/providers", "/v1/secrets", "/v1/hooks"].map(
    (path) => [path, () => served.ask(path, { headers: person.login })] as const,
  ),
  ...["", "/json", "/graph"].map(
    (path) =>
      [
        `a flow's own${path}`,
        () => served.ask(`/v1/flows/${flowId}${path}`, { headers: person.login }),
      ] as const,
  ),
  ["a session", () => served.ask(`/v1/sessions/${sessionId}`, { headers: person.service })],
];

test.each(answers)("no cache keeps the answer to %s", async (_name, ask) => {
  const response = await ask();
  expect(response.status).toBeWithin(200, 202);
  expect(response.headers.get("cache-control")).toBe("no-store");
});

test("public answers may be cached, and a picture is revalidated each time", async () => {
  for (const path of ["/health", "/capabilities"])
    expect((await served.ask(path)).headers.get("cache-control")).toBeNull();
  const picture = await served.ask(`/v1/flows/${flowId}/diagram.svg`, { headers: person.login });
  expect(picture.headers.get("cache-control")).toBe("private, no-cache");
});

const foreign: readonly (readonly [name: string, headers: Record<string, string>])[] = [
  ["a page that made its name point here", { host: "attacker.example", origin: "http://attacker.example" }],
  ["the same without an origin, as reads of one's own origin are sent", { host: "attacker.example" }],
  ["a page of elsewhere", { host: "127.0.0.1", origin: "https://attacker.example" }],
];

test.each(foreign)("the relay's credentials are refused for %s", async (_name, headers) => {
  for (const method of ["GET", "HEAD"]) {
    const response = await served.ask("/ice-servers", { method, headers });
    expect([method, response.status]).toEqual([method, 403]);
    expect(await response.text()).not.toContain("TURNPASSWORD");
  }
  const { code } = await problem(served.ask("/ice-servers", { headers }), 403, "origin/refused");
  expect(code).toBe("origin/refused");
  await problem(served.ask("/start", { method: "POST", headers }), 403, "origin/refused");
});

test("programs, our own page and the operator's origins get the relay's credentials", async () => {
  await using named = await serveTest({ ...relay, CORS_ORIGINS: "https://app.example" });
  const headers = [
    {},
    { host: "localhost:3000", origin: "http://localhost:3000" },
    { host: "localhost", origin: "https://app.example" },
  ] as Record<string, string>[];
  for (const each of headers) {
    const { iceServers } = await answer<{ iceServers: object[] }>(
      named.ask("/ice-servers", { headers: each }),
    );
    expect(iceServers).toMatchObject([{ credential: "TURNPASSWORD" }]);
  }
});

test("the document describes the refusal of foreign pages where it applies", async () => {
  const { paths } = await answer<{ paths: Record<string, Record<string, { responses: object }>> }>(
    served.ask("/swagger/json"),
  );
  const refusing = Object.entries(paths).filter(([, { get }]) => get !== undefined && "403" in get.responses);
  // The account refuses the owner's data, not the page.
  const ofOwner = /^\/v1\/(people|invitations|system|live)/;
  expect(refusing.flatMap(([path]) => (ofOwner.test(path) ? [] : [path])).toSorted()).toEqual([
    "/ice-servers",
    "/v1/phone/asterisk/{call}",
    "/v1/ws/{session_token}",
    "/ws",
  ]);
});
