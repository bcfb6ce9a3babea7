// HTTP tools: sent requests, forbidden requests, and the outcome of every kind of response.

import { expect, test } from "bun:test";
import { Outbound } from "../../../src/base/outbound/outbound-request.ts";
import { allowed } from "../../../src/base/outbound/outbound-allow.ts";
import { runHttpTool } from "../../../src/flow/engine/http-tool.ts";
import { type Value, valueMap } from "../../../src/flow/value/value.ts";
import { type ToolAnswer, ToolBench, toolOf } from "../../support/fakes/tool-bench.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";

test("tool: path and query carry canonical values, percent-encoded one by one", async () => {
  const bench = new ToolBench();
  const url = "https://api.test/v1/days/{{ day }}/tables?time={{ at }}&name={{ id }}#x";
  const outcome = await bench.run({ url }, { day: "2026-11-21", at: "19:30", id: "a/b?c&d=é ../{{ x }}'" });
  expect(outcome).toEqual({ ok: true, body: valueMap([["ok", true]]) });
  expect(bench.sent[0]?.url).toBe(
    "https://api.test/v1/days/2026-11-21/tables?time=19%3A30&name=a%2Fb%3Fc%26d%3D%C3%A9%20..%2F%7B%7B%20x%20%7D%7D%27#x",
  );
  expect(bench.sent[0]).toMatchObject({ method: "GET", timeoutMs: 4_000, body: undefined });
});

const climbing: readonly (readonly [url: string, id: Value])[] = [
  ["https://api.test/accounts/{{ id }}/admin", ".."],
  ["https://api.test/accounts/{{ id }}/admin", "."],
  ["https://api.test/accounts/{{ id }}/admin", ""],
  ["https://api.test/accounts/{{ id }}/admin", null],
  ["https://api.test/accounts/{{ id }}", ""],
  ["https://api.test/accounts/{{ id }}?x=1", ".."],
  ["https://api.test/accounts/.{{ id }}/admin", "."],
  ["https://api.test/accounts/%2e{{ id }}/admin", "."],
  ["https://api.test/accounts/{{ id }}{{ id }}/admin", "."],
];

test.each(climbing)("tool: %s with %j would leave its path and is blocked (ruling 45)", async (url, id) => {
  const bench = new ToolBench();
  const outcome = await bench.run({ url }, { id });
  expect(outcome).toMatchObject({ ok: false, failure: { kind: "blocked" } });
  expect(bench.sent).toEqual([]);
});

test("tool: null is left out of a query, and a list cannot be sent in an address", async () => {
  const bench = new ToolBench();
  await bench.run({ url: "https://api.test/x?a={{ id }}" }, { id: null });
  expect(bench.sent[0]?.url).toBe("https://api.test/x?a=");
  const outcome = await bench.run({ url: "https://api.test/x?a={{ list }}" }, { list: [1, 2] });
  expect(outcome).toMatchObject({ ok: false, failure: { kind: "blocked" } });
});

test("tool: a body is a structure: single holes keep their type, and no value can break out of it", async () => {
  const bench = new ToolBench();
  const body = {
    day: "{{ day }}",
    seats: "{{ list }}",
    text: "It is {{ id }}!",
    deep: [{ n: 1, b: true, z: null }],
  };
  const id = '"}, "admin": true, {"';
  await bench.run({ method: "POST", body }, { day: "2026-11-21", list: [1, "two"], id });
  const [sent] = bench.sent;
  expect(JSON.parse(sent?.body ?? "")).toEqual({
    day: "2026-11-21",
    seats: [1, "two"],
    text: `It is ${id}!`,
    deep: [{ n: 1, b: true, z: null }],
  });
  expect(new Headers(sent?.headers.map(([...pair]) => pair)).get("content-type")).toBe("application/json");
});

