// Executable alone in an empty folder with an empty environment: everything it needs is inside, and it answers like the
// sources.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { PackedPlaces } from "../../src/base/asset.ts";
import { bundlePages } from "../../src/bundle-pages.ts";
import { alone, beside, Binary } from "../support/servers/binary.ts";
import type { Program } from "../support/servers/program.ts";
import { json } from "../support/json-request.ts";
import { serveTest } from "../support/servers/served.ts";

let binary: Binary;

beforeAll(async () => {
  binary = await Binary.open();
});

afterAll(() => binary[Symbol.asyncDispose]());

async function stop(program: Program): Promise<number> {
  program.child.kill("SIGTERM");
  return (await program.ended()).code;
}

test("binary: it runs without access to sources or packages", async () => {
  const hidden = [resolve("."), resolve("src"), resolve("node_modules")];
  for (const path of hidden) {
    const { out, err } = await alone(["/bin/ls", "-A", path], { cwd: binary.folder }).ended();
    expect([out, err.replace(/^.*: No such file or directory\n$/, "")]).toEqual(["", ""]);
  }
  // A copy of its own: other tests deliberately leave files beside the shared one.
  await using fresh = await Binary.open();
  expect(await readdir(fresh.folder)).toEqual(["voice-flow"]);
});

test("binary: it reports where its packed files are in its own file", async () => {
  const file = Buffer.from(await Bun.file(binary.path).arrayBuffer());
  const table = /^\{"engine\/.*?\}/.exec(
    file.subarray(file.indexOf(`{"engine/`)).toString("latin1", 0, 2_048),
  );
  const places = JSON.parse(table?.[0] ?? "{}") as PackedPlaces;
  expect(Object.keys(places)).toHaveLength(9);
  for (const voice of ["heart", "michael"]) {
    const [from, to] = places[`${voice}/text.int8.onnx`] ?? [0, 0];
    const source = await Bun.file(`src/speech/own-voice/${voice}/text.int8.onnx`).bytes();
    expect(Bun.SHA256.hash(await Bun.zstdDecompress(file.subarray(from, to)), "hex")).toBe(
      Bun.SHA256.hash(source, "hex"),
    );
  }
});

test("binary: without a variable, a file or a network it serves, is healthy, and stops on request", async () => {
  const empty = await mkdtemp(join(binary.folder, "empty-"));
  await using server = alone([binary.path], { cwd: empty, offline: true });
  expect(await server.url()).toBe("http://127.0.0.1:3000");
  const health = beside(server, [binary.path, "health"], empty);
  expect(await health.ended()).toEqual({ code: 0, out: "", err: "" });
  await server.says(/"speech\.ready"/);
  const doctor = await beside(server, [binary.path, "doctor"], empty).ended();
  expect([doctor.code, doctor.err]).toEqual([0, ""]);
  expect(doctor.out).toContain("\n– webrtc         This machine has no network");
  expect(doctor.out).toMatch(
    /^✓ port +Voice Flow \d.* runs at http:\/\/127\.0\.0\.1:3000 and is ready for calls\.$/m,
  );
  expect(doctor.out).toMatch(
    /^✓ speech +The test sentence "three one four two" was spoken and recognised: warm-up \d+ ms/m,
  );
  expect(await stop(server)).toBe(0);
  await rm(empty, { recursive: true });
}, 240_000);

test("binary: a stop before its engines are warm exits cleanly", async () => {
  await using server = binary.serve({ DATA_DIR: ":memory:" });
  await server.url();
  server.child.kill("SIGTERM");
  const { code, err } = await server.ended();
  expect([code, /"level":"(warn|error)"/.exec(err)]).toEqual([0, null]);
});

const offer = { sdp: "v=0\r\n", type: "offer" };
const candidates = { candidates: [{ candidate: "", sdpMid: "0", sdpMLineIndex: 0 }] };

/** One request for each kind of input of a handler. */
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
  ["/swagger/start.js", {}],
  ["/swagger/swagger-ui-bundle.js", {}],
  ["/swagger/swagger-ui.css", {}],
  ["/wire-protocol", {}],
  ["/flow-language", {}],
  ["/flow-language/schema.json", {}],
  ["/", {}],
  ["/test", {}],
  ["/nowhere", {}],
];

test("binary: it answers every kind of request like the sources", async () => {
  await using built = binary.serve({ SPEECH: "off", DATA_DIR: ":memory:" });
  await using source = await serveTest();
  const url = await built.url();
  const pages = [...(await bundlePages()).files.keys()].map((file): [string, RequestInit] => [
    `/pages/${file}`,
    {},
  ]);
  expect(pages.length).toBeGreaterThan(4);
  for (const [path, init] of [...requests, ...pages]) {
    const headers = { ...(init.headers as Record<string, string> | undefined), "x-request-id": "same" };
    const got = await fetch(url + path, { ...init, headers });
    const wanted = await fetch(source.url() + path, { ...init, headers });
    const what = `${init.method ?? "GET"} ${path}`;
    // A page that names its own address has a different port in each.
    const [text, wantedText] = [
      (await got.text()).replaceAll(url, "origin"),
      (await wanted.text()).replaceAll(source.url(), "origin"),
    ];
    expect([what, got.status, text === wantedText ? "" : text]).toEqual([what, wanted.status, ""]);
    for (const header of ["content-type", "cache-control"])
      expect([what, got.headers.get(header)]).toEqual([what, wanted.headers.get(header)]);
    if (/^\/pages\/.*(js|css|svg)$/.test(path)) expect([what, got.status]).toEqual([what, 200]);
  }
  expect(await stop(built)).toBe(0);
});

test("binary: it obeys its environment and ignores files in its folder", async () => {
  await Bun.write(join(binary.folder, ".env"), "PORT=nonsense\n");
  await Bun.write(join(binary.folder, "bunfig.toml"), 'preload = ["./evil.ts"]\n');
  await using built = binary.serve({ SPEECH: "off", DATA_DIR: ":memory:" });
  expect((await fetch(`${await built.url()}/health`)).status).toBe(200);
});

const commands: readonly [args: string[], code: number, says: RegExp][] = [
  [["--version"], 0, /^\d+\.\d+\.\d+\n$/],
  [["--help"], 0, /talk --audio IN\.wav OUT\.wav[^]*DRAIN_SECONDS/],
  [["licenses"], 0, /^elysia +\d.* MIT$/m],
  [["licenses", "--full"], 0, /GNU LESSER GENERAL PUBLIC LICENSE/],
  [["dance"], 2, /^There is no command "dance": /],
  [["serve", "--port"], 2, /^serve takes no arguments/],
  [["licenses", "--short"], 2, /^Usage: .*licenses/m],
  [["health", "now"], 2, /^health takes no arguments/],
];

test("binary: draws a flow file", async () => {
  await Bun.write(join(binary.folder, "hello.flow.yaml"), "start: a\nnodes: {a: {say: Hello, end: done}}\n");
  const { code, out, err } = await binary.run(["draw", "hello.flow.yaml"]).ended();
  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatch(/^<svg [^]*>Hello<[^]*<\/svg>\n$/);
});

test.each(commands)("binary: %j", async (args, code, says) => {
  const { code: got, out, err } = await binary.run(args).ended();
  expect([got, out + err]).toEqual([code, expect.stringMatching(says)]);
  if (args[0] === "--help") expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
});
