// Route of the socket on a real server with real sockets: access, traffic, and broken frames.

import { expect, test } from "bun:test";
import { bytesPerFrame, samplesPerFrame } from "../../../src/audio/frame.ts";
import { Fault, type FaultCode } from "../../../src/base/fault.ts";
import type { ProblemDocument } from "../../../src/routes/http/problem-document.ts";
import { socketSettings } from "../../../src/routes/call/socket-routes.ts";
import { limits, outRates } from "../../../src/transport/connection-limits.ts";
import { fromClientRows } from "../../../src/transport/schema-rows.ts";
import { type RawFrame, RawSocket } from "../../support/callers/raw-socket.ts";
import { socketServer } from "../../support/servers/socket-server.ts";
import { connect } from "../../support/callers/ws-client.ts";

const upgrade = {
  connection: "Upgrade",
  upgrade: "websocket",
  "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
  "sec-websocket-version": "13",
};

test("sockets: a request that cannot become a call is refused before the upgrade", async () => {
  const refusals: Readonly<Record<string, Fault>> = {
    nowhere: new Fault("flow/not-found", "There is no such flow."),
    full: new Fault("calls/limit", "All places are taken.", { retryAfterSeconds: 15 }),
  };
  await using server = await socketServer({
    admit({ programId = "" }) {
      const fault = refusals[programId];
      if (fault !== undefined) throw fault;
    },
  });
  const cases: readonly (readonly [query: string, headers: object, status: number, code: FaultCode])[] = [
    ["", {}, 426, "request/upgrade-required"],
    ["", { upgrade: "h2c" }, 426, "request/upgrade-required"],
    ["", { ...upgrade, "sec-websocket-key": "" }, 426, "request/upgrade-required"],
    ["?mode=other", upgrade, 422, "request/bad-query"],
    ["?program_id=welcome", upgrade, 422, "request/bad-query"],
    ["?out_rate=11025", upgrade, 422, "request/bad-query"],
    ["?pacing=burst", upgrade, 422, "request/bad-query"],
    ["?mode=flow", upgrade, 422, "flow/program-required"],
    ["?mode=flow&program_id=", upgrade, 422, "flow/program-required"],
    ["?mode=flow&program_id=nowhere", upgrade, 404, "flow/not-found"],
    ["?mode=flow&program_id=full", upgrade, 503, "calls/limit"],
    ["", { ...upgrade, "sec-websocket-protocol": "graphql-ws" }, 400, "request/subprotocol"],
    ["", { ...upgrade, "sec-websocket-protocol": "bearer.x" }, 400, "request/subprotocol"],
  ];
  for (const [query, headers, status, code] of cases) {
    const response = await fetch(server.url + query, { headers: headers as Record<string, string> });
    const problem = (await response.json()) as ProblemDocument;
    expect([query, headers, response.status, problem.code]).toEqual([query, headers, status, code]);
    expect(response.headers.get("retry-after")).toBe(code === "calls/limit" ? "15" : null);
    expect(response.headers.get("upgrade")).toBe(status === 426 ? "websocket" : null);
  }
  expect(server.held.size).toBe(0);
  expect(server.calls.length).toBe(0);
});

test("sockets: the known subprotocol is selected in any position, and none if none is offered", async () => {
  await using server = await socketServer();
  for (const protocols of [["voice.v1"], ["bearer.token", "voice.v1"], []]) {
    await using client = await connect(server.url, { protocols });
    expect(client.socket.protocol).toBe(protocols.length === 0 ? "" : "voice.v1");
    expect(client.socket.extensions).toBe("");
  }
});

test("sockets: a call begins, hears, speaks and ends, and its place is free again", async () => {
  await using server = await socketServer({ echo: true });
  await using client = await connect(`${server.url}?features=clear,unknown&extra=1`);
  const call = server.calls[0]!;
  const ready = await client.ready();
  expect(ready.data?.["about"]).toMatchObject({
    session_id: "ses_1",
    mode: "assistant",
    features: ["clear"],
  });
  expect(server.held.size).toBe(1);
  client.sendAudio(new Int16Array(samplesPerFrame * 4).fill(5));
  await client.audioBytes(bytesPerFrame * 4);
  expect(client.audio.map((one) => one.bytes.length)).toEqual([1_280, 1_280]);
  expect(new Set(client.recording)).toEqual(new Set([5]));
  client.send({ type: "client-message", id: "e", data: { t: "end" } });
  expect(await client.closed).toEqual({ code: 1000, reason: "completed" });
  expect(client.messages.at(-1)).toMatchObject({ data: { type: "session_end", reason: "caller" } });
  expect(await call.over).toBe("caller");
  expect(server.held.size).toBe(0);
});

test("sockets: a flow's call knows its program", async () => {
  await using server = await socketServer();
  await using client = await connect(`${server.url}?mode=flow&program_id=welcome`);
  const ready = await client.ready();
  expect(ready.data?.["about"]).toMatchObject({ mode: "flow", program_id: "welcome" });
});

test("sockets: audio comes at the requested rate", async () => {
  await using server = await socketServer();
  for (const outRate of outRates) {
    await using client = await connect(`${server.url}?out_rate=${outRate}`);
    const { line } = server.calls.at(-1)!;
    for (let i = 0; i < 10; i++) line.play(new Int16Array(samplesPerFrame).fill(100));
    line.flush();
    const bytes = (outRate / 5) * 2;
    await client.audioBytes(bytes * 0.98);
    expect(client.audio[0]?.bytes.length).toBe(bytes / 5);
  }
});

