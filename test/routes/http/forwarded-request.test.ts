// Requests that nodes forward: the parts that arrive, and the client's view of the response.

import { expect, test } from "bun:test";
import { clientOf, noteClient } from "../../../src/routes/http/client-address.ts";
import {
  knownPeer,
  isForwarded,
  notePassage,
  packRequest,
  passAnswer,
  unpackRequest,
} from "../../../src/routes/http/forwarded-request.ts";

const url = "http://voice.example/offer?token=vst_1";

test("a request arrives with its body, its client and its id, and without its connection's headers", async () => {
  const headers = {
    host: "voice.example",
    authorization: "Bearer a",
    "x-forwarded-for": "203.0.113.9",
    connection: "keep-alive",
    "content-length": "999",
    "accept-encoding": "br",
    "x-request-id": "given by a client",
  };
  const request = new Request(url, { method: "POST", headers, body: "read already" });
  notePassage(request, { peer: "192.0.2.1", id: "id-1", address: undefined });
  const arrived = unpackRequest(packRequest(request, { sdp: "v=0" }));
  expect([arrived.method, arrived.url, await arrived.text()]).toEqual(["POST", url, '{"sdp":"v=0"}']);
  expect(Object.fromEntries(arrived.headers)).toEqual({
    host: "voice.example",
    authorization: "Bearer a",
    "x-forwarded-for": "203.0.113.9",
    "x-request-id": "id-1",
  });
  expect([isForwarded(request), isForwarded(arrived), knownPeer(arrived)?.peer]).toEqual([
    false,
    true,
    "192.0.2.1",
  ]);
  // The proxy that both nodes trust names the client.
  noteClient(arrived, knownPeer(arrived)?.peer, ["192.0.2.1"]);
  expect(clientOf(arrived)).toBe("203.0.113.9");
});

test("a request without a body stays so, and a HEAD request asks for the whole answer", () => {
  const request = new Request(url, { method: "HEAD" });
  notePassage(request, { peer: undefined, id: "id-2", address: undefined });
  const arrived = unpackRequest(packRequest(request, undefined));
  expect([arrived.method, arrived.body]).toEqual(["GET", null]);
});

test("an answer keeps the client's part, and nothing of the answering node", async () => {
  const headers = {
    "content-type": "text/plain",
    "retry-after": "7",
    "x-voice-flow-node": "naaaaaaa",
    vary: "Origin",
  };
  const passed = passAnswer(new Response("words", { status: 503, headers }));
  expect([passed.status, await passed.text()]).toEqual([503, "words"]);
  expect(Object.fromEntries(passed.headers)).toEqual({ "content-type": "text/plain", "retry-after": "7" });
});
