// Refusals as problem documents, request ids, and hidden details.

import { expect, test } from "bun:test";
import { faults } from "../../../src/base/fault.ts";
import type { ProblemDocument } from "../../../src/routes/http/problem-document.ts";
import { serve } from "../../support/servers/clocked.ts";
import { problem } from "../../support/people.ts";
import { json } from "../../support/json-request.ts";
import { fakeCalls, serveTest, warmSpeech } from "../../support/servers/served.ts";
import { turn } from "../../support/until.ts";

const offer = { sdp: "v=0\r\n", type: "offer" };
const big = "a".repeat(256 * 1024);

const cases: readonly [name: string, path: string, init: RequestInit, status: number][] = [
  ["an unknown path", "/nowhere", {}, 404],
  ["a path with two slashes", "//health", {}, 404],
  ["an id that cannot be read", "/offer/%zz", { method: "DELETE" }, 404],
  ["a wrong method", "/health", { method: "POST" }, 405],
  ["broken JSON", "/offer", { method: "POST", body: '{"sdp":' }, 400],
  ["bytes that are no text", "/offer", { method: "POST", body: new Uint8Array([0xff, 0xfe]) }, 400],
  ["a body nested too deep", "/offer", { method: "POST", body: "[".repeat(10_000) }, 400],
  ["a body of too many values", "/offer", { method: "POST", body: `[${"1,".repeat(20_000)}1]` }, 413],
  ["a body that is too large", "/offer", json("POST", { ...offer, sdp: big }), 413],
  ["a body of the wrong shape", "/offer", json("POST", { sdp: 1 }), 422],
  ["a query of the wrong shape", "/offer?mode=7", json("POST", offer), 422],
  ["a foreign origin", "/offer", json("POST", offer, { origin: "https://evil.example" }), 403],
  ["what is not available", "/offer", json("POST", offer), 503],
];

test.each(cases)("problem: %s gets a document", async (_name, path, init, status) => {
  await using served = await serveTest();
  const response = await served.ask(path, init);
  expect(response.status).toBe(status);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  const problem = (await response.json()) as ProblemDocument;
  expect(problem.status).toBe(status);
  expect(Object.keys(faults)).toContain(problem.code);
  expect(problem.type).toBe(`urn:voice-flow:problem:${problem.code}`);
  expect(problem.title.length).toBeGreaterThan(5);
  expect(problem.detail).toMatch(/^[A-Z].*[.!?]$/);
  expect(problem.request_id).toBe(response.headers.get("x-request-id")!);
});

test("problem: a bug of ours shows nothing to the client and everything in the log", async () => {
  const calls = {
    ...fakeCalls(),
    get hasSpeech(): boolean {
      throw new Error("SELECT password FROM accounts");
    },
  };
  await using served = await serveTest({}, { calls });
  const response = await served.ask("/offer", json("POST", offer, { "x-request-id": "bug-1" }));
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain("SELECT");
  const failed = served.events.filter((each) => each.event === "request.failed");
  expect(failed).toHaveLength(1);
  expect(failed[0]).toMatchObject({ level: "error", route: "/offer", request_id: "bug-1" });
  expect(JSON.stringify(failed[0])).toContain("SELECT password");
  expect(JSON.stringify(failed[0])).toContain("problem-document.test.ts");
});

test("problem: an answer that breaks its own schema is our bug, not the caller's", async () => {
  const calls = fakeCalls({ ready: "yes" });
  await using served = await serveTest({}, { speech: warmSpeech, calls });
  expect((await served.ask("/health")).status).toBe(500);
  expect(served.events.some((each) => each.event === "request.failed")).toBe(true);
});

const sizes: readonly [name: string, bytes: number, streamed: boolean, status: number][] = [
  ["one byte too many, announced", 256 * 1024 + 1, false, 413],
  ["one byte too many, streamed", 256 * 1024 + 1, true, 413],
  ["exactly the limit", 256 * 1024, true, 503],
  ["more than a server likes, announced", 5_000_000, false, 413],
  ["more than a server likes, streamed", 5_000_000, true, 413],
];

test.each(sizes)("body: %s over the network", async (_name, bytes, streamed, status) => {
  await using served = await serveTest();
  const frame = JSON.stringify({ ...offer, more: "" }).length;
  const text = JSON.stringify({ ...offer, more: "a".repeat(bytes - frame) });
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  });
  const response = await fetch(`${served.url()}/offer`, { method: "POST", body: streamed ? stream : text });
  expect(response.status).toBe(status);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
});