test("tool: a tool sees its params and its secrets, and no variable of the flow", async () => {
  const bench = new ToolBench();
  await bench.run(
    { url: "https://api.test/x?a={{ phone }}&b={{ day }}" },
    { phone: "+33140", day: "2026-11-21" },
  );
  expect(bench.sent[0]?.url).toBe("https://api.test/x?a=&b=2026-11-21");
});

test("tool: a write carries its key, the same at each attempt, with any setting of the flow (ruling 49)", async () => {
  const bench = new ToolBench();
  bench.answers = [{ kind: "timeout", detail: "" }, { status: 503 }, { ok: true }];
  const headers = { "Idempotency-Key": "mine" };
  const outcome = await bench.run({ method: "POST", retries: 2, body: {}, headers });
  const keys = bench.sent.map((each) =>
    new Headers(each.headers.map(([...pair]) => pair)).get("idempotency-key"),
  );
  expect(outcome.ok).toBe(true);
  expect(keys).toEqual(["ses_1-search-1", "ses_1-search-1", "ses_1-search-1"]);
  const read = new ToolBench();
  await read.run({});
  expect(read.sent[0]?.headers.map(([name]) => name)).toEqual(["accept"]);
});

test("tool: a write is not retried unless the flow says so, and an unknown outcome is a timeout (ruling 49)", async () => {
  const bench = new ToolBench();
  bench.answers = [{ kind: "timeout", detail: "api.test did not answer within 4000 ms." }];
  const outcome = await bench.run({ method: "POST", body: {} });
  expect(outcome).toEqual({
    ok: false,
    failure: { kind: "timeout", detail: "find_table: api.test did not answer within 4000 ms." },
  });
  expect(bench.sent).toHaveLength(1);
});

const retries: readonly (readonly [name: string, answer: ToolAnswer, times: number])[] = [
  ["a timeout", { kind: "timeout", detail: "" }, 4],
  ["429", { status: 429 }, 4],
  ["502", { status: 502 }, 4],
  ["503", { status: 503 }, 4],
  ["504", { status: 504 }, 4],
  ["500", { status: 500 }, 1],
  ["404", { status: 404 }, 1],
  ["a failure of the network", { kind: "network", detail: "" }, 1],
  ["a refusal", { kind: "blocked", detail: "" }, 1],
  ["no JSON", { status: 200, body: new TextEncoder().encode("<html>") }, 1],
];

test.each(retries)(
  "tool: %s is tried %j %d times where three retries are allowed",
  async (_name, answer, times) => {
    const bench = new ToolBench();
    bench.answers = [answer];
    const outcome = await bench.run({ retries: 3 });
    expect([outcome.ok, bench.sent.length]).toEqual([false, times]);
  },
);

test("tool: retries back off, and wait as long as the answer asks within the tool's time", async () => {
  const after = (text: string): ToolAnswer => ({
    status: 429,
    headers: new Headers({ "retry-after": text }),
  });
  const waits = async (answers: ToolAnswer[]): Promise<number[]> => {
    const bench = new ToolBench();
    bench.answers = answers;
    await bench.run({ retries: 5 });
    return bench.sent.slice(1).map(({ atMs }, index) => atMs - (bench.sent[index]?.atMs ?? 0));
  };
  const busy: ToolAnswer = { status: 503 };
  expect(await waits([busy, busy, busy, busy, { ok: true }])).toEqual([250, 500, 1_000, 2_000]);
  expect(await waits([after("3"), { ok: true }])).toEqual([3_000]);
  expect(await waits([after("5"), { ok: true }])).toEqual([]);
  const { epoch } = new VirtualClock();
  expect(await waits([after(new Date(epoch + 2_000).toUTCString()), { ok: true }])).toEqual([2_000]);
  expect(await waits([after("soon"), { ok: true }])).toEqual([250]);
});

test("tool: an abort ends the wait for a retry", async () => {
  const bench = new ToolBench();
  bench.answers = [{ status: 503 }];
  bench.stop.abort();
  const outcome = await bench.run({ retries: 3 });
  expect([outcome.ok, bench.sent.length]).toEqual([false, 1]);
});

