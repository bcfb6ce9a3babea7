// Return to a session over real sockets: the server repeats missed messages exactly, and no audio with them.

import { expect, test } from "bun:test";
import { hummingTts, loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { answer, problem, signUpAt } from "../../support/people.ts";
import { small } from "../../support/small-flows.ts";
import { json } from "../../support/json-request.ts";
import { type TestServer, serveTest } from "../../support/servers/served.ts";
import { connect, type ReceivedMessages, type WsClient } from "../../support/callers/ws-client.ts";

function serveCalls(): Promise<TestServer> {
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  return serveTest({}, { speech });
}

/** Address of a session that asks for a code. */
async function sessionOf(served: TestServer): Promise<string> {
  const { service } = await signUpAt(served);
  const upload = json("POST", { name: "Flow", yaml_content: small }, service);
  const { id } = await answer<{ id: string }>(served.ask("/v1/flows?draft=true", upload), 201);
  const asked = served.ask("/v1/sessions", json("POST", { flow_id: id }, service));
  const { session_token: token } = await answer<{ session_token: string }>(asked);
  return `${served.url()}/v1/ws/${token}?features=clear`;
}

/** Drops the connection without a close frame, as when a network fails. */
async function drop(client: WsClient): Promise<void> {
  (client.socket as WebSocket & { terminate(): void }).terminate();
  await client.closed;
}

const seqs = (messages: readonly ReceivedMessages[]): readonly (number | undefined)[] =>
  messages.map(({ seq }) => seq);
const from = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => first + at);

test("resume: a returning client gets every missed message once, in order, without old audio", async () => {
  await using served = await serveCalls();
  const address = await sessionOf(served);
  const first = await connect(address);
  await first.ready();
  await first.audioBytes(6_400);
  await drop(first);
  const seen = first.messages.slice(0, 3);
  expect(seqs(first.messages)).toEqual(from(1, first.messages.length));
  const second = await connect(`${address}&last_seq=3`);
  await second.ready();
  const { data: session } = await second.message("session");
  const readyAt = second.messages.findIndex(({ type, seq }) => type === "bot-ready" && (seq ?? 0) > 3);
  const again = second.messages.slice(0, readyAt);
  expect(session).toMatchObject({ state: "resumed", replayed: again.length, lost: 0 });
  // Both connections get the first one's last messages, and the report of its cut follows.
  const both = first.messages.slice(3);
  expect(again.slice(0, both.length)).toEqual(both);
  expect(again.slice(both.length).map(({ type }) => type)).toContain("bot-interrupted");
  expect(second.audioLength).toBe(0);
  second.send({ type: "send-text", data: { content: "12" } });
  await second.message("session_end");
  const all = [...seen, ...second.messages];
  expect(seqs(all)).toEqual(from(1, all.length));
  expect((await second.closed).code).toBe(1000);
});

test("resume: a client that takes over its own session misses nothing, and the old one's end is not its own", async () => {
  await using served = await serveCalls();
  const address = await sessionOf(served);
  const first = await connect(address);
  await first.ready();
  await first.audioBytes(6_400);
  const last = first.messages.at(-1)?.seq ?? 0;
  const second = await connect(`${address}&last_seq=${last}`);
  expect((await first.closed).code).toBe(4409);
  await second.ready();
  await second.message("session");
  expect(second.messages.map(({ data }) => data?.["type"])).not.toContain("session_end");
  expect(seqs(second.messages)).toEqual(from(last + 1, second.messages.length));
  const numbered = first.messages.filter(({ seq }) => seq !== undefined);
  const farewell = first.messages.slice(numbered.length);
  expect(farewell.map(({ type }) => type)).toEqual(["error", "server-message"]);
  await second.close();
});

test("resume: the number is whole and optional", async () => {
  await using served = await serveCalls();
  const address = await sessionOf(served);
  for (const number of ["-1", "1.5", "x", ""])
    await problem(fetch(`${address}&last_seq=${number}`), 422, "request/bad-query");
  await using client = await connect(`${address}&last_seq=7`);
  await client.ready();
  expect((await client.message("session")).data).toMatchObject({ state: "created", replayed: 0, lost: 0 });
});

test("resume: a call without a session can be resumed too, on request", async () => {
  await using served = await serveCalls();
  const plain = await connect(`${served.url()}/ws?features=clear`);
  await plain.ready();
  expect((await plain.message("session")).data).not.toHaveProperty("resume");
  await plain.close();
  const first = await connect(`${served.url()}/ws?features=clear,resume`);
  await first.ready();
  const { resume, session_id } = (await first.message("session")).data as Record<
    string,
    Record<string, string>
  >;
  expect(resume).toEqual({ token: expect.stringMatching(/^vst_/) as string, ttl_ms: 30_000 as never });
  await drop(first);
  const last = first.messages.at(-1)?.seq ?? 0;
  const address = `${served.url()}/v1/ws/${resume?.["token"]}?features=resume&last_seq=${last}`;
  const second = await connect(address);
  await second.ready();
  expect((await second.message("session")).data).toMatchObject({
    state: "resumed",
    session_id,
    resume,
    lost: 0,
  });
  expect(seqs(second.messages)).toEqual(from(last + 1, second.messages.length));
  second.send({ type: "disconnect-bot" });
  expect((await second.closed).code).toBe(1000);
  await problem(fetch(address), 410, "session/over");
});