const methods: readonly [path: string, allow: string][] = [
  ["/health", "GET, HEAD, OPTIONS"],
  ["/health/", "GET, HEAD, OPTIONS"],
  ["/offer", "POST, PATCH, OPTIONS"],
  ["/offer/pc_1", "PATCH, DELETE, OPTIONS"],
  ["/ws", "GET, HEAD, OPTIONS"],
];

test.each(methods)("methods: %s lists the allowed ones", async (path, allow) => {
  await using served = await serveTest();
  const refused = await served.ask(path, { method: "PUT" });
  expect([refused.status, refused.headers.get("allow")]).toEqual([405, allow]);
  const asked = await served.ask(path, { method: "OPTIONS" });
  expect([asked.status, asked.headers.get("allow"), await asked.text()]).toEqual([204, allow, ""]);
});

test("methods: HEAD is GET without a body, errors included", async () => {
  await using served = await serveTest();
  const head = await fetch(`${served.url()}/health`, { method: "HEAD" });
  const get = await fetch(`${served.url()}/health`);
  expect(head.status).toBe(200);
  expect(await head.text()).toBe("");
  expect(head.headers.get("content-length")).toBe(String((await get.text()).length));
  expect((await fetch(`${served.url()}/nowhere`, { method: "HEAD" })).status).toBe(404);
});

const ids: readonly [name: string, given: string, kept: boolean][] = [
  ["a plain one is kept", "abc-DEF_1.2", true],
  ["one of 64 characters is kept", "a".repeat(64), true],
  ["one of 65 characters is replaced", "a".repeat(65), false],
  ["one with other characters is replaced", "a b", false],
];

test.each(ids)("request id: %s", async (_name, given, kept) => {
  await using served = await serveTest();
  const response = await served.ask("/health", { headers: { "x-request-id": given } });
  const id = response.headers.get("x-request-id")!;
  expect(id === given).toBe(kept);
  expect(id).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
});

test("log: it has the route's pattern and never the URL", async () => {
  await using served = await serveTest();
  await served.ask("/offer/pc_secret?token=vst_secret", { method: "DELETE" });
  await served.ask("/secret-path");
  expect(JSON.stringify(served.events)).not.toContain("secret");
  expect(served.events[0]).toMatchObject({
    event: "request",
    method: "DELETE",
    route: "/offer/:pc_id",
    status: 401,
  });
});

test("headers: every answer forbids sniffing and referrers, pages have a policy", async () => {
  await using served = await serveTest();
  for (const path of ["/health", "/nowhere", "/swagger", "/swagger/json", "/swagger/swagger-ui.css", "/"]) {
    const response = await served.ask(path);
    expect([path, response.headers.get("x-content-type-options")]).toEqual([path, "nosniff"]);
    expect([path, response.headers.get("referrer-policy")]).toEqual([path, "no-referrer"]);
    const html = response.headers.get("content-type")?.startsWith("text/html") ?? false;
    expect([path, response.headers.has("content-security-policy")]).toEqual([path, html]);
  }
});

test("bodies: a late one is refused, and its connection closed", async () => {
  await using served = await serve();
  const unending = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array([0x7b])) });
  const asked = served.ask("/offer", { method: "POST", body: unending });
  // The server begins to read a few turns of the event loop after the request.
  await turn();
  await served.clock.advance(14_000);
  expect(Bun.peek.status(asked)).toBe("pending");
  await served.clock.advance(1_000);
  const { headers } = await problem(asked, 408, "request/timeout");
  expect(headers.get("connection")).toBe("close");
});

test("bodies: a refused request's rest is read up to a limit", async () => {
  await using served = await serve();
  const connectionAfter = async (length: Record<string, string>): Promise<string | null> => {
    const { headers } = await problem(
      served.ask("/offer", json("POST", { ...offer, sdp: big }, length)),
      413,
      "request/too-large",
    );
    return headers.get("connection");
  };
  expect(await connectionAfter({ "content-length": "2000000" })).toBeNull();
  expect(await connectionAfter({ "content-length": "1000000000" })).toBe("close");
  expect(await connectionAfter({ "transfer-encoding": "chunked" })).toBe("close");
});
