// Random requests of every form to every route: always a response, never a crash, never an undocumented 5xx.

import { connect } from "node:net";
import { expect, test } from "bun:test";
import { oddJson, oddWords } from "../support/fuzz/odd-json.ts";
import { type Random, random, seedOf } from "../support/random.ts";
import { type TestServer, serveTest } from "../support/servers/served.ts";

const long = process.env.LONG === "1";
const count = long ? 50_000 : 600;
const rawCount = long ? 2_000 : 100;
const seed = seedOf(20_261_120);

/** Refusals with a 5xx status that a healthy server may send. */
const documented = new Set(["speech/unavailable", "calls/limit"]);

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const types = [
  "application/json",
  "application/json; charset=utf-8",
  "text/plain",
  "application/sdp",
  "multipart/form-data",
  "multipart/form-data; boundary=x",
  "application/x-www-form-urlencoded",
  "application/octet-stream",
  "%%",
];

function pathOf(chance: Random, patterns: readonly string[]): string {
  const pattern = chance.pick([...patterns, "/nowhere", "/%00", "//", "/offer/../health"]);
  const path = pattern.replace(/:\w+/g, () =>
    chance.pick(["pc_1", "%zz", "%00", "..", "a%2Fb", "é", "x".repeat(2_000)]),
  );
  const query = Array.from({ length: chance.int(0, 3) }, () => {
    const name = chance.pick([
      "mode",
      "program_id",
      "features",
      "out_rate",
      "pacing",
      "token",
      "",
      "a[b]",
      "%",
    ]);
    return `${name}=${chance.pick([...oddWords, "%zz", "%00", "[]", "{}", "1e9", "a".repeat(3_000)])}`;
  });
  return query.length === 0 ? path : `${path}?${query.join("&")}`;
}

function bodyOf(chance: Random): string | Uint8Array<ArrayBuffer> {
  const text = JSON.stringify(oddJson(chance));
  switch (chance.int(0, 5)) {
    case 0:
      return chance.bytes(chance.int(0, 200));
    case 1:
      return text.slice(0, chance.int(0, text.length));
    case 2:
      return chance.pick([
        "",
        "[".repeat(50_000),
        '{"a":'.repeat(5_000),
        "{}{}",
        "\ufeff{}",
        `"${"a".repeat(300_000)}"`,
      ]);
    default:
      return text;
  }
}

function headersOf(chance: Random): Record<string, string> {
  const headers: Record<string, string> = {};
  if (chance.chance(0.7)) headers["content-type"] = chance.pick(types);
  if (chance.chance(0.1))
    headers["origin"] = chance.pick(["http://localhost", "null", "https://evil.example", "%"]);
  if (chance.chance(0.1)) headers["host"] = chance.pick(["localhost", "evil.example", "[::1", "a b", ""]);
  if (chance.chance(0.1)) headers["x-request-id"] = chance.pick(["a", "a b", "x".repeat(500)]);
  if (chance.chance(0.1)) headers["upgrade"] = chance.pick(["websocket", "h2c", ""]);
  if (chance.chance(0.1)) headers["sec-websocket-protocol"] = chance.pick(["voice.v1", "x", ",,"]);
  if (chance.chance(0.1)) headers["content-encoding"] = chance.pick(["gzip", "identity", "br"]);
  if (chance.chance(0.1)) headers["if-none-match"] = chance.pick(["*", '"a"', ",,,"]);
  if (chance.chance(0.1)) headers["access-control-request-method"] = "PATCH";
  if (chance.chance(0.1)) headers["cookie"] = chance.pick(["a=b", "=%zz; ;", "__proto__=1"]);
  return headers;
}

/** Describes the fault of a response; undefined if it has none. */
async function complaint(response: Response): Promise<string | undefined> {
  const text = await response.text();
  if (!response.headers.has("x-request-id")) return "no request id";
  if (response.status < 400) return undefined;
  if (response.headers.get("content-type") !== "application/problem+json") return "no problem document";
  if (text === "") return undefined; // HEAD
  const { code, status } = JSON.parse(text) as { code: string; status: number };
  if (status !== response.status) return "two different statuses";
  return status >= 500 && !documented.has(code) ? code : undefined;
}

function patternsOf({ app }: TestServer): string[] {
  return [...new Set(app.routes.map(({ path }) => path))];
}

test(`fuzz: ${count} random requests are all answered (SEED=${seed})`, async () => {
  await using served = await serveTest();
  const patterns = patternsOf(served);
  const chance = random(seed);
  for (let i = 0; i < count; i++) {
    const method = chance.pick(methods);
    const init: RequestInit = { method, headers: headersOf(chance) };
    if (method !== "GET" && method !== "HEAD" && chance.chance(0.9)) init.body = bodyOf(chance);
    const path = pathOf(chance, patterns);
    const wrong = await complaint(await served.ask(path, init));
    if (wrong !== undefined) throw new Error(`Request ${i}: ${method} ${path.slice(0, 200)}: ${wrong}`);
    served.events.length = 0;
  }
}, 300_000);

test(`fuzz: ${rawCount} random byte streams leave the server healthy (SEED=${seed})`, async () => {
  await using served = await serveTest();
  const url = new URL(served.url());
  const patterns = patternsOf(served);
  const chance = random(seed + 1);
  for (let i = 0; i < rawCount; i++) await throwBytes(Number(url.port), requestBytes(chance, patterns));
  expect((await fetch(`${url.origin}/health`)).status).toBe(200);
  expect(served.events.filter((each) => each.event === "request.failed")).toEqual([]);
}, 300_000);

/** Almost valid HTTP: a request line, headers and a body, each wrong now and then. */
function requestBytes(chance: Random, patterns: readonly string[]): Uint8Array {
  const method = chance.pick([...methods, "BREW", "get", ""]);
  const version = chance.pick(["HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/9", ""]);
  const headers = { host: "localhost", ...headersOf(chance) };
  if (chance.chance(0.3))
    Object.assign(headers, { "content-length": chance.pick(["0", "5", "-1", "99999999999", "x"]) });
  if (chance.chance(0.2))
    Object.assign(headers, { "transfer-encoding": chance.pick(["chunked", "gzip", ","]) });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`${method} ${pathOf(chance, patterns)} ${version}`, ...lines, "", ""].join("\r\n");
  const bytes = Buffer.concat([Buffer.from(head), Buffer.from(bodyOf(chance))]);
  for (let flips = chance.int(-2, 2); flips > 0; flips--)
    bytes[chance.int(0, bytes.length - 1)] = chance.int(0, 255);
  return bytes;
}

/** Resolves when the connection is over; the test closes it as soon as a response arrives. */
function throwBytes(port: number, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(bytes);
      socket.end();
    });
    socket.on("data", () => socket.destroy());
    socket.on("error", () => undefined);
    socket.on("close", () => resolve());
  });
}
