// Access to the engine: free on this machine, with credentials from elsewhere.

import { expect, test } from "bun:test";
import { type Config, type Environment, readConfig } from "../../src/config.ts";
import { accessWarnings } from "../../src/config/config-access.ts";
import { answer, problem, signUpAt } from "../support/people.ts";
import { json } from "../support/json-request.ts";
import { serveTest } from "../support/servers/served.ts";
import { serve } from "../support/servers/clocked.ts";

const modes: readonly [environment: Environment, callers: Config["access"]["callers"]][] = [
  [{}, "here"],
  [{ HOST: "localhost" }, "here"],
  [{ HOST: "127.8.9.1" }, "here"],
  [{ HOST: "::1" }, "here"],
  [{ PUBLIC_URL: "http://localhost:3000" }, "here"],
  [{ HOST: "0.0.0.0" }, "accounts"],
  [{ HOST: "::" }, "accounts"],
  [{ HOST: "voice.lan" }, "accounts"],
  [{ PUBLIC_URL: "https://voice.example" }, "accounts"],
  [{ NODE_URL: "https://n7.voice.example" }, "accounts"],
  [{ TRUSTED_PROXIES: "127.0.0.1" }, "accounts"],
  [{ HOST: "0.0.0.0", ENGINE_AUTH: "open" }, "anybody"],
  [{ ENGINE_AUTH: "open" }, "anybody"],
  [{ PUBLIC_URL: "https://voice.example", ENGINE_AUTH: "off" }, "anybody"],
  [{ ENGINE_AUTH: "required" }, "accounts"],
];

test.each(modes)("engine: with %j it accepts calls of %j", (environment, callers) => {
  const config = readConfig(environment);
  const warns = accessWarnings(config).some((each) =>
    each.startsWith("ENGINE_AUTH=open: calls need no account"),
  );
  expect([config.access.callers, warns]).toEqual([callers, callers === "anybody"]);
});

const throughProxies: readonly Readonly<Record<string, string>>[] = [
  { "x-forwarded-for": "203.0.113.9" },
  { forwarded: "for=203.0.113.9" },
  { via: "1.1 squid" },
  { "cf-connecting-ip": "203.0.113.9" },
  { "x-real-ip": "203.0.113.9" },
  { "early-data": "1" },
  { "client-cert": ":MIIB:" },
  { "remote-user": "mallory" },
  { "x-auth-request-email": "mallory@evil.example" },
  { "x-pomerium-jwt-assertion": "e30" },
  { "cdn-requestid": "1" },
  { "x-request-start": "t=1" },
  { "x-ssl-protocol": "TLSv1.3" },
  { "surrogate-capability": 'cdn="Surrogate/1.0"' },
  { "x-source-ip": "203.0.113.9" },
  { "x-kong-request-id": "1" },
];

test.each(throughProxies)(
  "engine: a request with %j needs credentials, and a local one needs none",
  async (headers) => {
    await using served = await serveTest();
    const ask = (given = {}): Promise<Response> => served.ask("/ice-servers", { headers: given });
    expect((await ask()).status).toBe(200);
    const refused = await problem(ask(headers), 401, "auth/required");
    expect(JSON.stringify(refused)).toContain(Object.keys(headers)[0]!);
    expect((await ask()).status).toBe(200);
    const { service } = await signUpAt(served);
    expect((await ask({ ...headers, ...service })).status).toBe(200);
  },
);

test("sign-up: a common password is refused once a request has shown that others reach the server", async () => {
  await using served = await serveTest();
  const body = { email: "a@b.example", password: "password" };
  await problem(
    served.ask("/auth/signup", json("POST", body, { "x-forwarded-for": "203.0.113.9" })),
    422,
    "request/invalid",
  );
  await problem(served.ask("/auth/signup", json("POST", body)), 422, "request/invalid");
});

