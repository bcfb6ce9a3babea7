// Command `doctor` on healthy and broken machines: each finding names its remedy.

import { Database as Connection } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkDataFolder } from "../../src/cli/doctor/doctor-data.ts";
import { checkClock, checkMemory, isLongAgo, threadsOf } from "../../src/cli/doctor/doctor-machine.ts";
import { wallClock } from "../../src/base/clock.ts";
import { checkOwner } from "../../src/cli/doctor/doctor-owner.ts";
import { checkFiles } from "../../src/cli/doctor/doctor-files.ts";
import { S3Files } from "../../src/files/s3-files.ts";
import { freePort } from "../support/servers/free-port.ts";
import { s3Server } from "../support/servers/s3-server.ts";
import { fileName } from "../../db/data-loss.ts";
import { openStore } from "../../db/sqlite/file-store.ts";
import { addAccount, migrations, tempFolder } from "../support/servers/store.ts";
import { type Environment, readConfig } from "../../src/config.ts";
import { ChatServer, type ChatScript, key, wellBehaved } from "../support/servers/chat-server.ts";
import { Program } from "../support/servers/program.ts";
import { product } from "../support/servers/product.ts";
import { familiesOf } from "../../src/cli/doctor/doctor-webrtc.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "voice-flow-doctor-"));
});

afterAll(() => rm(folder, { recursive: true }));

interface Finding {
  readonly name: string;
  readonly state: string;
  readonly says: string;
  readonly ms?: Readonly<Record<string, number>>;
}

function start(environment: Environment, ...args: string[]): Program {
  const env = { SPEECH: "off", PORT: "0", ...environment };
  return new Program([...product, "doctor", ...args], { env });
}

async function examine(
  environment: Environment,
): Promise<{ code: number; all: readonly Finding[]; text: string }> {
  const { code, out, err } = await start(environment, "--json").ended();
  expect(err).toBe("");
  const { ok, checks } = JSON.parse(out) as { ok: boolean; checks: readonly Finding[] };
  expect(code).toBe(ok ? 0 : 1);
  return { code, all: checks, text: out };
}

function found(all: readonly Finding[], name: string): readonly [state: string, says: string] {
  const { state, says } = all.find((each) => each.name === name)!;
  return [state, says];
}

test("doctor: a healthy deployment prints one line a check", async () => {
  const { code, out, err } = await start({}).ended();
  expect([code, err]).toEqual([0, ""]);
  const lines = out.split("\n");
  expect(lines[0]).toBe("✓ configuration  Valid.");
  expect(lines).toContain("✓ port           A free port is available at 127.0.0.1.");
  expect(lines).toContain("– speech         Speech is off (SPEECH=off): calls are text only.");
  expect(lines.filter((line) => /^[✓–] \w+ +\S.*\.$/.test(line))).toHaveLength(17);
  expect(out).toEndWith("\n\nEverything needed is available.\n");
});

test("doctor: an unreadable configuration is reported, and nothing else is tried", async () => {
  const { code, all } = await examine({ PORT: "http", LLM_MODEL: "m" });
  expect(code).toBe(1);
  expect(found(all, "configuration")).toEqual([
    "problem",
    expect.stringMatching(/^PORT must be .* LLM_MODEL is set, but nothing uses it: set LLM_BASE_URL/),
  ]);
  expect(all.slice(1).map(({ state }) => state)).toEqual(Array(16).fill("skipped"));
});

test("doctor: it lists the networks of WebRTC callers, and the remedy for failing ones", async () => {
  const relay = {
    TURN_PROVIDER: "coturn",
    TURN_URLS: "turn:127.0.0.1:9",
    TURN_SECRET: "a secret of this test",
  };
  const [ways, advertised, broken] = await Promise.all([
    examine({ ICE_TCP: "on", ICE_PORTS: "41200-41300" }),
    examine({ ICE_ADVERTISED_IP: "203.0.113.7" }),
    examine(relay),
  ]);
  const address = String.raw`[\da-f.:]+(, [\da-f.:]+)*`;
  const wanted = String.raw`^UDP at ${address} \(ports 41200-41300\)\. IPv[^.]+\. Also TCP\. No relay \(TURN_PROVIDER=none\)\.`;
  expect(found(ways.all, "webrtc")).toEqual(["ok", expect.stringMatching(new RegExp(wanted))]);
  expect(found(advertised.all, "webrtc")[1]).toContain("Callers connect to 203.0.113.7");
  expect(found(broken.all, "webrtc")).toEqual(["problem", expect.stringContaining("Check TURN_URLS")]);
  expect(broken.text).not.toContain(relay.TURN_SECRET);
}, 240_000);

