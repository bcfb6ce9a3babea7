// Limits of requests: by address, by account, and behind proxies.

import { expect, test } from "bun:test";
import { readConfig } from "../../../src/config.ts";
import { callerOf, clientOf, noteClient } from "../../../src/routes/http/client-address.ts";
import { serve } from "../../support/servers/clocked.ts";
import { newEmail, problem, signUpAt } from "../../support/people.ts";
import { json } from "../../support/json-request.ts";

test("limits: they have their defaults, unless set", () => {
  expect(readConfig({}).limits).toEqual({
    authPerAddress: 300,
    failuresPerLogin: 10,
    requestsPerAccount: 6_000,
    checksPerAddress: 60,
  });
});

test("limits: one address has 300 auth requests a minute, of any kind", async () => {
  await using served = await serve();
  const { login } = await signUpAt(served);
  const ways = [
    () => served.ask("/auth/signup", json("POST", {})),
    () => served.ask("/auth/login", json("POST", {})),
    () => served.ask("/auth/exchange", json("POST", { token: "x" })),
    () => served.ask("/auth/api-keys", { headers: login }),
    () => served.ask("/auth/api-keys"),
  ];
  for (let i = 2; i < 300; i++) expect((await ways[i % ways.length]!()).status).not.toBe(429);
  for (const way of ways) {
    const { headers } = await problem(way(), 429, "request/limit");
    expect(Number(headers.get("retry-after"))).toBeWithin(1, 61);
  }
  // Other routes still work.
  expect((await served.ask("/v1/flows", { headers: login })).status).toBe(200);
  await served.clock.advance(60_000);
  expect((await served.ask("/auth/api-keys", { headers: login })).status).toBe(200);
});

test("limits: one address has 60 checks a minute", async () => {
  await using served = await serve();
  const check = () => served.ask("/v1/flows/check", json("POST", { yaml_content: "a: 1" }));
  for (let i = 0; i < 60; i++) expect((await check()).status).toBe(200);
  await problem(check(), 429, "request/limit");
  await served.clock.advance(60_000);
  expect((await check()).status).toBe(200);
});

test("limits: one account has a number of API requests a minute, by login and by keys together", async () => {
  await using served = await serve({ REQUESTS_PER_MINUTE: "20" });
  const [ada, bob] = [await signUpAt(served), await signUpAt(served)];
  // The creation of the key was the first request.
  for (let i = 1; i < 20; i++) {
    const headers = i % 2 ? ada.login : ada.service;
    expect((await served.ask("/v1/flows", { headers })).status).toBe(200);
  }
  for (const headers of [ada.login, ada.service]) {
    const { headers: got } = await problem(served.ask("/v1/flows", { headers }), 429, "request/limit");
    expect(Number(got.get("retry-after"))).toBeWithin(1, 61);
  }
  expect((await served.ask("/v1/flows", { headers: bob.service })).status).toBe(200);
  await served.clock.advance(60_000);
  expect((await served.ask("/v1/flows", { headers: ada.service })).status).toBe(200);
});

test("limits: a temporary refusal says when to come again", async () => {
  await using served = await serve();
  const { service } = await signUpAt(served);
  const session = await served.ask("/v1/sessions", json("POST", {}, service));
  const { session_token } = (await session.json()) as { session_token: string };
  const asked = [
    served.ask("/ws"),
    served.ask(`/v1/ws/${session_token}`),
    served.ask("/offer", json("POST", { sdp: "v=0", type: "offer" })),
  ];
  for (const response of await Promise.all(asked)) {
    expect(response.status).toBe(503);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  }
});

test("limits: the client's address is taken only from a trusted proxy", async () => {
  for (const trusted of [true, false]) {
    const env = { AUTH_PER_MINUTE: "2", ...(trusted ? { TRUSTED_PROXIES: "127.0.0.1" } : {}) };
    await using served = await serve(env);
    const login = async (address: string): Promise<number> => {
      const body = { email: newEmail(), password: "x" };
      const init = json("POST", body, { "x-forwarded-for": address });
      return (await fetch(`${served.url()}/auth/login`, init)).status;
    };
    const statuses = [
      await login("192.0.2.1"),
      await login("192.0.2.1"),
      await login("192.0.2.1"),
      await login("192.0.2.2"),
    ];
    expect(statuses).toEqual([401, 401, 429, trusted ? 401 : 429]);
  }
});

const addresses: readonly [name: string, peer: string | undefined, forwarded: string, caller: string][] = [
  ["no network at all", undefined, "192.0.2.1", "local"],
  ["a stranger who says to be another", "198.51.100.7", "192.0.2.1", "198.51.100.7"],
  ["a proxy", "10.0.0.1", "192.0.2.1", "192.0.2.1"],
  ["a proxy over IPv6", "::ffff:10.0.0.1", "192.0.2.1", "192.0.2.1"],
  ["what a client put before the truth", "10.0.0.1", "203.0.113.9, 192.0.2.1", "192.0.2.1"],
  ["two proxies", "10.0.0.1", "203.0.113.9, 192.0.2.1, 10.0.0.2", "192.0.2.1"],
  ["proxies alone", "10.0.0.1", "10.0.0.2", "10.0.0.2"],
  ["a proxy that says nothing", "10.0.0.1", "", "10.0.0.1"],
  ["a proxy that talks nonsense", "10.0.0.1", "unknown, <script>", "10.0.0.1"],
  ["one household's IPv6", "2001:db8:1:2:aaaa::1", "", "2001:db8:1:2"],
  ["the same household", "2001:0db8:0001:0002:bbbb:1:2:3", "", "2001:db8:1:2"],
  ["an IPv6 with its zeros left out", "2001:db8::1", "", "2001:db8:0:0"],
  ["the loopback", "::1", "", "0:0:0:0"],
  ["an IPv6 behind a proxy", "10.0.0.1", "2001:DB8:1:2::9", "2001:db8:1:2"],
];

test.each(addresses)("address: %s", (_name, peer, forwarded, caller) => {
  const headers: Record<string, string> = forwarded === "" ? {} : { "x-forwarded-for": forwarded };
  const request = new Request("http://localhost/", { headers });
  expect(callerOf(request, peer, ["10.0.0.1", "10.0.0.2"])).toBe(caller);
});

const places: readonly [
  name: string,
  peer: string | undefined,
  header: string,
  client: string | undefined,
][] = [
  ["no network at all", undefined, "", undefined],
  ["a neighbour", "::ffff:192.168.1.7", "", "192.168.1.7"],
  ["one of a household, whole", "2001:DB8::7", "", "2001:db8::7"],
  ["a trusted proxy's client", "10.0.0.1", "x-forwarded-for: 2001:db8::7", "2001:db8::7"],
  ["a trusted proxy itself", "10.0.0.1", "", "10.0.0.1"],
  ["a trusted proxy that does not know", "10.0.0.1", "x-forwarded-for: unknown", "elsewhere"],
  ["another proxy, near as it is", "127.0.0.1", "x-forwarded-for: 127.0.0.1", "elsewhere"],
  ["another proxy, in another way", "127.0.0.1", "x-real-ip: 127.0.0.1", "elsewhere"],
  ["another proxy, by the book", "127.0.0.1", "forwarded: for=127.0.0.1", "elsewhere"],
];

test.each(places)("address: a request comes from %s", (_name, peer, header, client) => {
  const [name = "", value = ""] = header.split(/: /);
  const request = new Request("http://localhost/", { headers: name === "" ? {} : { [name]: value } });
  noteClient(request, peer, ["10.0.0.1"]);
  expect(clientOf(request)).toBe(client);
});
