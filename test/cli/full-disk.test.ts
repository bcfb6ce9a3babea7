// A disk that fills up under the real program: acknowledged writes stay, deletions make room, and the program reports
// the disk's state.

import { expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { newEmail, problem } from "../support/people.ts";
import { Program } from "../support/servers/program.ts";
import { json } from "../support/json-request.ts";
import { type SmallDisk, smallDisk } from "../support/servers/small-disk.ts";
import { type Folder, tempFolder } from "../support/servers/store.ts";
import { until } from "../support/until.ts";
import { product } from "../support/servers/product.ts";

setDefaultTimeout(240_000);

const diskMib = 6;

interface Server extends AsyncDisposable {
  readonly url: string;
  ask(method: string, path: string, body?: unknown): Promise<Response>;
  health(): Promise<{ status: string; reason?: string }>;
  /** Log lines so far with this event name. */
  logged(event: string): readonly string[];
  stop(): Promise<{ code: number; err: string }>;
}

function environment(disk: Pick<Folder, "file">): Record<string, string> {
  return {
    SPEECH: "off",
    PORT: "0",
    LOG_FORMAT: "json",
    DATA_DIR: disk.file("data"),
    PASSWORD_MEMORY_MIB: "1",
    REQUESTS_PER_MINUTE: "100000",
  };
}

async function start(disk: Pick<Folder, "file">, headers: Record<string, string> = {}): Promise<Server> {
  const lines: string[] = [];
  const child = new Program(product, { env: environment(disk), line: (text) => void lines.push(text) });
  const url = await child.url();
  const server: Server = {
    url,
    ask: (method, path, body) =>
      fetch(url + path, body === undefined ? { method, headers } : json(method, body, headers)),
    health: async () => (await (await server.ask("GET", "/health")).json()) as { status: string },
    logged: (event) => lines.filter((line) => line.includes(`"event":"${event}"`)),
    async stop() {
      child.child.kill("SIGTERM");
      return await child.ended();
    },
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
  return server;
}

/** Creates an account; returns its email, and the headers of its key and its login. */
async function signUp(disk: Pick<Folder, "file">) {
  await using server = await start(disk);
  const email = newEmail();
  const made = await server.ask("POST", "/auth/signup", { email, password: "correct horse battery" });
  const { access_token } = (await made.json()) as { access_token: string };
  const login = { authorization: `Bearer ${access_token}` };
  await server.stop();
  return { email, login };
}

/** Resolves when the server has reserved disk room. */
async function reserved(disk: SmallDisk): Promise<void> {
  await until(
    "reserve",
    () => statSync(disk.file("data/room.reserve"), { throwIfNoEntry: false })?.size === 1024 ** 2,
  );
}

const text = (mark: string): string =>
  `voice_flow: 1\nid: ${mark}\nlanguage: en\nstart: a\nnodes: {a: {end: done}}\n# ${"x".repeat(40_000)}\n`;

async function store(server: Server, mark: string): Promise<Response> {
  return await server.ask("POST", "/v1/flows", { name: mark, yaml_content: text(mark) });
}

/** Stores flows until there is no more room; returns the acknowledged ones. */
async function storeUntilFull(server: Server): Promise<Map<string, string>> {
  const stored = new Map<string, string>();
  for (;;) {
    const name = `f${stored.size}`;
    const response = await store(server, name);
    if (response.status !== 201) {
      const { detail, headers } = await problem(response, 507, "storage/full");
      expect(headers.get("retry-after")).toBe("60");
      expect(detail).toContain("Delete some data, or try again later");
      return stored;
    }
    stored.set(((await response.json()) as { id: string }).id, name);
  }
}

/**
 * Repeats a write until the disk refuses it: the disk's reserve (the rest of a journal page, say) may still take some.
 */
async function refused(write: () => Promise<Response>): Promise<void> {
  let response = await write();
  while (response.ok) response = await write();
  await problem(response, 507, "storage/full");
}

async function checkStored(server: Server, stored: ReadonlyMap<string, string>): Promise<void> {
  const listed = (await (await server.ask("GET", "/v1/flows")).json()) as { id: string; name: string }[];
  expect(new Map(listed.map(({ id, name }) => [id, name]))).toEqual(new Map(stored));
  for (const [id, name] of stored) {
    const flow = (await (await server.ask("GET", `/v1/flows/${id}`)).json()) as { yaml_content: string };
    expect(flow.yaml_content === text(name)).toBe(true);
  }
}

test("full disk: our own data fills it, and deleting makes room again", async () => {
  using disk = smallDisk(diskMib);
  const { email, login } = await signUp(disk);
  await using server = await start(disk, login);
  await reserved(disk);
  const stored = await storeUntilFull(server);
  expect(stored.size).toBeGreaterThan(20);
  expect(await server.health()).toMatchObject({
    status: "degraded",
    reason: expect.stringContaining("The disk is full"),
  });
  await checkStored(server, stored);
  const [first = ""] = stored.keys();
  expect((await server.ask("DELETE", `/v1/flows/${first}`)).status).toBe(204);
  stored.delete(first);
  const next = await store(server, "next");
  expect(next.status).toBe(201);
  stored.set(((await next.json()) as { id: string }).id, "next");
  await checkStored(server, stored);
  // From now on acknowledged writes survive everything.
  expect((await server.stop()).code).toBe(0);
  const ledger = await new Program([...product, "ledger", email], { env: environment(disk) }).ended();
  expect([ledger.code, ledger.out]).toEqual([0, expect.stringContaining("Verified:")]);
  await using again = await start(disk, login);
  await checkStored(again, stored);
});

test("full disk: another program fills it to the last byte, all deletions still work, and it recovers by itself", async () => {
  using disk = smallDisk(diskMib);
  const { email, login } = await signUp(disk);
  await using server = await start(disk, login);
  await reserved(disk);
  const made = async (method: string, path: string, body?: unknown) =>
    (await (await server.ask(method, path, body)).json()) as Record<string, string>;
  const { id: flow = "" } = await made("POST", "/v1/flows", { name: "f", yaml_content: text("f") });
  const { key_id: key } = await made("POST", "/auth/api-keys");
  const { hook_id: hook } = await made("POST", "/v1/hooks", { url: "https://crm.example.com/" });
  await made("PUT", "/v1/secrets/KEY", { value: "s3cret", hosts: [] });
  disk.fill();
  const stored = await storeUntilFull(server);
  await refused(() => server.ask("PUT", `/v1/flows/${flow}`, { yaml_content: text("g") }));
  await refused(() => server.ask("POST", "/v1/hooks", { url: "https://crm.example.com/" }));
  await refused(() =>
    server.ask("POST", "/auth/signup", { email: newEmail(), password: "correct horse battery" }),
  );
  expect((await server.health()).status).toBe("degraded");
  const deletes = [`/v1/flows/${flow}`, `/auth/api-keys/${key}`, `/v1/hooks/${hook}`, "/v1/secrets/KEY"];
  for (const path of deletes) {
    expect([path, (await server.ask("DELETE", path)).status]).toEqual([path, 204]);
    // The same when another program takes the freed room first.
    disk.fill();
  }
  expect((await server.ask("GET", `/v1/flows/${flow}`)).status).toBe(404);
  expect((await server.health()).status).toBe("degraded");
  const { port } = new URL(server.url);
  const asked = new Program([...product, "health"], { env: { ...environment(disk), PORT: port } });
  expect(await asked.ended()).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^The disk is full\. .*\.\n$/),
  });
  expect(server.logged("storage.full")).toHaveLength(1);
  expect(server.logged("request.failed")).toEqual([]);
  expect(server.logged("storage.full")[0]).not.toContain("stack");
  disk.empty();
  await until("room", async () => (await server.health()).status === "ok");
  expect(server.logged("storage.room")).toHaveLength(1);
  expect((await store(server, "after")).status).toBe(201);
  const ledger = await new Program([...product, "ledger", email], { env: environment(disk) }).ended();
  expect([ledger.code, ledger.out]).toEqual([0, expect.stringContaining("Verified:")]);
  await checkStored(server, new Map([...stored, ...(await idsOf(server, "after"))]));
});

