// The executable in an empty folder with an empty environment: everything it needs is inside, and it answers
// like the sources do.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Program } from "../support/program.ts";
import { json, serveTest } from "../support/served.ts";

const binary = resolve("dist/voice-flow");
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "voice-flow-binary-"));
  if (existsSync(binary)) return;
  expect(Bun.spawnSync([process.execPath, "src/build.ts"]).exitCode).toBe(0);
}, 60_000);

afterAll(() => rm(folder, { recursive: true }));

function run(environment: Record<string, string>): Program {
  return new Program([binary], {
    cwd: folder,
    env: { PORT: "0", LOG_FORMAT: "json", DATA_DIR: ":memory:", ...environment },
  });
}

async function stop(program: Program): Promise<number> {
  program.child.kill("SIGTERM");
  return (await program.ended()).code;
}

const offer = { sdp: "v=0\r\n", type: "offer" };
const candidates = { candidates: [{ candidate: "", sdpMid: "0", sdpMLineIndex: 0 }] };

/** One request for each way in which a handler takes its input. */
const requests: readonly [path: string, init: RequestInit][] = [
  ["/health", {}],
  ["/capabilities", {}],
  ["/ice-servers", {}],
  ["/offer", json("POST", offer)],
  ["/offer?mode=flow", json("POST", offer)],
  ["/offer?mode=flow&program_id=nope", json("POST", offer)],
  ["/offer?mode=odd", json("POST", offer)],
  ["/offer", json("POST", {})],
  ["/offer", { method: "POST", body: "{" }],
  ["/offer", json("PATCH", { pc_id: "pc_1", ...candidates })],
  ["/offer/pc_1", json("PATCH", candidates)],
  ["/offer/pc_1", { method: "DELETE" }],
  ["/offer/pc_1", { method: "PUT" }],
  ["/ws", {}],
  ["/ws?mode=flow", {}],
  ["/swagger", {}],
  ["/swagger/json", {}],
  ["/swagger/swagger-ui-bundle.js", {}],
  ["/swagger/swagger-ui.css", {}],
  ["/wire-protocol", {}],
  ["/nowhere", {}],
];

test("binary: answers every kind of request like the sources do", async () => {
  await using built = run({ SPEECH: "off" });
  await using source = await serveTest();
  const url = await built.url();
  for (const [path, init] of requests) {
    const headers = { ...(init.headers as Record<string, string> | undefined), "x-request-id": "same" };
    const got = await fetch(url + path, { ...init, headers });
    const wanted = await fetch(source.url() + path, { ...init, headers });
    const what = `${init.method ?? "GET"} ${path}`;
    const [text, wantedText] = [await got.text(), await wanted.text()];
    expect([what, got.status, text === wantedText ? "" : text]).toEqual([what, wanted.status, ""]);
    expect([what, got.headers.get("content-type")]).toEqual([what, wanted.headers.get("content-type")]);
  }
  expect(await stop(built)).toBe(0);
});

test("binary: warms its speech engines from what it holds", async () => {
  await using built = run({});
  const url = await built.url();
  await built.says(/"speech\.ready"/);
  expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ ready: true });
  expect(await stop(built)).toBe(0);
}, 30_000);

test("binary: obeys its environment and no file that lies about", async () => {
  await Bun.write(join(folder, ".env"), "PORT=nonsense\n");
  await Bun.write(join(folder, "bunfig.toml"), 'preload = ["./evil.ts"]\n');
  await using built = run({ SPEECH: "off" });
  expect((await fetch(`${await built.url()}/health`)).status).toBe(200);
});

test("binary: tells its version and its usage", () => {
  const said = (...args: string[]): string =>
    Bun.spawnSync([binary, ...args], { cwd: folder, env: {} }).stdout.toString();
  expect(said("--version")).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(said("--help")).toContain("talk --audio IN.wav OUT.wav");
});
