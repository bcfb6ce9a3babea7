// Calls through the README's proxies, with the executable behind them: pages, uploads, sockets, WebRTC, and a server
// that stops.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { bundlePages } from "../../src/bundle-pages.ts";
import { caddyPath, longPackages } from "../long-tools.ts";
import { human, joined } from "../support/callers/callers.ts";
import { Phone } from "../support/callers/phone.ts";
import { RtcCaller } from "../support/callers/rtc-caller.ts";
import { connect, type ConnectOptions } from "../support/callers/ws-client.ts";
import { answer, signUpAt } from "../support/people.ts";
import { Binary } from "../support/servers/binary.ts";
import { json } from "../support/json-request.ts";
import { Program } from "../support/servers/program.ts";
import { caddy, nginx, proxiedHost, Proxy } from "../support/servers/proxy.ts";

/** Time limit of a test with calls at real pace: two calls, when it compares one with another. */
const timeoutMs = 60_000;
const checksPerMinute = 2;
/** The README's settings, but for callers without credentials, and with few checks, so that a test can use them up. */
const environment = {
  ENGINE_AUTH: "open",
  DATA_DIR: ":memory:",
  PUBLIC_URL: `https://${proxiedHost}`,
  TRUSTED_PROXIES: "127.0.0.1",
  CHECKS_PER_MINUTE: String(checksPerMinute),
  PASSWORD_MEMORY_MIB: "1",
  // Long enough for the goodbye, which begins ten seconds before the end.
  DRAIN_SECONDS: "12",
};

const debianCaddy = longPackages["caddy"]!;
/** Caddy before 2.7 does not know this line. */
const withoutDelay = (lines: string): string => lines.replace(/^.*(#|stream_close_delay).*\n/gm, "");

const proxies = {
  nginx,
  Caddy: caddy(caddyPath),
  "Caddy 2.6 without stream_close_delay": caddy(debianCaddy, withoutDelay),
};

let binary: Binary;
let server: Program;
let direct: string;

beforeAll(async () => {
  if (!existsSync(caddyPath)) throw new Error(`There is no ${caddyPath}: bun run test:long builds it`);
  binary = await Binary.open();
  server = binary.serve(environment);
  direct = await server.url();
  await server.says(/"speech\.ready"/);
}, timeoutMs);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await binary[Symbol.asyncDispose]();
});

/** Dials; resolves when the agent has begun. */
async function dial(url: string, options: ConnectOptions = {}): Promise<Phone> {
  const client = await connect(`${url}/ws`, options);
  const phone = new Phone(client);
  await client.ready();
  return phone;
}

/** Stops the server in the middle of a call; resolves with the caller's messages and the server's exit code. */
async function stopped(setUp?: (typeof proxies)["nginx"]) {
  await using own = binary.serve(environment);
  const url = await own.url();
  await own.says(/"speech\.ready"/);
  await using proxy = setUp === undefined ? undefined : await Proxy.open(setUp, url);
  await using phone = await dial(proxy?.url ?? url, proxy?.socket);
  const { client } = phone;
  await client.message("bot-started-speaking");
  own.child.kill("SIGTERM");
  const going = await client.message("going_away");
  const words = await client.message(
    ({ type, data }) => type === "bot-output" && String(data?.["text"]).includes("I have to end this call"),
  );
  const end = await client.message("session_end");
  const closed = await client.closed;
  return {
    reason: going.data?.["reason"],
    words: words.data?.["text"],
    ended: [end.data?.["reason"], end.data?.["code"]],
    closed,
    exit: (await own.ended()).code,
  };
}

