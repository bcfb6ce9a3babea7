// Allowed origins and host names, and their headers for browsers.

import { expect, test } from "bun:test";
import type { Environment } from "../../../src/config.ts";
import { json } from "../../support/json-request.ts";
import { serveTest } from "../../support/servers/served.ts";

const offer = { sdp: "v=0\r\n", type: "offer" };

interface Case {
  readonly it: string;
  readonly env?: Environment;
  readonly headers: Record<string, string>;
  readonly allowed: boolean;
}

const open: Environment = { HOST: "0.0.0.0", ENGINE_AUTH: "open" };
const known: Environment = { PUBLIC_URL: "https://voice.example", CORS_ORIGINS: "https://app.example" };

const cases: readonly Case[] = [
  { it: "a program sends no origin", headers: { host: "127.0.0.1:3000" }, allowed: true },
  { it: "our own page", headers: { host: "127.0.0.1:3000", origin: "http://127.0.0.1:3000" }, allowed: true },
  {
    it: "our own page by name",
    headers: { host: "localhost:3000", origin: "http://localhost:3000" },
    allowed: true,
  },
  {
    it: "our own page over IPv6",
    headers: { host: "[::1]:3000", origin: "http://[::1]:3000" },
    allowed: true,
  },
  {
    it: "our own page behind TLS",
    headers: { host: "localhost", origin: "https://localhost" },
    allowed: true,
  },
  {
    it: "the default port written out",
    headers: { host: "localhost:443", origin: "https://localhost" },
    allowed: true,
  },
  {
    it: "another port of this machine",
    headers: { host: "localhost:3000", origin: "http://localhost:8080" },
    allowed: false,
  },
  {
    it: "a foreign page",
    headers: { host: "localhost:3000", origin: "https://evil.example" },
    allowed: false,
  },
  { it: "a page without an origin", headers: { host: "localhost:3000", origin: "null" }, allowed: false },
  {
    it: "an origin that is no URL",
    headers: { host: "localhost:3000", origin: "localhost:3000" },
    allowed: false,
  },
  { it: "a rebound name without an origin", headers: { host: "evil.example" }, allowed: false },
  {
    it: "a rebound name with its own origin",
    headers: { host: "evil.example", origin: "http://evil.example" },
    allowed: false,
  },
  { it: "a name that begins like loopback", headers: { host: "127.evil.example" }, allowed: false },
  { it: "a name that ends like localhost", headers: { host: "notlocalhost" }, allowed: false },
  { it: "a name under localhost", headers: { host: "agent.localhost:3000" }, allowed: true },
  { it: "an address when bound to loopback", headers: { host: "192.0.2.7:3000" }, allowed: false },
  { it: "an address when bound to all", env: open, headers: { host: "192.0.2.7:3000" }, allowed: true },
  {
    it: "an IPv6 address when bound to all",
    env: open,
    headers: { host: "[2001:db8::1]:3000" },
    allowed: true,
  },
  { it: "a name when bound to all", env: open, headers: { host: "evil.example" }, allowed: false },
  {
    it: "the bound name",
    env: { HOST: "voice.lan", ENGINE_AUTH: "open" },
    headers: { host: "voice.lan:3000" },
    allowed: true,
  },
  {
    it: "the name of this node alone",
    env: { NODE_URL: "https://n7.voice.example", ENGINE_AUTH: "open" },
    headers: { host: "n7.voice.example" },
    allowed: true,
  },
  {
    it: "the name of another node",
    env: { NODE_URL: "https://n7.voice.example", ENGINE_AUTH: "open" },
    headers: { host: "n8.voice.example" },
    allowed: false,
  },
  {
    it: "the public name",
    env: known,
    headers: { host: "voice.example", origin: "https://voice.example" },
    allowed: true,
  },
  {
    it: "the public page by another address",
    env: known,
    headers: { host: "localhost", origin: "https://voice.example" },
    allowed: true,
  },
  {
    it: "a named origin",
    env: known,
    headers: { host: "voice.example", origin: "https://app.example" },
    allowed: true,
  },
  {
    it: "a named origin with another scheme",
    env: known,
    headers: { host: "voice.example", origin: "http://app.example" },
    allowed: false,
  },
  {
    it: "a named origin as a prefix",
    env: known,
    headers: { host: "voice.example", origin: "https://app.example.evil" },
    allowed: false,
  },
  {
    it: "a forwarded host nobody vouches for",
    env: known,
    headers: { host: "evil.example", "x-forwarded-host": "voice.example" },
    allowed: false,
  },
];