test("deleting: a flow's words, a hook's address and a secret's name leave all files of a running server", async () => {
  using folder = tempFolder();
  const { login } = await signUp(folder);
  await using server = await start(folder, login);
  const data = folder.file("data");
  const filesWith = (word: string): string[] =>
    readdirSync(data, { withFileTypes: true })
      .filter((file) => file.isFile() && readFileSync(`${data}/${file.name}`).includes(word))
      .map(({ name }) => name);
  const yaml_content = `voice_flow: 1\nid: a\nlanguage: en\nstart: a\nnodes: {a: {say: Rumpelstilzchen, end: done}}\n`;
  const made = async (method: string, path: string, body: unknown) =>
    (await (await server.ask(method, path, body)).json()) as Record<string, string>;
  const { id = "" } = await made("POST", "/v1/flows", { name: "Rapunzel", yaml_content });
  await made("PUT", `/v1/flows/${id}`, { yaml_content: `${yaml_content}# Sterntaler\n` });
  const { hook_id } = await made("POST", "/v1/hooks", { url: "https://example.com/Schneewittchen" });
  await made("PUT", "/v1/secrets/Aschenputtel", { value: "s3cret", hosts: [] });
  const words = ["Rumpelstilzchen", "Rapunzel", "Sterntaler", "Schneewittchen", "Aschenputtel"];
  for (const word of words) expect([word, filesWith(word).length > 0]).toEqual([word, true]);
  for (const path of [`/v1/flows/${id}`, `/v1/hooks/${hook_id}`, "/v1/secrets/Aschenputtel"])
    expect((await server.ask("DELETE", path)).status).toBe(204);
  for (const word of words) await until(`file without ${word}`, () => filesWith(word).length === 0);
});

async function idsOf(server: Server, name: string): Promise<[string, string][]> {
  const listed = (await (await server.ask("GET", "/v1/flows")).json()) as { id: string; name: string }[];
  return listed.filter((flow) => flow.name === name).map(({ id }) => [id, name]);
}
