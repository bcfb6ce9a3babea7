// Diagnostics of the engine and routes of signalling: their responses, and their refusals.

import { expect, test } from "bun:test";
import { json } from "../support/json-request.ts";
import { fakeCalls, type TestServer, serveTest, warmSpeech } from "../support/servers/served.ts";

const offer = { sdp: "v=0\r\n", type: "offer" };

async function body(served: TestServer, path: string): Promise<unknown> {
  const response = await served.ask(path);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toStartWith("application/json");
  return await response.json();
}

test("health: it is the whole engine object, and a superset of the cloud's", async () => {
  await using served = await serveTest({}, { speech: warmSpeech, calls: fakeCalls() });
  expect(await body(served, "/health")).toEqual({
    status: "ok",
    service: "voice-flow",
    version: "0.1.0",
    ready: true,
    transport: "webrtc",
    stt_provider: "builtin",
    tts_provider: "builtin",
    llm_provider: "builtin",
    turn_provider: "none",
    stt_configured: true,
    tts_configured: true,
    llm_configured: false,
    turn_configured: false,
    system_prompt_configured: false,
  });
});

test("health: it shows that speech is off, and the model in use", async () => {
  await using served = await serveTest({
    LLM_BASE_URL: "http://127.0.0.1:1/v1",
    LLM_MODEL: "tiny",
    SYSTEM_PROMPT: "Be kind.",
  });
  expect(await body(served, "/health")).toMatchObject({
    stt_provider: "none",
    stt_configured: false,
    tts_configured: false,
    llm_provider: "openai-compatible",
    llm_configured: true,
    system_prompt_configured: true,
  });
});

test("capabilities: they list each provider and both transports", async () => {
  await using served = await serveTest({}, { speech: warmSpeech, calls: fakeCalls() });
  expect(await body(served, "/capabilities")).toEqual({
    stt: { provider: "builtin", guided: false },
    tts: { provider: "builtin" },
    llm: { provider: "builtin", model: "builtin", audio: false },
    turn: { provider: "none" },
    transport: { webrtc: true, websocket: true },
  });
});

test("ice servers: they are an empty list with a lifetime", async () => {
  await using served = await serveTest();
  expect(await body(served, "/ice-servers")).toEqual({ iceServers: [], ttlSeconds: 3_600 });
});

const refusals: readonly [name: string, path: string, init: RequestInit, status: number, code: string][] = [
  ["needs speech", "/offer", json("POST", offer), 503, "speech/unavailable"],
  [
    "reads JSON as text",
    "/offer",
    { method: "POST", body: JSON.stringify(offer) },
    503,
    "speech/unavailable",
  ],
  [
    "reads JSON called SDP",
    "/offer",
    json("POST", offer, { "content-type": "application/sdp" }),
    503,
    "speech/unavailable",
  ],
  [
    "knows a built-in flow",
    "/offer?mode=flow&program_id=welcome",
    json("POST", offer),
    503,
    "speech/unavailable",
  ],
  ["takes no odd mode", "/offer?mode=chat", json("POST", offer), 422, "request/bad-query"],
  ["needs a flow in flow mode", "/offer?mode=flow", json("POST", offer), 422, "flow/program-required"],
  [
    "needs a name that is not empty",
    "/offer?mode=flow&program_id=",
    json("POST", offer),
    422,
    "flow/program-required",
  ],
  ["needs a flow there is", "/offer?mode=flow&program_id=nope", json("POST", offer), 404, "flow/not-found"],
  [
    "ignores a flow in assistant mode",
    "/offer?mode=assistant&program_id=nope",
    json("POST", offer),
    503,
    "speech/unavailable",
  ],
  ["needs the mode of a flow", "/offer?program_id=nope", json("POST", offer), 422, "request/bad-query"],
  [
    "needs no mode where no flow is named",
    "/offer?program_id=",
    json("POST", offer),
    503,
    "speech/unavailable",
  ],
  ["looks at the query before the offer", "/offer?mode=flow", json("POST", {}), 422, "flow/program-required"],
  ["looks at the mode before the offer", "/offer?mode=chat", json("POST", {}), 422, "request/bad-query"],
  ["wants an offer", "/offer", json("POST", { sdp: "v=0", type: "answer" }), 422, "request/invalid"],
  ["wants a session description", "/offer", json("POST", { type: "offer" }), 422, "request/invalid"],
  ["wants an object", "/offer", json("POST", [offer]), 422, "request/invalid"],
  ["wants JSON", "/offer", { method: "POST", body: "v=0" }, 400, "request/invalid-json"],
  ["wants a body", "/offer", { method: "POST" }, 400, "request/invalid-json"],
  [
    "knows no peer to add candidates to",
    "/offer/pc_1",
    json("PATCH", { candidates: [{ candidate: "", sdpMid: "0", sdpMLineIndex: 0 }] }),
    404,
    "webrtc/not-found",
  ],
  ["wants candidates", "/offer/pc_1", json("PATCH", {}), 422, "request/invalid"],
  [
    "takes at most 64 candidates",
    "/offer/pc_1",
    json("PATCH", { candidates: Array.from({ length: 65 }, () => ({ candidate: "" })) }),
    422,
    "request/invalid",
  ],
  [
    "takes candidates with the id in the body",
    "/offer",
    json("PATCH", { pc_id: "pc_1", candidates: [{ candidate: "", sdp_mid: "0", sdp_mline_index: 0 }] }),
    404,
    "webrtc/not-found",
  ],
  ["wants the id in the body", "/offer", json("PATCH", { candidates: [] }), 422, "request/invalid"],
  ["knows no peer to hang up", "/offer/pc_1", { method: "DELETE" }, 404, "webrtc/not-found"],
];

test.each(refusals)("offer: %s", async (_name, path, init, status, code) => {
  await using served = await serveTest();
  const response = await served.ask(path, init);
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code]);
});

test("offer: the missing and the wrong property are named", async () => {
  await using served = await serveTest();
  const missing = (await (await served.ask("/offer", json("POST", {}))).json()) as { errors: unknown };
  expect(missing.errors).toEqual([
    { pointer: "/sdp", detail: "Is required." },
    { pointer: "/type", detail: "Is required." },
  ]);
  const wrong = await served.ask(
    "/offer/pc_1",
    json("PATCH", { candidates: [{ candidate: "a" }, { candidate: 7 }] }),
  );
  expect(((await wrong.json()) as { errors: { pointer: string }[] }).errors[0]?.pointer).toBe(
    "/candidates/1/candidate",
  );
});
