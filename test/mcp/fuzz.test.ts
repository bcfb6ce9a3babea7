// Random messages to a server of the Model Context Protocol: the server answers each as the protocol says, or not at
// all where it wants no answer.

import { expect, setDefaultTimeout, test } from "bun:test";
import { StdioSession } from "../../src/cli/mcp/stdio-session.ts";
import { answerMcp } from "../../src/mcp/mcp-server.ts";
import { oddJson } from "../support/fuzz/odd-json.ts";
import { server } from "../support/mcp-echo.ts";
import { McpPeer } from "../support/mcp-peer.ts";
import { over } from "../support/mcp-over-http.ts";
import { signUpAt } from "../support/people.ts";
import { serveTest } from "../support/servers/served.ts";
import { type Random, random, seedOf } from "../support/random.ts";

setDefaultTimeout(900_000);

const count = process.env["LONG"] === "1" ? 100_000 : 250;
const seed = seedOf(20_261_124);
const methods = [
  "initialize",
  "ping",
  "server/discover",
  "tools/list",
  "tools/call",
  "notifications/cancelled",
  "",
];
const versionKey = "io.modelcontextprotocol/protocolVersion";
const capabilitiesKey = "io.modelcontextprotocol/clientCapabilities";

/** Almost a valid message, so that it passes the first checks. */
function messageOf(dice: Random): unknown {
  if (dice.chance(0.15)) return oddJson(dice);
  const odd = (value: unknown): unknown => (dice.chance(0.1) ? oddJson(dice) : value);
  const meta = {
    [versionKey]: odd(dice.pick(["2026-07-28", "2025-11-25", "x"])),
    ...(dice.chance(0.8) && { [capabilitiesKey]: odd({}) }),
  };
  const params = {
    ...(dice.chance(0.5) && { _meta: odd(meta) }),
    ...(dice.chance(0.7) && { name: odd("echo"), arguments: odd({ word: odd("x") }) }),
    ...(dice.chance(0.2) && { protocolVersion: odd("2025-11-25"), requestId: odd(1) }),
  };
  return odd({
    jsonrpc: odd("2.0"),
    ...(dice.chance(0.85) && { id: odd(dice.pick([1, "a", 2 ** 60, null, ""])) }),
    method: odd(dice.pick(methods)),
    ...(dice.chance(0.9) && { params: odd(params) }),
  });
}

function headersOf(dice: Random) {
  const pick = (values: readonly string[]): string | null =>
    dice.chance(0.2) ? null : dice.pick([...values]);
  return {
    revision: pick(["2026-07-28", "2025-11-25", "x"]),
    method: pick(methods),
    name: pick(["echo", "=?base64?ZWNobw==?=", "=?base64?!?="]),
  };
}

/** Throws for an invalid JSON-RPC response. */
function checkAnswer(body: unknown): void {
  const { jsonrpc, id, result, error } = body as Record<string, unknown>;
  expect(jsonrpc).toBe("2.0");
  expect(["string", "number", "object"]).toContain(typeof id);
  if (error === undefined) expect(typeof result).toBe("object");
  else expect(error).toMatchObject({ code: expect.any(Number), message: expect.any(String) });
}

test(`${count} messages, with and without headers, are answered or need no answer (seed ${seed})`, async () => {
  const dice = random(seed);
  const { signal } = new AbortController();
  const statuses = new Map<number, number>();
  for (let at = 0; at < count; at++) {
    const value = messageOf(dice);
    const headers = dice.chance(0.5) ? { headers: headersOf(dice) } : {};
    const { status, body } = await answerMcp(server, value, { ...headers, signal });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (body === undefined) expect(status).toBe(202);
    else checkAnswer(body);
  }
  // The messages reached all of these statuses.
  expect([...statuses.keys()].toSorted((a, b) => a - b)).toEqual([200, 202, 400, 404]);
});