test("doctor: WebRTC lists the served address families", () => {
  const [v4, v6] = ["192.0.2.2", "2001:db8::2"];
  expect(familiesOf([v4], "0.0.0.0")).toStartWith("IPv4 only");
  expect(familiesOf([v6], "::")).toStartWith("IPv6 only");
  expect(familiesOf([v4, v6], "::")).toBe("IPv4 and IPv6.");
  expect(familiesOf([v4, v6], "0.0.0.0")).toContain("set HOST=::");
});

test("doctor: an odd setting is reported, but is no problem", async () => {
  const { code, all } = await examine({ SYSTEM_PROMPT: "Be kind." });
  expect(code).toBe(0);
  expect(found(all, "configuration")).toEqual([
    "ok",
    expect.stringContaining("SYSTEM_PROMPT is set without a model"),
  ]);
});

test("doctor: a port of another program is reported with the remedy", async () => {
  await using other = new AsyncDisposableStack();
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("hello") });
  other.defer(() => server.stop(true));
  const port = server.port!;
  const { code, all } = await examine({ PORT: String(port) });
  expect(code).toBe(1);
  expect(found(all, "port")).toEqual([
    "problem",
    `127.0.0.1 port ${port} is in use by another program: stop it, or choose another port, such as PORT=${port + 1}.`,
  ]);
});

test("doctor: a port of our own server passes", async () => {
  const env = { SPEECH: "off", PORT: "0", LOG_FORMAT: "json", DATA_DIR: ":memory:" };
  await using server = new Program(product, { env });
  const url = new URL(await server.url());
  const { code, all } = await examine({ PORT: url.port });
  expect(code).toBe(0);
  expect(found(all, "port")).toEqual([
    "ok",
    expect.stringMatching(new RegExp(`^Voice Flow \\d.* runs at ${url.origin} and is ready for calls\\.$`)),
  ]);
});

test("doctor: a foreign address is reported", async () => {
  const { all } = await examine({ HOST: "192.0.2.1" });
  expect(found(all, "port")).toEqual([
    "problem",
    expect.stringMatching(/^The server cannot listen at 192\.0\.2\.1 .*HOST/),
  ]);
});

test("doctor: a working model is asked for one token, and timed", async () => {
  await using chat = await ChatServer.open(wellBehaved("Yes"));
  const { code, all, text } = await examine({
    LLM_BASE_URL: chat.baseUrl,
    LLM_MODEL: "tiny",
    LLM_API_KEY: key,
  });
  expect(code).toBe(0);
  expect(found(all, "model")).toEqual([
    "ok",
    expect.stringMatching(/^tiny at 127\.0\.0\.1:\d+ sent .* after \d+ ms\.$/),
  ]);
  expect(all.find(({ name }) => name === "model")?.ms?.["first_token"]).toBeGreaterThanOrEqual(0);
  expect((await chat.request(0)).body["max_tokens"]).toBe(1);
  expect([chat.requests.length, chat.problems]).toEqual([1, []]);
  expect(text).not.toContain(key);
  expect(text).not.toContain("/v1");
});

const refusals: readonly [name: string, script: ChatScript, says: RegExp][] = [
  [
    "a key that is refused",
    { status: 401, body: "{}" },
    /refused the key \(status 401\): check LLM_API_KEY\.$/,
  ],
  ["a model that is not there", { status: 404, body: "{}" }, /\(status 404\): check LLM_MODEL/],
  ["an empty account", { status: 402, body: "{}" }, /no credit left \(status 402\): top up the account/],
];

test.each(refusals)("doctor: %s is reported with the remedy", async (_name, script, says) => {
  await using chat = await ChatServer.open(script);
  const { code, all, text } = await examine({
    LLM_BASE_URL: chat.baseUrl,
    LLM_MODEL: "tiny",
    LLM_API_KEY: key,
  });
  expect(code).toBe(1);
  expect(found(all, "model")).toEqual(["problem", expect.stringMatching(says)]);
  expect(text).not.toContain(key);
});

