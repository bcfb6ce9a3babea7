// Standing of a visitor: GET /auth/standing tells a page before a call what it needs, and nothing beyond that.

import { expect, test } from "bun:test";
import { tokenSeconds } from "../../../src/cloud/access-tokens.ts";
import { answer, type Person, problem, signUpAt } from "../../support/people.ts";
import { json } from "../../support/json-request.ts";
import { type TestServer, serveTest } from "../../support/servers/served.ts";
import { serve } from "../../support/servers/clocked.ts";

function standing(served: Pick<TestServer, "ask">, headers: Record<string, string> = {}): Promise<unknown> {
  return answer(served.ask("/auth/standing", { headers }));
}

const credentials: readonly (readonly [
  name: string,
  headersOf: (person: Person) => Record<string, string>,
  open: string,
  required: string,
])[] = [
  ["nothing", () => ({}), "admitted", "credentials-required"],
  ["a name and a password", () => ({ authorization: "Basic YTpi" }), "admitted", "credentials-required"],
  ["a login", ({ login }) => ({ ...login }), "admitted", "admitted"],
  ["an API key", ({ service }) => ({ ...service }), "admitted", "admitted"],
  [
    "a token that is none",
    () => ({ authorization: "Bearer a.b.c" }),
    "credentials-invalid",
    "credentials-invalid",
  ],
  ["an empty token", () => ({ authorization: "Bearer" }), "credentials-invalid", "credentials-invalid"],
  ["an unknown key", () => ({ "x-service-key": "vfk_0" }), "credentials-invalid", "credentials-invalid"],
  [
    "a key in the token's place",
    ({ key }) => ({ authorization: `Bearer ${key}` }),
    "credentials-invalid",
    "credentials-invalid",
  ],
];

test.each(credentials)(
  "standing: a request with %s gets its standing",
  async (_name, headersOf, open, required) => {
    for (const [mode, engine] of [
      ["open", open],
      ["required", required],
    ] as const) {
      await using served = await serveTest({ ENGINE_AUTH: mode });
      expect(await standing(served, headersOf(await signUpAt(served)))).toEqual({
        engine,
        signup: "open",
        password_mail: false,
      });
    }
  },
);

test("standing: it matches the engine's behaviour", async () => {
  await using served = await serveTest({ ENGINE_AUTH: "required" });
  const person = await signUpAt(served);
  for (const [, headersOf] of credentials) {
    const headers = headersOf(person);
    const { status } = await served.ask("/ice-servers", { headers });
    const said = await standing(served, headers);
    expect(said).toEqual({
      engine: status === 200 ? "admitted" : expect.stringMatching(/^credentials-/),
      signup: "open",
      password_mail: false,
    });
  }
});

test("standing: an expired login and a revoked key are invalid, a guest is admitted", async () => {
  await using served = await serve({ ENGINE_AUTH: "required" });
  const { login, service, keyId } = await signUpAt(served);
  const exchanged = served.ask("/auth/exchange", json("POST", { token: served.invitation.issue() }));
  const guest = {
    authorization: `Bearer ${(await answer<{ access_token: string }>(exchanged)).access_token}`,
  };
  expect(await standing(served, guest)).toEqual({ engine: "admitted", signup: "open", password_mail: false });
  await served.ask(`/auth/api-keys/${keyId}`, { method: "DELETE", headers: login });
  expect(await standing(served, service)).toEqual({
    engine: "credentials-invalid",
    signup: "open",
    password_mail: false,
  });
  served.clock.stall((tokenSeconds + 120) * 1_000);
  for (const headers of [login, guest])
    expect(await standing(served, headers)).toEqual({
      engine: "credentials-invalid",
      signup: "open",
      password_mail: false,
    });
});

test("standing: a session's token reveals nothing, with any owner", async () => {
  await using served = await serveTest({ ENGINE_AUTH: "required" });
  const { service } = await signUpAt(served);
  const started = served.ask("/v1/sessions", json("POST", {}, service));
  const { session_token: token } = await answer<{ session_token: string }>(started);
  for (const each of [token, "vst_nothing"])
    expect(await answer(served.ask(`/auth/standing?token=${each}`))).toEqual({
      engine: "credentials-required",
      signup: "open",
      password_mail: false,
    });
});

test("standing: requests count like logins", async () => {
  await using served = await serve({ AUTH_PER_MINUTE: "3" });
  for (let i = 0; i < 3; i++) await standing(served);
  const { headers } = await problem(served.ask("/auth/standing"), 429, "request/limit");
  expect(Number(headers.get("retry-after"))).toBeWithin(1, 61);
  await served.clock.advance(60_000);
  await standing(served);
});
