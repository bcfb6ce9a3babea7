// Outbound guard: its refusals, its connections to checked addresses, and its time limits.

import { expect, test } from "bun:test";
import { wallClock } from "../../src/base/clock.ts";
import type { OutboundRequest } from "../../src/base/outbound/outbound-message.ts";
import { Outbound, type OutboundOptions } from "../../src/base/outbound/outbound-request.ts";
import { allowed } from "../../src/base/outbound/outbound-allow.ts";
import { certificate, certificateKey } from "../support/servers/certificate.ts";

const request: OutboundRequest = {
  owner: "acc_1",
  url: "https://tool.test/",
  method: "GET",
  headers: [],
  timeoutMs: 5_000,
  signal: new AbortController().signal,
};

/** A guard for a name with these addresses, which must not connect. */
function unconnected(addresses: readonly string[], allow: readonly string[] = []): Outbound {
  return new Outbound({
    clock: wallClock,
    allow: allow.map(allowed),
    resolve: () => Promise.resolve(addresses),
    fetch: (url) => Promise.reject(new Error(`connected to ${url}`)),
  });
}

/** Answers a request at a free port with this function; `https` for tool.test. */
function serve(answer: (request: Request) => Response | Promise<Response>, { tls = false } = {}) {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: answer,
    ...(tls ? { tls: { key: certificateKey, cert: certificate } } : {}),
  });
  const port = server.port ?? 0;
  const open = (options: Partial<OutboundOptions> = {}): Outbound =>
    new Outbound({
      clock: wallClock,
      allow: [allowed(`127.0.0.1:${port}`)],
      resolve: () => Promise.resolve(["127.0.0.1"]),
      ...options,
    });
  return { port, open, url: `http://127.0.0.1:${port}/`, [Symbol.dispose]: () => void server.stop(true) };
}

/** Tests trust their own certificate; all other options are the product's. */
const trusting: NonNullable<OutboundOptions["fetch"]> = (url, init) =>
  fetch(url, { ...init, tls: { ...init.tls, ca: certificate } });

const hosts: readonly (readonly [url: string, says: string])[] = [
  ["https://127.0.0.1/", "this machine itself"],
  ["https://127.1/", "this machine itself"],
  ["https://2130706433/", "this machine itself"],
  ["https://0x7f000001/", "this machine itself"],
  ["https://0177.0.0.1/", "this machine itself"],
  ["https://0x7f.0.0x0.1/", "this machine itself"],
  ["https://①②⑦.⓪.⓪.①/", "this machine itself"],
  ["https://%31%32%37.0.0.1/", "this machine itself"],
  ["https://127.0.0.1./", "this machine itself"],
  ["https:\\\\127.0.0.1\\", "this machine itself"],
  ["https://[::1]/", "this machine itself"],
  ["https://[0:0:0:0:0:0:0:1]/", "this machine itself"],
  ["https://[::ffff:127.0.0.1]/", "IPv4 within IPv6"],
  ["https://[::ffff:7f00:1]/", "IPv4 within IPv6"],
  ["https://[64:ff9b::169.254.169.254]/", "IPv4 within IPv6"],
  ["https://0/", "of this network"],
  ["https://169.254.169.254/latest/meta-data/", "metadata"],
  ["https://[fd00:ec2::254]/", "private"],
  ["https://[fe80::1]/", "link-local"],
  ["https://10.0.0.1:8443/", "private"],
  ["http://tool.test/", "without https"],
  ["http://8.8.8.8/", "without https"],
  ["ftp://tool.test/", "only https"],
  ["file:///etc/passwd", "only https"],
  ["data:text/plain,x", "only https"],
  ["https://user:pw@tool.test/", "a user name or a password"],
  ["https://user@tool.test/", "a user name or a password"],
  ["https://", "not a URL"],
  ["/relative", "not a URL"],
  ["https://1.2.3.4.5/", "not a URL"],
  ["https://exa mple/", "not a URL"],
];

test.each(hosts)("outbound: %s is refused before any lookup", async (url, says) => {
  const outbound = new Outbound({
    clock: wallClock,
    allow: [],
    resolve: () => Promise.reject(new Error("resolved")),
    fetch: () => Promise.reject(new Error("connected")),
  });
  const answer = await outbound.send({ ...request, url });
  expect(answer).toEqual({ kind: "blocked", detail: expect.stringContaining(says) as string });
  expect(outbound.refusal(url)).toContain(says);
});

