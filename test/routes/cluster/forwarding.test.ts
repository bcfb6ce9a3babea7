// Forwarding between nodes: through any node a client reaches what another has in its memory or on its disk.

import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RtcCaller } from "../../support/callers/rtc-caller.ts";
import { connect } from "../../support/callers/ws-client.ts";
import { answer, problem, signUpAt } from "../../support/people.ts";
import { json } from "../../support/json-request.ts";
import { SharedNodes } from "../../support/servers/shared-nodes.ts";
import { until } from "../../support/until.ts";

interface Started {
  readonly session_id: string;
  readonly ws_url: string;
}

const greeting =
  "voice_flow: 1\nid: g\nlanguage: en\nstart: a\nnodes: {a: {say: Hello. Goodbye., end: done}}\n";

test("a WebRTC call is offered at one node, and the rest of its signalling comes to another", async () => {
  await using world = await SharedNodes.open({}, {});
  const [a, b] = world.nodes;
  let pcId = "";
  const asked: string[] = [];
  await using caller = await RtcCaller.call({
    url: a.url(),
    query: "?mode=flow&program_id=welcome",
    async fetch(url, init) {
      const isFirst = asked.length === 0;
      asked.push(`${init.method} ${new URL(url).pathname.split("/")[1]}`);
      const response = await fetch(isFirst ? url : url.replace(a.url(), b.url()), init);
      if (isFirst) pcId = ((await response.clone().json()) as { pc_id: string }).pc_id;
      return response;
    },
  });
  expect(pcId.startsWith(`pc_${a.id}_`)).toBe(true);
  await until("a greeting that is heard", () => caller.ear.loudBlocks > 0);
  expect([await a.calls(), await b.calls()]).toEqual([1, 0]);
  const empty = json("PATCH", { candidates: [] });
  expect(await answer<object>(fetch(`${b.url()}/offer/${pcId}`, empty))).toEqual({ status: "success" });
  const byBody = json("PATCH", { pc_id: pcId, candidates: [] });
  for (const path of ["/offer", "/api/offer"])
    expect(await answer<object>(fetch(b.url() + path, byBody))).toEqual({ status: "success" });
  expect(await answer<object>(fetch(`${b.url()}/offer/${pcId}`, { method: "DELETE" }))).toEqual({
    status: "success",
  });
  await until("the end of the call", async () => (await a.calls()) === 0);
  await problem(fetch(`${b.url()}/offer/${pcId}`, empty), 404, "webrtc/not-found");
});

test("a call that was started at one node is offered at another", async () => {
  await using world = await SharedNodes.open({}, {});
  const [a, b] = world.nodes;
  const { sessionId } = await answer<{ sessionId: string }>(fetch(`${a.url()}/start`, { method: "POST" }));
  expect(sessionId.startsWith(`start_${a.id}_`)).toBe(true);
  const offer = json("POST", { sdp: "hello", type: "offer" });
  // The request gets as far as its invalid offer.
  await problem(fetch(`${b.url()}/sessions/${sessionId}/api/offer`, offer), 400, "webrtc/bad-offer");
  const unknown = sessionId.slice(0, -1);
  await problem(fetch(`${b.url()}/sessions/${unknown}/api/offer`, offer), 404, "webrtc/not-found");
});

test("an event reaches its session from any node, for its account alone, and counts once", async () => {
  await using world = await SharedNodes.open({ env: { REQUESTS_PER_MINUTE: "5" } }, {});
  const [a, b] = world.nodes;
  const [ada, bob] = [await signUpAt(b), await signUpAt(b)];
  const asked = fetch(`${a.url()}/v1/sessions`, json("POST", {}, ada.service));
  const { session_id: id } = await answer<Started>(asked);
  const send = (node: typeof a, { service }: typeof ada): Promise<Response> =>
    fetch(`${node.url()}/v1/sessions/${id}/events`, json("POST", { name: "payment.done" }, service));
  for (let i = 0; i < 8; i++) expect((await send(b, ada)).status).toBe(202);
  await problem(send(b, bob), 404, "session/not-found");
  await problem(
    fetch(`${b.url()}/v1/sessions/${id}/events`, json("POST", {}, ada.service)),
    422,
    "request/invalid",
  );
  expect((await send(a, ada)).status).toBe(202);
  await a.stopListening();
  const { headers } = await problem(send(b, ada), 503, "cluster/unreachable");
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
});

