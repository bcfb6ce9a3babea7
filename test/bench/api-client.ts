// API benchmark client: one operation after the other, with several concurrent requests, each sent after the previous
// one is answered. Prints one JSON line per operation.

import { join } from "node:path";
import { parseArgs } from "node:util";
import { quantile } from "./pinned.ts";

export interface MeasuredRequest {
  readonly name: string;
  readonly atATime: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

interface Operation {
  readonly name: string;
  /** Requests at a time. */
  readonly atATime: number;
  readonly status: number;
  readonly ask: () => Promise<Response>;
}

const { values } = parseArgs({ options: { url: { type: "string" }, seconds: { type: "string" } } });
const url = values.url ?? "";
const seconds = Number(values.seconds);
const email = "bench@example.com";
const password = "correct horse battery";
const flows = 10;
let people = 0;

const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

/** An account with a key, some flows, and credits for every session of the run. */
async function prepare(): Promise<Record<string, string>> {
  const { access_token: token } = await read(post("/auth/signup", { email, password }));
  const login = { authorization: `Bearer ${String(token)}` };
  const { key } = await read(fetch(`${url}/auth/api-keys`, { method: "POST", headers: login }));
  const headers = { "x-service-key": String(key) };
  const yaml =
    "voice_flow: 1\nid: hello\nlanguage: en\nstart: a\nnodes:\n  a:\n    say: Hello.\n    end: done\n";
  for (let i = 0; i < flows; i++)
    await read(post("/v1/flows", { name: `Flow ${i}`, yaml_content: yaml }, headers));
  const main = join(import.meta.dir, "../../src/main.ts");
  const granting = Bun.spawn([process.execPath, main, "grant", email, "100000000"], { stdout: "ignore" });
  if ((await granting.exited) !== 0) throw new Error("No credits were granted");
  return headers;
}

async function read(response: Promise<Response>): Promise<Record<string, unknown>> {
  const got = await response;
  if (!got.ok) throw new Error(`${got.status}: ${await got.text()}`);
  return (await got.json()) as Record<string, unknown>;
}

async function measure({ name, atATime, status, ask }: Operation): Promise<MeasuredRequest> {
  const took: number[] = [];
  const from = performance.now();
  const until = from + seconds * 1_000;
  const loop = async (): Promise<void> => {
    while (performance.now() < until) {
      const askedAt = performance.now();
      const response = await ask();
      const text = await response.text();
      took.push(performance.now() - askedAt);
      if (response.status !== status) throw new Error(`${name} answered ${response.status}: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: atATime }, loop));
  const perSecond = (took.length * 1_000) / (performance.now() - from);
  took.sort((a, b) => a - b);
  return { name, atATime, perSecond, p50: quantile(took, 0.5), p99: quantile(took, 0.99) };
}

const headers = await prepare();
const get = (path: string) => (): Promise<Response> => fetch(url + path, { headers });
const operations: readonly Operation[] = [
  {
    name: "sign up",
    atATime: 4,
    status: 200,
    ask: () => post("/auth/signup", { email: `person-${people++}@example.com`, password }),
  },
  { name: "log in", atATime: 4, status: 200, ask: () => post("/auth/login", { email, password }) },
  { name: `list ${flows} flows`, atATime: 16, status: 200, ask: get("/v1/flows") },
  { name: "start a session", atATime: 16, status: 200, ask: () => post("/v1/sessions", {}, headers) },
  { name: "read the balance", atATime: 16, status: 200, ask: get("/v1/credits/balance") },
];
process.stdout.write(`${JSON.stringify({ operations: operations.length })}\n`);
for (const operation of operations) process.stdout.write(`${JSON.stringify(await measure(operation))}\n`);
process.exit(0);