const names: readonly (readonly string[])[] = [
  ["127.0.0.1"],
  ["10.1.2.3"],
  ["169.254.169.254"],
  ["100.64.0.1"],
  ["0.0.0.0"],
  ["::1"],
  ["::ffff:8.8.8.8"],
  ["fe80::1%eth0"],
  ["fd00::1"],
  ["2002:7f00:1::"],
  ["not an address"],
  ["8.8.8.8", "127.0.0.1"],
  ["127.0.0.1", "8.8.8.8"],
  ["2606:4700::1111", "8.8.8.8", "ff02::1"],
];

test.each(names.map((addresses) => [addresses.join(", "), addresses] as const))(
  "outbound: a name with the addresses %s is refused",
  async (_name, addresses) => {
    const answer = await unconnected(addresses).send(request);
    expect(answer).toEqual({
      kind: "blocked",
      detail: expect.stringContaining("tool.test is refused") as string,
    });
    // Messages never show inner addresses of the server's network.
    for (const address of addresses) expect("detail" in answer && answer.detail).not.toContain(address);
  },
);

test("outbound: a name without an address, or an unknown one, is a network failure", async () => {
  expect(await unconnected([]).send(request)).toMatchObject({ kind: "network" });
  const lost = new Outbound({
    clock: wallClock,
    allow: [],
    resolve: () => Promise.reject(new Error("NXDOMAIN")),
  });
  expect(await lost.send(request)).toEqual({
    kind: "network",
    detail: "The name tool.test could not be resolved.",
  });
});

test("outbound: a name is resolved once, and the connection goes to the checked address", async () => {
  const seen: Headers[] = [];
  using server = serve(
    (asked) => {
      seen.push(new Headers(asked.headers));
      return Response.json({ ok: true });
    },
    { tls: true },
  );
  // A name with another address from the second lookup on, as in DNS rebinding.
  const resolved: string[] = [];
  const outbound = server.open({
    allow: [allowed(`127.0.0.1:${server.port}`)],
    resolve: (host) => {
      resolved.push(host);
      return Promise.resolve([resolved.length === 1 ? "127.0.0.1" : "10.0.0.1"]);
    },
    fetch: trusting,
  });
  const url = `https://tool.test:${server.port}/v1/x?day=1`;
  const answer = await outbound.send({ ...request, url, headers: [["x-mine", "1"]] });
  expect(answer).toMatchObject({ kind: "ok", status: 200 });
  expect(resolved).toEqual(["tool.test"]);
  expect(seen[0]?.get("host")).toBe(`tool.test:${server.port}`);
  expect(seen[0]?.get("x-mine")).toBe("1");
  expect(await outbound.send({ ...request, url })).toMatchObject({ kind: "blocked" });
  expect(seen).toHaveLength(1);
});

test("outbound: an address cannot change between check and connection, because only the check resolves", async () => {
  const connected: string[] = [];
  let asked = 0;
  const outbound = new Outbound({
    clock: wallClock,
    allow: [],
    resolve: () => Promise.resolve([asked++ === 0 ? "93.184.216.34" : "127.0.0.1"]),
    fetch: (url, { tls }) => {
      connected.push(url, String(tls?.serverName));
      return Promise.resolve(Response.json({}));
    },
  });
  await outbound.send(request);
  expect(connected).toEqual(["https://93.184.216.34/", "tool.test"]);
  expect(await outbound.send(request)).toMatchObject({ kind: "blocked" });
  expect([asked, connected.length]).toEqual([2, 2]);
});

test("outbound: the certificate is checked against the name, not the address", async () => {
  using server = serve(() => Response.json({}), { tls: true });
  const outbound = server.open({ fetch: trusting });
  const url = `https://other.test:${server.port}/`;
  const answer = await outbound.send({ ...request, url });
  expect(answer).toEqual({ kind: "network", detail: expect.stringContaining("ALTNAME_INVALID") as string });
  const stranger = await server.open().send({ ...request, url: `https://tool.test:${server.port}/` });
  expect(stranger).toEqual({ kind: "network", detail: expect.stringContaining("SELF_SIGNED") as string });
});

