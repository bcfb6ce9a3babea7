// POST /mcp: the tools of coding agents over HTTP, which may do what the credentials may, and are judged as the routes.

import { expect, setDefaultTimeout, test } from "bun:test";
import type { JsonObject } from "../../src/mcp/rpc-message.ts";
import { over } from "../support/mcp-over-http.ts";
import { buildTableFlow, McpPeer, ways } from "../support/mcp-peer.ts";
import { answer, problem, signUpAt } from "../support/people.ts";
import { json } from "../support/json-request.ts";
import { serveTest } from "../support/servers/served.ts";

setDefaultTimeout(120_000);

const flowNames = ["reference", "check", "test", "say", "list", "get", "save"].map((name) => `flow_${name}`);
const callNames = ["calls_search", "call_get"];
const yaml = "voice_flow: 1\nid: a\nlanguage: en\nstart: b\nnodes:\n  b: {say: Hello., end: done}\n";

test.each(ways)("by %s an agent with a key as bearer builds a flow and starts a call of it", async (way) => {
  await using served = await serveTest();
  const { key } = await signUpAt(served);
  const peer = new McpPeer(over(served, { authorization: `Bearer ${key}` }), way);
  await peer.open();
  expect(await peer.tools()).toEqual([...flowNames, ...callNames, "session_start"]);
  const flow = await buildTableFlow((name, args) => peer.call(name, args));
  const started = await peer.call("session_start", { flow });
  expect(started.data["ws_url"]).toStartWith("ws://localhost/v1/ws/vst_");
  const call = String(started.data["session_id"]);
  expect((await peer.call("calls_search", { flow })).text).toContain(call);
  expect((await peer.call("calls_search", { flow: "flow_other" })).text).toBe("There are no such calls.");
  const read = await peer.call("call_get", { call });
  expect(read.data["session_id"]).toBe(call);
  expect(["context" in read.data, "metadata" in read.data]).toEqual([false, false]);
});

test("a login sees all tools but the one that keys alone may call, and that one answers nothing", async () => {
  await using served = await serveTest();
  const { login, service } = await signUpAt(served);
  const peer = new McpPeer(over(served, login), "stateless");
  expect(await peer.tools()).toEqual([...flowNames, ...callNames]);
  const { error, result } = await peer.ask("tools/call", { name: "session_start", arguments: {} });
  expect([result, error?.["code"]]).toEqual([undefined, -32_602]);
  expect(await answer<unknown[]>(served.ask("/v1/sessions", { headers: service }))).toEqual([]);
});

test("another account's flows and calls are not found, neither read nor changed", async () => {
  await using served = await serveTest();
  const [ada, bob] = [await signUpAt(served), await signUpAt(served)];
  const [hers, his] = [ada, bob].map(({ service }) => new McpPeer(over(served, service), "stateless"));
  const { data } = await hers!.call("flow_save", { yaml });
  const flow = String(data["flow"]);
  const { data: started } = await hers!.call("session_start", { flow });
  const tries: readonly (readonly [name: string, args: JsonObject, code: string])[] = [
    ["flow_get", { flow }, "flow/not-found"],
    ["flow_check", { flow }, "flow/not-found"],
    ["flow_test", { flow }, "flow/not-found"],
    ["flow_say", { flow, says: ["hello"] }, "flow/not-found"],
    ["flow_save", { flow, yaml }, "flow/not-found"],
    ["session_start", { flow }, "flow/not-found"],
    ["call_get", { call: started["session_id"] }, "session/not-found"],
    ...["../../auth/api-keys", ".", "..", "", "a/b", "%2e"].flatMap((id) => [
      ["flow_get", { flow: id }, "flow/not-found"] as const,
      ["flow_save", { flow: id, yaml }, "flow/not-found"] as const,
      ["call_get", { call: id }, "session/not-found"] as const,
    ]),
  ];
  for (const [name, args, code] of tries) {
    const refused = await his!.call(name, args);
    expect([name, refused.failed, refused.data["code"]]).toEqual([name, true, code]);
  }
  expect((await his!.call("flow_list")).data["flows"]).toEqual([]);
  expect((await his!.call("calls_search")).data["calls"]).toEqual([]);
  expect((await hers!.call("flow_get", { flow })).data["revision"]).toBe("1");
});

test("what an agent saves is in the audit log as what its key did, under the id of its request", async () => {
  await using served = await serveTest();
  const { keyId, service, login } = await signUpAt(served);
  const peer = new McpPeer(over(served, { ...service, "x-request-id": "of-the-agent" }), "handshake");
  const { data } = await peer.call("flow_save", { yaml });
  const entries = await answer<JsonObject>(served.ask("/v1/audit", { headers: login }));
  expect(JSON.stringify(entries)).toContain(String(data["flow"]));
  const made = (entries["entries"] as readonly JsonObject[]).find(({ target }) => target === data["flow"]);
  expect(made).toMatchObject({ actor: { kind: "key", id: keyId }, request_id: "of-the-agent" });
});

test("a change that somebody else made is not overwritten", async () => {
  await using served = await serveTest();
  const { service } = await signUpAt(served);
  const peer = new McpPeer(over(served, service), "handshake");
  const { data } = await peer.call("flow_save", { yaml, name: "Greeting" });
  const flow = String(data["flow"]);
  const changed = yaml.replace("Hello", "Good day");
  expect((await peer.call("flow_save", { flow, yaml: changed, revision: "1" })).data["revision"]).toBe("2");
  const late = await peer.call("flow_save", { flow, yaml, revision: "1" });
  expect([late.failed, late.data["code"]]).toEqual([true, "request/precondition"]);
  expect((await peer.call("flow_list")).text).toBe(`${flow}  Greeting`);
});

test("what an agent tries is counted as everybody's checks", async () => {
  await using served = await serveTest({ CHECKS_PER_MINUTE: "3" });
  const { service } = await signUpAt(served);
  const peer = new McpPeer(over(served, service), "stateless");
  for (const name of ["flow_check", "flow_test"])
    expect((await peer.call(name, { yaml })).failed).toBe(false);
  expect((await peer.call("flow_say", { yaml, says: [] })).failed).toBe(false);
  expect((await peer.call("flow_check", { yaml })).data["code"]).toBe("request/limit");
});

test("there is no stream to open and no session to end, and foreign pages may not ask", async () => {
  await using served = await serveTest();
  const { service } = await signUpAt(served);
  for (const method of ["GET", "DELETE"]) {
    const { headers } = await problem(
      served.ask("/mcp", { method, headers: service }),
      405,
      "request/method-not-allowed",
    );
    expect(headers.get("allow")).toBe("POST, OPTIONS");
  }
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const foreign = json("POST", list, { ...service, origin: "https://elsewhere.example" });
  await problem(served.ask("/mcp", foreign), 403, "origin/refused");
  await problem(served.ask("/mcp", json("POST", list)), 401, "auth/required");
});