/** Random lines: messages, broken in one of many ways, in pieces of any size. */
function* lines(dice: Random, total: number): Iterable<Uint8Array> {
  for (let at = 0; at < total; at++) {
    const text = JSON.stringify(messageOf(dice)) ?? "";
    const bytes = dice.chance(0.2)
      ? dice.pick([
          dice.bytes(dice.int(0, 60)),
          Buffer.from(text.slice(0, dice.int(0, text.length))),
          Buffer.from("[".repeat(9_000)),
        ])
      : Buffer.from(text);
    const cut = dice.int(0, bytes.length);
    yield bytes.subarray(0, cut);
    yield bytes.subarray(cut);
    yield Buffer.from("\n");
  }
}

test(`${count} lines leave only answers on stdout, and the last one is still answered (seed ${seed})`, async () => {
  const written: string[] = [];
  const session = new StdioSession(server, (line) => written.push(line));
  const last = { jsonrpc: "2.0", id: "the last", method: "ping" };
  await session.run(
    (async function* input() {
      yield* lines(random(seed + 1), count);
      yield Buffer.from(`\n${JSON.stringify(last)}`);
    })(),
  );
  for (const line of written) checkAnswer(JSON.parse(line));
  expect(written.every((line) => line.endsWith("\n") && line.indexOf("\n") === line.length - 1)).toBe(true);
  expect(written).toContain('{"jsonrpc":"2.0","id":"the last","result":{}}\n');
});

test("a line that is too long is refused, and the next one is answered", async () => {
  const written: string[] = [];
  const session = new StdioSession(server, (line) => written.push(line));
  const long = Buffer.alloc(1_024 * 1_024 + 1, "x");
  const next = Buffer.from('\n{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  await session.run(
    (async function* input() {
      yield long;
      yield next;
    })(),
  );
  expect(written.map((line) => JSON.parse(line) as object)).toEqual([
    { jsonrpc: "2.0", id: null, error: { code: -32_600, message: "A line has at most 1048576 bytes." } },
    { jsonrpc: "2.0", id: 1, result: {} },
  ]);
});

/** Flow for tools that take one. */
const yaml = "voice_flow: 1\nid: a\nlanguage: en\nstart: b\nnodes:\n  b: {say: Hello., end: done}\n";

test(`${count} random bodies are answered, without an internal error (seed ${seed})`, async () => {
  const none = "1000000";
  await using served = await serveTest({ REQUESTS_PER_MINUTE: none, CHECKS_PER_MINUTE: none });
  const { service } = await signUpAt(served);
  const dice = random(seed + 2);
  const peer = new McpPeer(over(served, service), "handshake");
  const names = [...(await peer.tools()).filter((name) => name !== "session_start"), "none"];
  const seen = new Set<number>();
  for (let at = 0; at < count; at++) {
    const odd = (value: unknown): unknown => (dice.chance(0.15) ? oddJson(dice) : value);
    const args = {
      yaml: odd(yaml),
      flow: odd("flow_1"),
      says: odd(["hello"]),
      topic: odd("node"),
      call: odd("ses_1"),
    };
    const kept = Object.fromEntries(Object.entries(args).filter(() => dice.chance(0.4)));
    const params = odd({ name: odd(dice.pick(names)), arguments: odd(kept) });
    const body = odd({ jsonrpc: odd("2.0"), id: odd(at), method: odd("tools/call"), params });
    const text = JSON.stringify(body) ?? "";
    const sent = dice.chance(0.1) ? text.slice(0, dice.int(0, text.length)) : text;
    const headers = { ...service, "content-type": "application/json" };
    const response = await served.ask("/mcp", { method: "POST", headers, body: sent });
    seen.add(response.status);
    if (response.status !== 202) expect(typeof (await response.json())).toBe("object");
  }
  expect([...seen].filter((status) => status >= 500)).toEqual([]);
  expect(seen).toContain(200);
  expect(served.events.filter(({ event }) => event === "request.failed")).toEqual([]);
});
