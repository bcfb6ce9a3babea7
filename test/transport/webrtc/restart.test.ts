// WebRTC call that continues over another connection: the server repeats its client's missed messages on that one.

import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import type { ReceivedMessages } from "../../support/callers/ws-client.ts";
import { RtcCaller } from "../../support/callers/rtc-caller.ts";
import { rtcServer } from "../../support/servers/rtc-server.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(240_000);

// Each test has its own server: tests count calls, and a call whose client has left waits for that client.
let server: Awaited<ReturnType<typeof rtcServer>>;

beforeEach(async () => {
  server = await rtcServer();
});

afterEach(async () => {
  await server[Symbol.asyncDispose]();
});

const seqs = (messages: readonly ReceivedMessages[]): readonly (number | undefined)[] =>
  messages.map(({ seq }) => seq);
const from = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => first + at);

test("restart: with last_seq the new connection begins with the missed messages, in order and once", async () => {
  await using first = await RtcCaller.call({ url: server.url });
  await first.ready();
  await first.message("bot-started-speaking");
  expect(seqs(first.messages)).toEqual(from(1, first.messages.length));
  const body = { pc_id: first.pcId, restart_pc: true };
  await using second = await RtcCaller.call({ url: server.url, query: "?last_seq=3", body });
  const { data } = await second.message("session");
  const at = second.messages.findIndex(({ data: told }) => told?.["state"] === "restarted");
  expect(data).toMatchObject({ state: "restarted", replayed: at, lost: 0 });
  expect(at).toBeGreaterThan(0);
  await second.ready();
  expect(seqs(second.messages)).toEqual(from(4, second.messages.length));
  const both = first.messages.filter(({ seq = 0 }) => seq > 3);
  expect(second.messages.slice(0, both.length)).toEqual(both);
});

test("restart: nothing is repeated without last_seq", async () => {
  await using first = await RtcCaller.call({ url: server.url });
  await first.ready();
  await first.message("session");
  const body = { pc_id: first.pcId, restart_pc: true };
  await using second = await RtcCaller.call({ url: server.url, body });
  const { data } = await second.message("session");
  expect(Object.keys(data ?? {})).not.toContain("replayed");
  expect(second.messages.every(({ seq = 0 }) => seq > 2)).toBe(true);
});

test("restart: a client with a lost connection continues its session by a new offer with its token", async () => {
  await using first = await RtcCaller.call({ url: server.url, query: "?features=resume" });
  await first.ready();
  const begun = await first.message("session");
  const given = begun.data?.["resume"] as { readonly token: string } | undefined;
  const token = given?.token ?? "";
  await first.message("bot-started-speaking");
  const query = `?session_token=${token}&last_seq=2&features=resume`;
  await using second = await RtcCaller.call({ url: server.url, query });
  await second.ready();
  const again = await second.message(
    ({ data }) => data?.["type"] === "session" && data["state"] === "resumed",
  );
  expect(again.data).toMatchObject({ session_id: begun.data?.["session_id"], lost: 0, resume: { token } });
  // The call has another number of its peer connection, and the old connection is closed.
  expect(second.pcId).not.toBe(first.pcId);
  expect(server.calls.size).toBe(1);
  const refused = await server.ask(`/offer?session_token=vst_${"a".repeat(43)}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ sdp: "v=0", type: "offer" }),
  });
  expect(refused.status).toBe(401);
});

test("restart: a connection that closes without a request is lost for a client that can return, and otherwise a goodbye", async () => {
  await using returning = await RtcCaller.call({ url: server.url, query: "?features=resume" });
  await returning.ready();
  const { data } = await returning.message("session");
  await using other = await RtcCaller.call({ url: server.url });
  await other.ready();
  await other.message("session");
  expect(server.calls.size).toBe(2);
  returning.peer.close();
  other.peer.close();
  await until("end of the other call", () => server.calls.size === 1, 20_000);
  const given = data?.["resume"] as { readonly token: string } | undefined;
  const query = `?session_token=${given?.token}&last_seq=0&features=resume`;
  await using next = await RtcCaller.call({ url: server.url, query });
  await next.ready();
  const again = await next.message(({ data: told }) => told?.["state"] === "resumed");
  expect(again.data).toMatchObject({ session_id: data?.["session_id"], lost: 0 });
  await server.ask(`/offer/${next.pcId}`, { method: "DELETE" });
  await until("end of the call", () => server.calls.size === 0, 20_000);
});
