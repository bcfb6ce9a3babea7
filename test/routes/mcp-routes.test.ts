// Tools of coding agents over HTTP: POST /mcp allows what the credentials allow, with the limits of the routes.

import { expect, setDefaultTimeout, test } from "bun:test";
import type { JsonObject } from "../../src/mcp/rpc-message.ts";
import { over } from "../support/mcp-over-http.ts";
import { buildTableFlow, McpPeer, ways } from "../support/mcp-peer.ts";
import { answer, problem, signUpAt } from "../support/people.ts";
import { json } from "../support/json-request.ts";
import { serveTest } from "../support/servers/served.ts";

setDefaultTimeout(240_000);

const flowNames = ["reference", "check", "test", "say", "simulate", "list", "get", "save"].map(
  (name) => `flow_${name}`,
);
const callNames = ["flow_publish", "calls_search", "call_get"];
const yaml = "voice_flow: 1\nid: a\nlanguage: en\nstart: b\nnodes:\n  b: {say: Hello., end: done}\n";

test.each(ways)("by %s an agent with a bearer key builds a flow and starts a call of it", async (way) => {
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
  expect((await peer.call("calls_search", { flow: "flow_other" })).text).toBe("No calls match.");
  const { data: later } = await peer.call("session_start", { flow });
  const first = await peer.call("calls_search", { flow, limit: 1 });
  const cursor = String(first.data["next_cursor"]);
  expect(first.text).toStartWith(`${String(later["session_id"])}  `);
  expect(first.text).toContain(
    `, waiting  table-booking\nThere are more calls: call again with cursor ${cursor}.`,
  );
  expect((await peer.call("calls_search", { flow, limit: 1, cursor })).text).toMatch(
    new RegExp(`^${call}  [^\\n]+$`),
  );
  const read = await peer.call("call_get", { call });
  expect(read.data["session_id"]).toBe(call);
  expect(["context" in read.data, "metadata" in read.data]).toEqual([false, false]);
});

test("a login sees all tools except the key-only one, which answers nothing", async () => {
  await using served = await serveTest();
  const { login, service } = await signUpAt(served);
  const peer = new McpPeer(over(served, login), "stateless");
  expect(await peer.tools()).toEqual([...flowNames, ...callNames]);
  const { error, result } = await peer.ask("tools/call", { name: "session_start", arguments: {} });
  expect([result, error?.["code"]]).toEqual([undefined, -32_602]);
  expect(await answer<unknown[]>(served.ask("/v1/sessions", { headers: service }))).toEqual([]);
});

test("D13: the instructions name the tools that cost money if the caller has them, and otherwise say that none does", async () => {
  await using served = await serveTest();
  const { login, service } = await signUpAt(served);
  const [hers, pages] = [service, login].map((by) => new McpPeer(over(served, by), "stateless"));
  expect((await hers!.result("server/discover"))["instructions"]).toEndWith(
    "These tools place no call and cost nothing, except session_start.",
  );
  expect((await pages!.result("server/discover"))["instructions"]).toEndWith(
    "These tools place no call and cost nothing.",
  );
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
    ["flow_publish", { flow, yaml, confirm: true }, "flow/not-found"],
    ["flow_publish", { flow, confirm: true }, "flow/not-found"],
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
  const { error } = await his!.ask("resources/read", { uri: `flow://${flow}` });
  expect(error).toMatchObject({ code: -32_602, message: expect.stringContaining("no such flow") });
  expect(JSON.stringify(await his!.result("resources/list"))).not.toContain(flow);
  expect((await hers!.call("flow_get", { flow })).data["revision"]).toBe("1");
});

const tested = `${yaml}tests:\n  - name: hello\n    script: [{says: Hello}, {ends: done}]\n`;