const outcomes: readonly (readonly [name: string, answer: ToolAnswer, failure: object])[] = [
  ["400", { status: 400 }, { kind: "http_4xx", status: 400 }],
  ["499", { status: 499 }, { kind: "http_4xx", status: 499 }],
  ["500", { status: 500 }, { kind: "http_5xx", status: 500 }],
  ["too large", { kind: "too-large", detail: "x" }, { kind: "invalid_response" }],
  ["compressed", { kind: "encoded", detail: "x" }, { kind: "invalid_response" }],
  ["blocked", { kind: "blocked", detail: "x" }, { kind: "blocked" }],
  ["given up", { kind: "aborted", detail: "x" }, { kind: "network" }],
  ["no network", { kind: "network", detail: "x" }, { kind: "network" }],
];

test.each(outcomes)("tool: %s becomes a failure for a branch of the flow", async (_name, answer, failure) => {
  const bench = new ToolBench();
  bench.answers = [answer];
  const outcome = await bench.run({});
  expect(outcome).toMatchObject({ ok: false, failure });
  expect(!outcome.ok && outcome.failure.detail).toStartWith("find_table");
});

const bodies: readonly (readonly [name: string, text: string, body: Value | undefined])[] = [
  ["nothing", "", null],
  ["blanks", " \n", null],
  ["a number", "7", 7],
  ["a list", "[1,null]", [1, null]],
  ["an object", '{"a":{"b":"c"}}', { a: { b: "c" } }],
  ["words", "hello", undefined],
  ["half of it", '{"a":', undefined],
  ["no number", "1e999", undefined],
  ["too deep", `${"[".repeat(40)}${"]".repeat(40)}`, undefined],
  ["very deep", "[".repeat(200_000), undefined],
  ["too many", `[${"1,".repeat(30_000)}1]`, undefined],
];

test.each(bodies)("tool: an answer with a body of %s is read or refused", async (_name, text, body) => {
  const bench = new ToolBench();
  bench.answers = [{ status: 200, body: new TextEncoder().encode(text) }];
  const outcome = await bench.run({});
  if (body === undefined) expect(outcome).toMatchObject({ ok: false, failure: { kind: "invalid_response" } });
  else expect(JSON.stringify(outcome)).toBe(JSON.stringify({ ok: true, body }));
});

test("tool: keys of an answer reach no prototype, and half characters are made whole", async () => {
  const bench = new ToolBench();
  const text = '{"__proto__":{"polluted":true},"constructor":1,"half":"\\ud800"}';
  bench.answers = [{ status: 200, body: new TextEncoder().encode(text) }];
  const outcome = await bench.run({});
  const body = outcome.ok ? (outcome.body as Record<string, unknown>) : {};
  expect(Object.getPrototypeOf(body)).toBe(null);
  expect(Object.keys(body)).toEqual(["__proto__", "constructor", "half"]);
  expect(body["half"]).toBe("\ufffd");
  expect(({} as Record<string, unknown>)["polluted"]).toBe(undefined);
});

const returned: readonly (readonly [answer: Value, fits: boolean])[] = [
  [{ free: true, others: ["18:00"] }, true],
  [{ free: false, others: [], more: 1 }, true],
  [{ free: null }, true],
  [{}, true],
  [null, true],
  [{ free: "yes" }, false],
  [{ free: true, others: "18:00" }, false],
  [[true], false],
  ["free", false],
];

test.each(returned)("tool: %j is checked against `returns`", async (answer, fits) => {
  const bench = new ToolBench();
  bench.answers = [answer];
  const outcome = await bench.run({ returns: { free: "boolean", others: "list" } });
  expect(outcome.ok).toBe(fits);
  if (!outcome.ok) expect(outcome.failure).toMatchObject({ kind: "invalid_response", status: 200 });
});

