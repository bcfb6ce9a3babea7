// Socket of the executable: every example of the protocol's page, refusals, and closes.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { clientCommands, clientMessages } from "../../src/transport/message-client.ts";
import { limits } from "../../src/transport/connection-limits.ts";
import { Binary } from "../support/servers/binary.ts";
import type { Program } from "../support/servers/program.ts";
import { connect, type WsClient } from "../support/callers/ws-client.ts";

let binary: Binary;
let server: Program;
let url = "";

beforeAll(async () => {
  binary = await Binary.open();
  server = binary.serve({ DATA_DIR: ":memory:" });
  url = await server.url();
  await server.says(/"speech\.ready"/);
}, 240_000);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await binary[Symbol.asyncDispose]();
});

async function call(query = ""): Promise<WsClient> {
  const client = await connect(`${url}/ws${query}`);
  await client.ready();
  return client;
}

/** Messages that end a call are sent alone. */
const isLast = (name: string): boolean => ["disconnect-bot", "end"].includes(name);

test("binary socket: it accepts every example of the protocol", async () => {
  await using client = await call();
  const schemas = { ...clientMessages, ...clientCommands };
  for (const [name, { examples = [] }] of Object.entries<{ examples?: readonly unknown[] }>(schemas)) {
    if (!isLast(name)) for (const example of examples) client.send(example as object);
  }
  client.send({ type: "client-message", id: "still-there", data: { t: "ping", d: { ts: 1 } } });
  await client.message((it) => it.type === "server-response" && it.id === "still-there");
  const refused = client.messages.filter((it) => it.type === "error-response" || it.type === "error");
  expect(refused).toEqual([]);
  client.send({ type: "disconnect-bot", data: {} });
  expect(await client.closed).toMatchObject({ code: 1000 });
});

test("binary socket: an invalid message is reported, and too many close the socket", async () => {
  await using client = await call();
  client.send({ type: "no-such-type", id: "a", data: {} });
  const refused = await client.message("error-response");
  expect(refused).toMatchObject({ id: "a", data: { code: "unsupported_type" } });
  for (let i = 0; i <= limits.invalidJsonMax; i++) client.send("{broken");
  await client.message((it) => it.type === "error" && it.data?.code === "invalid_json");
  expect(await client.closed).toMatchObject({ code: 4400, reason: "bad_request" });
});

test("binary socket: a message over the hard limit closes it with 1009", async () => {
  await using client = await call();
  client.sendAudio(new Uint8Array(limits.messageBytesMax + 1));
  expect(await client.closed).toMatchObject({ code: 1009 });
});

test("binary socket: it speaks at the requested rate, and no further ahead than announced", async () => {
  await using client = await call("?out_rate=24000&features=clear");
  await client.audioBytes(24_000 * 2);
  const [first] = client.audio;
  expect(first?.bytes.length).toBe(24_000 * 2 * 0.04);
  client.send({ type: "client-message", data: { t: "interrupt" } });
  await client.message("audio_clear");
});

test("binary socket: refuses before the upgrade with a problem document", async () => {
  const upgrade = { connection: "upgrade", upgrade: "websocket", "sec-websocket-version": "13" };
  const headers = { ...upgrade, "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==" };
  const table: readonly (readonly [path: string, status: number, more?: Record<string, string>])[] = [
    ["/ws", 400, { "sec-websocket-protocol": "chat" }],
    ["/ws", 403, { origin: "https://elsewhere.example" }],
    ["/ws?mode=dance", 422],
    ["/ws?mode=flow", 422],
    ["/ws?mode=flow&program_id=nope", 404],
    ["/v1/ws/vst_unknown", 401],
  ];
  for (const [path, status, more = {}] of table) {
    const response = await fetch(url + path, { headers: { ...headers, ...more } });
    expect([path, response.status]).toEqual([path, status]);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
  }
  const plain = await fetch(`${url}/ws`);
  expect(plain.status).toBe(426);
});