test("a draft is published when its tests pass, and only at its owner's request", async () => {
  await using served = await serveTest();
  const { service } = await signUpAt(served);
  const peer = new McpPeer(over(served, service), "stateless");
  const saved = await peer.call("flow_save", { yaml: tested.replace("end: done", "ed: done"), draft: true });
  const flow = String(saved.data["flow"]);
  const publish = (args: JsonObject) => peer.call("flow_publish", { flow, confirm: true, ...args });
  expect((await publish({})).data["code"]).toBe("flow/invalid");
  expect((await publish({ confirm: false })).failed).toBe(true);
  const failing = await publish({ yaml: tested.replace("says: Hello", "says: Good day") });
  expect([failing.failed, failing.data["passed"], failing.text]).toEqual([
    true,
    false,
    expect.stringContaining("FAIL  hello"),
  ]);
  expect((await publish({ yaml: tested, revision: "9" })).data["code"]).toBe("request/precondition");
  expect((await peer.call("flow_get", { flow })).data["revision"]).toBe("1");
  const live = await publish({ yaml: tested, revision: "1" });
  expect([live.failed, live.data["revision"]]).toEqual([false, "2"]);
  expect(live.text).toStartWith(`Revision 2 of ${flow} is live`);
  // The kept revision is live: nothing changes.
  expect((await publish({})).data["revision"]).toBe("2");
  const { tools } = await peer.result("tools/list");
  const hints = (tools as { name: string; annotations: { destructiveHint: boolean } }[])
    .filter(({ annotations }) => annotations.destructiveHint)
    .map(({ name }) => name);
  expect(hints).toEqual(["flow_publish"]);
});

test("the pages of the language, its schema and stored flows are readable", async () => {
  await using served = await serveTest();
  const { service } = await signUpAt(served);
  const peer = new McpPeer(over(served, service), "stateless");
  const { data } = await peer.call("flow_save", { yaml, name: "Greeting" });
  const uri = `flow://${String(data["flow"])}`;
  const { resources } = await peer.result("resources/list");
  const all = resources as readonly {
    readonly uri: string;
    readonly name: string;
    readonly mimeType: string;
  }[];
  expect(all.at(-1)).toMatchObject({ uri, name: "Greeting" });
  for (const { uri: each, mimeType } of all) {
    const [{ text, ...about }] = (await peer.result("resources/read", { uri: each }))["contents"] as [
      { text: string },
    ];
    expect([each, text.length > 50, about]).toEqual([each, true, { uri: each, mimeType }]);
    if (each === uri) expect(text).toBe(yaml);
    if (each === "docs://schema") expect(JSON.parse(text)).toHaveProperty("$defs.flow");
  }
  for (const odd of ["docs://nothing", "docs://constructor", "flow://%", "flow://../v1/account", "http://a"])
    expect((await peer.ask("resources/read", { uri: odd })).error?.["code"]).toBe(-32_602);
});

test("prompts are offered, with the client's words", async () => {
  await using served = await serveTest();
  const { service } = await signUpAt(served);
  const peer = new McpPeer(over(served, service), "handshake");
  const textOf = async (name: string, args: object): Promise<string> =>
    JSON.stringify((await peer.result("prompts/get", { name, arguments: args }))["messages"]);
  expect(await textOf("build_flow", { description: "Books tables" })).toContain("Books tables");
  expect(await textOf("explain_call", { call: "ses_1" })).toContain("ses_1");
});

test("an agent's change is in the audit log as its key's, under the id of its request", async () => {
  await using served = await serveTest();
  const { keyId, service, login } = await signUpAt(served);
  const peer = new McpPeer(over(served, { ...service, "x-request-id": "of-the-agent" }), "handshake");
  const { data } = await peer.call("flow_save", { yaml });
  const entries = await answer<JsonObject>(served.ask("/v1/audit", { headers: login }));
  expect(JSON.stringify(entries)).toContain(String(data["flow"]));
  const made = (entries["entries"] as readonly JsonObject[]).find(({ target }) => target === data["flow"]);
  expect(made).toMatchObject({ actor: { kind: "key", id: keyId }, request_id: "of-the-agent" });
});

test("another client's change is not overwritten", async () => {
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

test("an agent's trials count like other checks", async () => {
  await using served = await serveTest({ CHECKS_PER_MINUTE: "3" });
  const { service } = await signUpAt(served);
  const peer = new McpPeer(over(served, service), "stateless");
  for (const name of ["flow_check", "flow_test"])
    expect((await peer.call(name, { yaml })).failed).toBe(false);
  expect((await peer.call("flow_say", { yaml, says: [] })).failed).toBe(false);
  expect((await peer.call("flow_check", { yaml })).data["code"]).toBe("request/limit");
});

test("there is no stream to open and no session to end, and foreign pages are refused", async () => {
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
