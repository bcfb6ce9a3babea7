// A WebRTC call that is carried on over another connection: what its client missed meanwhile is said again on that.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Received } from "../../support/callers/ws-client.ts";
import { RtcCaller } from "../../support/callers/rtc-caller.ts";
import { rtcServer } from "../../support/servers/rtc-server.ts";

setDefaultTimeout(240_000);

let server: Awaited<ReturnType<typeof rtcServer>>;

beforeAll(async () => {
  server = await rtcServer();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const seqs = (messages: readonly Received[]): readonly (number | undefined)[] =>
  messages.map(({ seq }) => seq);
const from = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => first + at);

test("restart: with last_seq the new connection begins with what was missed, in order and once", async () => {
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

test("restart: without it nothing is said again", async () => {
  await using first = await RtcCaller.call({ url: server.url });
  await first.ready();
  await first.message("session");
  const body = { pc_id: first.pcId, restart_pc: true };
  await using second = await RtcCaller.call({ url: server.url, body });
  const { data } = await second.message("session");
  expect(Object.keys(data ?? {})).not.toContain("replayed");
  expect(second.messages.every(({ seq = 0 }) => seq > 2)).toBe(true);
});
