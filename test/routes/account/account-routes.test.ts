// Routes of accounts: POST /auth/signup, /auth/login and /auth/exchange.

import { expect, spyOn, test } from "bun:test";
import { Fault } from "../../../src/base/fault.ts";
import { Passwords } from "../../../src/cloud/passwords.ts";
import { serve } from "../../support/servers/clocked.ts";
import { answer, newEmail, problem, signUpAt } from "../../support/people.ts";
import { json } from "../../support/json-request.ts";
import { serveTest } from "../../support/servers/served.ts";

interface Access {
  readonly access_token: string;
  readonly token_type: string;
  readonly expires_in: number;
}

test("signup: it answers with a working token, and grants 200 cents", async () => {
  await using served = await serveTest();
  const got = await answer<Access>(
    served.ask("/auth/signup", json("POST", { email: newEmail(), password: "12345678" })),
  );
  expect(got).toEqual({ access_token: expect.any(String), token_type: "bearer", expires_in: 43_200 });
  const headers = { authorization: `bearer ${got.access_token}` };
  const balance = await answer(served.ask("/v1/credits/balance", { headers }));
  expect(balance).toMatchObject({ balance_usd_cents: 200 });
});

const badSignups: readonly [
  name: string,
  body: unknown,
  status: number,
  code: string,
  pointer: string | undefined,
][] = [
  ["no body", undefined, 400, "request/invalid-json", undefined],
  ["no email", { password: "12345678" }, 422, "request/invalid", "/email"],
  ["no password", { email: "a@b.c" }, 422, "request/invalid", "/password"],
  ["an email that is none", { email: "ada", password: "12345678" }, 422, "request/invalid", "/email"],
  [
    "an email that is too long",
    { email: `${"a".repeat(250)}@b.cd`, password: "12345678" },
    422,
    "request/invalid",
    "/email",
  ],
  ["a short password", { email: "a@b.c", password: "1234567" }, 422, "request/invalid", "/password"],
  ["a long password", { email: "a@b.c", password: "x".repeat(257) }, 422, "request/invalid", "/password"],
  ["an email that is a number", { email: 1, password: "12345678" }, 422, "request/invalid", "/email"],
  ["a list", [], 422, "request/invalid", ""],
];

test.each(badSignups)("signup: %s is refused", async (_name, body, status, code, pointer) => {
  await using served = await serveTest();
  const init = body === undefined ? { method: "POST" } : json("POST", body);
  const { errors } = await problem(served.ask("/auth/signup", init), status, code);
  expect(errors?.[0]?.pointer).toBe(pointer);
});

test("signup: passwords of 8 and of 256 characters are accepted", async () => {
  await using served = await serveTest();
  for (const length of [8, 256]) {
    const body = { email: newEmail(), password: "ü".repeat(length) };
    await answer(served.ask("/auth/signup", json("POST", body)));
    await answer(served.ask("/auth/login", json("POST", body)));
  }
});

test("signup: an email is registered once, in any spelling", async () => {
  await using served = await serveTest();
  const { email } = await signUpAt(served);
  const again = json("POST", { email: ` ${email.toUpperCase()} `, password: "another password" });
  await problem(served.ask("/auth/signup", again), 409, "account/email-taken");
});

test("login: it answers with a token for the same account", async () => {
  await using served = await serveTest();
  const { email, password, keyId } = await signUpAt(served);
  const body = { email: ` ${email.toUpperCase()}`, password };
  const { access_token, token_type } = await answer<Access>(served.ask("/auth/login", json("POST", body)));
  expect(token_type).toBe("bearer");
  const keys = await answer<{ key_id: string }[]>(
    served.ask("/auth/api-keys", { headers: { authorization: `Bearer ${access_token}` } }),
  );
  expect(keys[0]?.key_id).toBe(keyId);
});

test("login: a wrong password and an unknown email are refused with the same words", async () => {
  await using served = await serveTest();
  const { email } = await signUpAt(served);
  const attempts = [
    { email, password: "wrong password" },
    { email: newEmail(), password: "wrong password" },
    { email: "not an email", password: "" },
  ];
  const said = await Promise.all(
    attempts.map(async (body) => {
      const response = served.ask("/auth/login", json("POST", body));
      const { detail, headers } = await problem(response, 401, "auth/invalid-credentials");
      return [detail, headers.get("www-authenticate")];
    }),
  );
  expect(said[0]).toEqual([expect.stringContaining("email or the password"), 'Bearer realm="voice-flow"']);
  expect([said[1], said[2]]).toEqual([said[0], said[0]]);
});

test("login: ten failures in a minute with one email from one address lock it", async () => {
  await using served = await serve();
  const { email, password } = await signUpAt(served);
  const attempt = (secret: string, name = email) =>
    served.ask("/auth/login", json("POST", { email: name, password: secret }));
  // A successful login does not count.
  for (let i = 0; i < 20; i++) expect((await attempt(password)).status).toBe(200);
  // All begin at once, so that none has failed before the last one begins.
  const statuses = await Promise.all(Array.from({ length: 30 }, async () => (await attempt("wrong")).status));
  expect([
    statuses.filter((each) => each === 401).length,
    statuses.filter((each) => each === 429).length,
  ]).toEqual([10, 20]);
  const { headers } = await problem(attempt(password, email.toUpperCase()), 429, "auth/too-many-failures");
  expect(Number(headers.get("retry-after"))).toBeWithin(1, 61);
  expect((await attempt("wrong", newEmail())).status).toBe(401);
  await served.clock.advance(60_000);
  expect((await attempt(password)).status).toBe(200);
});