test("outbound: an unreachable first address leads to the next checked one", async () => {
  const connected: string[] = [];
  const outbound = new Outbound({
    clock: wallClock,
    allow: [],
    resolve: () => Promise.resolve(["2606:4700::1111", "8.8.8.8", "8.8.4.4"]),
    fetch: (url) => {
      connected.push(url);
      const refused = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
      return connected.length < 3 ? Promise.reject(refused) : Promise.resolve(Response.json({}));
    },
  });
  expect(await outbound.send(request)).toMatchObject({ kind: "ok" });
  expect(connected).toEqual(["https://8.8.8.8/", "https://8.8.4.4/", "https://[2606:4700::1111]/"]);
});

test.each([301, 302, 303, 307, 308, 300, 304])("outbound: a %d redirect is not followed", async (status) => {
  let asked = 0;
  using server = serve(() => {
    asked += 1;
    return new Response(null, { status, headers: { location: "http://169.254.169.254/" } });
  });
  const answer = await server.open().send({ ...request, url: server.url });
  expect(answer).toEqual({
    kind: "blocked",
    detail: expect.stringContaining(`a redirect (${status})`) as string,
  });
  expect(asked).toBe(1);
});

const kib = 1024;

test("outbound: a body of 256 KiB arrives whole, one byte more is refused, also without an end", async () => {
  using server = serve((asked) => {
    const size = Number(new URL(asked.url).searchParams.get("size"));
    if (size > 0) return new Response(new Uint8Array(size));
    return new Response(
      new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(64 * kib)) }),
    );
  });
  const outbound = server.open();
  const fits = await outbound.send({ ...request, url: `${server.url}?size=${256 * kib}` });
  expect(fits.kind === "ok" && fits.body.length).toBe(256 * kib);
  for (const url of [`${server.url}?size=${256 * kib + 1}`, server.url]) {
    expect(await outbound.send({ ...request, url })).toEqual({
      kind: "too-large",
      detail: "127.0.0.1 sent more than 256 KiB.",
    });
  }
});

test("outbound: a compressed body is refused", async () => {
  using server = serve(
    () => new Response(Bun.gzipSync(new Uint8Array(10_000_000)), { headers: { "content-encoding": "gzip" } }),
  );
  expect(await server.open().send({ ...request, url: server.url })).toMatchObject({ kind: "encoded" });
});

const slow: readonly (readonly [name: string, answer: () => Response | Promise<Response>])[] = [
  ["headers that never come", () => new Promise<Response>(() => undefined)],
  [
    "a body that never ends",
    () =>
      new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode('{"a":')),
        }),
      ),
  ],
  [
    "a body that drips",
    () =>
      new Response(
        new ReadableStream({
          async pull(controller) {
            // As slow as a real attacker: the timeout is real, too.
            await Bun.sleep(20);
            controller.enqueue(Uint8Array.of(32));
          },
        }),
      ),
  ],
];

test.each(slow)("outbound: %s are cut at the timeout", async (_name, answer) => {
  using server = serve(answer);
  const got = await server.open().send({ ...request, url: server.url, timeoutMs: 150 });
  expect(got).toEqual({ kind: "timeout", detail: "127.0.0.1 did not answer within 150 ms." });
});

test("outbound: a silent name server counts against the same time", async () => {
  const outbound = new Outbound({ clock: wallClock, allow: [], resolve: () => new Promise(() => undefined) });
  expect(await outbound.send({ ...request, timeoutMs: 20 })).toMatchObject({ kind: "timeout" });
});

test("outbound: a cancelled request is answered at once", async () => {
  using server = serve(() => new Promise<Response>(() => undefined));
  const stop = new AbortController();
  const sent = server.open().send({ ...request, url: server.url, signal: stop.signal });
  stop.abort();
  expect(await sent).toMatchObject({ kind: "aborted" });
  const late = await server.open().send({ ...request, url: server.url, signal: stop.signal });
  expect(late).toMatchObject({ kind: "aborted" });
});

const headers: readonly (readonly [name: string, value: string, says: string])[] = [
  ["Host", "internal", "ours to set"],
  ["content-length", "0", "ours to set"],
  ["Transfer-Encoding", "chunked", "ours to set"],
  ["connection", "upgrade", "ours to set"],
  ["x-a", "1\r\nx-b: 2", "a line break"],
  ["x-a", "1\n", "a line break"],
  ["x-a", "\0", "a line break"],
  ["x-a", "€", "a character that headers cannot carry"],
  ["x a", "1", "characters that it may not"],
  ["", "1", "characters that it may not"],
  ["x-a:", "1", "characters that it may not"],
];

