// Strangers before the documentation's deployments: what each one's settings refuse, behind its nginx and its Caddy.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { longPackages } from "../long-tools.ts";
import { blockOf, documentation } from "../support/markdown.ts";
import { problem, signUpAt } from "../support/people.ts";
import { json } from "../support/json-request.ts";
import { product } from "../support/servers/product.ts";
import { Program } from "../support/servers/program.ts";
import { caddy, nginx, proxiedHost, Proxy } from "../support/servers/proxy.ts";
import { tempFolder } from "../support/servers/store.ts";
import { emptyDatabase } from "../support/stores/postgres.ts";

/** Debian's Caddy is older than 2.7 and does not know this line. */
const withoutDelay = (lines: string): string => lines.replace(/^.*(#|stream_close_delay).*\n/gm, "");
const proxies = { nginx, Caddy: caddy(longPackages["caddy"]!, withoutDelay) };

/** Settings in a text, with this test's name of the server. */
const settingsIn = (text: string, each: RegExp): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(each)].map(([, name, value]) => [name!, value!.replace("voice.example", proxiedHost)]),
  );

const image = /^ENV (.*)$/m.exec(await Bun.file("Dockerfile").text())?.[1] ?? "";
const machine = settingsIn(blockOf(documentation, "sh", "export DATABASE_URL="), /(\w+)=(\S+)/g);
const database = await emptyDatabase();
afterAll(() => database[Symbol.asyncDispose]());

/** The compose file sets the same variables as the container's line: test/deploy.test.ts checks that. */
const deployments = {
  "systemd unit": settingsIn(blockOf(documentation, "ini"), /^Environment=(\w+)=(.*)$/gm),
  container: {
    ...settingsIn(image, /(\w+)=(\S+)/g),
    ...settingsIn(blockOf(documentation, "sh", "docker run"), /-e (\w+)=(\S+)/g),
  },
  "machine of three": { ...machine, MASTER_KEY: "5a".repeat(32), DATABASE_URL: database.url },
};

const opening = {
  connection: "Upgrade",
  upgrade: "websocket",
  "sec-websocket-version": "13",
  "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
};

const doors = Object.entries(deployments).flatMap(([deployment, settings]) =>
  Object.entries(proxies).map(([proxy, setUp]) => [deployment, proxy, settings, setUp] as const),
);

describe.each(doors)("%s behind %s", (_deployment, _proxy, settings, setUp) => {
  const folder = tempFolder();
  let server: Program;
  let proxy: Proxy;

  beforeAll(async () => {
    const env = { ...settings, PATH: process.env.PATH, PORT: "0", SPEECH: "off", DATA_DIR: folder.path };
    server = new Program(product, { env });
    proxy = await Proxy.open(setUp, await server.url());
  });

  afterAll(async () => {
    await proxy[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  test("the settings list the addresses at which others reach the server", () => {
    expect(settings).toMatchObject({ PUBLIC_URL: `https://${proxiedHost}` });
  });

  test("a stranger's request for a call is refused with a sentence", async () => {
    const offer = json("POST", { sdp: "v=0", type: "offer" });
    for (const [path, init] of [
      ["/ws", { headers: opening }],
      ["/offer", offer],
      ["/ice-servers", {}],
      ["/mcp", json("POST", { jsonrpc: "2.0", id: 1, method: "tools/list" })],
    ] as const) {
      const { detail } = await problem(proxy.ask(path, init), 401, "auth/required");
      expect(detail, path).toMatch(/\w.*\./);
    }
  });

  test("a stranger cannot sign up with a common password, and sees the pages", async () => {
    const weak = { email: "stranger@example.com", password: "password" };
    await problem(proxy.ask("/auth/signup", json("POST", weak)), 422, "request/invalid");
    for (const path of ["/test", "/console", "/health"])
      expect((await proxy.ask(path)).status, path).toBe(200);
  });

  test("a person with a key is admitted", async () => {
    const { service } = await signUpAt(proxy);
    expect((await proxy.ask("/ice-servers", { headers: service })).status).toBe(200);
    // Past the door the server refuses the offer itself, and not the caller.
    const { status } = await proxy.ask("/offer", {
      ...json("POST", { sdp: "v=0", type: "offer" }),
      headers: { "content-type": "application/json", ...service },
    });
    expect(status).not.toBe(401);
  });
});