const offer = json("POST", { sdp: "v=0\r\n", type: "offer" });
const candidates = json("PATCH", { candidates: [] });
const asked: readonly [path: string, init: RequestInit, status: number][] = [
  ["/ice-servers", {}, 200],
  ["/offer", offer, 503],
  ["/offer/pc_1", candidates, 404],
  ["/offer/pc_1", { method: "DELETE" }, 404],
  ["/ws", {}, 503],
];

test.each(asked)("engine: %s needs no credentials while the engine is open", async (path, init, status) => {
  await using served = await serveTest({ ENGINE_AUTH: "open" });
  expect((await served.ask(path, init)).status).toBe(status);
});

test.each(asked)("engine: %s accepts a key and a token when it requires them", async (path, init, status) => {
  await using served = await serveTest({ ENGINE_AUTH: "required" });
  const person = await signUpAt(served);
  await problem(served.ask(path, init), 401, "auth/required");
  for (const headers of [person.login, person.service]) {
    const given = { ...(init.headers as Record<string, string>), ...headers };
    expect((await served.ask(path, { ...init, headers: given })).status).toBe(status);
  }
});

test("engine: wrong credentials are refused even where none are needed", async () => {
  await using served = await serveTest({ ENGINE_AUTH: "open" });
  const wrong = { authorization: "Bearer a.b.c" };
  await problem(served.ask("/ice-servers", { headers: wrong }), 401, "auth/invalid");
  await problem(served.ask("/ice-servers?token=vst_nothing"), 401, "auth/invalid");
});

test("login: a token with further words after it opens no route", async () => {
  await using served = await serve();
  const { token } = await signUpAt(served);
  const ask = (credentials: string) =>
    served.ask("/v1/account", { headers: { authorization: `Bearer ${credentials}` } });
  expect((await ask(`  ${token}  `)).status).toBe(200);
  for (const more of ["x", ", Bearer a.b.c", token])
    await problem(ask(`${token} ${more}`), 401, "auth/invalid");
});

test("engine: a browser sends its token as the name of a subprotocol", async () => {
  await using served = await serveTest({ ENGINE_AUTH: "required" });
  const { token } = await signUpAt(served);
  const ask = (protocols: string) =>
    served.ask("/ws", { headers: { upgrade: "websocket", "sec-websocket-protocol": protocols } });
  await problem(ask("voice.v1"), 401, "auth/required");
  await problem(ask("voice.v1, bearer.a.b.c"), 401, "auth/invalid");
  await problem(ask(`voice.v1, bearer.${token}`), 503, "speech/unavailable");
  await problem(ask(`bearer.${token}`), 400, "request/subprotocol");
});

test("engine: account routes take no token from an address or a protocol", async () => {
  await using served = await serve();
  const { token } = await signUpAt(served);
  await problem(served.ask(`/v1/flows?token=${token}`), 401, "auth/required");
  const { access_token } = await answer<{ access_token: string }>(
    served.ask("/auth/exchange", json("POST", { token: served.invitation.issue() })),
  );
  expect(
    (await served.ask("/v1/flows", { headers: { authorization: `Bearer ${access_token}` } })).status,
  ).toBe(401);
});

test("login: the token of a deleted account opens no route", async () => {
  // One key signs the tokens of both servers.
  const environment = { MASTER_KEY: "ab".repeat(32) };
  await using served = await serve(environment);
  await using other = await serve(environment);
  const { login } = await signUpAt(served);
  await answer(served.ask("/v1/flows", { headers: login }));
  for (const path of ["/v1/flows", "/auth/api-keys", "/v1/credits/balance", "/ice-servers"])
    await problem(other.ask(path, { headers: login }), 401, "auth/invalid");
});

test("engine: health and capabilities need no credentials", async () => {
  await using served = await serveTest({ ENGINE_AUTH: "required" });
  for (const path of ["/health", "/capabilities"]) expect((await served.ask(path)).status).toBe(200);
});