test("login: failures with another person's email lock out only their sender", async () => {
  await using served = await serve({ TRUSTED_PROXIES: "127.0.0.1" });
  const { email, password } = await signUpAt(served);
  const attempt = (secret: string, address: string) =>
    fetch(
      `${served.url()}/auth/login`,
      json("POST", { email, password: secret }, { "x-forwarded-for": address }),
    );
  for (let i = 0; i < 10; i++) expect((await attempt("wrong", "192.0.2.66")).status).toBe(401);
  await problem(attempt("wrong", "192.0.2.66"), 429, "auth/too-many-failures");
  // The owner can log in from another place; a household that failed has to wait, whichever of its addresses it uses.
  expect((await attempt(password, "192.0.2.1")).status).toBe(200);
  for (let i = 0; i < 10; i++) await attempt("wrong", `2001:db8:1:2::${i}`);
  await problem(attempt(password, "2001:db8:1:2:ffff::1"), 429, "auth/too-many-failures");
});

test("login: a busy server counts no failure", async () => {
  await using served = await serve();
  const { email, password } = await signUpAt(served);
  const login = () => served.ask("/auth/login", json("POST", { email, password }));
  const busy = spyOn(Passwords.prototype, "matches").mockRejectedValue(
    new Fault("auth/busy", "Too many.", { retryAfterSeconds: 2 }),
  );
  try {
    for (let i = 0; i < 10; i++) await problem(login(), 503, "auth/busy");
  } finally {
    busy.mockRestore();
  }
  expect((await login()).status).toBe(200);
});

test("login: a token ends after twelve hours, and the two minutes for clock differences", async () => {
  await using served = await serve();
  const { login } = await signUpAt(served);
  served.clock.stall(12 * 3_600_000 + 119_000);
  await answer(served.ask("/auth/api-keys", { headers: login }));
  served.clock.stall(1_000);
  const { headers } = await problem(served.ask("/auth/api-keys", { headers: login }), 401, "auth/invalid");
  expect(headers.get("www-authenticate")).toBe('Bearer realm="voice-flow"');
});

test("exchange: the printed token opens the engine once, and no other route", async () => {
  await using served = await serve({ ENGINE_AUTH: "required" });
  const token = served.invitation.issue();
  const ask = () => served.ask("/auth/exchange", json("POST", { token }));
  const { access_token } = await answer<Access>(ask());
  await problem(ask(), 401, "auth/invalid-credentials");
  const headers = { authorization: `Bearer ${access_token}` };
  await answer(served.ask("/ice-servers", { headers }));
  for (const path of ["/v1/flows", "/v1/credits/balance", "/v1/providers", "/auth/api-keys"]) {
    await problem(served.ask(path, { headers }), 401, "auth/wrong-kind");
  }
  served.clock.stall(12 * 3_600_000 + 120_000);
  await problem(served.ask("/ice-servers", { headers }), 401, "auth/invalid");
});

test("exchange: after fifteen minutes the printed token is invalid, and earlier users stay", async () => {
  await using served = await serve({ ENGINE_AUTH: "required" });
  const exchange = (token: string) => served.ask("/auth/exchange", json("POST", { token }));
  const { access_token } = await answer<Access>(exchange(served.invitation.issue()));
  const late = served.invitation.issue();
  await served.clock.advance(15 * 60_000);
  const { detail } = await problem(exchange(late), 401, "auth/invalid-credentials");
  expect(detail).toContain("older than 15 minutes");
  await answer(served.ask("/ice-servers", { headers: { authorization: `Bearer ${access_token}` } }));
});

test("exchange: other tokens are refused", async () => {
  await using served = await serveTest();
  for (const token of ["", "x", "ü".repeat(43)]) {
    await problem(served.ask("/auth/exchange", json("POST", { token })), 401, "auth/invalid-credentials");
  }
});

test("login: a running attack is reported, with its network and its number of accounts", async () => {
  await using served = await serveTest({ TRUSTED_PROXIES: "127.0.0.1" });
  const headers = { "x-forwarded-for": "203.0.113.9" };
  const attempt = (i: number): RequestInit =>
    json("POST", { email: `victim-${i}@example.com`, password: "guess" }, headers);
  const answers = Array.from({ length: 60 }, (_, i) => fetch(`${served.url()}/auth/login`, attempt(i % 6)));
  await Promise.all(answers);
  const attacks = served.events.filter(({ event }) => event === "login.attack");
  expect(attacks).toMatchObject([{ level: "warn", address: "203.0.113.0/24", tries: 10 }]);
  expect(attacks[0]?.["accounts"]).toBeGreaterThan(1);
  const lines = served.events.filter(({ event, route }) => event === "request" && route === "/auth/login");
  expect(lines).toHaveLength(20);
  expect(JSON.stringify(served.events)).not.toContain("victim");
});
