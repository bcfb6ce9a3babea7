// Who may call the engine: anybody on this machine, elsewhere whoever has credentials.

import { expect, test } from "bun:test";
import { type Environment, readConfig } from "../../src/config.ts";
import { answer, problem, signUpAt } from "../support/people.ts";
import { json } from "../support/json-request.ts";
import { serveTest } from "../support/servers/served.ts";
import { serve } from "../support/servers/clocked.ts";

const modes: readonly [environment: Environment, open: boolean, warns: boolean][] = [
  [{}, true, false],
  [{ HOST: "localhost" }, true, false],
  [{ HOST: "127.8.9.1" }, true, false],
  [{ HOST: "::1" }, true, false],
  [{ HOST: "0.0.0.0" }, false, false],
  [{ HOST: "::" }, false, false],
  [{ HOST: "voice.lan" }, false, false],
  [{ HOST: "0.0.0.0", ENGINE_AUTH: "open" }, true, true],
  [{ ENGINE_AUTH: "open" }, true, false],
  [{ ENGINE_AUTH: "required" }, false, false],
];

test.each(modes)("engine: with %j it is open: %j", (environment, open, warns) => {
  const { engineOpen, warnings } = readConfig(environment);
  expect([engineOpen, warnings.some((each) => each.startsWith("ENGINE_AUTH=open at"))]).toEqual([
    open,
    warns,
  ]);
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

test.each(asked)("engine: %s asks nobody while it is open", async (path, init, status) => {
  await using served = await serveTest({ ENGINE_AUTH: "open" });
  expect((await served.ask(path, init)).status).toBe(status);
});

test.each(asked)("engine: %s takes a key and a token when it must", async (path, init, status) => {
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

test("engine: a browser sends its token as a name of a protocol", async () => {
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

test("login: the token of an account that is not there opens nothing", async () => {
  // The same key signs the tokens of both.
  const environment = { MASTER_KEY: "ab".repeat(32) };
  await using served = await serve(environment);
  await using other = await serve(environment);
  const { login } = await signUpAt(served);
  await answer(served.ask("/v1/flows", { headers: login }));
  for (const path of ["/v1/flows", "/auth/api-keys", "/v1/credits/balance", "/ice-servers"])
    await problem(other.ask(path, { headers: login }), 401, "auth/invalid");
});

test("engine: health and capabilities ask nobody", async () => {
  await using served = await serveTest({ ENGINE_AUTH: "required" });
  for (const path of ["/health", "/capabilities"]) expect((await served.ask(path)).status).toBe(200);
});
