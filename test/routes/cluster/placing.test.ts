// Placement on nodes: a node with room serves the client of a full node.

import { expect, test } from "bun:test";
import { connect } from "../../support/callers/ws-client.ts";
import { answer, signUpAt } from "../../support/people.ts";
import { json } from "../../support/json-request.ts";
import { SharedNodes } from "../../support/servers/shared-nodes.ts";
import { until } from "../../support/until.ts";

const fullNode = { env: { ENGINE_OPEN_SESSIONS_MAX: "0" } };

const callsMax = 6;
const capped = { hasOwnUrl: true, env: { ENGINE_OPEN_SESSIONS_MAX: String(callsMax) } };

interface Started {
  readonly session_id: string;
  readonly session_token: string;
  readonly ws_url: string;
}

test("a session requested at a full node begins at another, and its address and token name that one", async () => {
  await using world = await SharedNodes.open({ hasOwnUrl: true }, fullNode);
  const [roomy, full] = world.nodes;
  const ada = await signUpAt(full);
  const ask = (node: typeof full): Promise<Started> =>
    answer<Started>(fetch(`${node.url()}/v1/sessions`, json("POST", { metadata: { a: 1 } }, ada.service)));
  let begun = await ask(full);
  await until("a session at the other node", async () => {
    begun = await ask(full);
    return begun.session_token.startsWith(`vst_${roomy.id}`);
  });
  expect(begun.ws_url).toBe(`ws://127.0.0.1:${roomy.port}/v1/ws/${begun.session_token}`);
  expect(begun.session_token).toMatch(/^vst_[\w-]{43}$/);
  const read = full.ask(`/v1/sessions/${begun.session_id}`, { headers: ada.service });
  expect(await answer<object>(read)).toMatchObject({ metadata: { a: 1 }, status: "waiting" });
  // A node with room sends no client away.
  expect((await ask(roomy)).session_token.startsWith(`vst_${roomy.id}`)).toBe(true);
  // The chosen node's address does not answer: this full node serves the client.
  await roomy.stopListening();
  expect((await ask(full)).session_token.startsWith(`vst_${full.id}`)).toBe(true);
});

test("a WebRTC call that is offered to a full node is taken by another", async () => {
  await using world = await SharedNodes.open({}, fullNode);
  const [roomy, full] = world.nodes;
  const offer = () => fetch(`${full.url()}/offer`, json("POST", { sdp: "hello", type: "offer" }));
  // The node with room reads the offer, and refuses it.
  await until("a node that has heard of the other", async () => (await offer()).status === 400);
  expect(roomy.events.some(({ route, status }) => route === "/offer" && status === 400)).toBe(true);
});

test("three nodes carry three times the calls of one, all requested at the same node, and no more", async () => {
  await using world = await SharedNodes.open(capped, capped);
  await world.start(capped);
  const [asked] = world.nodes;
  const ada = await signUpAt(asked);
  await using held = new AsyncDisposableStack();
  /** Whether one more call is running. */
  const begin = async (): Promise<boolean> => {
    const response = await asked.ask("/v1/sessions", json("POST", {}, ada.service));
    if (!response.ok) return false;
    const { ws_url: url } = (await response.json()) as Started;
    try {
      const client = held.use(await connect(url));
      await client.ready();
      return true;
    } catch {
      // Another call took the place meanwhile.
      return false;
    }
  };
  const figures = async (): Promise<number[]> =>
    (await world.store.nodes.list(Date.now())).map(({ calls }) => calls);
  // Figures of the neighbours are two seconds old at most: after a refusal the test waits for new ones.
  for (let calls = 0; calls < 3 * callsMax;) {
    if (await begin()) calls += 1;
    else await until("beats", async () => (await figures()).reduce((sum, one) => sum + one) === calls);
  }
  await until("three full nodes", async () => (await figures()).every((calls) => calls === callsMax));
  expect(await begin()).toBe(false);
});