test.each(headers)("outbound: the header %j: %j is refused", async (name, value, says) => {
  const answer = await unconnected(["8.8.8.8"]).send({ ...request, headers: [[name, value]] });
  expect(answer).toEqual({ kind: "blocked", detail: expect.stringContaining(says) as string });
});

test("outbound: the operator's exceptions are reachable, also without https, and nothing beside them", async () => {
  using server = serve(() => Response.json({ ok: true }));
  const ask = (allow: string, host: string) =>
    server.open({ allow: [allowed(allow)] }).send({ ...request, url: `http://${host}:${server.port}/` });
  for (const [allow, host, kind] of [
    ["127.0.0.0/8", "127.0.0.1", "ok"],
    ["127.0.0.0/8", "tool.test", "ok"],
    ["tool.test", "tool.test", "ok"],
    ["tool.test", "TOOL.test.", "ok"],
    [`tool.test:${server.port}`, "tool.test", "ok"],
    ["tool.test:1", "tool.test", "blocked"],
    ["tool.test", "x.tool.test", "blocked"],
    ["tool.test", "127.0.0.1", "blocked"],
    ["127.0.0.1:1", "127.0.0.1", "blocked"],
    ["10.0.0.0/8", "tool.test", "blocked"],
  ] as const) {
    expect([allow, host, (await ask(allow, host)).kind]).toEqual([allow, host, kind]);
  }
});

test("outbound: a plain address by name is refused at once unless its port may be allowed", () => {
  const refusal = (allow: string) => unconnected([], [allow]).refusal("http://crm.example.com/") ?? "";
  expect(refusal("127.0.0.1:33500")).toContain("without https");
  expect(refusal("10.0.0.0/8")).toBe("");
});

test("outbound: a plain address is refused when only a part of its name's addresses is allowed", async () => {
  const answer = await unconnected(["10.0.0.1", "8.8.8.8"], ["10.0.0.0/8"]).send({
    ...request,
    url: "http://tool.test/",
  });
  expect(answer).toEqual({ kind: "blocked", detail: expect.stringContaining("without https") as string });
});

test("outbound: a request for the status alone does not wait for the body", async () => {
  const begun = (controller: ReadableStreamDefaultController) => controller.enqueue(Uint8Array.of(32));
  using server = serve(() => new Response(new ReadableStream({ start: begun })));
  const answer = await server
    .open()
    .send({ ...request, url: server.url, statusOnly: true, timeoutMs: 1_000 });
  expect(answer).toMatchObject({ kind: "ok", status: 200 });
});

test("outbound: no message repeats a path, a query or a body", async () => {
  using server = serve(() => new Response("secret-body", { status: 302 }));
  const url = (host: string): string => `${host}/secret-path?key=secret-query`;
  const answers = [
    await server.open().send({ ...request, url: url(`http://127.0.0.1:${server.port}`) }),
    await server.open().send({ ...request, url: url("https://127.0.0.1:1") }),
    await unconnected(["10.0.0.1"]).send({ ...request, url: url("https://tool.test") }),
    await new Outbound({ clock: wallClock, allow: [allowed("127.0.0.1:1")] }).send({
      ...request,
      url: url("http://127.0.0.1:1"),
    }),
  ];
  expect(answers.map(({ kind }) => kind)).toEqual(["blocked", "blocked", "blocked", "network"]);
  expect(JSON.stringify(answers)).not.toContain("secret");
});

test("outbound: an owner with hanging receivers leaves room for others, and its own requests wait in time", async () => {
  let arrived = 0;
  using server = serve((asked) => {
    arrived += 1;
    return asked.url.endsWith("/ok") ? Response.json({}) : new Promise<Response>(() => undefined);
  });
  const outbound = server.open();
  const stop = new AbortController();
  const hang = { ...request, url: server.url, signal: stop.signal };
  const hanging = Array.from({ length: 40 }, () => outbound.send(hang));
  const late = outbound.send({ ...request, url: `${server.url}ok`, timeoutMs: 200 });
  const other = await outbound.send({ ...request, owner: "acc_2", url: `${server.url}ok` });
  expect([other.kind, (await late).kind]).toEqual(["ok", "timeout"]);
  expect(arrived).toBe(33);
  stop.abort();
  expect(new Set((await Promise.all(hanging)).map(({ kind }) => kind))).toEqual(new Set(["aborted"]));
  expect(await outbound.send({ ...request, url: `${server.url}ok` })).toMatchObject({ kind: "ok" });
});