describe.each(Object.entries(proxies))("%s", (_name, setUp) => {
  let proxy: Proxy;

  beforeAll(async () => {
    proxy = await Proxy.open(setUp, direct);
  });

  afterAll(() => proxy[Symbol.asyncDispose]());

  test("proxy: the pages and their files pass unchanged", async () => {
    const paths = [
      "/test",
      "/flow-editor",
      ...[...(await bundlePages()).files.keys()].map((file) => `/pages/${file}`),
    ];
    for (const path of paths) {
      const [got, wanted] = [await proxy.ask(path), await fetch(direct + path)];
      expect([path, got.status, (await got.bytes()).length]).toEqual([
        path,
        wanted.status,
        (await wanted.bytes()).length,
      ]);
      if (!path.endsWith(".html")) expect([path, got.status]).toEqual([path, 200]);
      expect(got.headers.get("content-type")).toBe(wanted.headers.get("content-type"));
    }
  });

  test("proxy: a flow of 240 KiB is stored and returned to the byte", async () => {
    const person = await signUpAt(proxy);
    const flow = "voice_flow: 1\nid: large\nlanguage: en\nstart: a\nnodes: {a: {say: Hello., end: done}}\n";
    const yaml = `${flow}${"# Nothing is said here.\n".repeat(240 * 1_024)}`.slice(0, 240 * 1_024 - 1) + "\n";
    const { id } = await answer<{ id: string }>(
      proxy.ask("/v1/flows", json("POST", { name: "Large", yaml_content: yaml }, person.service)),
      201,
    );
    const stored = await answer<{ yaml_content: string }>(
      proxy.ask(`/v1/flows/${id}`, { headers: person.service }),
    );
    expect(stored.yaml_content === yaml).toBe(true);
  });

  test("proxy: callers are distinguished by their addresses, with any headers", async () => {
    const check = ["-H", "content-type: application/json", "-d", '{"yaml_content": "voice_flow: 1"}'];
    const forged = ["-H", "x-forwarded-for: 203.0.113.9", ...check];
    const first = `127.0.1.${1 + Object.values(proxies).indexOf(setUp)}`;
    const statuses: number[] = [];
    for (let n = 0; n <= checksPerMinute; n++)
      statuses.push(await proxy.statusFrom(first, "/v1/flows/check", ...check));
    statuses.push(await proxy.statusFrom(first, "/v1/flows/check", ...forged));
    statuses.push(await proxy.statusFrom(first.replace(".1.", ".2."), "/v1/flows/check", ...check));
    expect(statuses).toEqual([200, 200, 429, 429, 200]);
  });

  test(
    "proxy: a person calls by socket, is understood and hears the answer",
    async () => {
      await using phone = await dial(proxy.url, proxy.socket);
      const { client } = phone;
      await client.message("bot-stopped-speaking");
      const before = client.audioLength;
      await phone.say(joined(await human("time"), 150));
      const words = await client.message(
        ({ type, data }) => type === "user-transcription" && data?.["final"] === true,
      );
      expect(words.data?.["text"]).toBe("time");
      await client.message(
        ({ type, data }) =>
          type === "bot-output" &&
          data?.["spoken_status"] === "completed" &&
          String(data["text"]).startsWith("It is "),
      );
      expect(client.audioLength - before).toBeGreaterThan(16_000 * 2);
      client.send({ label: "rtvi-ai", type: "send-text", id: "t", data: { content: "goodbye" } });
      expect((await client.message("session_end")).data).toMatchObject({ reason: "completed", code: 1000 });
      expect((await client.closed).code).toBe(1000);
    },
    timeoutMs,
  );

  test(
    "proxy: a WebRTC call is signalled through it and heard",
    async () => {
      await using caller = await RtcCaller.call({ url: proxy.url, fetch: proxy.fetch });
      await caller.ready();
      await caller.until("a voice", () => caller.ear.loudSince(0));
      expect(caller.peer.connectionState).toBe("connected");
      const gone = await proxy.ask(`/offer/${caller.pcId}`, { method: "DELETE" });
      expect(gone.status).toBe(200);
    },
    timeoutMs,
  );

  test(
    "proxy: a stopping server warns its call and ends it as without a proxy",
    async () => {
      expect(await stopped(setUp)).toEqual(await stopped());
    },
    timeoutMs,
  );
});

/** The admin socket reloads the same file; `force`, because nothing in the file changed. */
async function reload(proxy: Proxy, path: string): Promise<number> {
  const file = join(proxy.folder, "Caddyfile");
  const where = ["--address", `unix/${proxy.folder}/admin.sock`];
  const command = [path, "reload", "--force", "--adapter", "caddyfile", "--config", file, ...where];
  return (await new Program(command, { env: { HOME: proxy.folder }, cwd: proxy.folder }).ended()).code;
}

test(
  "proxy: a reload of Caddy keeps the running call",
  async () => {
    await using proxy = await Proxy.open(caddy(caddyPath), direct);
    await using phone = await dial(proxy.url, proxy.socket);
    expect(await reload(proxy, caddyPath)).toBe(0);
    phone.client.send({ label: "rtvi-ai", type: "send-text", id: "t", data: { content: "goodbye" } });
    expect((await phone.client.message("session_end")).data).toMatchObject({ reason: "completed" });
    expect((await phone.client.closed).code).toBe(1000);
  },
  timeoutMs,
);

test.each([caddyPath, debianCaddy])(
  "proxy: without the README's line a reload of Caddy cuts the running call (%s)",
  async (path) => {
    await using proxy = await Proxy.open(caddy(path, withoutDelay), direct);
    await using phone = await dial(proxy.url, proxy.socket);
    expect(await reload(proxy, path)).toBe(0);
    const { code } = await phone.client.closed;
    expect([1001, 1006]).toContain(code);
  },
  timeoutMs,
);

test(
  "proxy: Caddy 2.6 refuses the README's line by its name",
  async () => {
    const refused = await Proxy.open(caddy(debianCaddy), direct).catch((error: Error) => error.message);
    expect(refused).toContain("stream_close_delay");
  },
  timeoutMs,
);