test("a flow that is tried at one node is called at another", async () => {
  await using world = await SharedNodes.open({}, {});
  const [a, b] = world.nodes;
  const made = fetch(`${a.url()}/v1/flows/preview`, json("POST", { yaml_content: greeting }));
  const { program_id: id } = await answer<{ program_id: string }>(made, 201);
  const call = async (program: string) => {
    await using client = await connect(`${b.url()}/ws?mode=flow&program_id=${program}`);
    await client.ready();
    return (await client.message("bot-output")).data?.["text"];
  };
  expect(await call(id)).toBe("Hello.");
  await problem(fetch(`${b.url()}/ws?mode=flow&program_id=${id.slice(0, -1)}`), 404, "flow/not-found");
  await a.stopListening();
  expect(await call(id)).toBe("Hello.");
});

test("a recording is read from any node, whole and in parts, even after its node restarted", async () => {
  const directory = await mkdtemp(join(tmpdir(), "voice-flow-recorded-"));
  await using _ = { [Symbol.asyncDispose]: () => rm(directory, { recursive: true }) };
  const records = { env: { RECORD: "on", DATA_DIR: join(directory, "a") } };
  await using world = await SharedNodes.open(records, { env: { DATA_DIR: join(directory, "b") } });
  const [a, b] = world.nodes;
  const ada = await signUpAt(b);
  const upload = json("POST", { name: "Greeting", yaml_content: greeting }, ada.service);
  const { id: flow_id } = await answer<{ id: string }>(b.ask("/v1/flows?draft=true", upload), 201);
  const { ws_url, session_id } = await answer<Started>(
    fetch(`${a.url()}/v1/sessions`, json("POST", { flow_id }, ada.service)),
  );
  await using client = await connect(ws_url);
  await client.ready();
  await client.closed;
  const read = (headers: object, query = ""): Promise<Response> =>
    fetch(`${b.url()}/v1/sessions/${session_id}/recording${query}`, {
      headers: { ...ada.service, ...headers },
    });
  await until("a recording", async () => (await read({})).ok);
  const told = await answer<{ session_id: string }>(read({}, "?format=json"));
  expect(told.session_id).toBe(session_id);
  const whole = await read({});
  const bytes = await whole.bytes();
  expect(whole.headers.get("content-type")).toBe("audio/wav");
  const there = await a.ask(`/v1/sessions/${session_id}/recording`, { headers: ada.service });
  expect(bytes).toEqual(await there.bytes());
  const part = await read({ range: "bytes=44-1043" });
  expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 44-1043/${bytes.length}`]);
  expect(await part.bytes()).toEqual(bytes.subarray(44, 1_044));
  const bob = await signUpAt(b);
  await problem(read(bob.service), 404, "session/not-found");
  // The node comes back under another id, with its disk.
  await a[Symbol.asyncDispose]();
  await problem(read({}), 503, "session/recording-elsewhere");
  await world.start({ env: { ...records.env, PORT: String(a.port) } });
  await until("the recording of a node that is gone", async () => (await read({})).ok);
});

test("the link printed by one node logs its reader in at any, once", async () => {
  await using world = await SharedNodes.open();
  const [a, b] = world.nodes;
  const token = a.invitation.issue();
  const exchange = (printed: string): Promise<Response> =>
    fetch(`${b.url()}/auth/exchange`, json("POST", { token: printed }));
  await problem(exchange(`${token}x`), 401, "auth/invalid-credentials");
  await answer(exchange(token));
  await problem(exchange(token), 401, "auth/invalid-credentials");
});

test("routes between nodes are unknown addresses for others", async () => {
  await using world = await SharedNodes.open({}, {});
  const [a] = world.nodes;
  const forged = ["v1", "naaaaaaa", a.id, String(Date.now()), "nonce", "hash", "code"].join(" ");
  for (const path of [
    "/cluster/ping",
    "/cluster/release/ses_1",
    "/cluster/forward",
    "/cluster/previews/x",
    "/cluster/x",
  ])
    for (const method of ["GET", "POST", "OPTIONS", "PUT"])
      for (const headers of [{}, { "x-voice-flow-node": forged }] as Record<string, string>[])
        await problem(fetch(a.url() + path, { method, headers }), 404, "request/not-found");
  const document = await (await a.ask("/swagger/json")).text();
  expect(document).not.toContain("/cluster/");
});