test("sockets: everything is written before the close", async () => {
  await using server = await socketServer();
  await using client = await connect(server.url);
  const { line } = server.calls[0]!;
  for (let i = 0; i < 1_000; i++) line.play(new Int16Array(samplesPerFrame).fill(i));
  server.calls[0]!.end("completed");
  expect((await client.closed).code).toBe(1000);
  expect(client.audioLength).toBe(1_000 * bytesPerFrame);
  expect(client.messages.at(-1)?.data?.["type"]).toBe("session_end");
});

test("sockets: a bug while a call begins closes its socket and frees its place", async () => {
  await using server = await socketServer({
    start: () => {
      throw new Error("A bug");
    },
  });
  await using client = await connect(server.url);
  expect((await client.closed).code).toBe(4481);
  expect(server.held.size).toBe(0);
});

test.each([
  ["credits/empty", 4482],
  ["session/limit", 4503],
  ["session/replaced", 4409],
  ["storage/full", 4503],
] as const)(
  "sockets: a socket refused as %s after it is up receives the reason by its close",
  async (code, close) => {
    await using server = await socketServer({
      start: () => {
        throw new Fault(code, "Refused.");
      },
    });
    await using client = await connect(server.url);
    expect((await client.closed).code).toBe(close);
    expect(server.held.size).toBe(0);
  },
);

test("sockets: a client that leaves ends its call", async () => {
  await using server = await socketServer();
  const polite = await connect(server.url);
  await polite.close();
  expect(await server.calls[0]!.over).toBe("caller");
  const rude = await RawSocket.open(server.port, "/ws");
  await rude[Symbol.asyncDispose]();
  expect(await server.calls[1]!.over).toBe("lost");
  expect(server.held.size).toBe(0);
  expect(server.ticker.size).toBe(0);
});

for (const { name, example } of fromClientRows) {
  test(`sockets: the example of ${name} works as described`, async () => {
    await using server = await socketServer();
    await using client = await connect(server.url);
    const message = example as { type: string; id: string; data: { t?: string } };
    if (message.type !== "client-ready") await client.ready();
    client.send(message);
    if (message.type === "client-ready") {
      expect((await client.message("bot-ready")).id).toBe(message.id);
    } else if (message.type === "client-message") {
      const answer = await client.message("server-response");
      expect(answer).toMatchObject({ id: message.id, data: { t: message.data.t } });
    } else {
      client.send({ type: "client-message", id: "after", data: { t: "ping" } });
      await client.message((one) => one.id === "after" || one.data?.["type"] === "session_end");
    }
    const call = server.calls[0]!;
    const silent = message.type === "client-ready" || ["ping", "mark"].includes(message.data.t ?? "");
    expect(call.inputs.length).toBe(silent ? 0 : 1);
    expect(client.messages.filter((one) => one.type.startsWith("error"))).toEqual([]);
  });
}

test("sockets: Bun's own limits are the protocol's", () => {
  expect(socketSettings).toMatchObject({
    maxPayloadLength: limits.messageBytesMax,
    perMessageDeflate: false,
    sendPings: true,
    idleTimeout: 30,
  });
});

const text = (payload: Uint8Array | string): RawFrame => ({ opcode: 1, payload });
const broken: readonly (readonly [
  name: string,
  frames: readonly RawFrame[],
  codes: readonly (number | undefined)[],
])[] = [
  ["a text over the hard limit", [text("x".repeat(limits.messageBytesMax + 1))], [1009]],
  ["a length that claims the moon", [{ opcode: 2, claims: 4_000_000_000 }], [1009]],
  [
    "fragments over the limit together",
    [
      { opcode: 1, fin: false, payload: "x".repeat(200_000) },
      { opcode: 0, payload: "x".repeat(200_000) },
    ],
    [1009],
  ],
  ["text that is not UTF-8", [text(Uint8Array.from([0x22, 0xc3, 0x28, 0x22]))], [1007]],
  ["a frame without a mask", [{ opcode: 1, payload: "{}", masked: false }], [1002]],
  ["a reserved bit", [{ opcode: 1, payload: "{}", reserved: 4 }], [1002]],
  ["an opcode that is none", [{ opcode: 3, payload: "{}" }], [1002]],
  ["a control frame that is too long", [{ opcode: 9, payload: "x".repeat(126) }], [1002]],
  ["a continuation of nothing", [{ opcode: 0, payload: "x" }], [1002]],
];

for (const [name, frames, codes] of broken) {
  test(`sockets: ${name} closes the socket, loses the call, and nothing else`, async () => {
    await using server = await socketServer();
    await using raw = await RawSocket.open(server.port, "/ws");
    expect(raw.status).toBe(101);
    raw.send(...frames);
    expect(codes).toContain(await raw.closeCode());
    expect(await server.calls[0]!.over).toBe("lost");
    await using next = await connect(server.url);
    await next.ready();
  });
}

test("sockets: a text in fragments is one text", async () => {
  await using server = await socketServer();
  await using raw = await RawSocket.open(server.port, "/ws");
  const message = JSON.stringify({ type: "client-message", data: { t: "end", d: { drain: false } } });
  raw.send(
    { opcode: 1, fin: false, payload: message.slice(0, 9) },
    { opcode: 9 },
    { opcode: 0, payload: message.slice(9) },
  );
  raw.send({ opcode: 1, payload: '{"type":"client-ready"}' });
  expect(await raw.closeCode()).toBe(1000);
});

test("sockets: a client that does not read is closed with 4499", async () => {
  await using server = await socketServer({ limits: { stuckMs: 100 } });
  await using raw = await RawSocket.open(server.port, "/ws");
  raw.pause();
  const call = server.calls[0]!;
  const noise = new Int16Array(samplesPerFrame).fill(1_234);
  while (call.line.writable) call.line.play(noise);
  expect(await call.over).toBe("slow_consumer");
  raw.resume();
  expect(await raw.closeCode()).toBe(4499);
});
