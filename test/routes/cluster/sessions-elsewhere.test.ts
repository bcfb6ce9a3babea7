// Sessions of another node, over real sockets: the wrong node sends a client to the right one, or takes the session
// over.

import { expect, test } from "bun:test";
import { sessionTokenHash } from "../../../src/cloud/stored-sessions.ts";
import { offerText } from "../../support/callers/offer-text.ts";
import { connect, type WsClient } from "../../support/callers/ws-client.ts";
import { answer, problem, signUpAt } from "../../support/people.ts";
import { json } from "../../support/json-request.ts";
import { type SharedNode, SharedNodes } from "../../support/servers/shared-nodes.ts";
import { small } from "../../support/small-flows.ts";
import { until } from "../../support/until.ts";

interface Begun {
  readonly session_id: string;
  readonly session_token: string;
}

/** Begins at this node a session of a flow that asks for a code. */
async function begin(node: SharedNode): Promise<Begun> {
  const { service } = await signUpAt(node);
  const upload = json("POST", { name: "Flow", yaml_content: small }, service);
  const { id } = await answer<{ id: string }>(node.ask("/v1/flows?draft=true", upload), 201);
  return answer<Begun>(node.ask("/v1/sessions", json("POST", { flow_id: id }, service)));
}

const pathOf = ({ session_token: token }: Begun): string => `/v1/ws/${token}`;

async function joined(node: SharedNode, begun: Begun, query = ""): Promise<WsClient> {
  const client = await connect(`${node.url()}${pathOf(begun)}${query}`);
  await client.ready();
  return client;
}

/** Whether the session's row shows a present client. */
async function isRunning({ store }: SharedNodes, { session_token: token }: Begun): Promise<void> {
  const hash = sessionTokenHash(token) ?? "";
  const status = async (): Promise<string | undefined> => (await store.sessions.byToken(hash))?.status;
  await until("session that runs", async () => (await status()) === "running");
}

test("a socket at the wrong node is closed with 4308 and the address, where the session is then found", async () => {
  await using world = await SharedNodes.open({ hasOwnUrl: true }, { hasOwnUrl: true });
  const [a, b] = world.nodes;
  const begun = await begin(a);
  await using first = await joined(a, begun);
  await isRunning(world, begun);
  const wrong = await connect(`${b.url()}${pathOf(begun)}`);
  const { code, reason } = await wrong.closed;
  expect([code, reason, wrong.messages]).toEqual([4308, a.url(), []]);
  // Clients that are present have noticed nothing.
  await using second = await connect(reason + pathOf(begun));
  await second.ready();
  expect((await first.closed).code).toBe(4409);
  expect([await a.calls(), await b.calls()]).toEqual([1, 0]);
});

test("a client that follows redirects gets 307, with path and query: a GET, and a socket that asks for it", async () => {
  await using world = await SharedNodes.open({ hasOwnUrl: true }, { hasOwnUrl: true });
  const [a, b] = world.nodes;
  const begun = await begin(a);
  await using _first = await joined(a, begun);
  await isRunning(world, begun);
  const path = `${pathOf(begun)}?features=clear&redirect=http`;
  const { headers } = await problem(fetch(b.url() + path, { redirect: "manual" }), 307, "session/elsewhere");
  expect(headers.get("location")).toBe(a.url() + path);
  const upgrade = {
    connection: "upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
  };
  const answered = await fetch(b.url() + path, { redirect: "manual", headers: upgrade });
  expect([answered.status, answered.headers.get("location")]).toEqual([307, a.url() + path]);
  // The right node answers a GET with the same problem.
  await problem(fetch(b.url() + pathOf(begun)), 426, "request/upgrade-required");
  expect([await a.calls(), await b.calls()]).toEqual([1, 0]);
});

test("the wrong node behind one address takes the session over, at the same question", async () => {
  await using world = await SharedNodes.open();
  const [a, b] = world.nodes;
  const begun = await begin(a);
  await using first = await joined(a, begun);
  await first.message("bot-output");
  await isRunning(world, begun);
  await using second = await joined(b, begun);
  expect((await first.closed).code).toBe(4308);
  await second.message((one) => one.type === "bot-output");
  second.send({ type: "send-text", data: { content: "12" } });
  await second.message("session_end");
  await until("the end at both", async () => (await a.calls()) + (await b.calls()) === 0);
});

test("a session without a connection begins at its caller's node", async () => {
  await using world = await SharedNodes.open({ hasOwnUrl: true }, { hasOwnUrl: true });
  const [a, b] = world.nodes;
  const begun = await begin(a);
  await using client = await joined(b, begun);
  await client.message("bot-output");
  expect([await a.calls(), await b.calls()]).toEqual([0, 1]);
});

test("a session whose node is dead is taken over by the node that its caller reaches", async () => {
  await using world = await SharedNodes.open({ hasOwnUrl: true }, { hasOwnUrl: true });
  const [a, b] = world.nodes;
  const begun = await begin(a);
  await using first = await joined(a, begun);
  await first.message("bot-output");
  await isRunning(world, begun);
  await a.stopListening();
  await using second = await joined(b, begun);
  await second.message("bot-output");
  second.send({ type: "send-text", data: { content: "12" } });
  await second.message("session_end");
});

test("a WebRTC offer with the token of a session goes to its node, wherever it comes", async () => {
  await using world = await SharedNodes.open();
  const [a, b] = world.nodes;
  const begun = await begin(a);
  await using _first = await joined(a, begun);
  await isRunning(world, begun);
  const offer = json("POST", { sdp: "hello", type: "offer" });
  await problem(fetch(`${b.url()}/offer?token=${begun.session_token}`, offer), 400, "webrtc/bad-offer");
  expect(a.events.some(({ route, status }) => route === "/offer" && status === 400)).toBe(true);
  expect([await a.calls(), await b.calls()]).toEqual([1, 0]);
});

test("a WebRTC call whose node is dead is restarted at another, with the token of its session", async () => {
  await using world = await SharedNodes.open();
  const [a, b] = world.nodes;
  const begun = await begin(a);
  const offer = (
    node: SharedNode,
    more: object,
    query = `?token=${begun.session_token}`,
  ): Promise<Response> =>
    fetch(`${node.url()}/offer${query}`, json("POST", { sdp: offerText([]), type: "offer", ...more }));
  const { pc_id } = await answer<{ pc_id: string }>(offer(a, {}));
  await isRunning(world, begun);
  const restart = { pc_id, restart_pc: true };
  // While its node lives, it answers, and the call stays the same.
  expect(await answer<object>(offer(b, restart))).toMatchObject({ pc_id });
  await a.stopListening();
  const moved = await answer<{ pc_id: string }>(offer(b, restart));
  expect(moved.pc_id.startsWith(`pc_${b.id}_`)).toBe(true);
  expect(await b.calls()).toBe(1);
  // The restart begins no other client's call.
  await problem(offer(b, restart, ""), 503, "cluster/unreachable");
});