test("doctor: an unreachable model is reported with the remedy", async () => {
  const { all } = await examine({ LLM_BASE_URL: "http://127.0.0.1:1/secret-path/v1", LLM_MODEL: "tiny" });
  const [state, says] = found(all, "model");
  expect([state, says]).toEqual([
    "problem",
    expect.stringMatching(/could not be reached.*: check LLM_BASE_URL/),
  ]);
  expect(says).not.toContain("secret-path");
});

const config = (dataDir: string) => ({ ...readConfig({}), dataDir });

test("doctor: a writable data folder passes and stays as it was", async () => {
  expect(await checkDataFolder(config(folder))).toEqual({
    state: "ok",
    says: expect.stringMatching(/ can be written to and has \d+ [MG]iB free\.$/) as string,
  });
  expect(await checkDataFolder(config(join(folder, "not", "yet")))).toEqual({
    state: "ok",
    says: expect.stringMatching(/not\/yet can be created and has /) as string,
  });
  expect(await readdir(folder)).toEqual([]);
});

test("doctor: a file in place of the data folder, or above it, is reported", async () => {
  const file = join(folder, "file");
  await Bun.write(file, "x");
  for (const path of [file, join(file, "below")])
    expect(await checkDataFolder(config(path))).toEqual({
      state: "problem",
      says: `${path} is a file, or lies in one, where a folder is needed: move the file, or choose another folder with DATA_DIR.`,
    });
  await rm(file);
});

test("doctor: a data folder on a filesystem without file support is reported", async () => {
  expect(await checkDataFolder(config("/proc/sys"))).toEqual({
    state: "problem",
    says: expect.stringMatching(
      /^\/proc\/sys cannot be opened \(ENOENT.*\): look after it, or choose another folder/,
    ) as string,
  });
});

test("doctor: data of a newer version is reported, as the server would refuse it", async () => {
  using place = tempFolder();
  const directory = place.file("data");
  openStore({ directory, migrations })[Symbol.dispose]();
  expect((await checkDataFolder(config(directory))).state).toBe("ok");
  {
    using newer = new Connection(join(directory, fileName), { readwrite: true });
    newer.run("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('', 9999999999999)");
  }
  expect(await checkDataFolder(config(directory))).toEqual({
    state: "problem",
    says: expect.stringContaining("written by a newer version of this program") as string,
  });
});

test("doctor: a deployment without an owner is reported with the remedy, but not one without data", async () => {
  using place = tempFolder();
  const directory = place.file("data");
  const here = { dataDir: directory, database: undefined };
  expect(await checkOwner({ ...here, dataDir: ":memory:" })).toEqual({
    state: "skipped",
    says: expect.stringContaining("stores nothing") as string,
  });
  expect(await checkOwner(here)).toEqual({
    state: "skipped",
    says: expect.stringContaining("There is no data in") as string,
  });
  using store = openStore({ directory, migrations });
  const ada = addAccount(store.durable, "acc_ada");
  const { state, says } = await checkOwner(here);
  expect([state, says]).toEqual(["ok", expect.stringMatching(/^The server has no owner, .* owner EMAIL\.$/)]);
  await store.accounts.setOwner(ada);
  expect((await checkOwner(here)).says).toMatch(/^The server has an owner\. .* owner$/);
});

test("doctor: too many speech threads for the memory are reported", async () => {
  expect((await checkMemory(readConfig({ SPEECH_WORKERS: "2" }))).state).toBe("ok");
  const many = { ...readConfig({}), speech: { on: true, workers: 100_000, voice: "slt" as const } };
  expect(await checkMemory(many)).toMatchObject({
    state: "problem",
    says: expect.stringMatching(
      /^\d+ [MG]iB are available and \d+ GiB are needed\. .*SPEECH_WORKERS\.$/,
    ) as string,
  });
  expect((await checkClock()).state).toBe("ok");
});

test("doctor: speech threads default to one fewer than the cores, and at least one", () => {
  const unset = { ...readConfig({}).speech, on: true, workers: 0 };
  expect([1, 2, 8].map((cores) => threadsOf(unset, cores))).toEqual([1, 1, 7]);
  expect(threadsOf({ ...unset, workers: 3 }, 8)).toBe(3);
  expect(threadsOf({ ...unset, on: false }, 8)).toBe(0);
});

