// Closed account: the fate of its sessions at the closing node and at the others.

import { expect, test } from "bun:test";
import { connect, type WsClient } from "../../support/callers/ws-client.ts";
import { json } from "../../support/json-request.ts";
import { answer, idOf, ownerAt, type Person, problem, signUpAt } from "../../support/people.ts";
import { SharedNodes, type SharedNode } from "../../support/servers/shared-nodes.ts";
import { until } from "../../support/until.ts";

interface Started {
  readonly session_id: string;
  readonly ws_url: string;
}

const revoked = { code: 4403, reason: "revoked" };

const start = (at: SharedNode, { service }: Person): Promise<Started> =>
  answer<Started>(fetch(`${at.url()}/v1/sessions`, json("POST", {}, service)));
const address = (at: SharedNode, { ws_url: url }: Started): string =>
  `${at.url().replace("http", "ws")}${new URL(url).pathname}`;

async function call(at: SharedNode, session: Started): Promise<WsClient> {
  const client = await connect(address(at, session));
  await client.ready();
  return client;
}

/** Whether a node refuses the client; resolves with the response's problem. */
const refused = (at: SharedNode, session: Started) =>
  problem(fetch(address(at, session).replace("ws", "http")), 410, "session/over");

async function world() {
  const shared = await SharedNodes.open({}, {});
  const [a, b] = shared.nodes;
  const owner = await ownerAt({ ...a, store: shared.store });
  const ada = await signUpAt(a);
  const id = await idOf(a, ada);
  const close = (more: object = {}): Promise<Response> =>
    fetch(`${a.url()}/v1/people/${id}`, json("PATCH", { closed: true, ...more }, owner.login));
  return {
    a,
    b,
    ada,
    id,
    store: shared.store,
    close,
    [Symbol.asyncDispose]: () => shared[Symbol.asyncDispose](),
  };
}

test("closing an account ends its sessions at all nodes, and none of them opens any more", async () => {
  await using it = await world();
  const { a, b, ada } = it;
  const [waitingHere, waitingThere] = [await start(a, ada), await start(b, ada)];
  await using here = await call(a, await start(a, ada));
  await using there = await call(b, await start(b, ada));
  const from = performance.now();
  expect((await it.close()).status).toBe(204);
  // The other node cannot have learned of it yet.
  await refused(b, waitingThere);
  await refused(a, waitingThere);
  for (const at of [a, b]) await refused(at, waitingHere);
  expect(await Promise.all([here.closed, there.closed])).toEqual([revoked, revoked]);
  expect(performance.now() - from).toBeLessThan(2_000);
});

test("closing an account may let its calls finish, to which their clients can return", async () => {
  await using it = await world();
  const { a, b, ada } = it;
  const [waitingHere, waitingThere] = [await start(a, ada), await start(b, ada)];
  const [here, there] = [await start(a, ada), await start(b, ada)];
  const clients = [await call(a, here), await call(b, there)];
  expect((await it.close({ calls: "finish" })).status).toBe(204);
  for (const session of [waitingHere, waitingThere]) await refused(b, session);
  await until("the other node's round", async () => {
    const key = { accountId: it.id, sessionId: waitingThere.session_id };
    return (await it.store.of(it.id).sessions.find(key))?.row.status === "ended";
  });
  const again = [await call(a, here), await call(b, there)];
  expect(await Promise.all(clients.map(({ closed }) => closed))).toMatchObject([
    { reason: "replaced" },
    { reason: "replaced" },
  ]);
  for (const client of again) await client[Symbol.asyncDispose]();
});
