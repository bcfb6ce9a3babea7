// Command `mcp`: an agent builds a flow in an empty folder, without a server, a key or a call.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildTableFlow, McpPeer, ways } from "../support/mcp-peer.ts";
import { McpProcess } from "../support/mcp-process.ts";
import { product } from "../support/servers/product.ts";

setDefaultTimeout(240_000);

let top = "";
beforeAll(async () => void (top = await mkdtemp(join(tmpdir(), "voice-flow-mcp-"))));
afterAll(() => rm(top, { recursive: true }));
const newFolder = (): Promise<string> => mkdtemp(join(top, "flows-"));

test.each(ways)("mcp: by %s an agent builds a flow, tests it and publishes it", async (way) => {
  const folder = await newFolder();
  await using server = new McpProcess(folder);
  const peer = new McpPeer(server.carry, way);
  await peer.open();
  const names = ["reference", "check", "test", "say", "simulate", "list", "get", "save"];
  expect(await peer.tools()).toEqual(names.map((name) => `flow_${name}`));
  const flow = await buildTableFlow((name, args) => peer.call(name, args), "table.flow.yaml");
  expect(await readdir(folder)).toEqual(["table.flow.yaml"]);
  const simulated = await peer.call("flow_simulate", { flow, callers: 10 });
  expect([simulated.failed, simulated.data["callers"]]).toEqual([false, 10]);
  expect(simulated.text).toContain("10 callers, seed 1");
  expect(await server.close()).toEqual([0, ""]);
});

test("mcp: a flow that has changed since its reading is not overwritten, and files outside of the folder are refused", async () => {
  const folder = await newFolder();
  await using server = new McpProcess(folder);
  const peer = new McpPeer(server.carry, "stateless");
  const yaml = "voice_flow: 1\nid: a\nlanguage: en\nstart: b\nnodes:\n  b: {say: Hello., end: done}\n";
  const first = await peer.call("flow_save", { flow: "a.yaml", yaml });
  const revision = String(first.data["revision"]);
  await Bun.write(join(folder, "a.yaml"), yaml.replace("Hello", "Good day"));
  const late = await peer.call("flow_save", { flow: "a.yaml", yaml, revision });
  expect([late.failed, late.data["code"]]).toEqual([true, "request/precondition"]);
  expect(await Bun.file(join(folder, "a.yaml")).text()).toContain("Good day");
  for (const flow of ["../a.yaml", "/tmp/a.yaml", undefined]) {
    const outside = await peer.call("flow_save", { ...(flow !== undefined && { flow }), yaml });
    expect([outside.failed, outside.data["code"]]).toEqual([true, "request/invalid"]);
  }
  const broken = yaml.replace("start: b", "start: c");
  expect((await peer.call("flow_save", { flow: "b.yaml", yaml: broken, draft: true })).text).toContain(
    "Saved as b.yaml",
  );
});

test("mcp: flows of a folder may call each other", async () => {
  const folder = await newFolder();
  const callee = "voice_flow: 1\nid: callee\nlanguage: en\nstart: b\nnodes:\n  b: {say: Hello., end: done}\n";
  const caller = `voice_flow: 1
id: caller
language: en
start: a
nodes:
  a: {call: callee, on_error: bye, next: bye}
  bye: {say: Goodbye., end: done}
`;
  await using server = new McpProcess(folder);
  const peer = new McpPeer(server.carry, "handshake");
  await peer.open();
  const alone = await peer.call("flow_say", { yaml: caller, says: [] });
  expect(alone.text).toContain("Goodbye.");
  expect(alone.text).not.toContain("Hello.");
  await Bun.write(join(folder, "callee.yaml"), callee);
  expect((await peer.call("flow_say", { yaml: caller, says: [] })).text).toBe(
    "agent: Hello.\nagent: Goodbye.\noutside: the call is over: done\nThe call is over: done.",
  );
});

test.each([
  [["--dri", "x"], 2, "did you mean '--dir'?"],
  [["--dir", "/nowhere/at/all"], 1, "/nowhere/at/all is not a readable folder"],
] as const)("mcp: %p is refused with the reason, and not on stdout", async (args, code, why) => {
  const child = Bun.spawn([...product, "mcp", ...args], {
    env: {},
    stdout: "pipe",
    stderr: "pipe",
  });
  expect(await new Response(child.stdout).text()).toBe("");
  expect(await new Response(child.stderr).text()).toContain(why);
  expect(await child.exited).toBe(code);
});