test("doctor: a date before this program is reported, except for time zones", () => {
  const at = (text: string) => Date.parse(text);
  const written = at("2026-05-10T12:00:00Z");
  expect(isLongAgo(at("2026-05-09T13:00:00Z"), written)).toBe(false);
  expect(isLongAgo(at("2026-05-09T11:00:00Z"), written)).toBe(true);
  // Files of a container image may have no date.
  expect(isLongAgo(at("2025-01-01T00:00:00Z"), 0)).toBe(false);
  expect(isLongAgo(at("2024-12-31T23:59:59Z"), 0)).toBe(true);
});

test("doctor: unknown options are refused", async () => {
  const { code, out, err } = await start({}, "--loud").ended();
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(/^Usage: .* doctor \[--providers\] \[--json\]\n$/m);
});

test("doctor: recorded sounds are counted in their storage", async () => {
  using folder = tempFolder();
  const config = readConfig({ DATA_DIR: folder.path });
  expect((await checkFiles(config)).says).toEndWith("No recorded sounds.");
  for (const name of ["f61.0a", "f62.0b"]) await Bun.write(folder.file(`sounds/acc_1/${name}`), "RIFF");
  expect((await checkFiles(config)).says).toMatch(
    /^Files are stored in DATA_DIR.* Recorded sounds: 2, \d+ MiB\.$/,
  );
});

test("doctor: the storage of FILES_URL is tried, and nothing is left in it", async () => {
  await using server = await s3Server();
  const { says, state } = await checkFiles(readConfig(server.environment));
  expect([state, says]).toEqual([
    "ok",
    "Writing, listing, reading and deleting a file at FILES_URL succeeded. No recorded sounds.",
  ]);
  expect(await new S3Files({ place: server.place, clock: wallClock }).list("")).toEqual([]);
});

/** Finding of the doctor when a proxy before a real server refuses one kind of request as S3 does. */
async function findingWithout(refused: (request: Request) => boolean): Promise<string> {
  await using server = await s3Server();
  using between = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      if (refused(request))
        return new Response("<Error><Code>AccessDenied</Code><Message>no</Message></Error>", { status: 403 });
      const { pathname, search } = new URL(request.url);
      const body = request.method === "PUT" ? { body: await request.arrayBuffer() } : {};
      return fetch(server.place.endpoint + pathname + search, {
        method: request.method,
        headers: request.headers,
        ...body,
      });
    },
  });
  const endpoint = `http://127.0.0.1:${between.port}`;
  const { state, says } = await checkFiles(readConfig({ ...server.environment, S3_ENDPOINT: endpoint }));
  expect(state).toBe("problem");
  return says;
}

test.each([
  ["s3:PutObject", ({ method }: Request) => method === "PUT"],
  ["s3:ListBucket", ({ method, url }: Request) => method === "GET" && url.includes("list-type")],
  ["s3:GetObject", ({ method, url }: Request) => method === "GET" && !url.includes("list-type")],
  ["s3:DeleteObject", ({ method }: Request) => method === "DELETE"],
])("doctor: a file key that lacks %s is reported", async (permission, refused) => {
  expect(await findingWithout(refused)).toEndWith(
    `at FILES_URL: the key lacks the permission ${permission}.`,
  );
});

test("doctor: a missing bucket, an unknown key and an absent server have their remedies", async () => {
  await using server = await s3Server();
  const says = async (environment: Environment): Promise<string> =>
    (await checkFiles(readConfig({ ...server.environment, ...environment }))).says;
  expect(await says({ FILES_URL: "s3://nowhere" })).toContain("the bucket does not exist");
  expect(await says({ AWS_ACCESS_KEY_ID: "SOMEBODY" })).toContain(
    "AWS_ACCESS_KEY_ID is unknown to the storage",
  );
  const away = `http://127.0.0.1:${await freePort()}`;
  expect(await says({ S3_ENDPOINT: away })).toContain(
    "the storage failed: ConnectionRefused: check S3_ENDPOINT",
  );
  expect((await checkFiles(readConfig({}))).state).toBe("skipped");
});