test("tool: a secret goes only to its own hosts (ruling 47)", async () => {
  const headers = { Authorization: "Bearer {{ secrets.KEY }}" };
  const sentTo = async (
    hosts: readonly string[],
    url = "https://api.test/x",
  ): Promise<string | undefined> => {
    const bench = new ToolBench().secret("KEY", "s3cret", hosts);
    const outcome = await bench.run({ url, headers });
    if (!outcome.ok) {
      expect(outcome.failure.detail).not.toContain("s3cret");
      return outcome.failure.kind;
    }
    return new Headers(bench.sent[0]?.headers.map(([...pair]) => pair)).get("authorization") ?? undefined;
  };
  expect(await sentTo(["api.test"])).toBe("Bearer s3cret");
  expect(await sentTo(["x.test", "api.test:443"])).toBe("Bearer s3cret");
  expect(await sentTo(["api.test:8443"], "https://API.test:8443/x")).toBe("Bearer s3cret");
  expect(await sentTo(["api.test:80"], "http://api.test/x")).toBe("Bearer s3cret");
  for (const hosts of [[], ["test"], ["api.test:8443"], ["other.test"], ["x.api.test"]])
    expect([hosts, await sentTo(hosts)]).toEqual([hosts, "blocked"]);
});

test("tool: an unknown secret blocks the call, wherever it is used", async () => {
  for (const written of [
    { url: "https://api.test/x?key={{ secrets.KEY }}" },
    { headers: { "x-key": "{{ secrets.KEY | upper }}" } },
    { method: "POST", body: { deep: ["{{ secrets.KEY }}"] } },
  ] as const) {
    const bench = new ToolBench();
    const outcome = await bench.run(written);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: "blocked" } });
    expect(!outcome.ok && outcome.failure.detail).toContain("no secret KEY");
    expect(bench.sent).toEqual([]);
  }
});

test.each(["a\r\nx: 1", "a\nb", "\0", "€"])("tool: a header of %j is blocked", async (id) => {
  const bench = new ToolBench();
  const outcome = await bench.run({ headers: { "x-id": "{{ id }}" } }, { id });
  expect(outcome).toMatchObject({ ok: false, failure: { kind: "blocked" } });
});

test("tool: a header without a value is left out", async () => {
  const bench = new ToolBench();
  await bench.run({ headers: { "x-id": "{{ id }}" } }, { id: null });
  expect(bench.sent[0]?.headers.map(([name]) => name)).toEqual(["accept"]);
});

test("tool: a host from a value is blocked", async () => {
  const bench = new ToolBench();
  for (const url of ["https://{{ id }}/x", "https://api.test{{ id }}", "{{ id }}"]) {
    const outcome = await bench.run({ url }, { id: "evil.test" });
    expect([url, outcome]).toMatchObject([url, { ok: false, failure: { kind: "blocked" } }]);
  }
});

test("tool: it works over a real network, through the guard", async () => {
  using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (asked) => Response.json({ path: new URL(asked.url).search, got: await asked.json() }),
  });
  const clock = new VirtualClock();
  const call = (allow: string[]) =>
    runHttpTool(
      {
        tool: toolOf({
          method: "POST",
          url: `http://127.0.0.1:${server.port}/book?d={{ day }}`,
          body: { day: "{{ day }}" },
          returns: { got: "object" },
        }),
        args: valueMap([["day", "2026-11-21"]]),
        idempotencyKey: "k",
        timezone: "UTC",
        language: "en",
        signal: new AbortController().signal,
      },
      {
        owner: "acc_1",
        clock,
        outbound: new Outbound({ clock, allow: allow.map(allowed) }),
        secretOf: () => undefined,
      },
    );
  const outcome = await call([`127.0.0.1:${server.port}`]);
  expect(JSON.stringify(outcome)).toBe(
    JSON.stringify({ ok: true, body: { path: "?d=2026-11-21", got: { day: "2026-11-21" } } }),
  );
  expect(await call([])).toMatchObject({
    ok: false,
    failure: {
      kind: "blocked",
      detail: expect.stringContaining("find_table: 127.0.0.1 is refused") as string,
    },
  });
});