test.each(cases)("origin: $it", async ({ env, headers, allowed }) => {
  await using served = await serveTest(env);
  for (const [path, init] of [
    ["/offer", json("POST", offer, headers)],
    ["/offer/pc_1", { method: "DELETE", headers }],
    ["/ws", { headers: { ...headers, upgrade: "websocket", connection: "upgrade" } }],
  ] as const) {
    const response = await served.ask(path, init);
    expect([path, response.status === 403]).toEqual([path, !allowed]);
    if (!allowed) expect(((await response.json()) as { code: string }).code).toBe("origin/refused");
  }
  expect((await served.ask("/health", { headers })).status).toBe(200);
});

test("origin: a trusted proxy's forwarding counts, another proxy's does not", async () => {
  const headers = { host: "10.0.0.1", "x-forwarded-host": "localhost", origin: "https://localhost" };
  for (const [proxies, status] of [
    ["127.0.0.1", 404],
    ["192.0.2.1", 403],
  ] as const) {
    await using served = await serveTest({ ENGINE_AUTH: "open", TRUSTED_PROXIES: proxies });
    const response = await fetch(`${served.url()}/offer/pc_1`, { method: "DELETE", headers });
    expect(response.status).toBe(status);
  }
});

test("cors: a named origin may read answers and problems", async () => {
  await using served = await serveTest(known);
  for (const path of ["/health", "/nowhere"]) {
    const { headers } = await served.ask(path, { headers: { origin: "https://app.example" } });
    expect(headers.get("access-control-allow-origin")).toBe("https://app.example");
    expect(headers.get("access-control-expose-headers")).toBe(
      "Location, ETag, Link, Retry-After, X-Request-Id",
    );
    expect(headers.get("vary")).toContain("Origin");
  }
});

test("cors: another origin may read nothing, and answers vary by origin for caches", async () => {
  await using served = await serveTest(known);
  const { headers } = await served.ask("/health", { headers: { origin: "https://evil.example" } });
  expect(headers.has("access-control-allow-origin")).toBe(false);
  expect(headers.get("vary")).toContain("Origin");
});

test("cors: its headers are absent without named origins", async () => {
  await using served = await serveTest();
  const { headers } = await served.ask("/health", { headers: { origin: "http://localhost" } });
  expect([...headers.keys()].filter((name) => /access-control|vary/.test(name))).toEqual([]);
});

test("cors: a preflight names methods, headers and its duration", async () => {
  await using served = await serveTest(known);
  const headers = { origin: "https://app.example", "access-control-request-method": "PATCH" };
  const response = await served.ask("/offer/pc_1", { method: "OPTIONS", headers });
  expect(response.status).toBe(204);
  expect(response.headers.get("access-control-allow-origin")).toBe("https://app.example");
  expect(response.headers.get("access-control-allow-methods")).toBe("PATCH, DELETE, OPTIONS");
  expect(response.headers.get("access-control-allow-headers")).toContain("X-Service-Key");
  expect(Number(response.headers.get("access-control-max-age"))).toBeGreaterThan(0);
});

test("cors: a preflight of another origin is refused", async () => {
  await using served = await serveTest(known);
  const headers = { origin: "https://evil.example", "access-control-request-method": "PATCH" };
  const response = await served.ask("/offer/pc_1", { method: "OPTIONS", headers });
  expect(response.status).toBe(403);
  expect(response.headers.has("access-control-allow-origin")).toBe(false);
});
