// Node endpoint: requests of other nodes, and the response to a message that none of them sends.

import { expect, test } from "bun:test";
import { type ForwardedRequest, nodePaths } from "../../../src/cluster/node-request.ts";
import { NodeSigner, signatureHeader } from "../../../src/cluster/node-signature.ts";
import { openNodeEndpoint } from "../../../src/routes/cluster/node-endpoint.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";

interface Message {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: string;
}

function endpoint() {
  const clock = new VirtualClock();
  const signerOf = (self: string) => new NodeSigner({ key: new Uint8Array(32), self: () => self, clock });
  const done: unknown[] = [];
  const answering = openNodeEndpoint({
    signer: signerOf("nbbbbbbb"),
    self: () => "nbbbbbbb",
    state: () => "up",
    release: (id, to) => Promise.resolve(done.push(["release", id, to]) > 0),
    previewOf: () => undefined,
    recordings: {
      erase: (ids) => Promise.resolve(done.push(["erase", ids])),
      left: () => Promise.resolve(new Map()),
    },
    phones: (moved) => void done.push(["phones", moved]),
    handle: async (request) => {
      done.push([request.method, request.url, await request.text()]);
      return new Response("handled", { status: 201 });
    },
  });
  const from = signerOf("naaaaaaa");
  const ask = ({ method, path, body = "" }: Message): Promise<Response | undefined> => {
    const headers = { [signatureHeader]: from.sign({ method, path, body }, "nbbbbbbb") };
    const init = { method, headers, ...(method === "POST" && { body }) };
    return answering(new Request(`http://127.0.0.1${path}`, init), path);
  };
  return { ask, done };
}

const forwarded: ForwardedRequest = {
  method: "POST",
  url: "http://127.0.0.1/v1/sessions",
  headers: [["content-type", "application/json"]],
  peer: undefined,
  body: "{}",
};
const forward = (change: object): Message => ({
  method: "POST",
  path: nodePaths.forward,
  body: JSON.stringify({ ...forwarded, ...change }),
});

test("node endpoint: it carries out another node's request", async () => {
  const { ask, done } = endpoint();
  const released = await ask({ method: "POST", path: `${nodePaths.release}ses%2D1`, body: '{"to":null}' });
  expect(await released?.json()).toEqual({ released: true });
  await ask({ method: "POST", path: nodePaths.erase, body: '{"sessionIds":["ses_1"]}' });
  expect((await ask(forward({})))?.status).toBe(201);
  expect(done).toEqual([
    ["release", "ses-1", null],
    ["erase", ["ses_1"]],
    ["POST", "http://127.0.0.1/v1/sessions", "{}"],
  ]);
});

const odd: readonly Message[] = [
  ...["", "{", "null", "[]", '{"to":7}', "{}"].map(
    (body) => ({ method: "POST", path: `${nodePaths.release}ses_1`, body }) as const,
  ),
  { method: "POST", path: `${nodePaths.release}%ZZ`, body: '{"to":null}' },
  { method: "GET", path: `${nodePaths.preview}%ZZ` },
  { method: "GET", path: `${nodePaths.left}ses_1%2Fa%` },
  ...["{", '"ses_1"', '{"sessionIds":"ses_1"}', '{"sessionIds":[1]}'].map(
    (body) => ({ method: "POST", path: nodePaths.erase, body }) as const,
  ),
  { method: "POST", path: nodePaths.forward, body: "nonsense" },
  ...[{ url: "no address" }, { url: undefined }, { headers: { a: "b" } }, { headers: [["a b", "c"]] }].map(
    forward,
  ),
  ...[{ method: 1 }, { body: {} }, { peer: 7 }].map(forward),
];

test.each(odd)("node endpoint: it answers 400 to %j and does nothing", async (message) => {
  const { ask, done } = endpoint();
  const answer = await ask(message);
  expect([answer?.status, answer?.headers.get(signatureHeader), done]).toEqual([400, "nbbbbbbb", []]);
});
